"""What a seat can see: which hidden cards it knows, twins it cannot tell apart, and all of it as bytes for learning."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from pandarium.core.rng import Rng
from pandarium.games.pandante.engine import champions, phases
from pandarium.games.pandante.engine.cards import ALL_CARDS, BIT, DECK, NO_CARD, size
from pandarium.games.pandante.engine.deck import draw_from, draw_set
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
KNOWN_BYTES: Final = DECK
QUEUE_BYTES: Final = 8
TABLE_BYTES: Final = 23

OWN: Final = 1
OWN_SPARE: Final = 2
ON_BOARD: Final = 3
IN_A_HAND: Final = 10
"""and how many seats to the left of the observer"""
DISCARDED: Final = 4
ON_TOP: Final = 5
IS_COMING: Final = 6
IS_ASIDE: Final = 7
EMPTY_SEAT: Final = bytes(PLAYER_BYTES)


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
    return 0 if state.phase == phases.PLACING_SNACK and state.turn != player else state.fresh


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
                twin.accusers &= ~BIT[other]
                if rng.below(2) == 1:
                    twin.accusers |= BIT[other]
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
                state.seen[player * state.seats + owner] = (
                    0 if owner == player else state.seen[state.seats * state.seats + owner]
                )
                owner += 1
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


# As bytes of a fixed layout; `game.py` names the pieces


def observe(state: PandanteState, me: i64) -> bytes:
    """Players in clockwise order from the observer, where each known card is, the board, and what is to be decided."""
    seen = BytesWriter()
    offset: i64 = 0
    while offset < MOST_SEATS:
        if offset < state.seats:
            observe_player(seen, state, me, (me + offset) % state.seats)
        else:
            seen.write(EMPTY_SEAT)
        offset += 1
    observe_cards(seen, state, me)
    place: i64 = 0
    while place < ROWS * SLOTS:
        seen.append(u8(state.board[place] + 1))
        place += 1
    place = 0
    while place < QUEUE_BYTES:
        seen.append(u8((state.queue[place] & 255) if place < len(state.queue) else 0))
        place += 1
    observe_table(seen, state, me)
    return seen.getvalue()


def number(seen: BytesWriter, value: i64) -> None:
    """Two bytes, high first."""
    value = min(value, 0xFFFF)
    seen.append(u8((value >> 8) & 255))
    seen.append(u8(value & 255))


def observe_player(seen: BytesWriter, state: PandanteState, me: i64, seat: i64) -> None:
    """Gold, diamonds, claim, statement, numbers of cards, and what the player is."""
    bit: i64 = BIT[seat]
    seen.append(1)
    number(seen, state.gold[seat])
    number(seen, state.staked[seat])
    seen.append(u8(min(state.diamonds[seat], 255)))
    seen.append(u8(state.claim(seat) + 1))
    seen.append(u8(state.said[seat] & 15))
    seen.append(u8((state.said[seat] >> 4) & 15))
    seen.append(u8(state.said[seat] >> 8))
    seen.append(u8(state.colour(seat) + 1))
    seen.append(u8(state.rune_count(seat)))
    seen.append(u8(size(state.hands[seat])))
    seen.append(u8(size(state.spare[seat])))
    flag(seen, state.folded & bit)
    flag(seen, state.sitting & bit)
    flag(seen, state.broke & bit)
    flag(seen, state.away & bit)
    flag(seen, state.slept & bit)
    flag(seen, state.extra & bit)
    flag(seen, state.hot & bit)
    flag(seen, state.real & bit)
    flag(seen, state.jokers & bit)
    flag(seen, state.ready & bit)
    flag(seen, state.accusers & bit if seat == me else 0)
    seen.append(1 if state.coin == seat else 0)


def flag(seen: BytesWriter, bits: i64) -> None:
    """1 or 0."""
    seen.append(1 if bits != 0 else 0)


def observe_cards(seen: BytesWriter, state: PandanteState, me: i64) -> None:
    """Where the observer knows each card to be; 0: nowhere."""
    own: i64 = state.hands[me]
    spare: i64 = state.spare[me]
    board: i64 = state.row(0) | state.row(1)
    gone: i64 = state.gone[me]
    coming: i64 = known_coming(state, me)
    aside: i64 = known_fresh(state, me)
    held: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        held |= held_by(state, me, seat)
        seat += 1
    known: i64 = own | spare | board | gone | held | coming | aside | known_top(state, me)
    card: i64 = 0
    while card < DECK:
        bit: i64 = BIT[card]
        place: i64 = 0
        if known & bit == 0:
            pass
        elif own & bit != 0:
            place = OWN
        elif spare & bit != 0:
            place = OWN_SPARE
        elif board & bit != 0:
            place = ON_BOARD
        elif gone & bit != 0:
            place = DISCARDED
        elif held & bit != 0:
            place = IN_A_HAND + 1
            while held_by(state, me, (me + place - IN_A_HAND) % state.seats) & bit == 0:
                place += 1
        elif coming & bit != 0:
            place = IS_COMING
        else:
            place = IS_ASIDE if aside & bit != 0 else ON_TOP
        seen.append(u8(place))
        card += 1


def held_by(state: PandanteState, me: i64, seat: i64) -> i64:
    """The cards of another player that the observer knows of."""
    return 0 if seat == me else state.shown[seat] | state.seen[me * state.seats + seat]


def observe_table(seen: BytesWriter, state: PandanteState, me: i64) -> None:
    """Phase, whose turn, street, casino, pot, and the rest that is one number."""
    seen.append(u8(state.phase))
    seat_from(seen, state, me, state.turn)
    seat_from(seen, state, me, state.performer)
    seat_from(seen, state, me, state.dealer)
    seen.append(u8(state.street))
    seen.append(u8(state.casino))
    number(seen, state.casinos_left)
    number(seen, state.gambit)
    seen.append(u8(min(state.multiplier, 255)))
    number(seen, state.pot)
    seen.append(u8(min(state.pot_diamonds, 255)))
    number(seen, state.antes)
    seen.append(u8(size(state.deck) + len(state.top)))
    seen.append(u8(size(state.discards)))
    seat_from(seen, state, me, state.adder(0))
    seat_from(seen, state, me, state.adder(1))
    seen.append(u8(state.keep))
    seen.append(u8(state.focus))
    seen.append(u8(state.at))


def seat_from(seen: BytesWriter, state: PandanteState, me: i64, seat: i64) -> None:
    """Seats to the left of the observer, from 1; 0: nobody."""
    seen.append(0 if seat == NOBODY else u8((seat - me + state.seats) % state.seats + 1))
