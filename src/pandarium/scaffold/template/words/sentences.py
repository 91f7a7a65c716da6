"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import view as seen
from ..engine.state import SLIP


def sentence(event: Any, names: Sequence[str]) -> str:
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
