"""Notation both ways, and moves as structs."""

from __future__ import annotations

import msgspec

from pandarium.core.errors import BadMove

from ..engine.moves import CLIMB, REST

NOTATION = {CLIMB: "climb", REST: "rest"}


class Climb(msgspec.Struct, frozen=True, tag_field="move", tag="climb"):
    """Roll the die (BD-2)."""


class Rest(msgspec.Struct, frozen=True, tag_field="move", tag="rest"):
    """Keep the steps of this turn (BD-3)."""


def say(move: int) -> str:
    """A move in notation: `climb`, `rest`."""
    if move not in NOTATION:
        raise BadMove(str(move), "that number is no move of this game")
    return NOTATION[move]


def read(text: str) -> int:
    """The move in that notation; case and spaces around do not matter."""
    word = text.strip().lower()
    for move, name in NOTATION.items():
        if word == name:
            return move
    raise BadMove(text, "write 'climb' or 'rest'")


def describe(move: int) -> Climb | Rest:
    """A move as a struct."""
    return Climb() if say(move) == "climb" else Rest()
