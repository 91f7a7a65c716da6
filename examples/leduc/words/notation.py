"""Notation of Leduc hold'em both ways, and moves as structs."""

from __future__ import annotations

import msgspec

from pandarium.core.errors import BadMove
from pandarium.games.leduc.engine.moves import CALL, FOLD, RAISE
from pandarium.games.leduc.view import MOVE_NAMES

_MEANING = {"fold": FOLD, "call": CALL, "check": CALL, "raise": RAISE}


class Fold(msgspec.Struct, frozen=True, tag_field="move", tag="fold"):
    """Give up the pot (LH-4)."""


class Call(msgspec.Struct, frozen=True, tag_field="move", tag="call"):
    """Pay what is owed, if anything is (LH-5)."""


class Raise(msgspec.Struct, frozen=True, tag_field="move", tag="raise"):
    """Pay what is owed and more (LH-6)."""


def describe(move: int) -> Fold | Call | Raise:
    """A move as a struct."""
    kinds: dict[int, type[Fold | Call | Raise]] = {FOLD: Fold, CALL: Call, RAISE: Raise}
    if move not in kinds:
        raise BadMove(str(move), "that number is no move of Leduc hold'em")
    return kinds[move]()


def say(move: int) -> str:
    """A move in notation: `fold`, `call`, `raise`."""
    if move not in MOVE_NAMES:
        raise BadMove(str(move), "that number is no move of Leduc hold'em")
    return MOVE_NAMES[move]


def read(text: str) -> int:
    """The move in that notation; case and spaces around it do not matter, and a check is a call."""
    word = text.strip().lower()
    if word not in _MEANING:
        raise BadMove(text, "write 'fold', 'call' (or 'check'), or 'raise'")
    return _MEANING[word]
