"""The end (PR-13)."""

from __future__ import annotations

from typing import Any

from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.games.royale.engine.events import ENDED
from pandarium.games.royale.engine.state import OVER, RoyaleState


def end_game(state: RoyaleState, log: list[Any] | None) -> None:
    """PR-1: after the roll of round 10 nothing follows."""
    state.step = OVER
    if log is not None:
        log.append((ENDED,))


def outcome(state: RoyaleState) -> Outcome | None:
    """PR-13: the highest total wins; equal totals share."""
    if state.step != OVER:
        return None
    best = max(state.totals)
    winners = [seat for seat in range(len(state.totals)) if state.totals[seat] == best]
    why = Message("royale.outcome.highest_total")
    return Outcome.because(tuple(winners), tuple(state.totals), why, "PR-13")
