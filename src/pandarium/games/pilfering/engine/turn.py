"""How a turn begins and ends, and the game with it (PP-T1, PP-E1 to PP-E9, PP-1, PP-2)."""

from __future__ import annotations

from typing import Any

from librt.vecs import append
from mypy_extensions import i64

from pandarium.games.pilfering.engine.cards import EVERY_LOOT, KEY, NEAR, NO_CARD, bit, has, keys_of, list_cards, size
from pandarium.games.pilfering.engine.events import (
    BY_FINAL,
    BY_TURN,
    FINAL,
    PASSED,
    PLAYED_ON,
    SECRET_MOVED,
    STASHED,
    TIMER,
    TURN,
    WENT_OUT,
)
from pandarium.games.pilfering.engine.faults import (
    FINE,
    NO_SUCH_CARD,
    NOT_IN_HAND,
    NOT_IN_SECRET,
    NOT_STASHING,
    SECRET_MATCH,
    STASH_BOUND,
)
from pandarium.games.pilfering.engine.knowledge import take_from
from pandarium.games.pilfering.engine.prices import TURN_COST, drop_cost
from pandarium.games.pilfering.engine.setup import LEAST_ALONE, NOBODY
from pandarium.games.pilfering.engine.state import (
    CHECK_FAILED,
    CHECK_STEP,
    DRAW_STEP,
    END_STEP,
    ESCAPED,
    FINAL_STEP,
    FOR_HIDEOUT,
    FOR_SECRET,
    IN_FORCE,
    NOT_PLAYED,
    NOT_READY,
    OUT_OF_TIME,
    REFRESH_STEP,
    SECRET_STEP,
    STASH_STEP,
    TOP_UP_STEP,
    TURN_STEP,
    WAITING,
    PilferingState,
)
from pandarium.games.pilfering.engine.track import end_if_caught, finish, move_keeper

# A turn begins


def begin_turn(state: PilferingState, log: list[Any] | None) -> None:
    """PP-T1, PP-E8: who is out only turns the Timer, if they have it."""
    seat: i64 = state.turn
    state.turns += 1
    if state.early == WAITING and state.early_seat == seat:
        state.early = IN_FORCE
    if state.gate == WAITING and state.gate_seat == seat:
        state.gate = IN_FORCE
    if log is not None:
        log.append((TURN, seat, state.turns))
    if state.out & bit(seat) == 0:
        state.step = REFRESH_STEP
        return
    state.step = END_STEP
    if state.timekeeper == seat:
        turn_timer(state, log)


# It ends


def end_actions(state: PilferingState, seat: i64, log: list[Any] | None) -> None:
    """PP-A13, PP-E1: on to the stash, if there is a card that may go there (PP-T3).

    Nobody sits on alone with a single card: if it may not be stashed, the check follows at once (PP-A14).
    """
    if log is not None:
        log.append((PASSED, seat))
    state.duty = NO_CARD
    state.step = END_STEP
    if state.hands[seat] != state.bound:
        state.step = STASH_STEP
    elif state.fixed.solo and size(state.hands[seat]) < LEAST_ALONE:
        end_alone(state, log)


def is_free(state: PilferingState, seat: i64, card: i64) -> bool:
    """PP-T3: whether a card may leave the hand unplayed; Keys are all alike."""
    if card == KEY:
        return keys_of(state.hands[seat]) > keys_of(state.bound)
    return not has(state.bound, card)


def stash_fault(state: PilferingState, seat: i64, card: i64) -> i64:
    """PP-E1, PP-T3, PP-1: why this card cannot go to the Hideout."""
    if state.step == SECRET_STEP:
        if card > KEY:
            return NO_SUCH_CARD
        if not has(state.secret, card):
            return NOT_IN_SECRET
        return FINE if has(secret_choices(state), card) else SECRET_MATCH
    if state.step != STASH_STEP:
        return NOT_STASHING
    if card > KEY:
        return NO_SUCH_CARD
    if not has(state.hands[seat], card):
        return NOT_IN_HAND
    return FINE if is_free(state, seat, card) else STASH_BOUND


def stash_card(state: PilferingState, seat: i64, card: i64, log: list[Any] | None) -> None:
    """PP-E1: a card to the right end of the Hideout."""
    take_from(state, seat, bit(card))
    state.hideout = append(state.hideout, card)
    if log is not None:
        log.append((STASHED, seat, card))
    state.step = END_STEP
    if state.hands[seat] == 0:
        go_out(state, seat, log)


def go_out(state: PilferingState, seat: i64, log: list[Any] | None) -> None:
    """PP-E6, PP-2: the first one out takes the Timer, and suspicion ends; alone it is over, one way or the other."""
    state.out |= bit(seat)
    if log is not None:
        log.append((WENT_OUT, seat))
    if state.fixed.solo:
        end_alone(state, log)
    elif state.timekeeper == NOBODY:
        state.timekeeper = seat
        state.suspect = NOBODY
        state.suspicion = 0
        if log is not None:
            log.append((TIMER, seat, 0, state.fixed.time_up))
    else:
        state.late = 1


def end_alone(state: PilferingState, log: list[Any] | None) -> None:
    """PP-2, PP-A14: alone it is over, with the final check if the pandas are through."""
    if state.panda >= state.fixed.win and state.keeper < state.panda:
        state.step = FINAL_STEP
    else:
        finish(state, NOT_READY, log)


def end_turn(state: PilferingState, log: list[Any] | None) -> None:
    """PP-E2, PP-E3: keeper +1, then the win check."""
    state.bound = 0
    move_keeper(state, TURN_COST, BY_TURN, log)
    if end_if_caught(state, log):
        return
    state.step = CHECK_STEP if state.panda >= state.fixed.win and state.out != 0 else TOP_UP_STEP


def answer_check(state: PilferingState, seat: i64, yes: bool, log: list[Any] | None) -> None:
    """PP-E3: run for it, or play on."""
    if yes:
        state.step = FINAL_STEP
        return
    if log is not None:
        log.append((PLAYED_ON, seat))
    state.step = TOP_UP_STEP


def top_up(state: PilferingState, log: list[Any] | None) -> None:
    """PP-E4, PP-E7: the Hideout is topped up; but first the Timer turns if someone else went out."""
    state.drawing = FOR_HIDEOUT
    state.step = DRAW_STEP
    turn_late_timer(state, log)


def turn_late_timer(state: PilferingState, log: list[Any] | None) -> None:
    """PP-E7: the quarter turn for somebody who went out after another."""
    if state.late != 0:
        state.late = 0
        turn_timer(state, log)


def turn_timer(state: PilferingState, log: list[Any] | None) -> None:
    """PP-E7: a quarter turn; with the last it is over, or, if so agreed, it is the last chance for the final check."""
    state.quarters += 1
    if log is not None:
        log.append((TIMER, state.timekeeper, state.quarters, state.fixed.time_up))
    if state.quarters >= state.fixed.time_up:
        if state.fixed.last_check and state.panda >= state.fixed.win:
            state.step = FINAL_STEP
        else:
            finish(state, OUT_OF_TIME, log)


def secret_choices(state: PilferingState) -> i64:
    """PP-1: cards of the Secret Stash that may go to the Hideout, a Key only for want of others; a hand."""
    loot: i64 = state.secret & EVERY_LOOT
    if len(state.hideout) != 0:
        end: i64 = state.hideout[len(state.hideout) - 1]
        if end == KEY:
            return state.secret
        if loot & NEAR[end] != 0:
            return loot & NEAR[end]
    return loot if loot != 0 else state.secret


def move_secret(state: PilferingState, card: i64, log: list[Any] | None) -> None:
    """PP-1: a card of the Secret Stash to the end of the Hideout, then refill."""
    state.secret -= bit(card)
    state.hideout = append(state.hideout, card)
    if log is not None:
        log.append((SECRET_MOVED, card))
    state.drawing = FOR_SECRET
    state.step = DRAW_STEP


def next_turn(state: PilferingState) -> None:
    """PP-T1: clockwise; what held for this turn is over."""
    if state.early == IN_FORCE:
        state.early = NOT_PLAYED
    if state.gate == IN_FORCE:
        state.gate = NOT_PLAYED
    state.watch_next = 0
    state.turn = (state.turn + 1) % state.seats
    state.step = TURN_STEP


# The game ends


def final_check(state: PilferingState, log: list[Any] | None) -> None:
    """PP-E5, PP-3: the keeper comes nearer for every card left."""
    state.sealed += 1
    cost: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        cost += drop_cost(state.fixed, state.hands[seat])
        viewer: i64 = 0
        while viewer <= state.seats:
            state.known[viewer * state.seats + seat] = state.hands[seat]
            viewer += 1
        seat += 1
    if state.fixed.stash_counts:
        cost += drop_cost(state.fixed, state.secret)
    if log is not None:
        log.append((FINAL, [list_cards(hand) for hand in state.hands], cost))
    drop_food(state, cost, log)


def drop_food(state: PilferingState, cost: i64, log: list[Any] | None) -> None:
    """PP-E5: the keeper comes nearer by that much; still behind, and the pandas are out."""
    state.dropped = cost
    move_keeper(state, cost, BY_FINAL, log)
    finish(state, ESCAPED if state.keeper < state.panda else CHECK_FAILED, log)
