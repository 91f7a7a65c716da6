"""Trainer: a network at its tables, update after update, with a budget; it can be stopped and gone on with."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.kit.abstraction import Abstraction
from pandarium.kit.net_file import read_net, write_net
from pandarium.learn.encoding import Encoder
from pandarium.learn.extras import missing
from pandarium.learn.training.policy import Layers, Learner, Rates
from pandarium.learn.training.rollout import Rollout, collect
from pandarium.learn.training.tables import Arrange, Tables

try:
    import numpy as np
except ImportError as error:
    raise missing("train", error) from None


class Settings(NamedTuple):
    """What one may turn."""

    tables: int = 256
    """Side by side."""
    steps: int = 64
    """Decisions at every table between two updates."""
    hidden: int = 256
    """Width of the two hidden layers."""
    rates: Rates = Rates()
    smoothing: float = 0.95
    """GAE's lambda."""
    entropy: tuple[float, float] = (0.02, 0.005)
    """Weight of the policy's entropy, from the first update to the last: without it self-play runs in circles."""
    magnet: float = 0.0
    """Weight of the distance to the slow average."""
    follow: float = 0.02
    """How fast the slow average follows, with every update."""


class Progress(NamedTuple):
    """How far it is, after an update."""

    share: float
    """Of the budget, from 0 to 1."""
    updates: int
    decisions: int
    """Of the learner, all in all."""
    seconds: float
    entropy: float
    value_error: float


class Trainer:
    """Learns at the tables that `arrange` creates."""

    def __init__(self, abstraction: Abstraction, arrange: Arrange, seats: int, settings: Settings, seed: int) -> None:
        if abstraction.size == 0:
            raise PandariumError(
                "a network has nothing to choose from: the moves of this game have no action numbers, and it hands out "
                "no plan of training"
            )
        self.settings = settings
        self.seats = seats
        self.encode = Encoder(abstraction.layout)
        sizes = [self.encode.width, settings.hidden, settings.hidden, abstraction.size + 1]
        self.learner = Learner(sizes, settings.rates, seed)
        self.tables = Tables(settings.tables, abstraction, arrange, seed)
        self.chance = np.random.default_rng(seed)
        self.opponents: list[Layers] = []
        """The networks 1, 2, … of a seating."""
        self.updates = 0
        self.decisions = 0
        self.seconds = 0.0

    def train(self, decisions: int | None = None, seconds: float | None = None) -> Iterator[Progress]:
        """Update until the budget is used up: decisions of the learner, or seconds. One of them is given."""
        while (share := self._share(decisions, seconds)) < 1:
            begin = time.perf_counter()
            rollout = collect(
                self.tables,
                self.encode,
                [self.learner.weights, *self.opponents],
                self.settings.steps,
                self.seats,
                self.chance,
            )
            figures = self._learn(rollout, share)
            self.updates += 1
            self.decisions += int(rollout.learns.sum())
            self.seconds += time.perf_counter() - begin
            yield Progress(
                min(1.0, self._share(decisions, seconds)),
                self.updates,
                self.decisions,
                self.seconds,
                float(figures[0]),
                float(figures[2]),
            )

    def _share(self, decisions: int | None, seconds: float | None) -> float:
        if decisions is not None:
            return self.decisions / decisions
        assert seconds is not None
        return self.seconds / seconds

    def _learn(self, rollout: Rollout, share: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        settings = self.settings
        first, last = settings.entropy
        follow = max(settings.follow, 1 / (self.updates + 1))  # at first the average is one of all
        return self.learner.learn(
            rollout.samples(settings.smoothing), share, first + (last - first) * share, settings.magnet, follow
        )

    def save(self, file: Path) -> None:
        """Write a checkpoint: what was learned, and how far it is. The tables are created anew."""
        figures = np.array([self.updates, self.decisions, self.seconds])
        self.learner.save(file, figures=figures)

    def resume(self, file: Path) -> None:
        """Go on from a checkpoint."""
        try:
            figures = self.learner.load(file)["figures"]
        except (OSError, EOFError, KeyError, ValueError, BadZipFile) as error:
            raise PandariumError(f"{file} is no checkpoint of this training: {error}") from None
        self.updates, self.decisions, self.seconds = int(figures[0]), int(figures[1]), float(figures[2])


def write_layers(
    file: Path, game: Game, abstraction: Abstraction, layers: Layers, about: Mapping[str, str], dtype: str = "F32"
) -> None:
    """Write a network as the bot `net:FILE` reads it."""
    listed = [(weight.shape, weight.ravel().tolist(), bias.tolist()) for weight, bias in layers]
    write_net(file, game, abstraction, listed, about, dtype)


def read_layers(file: Path) -> Layers:
    """The layers of a network that was written so; raises PandariumError."""
    return [
        (np.array(weight.values, np.float32).reshape(weight.shape), np.array(bias.values, np.float32))
        for weight, bias in read_net(file, str(file)).layers
    ]
