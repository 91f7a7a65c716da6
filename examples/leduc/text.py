"""Words for Leduc hold'em: notation both ways, moves as structs, events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pandarium.core.errors import BadMove
from pandarium.games.leduc import view as seen
from pandarium.games.leduc.moves import CALL, FOLD, RAISE
from pandarium.games.leduc.view import MOVE_NAMES

_MEANING = {"fold": FOLD, "call": CALL, "check": CALL, "raise": RAISE}
_LABELS = {FOLD: "Fold", CALL: "Call, or check", RAISE: "Raise"}


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


def label(move: int) -> str:
    """A move as a player would say it."""
    return _LABELS[move]


def tell(event: Any, names: Sequence[str]) -> str:
    """One event as a sentence."""
    match event:
        case seen.DealtCard(seat, None):
            return f"{names[seat]} gets a card"
        case seen.DealtCard(seat, card):
            return f"{names[seat]} gets a card: {card}"
        case seen.MadeBet(seat, "call", 0):
            return f"{names[seat]} checks"
        case seen.MadeBet(seat, move, _):
            return f"{names[seat]} {move}s"
        case seen.TurnedCard(card):
            return f"The public card is {card}"
        case seen.ShownCard(seat, card):
            return f"{names[seat]} shows {card}"
        case seen.Ended(None, _):
            return "They share the pot"
    return f"{names[event.winner]} wins {event.chips}"
