"""A round from ready to its end: countdown, what follows from an action, who goes on (WS-2, WS-12 to WS-14).

Whatever leads on says which phase begins next; CHOICE where somebody is to act first.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.games.wildstyle.engine.actions import set_fault
from pandarium.games.wildstyle.engine.cards import BIT, ICON_OF, NO_CARD, is_full
from pandarium.games.wildstyle.engine.events import COUNTING, PASSED, ROUND, ROUND_OVER, SAID_READY, STARTED, TRIGGERED
from pandarium.games.wildstyle.engine.faults import FINE
from pandarium.games.wildstyle.engine.setting_up import deal
from pandarium.games.wildstyle.engine.state import (
    CHOICE,
    COUNTDOWN,
    GETTING_READY,
    HAND,
    MAT,
    NOBODY,
    PLAYING,
    REMOVING,
    ROUND_TAGS,
    ROUNDS,
    SET,
    STRIDE,
    WildState,
)

COUNTDOWN_SECONDS: Final = 3


def begin_round(state: WildState, log: list[Any] | None) -> i64:
    """WS-S3, WS-14: six more tags on every mat; all cards are shuffled and dealt anew."""
    state.round += 1
    state.triggered = False
    state.ready = 0
    state.passed = 0
    if log is not None:
        log.append((ROUND, state.round))
    deal(state, log)
    seat: i64 = 0
    while seat < state.seats:
        state.mats[seat * STRIDE + MAT] += ROUND_TAGS
        seat += 1
    everyone: i64 = BIT[state.seats] - 1
    state.turn = NOBODY
    state.acting = everyone
    if state.fixed.turns:  # WS-41: without a clock there is nothing to count down
        state.phase = PLAYING
        state.turn = (state.round - 1) % state.seats
        state.acting = BIT[state.turn]
    else:
        state.phase = GETTING_READY
    return CHOICE


def say_ready(state: WildState, seat: i64, log: list[Any] | None) -> i64:
    """WS-2: everyone has seen hand and map; then the countdown begins."""
    state.ready |= BIT[seat]
    everyone: i64 = BIT[state.seats] - 1
    state.acting = everyone & ~state.ready
    if log is not None:
        log.append((SAID_READY, seat))
    return COUNTDOWN if state.acting == 0 else CHOICE


def begin_countdown(state: WildState, log: list[Any] | None) -> i64:
    """WS-2: between ready and go nobody moves."""
    state.phase = COUNTDOWN
    state.acting = BIT[state.seats] - 1
    if log is not None:
        log.append((COUNTING,))
    return CHOICE


def start_round(state: WildState, log: list[Any] | None) -> i64:
    """WS-2: go!"""
    state.sealed += 1
    state.phase = PLAYING
    if log is not None:
        log.append((STARTED, state.round))
    return CHOICE


def after_action(state: WildState, seat: i64, log: list[Any] | None) -> i64:
    """After every action: whoever waited may act again, the end may be triggered (WS-12), or be there (WS-13)."""
    if state.fixed.turns or not state.triggered:
        state.passed = 0
    if not state.fixed.turns:
        state.sealed += 1  # in real time a touch is a touch: others have seen it and acted on it
    if not state.triggered and (state.piles == 0 or (state.mat_of(seat) == 0 and still_tagging(state) <= 1)):
        state.triggered = True
        if log is not None:
            log.append((TRIGGERED, state.piles == 0))
    return next_actors(state, seat, log)


def still_tagging(state: WildState) -> i64:
    """Players with tags on their mats."""
    found: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        if state.mats[seat * STRIDE + MAT] > 0:
            found += 1
        seat += 1
    return found


def pass_on(state: WildState, seat: i64, log: list[Any] | None) -> i64:
    """WS-13: do nothing, until others have acted; after the trigger, in real time, nothing more this round."""
    state.passed |= BIT[seat]
    if not state.fixed.turns:
        state.sealed += 1
    if log is not None:
        log.append((PASSED, seat, state.triggered))
    return next_actors(state, seat, log)


def next_actors(state: WildState, last: i64, log: list[Any] | None) -> i64:
    """WS-13: the round is over when nobody who could go on has to; else whose turn it is (WS-41)."""
    able = who_is_able(state)
    if able == 0 or (state.triggered and who_holds(state) == 0):
        if log is not None:
            log.append((ROUND_OVER, state.round))
        return GETTING_READY if state.round < ROUNDS else REMOVING  # WS-14, WS-20
    if state.fixed.turns:
        seat: i64 = (last + 1) % state.seats
        while able & BIT[seat] == 0:
            seat = (seat + 1) % state.seats
        state.turn = seat
        state.acting = BIT[seat]
    else:
        state.acting = able
    return CHOICE


def who_is_able(state: WildState) -> i64:
    """Players who may do something, as far as the table can tell, a bit each."""
    able: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        if may_act(state, seat):
            able |= BIT[seat]
        seat += 1
    return able


def who_holds(state: WildState) -> i64:
    """WS-13: those of them for whom the round goes on: after the trigger only who has sets in progress."""
    holding: i64 = who_is_able(state)
    if state.triggered:
        seat: i64 = 0
        while seat < state.seats:
            if state.mats[seat * STRIDE + SET] | state.mats[seat * STRIDE + SET + 1] == 0:
                holding &= ~BIT[seat]
            seat += 1
    return holding


def may_act(state: WildState, seat: i64) -> bool:
    """WS-13: whether that player can do anything, as far as the table can tell: nobody sees into a hand."""
    base: i64 = seat * STRIDE
    if state.mats[base + MAT] == 0 or state.passed & BIT[seat] != 0:  # WS-11
        return False
    return state.mats[base + HAND] != 0 or state.piles != 0 or sets_can_move(state, seat)


def sets_can_move(state: WildState, seat: i64) -> bool:
    """Whether a set can be completed or rushed, or a shared card taken: what needs no hand."""
    first: i64 = state.mats[seat * STRIDE + SET]
    second: i64 = state.mats[seat * STRIDE + SET + 1]
    if is_full(first) or is_full(second) or (first | second != 0 and state.cars > 0):
        return True
    return can_take(state, seat)


def can_take(state: WildState, seat: i64) -> bool:
    """Whether a shared card fits one of the player's sets."""
    first: i64 = state.mats[seat * STRIDE + SET]
    second: i64 = state.mats[seat * STRIDE + SET + 1]
    pile: i64 = 0
    while pile < state.fixed.share_piles:
        top: i64 = state.top_of(pile)
        if top != NO_CARD:
            icon: i64 = ICON_OF[top]
            if set_fault(state, first, icon) == FINE or set_fault(state, second, icon) == FINE:
                return True
        pile += 1
    return False


def openly_able(state: WildState, seat: i64) -> bool:
    """WS-13: whether everybody can see that this player may draw, share, add or complete, not counting a rush."""
    if not may_act(state, seat):
        return False
    hand: i64 = state.hand_of(seat)
    first: i64 = state.mats[seat * STRIDE + SET]
    second: i64 = state.mats[seat * STRIDE + SET + 1]
    if is_full(first) or is_full(second) or (state.piles != 0 and not is_full(hand)):
        return True
    if hand != 0:
        if not state.triggered and (first == 0 or second == 0):
            return True
        pile: i64 = 0
        while pile < state.fixed.share_piles:
            if state.top_of(pile) == NO_CARD:
                return True
            pile += 1
    return can_take(state, seat)


def timer_seconds(state: WildState) -> int:
    """Seconds after which a clock plays `timeout` for everyone who may act; 0: no clock runs.

    For the countdown they begin with it (WS-2). To close a round they begin anew with every move (WS-13).
    """
    if state.fixed.turns:
        return 0
    if state.phase == COUNTDOWN:
        return COUNTDOWN_SECONDS
    if state.phase != PLAYING:
        return 0
    if not state.triggered:
        seat: i64 = 0
        while seat < state.seats:
            if openly_able(state, seat):
                return 0
            seat += 1
    return state.fixed.grace
