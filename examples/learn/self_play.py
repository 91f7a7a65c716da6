"""Self-play: a policy and a value, trained by PPO on games against themselves.

Everything here is ordinary; what is special about games with several players is in `Rollout.advantages`: a seat's next
decision may be several steps away, and its reward may come from somebody else's move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from pandarium.core.batch import Batch
from pandarium.core.game import Game
from pandarium.core.state import Setup
from pandarium.learn.encoding import Encoder

IMPOSSIBLE = -1e9


class Settings(NamedTuple):
    """What one may turn."""

    games: int = 256
    """Side by side."""
    steps: int = 64
    """In every game, between two updates."""
    hidden: int = 128
    learning_rate: float = 1e-3
    """At the beginning; it falls to a tenth."""
    epochs: int = 2
    minibatch: int = 4096
    clip: float = 0.2
    discount: float = 1.0
    smoothing: float = 0.95
    """GAE's lambda."""
    entropy: tuple[float, float] = (0.1, 0.02)
    """Weight of the policy's entropy, from the first update to the last: without it self-play runs in circles."""
    by_score: bool = False
    """Whether it is the score that counts, as in a game for chips, or only who wins."""
    average: float = 0.99
    """How slowly the policy that is kept follows the one that learns."""


class Rollout(NamedTuple):
    """Steps of many games, [steps, games] each."""

    inputs: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor
    values: Tensor
    seats: np.ndarray
    done: np.ndarray
    rewards: np.ndarray
    """[steps, games, seats], where a game ended."""
    last_seats: np.ndarray
    last_values: np.ndarray

    def advantages(self, discount: float, smoothing: float) -> tuple[np.ndarray, np.ndarray]:
        """How much better each decision turned out than expected; nan where the window ends before one can tell."""
        steps, games, seats = self.rewards.shape
        rows = np.arange(games)
        values = self.values.numpy()
        next_value = np.full((games, seats), np.nan, np.float32)
        next_value[rows, self.last_seats] = self.last_values
        next_gain = np.zeros((games, seats), np.float32)
        coming = np.zeros((games, seats), np.float32)
        gains = np.empty((steps, games), np.float32)
        for step in reversed(range(steps)):
            ended = self.done[step]
            next_value[ended], next_gain[ended] = 0, 0
            coming[ended] = self.rewards[step][ended]
            seat = self.seats[step]
            error = coming[rows, seat] + discount * next_value[rows, seat] - values[step]
            gain = error + discount * smoothing * next_gain[rows, seat]
            gains[step] = gain
            next_value[rows, seat] = values[step]
            next_gain[rows, seat] = np.nan_to_num(gain)
            coming[rows, seat] = 0
        return gains, gains + values


def make_network(inputs: int, hidden: int, outputs: int) -> nn.Sequential:
    """Two hidden layers; the last begins near 0, so that play begins at random."""
    last = nn.Linear(hidden, outputs)
    nn.init.normal_(last.weight, std=0.01)
    nn.init.zeros_(last.bias)
    return nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), last)


class SelfPlay:
    """A policy that plays all seats."""

    def __init__(self, game: Game, setup: Setup, settings: Settings, seed: int) -> None:
        torch.manual_seed(seed)
        self.settings = settings
        self.encode = Encoder(game.observation)
        self.setup = setup
        self.batch = Batch(setup, settings.games, seed, numbered=True)
        self.policy = make_network(self.encode.width, settings.hidden, setup.actions)
        self.value = make_network(self.encode.width, settings.hidden, 1)
        self.kept = make_network(self.encode.width, settings.hidden, setup.actions)
        self.kept.load_state_dict(self.policy.state_dict())
        weights = [*self.policy.parameters(), *self.value.parameters()]
        self.optimizer = torch.optim.Adam(weights, settings.learning_rate)
        self.scale = 0.5
        """Rewards are divided by the largest seen so far."""

    def _look(self) -> tuple[Tensor, Tensor]:
        games = self.settings.games
        obs = np.frombuffer(self.batch.obs, np.uint8).reshape(games, -1)
        mask = np.frombuffer(self.batch.mask, np.uint8).reshape(games, -1)
        return torch.from_numpy(self.encode(obs)), torch.from_numpy(mask.astype(bool))

    @torch.no_grad()
    def collect(self) -> Rollout:
        """Play on, for so many steps."""
        steps, games, seats = self.settings.steps, self.settings.games, self.setup.seats
        inputs, masks, actions, log_probs, values = [], [], [], [], []
        turns = np.empty((steps, games), np.int64)
        done = np.empty((steps, games), bool)
        rewards = np.zeros((steps, games, seats), np.float32)
        for step in range(steps):
            seen, mask = self._look()
            logits = self.policy(seen).masked_fill(~mask, IMPOSSIBLE)
            chosen = torch.distributions.Categorical(logits=logits)
            action = chosen.sample()
            turns[step] = np.frombuffer(self.batch.turns, np.int64)
            for kept, item in ((inputs, seen), (masks, mask), (actions, action), (log_probs, chosen.log_prob(action))):
                kept.append(item)
            values.append(self.value(seen)[:, 0])
            self.batch.step(self.batch.choices(action.numpy()))
            done[step] = np.frombuffer(self.batch.done, np.uint8)
            rewards[step] = self._rewards()
        return Rollout(
            *(torch.stack(kept) for kept in (inputs, masks, actions, log_probs, values)),
            turns,
            done,
            rewards,
            np.frombuffer(self.batch.turns, np.int64),
            self.value(self._look()[0])[:, 0].numpy(),
        )

    def _rewards(self) -> np.ndarray:
        """Zero in sum: how much better a seat did than the table on the average, from about -1 to 1."""
        counted = (self.batch.scores, np.int64) if self.settings.by_score else (self.batch.wins, np.uint8)
        results = np.frombuffer(*counted).reshape(self.settings.games, -1).astype(np.float32)
        results -= results.mean(axis=1, keepdims=True)  # zero in games that go on
        self.scale = max(self.scale, float(np.abs(results).max()))
        return results / self.scale

    def update(self, rollout: Rollout, progress: float) -> float:
        """Learn from it; `progress` goes from 0 to 1. Returns the policy's entropy."""
        settings = self.settings
        gains, returns = rollout.advantages(settings.discount, settings.smoothing)
        known = torch.from_numpy(np.isfinite(gains).ravel())
        gain, target = (torch.from_numpy(item.ravel())[known] for item in (gains, returns))
        gain = (gain - gain.mean()) / (gain.std() + 1e-6)
        inputs, masks = (item.flatten(0, 1)[known] for item in (rollout.inputs, rollout.masks))
        actions, before = (item.flatten()[known] for item in (rollout.actions, rollout.log_probs))
        first, last = settings.entropy
        weight = first + (last - first) * progress
        for group in self.optimizer.param_groups:
            group["lr"] = settings.learning_rate * (1 - 0.9 * progress)
        entropies = []
        for _ in range(settings.epochs):
            for part in torch.randperm(len(gain)).split(settings.minibatch):
                logits = self.policy(inputs[part]).masked_fill(~masks[part], IMPOSSIBLE)
                chosen = torch.distributions.Categorical(logits=logits)
                ratio = (chosen.log_prob(actions[part]) - before[part]).exp()
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                entropy = chosen.entropy().mean()
                loss = -torch.min(ratio * gain[part], clipped * gain[part]).mean() - weight * entropy
                loss = loss + 0.5 * (self.value(inputs[part])[:, 0] - target[part]).square().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_([*self.policy.parameters(), *self.value.parameters()], 0.5)
                self.optimizer.step()
                entropies.append(float(entropy.detach()))
        with torch.no_grad():
            for slow, fast in zip(self.kept.parameters(), self.policy.parameters(), strict=True):
                slow.lerp_(fast, 1 - settings.average)
        return float(np.mean(entropies))
