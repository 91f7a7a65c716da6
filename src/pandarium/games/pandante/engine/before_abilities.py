"""Just before the abilities (PD-P7): a second hand, Lea-Leafa, Fern, whispers (PD-K6, PD-P1, PD-P3, PD-K11)."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.games.pandante.engine import casinos, champions, deck, events, faults, payments, phases
from pandarium.games.pandante.engine.cards import BIT, DECK, NO_CARD, size
from pandarium.games.pandante.engine.moves import SECOND_ROW
from pandarium.games.pandante.engine.state import HAND_SIZE, NOBODY, SLOTS, TAIL_SLOT, PandanteState
from pandarium.games.pandante.engine.turn_order import first_of, is_in, next_of, staying


def drop_hands(state: PandanteState) -> None:
    """PD-K6: in some casinos everyone still in discards one of their two hands first."""
    if casinos.has_effect(state, casinos.TWO_HANDS):
        state.phase = phases.DROPPING_HAND
        state.turn = first_of(state, staying(state))
    else:
        state.phase = phases.LEAF_GOES


def drop_fault(hand: i64) -> i64:
    """PD-K6: the first or the second hand."""
    return faults.FINE if hand < 2 else faults.NO_SUCH_HAND


def drop_hand(state: PandanteState, seat: i64, hand: i64) -> None:
    """PD-K6: the other hand is the one to play on with."""
    deck.discard_hand(state, seat, state.spare[seat] if hand == 1 else state.hands[seat], events.DROPPING)
    if hand == 0:
        state.hands[seat] = state.spare[seat]
        state.spare[seat] = 0
    state.turn = next_of(state, staying(state), seat)
    if state.turn == NOBODY:
        state.phase = phases.LEAF_GOES


def discard_leaf(state: PandanteState) -> None:
    """PD-P1: Lea-Leafa's extra card goes."""
    green = champions.who_has(state, champions.EXTRA_SNACK_CARD)
    if green != NOBODY and is_in(state, green) and size(state.hands[green]) > HAND_SIZE:
        deck.ask_to_discard(state, phases.DISCARDING_LEAF, green, HAND_SIZE)
    else:
        state.phase = phases.FERN_COMES


def discard_leaf_card(state: PandanteState, seat: i64, card: i64) -> None:
    """PD-P1: Lea-Leafa is back to two cards."""
    if deck.discard_down(state, seat, card, events.LEAF):
        state.phase = phases.FERN_COMES


def let_fern_steal(state: PandanteState) -> None:
    """PD-P3, PD-K7: Fern may take the fifth card, if there is one."""
    fern = champions.who_has(state, champions.TAKES_FIFTH_CARD)
    if fern != NOBODY and is_in(state, fern) and state.board[TAIL_SLOT] != NO_CARD:
        state.phase = phases.FERN_STEALS
        state.turn = fern
    else:
        state.phase = phases.WHISPERS


def pass_steal(state: PandanteState) -> None:
    """PD-P3: it is optional."""
    state.phase = phases.WHISPERS


def steal_fault(state: PandanteState, seat: i64, value: i64) -> i64:
    """PD-P3, PD-K9: any card of the hand, or the stolen card itself, in its place; in one of the rows."""
    row: i64 = value // SECOND_ROW
    card: i64 = value % SECOND_ROW
    if row >= casinos.rows(state):
        return faults.NO_SUCH_ROW
    if card >= DECK:
        return faults.NOT_STEALING_THAT
    if card == state.board[row * SLOTS + TAIL_SLOT] or state.hands[seat] & BIT[card] != 0:
        return faults.FINE
    return faults.NOT_STEALING_THAT


def steal(state: PandanteState, seat: i64, value: i64) -> None:
    """PD-P3: the fifth card for one of his own; by the colour of what lies there then, the antes are his."""
    place: i64 = (value // SECOND_ROW) * SLOTS + TAIL_SLOT
    card: i64 = value % SECOND_ROW
    taken: i64 = state.board[place]
    state.sealed += 1
    if state.log is not None:
        where: i64 = events.BOARD + place
        state.log.append((events.CARDS, BIT[taken], where, events.HAND + seat, events.EVERYBODY, events.STEALING))
        state.log.append((events.CARDS, BIT[card], events.HAND + seat, where, events.EVERYBODY, events.STEALING))
    if card != taken:
        state.hands[seat] ^= BIT[card] | BIT[taken]
        state.shown[seat] &= ~BIT[card]
        state.board[place] = card
        player: i64 = 0
        while player <= state.seats:
            if player != seat:
                known: i64 = state.seen[player * state.seats + seat]
                state.seen[player * state.seats + seat] = (known & ~BIT[card]) | BIT[taken]
            player += 1
    if champions.takes_antes_for(state, seat, card):
        take_antes(state, seat)
    state.phase = phases.WHISPERS


def take_antes(state: PandanteState, seat: i64) -> None:
    """PD-P3: everyone's ante, from the pot."""
    if state.antes > 0:
        payments.take_from_pot(state, seat, state.antes, events.STEALING)
        state.antes = 0


def whisper(state: PandanteState) -> None:
    """PD-K11: everyone still in sees one random card of the next player still in."""
    if casinos.has_effect(state, casinos.WHISPERS):
        seat = first_of(state, staying(state))
        while seat != NOBODY:
            other = next_of(state, staying(state), seat)
            if other == NOBODY:
                other = first_of(state, staying(state))
            deck.peek(state, seat, other)
            seat = next_of(state, staying(state), seat)
    state.phase = phases.ABILITIES_BEGIN
