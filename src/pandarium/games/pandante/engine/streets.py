"""Splash, Paws and Tail: community cards, and Cassy who looks ahead (PD-2, PD-P2, PD-K1, PD-K5, PD-K7, PD-K9)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import casinos, champions, deck, events, phases
from pandarium.games.pandante.engine.cards import BIT, JOKER, NO_CARD
from pandarium.games.pandante.engine.state import NOBODY, PAWS_SLOT, SLOTS, TAIL_SLOT, PandanteState
from pandarium.games.pandante.engine.turn_order import is_in


def begin_street(state: PandanteState) -> None:
    """PD-2: community cards, then the betting; with Cassy in between (PD-P2)."""
    at_once = casinos.has_effect(state, casinos.ONE_STREET)
    if state.log is not None:
        state.log.append((events.STREET, phases.TAIL if at_once else state.street))
    row: i64 = 0
    while row < casinos.rows(state):
        deal_street(state, row)
        row += 1
    if at_once:
        state.street = phases.TAIL
    if state.street == phases.SPLASH and not let_cassy_look(state):
        return
    state.phase = phases.BETTING_BEGINS


def deal_street(state: PandanteState, row: i64) -> None:
    """PD-2, PD-K1, PD-K5, PD-K7: three cards, then one, then one."""
    if state.street == phases.SPLASH:
        deal_splash(state, row)
        return
    if state.street == phases.TAIL and casinos.has_effect(state, casinos.NO_FIFTH_CARD):
        return
    place: i64 = row * SLOTS
    place += PAWS_SLOT if state.street == phases.PAWS else TAIL_SLOT
    ready: i64 = state.coming[row * 2 + state.street - phases.PAWS]
    if ready != NO_CARD:
        state.coming[row * 2 + state.street - phases.PAWS] = NO_CARD
    deck.deal_to_board(state, place, deck.draw(state) if ready == NO_CARD else ready, events.DEALING)


def deal_splash(state: PandanteState, row: i64) -> None:
    """PD-2, PD-K1: three cards, the Joker one of them in the first row; PD-K5, PD-K7: or five, or four, at once."""
    place: i64 = row * SLOTS
    last: i64 = place + PAWS_SLOT
    if casinos.has_effect(state, casinos.ONE_STREET):
        last = place + TAIL_SLOT
        if not casinos.has_effect(state, casinos.NO_FIFTH_CARD):
            last += 1
    joker: i64 = NO_CARD
    if row == 0 and casinos.has_effect(state, casinos.JOKER_IN_SPLASH):
        joker = place + PAWS_SLOT - 1
        deck.deal_to_board(state, joker, JOKER, events.DEALING)
    while place < last:
        if place != joker:
            deck.deal_to_board(state, place, deck.draw(state), events.DEALING)
        place += 1


def let_cassy_look(state: PandanteState) -> bool:
    """PD-P2, PD-K9: Cassy sees the next two cards, or the fourth of both rows; False: she is to act."""
    cassy = champions.who_has(state, champions.LOOKS_AHEAD)
    if cassy == NOBODY or not is_in(state, cassy):
        return True
    first: i64 = deck.draw(state)
    second: i64 = deck.draw(state)
    state.coming[0] = min(first, second)
    state.coming[1] = max(first, second)
    if casinos.rows(state) == 2:
        state.coming[0] = first
        state.coming[1] = NO_CARD
        state.coming[2] = second
    if state.log is not None:
        both: i64 = BIT[first] | BIT[second]
        name = state.variant.champion_effects.names[champions.card_of(state, cassy)]
        state.log.append((events.CARDS, both, events.DECK_PLACE, events.COMING, BIT[cassy], events.DEALING, name))
    if casinos.rows(state) == 2:
        return True
    state.phase = phases.CASSY_ORDERS
    state.turn = cassy
    return False


def order_cards(state: PandanteState, cassy: i64, which: i64) -> None:
    """PD-P2, PD-K7: the lower or the higher one comes next; where no fifth is dealt, the other is discarded."""
    low: i64 = state.coming[0]
    high: i64 = state.coming[1]
    state.coming[0] = low if which == 0 else high
    state.coming[1] = high if which == 0 else low
    if casinos.has_effect(state, casinos.NO_FIFTH_CARD):
        other: i64 = state.coming[1]
        state.coming[1] = NO_CARD
        state.discards |= BIT[other]
        state.gone[cassy] |= BIT[other]
        if state.log is not None:
            state.log.append((events.CARDS, BIT[other], events.COMING + 1, events.DISCARDS, BIT[cassy], events.CASINO))
    state.phase = phases.BETTING_BEGINS


def end_street(state: PandanteState) -> None:
    """PD-2, PD-K5: Paws after Splash, Tail after Paws; the hotel has one street only."""
    if state.street == phases.TAIL:
        state.phase = phases.ONE_HAND_GOES
    else:
        state.street += 1
        state.phase = phases.STREET_BEGINS
