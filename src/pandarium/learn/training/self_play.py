"""Self-play: a network learns a game by playing it with itself, with what it was before, and with simple bots.

Self-play alone goes in circles in games of bluff: whoever learned to beat today's policy may lose to last week's. So at
some of the tables one seat learns against a policy of long ago, and at some against bots that each overdo one thing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from pandarium import __version__
from pandarium.core.bot import Bot
from pandarium.core.game import MAX_SEED, Game
from pandarium.core.meta import OptionValue
from pandarium.core.state import Setup
from pandarium.kit.training import training_plan
from pandarium.learn.extras import missing
from pandarium.learn.training.policy import Layers, Rates
from pandarium.learn.training.rollout import LEARNER
from pandarium.learn.training.tables import BOT, Seating
from pandarium.learn.training.trainer import Progress, Settings, Trainer, write_layers

try:
    import jax
    import numpy as np
except ImportError as error:
    raise missing("train", error) from None

ALONE = 0.5
"""At that many of the tables it plays with itself only;"""
WITH_BOTS = 0.3
"""at that many with bots, at the others with one of its past."""
PAST = 1
"""The number of the network that is one of its past."""
OTHERS = 0.6
"""How many of the other seats at such a table are not the learner's; with two players all."""
KEPT_EVERY = 20
"""Updates between two policies of the past that are kept,"""
MOST_KEPT = 60
CHANGED_EVERY = 5
"""and between two that are met."""
WRITTEN_EVERY = 50
SETTINGS = Settings(entropy=(0.1, 0.03), rates=Rates(learning_rate=3e-4, epochs=2))
"""Much entropy: with less it runs in circles (docs/strength.md)."""


class SelfPlayTables:
    """Creates tables as the game's plan says."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.plan = training_plan(game)
        self.bots: list[Bot] = [make() for make in self.plan.partners().values()]
        self._setup = cache(self._make_setup)

    def _make_setup(self, seats: int, options: tuple[tuple[str, OptionValue], ...]) -> Setup:
        return self.game.setup(seats, dict(options))

    def __call__(self, number: int) -> tuple[Seating, int]:
        """The table of that game, and the seed of its deal."""
        chance = Random(f"{self.seed} {number}")
        seats, options = self.plan.draw_table(self.game, chance)
        networks = [LEARNER] * seats
        bots: dict[int, Bot] = {}
        kind = chance.random()
        me = chance.randrange(seats)
        if kind >= ALONE:
            for seat in range(seats):
                if seat != me and (seats == 2 or chance.random() < OTHERS):
                    if kind < 1 - WITH_BOTS or not self.bots:
                        networks[seat] = PAST
                    else:
                        networks[seat] = BOT
                        bots[seat] = chance.choice(self.bots)
        setup = self._setup(seats, tuple(sorted(options.items())))
        return Seating(setup, tuple(networks), bots), chance.randrange(MAX_SEED)


class SelfPlay:
    """Trains one network for all tables of a game."""

    def __init__(self, game: Game, seed: int, settings: Settings = SETTINGS) -> None:
        high = game.meta.seats[1]
        self.game = game
        self.seed = seed
        self.abstraction = training_plan(game).abstraction(game)
        self.trainer = Trainer(self.abstraction, SelfPlayTables(game, seed), high, settings, seed)
        self.past: list[Layers] = [self.trainer.learner.weights]
        self.trainer.opponents = [self.past[0]]
        self._chance = Random(seed)

    def train(self, decisions: int, out: Path, checkpoint: Path, told: Callable[[int], None] | None = None) -> None:
        """Learn until that many decisions were made; write what was learned, now and then and at the end."""
        for progress in self.trainer.train(decisions=decisions):
            self._remember(progress)
            if told is not None:
                told(min(progress.decisions, decisions))
            if progress.updates % WRITTEN_EVERY == 0:
                self.write(out, checkpoint)
        self.write(out, checkpoint)

    def resume(self, checkpoint: Path) -> None:
        """Go on from a checkpoint; of the past only the present is left."""
        self.trainer.resume(checkpoint)
        self.past = [self.trainer.learner.weights]
        self.trainer.opponents = [self.past[0]]

    def write(self, out: Path, checkpoint: Path) -> None:
        """The network that plays, with how it was made, and all that is needed to go on."""
        trainer = self.trainer
        self.trainer.save(checkpoint)
        about = {
            "seed": str(self.seed),
            "decisions": str(trainer.decisions),
            "hours": f"{trainer.seconds / 3600:.2f}",
            "made_with": f"pandarium {__version__}, jax {jax.__version__}, numpy {np.__version__}",
            "command": f"pandarium train {self.game.meta.name} --decisions {trainer.decisions} --seed {self.seed}",
        }
        write_layers(out, self.game, self.abstraction, trainer.learner.kept, about, "F16")

    def _remember(self, progress: Progress) -> None:
        """After every update: keep a policy now and then, and meet another."""
        if progress.updates % KEPT_EVERY == 0:
            self.past = [*self.past[-MOST_KEPT + 1 :], self.trainer.learner.weights]
        if progress.updates % CHANGED_EVERY == 0:
            self.trainer.opponents = [self._chance.choice(self.past)]
