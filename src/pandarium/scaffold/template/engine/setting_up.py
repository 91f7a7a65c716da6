"""Setting up (BD-S1)."""

from __future__ import annotations

from typing import Any

from .events import BEGAN, DEALT
from .state import RaceState


def set_up(state: RaceState, log: list[Any] | None) -> None:
    """BD-S1: a secret lucky card for everyone; chance says who begins."""
    deck = state.stalk.cards[:]
    state.lucky = [deck.pop(state.rng.below(len(deck))) for _ in range(state.seats)]
    state.first = state.rng.below(state.seats)
    state.turn = state.first
    if log is not None:
        for seat in range(state.seats):
            log.append((DEALT, seat, state.lucky[seat]))
        log.append((BEGAN, state.first))
