"""Abilities are resolved one at a time: Light, Dark, special (PD-L1 to PD-L6, PD-D1 to PD-D6, PD-33, PD-K4, PD-DD3)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.pandante.engine import abilities, deck, events, faults, payments, phases
from pandarium.games.pandante.engine.abilities import (
    ADD,
    BIG_ADD,
    BIG_DRAW,
    COIN,
    DELETE,
    DILEMMA,
    DRAW,
    EX_DRAW,
    LONG_SHOT,
    LOWER,
    NEW_HAND,
    PEEK,
    RAISE,
    REARRANGE,
    SLEEP,
    TRADE,
)
from pandarium.games.pandante.engine.cards import BIT, DECK, NO_CARD, lowest, nth, size
from pandarium.games.pandante.engine.claims import PAIR
from pandarium.games.pandante.engine.moves import REPLACE_NONE
from pandarium.games.pandante.engine.state import (
    FOUR_BITS,
    HAND_SIZE,
    NOBODY,
    SIXTH_SLOT,
    SLOTS,
    TAIL_SLOT,
    PandanteState,
    queued_ability,
    queued_target,
    top_card,
    top_item,
)
from pandarium.games.pandante.engine.turn_order import is_in, next_of, staying

COIN_CARDS: Final = 5
LOOK: Final = 3
"""PD-K4: how far into the deck the oracle sees."""
THREE_ORDERS: Final = vec[i64]([0o012, 0o021, 0o102, 0o120, 0o201, 0o210])
"""Which card comes first, second, third: an octal digit each."""


def let_it_happen(state: PandanteState) -> None:
    """PD-7: everything is announced."""
    state.sealed += 1
    state.phase = phases.ABILITIES_TAKE_EFFECT


def resolve_abilities(state: PandanteState) -> None:
    """PD-7, PD-10: one after the other, until a decision is needed; then the next player."""
    while state.at < len(state.queue):
        item: i64 = state.queue[state.at]
        if not take_effect(state, state.performer, queued_ability(item), queued_target(item)):
            return
        state.at += 1
    if size(staying(state)) == 1:
        state.phase = phases.LAST_ONE_WINS
    else:
        abilities.ask_for_abilities(state, next_of(state, staying(state), state.performer))


def next_effect(state: PandanteState) -> None:
    """The decision is made: on with the next ability."""
    state.at += 1
    state.phase = phases.ABILITIES_TAKE_EFFECT


def take_effect(state: PandanteState, seat: i64, ability: i64, target: i64) -> bool:
    """Do what the ability says; False: somebody has to decide something first."""
    why = events.by_ability(ability)
    if ability in (PEEK, TRADE):
        works = is_in(state, target)
        abilities.tell_effect(state, seat, ability, target, works)  # PD-7: a target who has folded: no effect
        if works and ability == PEEK:
            deck.peek(state, seat, target)
        elif works:
            deck.hand_over(state, target, seat, why)
            deck.hand_over(state, seat, target, why)
        return True
    if ability == DELETE:
        delete(state, seat, target)
        return True
    if ability == LOWER:
        abilities.tell_effect(state, seat, ability, target, state.claim(seat) > PAIR)
        lower_claim(state, seat)
        return True
    abilities.tell_effect(state, seat, ability, target, True)
    if ability in (RAISE, DILEMMA):
        return not ask_next(state, seat)
    if ability == DRAW:
        return not draw_and(state, phases.DISCARDING, seat, 1, 0)
    if ability == EX_DRAW:
        return not draw_and(state, phases.TOPPING, seat, 1, 0)
    if ability == BIG_DRAW:
        return not draw_and(state, phases.DISCARDING, seat, 2, 1)
    if ability == COIN:
        return not draw_and(state, phases.DISCARDING, seat, COIN_CARDS, 0)
    if ability == NEW_HAND:
        return take_new_hand(state, seat)
    if ability in (ADD, BIG_ADD):
        return turn_up(state, seat, ability, target)
    if ability == SLEEP:
        state.slept |= BIT[seat]
        fold_from_ability(state, seat, why)
        return True
    if ability == LONG_SHOT:
        deck.new_hand(state, seat, why)
        state.phase = phases.LONG_SHOT_TAKEN
        return False
    if ability == REARRANGE:
        return look_at_top(state, seat)
    state.runes += FOUR_BITS[seat] // 15  # PD-K4: one more rune
    if state.log is not None:
        state.log.append((events.RUNES, seat, state.rune_count(seat)))
    return True


def current(state: PandanteState) -> i64:
    """The ability that is being resolved."""
    return queued_ability(state.queue[state.at])


# Raise and Dilemma


def ask_next(state: PandanteState, seat: i64) -> bool:
    """PD-L1, PD-D1: the next opponent still in, clockwise from whoever raised; False when all were asked."""
    state.turn = state.performer
    other: i64 = seat
    while True:
        other = (other + 1) % state.seats
        if other == state.performer:
            return False
        if is_in(state, other):
            state.turn = other
            state.phase = phases.RAISED if current(state) == RAISE else phases.IN_DILEMMA
            return True


def pay_fault(state: PandanteState, seat: i64) -> i64:
    """PD-31, PD-G1: for fun everybody may pay."""
    return faults.FINE if payments.can_pay(state, seat, answer_price(state)) else faults.CANNOT_AFFORD


def answer_price(state: PandanteState) -> i64:
    """PD-L1, PD-D1, PD-G3: what a Raise or a Dilemma asks for."""
    return payments.times(state, state.numbers.ability)


def answer_paid(state: PandanteState, seat: i64) -> None:
    """PD-L1, PD-D1: 5 to the pot."""
    payments.pay(state, seat, answer_price(state), events.POT_PLACE, events.by_ability(current(state)))
    go_on_asking(state, seat)


def answer_folded(state: PandanteState, seat: i64) -> None:
    """PD-L1, PD-10, PD-DD1: or fold; who raised may be the only one left."""
    fold_from_ability(state, seat, events.by_ability(RAISE))
    if size(staying(state)) == 1:
        state.phase = phases.LAST_ONE_WINS
    else:
        go_on_asking(state, seat)


def answer_redrawn(state: PandanteState, seat: i64) -> None:
    """PD-D1: or take a new hand."""
    deck.new_hand(state, seat, events.by_ability(DILEMMA))
    go_on_asking(state, seat)


def go_on_asking(state: PandanteState, seat: i64) -> None:
    """The next opponent, or the next ability."""
    if not ask_next(state, seat):
        next_effect(state)


def fold_from_ability(state: PandanteState, seat: i64, why: i64) -> None:
    """PD-DD1: who folds from an ability takes a diamond from the pot, if there is one."""
    deck.fold(state, seat, why)
    payments.take_diamonds(state, seat, 1 if state.pot_diamonds > 0 else 0, why)


# Draw, EX Draw, Big Draw and the coin


def draw_and(state: PandanteState, phase: i64, seat: i64, wanted: i64, keep_more: i64) -> bool:
    """Draw, then give away down to what one had (and `keep_more`); False: there was nothing to draw."""
    before = size(state.hands[seat])
    deck.draw_for(state, seat, wanted, events.by_ability(current(state)))
    state.keep = before
    if size(state.hands[seat]) > before + keep_more:
        state.keep = before + keep_more
    if size(state.hands[seat]) <= state.keep:
        return False
    state.turn = seat
    state.phase = phase
    return True


def discard_for_ability(state: PandanteState, seat: i64, card: i64) -> None:
    """PD-L2, PD-33, PD-DD3: discard; then reveal (unless all lies open), put on top, or nothing more."""
    ability = current(state)
    deck.discard_card(state, seat, card, events.by_ability(ability))
    if size(state.hands[seat]) > state.keep:
        return
    if ability == DRAW and state.hands[seat] & ~state.shown[seat] != 0:
        state.phase = phases.REVEALING
    elif ability == BIG_DRAW and state.keep > HAND_SIZE:
        state.keep -= 1
        state.phase = phases.TOPPING
    else:
        next_effect(state)


def reveal_fault(state: PandanteState, seat: i64, card: i64) -> i64:
    """PD-L2: any card that was kept, also one that lies open already."""
    return faults.FINE if card < DECK and state.hands[seat] & BIT[card] != 0 else faults.NOT_YOUR_CARD


def reveal_card(state: PandanteState, seat: i64, card: i64) -> None:
    """PD-L2: it lies open from now on, or as it did."""
    if state.shown[seat] & BIT[card] == 0:
        state.sealed += 1
    state.shown[seat] |= BIT[card]
    player: i64 = 0
    while player <= state.seats:
        state.seen[player * state.seats + seat] &= ~BIT[card]
        player += 1
    if state.log is not None:
        place: i64 = events.HAND + seat
        state.log.append((events.CARDS, BIT[card], place, place, events.EVERYBODY, events.by_ability(DRAW)))
    next_effect(state)


def put_card_on_top(state: PandanteState, seat: i64, card: i64) -> None:
    """PD-D2, PD-DD3: face down on the deck."""
    deck.put_on_top(state, seat, card, events.by_ability(current(state)))
    next_effect(state)


# New Hand, Lower, Long Shot


def end_long_shot(state: PandanteState, seat: i64, stays: bool) -> None:
    """PD-D6, PD-DD1: stay in with the new hand, or fold."""
    if not stays:
        fold_from_ability(state, seat, events.by_ability(LONG_SHOT))
    next_effect(state)


def take_new_hand(state: PandanteState, seat: i64) -> bool:
    """PD-L3: a new hand, and the claim may go down one space, unless it is at Pair already."""
    deck.new_hand(state, seat, events.by_ability(NEW_HAND))
    if state.claim(seat) <= PAIR:
        return True
    state.phase = phases.LOWERING
    return False


def end_new_hand(state: PandanteState, seat: i64, lowers: bool) -> None:
    """PD-L3: with the claim one space lower, or as it was."""
    if lowers:
        lower_claim(state, seat)
    next_effect(state)


def lower_claim(state: PandanteState, seat: i64) -> None:
    """PD-L3, PD-D5: one space down; nothing at Pair."""
    claim = state.claim(seat)
    if claim > PAIR:
        state.set_claim(seat, claim - 1)
        if state.log is not None:
            state.log.append((events.CLAIMED, seat, claim - 1, events.by_ability(current(state))))


# Add and Delete


def turn_up(state: PandanteState, seat: i64, ability: i64, row: i64) -> bool:
    """PD-L4, PD-DD3: new cards, face up; the first sixth card lies there without a question."""
    deck.draw_fresh(state, 1 if ability == ADD else 2, events.EVERYBODY, events.by_ability(ability))
    if state.fresh == 0:
        return True
    if ability == ADD and state.board[row * SLOTS + SIXTH_SLOT] == NO_CARD:
        place_sixth(state, seat, row, 0)
        return True
    state.phase = phases.REPLACING
    return False


def replace_price(state: PandanteState, seat: i64) -> i64:
    """PD-L4: 5 to the last adder; nothing to oneself, or where no card lies."""
    adder = state.adder(queued_target(state.queue[state.at]))
    if adder in (NOBODY, seat):
        return 0
    return payments.times(state, state.numbers.ability)


def replace_fault(state: PandanteState, seat: i64, which: i64) -> i64:
    """PD-L4, PD-DD3: one of the new cards, or none."""
    if which == REPLACE_NONE:
        return faults.FINE
    if which > REPLACE_NONE or which >= size(state.fresh):
        return faults.NOT_IN_PLAY
    return faults.FINE if payments.can_pay(state, seat, replace_price(state, seat)) else faults.CANNOT_AFFORD


def replace_sixth(state: PandanteState, seat: i64, which: i64) -> None:
    """PD-L4, PD-DD3: pay and replace the old card, or leave it."""
    row: i64 = queued_target(state.queue[state.at])
    why = events.by_ability(current(state))
    if which != REPLACE_NONE:
        payments.pay(state, seat, replace_price(state, seat), state.adder(row), why)
        if state.board[row * SLOTS + SIXTH_SLOT] != NO_CARD:
            deck.discard_from_board(state, row * SLOTS + SIXTH_SLOT, why)
        place_sixth(state, seat, row, which)
    deck.discard_fresh(state, state.fresh, why)
    next_effect(state)


def place_sixth(state: PandanteState, seat: i64, row: i64, which: i64) -> None:
    """PD-L4: the sixth community card, and who added it."""
    card = deck.fresh_card(state, which)
    place: i64 = row * SLOTS + SIXTH_SLOT
    state.fresh ^= BIT[card]
    state.board[place] = card
    state.adders = (state.adders & ~FOUR_BITS[row]) | ((seat + 1) << (row * 4))
    if state.log is not None:
        why = events.by_ability(current(state))
        state.log.append((events.CARDS, BIT[card], events.ASIDE, events.BOARD + place, events.EVERYBODY, why))


def delete(state: PandanteState, seat: i64, row: i64) -> None:
    """PD-D3, PD-K7: a new fifth card, where there is a fifth card."""
    place: i64 = row * SLOTS + TAIL_SLOT
    works: bool = state.board[place] != NO_CARD
    abilities.tell_effect(state, seat, DELETE, row, works)
    if works:
        deck.discard_from_board(state, place, events.by_ability(DELETE))
        deck.deal_to_board(state, place, deck.draw(state), events.by_ability(DELETE))


# Rearrange


def look_at_top(state: PandanteState, seat: i64) -> bool:
    """PD-K4: the next three cards of the deck, seen by whoever asked the oracle."""
    if deck.cards_left(state) == 0:
        return True
    looked = vec[i64]()
    seen: i64 = 0
    while len(looked) < LOOK and deck.cards_left(state) > 0:
        card: i64 = top_card(deck.draw_item(state))
        looked = append(looked, card)
        seen |= BIT[card]
    place: i64 = len(looked) - 1
    while place >= 0:
        state.top = append(state.top, top_item(looked[place], BIT[seat]))
        place -= 1
    if state.log is not None:
        why = events.by_ability(REARRANGE)
        state.log.append((events.CARDS, seen, events.DECK_PLACE, events.DECK_PLACE, BIT[seat], why))
    state.phase = phases.REARRANGING
    return False


def looked_at(state: PandanteState) -> i64:
    """How many cards lie there to be put in order: three, or as many as there are."""
    return min(LOOK, len(state.top))


def order_fault(state: PandanteState, order: i64) -> i64:
    """PD-K4: any of the orders there are."""
    cards = looked_at(state)
    orders: i64 = cards
    if cards == LOOK:
        orders = 6
    return faults.FINE if order < orders else faults.NO_SUCH_ORDER


def put_in_order(state: PandanteState, seat: i64, order: i64) -> None:
    """PD-K4: the cards back on the deck, the first digit of the order on top."""
    cards = looked_at(state)
    start: i64 = len(state.top) - cards
    group: i64 = 0
    place: i64 = start
    while place < start + cards:
        group |= BIT[top_card(state.top[place])]
        place += 1
    digits: i64 = THREE_ORDERS[order] if cards == LOOK else 0o10 if order == 1 else 0o01
    place = start
    while place < start + cards:
        card: i64 = lowest(group) if cards == 1 else nth(group, digits & 7)
        state.top[place] = top_item(card, BIT[seat])
        digits >>= 3
        place += 1
    if state.log is not None:
        state.log.append((events.PASSED, seat, events.by_ability(REARRANGE)))
    next_effect(state)
