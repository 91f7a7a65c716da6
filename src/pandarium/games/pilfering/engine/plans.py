"""Foiled Plans (PP-F1 to PP-F5)."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.games.pilfering.engine import laying
from pandarium.games.pilfering.engine.actions import carry_out_action, mark_limit
from pandarium.games.pilfering.engine.cards import (
    BACK_DOOR,
    CARING,
    EARLY,
    MUDDY,
    NO_CARD,
    RUMMAGE,
    TORCH,
    bit,
    is_plan,
    nth_card,
    size,
)
from pandarium.games.pilfering.engine.events import (
    BY_TORCH,
    DOOR_CLOSED,
    NO_EFFECT,
    PLACED,
    PLAN,
    RUMMAGED,
    WASHED_AWAY,
)
from pandarium.games.pilfering.engine.prices import TORCH_COST
from pandarium.games.pilfering.engine.setup import LEAST_IN_A_SET
from pandarium.games.pilfering.engine.sharing import exchange, swap_secret
from pandarium.games.pilfering.engine.state import (
    DOOR_STEP,
    DRAW_STEP,
    END_STEP,
    FOR_HAND,
    IN_FORCE,
    NO_CARDS,
    NO_DRAW,
    RUMMAGE_STEP,
    WAITING,
    PilferingState,
)
from pandarium.games.pilfering.engine.track import end_if_caught, finish, move_keeper
from pandarium.games.pilfering.engine.turn import go_out, turn_late_timer


def resolve(state: PilferingState, plan: i64, log: list[Any] | None) -> None:
    """PP-F1: do what it says, for the player whose turn it is; where it asks for nothing, the draw goes on."""
    seat: i64 = state.turn
    if log is not None:
        log.append((PLAN, seat, plan))
    if plan == RUMMAGE:
        rummage(state, seat, log)
    elif plan == BACK_DOOR:
        open_door(state, seat, log)
    elif plan == CARING:
        share_and_care(state, seat, log)
    elif plan == TORCH:
        move_keeper(state, TORCH_COST, BY_TORCH, log)
        end_if_caught(state, log)
    elif plan == MUDDY:
        wash_away(state, log)
    elif plan == EARLY:
        state.early = IN_FORCE if state.drawing == FOR_HAND else WAITING
        state.early_seat = seat
    else:
        state.gate = IN_FORCE if state.drawing == FOR_HAND else WAITING
        state.gate_seat = seat


def say_no_effect(state: PilferingState, plan: i64, log: list[Any] | None) -> None:
    """A plan that finds nothing to foil."""
    if log is not None:
        log.append((NO_EFFECT, state.turn, plan))


def wash_away(state: PilferingState, log: list[Any] | None) -> None:
    """PP-F5, Muddy Paws: the left-most card of the Hideout to the box."""
    if len(state.hideout) == 0:
        say_no_effect(state, MUDDY, log)
        return
    card: i64 = state.hideout[0]
    state.hideout = state.hideout[1:]
    state.box += bit(card)
    if log is not None:
        log.append((WASHED_AWAY, card))


def rummage(state: PilferingState, seat: i64, log: list[Any] | None) -> None:
    """PP-F2: the top Loot card of the deck, to be placed; plans above it stay where they are, unseen."""
    place: i64 = state.left - 1
    while place >= 0 and is_plan(state.deck[place]):
        place -= 1
    if place < 0:
        finish(state, NO_CARDS, log)  # PP-E4
        return
    state.found = state.deck[place]
    while place + 1 < state.left:
        state.deck[place] = state.deck[place + 1]
        place += 1
    state.left -= 1
    state.step = RUMMAGE_STEP
    if log is not None:
        log.append((RUMMAGED, seat, state.found))


def place_card(state: PilferingState, which: i64, log: list[Any] | None) -> None:
    """PP-F2: the rummaged card to the end of an area; it counts to the limit, and the draw goes on."""
    area = state.area(which)
    before: i64 = len(area.cards)
    laying.drop(area, state.found)
    if log is not None:
        log.append((PLACED, state.turn, which, state.found))
    mark_limit(state, which, before, log)
    state.found = NO_CARD
    state.step = DRAW_STEP


def open_door(state: PilferingState, seat: i64, log: list[Any] | None) -> None:
    """PP-F3: whoever has the cards for a set, and an area with a left end, may trade there."""
    if size(state.hands[seat]) >= LEAST_IN_A_SET and len(state.first.cards) + len(state.second.cards) > 0:
        state.step = DOOR_STEP
    else:
        say_no_effect(state, BACK_DOOR, log)


def trade_at_door(state: PilferingState, seat: i64, move: i64, log: list[Any] | None) -> None:
    """PP-F3: a set on the left, once."""
    carry_out_action(state, seat, move, log)
    leave_door(state, seat, log)


def leave_door(state: PilferingState, seat: i64, log: list[Any] | None) -> None:
    """PP-F3: after the trade the draw goes on, unless those were the last cards at a refresh."""
    state.step = DRAW_STEP
    if end_if_caught(state, log) or state.hands[seat] != 0:
        return
    if state.drawing == FOR_HAND:
        state.drawing = NO_DRAW
        state.step = END_STEP
        go_out(state, seat, log)
    else:
        go_out(state, seat, log)
        turn_late_timer(state, log)


def close_door(state: PilferingState, log: list[Any] | None) -> None:
    """PP-F3: no, thanks."""
    if log is not None:
        log.append((DOOR_CLOSED, state.turn))
    state.step = DRAW_STEP


def share_and_care(state: PilferingState, seat: i64, log: list[Any] | None) -> None:
    """PP-F4: a random card for a random card of the left neighbour who is not out; alone, of the Secret Stash."""
    mine: i64 = state.hands[seat]
    if state.fixed.solo:
        if mine == 0 or state.secret == 0:
            say_no_effect(state, CARING, log)
            return
        given: i64 = nth_card(mine, state.rng.below(size(mine)))
        taken: i64 = nth_card(state.secret, state.rng.below(size(state.secret)))
        swap_secret(state, seat, given, taken, log)
        return
    other: i64 = (seat + 1) % state.seats
    while other != seat and state.hands[other] == 0:
        other = (other + 1) % state.seats
    if mine == 0 or other == seat:
        say_no_effect(state, CARING, log)
        return
    theirs: i64 = state.hands[other]
    given = nth_card(mine, state.rng.below(size(mine)))
    taken = nth_card(theirs, state.rng.below(size(theirs)))
    exchange(state, seat, given, other, taken, log)
