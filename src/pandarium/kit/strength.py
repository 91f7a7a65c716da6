"""How the strength of a game's bots is measured, where the defaults are not enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pandarium.core.bot import Bot
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.rng import Rng


class StrengthPlan:
    """What to measure. A game overrides what it has more of."""

    options: tuple[Mapping[str, OptionValue], ...] = ({},)
    """The options with which bots are measured, one set after the other."""
    sizes: tuple[int, ...] = ()
    """The numbers of players at whose tables bots are measured; without any a small, a middle and a large table."""
    thinking: Mapping[str, float] = MappingProxyType({})
    """Levels that take their time, and which part of the games they play in real time, and for the ladder."""
    about_pairs: str = ""
    """Where all play together: a sentence below the table of who plays beside whom."""

    def sparring(self) -> Mapping[str, Callable[[], Bot]]:
        """Players by name that are no level: offered to nobody, but to be had in simulations, to measure levels by."""
        return {}

    def winnable(self, state: Any, rng: Rng) -> bool | None:
        """Where all play together: whether a search that sees every card finds a way to win; None: there is no search.

        For measuring how good a bot could be at all. No bot may ever ask it.
        """
        return None


def strength_plan(game: Game) -> StrengthPlan:
    """The game's own plan, or the default one."""
    return game.capability(StrengthPlan) or StrengthPlan()
