"""A policy and a value in one network, and how they learn from what was played: PPO, with JAX.

The last output is the value, the others weigh the options. Playing needs numpy alone.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from pandarium.core.errors import PandariumError
from pandarium.learn.extras import missing

try:
    import jax
    import jax.numpy as jnp
    import numpy as np
    import numpy.typing as npt
    import optax
except ImportError as error:
    raise missing("train", error) from None

IMPOSSIBLE = -1e9
Floats = npt.NDArray[np.float32]
Layers = list[tuple[Floats, Floats]]
"""Weights [inputs, outputs] and bias of every layer."""


class Rates(NamedTuple):
    """How fast and how carefully it learns."""

    learning_rate: float = 5e-4
    """At the beginning; it falls to a tenth."""
    clip: float = 0.2
    value_weight: float = 0.5
    largest_step: float = 0.5
    """Longest gradient."""
    minibatch: int = 2048
    epochs: int = 3


class Samples(NamedTuple):
    """Decisions to learn from, a row each."""

    inputs: Any
    masks: Any
    actions: Any
    log_probs: Any
    """Of the action, when it was chosen."""
    gains: Any
    """How much better it turned out than expected,"""
    returns: Any
    """and how it turned out."""


def fresh_layers(sizes: list[int], seed: int) -> Layers:
    """Random weights; the last layer begins near 0, so that play begins at random."""
    chance = np.random.default_rng(seed)
    layers = []
    for number, (width, height) in enumerate(pairwise(sizes)):
        spread = 0.01 if number == len(sizes) - 2 else (2 / width) ** 0.5
        weight = chance.normal(0, spread, (width, height)).astype(np.float32)
        layers.append((weight, np.zeros(height, np.float32)))
    return layers


def forward(layers: Layers, inputs: Floats) -> Floats:
    """The outputs for these inputs, with numpy."""
    for number, (weight, bias) in enumerate(layers):
        if number > 0:
            inputs = np.maximum(inputs, 0)
        inputs = inputs @ weight + bias
    return inputs


def log_shares(outputs: Floats, masks: npt.NDArray[np.bool_]) -> Floats:
    """The logarithm of how often each option is played."""
    logits = np.where(masks, outputs, np.float32(IMPOSSIBLE))
    logits = logits - logits.max(axis=1, keepdims=True)
    shares: Floats = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return shares


def draw(shares: Floats, chance: np.random.Generator) -> npt.NDArray[np.int64]:
    """An option for every row, by how often each is played (its logarithm)."""
    noise = chance.gumbel(size=shares.shape).astype(np.float32)
    drawn: npt.NDArray[np.int64] = np.argmax(np.where(shares > IMPOSSIBLE / 2, shares + noise, -np.inf), axis=1)
    return drawn


def _outputs(layers: Any, inputs: Any) -> tuple[Any, Any]:
    for number, (weight, bias) in enumerate(layers):
        if number > 0:
            inputs = jax.nn.relu(inputs)
        inputs = inputs @ weight + bias
    return inputs[:, :-1], inputs[:, -1]


def _loss(layers: Any, magnet: Any, samples: Samples, weights: Any, rates: Rates) -> tuple[Any, Any]:
    logits, values = _outputs(layers, samples.inputs)
    shares = jax.nn.log_softmax(jnp.where(samples.masks, logits, IMPOSSIBLE))
    chosen = jnp.take_along_axis(shares, samples.actions[:, None], axis=1)[:, 0]
    ratio = jnp.exp(chosen - samples.log_probs)
    clipped = jnp.clip(ratio, 1 - rates.clip, 1 + rates.clip)
    gain = -jnp.minimum(ratio * samples.gains, clipped * samples.gains).mean()
    played = jnp.exp(shares)
    entropy = -jnp.where(samples.masks, played * shares, 0).sum(axis=1).mean()
    slow = jax.nn.log_softmax(jnp.where(samples.masks, _outputs(magnet, samples.inputs)[0], IMPOSSIBLE))
    distance = jnp.where(samples.masks, played * (shares - slow), 0).sum(axis=1).mean()
    error = jnp.square(values - samples.returns).mean()
    loss = gain - weights[0] * entropy + weights[1] * distance + rates.value_weight * error
    return loss, jnp.stack([entropy, distance, error])


class Learner:
    """Weights that learn, and their slow average, which is what is kept."""

    def __init__(self, sizes: list[int], rates: Rates, seed: int) -> None:
        self.rates = rates
        self.layers: Any = jax.tree.map(jnp.asarray, fresh_layers(sizes, seed))
        self.average: Any = self.layers
        self.optimizer = optax.inject_hyperparams(self._optimizer)(learning_rate=rates.learning_rate)
        self.optimizer_state = self.optimizer.init(self.layers)
        self.chance = np.random.default_rng(seed)
        self._step = jax.jit(partial(_step, self.optimizer, rates))

    def _optimizer(self, learning_rate: float) -> Any:
        return optax.chain(optax.clip_by_global_norm(self.rates.largest_step), optax.adam(learning_rate, eps=1e-5))

    @property
    def weights(self) -> Layers:
        """What it plays by now, for numpy."""
        return [(np.asarray(weight), np.asarray(bias)) for weight, bias in self.layers]

    @property
    def kept(self) -> Layers:
        """The slow average."""
        return [(np.asarray(weight), np.asarray(bias)) for weight, bias in self.average]

    def learn(self, samples: Samples, progress: float, entropy: float, magnet: float, follow: float) -> Floats:
        """Learn from samples; `progress` goes from 0 to 1. Returns entropy, distance to the average, value's error."""
        self.optimizer_state.hyperparams["learning_rate"] = self.rates.learning_rate * (1 - 0.9 * progress)
        gains = (samples.gains - samples.gains.mean()) / (samples.gains.std() + 1e-6)
        samples = samples._replace(gains=gains)
        size, number = self.rates.minibatch, len(samples.actions)
        told = []
        weights = np.array([entropy, magnet], np.float32)
        for _ in range(self.rates.epochs):
            order = self.chance.permutation(number)
            for first in range(0, number - size + 1, size):
                part = Samples(*(item[order[first : first + size]] for item in samples))
                self.layers, self.optimizer_state, figures = self._step(
                    self.layers, self.average, self.optimizer_state, part, weights
                )
                told.append(np.asarray(figures))
        self.average = jax.tree.map(lambda slow, fast: slow + follow * (fast - slow), self.average, self.layers)
        mean: Floats = np.mean(told, axis=0) if told else np.zeros(3, np.float32)
        return mean

    def begin_with(self, layers: Layers) -> None:
        """Begin with what another network knows; raises PandariumError when it has another shape."""
        if [weight.shape for weight, _ in layers] != [weight.shape for weight, _ in self.layers]:
            raise PandariumError("a learner can only begin with a network of its own shape")
        self.layers = self.average = jax.tree.map(jnp.asarray, layers)
        self.optimizer_state = self.optimizer.init(self.layers)

    def save(self, file: Path, **more: Any) -> None:
        """Write everything that is needed to go on."""
        leaves = jax.tree.leaves((self.layers, self.average, self.optimizer_state))
        more |= {f"leaf_{number}": np.asarray(leaf) for number, leaf in enumerate(leaves)}
        partial_file = file.with_suffix(".partial.npz")
        np.savez(partial_file, **more)
        partial_file.replace(file)

    def load(self, file: Path) -> dict[str, Any]:
        """Go on from there; returns what else was written."""
        with np.load(file, allow_pickle=False) as kept:
            whole = (self.layers, self.average, self.optimizer_state)
            leaves = [jnp.asarray(kept[f"leaf_{number}"]) for number in range(len(jax.tree.leaves(whole)))]
            more = {name: kept[name] for name in kept.files if not name.startswith("leaf_")}
        self.layers, self.average, self.optimizer_state = jax.tree.unflatten(jax.tree.structure(whole), leaves)
        return more


def _step(optimizer: Any, rates: Rates, layers: Any, magnet: Any, state: Any, samples: Samples, weights: Any) -> Any:
    (_, figures), slope = jax.value_and_grad(_loss, has_aux=True)(layers, magnet, samples, weights, rates)
    change, state = optimizer.update(slope, state, layers)
    return optax.apply_updates(layers, change), state, figures
