"""What a seat can see: which hidden cards it knows, twins it cannot tell apart, and all of it as bytes for learning."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.rng import Rng
from pandarium.games.pandante.engine import champions, phases
from pandarium.games.pandante.engine.cards import ALL_CARDS, BIT, DECK, NO_CARD, lowest, size
from pandarium.games.pandante.engine.deck import draw_from, draw_set
from pandarium.games.pandante.engine.numbering import places_to_the_left
from pandarium.games.pandante.engine.state import (
    MOST_SEATS,
    NOBODY,
    ROWS,
    SLOTS,
    PandanteState,
    top_card,
    top_item,
    top_knowers,
)

PLAYER_BYTES: Final = 26
QUEUE_BYTES: Final = 8
TABLE_BYTES: Final = 23

_CHALLENGES: Final = 24
"""Of the observer."""
_CARDS: Final[i64] = MOST_SEATS * PLAYER_BYTES
"""After the players, and then the board,"""
_QUEUE: Final[i64] = _CARDS + DECK + ROWS * SLOTS
"""the abilities that were announced,"""
_TABLE: Final[i64] = _QUEUE + QUEUE_BYTES
"""and the rest."""
OBSERVED_BYTES: Final[i64] = _TABLE + TABLE_BYTES

OWN: Final = 1
OWN_SPARE: Final = 2
ON_BOARD: Final = 3
IN_A_HAND: Final = 10
"""and how many seats to the left of the observer"""
DISCARDED: Final = 4
ON_TOP: Final = 5
IS_COMING: Final = 6
IS_ASIDE: Final = 7


# What a player knows (the number of seats stands for the public)


def known_coming(state: PandanteState, player: i64) -> i64:
    """PD-P2: Cassy's cards are known to Cassy."""
    if player == state.seats or not champions.has_effect(state, player, champions.LOOKS_AHEAD):
        return 0
    return coming_cards(state)


def coming_cards(state: PandanteState) -> i64:
    """The cards that Cassy has seen and that are still to come."""
    found: i64 = 0
    place: i64 = 0
    while place < ROWS * 2:
        if state.coming[place] != NO_CARD:
            found |= BIT[state.coming[place]]
        place += 1
    return found


def known_fresh(state: PandanteState, player: i64) -> i64:
    """Cards that lie nowhere yet: open to all, but for a snack that is looked at first (PD-K6)."""
    if state.phase == phases.PLACING_SNACK and state.turn != player:
        return 0
    return state.fresh


def known_top(state: PandanteState, player: i64) -> i64:
    """The cards on top of the deck that this player knows."""
    found: i64 = 0
    place: i64 = 0
    while place < len(state.top):
        if top_knowers(state.top[place]) & BIT[player] != 0:
            found |= BIT[top_card(state.top[place])]
        place += 1
    return found


def unknown_to(state: PandanteState, me: i64) -> i64:
    """All cards that this player cannot place."""
    known: i64 = state.row(0) | state.row(1) | state.gone[me]
    known |= known_coming(state, me) | known_fresh(state, me) | known_top(state, me)
    seat: i64 = 0
    while seat < state.seats:
        if seat == me:
            known |= state.hands[seat] | state.spare[seat]
        else:
            held: i64 = state.hands[seat] | state.spare[seat]
            known |= held & (state.shown[seat] | state.seen[me * state.seats + seat])
        seat += 1
    return ALL_CARDS & ~known


# Twins that a player cannot tell apart


def redraw_hidden(state: PandanteState, twin: PandanteState, me: i64, rng: Rng) -> None:
    """Draw anew in a twin what this player does not know: cards, and the secret choices of others."""
    forget_others(twin, me)
    pool = unknown_to(twin, me)
    other: i64 = 0
    while other < state.seats:
        if other != me:
            known: i64 = state.shown[other] | state.seen[me * state.seats + other]
            hidden: i64 = state.hands[other] & ~known
            fresh = draw_set(rng, pool, size(hidden))
            pool &= ~fresh
            twin.hands[other] = (state.hands[other] & known) | fresh
            fresh = draw_set(rng, pool, size(state.spare[other] & ~known))
            pool &= ~fresh
            twin.spare[other] = (state.spare[other] & known) | fresh
            if state.ready & BIT[other] != 0:
                twin.challengers &= ~BIT[other]
                if rng.below(2) == 1:
                    twin.challengers |= BIT[other]
        other += 1
    pool = redraw_aside(twin, me, rng, pool)
    fresh = draw_set(rng, pool, size(state.discards & ~state.gone[me]))
    twin.discards = (state.discards & state.gone[me]) | fresh
    twin.deck = pool & ~fresh


def forget_others(state: PandanteState, me: i64) -> None:
    """What others know is not known: they keep what everybody knows."""
    player: i64 = 0
    while player < state.seats:
        if player != me:
            state.gone[player] = state.gone[state.seats]
            owner: i64 = 0
            while owner < state.seats:
                state.seen[player * state.seats + owner] = state.seen[state.seats * state.seats + owner]
                owner += 1
            state.seen[player * state.seats + player] = 0
        player += 1


def redraw_aside(state: PandanteState, me: i64, rng: Rng, pool: i64) -> i64:
    """Cassy's cards, a snack that is looked at, and the top of the deck, where they are not known."""
    place: i64 = 0
    if known_coming(state, me) == 0 and coming_cards(state) != 0:
        ordered: bool = state.phase != phases.CASSY_ORDERS
        while place < ROWS * 2:
            if state.coming[place] != NO_CARD:
                state.coming[place] = draw_from(rng, pool)
                pool &= ~BIT[state.coming[place]]
            place += 1
        if not ordered and state.coming[0] > state.coming[1]:
            low: i64 = state.coming[1]
            state.coming[1] = state.coming[0]
            state.coming[0] = low
    if known_fresh(state, me) != state.fresh:
        state.fresh = draw_set(rng, pool, size(state.fresh))
        pool &= ~state.fresh
    place = 0
    while place < len(state.top):
        item: i64 = state.top[place]
        if top_knowers(item) & BIT[me] == 0:
            card = draw_from(rng, pool)
            pool &= ~BIT[card]
            state.top[place] = top_item(card, top_knowers(item))
        place += 1
    return pool


# As bytes of a fixed layout; `layouts.py` names the pieces


def observe_into(state: PandanteState, me: i64, out: vec[u8], at: i64) -> None:
    """Players in clockwise order from the observer, where each known card is, the board, and what is to be decided."""
    seats: i64 = state.seats
    place: i64 = at
    seat: i64 = me
    left: i64 = seats
    while left > 0:
        write_player(state, seat, out, place)
        place += PLAYER_BYTES
        seat += 1
        if seat == seats:
            seat = 0
        left -= 1
    if state.challengers & BIT[me] != 0:  # a secret of everybody's own
        out[at + _CHALLENGES] = 1
    write_cards(state, me, out, at + _CARDS)
    place = at + _QUEUE
    queue = state.queue
    left = min(QUEUE_BYTES, len(queue))
    while left > 0:
        left -= 1
        out[place + left] = u8(queue[left] & 255)
    write_table(state, me, out, at + _TABLE)


def write_number(value: i64, out: vec[u8], at: i64) -> None:
    """Two bytes, high first."""
    value = min(value, 0xFFFF)
    out[at] = u8((value >> 8) & 255)
    out[at + 1] = u8(value & 255)


def write_player(state: PandanteState, seat: i64, out: vec[u8], at: i64) -> None:
    """Gold, diamonds, claim, statement, numbers of cards, and what the player is; not what they challenge."""
    said: i64 = state.said[seat]
    out[at] = 1
    write_number(state.gold[seat], out, at + 1)
    write_number(state.staked[seat], out, at + 3)
    out[at + 5] = u8(min(state.diamonds[seat], 255))
    out[at + 6] = u8(state.claim(seat) + 1)
    if said != 0:
        out[at + 7] = u8(said & 15)
        out[at + 8] = u8((said >> 4) & 15)
        out[at + 9] = u8(said >> 8)
    out[at + 10] = u8(state.colour(seat) + 1)
    out[at + 11] = u8(state.rune_count(seat))
    out[at + 12] = u8(size(state.hands[seat]))
    out[at + 13] = u8(size(state.spare[seat]))
    bit: i64 = BIT[seat]
    absent: i64 = state.folded | state.sitting | state.broke | state.away
    showing: i64 = state.hot | state.real | state.jokers | state.ready
    if (absent | state.slept | state.extra | showing) & bit != 0:
        write_flag(state.folded & bit, out, at + 14)
        write_flag(state.sitting & bit, out, at + 15)
        write_flag(state.broke & bit, out, at + 16)
        write_flag(state.away & bit, out, at + 17)
        write_flag(state.slept & bit, out, at + 18)
        write_flag(state.extra & bit, out, at + 19)
        write_flag(state.hot & bit, out, at + 20)
        write_flag(state.real & bit, out, at + 21)
        write_flag(state.jokers & bit, out, at + 22)
        write_flag(state.ready & bit, out, at + 23)
    if state.coin == seat:
        out[at + 25] = 1


def write_flag(bits: i64, out: vec[u8], at: i64) -> None:
    """1 if there is any."""
    if bits != 0:
        out[at] = 1


def write_cards(state: PandanteState, me: i64, out: vec[u8], at: i64) -> None:
    """Where the observer knows each card to be, what is nearest to the observer last; then the board."""
    mark(known_top(state, me), ON_TOP, out, at)
    mark(known_fresh(state, me), IS_ASIDE, out, at)
    mark(known_coming(state, me), IS_COMING, out, at)
    seats: i64 = state.seats
    offset: i64 = seats - 1
    while offset > 0:
        seat: i64 = (me + offset) % seats
        mark(state.shown[seat] | state.seen[me * seats + seat], IN_A_HAND + offset, out, at)
        offset -= 1
    mark(state.gone[me], DISCARDED, out, at)
    board = state.board
    slot: i64 = 0
    while slot < ROWS * SLOTS:
        card: i64 = board[slot]
        if card != NO_CARD:
            out[at + card] = ON_BOARD
            out[at + DECK + slot] = u8(card + 1)
        slot += 1
    mark(state.spare[me], OWN_SPARE, out, at)
    mark(state.hands[me], OWN, out, at)


def mark(cards: i64, where: i64, out: vec[u8], at: i64) -> None:
    """Say of all these cards that they are there."""
    while cards != 0:
        out[at + lowest(cards)] = u8(where)
        cards &= cards - 1


def write_table(state: PandanteState, me: i64, out: vec[u8], at: i64) -> None:
    """Phase, whose turn, street, casino, pot, and the rest that is one number."""
    out[at] = u8(state.phase)
    write_seat(state, me, state.turn, out, at + 1)
    write_seat(state, me, state.performer, out, at + 2)
    write_seat(state, me, state.dealer, out, at + 3)
    out[at + 4] = u8(state.street)
    out[at + 5] = u8(state.casino)
    write_number(state.casinos_left, out, at + 6)
    write_number(state.gambit, out, at + 8)
    out[at + 10] = u8(min(state.multiplier, 255))
    write_number(state.pot, out, at + 11)
    out[at + 13] = u8(min(state.pot_diamonds, 255))
    write_number(state.antes, out, at + 14)
    out[at + 16] = u8(size(state.deck) + len(state.top))
    out[at + 17] = u8(size(state.discards))
    write_seat(state, me, state.adder(0), out, at + 18)
    write_seat(state, me, state.adder(1), out, at + 19)
    out[at + 20] = u8(state.keep)
    out[at + 21] = u8(state.focus)
    out[at + 22] = u8(state.at)


def write_seat(state: PandanteState, me: i64, seat: i64, out: vec[u8], at: i64) -> None:
    """Seats to the left of the observer, from 1; 0: nobody."""
    if seat != NOBODY:
        out[at] = u8(places_to_the_left(state.seats, me, seat) + 1)
