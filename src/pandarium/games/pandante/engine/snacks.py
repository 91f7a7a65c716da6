"""Snacks, and treats of the casino (PD-5, PD-DD2, PD-K2, PD-K6, PD-K12, PD-P1, PD-P4)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import betting, casinos, champions, deck, events, faults, payments, phases
from pandarium.games.pandante.engine.cards import BIT, size
from pandarium.games.pandante.engine.state import NOBODY, PandanteState
from pandarium.games.pandante.engine.turn_order import first_of, next_of, staying


def begin_snacks(state: PandanteState) -> None:
    """PD-5: in turn order."""
    state.phase = phases.SNACKING
    state.turn = first_of(state, staying(state))


def snack_price(state: PandanteState, seat: i64) -> i64:
    """PD-5, PD-K12, PD-P4: 2 for every space below the highest claim; free at the top."""
    spaces: i64 = betting.highest_claim(state, staying(state)) - state.claim(seat)
    if spaces <= 0:
        return 0
    return max(0, spaces - champions.snack_spaces(state, seat)) * casinos.snack_price(state)


def big_snacks(state: PandanteState) -> bool:
    """PD-DD2, PD-K5: with Diamond Dreams, on the Paws."""
    return state.variant.dreams and state.street == phases.PAWS


def snack_fault(state: PandanteState, seat: i64, diamonds: i64) -> i64:
    """PD-5, PD-DD2: a normal snack first, then two cards for each diamond."""
    if diamonds > 0 and not big_snacks(state):
        return faults.NO_BIG_SNACK
    if diamonds > state.diamonds[seat]:
        return faults.TOO_FEW_DIAMONDS
    if diamonds > 0 and diamonds * 2 + 1 > deck.cards_left(state):
        return faults.TOO_FEW_CARDS
    return faults.FINE if payments.can_pay(state, seat, snack_price(state, seat)) else faults.CANNOT_AFFORD


def eat_snack(state: PandanteState, seat: i64, diamonds: i64) -> None:
    """PD-5, PD-DD2, PD-K6: pay all, draw all, then discard as many as were drawn."""
    payments.pay(state, seat, snack_price(state, seat), events.POT_PLACE, events.SNACKING)
    payments.spend_diamonds(state, seat, diamonds, events.SNACKING)
    wanted: i64 = 1 + 2 * diamonds
    if casinos.has_effect(state, casinos.TWO_HANDS):
        deck.draw_fresh(state, wanted, BIT[seat], events.SNACKING)
        if state.fresh != 0:
            state.phase = phases.PLACING_SNACK
            return
        next_snack(state, seat)
        return
    before = size(state.hands[seat])
    drawn = deck.draw_for(state, seat, wanted, events.SNACKING)
    digest(state, seat, before, drawn)


def digest(state: PandanteState, seat: i64, before: i64, drawn: i64) -> None:
    """PD-P1: Lea-Leafa keeps one extra card, once; everyone else discards as many as they drew."""
    if drawn != 0 and state.leaf == 0 and champions.has_effect(state, seat, champions.EXTRA_SNACK_CARD):
        state.leaf = 1
        before += 1
    if size(deck.focused_hand(state, seat)) > before:
        deck.ask_to_discard(state, phases.DISCARDING_SNACK, seat, before)
    else:
        state.focus = 0
        next_snack(state, seat)


def discard_snack(state: PandanteState, seat: i64, card: i64) -> None:
    """PD-5: as many cards go as came."""
    if deck.discard_down(state, seat, card, events.SNACKING):
        next_snack(state, seat)


def place_snack(state: PandanteState, seat: i64, hand: i64) -> None:
    """PD-K6: seen first, then added to one of the two hands, all of it."""
    cards: i64 = state.fresh
    state.fresh = 0
    state.focus = hand
    before = size(deck.focused_hand(state, seat))
    place: i64 = events.HAND
    if hand == 1:
        state.spare[seat] |= cards
        place = events.SPARE
    else:
        state.hands[seat] |= cards
    if state.log is not None:
        state.log.append((events.CARDS, cards, events.ASIDE, place + seat, BIT[seat], events.SNACKING))
    digest(state, seat, before, cards)


def pass_snack(state: PandanteState, seat: i64) -> None:
    """PD-5: a snack is optional."""
    if state.log is not None:
        state.log.append((events.PASSED, seat, events.SNACKING))
    next_snack(state, seat)


def next_snack(state: PandanteState, seat: i64) -> None:
    """On to the next player; after the last one a treat in some casinos (PD-K2), then the next street."""
    state.turn = next_of(state, staying(state), seat)
    state.phase = phases.SNACKING
    if state.turn == NOBODY:
        if casinos.has_effect(state, casinos.FREE_TREATS):
            state.phase = phases.TREATS_BEGIN
        else:
            state.phase = phases.STREET_ENDS


def begin_treats(state: PandanteState) -> None:
    """PD-K2: in turn order."""
    treat(state, first_of(state, staying(state)))


def treat(state: PandanteState, seat: i64) -> None:
    """PD-K2: everyone still in draws a card and discards one, for free."""
    before = size(state.hands[seat])
    deck.draw_for(state, seat, 1, events.CASINO)
    if size(state.hands[seat]) > before:
        deck.ask_to_discard(state, phases.DISCARDING_TREAT, seat, before)
    else:
        next_treat(state, seat)


def discard_treat(state: PandanteState, seat: i64, card: i64) -> None:
    """PD-K2: one card goes for the one that came."""
    if deck.discard_down(state, seat, card, events.CASINO):
        next_treat(state, seat)


def next_treat(state: PandanteState, seat: i64) -> None:
    """On to the next player, then the next street."""
    other = next_of(state, staying(state), seat)
    if other == NOBODY:
        state.phase = phases.STREET_ENDS
    else:
        treat(state, other)
