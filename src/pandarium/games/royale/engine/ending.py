"""The end (PR-13)."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

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
    best = highest(state.totals)
    winners = [seat for seat in range(len(state.totals)) if state.totals[seat] == best]
    why = Message("royale.outcome.highest_total")
    return Outcome.because(tuple(winners), tuple(state.totals), why, "PR-13")


def outcome_into(state: RoyaleState, scores: vec[i64], wins: vec[u8], at: i64) -> None:
    """PR-13: the same as numbers."""
    totals = state.totals
    best: i64 = highest(totals)
    seat: i64 = 0
    while seat < len(totals):
        scores[at + seat] = totals[seat]
        if totals[seat] == best:
            wins[at + seat] = 1
        seat += 1


def highest(totals: vec[i64]) -> i64:
    """The highest total."""
    best: i64 = totals[0]
    for total in totals:
        best = max(best, total)
    return best
