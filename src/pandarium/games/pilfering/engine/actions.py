"""Actions with cards: sets, extensions, swaps and discarded Keys (PP-A1 to PP-A15), refused and carried out."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.pilfering.engine import laying
from pandarium.games.pilfering.engine.areas import Area
from pandarium.games.pilfering.engine.cards import KEY, NO_CARD, ONE_KEY, bit, has, keys_of, near, size
from pandarium.games.pilfering.engine.events import (
    ABILITY_USED,
    BY_BONUS,
    BY_DISCARD,
    BY_KEYS,
    BY_POINTS,
    BY_SET,
    BY_SUSPICION,
    DISCARDED,
    DUTY_DONE,
    LIMIT_REACHED,
    PLAYED,
    SWAPPED,
    WATCHED,
)
from pandarium.games.pilfering.engine.faults import (
    ABILITY_IDLE,
    ABILITY_SPENT,
    AREA_EMPTY,
    DOOR_NO_MATCH,
    FINE,
    GATE_LOCKED,
    KEY_FOR_KEY,
    KEY_IS_NOT_THAT,
    KEY_LEFT_OUT,
    NO_EXTENSION,
    NO_KEY,
    NO_KEY_THERE,
    NO_MATCH,
    NO_PREFERENCE,
    NO_REUSE,
    NO_SET,
    NO_SUCH_CARD,
    NOT_IN_HAND,
    NOT_YOUR_ABILITY,
    SOLO_FLOOR,
    TOO_SHORT,
)
from pandarium.games.pilfering.engine.knowledge import see, take_from
from pandarium.games.pilfering.engine.moves import (
    DISCARD,
    EXTEND,
    FIRST_SLOT,
    LEFT,
    REUSE,
    SET,
    SLOT_BITS,
    SLOT_MASK,
    SWAP,
    area_of,
    card_at,
    cards_used,
    kind_of,
    length_of,
    swap_card,
    swap_place,
    with_ability,
)
from pandarium.games.pilfering.engine.prices import (
    KEY_COST,
    WATCH_COST,
    Price,
    cards_of,
    first_may_be,
    is_dear,
    price_of,
)
from pandarium.games.pilfering.engine.readings import can_take_in, extending, fits, readings
from pandarium.games.pilfering.engine.sets import NOWHERE, read_set
from pandarium.games.pilfering.engine.setup import LEAST_ALONE, LEAST_IN_A_SET
from pandarium.games.pilfering.engine.state import CHARMING, CRAFTY, IN_FORCE, PilferingState
from pandarium.games.pilfering.engine.track import is_caught, move_keeper, move_panda

# May it be played? The duty of PP-T5 is looked at in `duty.py`.


def trade_fault(state: PilferingState, seat: i64, move: i64) -> i64:
    """Why this set or extension cannot be played; FINE if it can."""
    kind: i64 = kind_of(move)
    area = state.area(area_of(move))
    fault: i64 = cards_fault(state, seat, move)
    if fault != FINE:
        return fault
    if kind in (REUSE, LEFT, EXTEND) and len(area.cards) == 0:
        return AREA_EMPTY
    fresh: i64 = length_of(move)
    if kind == EXTEND:
        if fresh != 1 or extending(area, bit(card_at(move, 0))) == 0:
            return NO_EXTENSION
    elif fresh < (LEAST_IN_A_SET - 1 if kind == REUSE else LEAST_IN_A_SET):
        return TOO_SHORT
    else:
        fault = set_fault(state, area, move)
        if fault != FINE:
            return fault
    fault = ability_fault(state, seat, area, move)
    if fault != FINE:
        return fault
    return floor_fault(state, seat, move)


def cards_fault(state: PilferingState, seat: i64, move: i64) -> i64:
    """Whether these are cards, and in the player's hand."""
    hand: i64 = state.hands[seat]
    used: i64 = 0
    rest: i64 = move >> FIRST_SLOT
    if rest == 0:
        return NO_SUCH_CARD
    while rest != 0:
        card: i64 = (rest & SLOT_MASK) - 1
        if card < 0 or card > KEY:
            return NO_SUCH_CARD
        if card != KEY and used & bit(card) != 0:
            return NOT_IN_HAND  # PP-C1: there is one of each
        used += bit(card)
        if not has(hand, card) or keys_of(used) > keys_of(hand):
            return NOT_IN_HAND
        rest >>= SLOT_BITS
    return GATE_LOCKED if used >= ONE_KEY and state.gate == IN_FORCE else FINE


def set_fault(state: PilferingState, area: Area, move: i64) -> i64:
    """PP-A1 to PP-A3, PP-F2, PP-F3: whether it is a set, and may lie there."""
    kind: i64 = kind_of(move)
    cards = cards_of(state, move)
    enter: i64 = first_may_be(area, kind)
    kinds, firsts, ends = read_set(cards, 0, len(cards), 0, 0, enter, area.wants, area.reach, NOWHERE, KEY)
    if kind == REUSE:
        return NO_REUSE if kinds == 0 else FINE
    if kinds == 0:
        return NO_SET
    left: bool = kind == LEFT
    if (area.starts_loose() if left else area.ends_loose()) and not can_take_in(area, cards, left):
        return KEY_LEFT_OUT
    if left:
        return DOOR_NO_MATCH if ends & near(readings(area, 0)) == 0 else FINE
    if firsts & area.opens == 0:
        if len(area.cards) == 0:
            return NO_PREFERENCE
        if not with_ability(move) or state.roles[state.turn] != CRAFTY:
            return NO_MATCH
    elif with_ability(move) and state.roles[state.turn] == CRAFTY:
        return ABILITY_IDLE
    return FINE


def ability_fault(state: PilferingState, seat: i64, area: Area, move: i64) -> i64:
    """PP-C6, PP-A12: whether Crafty or Charming may and need help with it."""
    if not with_ability(move):
        return FINE
    role: i64 = state.roles[seat]
    if role not in (CRAFTY, CHARMING):
        return NOT_YOUR_ABILITY
    if state.spent & bit(seat) != 0:
        return ABILITY_SPENT
    if role == CRAFTY:
        return FINE if kind_of(move) == SET else ABILITY_IDLE
    return FINE if is_dear(state, area) else ABILITY_IDLE


def floor_fault(state: PilferingState, seat: i64, move: i64) -> i64:
    """PP-A14: alone, fewer than two cards may stay in hand only when the pandas are through."""
    if not state.fixed.solo:
        return FINE
    hand: i64 = state.hands[seat]
    if move == DISCARD:
        if size(hand) - 1 >= LEAST_ALONE:
            return FINE
        through: bool = state.panda >= state.fixed.win and state.keeper - KEY_COST < state.panda
        return FINE if through else SOLO_FLOOR
    if size(hand) - size(cards_used(move)) >= LEAST_ALONE:
        return FINE
    return FINE if gets_through(state, price_of(state, move, cards_of(state, move))) else SOLO_FLOOR


def gets_through(state: PilferingState, price: Price) -> bool:
    """PP-A14: whether the pandas stand at the win space or beyond after a trade at that price, and are not caught."""
    if price.suspicion != 0 and state.keeper + price.suspicion >= state.panda:
        return False
    panda: i64 = state.panda + price.panda()
    return panda >= state.fixed.win and state.keeper + price.keeper() < panda


def swap_fault(state: PilferingState, seat: i64, move: i64) -> i64:
    """PP-A10: why this card cannot take the place of that Key."""
    card: i64 = swap_card(move)
    area = state.area(area_of(move))
    if card == KEY:
        return KEY_FOR_KEY
    if card > KEY:
        return NO_SUCH_CARD
    if state.hands[seat] & bit(card) == 0:
        return NOT_IN_HAND
    place: i64 = swap_place(move)
    if place >= len(area.cards) or area.cards[place] != KEY:
        return NO_KEY_THERE
    return FINE if fits(area, place, card) else KEY_IS_NOT_THAT


def discard_fault(state: PilferingState, seat: i64) -> i64:
    """PP-A11: why no Key can be discarded."""
    if keys_of(state.hands[seat]) == 0:
        return NO_KEY
    if state.gate == IN_FORCE:
        return GATE_LOCKED
    return floor_fault(state, seat, DISCARD)


# Playing it


def carry_out_action(state: PilferingState, seat: i64, move: i64, log: list[Any] | None) -> None:
    """A set, extension, swap or discard. Alone, the keeper may be there before the set is (PP-V1)."""
    if pay_watch(state, move, log) and is_caught(state):
        return
    play(state, seat, move, log)


def play(state: PilferingState, seat: i64, move: i64, log: list[Any] | None) -> None:
    """The same, once the Raised Suspicion card on the area is paid."""
    kind: i64 = kind_of(move)
    if kind == SWAP:
        swap_key(state, seat, move, log)
    elif kind == DISCARD:
        discard_key(state, seat, log)
    else:
        play_cards(state, seat, move, log)


def pay_watch(state: PilferingState, move: i64, log: list[Any] | None) -> bool:
    """PP-V1: the Raised Suspicion card on an area is paid before the next set is laid there, and leaves."""
    if state.watched == NOWHERE or state.watched != area_of(move) or kind_of(move) not in (SET, REUSE, LEFT):
        return False
    state.watched = NOWHERE
    move_keeper(state, WATCH_COST, BY_SUSPICION, log)
    return True


def play_cards(state: PilferingState, seat: i64, move: i64, log: list[Any] | None) -> None:
    """PP-A2 to PP-A7: cards to the area, then panda, then keeper."""
    which: i64 = area_of(move)
    kind: i64 = kind_of(move)
    cards = cards_of(state, move)
    price = price_of(state, move, cards)
    use_ability(state, seat, move, log)
    used: i64 = cards_used(move)
    take_from(state, seat, used)
    before: i64 = len(state.area(which).cards)
    if log is not None:
        log.append((PLAYED, seat, kind, which, list(cards), before, price.bonus))
    lay_cards(state.area(which), kind, cards, price.bonus != 0)
    mark_limit(state, which, before, log)
    move_markers(state, price, log)
    if state.duty != NO_CARD and has(used, state.duty):
        do_duty(state, which, log)


def use_ability(state: PilferingState, seat: i64, move: i64, log: list[Any] | None) -> None:
    """PP-A12: Crafty or Charming helps with this trade, and never again."""
    if with_ability(move):
        state.spent |= bit(seat)
        if log is not None:
            log.append((ABILITY_USED, seat, state.roles[seat]))


def move_markers(state: PilferingState, price: Price, log: list[Any] | None) -> None:
    """PP-T1: panda, then keeper; the Raised Suspicion card on the area is paid before (`pay_watch`)."""
    move_panda(state, price.points, BY_POINTS, log)
    move_panda(state, price.bonus, BY_BONUS, log)
    move_keeper(state, price.charge, BY_SET, log)
    move_keeper(state, price.keys, BY_KEYS, log)


def lay_cards(area: Area, kind: i64, cards: vec[i64], bonus: bool) -> None:
    """Where the cards of each kind of trade go."""
    if kind == EXTEND:
        laying.extend(area, cards[0])
    elif kind == LEFT:
        laying.lay_left(area, cards, bonus)
    else:
        laying.lay(area, cards, kind == REUSE, bonus)


def mark_limit(state: PilferingState, which: i64, before: i64, log: list[Any] | None) -> None:
    """PP-A6, PP-F3: the play that reaches the limit marks the right-most card."""
    area = state.area(which)
    lie: i64 = len(area.cards)
    if before < state.fixed.limit <= lie:
        area.mark = lie - 1
        if log is not None:
            log.append((LIMIT_REACHED, which, area.mark, area.cards[area.mark]))


def swap_key(state: PilferingState, seat: i64, move: i64, log: list[Any] | None) -> None:
    """PP-A10: a Loot card lies where the Key was, and the Key comes to hand; everyone saw it."""
    card: i64 = swap_card(move)
    which: i64 = area_of(move)
    take_from(state, seat, bit(card))
    laying.swap(state.area(which), swap_place(move), card)
    state.hands[seat] += ONE_KEY
    see(state, seat, KEY)
    if log is not None:
        log.append((SWAPPED, seat, which, swap_place(move), card))
    if state.duty == card:
        do_duty(state, which, log)


def discard_key(state: PilferingState, seat: i64, log: list[Any] | None) -> None:
    """PP-A11: a Key to the box, the keeper 2 back."""
    take_from(state, seat, ONE_KEY)
    state.box += ONE_KEY
    if log is not None:
        log.append((DISCARDED, seat))
    move_keeper(state, -KEY_COST, BY_DISCARD, log)
    if state.duty == KEY:
        do_duty(state, NOWHERE, log)


def do_duty(state: PilferingState, which: i64, log: list[Any] | None) -> None:
    """PP-T5: the card that was picked up from is played; alone, the keeper's eye may follow it (PP-V1)."""
    if log is not None:
        log.append((DUTY_DONE, state.turn, state.duty))
    state.duty = NO_CARD
    if state.watch_next != 0:
        state.watch_next = 0
        if which != NOWHERE:
            state.watched = which
            if log is not None:
                log.append((WATCHED, which))
