"""Words: notation both ways, moves as structs, events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pandarium.core.errors import BadMove

from . import view as seen
from .moves import CLIMB, REST
from .state import SLIP

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


def label(move: int) -> str:
    """A move as a player would say it."""
    return "Climb on: roll the die" if move == CLIMB else "Rest: keep the steps of this turn"


def tell(event: Any, names: Sequence[str]) -> str:
    """One event as a sentence."""
    match event:
        case seen.Dealt(seat, None):
            return f"{names[seat]} draws a lucky card"
        case seen.Dealt(seat, card):
            return f"{names[seat]} draws a lucky card: {card}"
        case seen.Began(seat):
            return f"{names[seat]} begins"
        case seen.Rolled(seat, face, lost) if face == SLIP:
            return f"{names[seat]} rolls a {face} and slips" + (f", {lost} steps down" if lost else "")
        case seen.Rolled(seat, face):
            return f"{names[seat]} rolls a {face}"
        case seen.Rested(seat, height):
            return f"{names[seat]} rests at {height}"
        case seen.Revealed(seat, card, steps):
            return f"{names[seat]} shows a lucky {card} and climbs {steps} more"
    return "The race is over"
