"""The refresh: a turn begins, and a card comes from the deck or cards from the Hideout (PP-T1 to PP-T6)."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append
from mypy_extensions import i64

from pandarium.games.pilfering.engine.cards import NO_CARD, bit, is_plan, plan_bit, size
from pandarium.games.pilfering.engine.dealing import lift
from pandarium.games.pilfering.engine.duty import could_pick_up
from pandarium.games.pilfering.engine.events import (
    ABILITY_USED,
    BY_PICK_UP,
    BY_SUSPICION,
    DREW,
    PICKED,
    SECRET_FILLED,
    SUSPICION,
    TOPPED_UP,
)
from pandarium.games.pilfering.engine.faults import (
    ABILITY_SPENT,
    DECK_EMPTY,
    FINE,
    HAND_FULL,
    NEVER_PLAYED,
    NOT_YOUR_ABILITY,
    TOO_FEW_IN_HIDEOUT,
)
from pandarium.games.pilfering.engine.knowledge import see
from pandarium.games.pilfering.engine.moves import GREEDY_WAY, PLAIN
from pandarium.games.pilfering.engine.prices import HIGH_SIDE, LOW_SIDE, penalty_of, suspicion_of
from pandarium.games.pilfering.engine.setup import HIDEOUT, SOLO_HAND
from pandarium.games.pilfering.engine.state import (
    ACTION_STEP,
    DRAW_STEP,
    FOR_HAND,
    FOR_HIDEOUT,
    FOR_SECRET,
    GREEDY,
    NEXT_STEP,
    NO_CARDS,
    NO_DRAW,
    SECRET_STEP,
    SNEAKY,
    PilferingState,
)
from pandarium.games.pilfering.engine.track import end_if_caught, finish, move_keeper

GREEDY_CARDS: Final = 2
"""What Greedy takes (PP-C6)."""


def draw_fault(state: PilferingState) -> i64:
    """PP-T2, PP-E4: why the hand cannot be refreshed from the deck."""
    if state.fixed.solo and size(state.hands[state.turn]) >= SOLO_HAND:
        return HAND_FULL
    return DECK_EMPTY if state.left == 0 else FINE


def pick_fault(state: PilferingState, seat: i64, cards: i64, way: i64) -> i64:
    """PP-T2 to PP-T5: why that many cards cannot be picked up from the Hideout in this way."""
    fault: i64 = way_fault(state, seat, cards, way)
    if fault == FINE and brings_duty(cards, way) and not could_pick_up(state, seat, cards, state.sketch()):
        return NEVER_PLAYED
    return fault


def way_fault(state: PilferingState, seat: i64, cards: i64, way: i64) -> i64:
    """The same without the duty that it brings (PP-T5), for which one must know the hand."""
    if cards < 1 or cards > len(state.hideout):
        return TOO_FEW_IN_HIDEOUT
    if way != PLAIN:
        if state.roles[seat] != (GREEDY if way == GREEDY_WAY else SNEAKY) or cards < 2:
            return NOT_YOUR_ABILITY
        if way == GREEDY_WAY and cards != GREEDY_CARDS:
            return NOT_YOUR_ABILITY
        if state.spent & bit(seat) != 0:
            return ABILITY_SPENT
    return room_fault(state, seat, cards)


def room_fault(state: PilferingState, seat: i64, cards: i64) -> i64:
    """PP-T2: a player alone cannot hold any number of cards."""
    return HAND_FULL if state.fixed.solo and size(state.hands[seat]) + cards > SOLO_HAND else FINE


def brings_duty(cards: i64, way: i64) -> bool:
    """PP-T4, PP-T5: whether it is a multi-card pick-up; what Greedy does counts as a single one (PP-C6)."""
    return cards > 1 and way != GREEDY_WAY


def draw(state: PilferingState) -> None:
    """PP-T2: the top of the deck."""
    state.drawing = FOR_HAND
    state.step = DRAW_STEP


def pick_up(state: PilferingState, seat: i64, cards: i64, way: i64, log: list[Any] | None) -> None:
    """PP-T2 to PP-T6: the right-most cards to hand; more than one has its price at once."""
    place: i64 = len(state.hideout) - cards
    taken = state.hideout[place:]
    state.hideout = state.hideout[:place]
    index: i64 = 0
    while index < cards:
        state.hands[seat] += bit(taken[index])
        see(state, seat, taken[index])
        if not brings_duty(cards, way):
            state.bound += bit(taken[index])  # PP-T3
        index += 1
    if log is not None:
        log.append((PICKED, seat, list(taken), way))
    state.step = ACTION_STEP
    if way != PLAIN:
        state.spent |= bit(seat)
        if log is not None:
            log.append((ABILITY_USED, seat, state.roles[seat]))
    if brings_duty(cards, way):
        state.duty = taken[0]
        if state.fixed.solo_suspicion:
            state.watch_next = 1
        move_keeper(state, penalty_of(state.fixed, way), BY_PICK_UP, log)
        raise_suspicion(state, seat, log)
        end_if_caught(state, log)


def raise_suspicion(state: PilferingState, seat: i64, log: list[Any] | None) -> None:
    """PP-T6: take the card, or pay what it shows and flip it; not alone (PP-4), and not once someone is out."""
    if state.suspicion == 0:
        return
    if state.suspect == seat:
        move_keeper(state, suspicion_of(state, seat), BY_SUSPICION, log)
        state.suspicion = HIGH_SIDE
    else:
        state.suspect = seat
        state.suspicion = LOW_SIDE
    if log is not None:
        log.append((SUSPICION, state.suspect, state.suspicion))


def draw_card(state: PilferingState, log: list[Any] | None) -> i64:
    """One card for what is being drawn for, unless it has all it needs (PP-E4); a Foiled Plan is returned (PP-F1)."""
    if state.drawing == FOR_HIDEOUT and len(state.hideout) >= HIDEOUT:
        state.drawing = NO_DRAW
        state.step = SECRET_STEP if state.fixed.solo else NEXT_STEP
    elif state.drawing == FOR_SECRET and size(state.secret) >= HIDEOUT:
        state.drawing = NO_DRAW
        state.step = NEXT_STEP
    elif state.left == 0:
        finish(state, NO_CARDS, log)  # PP-E4
    else:
        state.sealed += 1
        card = lift(state)
        if is_plan(card):
            state.plans_left -= 1
            state.gone |= plan_bit(card)
            state.met &= ~plan_bit(card)
            return card
        put_card(state, card, log)
    return NO_CARD


def put_card(state: PilferingState, card: i64, log: list[Any] | None) -> None:
    """Where a drawn card goes: to the hand, the Hideout or the Secret Stash."""
    if state.drawing == FOR_HAND:
        state.drawing = NO_DRAW
        state.hands[state.turn] += bit(card)
        state.step = ACTION_STEP
        if log is not None:
            log.append((DREW, state.turn, card))
    elif state.drawing == FOR_HIDEOUT:
        state.hideout = append(state.hideout, card)
        if log is not None:
            log.append((TOPPED_UP, card))
    else:
        state.secret += bit(card)
        if log is not None:
            log.append((SECRET_FILLED, card))
