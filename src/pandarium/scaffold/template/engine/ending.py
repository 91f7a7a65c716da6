"""The end: lucky cards are shown, and the highest panda wins (BD-5, BD-6)."""

from __future__ import annotations

from typing import Any

from pandarium.core.message import Message
from pandarium.core.outcome import Outcome

from .events import ENDED, REVEALED
from .state import RaceState


def reveal_cards(state: RaceState, log: list[Any] | None) -> None:
    """BD-5: all lucky cards are shown."""
    state.sealed += 1
    state.over = True
    if log is not None:
        for seat in range(state.seats):
            log.append((REVEALED, seat, state.lucky[seat], lucky_steps(state, seat)))
        log.append((ENDED,))


def lucky_steps(state: RaceState, seat: int) -> int:
    """BD-5: what the lucky card is worth to that player so far."""
    return state.stalk.bonus * state.rolls[seat][state.lucky[seat] - 1]


def outcome(state: RaceState) -> Outcome | None:
    """BD-6: the highest panda wins; equal heights share."""
    if not state.over:
        return None
    scores = [state.heights[seat] + lucky_steps(state, seat) for seat in range(state.seats)]
    best = max(scores)
    winners = [seat for seat in range(state.seats) if scores[seat] == best]
    why = Message("bamboodash.outcome.highest")
    return Outcome.because(tuple(winners), tuple(scores), why, "BD-6")
