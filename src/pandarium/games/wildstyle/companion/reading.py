"""Parts of entries: numbers, hexes, objectives."""

from __future__ import annotations

from collections.abc import Sequence

from pandarium.core.errors import BadMove, IllegalMove
from pandarium.core.message import Message
from pandarium.games.wildstyle.content import HEX_NAMES, OBJECTIVE_CODES

LONGEST_NUMBER = 12
"""Digits: seconds need ten."""


def number(entry: str, word: str) -> int:
    """A whole number."""
    if not (word.isascii() and word.isdecimal() and len(word) <= LONGEST_NUMBER):
        raise BadMove(entry, Message("wildstyle.companion.number"))
    return int(word)


def numbers(entry: str, words: Sequence[str], wanted: int) -> list[int]:
    """That many whole numbers."""
    if len(words) != wanted:
        raise BadMove(entry, Message("wildstyle.companion.numbers", {"n": wanted, "given": len(words)}))
    return [number(entry, word) for word in words]


def time(entry: str, words: Sequence[str]) -> int | None:
    """When it happened; None if that was not told."""
    return numbers(entry, words, 1)[0] if words else None


def hexes(words: Sequence[str], known: int) -> list[str]:
    """Names of hexes on a map with so many of them."""
    names = [word.upper() for word in words]
    for name in names:
        if name not in HEX_NAMES[:known]:
            told: dict[str, int | str | Message] = {"hex": name[:8], "last": HEX_NAMES[known - 1]}
            raise IllegalMove("WS-C2", Message("wildstyle.companion.no_hex", told))
    return names


def objectives(entry: str, words: Sequence[str]) -> list[int]:
    """Objectives by their codes."""
    codes = [word.lower() for word in words]
    if any(code not in OBJECTIVE_CODES for code in codes):
        raise BadMove(entry, Message("wildstyle.companion.objectives", {"codes": ", ".join(OBJECTIVE_CODES)}))
    return [OBJECTIVE_CODES.index(code) for code in codes]
