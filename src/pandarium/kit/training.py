"""How networks for a game are trained, where the defaults are not enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from pandarium.core.bot import Bot
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.kit.abstraction import Abstraction, Plain


class TrainingPlan:
    """What is played, by whom, and what a network sees of it. A game overrides what it has more of."""

    def abstraction(self, game: Game) -> Abstraction:
        """What a network looks at, and its options."""
        return Plain(game)

    def draw_table(self, game: Game, chance: Random) -> tuple[int, Mapping[str, OptionValue]]:
        """How many play the next game, and with which options."""
        low, high = game.meta.seats
        return chance.randint(low, high), {}

    def partners(self) -> Mapping[str, Callable[[], Bot]]:
        """Quick bots by name that sit at some of the tables."""
        return {}


def training_plan(game: Game) -> TrainingPlan:
    """The game's own plan, or the default one."""
    return game.capability(TrainingPlan) or TrainingPlan()
