"""Bots for every game, by level: `random`, what a game brings itself, and a generic search where it brings nothing.

>>> import pandarium
>>> from pandarium.bots import levels, make
>>> levels(pandarium.game("royale"))
['random', 'greedy', 'hard']
"""

from __future__ import annotations

from collections.abc import Callable

from pandarium.bots.random_bot import RandomBot
from pandarium.bots.search import SearchBot
from pandarium.bots.speed import split_speed
from pandarium.core.bot import Bot
from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.game import Game
from pandarium.kit.strength import strength_plan

NET = "net:"
"""Before the file of a network, in place of a level."""

__all__ = ["RandomBot", "SearchBot", "levels", "make", "quick_level", "strongest", "thinks"]


def _makers(game: Game) -> dict[str, Callable[[], Bot]]:
    own = game.bots()
    return {"random": RandomBot, **(own or {"hard": SearchBot})}


def levels(game: Game) -> list[str]:
    """The levels there are for this game, weakest first."""
    return list(_makers(game))


def make(game: Game, level: str) -> Bot:
    """A bot of that level, a sparring partner, or `net:FILE`; raises PandariumError with the levels there are.

    The level may say how fast it is, `planner@quick`: the bot is the same, the table must mind it.
    """
    makers = _makers(game)
    name, _ = split_speed(level)
    if name.startswith(NET):
        from pandarium.bots.net import load_net  # not before somebody plays against one

        return load_net(game, name.removeprefix(NET))
    maker = makers.get(name) or strength_plan(game).sparring().get(name)
    if maker is None:
        raise PandariumError(unknown_name(f"{game.meta.title} bot", name, makers))
    return maker()


def strongest(game: Game) -> str:
    """The last of the levels."""
    return levels(game)[-1]


def thinks(game: Game, level: str) -> bool:
    """Whether bots of that level search; raises PandariumError."""
    return make(game, level).thinks


def quick_level(game: Game, level: str) -> str:
    """Who moves where a bot of that level cannot: itself, if it need not think, else the best below it that need not.

    >>> from pandarium import game
    >>> quick_level(game("wildstyle"), "strong"), quick_level(game("pandante"), "liar")
    ('planner', 'liar')
    """
    ladder = levels(game)
    name, _ = split_speed(level)
    below = ladder[: ladder.index(name) + 1] if name in ladder else ladder
    return next((lower for lower in reversed(below) if not thinks(game, lower)), ladder[0])
