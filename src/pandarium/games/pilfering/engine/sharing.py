"""Swapping a card with somebody: Sharing's ability (PP-C6), and the exchange of Sharing is Caring (PP-F4)."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.core.move_list import MoveList
from pandarium.games.pilfering.engine.cards import EVERY_LOOT, KEY, NO_CARD, ONE_KEY, bit, has, lowest
from pandarium.games.pilfering.engine.events import ABILITY_USED, EXCHANGED, OFFERED, TRADED_SECRET
from pandarium.games.pilfering.engine.faults import (
    ABILITY_SPENT,
    CARD_BOUND,
    FINE,
    NO_SUCH_CARD,
    NO_SUCH_SEAT,
    NOT_GIVING,
    NOT_IN_HAND,
    NOT_IN_SECRET,
    NOT_YOUR_ABILITY,
    OTHER_IS_OUT,
    WITH_YOURSELF,
)
from pandarium.games.pilfering.engine.knowledge import be_sure, learn, lose_sight, see, take_from
from pandarium.games.pilfering.engine.moves import SECRET, share
from pandarium.games.pilfering.engine.setup import NOBODY
from pandarium.games.pilfering.engine.state import ACTION_STEP, GIVE_STEP, SHARING, PilferingState
from pandarium.games.pilfering.engine.turn import is_free


def exchange(state: PilferingState, seat: i64, given: i64, other: i64, taken: i64, log: list[Any] | None) -> None:
    """Two players swap a card each; only they know which."""
    held: i64 = state.bound
    take_from(state, seat, bit(given))
    take_from(state, other, bit(taken))
    state.bound = held
    state.hands[seat] += bit(taken)
    state.hands[other] += bit(given)
    lose_sight(state, seat, other)
    be_sure(state, other, seat)
    learn(state, seat, other, given)
    learn(state, other, seat, taken)
    if log is not None:
        log.append((EXCHANGED, seat, given, other, taken))


def swap_secret(state: PilferingState, seat: i64, given: i64, taken: i64, log: list[Any] | None) -> None:
    """Alone: a card for one of the Secret Stash, which lies open."""
    held: i64 = state.bound
    take_from(state, seat, bit(given))
    state.bound = held
    state.hands[seat] += bit(taken)
    state.secret += bit(given) - bit(taken)
    see(state, seat, taken)
    if log is not None:
        log.append((TRADED_SECRET, seat, given, taken))


def share_fault(state: PilferingState, seat: i64, card: i64, other: i64) -> i64:
    """PP-C6, PP-T3: why Sharing cannot offer this card there."""
    if state.roles[seat] != SHARING:
        return NOT_YOUR_ABILITY
    if state.spent & bit(seat) != 0:
        return ABILITY_SPENT
    if card > KEY:
        return NO_SUCH_CARD
    if not has(state.hands[seat], card):
        return NOT_IN_HAND
    if not is_free(state, seat, card):
        return CARD_BOUND
    if state.fixed.solo:
        inside: bool = SECRET <= other <= SECRET + KEY and has(state.secret, other - SECRET)
        return FINE if inside else NOT_IN_SECRET
    if other >= state.seats:
        return NO_SUCH_SEAT
    if other == seat:
        return WITH_YOURSELF
    return OTHER_IS_OUT if state.hands[other] == 0 else FINE


def list_shares(state: PilferingState, seat: i64, moves: MoveList) -> None:
    """PP-C6: every card to every other player; alone, for every card of the Secret Stash."""
    rest: i64 = state.hands[seat] & EVERY_LOOT
    while rest != 0:
        list_sharing(state, seat, lowest(rest), moves)
        rest &= rest - 1
    if state.hands[seat] >= ONE_KEY:
        list_sharing(state, seat, KEY, moves)


def list_sharing(state: PilferingState, seat: i64, card: i64, moves: MoveList) -> None:
    """The same for one card."""
    if not is_free(state, seat, card):
        return
    other: i64 = 0
    last: i64 = state.seats - 1
    if state.fixed.solo:
        other = SECRET
        last = SECRET + KEY
    while other <= last:
        if share_fault(state, seat, card, other) == FINE:
            moves.add(share(card, other))
        other += 1


def offer(state: PilferingState, seat: i64, card: i64, other: i64, log: list[Any] | None) -> None:
    """PP-C6, Sharing: the other player chooses a card in return; alone, it is done."""
    state.spent |= bit(seat)
    if log is not None:
        log.append((ABILITY_USED, seat, SHARING))
    if state.fixed.solo:
        swap_secret(state, seat, card, other - SECRET, log)
        return
    state.gift = card
    state.asked = other
    state.step = GIVE_STEP
    if log is not None:
        log.append((OFFERED, seat, other, card))


def give_back(state: PilferingState, card: i64, log: list[Any] | None) -> None:
    """PP-C6, Sharing: now they swap."""
    state.sealed += 1
    other: i64 = state.asked
    gift: i64 = state.gift
    state.asked = NOBODY
    state.gift = NO_CARD
    state.step = ACTION_STEP
    exchange(state, state.turn, gift, other, card, log)


def give_fault(state: PilferingState, seat: i64, card: i64) -> i64:
    """PP-C6: why this card cannot be given for the one that is shared."""
    if state.step != GIVE_STEP:
        return NOT_GIVING
    if card > KEY:
        return NO_SUCH_CARD
    return FINE if has(state.hands[seat], card) else NOT_IN_HAND
