"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pandarium.games.leduc import view as seen


def sentence(event: Any, names: Sequence[str]) -> str:
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
