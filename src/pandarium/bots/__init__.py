"""Bots for every game, by level: `random`, what a game brings itself, and a generic search where it brings nothing.

>>> import pandarium
>>> from pandarium.bots import levels, make
>>> levels(pandarium.game("royale"))
['random', 'greedy', 'hard']
"""

from __future__ import annotations

from collections.abc import Callable

from pandarium.bots.chance import RandomBot
from pandarium.bots.search import SearchBot
from pandarium.core.bot import Bot
from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.game import Game

__all__ = ["RandomBot", "SearchBot", "levels", "make", "strongest"]


def _makers(game: Game) -> dict[str, Callable[[], Bot]]:
    own = game.bots()
    return {"random": RandomBot, **(own or {"hard": SearchBot})}


def levels(game: Game) -> list[str]:
    """The levels there are for this game, weakest first."""
    return list(_makers(game))


def make(game: Game, level: str) -> Bot:
    """A bot of that level; raises PandariumError with the levels there are."""
    makers = _makers(game)
    if level not in makers:
        raise PandariumError(unknown_name(f"{game.meta.title} bot", level, makers))
    return makers[level]()


def strongest(game: Game) -> str:
    """The last of the levels."""
    return levels(game)[-1]
