"""What lies in a game's box, card by card, and where each comes from: what is ours is said to players.

A content pack marks its entries `printed` (stated in the published rules), `inferred` (from other sources) or `ours`.
An entry that is not ours as a whole may still have something of ours: `ours = "name"`.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from pandarium.core.game import Game
from pandarium.core.message import Message

Source = Literal["printed", "inferred", "ours"]
Part = Literal["", "name", "suits", "details"]
"""What of an entry is ours, where the rest is not: its name, its suits, what the published rules leave open of it."""

OURS: Final = "ours"


class ContentEntry(msgspec.Struct, frozen=True):
    """A card, a kind of die, a board: something that lies in the box."""

    code: str
    """Its kind and its own code, `plan.torch`: the same in every pack of the game."""
    rule: str
    name: str
    text: str
    """What it does or has, in a sentence; may be empty."""
    source: Source
    ours: Part = ""


class ContentList:
    """The capability of a game whose box can be shown and replaced."""

    def title(self, content: Any) -> str:
        """What a pack (None: the game's own) calls itself; raises BadContent."""
        raise NotImplementedError

    def entries(self, content: Any) -> list[ContentEntry]:
        """What lies in the box with that pack (None: the game's own); raises BadContent."""
        raise NotImplementedError


def whose(source: str, ours: str = "") -> Message | None:
    """What players are told about an entry that is ours, or partly so; None: there is nothing to tell.

    >>> str(whose("ours"))
    'Ours: the box has its own.'
    >>> str(whose("printed", "name"))
    'The name is ours: the box has its own.'
    >>> whose("printed") is None
    True
    """
    if source == OURS:
        return Message("core.content.ours")
    return Message(f"core.content.ours.{ours}") if ours else None


def remark(source: str, ours: str = "") -> str:
    """The same for the end of a line in a terminal: a space and a bracket, or nothing."""
    found = whose(source, ours)
    return "" if found is None else f" [{found}]"


def entries_of(game: Game, content: Any = None) -> list[ContentEntry]:
    """What lies in the game's box with that pack; nothing where the game does not say."""
    contents = game.capability(ContentList)
    return [] if contents is None else contents.entries(content)
