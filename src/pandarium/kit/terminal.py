"""A game's own table in the terminal. A game without one is drawn generically."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pandarium.core.game import Game


class TerminalTable:
    """How a game looks in the terminal. A game overrides what it has better words or drawings for.

    `pandarium.kit.terminal_drawing` has what such tables share.
    """

    def draw(self, view: Any, names: Sequence[str], width: int = 80) -> Any:
        """The table as a Rich renderable of that width; None: the generic drawing will do.

        Text whose style has `meta={"move": notation}` stands for that move and can be clicked; with `"slot": True` it
        makes room for the move's key. An attribute `pages` of (title, renderable) holds further pages, an attribute
        `short` the same table in fewer lines, for windows in which the moves would have no room below it.
        """
        return None

    def previews(self, view: Any) -> Mapping[str, str]:
        """What the viewer's legal moves would do at once, in a few words, by notation; they are listed so.

        Only what the view says. A move that needs no such words is left out.
        """
        return {}

    def group(self, move: int, names: Sequence[str]) -> str:
        """What a move has in common with others, as a line of a list; "": it stands alone.

        Where there are many moves, those of one group are folded into one line.
        """
        return ""

    def listed_as(self, view: Any, notation: str) -> str:
        """The move that stands for this one in a list: itself, or one of the viewer's that comes to the same."""
        return notation

    def how_far(self, view: Any) -> str:
        """How far the players came, in a sentence, for the end of a game in which all play together."""
        return ""


def terminal_table(game: Game) -> TerminalTable:
    """The game's own table, or the generic one."""
    return game.capability(TerminalTable) or TerminalTable()
