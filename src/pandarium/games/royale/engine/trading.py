"""Step 3, trade (PR-10)."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.games.royale.engine.dice import CLEAR_D6, PINK_D12, TAKEABLE, TRADED_D6, count, one
from pandarium.games.royale.engine.events import PASSED, TRADED
from pandarium.games.royale.engine.faults import (
    FINE,
    NO_PASSING,
    NO_SUCH_DIE,
    NO_SUCH_SEAT,
    NOT_TRADING,
    NOTHING_TO_OFFER,
    PINK_STAYS,
    THEY_HAVE_NONE,
    WITH_YOURSELF,
)
from pandarium.games.royale.engine.state import CHOICE, DRAFT_STEP, TRADE_STEP, RoyaleState


def begin_trade(state: RoyaleState) -> i64:
    """PR-10: clockwise from the left of the Panda token, its holder last."""
    state.step = TRADE_STEP
    state.turn = state.panda
    return next_trader(state)


def next_trader(state: RoyaleState) -> i64:
    """On to the next player who has a clear die to offer; after the holder of the token the draft begins."""
    while True:
        state.turn = (state.turn + 1) % state.seats
        if count(state.hands[state.turn], CLEAR_D6) > 0:
            return CHOICE
        if state.turn == state.panda:
            return end_trade(state)


def offer_fault(state: RoyaleState, seat: i64) -> i64:
    """PR-10: why this player may not trade at all; FINE if they may."""
    if state.step != TRADE_STEP:
        return NOT_TRADING
    return NOTHING_TO_OFFER if count(state.hands[seat], CLEAR_D6) == 0 else FINE


def trade_fault(state: RoyaleState, seat: i64, other: i64, die: i64) -> i64:
    """PR-10: why this player may not give `other` a clear die for one of their dice of this kind; FINE: they may."""
    fault = offer_fault(state, seat)
    if fault != FINE:
        return fault
    if other >= state.seats:
        return NO_SUCH_SEAT
    if other == seat:
        return WITH_YOURSELF
    if die == PINK_D12:
        return PINK_STAYS
    if die >= TAKEABLE:
        return NO_SUCH_DIE
    if count(state.hands[other], die) == 0:
        return THEY_HAVE_NONE
    return FINE


def trade_die(state: RoyaleState, seat: i64, other: i64, die: i64, log: list[Any] | None) -> i64:
    """PR-10: the clear die given, and a clear die taken, cannot be offered again this round."""
    gained: i64 = TRADED_D6 if die == CLEAR_D6 else die
    state.hands[seat] += one(gained) - one(CLEAR_D6)
    state.hands[other] += one(TRADED_D6) - one(die)
    if log is not None:
        log.append((TRADED, seat, other, die))
    return CHOICE if count(state.hands[seat], CLEAR_D6) > 0 else leave_trade(state)


def pass_fault(state: RoyaleState) -> i64:
    """PR-10, PR-11: a trade may be left out, a draft may not."""
    return FINE if state.step == TRADE_STEP else NO_PASSING


def pass_trade(state: RoyaleState, seat: i64, log: list[Any] | None) -> i64:
    """PR-10: trade no (more) dice this round."""
    if log is not None:
        log.append((PASSED, seat))
    return leave_trade(state)


def leave_trade(state: RoyaleState) -> i64:
    """One turn each: after one's last trade, or none, the next player trades."""
    return end_trade(state) if state.turn == state.panda else next_trader(state)


def end_trade(state: RoyaleState) -> i64:
    """Traded clear dice are plain clear dice again; on to the draft."""
    seat: i64 = 0
    while seat < state.seats:
        traded = count(state.hands[seat], TRADED_D6)
        state.hands[seat] += traded * (one(CLEAR_D6) - one(TRADED_D6))
        seat += 1
    return DRAFT_STEP
