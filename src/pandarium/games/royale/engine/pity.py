"""Step 2, pity dice (PR-9)."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.games.royale.engine.dice import PINK_D12, count, one
from pandarium.games.royale.engine.events import PITY
from pandarium.games.royale.engine.rolling import round_score
from pandarium.games.royale.engine.state import NOBODY, TRADE_STEP, RoyaleState


def claim_pity_dice(state: RoyaleState, log: list[Any] | None) -> i64:
    """PR-9: pink dice go back, then one each to the lowest round scores; the trade comes next."""
    pink: i64 = 15 * one(PINK_D12)
    seat: i64 = 0
    while seat < state.seats:
        state.hands[seat] &= ~pink
        seat += 1
    left: i64 = state.fixed.pink
    while left > 0:
        seat = next_for_pity(state)
        state.hands[seat] += one(PINK_D12)
        if log is not None:
            log.append((PITY, seat))
        left -= 1
    return TRADE_STEP


def next_for_pity(state: RoyaleState) -> i64:
    """PR-9: the lowest score without a pink die; ties go counter-clockwise from the token's right, holder last."""
    hands = state.hands
    best: i64 = NOBODY
    lowest: i64 = 0
    seat: i64 = state.panda
    left: i64 = state.seats
    while left > 0:
        seat = seat - 1 if seat > 0 else state.seats - 1
        if count(hands[seat], PINK_D12) == 0:
            score: i64 = round_score(state, seat)
            if best == NOBODY or score < lowest:
                best = seat
                lowest = score
        left -= 1
    return best
