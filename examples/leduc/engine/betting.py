"""Betting: fold, call, raise (LH-4 to LH-7). Each says which stage begins next; CHOICE: the other is to act."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.games.leduc.engine.faults import FINE, NO_MORE_RAISES, NOTHING_TO_FOLD_TO
from pandarium.games.leduc.engine.state import CHOICE, FIRST_ROUND, FOLDED, SECOND_ROUND, SHOWDOWN, LeducState

SMALL_RAISE: Final = 2
BIG_RAISE: Final = 4
MOST_RAISES: Final = 2


def fold_fault(state: LeducState) -> i64:
    """LH-4: only who would have to pay to stay in may fold."""
    return NOTHING_TO_FOLD_TO if state.owed == 0 else FINE


def fold(state: LeducState) -> i64:
    """LH-4, LH-9: the other player takes the pot, and nobody shows a card."""
    return FOLDED


def call(state: LeducState, seat: i64) -> i64:
    """LH-5, LH-7: pay what is owed; unless it was the opening check, the round is over."""
    if state.owed == 0 and seat == 0:
        state.turn = 1
        return CHOICE
    state.owed = 0
    return SECOND_ROUND if state.stage == FIRST_ROUND else SHOWDOWN


def raise_fault(state: LeducState) -> i64:
    """LH-6: two raises a round, whoever made them."""
    return NO_MORE_RAISES if state.raises == MOST_RAISES else FINE


def raise_stakes(state: LeducState, seat: i64) -> i64:
    """LH-6: pay what is owed and as much more as this round asks for."""
    more: i64 = SMALL_RAISE if state.stage == FIRST_ROUND else BIG_RAISE
    state.raises += 1
    state.stake += more
    state.owed = more
    state.turn = 1 - seat
    return CHOICE
