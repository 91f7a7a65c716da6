"""Best response: how much a network that is trained against a bot, and against nothing else, wins from it.

An honest measure of a bot: what a learner with a fixed budget can do to it. It is a lower bound of what somebody could.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from pandarium.bots import make
from pandarium.core.bot import Bot
from pandarium.core.errors import PandariumError
from pandarium.core.game import MAX_SEED, Game
from pandarium.core.meta import OptionValue
from pandarium.core.options import show_option
from pandarium.core.rng import Rng
from pandarium.kit.abstraction import Abstraction, Plain
from pandarium.kit.training import training_plan
from pandarium.learn.encoding import Encoder
from pandarium.learn.extras import missing
from pandarium.learn.training.policy import Layers
from pandarium.learn.training.rollout import LEARNER, decide
from pandarium.learn.training.tables import BOT, Seating, Tables
from pandarium.learn.training.trainer import Settings, Trainer, read_layers, write_layers
from pandarium.sim.intervals import t_interval
from pandarium.sim.strength_page import GainLine

try:
    import numpy as np
except ImportError as error:
    raise missing("train", error) from None

SETTINGS = Settings(tables=64, entropy=(0.02, 0.002))
"""A best response need not be mixed: entropy is for exploring only."""
FRESH = 1 << 62
"""Deals from here on are never trained on."""


class Gain(NamedTuple):
    """What a trained network won."""

    seed: int
    games: int
    share: float
    """Of the games, a win shared by several counting in part."""
    interval: tuple[float, float]
    """95 %, from deals as what is counted: each is played from every seat."""
    fair: float


class ExploitTables:
    """One learner among seats of a bot; every deal from every seat in turn."""

    def __init__(self, game: Game, bot: Bot, seats: int, options: Mapping[str, OptionValue], first_seed: int) -> None:
        self.setup = game.setup(seats, options)
        self.bot = bot
        self.first_seed = first_seed

    def __call__(self, number: int) -> tuple[Seating, int]:
        """Game number i is deal i / seats."""
        deal, me = divmod(number, self.setup.seats)
        networks = tuple(LEARNER if seat == me else BOT for seat in range(self.setup.seats))
        bots = {seat: self.bot for seat in range(self.setup.seats) if seat != me}
        chance = Rng(self.first_seed)
        chance.absorb(deal + 1)
        return Seating(self.setup, networks, bots), chance.bits() % MAX_SEED


class Exploit:
    """Learners against one bot, one after another; the one that won most is kept."""

    def __init__(
        self,
        game: Game,
        bot: str,
        seats: int = 2,
        options: Mapping[str, OptionValue] | None = None,
        *,
        decisions: int,
        games: int,
        everything: bool = False,
        begin: Path | None = None,
        settings: Settings = SETTINGS,
    ) -> None:
        """With `everything` it looks at the whole observation and weighs every legal move, else as the game's plan.

        `begin` is the file of a network that the learners begin with, in place of knowing nothing.
        """
        if game.meta.cooperative:
            raise PandariumError(f"in {game.meta.title} all win or lose together: there is nobody to be beaten")
        self.game = game
        self.bot = make(game, bot)
        self.seats = seats
        self.options = options or {}
        self.decisions = decisions
        self.games = games
        self.everything = everything
        self.abstraction = Plain(game) if everything else training_plan(game).abstraction(game)
        self.begin = begin
        self.settings = settings
        self.best: tuple[Gain, Layers] | None = None

    def run(self, seed: int, told: Callable[[int], None] | None = None) -> Gain:
        """Train a network, then count its wins in games that it has never seen."""
        arrange = ExploitTables(self.game, self.bot, self.seats, self.options, seed)
        trainer = Trainer(self.abstraction, arrange, self.seats, self.settings, seed)
        if self.begin is not None:
            trainer.learner.begin_with(read_layers(self.begin))
        for progress in trainer.train(decisions=self.decisions):
            if told is not None:
                told(min(progress.decisions, self.decisions))
        layers = trainer.learner.weights
        fresh = ExploitTables(self.game, self.bot, self.seats, self.options, FRESH + seed)
        gain = measure(self.abstraction, layers, fresh, self.games, seed)
        if self.best is None or gain.share > self.best[0].share:
            self.best = (gain, layers)
        return gain

    def write(self, file: Path) -> None:
        """Keep the one that won most."""
        assert self.best is not None
        write_layers(file, self.game, self.abstraction, self.best[1], {"seed": str(self.best[0].seed)})


def gain_line(measure: Exploit, bot: str, gains: Sequence[Gain]) -> GainLine:
    """For the page about strength."""
    best = max(gains, key=lambda gain: gain.share)
    options = [f"{name}={show_option(value)}" for name, value in measure.options.items()]
    words = [
        f"pandarium exploit {measure.game.meta.name} --bot {bot} --seats {measure.seats}",
        *(f"--option {option}" for option in options),
        f"--decisions {measure.decisions} --seeds {len(gains)} --games {measure.games}",
        *(["--everything"] if measure.everything else []),
        *([f"--begin {measure.begin}"] if measure.begin is not None else []),
    ]
    looks_at = "everything" if isinstance(measure.abstraction, Plain) else "its inputs"
    if measure.begin is not None:
        looks_at += f", begins as {measure.begin.stem}"
    return GainLine(
        bot,
        measure.seats,
        ", ".join(options),
        looks_at,
        measure.decisions,
        len(gains),
        best.games,
        best.share,
        *best.interval,
        sum(gain.share for gain in gains) / len(gains),
        best.fair,
        " ".join(words),
    )


def describe(gain: Gain) -> str:
    """In words."""
    low, high = gain.interval
    return f"wins {gain.share:.1%} of {gain.games:,} games ({low:.1%} to {high:.1%}); fair is {gain.fair:.0%}"


def summary(gains: Sequence[Gain], bot: str, seats: int) -> str:
    """What the best learner takes, and all of them on the average."""
    best = max(gains, key=lambda gain: gain.share)
    mean = sum(gain.share for gain in gains) / len(gains)
    more = f"{100 * (best.share - best.fair):+.1f} points from a fair share"
    if len(gains) == 1:
        return f"{bot} at {seats} seats: the learner is {more}"
    average = f"all of them {100 * (mean - best.fair):+.1f} on the average"
    return f"{bot} at {seats} seats: the best of {len(gains)} learners is {more}, {average}"


def measure(abstraction: Abstraction, layers: Layers, arrange: ExploitTables, games: int, seed: int) -> Gain:
    """Count the wins of a network: whole deals, each from every seat."""
    seats = arrange.setup.seats
    deals = max(2, games // seats)
    tables = Tables(min(128, deals * seats), abstraction, arrange, seed)
    encode = Encoder(abstraction.layout)
    chance = np.random.default_rng(seed)
    won = np.full((deals, seats), np.nan)
    while np.isnan(won).any():
        options, _, _ = decide(encode(tables.inputs), tables, [layers], chance)
        for ended in tables.step(options).values():
            deal, me = divmod(ended.number, seats)
            if deal < deals:
                won[deal, me] = ended.shares[me]
    each = won.mean(axis=1)
    share = float(each.mean())
    interval = t_interval(share, float(each.std(ddof=1)) / sqrt(deals), deals)
    assert interval is not None
    low, high = interval
    return Gain(seed, deals * seats, share, (max(0.0, low), min(1.0, high)), 1 / seats)
