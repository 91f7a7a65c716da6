"""What a seat can see: copies in which the rest is drawn anew, and observations as bytes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.rng import Rng
from pandarium.games.wildstyle.engine.cards import (
    BIT,
    CARD_BITS,
    CARD_MASK,
    ICON_OF,
    KINDS,
    KINDS_A_WORD,
    MOST_OF_A_KIND,
    one_high,
    one_low,
    size_of,
    with_card,
)
from pandarium.games.wildstyle.engine.city import WORD_HEXES, lowest
from pandarium.games.wildstyle.engine.state import (
    CARS,
    HAND,
    HIGH,
    LOW,
    MAT,
    MOST_DRAW_PILES,
    MOST_SEATS,
    MOST_SHARE_PILES,
    NOBODY,
    PICKED_HIGH,
    PICKED_LOW,
    REMOVING,
    SET,
    STRIDE,
    WildState,
)

PLAYER_BYTES: Final = 11
ROUND_BYTES: Final = 5
MOST_OBJECTIVES: Final = 3
MAP_HEXES: Final = 95

# Where an observation holds what; `layouts` names every byte.
HAND_FROM: Final = MOST_SEATS * PLAYER_BYTES
UNSEEN_FROM: Final = HAND_FROM + KINDS
SHARES_FROM: Final = UNSEEN_FROM + KINDS
PILES_FROM: Final = SHARES_FROM + MOST_SHARE_PILES
ROUND_FROM: Final = PILES_FROM + MOST_DRAW_PILES
ICONS_FROM: Final = ROUND_FROM + ROUND_BYTES + MOST_OBJECTIVES
TAGS_FROM: Final = ICONS_FROM + MAP_HEXES
OBSERVED_BYTES: Final = TAGS_FROM + MAP_HEXES

OWN_PICK: Final = 32
"""In an observation of the map: the observer's tag is to go for a cop car."""


def hide_from(state: WildState, seat: int | None, rng: Rng) -> None:
    """Draw anew what that seat cannot know: the others' hands, what lies face down, and choices not yet shown."""
    viewer: i64 = NOBODY if seat is None else seat
    other: i64 = 0
    while other < state.seats:
        if other != viewer:
            hand: i64 = state.hand_of(other)
            while hand != 0:
                state.put_in_pool(hand & CARD_MASK)
                hand >>= CARD_BITS
        other += 1
    other = 0
    while other < state.seats:
        if other != viewer:
            guess_hand(state, other, rng)
            if state.phase == REMOVING:
                guess_picks(state, other, rng)
        other += 1


def guess_hand(state: WildState, seat: i64, rng: Rng) -> None:
    """As many cards as the player holds, from the pool."""
    size = size_of(state.hand_of(seat))
    hand: i64 = 0
    while size > 0:
        hand = with_card(hand, state.draw_from_pool(rng))
        size -= 1
    state.mats[seat * STRIDE + HAND] = hand


def guess_picks(state: WildState, seat: i64, rng: Rng) -> None:
    """As many tags to remove as the player has chosen, any of theirs."""
    left = state.count_picks(seat)
    hexes = state.tags_of(seat)
    state.mats[seat * STRIDE + PICKED_LOW] = 0
    state.mats[seat * STRIDE + PICKED_HIGH] = 0
    while left > 0:
        state.pick(seat, hexes.pop(rng.below(len(hexes))))
        left -= 1


def observe_into(state: WildState, me: i64, out: vec[u8], at: i64) -> None:
    """Players clockwise from the observer, the own hand, cards nobody has shown, piles, objectives, and the map."""
    seats: i64 = state.seats
    player: i64 = me
    offset: i64 = 0
    while offset < seats:
        observe_player(state, player, out, at + offset * PLAYER_BYTES)
        observe_tags(state, player, BIT[offset], out, at + TAGS_FROM)
        player += 1
        if player == seats:
            player = 0
        offset += 1
    observe_cards(state, me, out, at)
    observe_piles(state, out, at)
    observe_round(state, me, out, at + ROUND_FROM)
    base: i64 = me * STRIDE
    mark(OWN_PICK, state.mats[base + PICKED_LOW], out, at + TAGS_FROM)
    mark(OWN_PICK, state.mats[base + PICKED_HIGH], out, at + TAGS_FROM + WORD_HEXES)
    icons = state.city.icons
    hexes: i64 = len(icons)
    hex: i64 = 0
    while hex < hexes:
        out[at + ICONS_FROM + hex] = u8(icons[hex] + 1)
        hex += 1


def observe_player(state: WildState, player: i64, out: vec[u8], at: i64) -> None:
    """Present, tags on the mat, cars, cards in hand, icon (from 1) and size of both sets, ready, passed, picks."""
    mats = state.mats
    base: i64 = player * STRIDE
    out[at] = 1
    out[at + 1] = u8(mats[base + MAT])
    out[at + 2] = u8(mats[base + CARS])
    out[at + 3] = u8(size_of(mats[base + HAND]))
    first: i64 = mats[base + SET]
    if first != 0:
        out[at + 4] = u8(ICON_OF[first & CARD_MASK] + 1)
        out[at + 5] = u8(size_of(first))
    second: i64 = mats[base + SET + 1]
    if second != 0:
        out[at + 6] = u8(ICON_OF[second & CARD_MASK] + 1)
        out[at + 7] = u8(size_of(second))
    if state.ready & BIT[player] != 0:
        out[at + 8] = 1
    if state.passed & BIT[player] != 0:
        out[at + 9] = 1
    out[at + 10] = u8(state.count_picks(player))


def observe_tags(state: WildState, player: i64, bit: i64, out: vec[u8], at: i64) -> None:
    """A bit on every hex with a tag of that player."""
    mats = state.mats
    mark(bit, mats[player * STRIDE + LOW], out, at)
    mark(bit, mats[player * STRIDE + HIGH], out, at + WORD_HEXES)


def mark(bit: i64, hexes: i64, out: vec[u8], at: i64) -> None:
    """That bit on all these hexes of one word."""
    while hexes != 0:
        place: i64 = at + lowest(hexes)
        hexes &= hexes - 1
        out[place] |= u8(bit)


def observe_cards(state: WildState, me: i64, out: vec[u8], at: i64) -> None:
    """By kind: cards in the own hand, and cards that the observer has not seen this round."""
    low: i64 = state.pool_low
    high: i64 = state.pool_high
    mats = state.mats
    seats: i64 = state.seats
    player: i64 = 0
    while player < seats:
        hand: i64 = mats[player * STRIDE + HAND]
        while hand != 0:
            card: i64 = hand & CARD_MASK
            hand >>= CARD_BITS
            if player == me:
                out[at + HAND_FROM + card - 1] += 1
            elif card <= KINDS_A_WORD:
                low += one_low(card)
            else:
                high += one_high(card)
        player += 1
    observe_pool(low, out, at + UNSEEN_FROM)
    observe_pool(high, out, at + UNSEEN_FROM + KINDS_A_WORD)


def observe_pool(word: i64, out: vec[u8], at: i64) -> None:
    """How many cards of each kind, of one word of a pool."""
    while word != 0:
        out[at] = u8(word & MOST_OF_A_KIND)
        word >>= 4
        at += 1


def observe_piles(state: WildState, out: vec[u8], at: i64) -> None:
    """The top card of every share pile, and how many cards each draw pile has."""
    tops: i64 = state.tops
    place: i64 = at + SHARES_FROM
    while tops != 0:
        top: i64 = tops & 255
        if top != 0:
            out[place] = u8(state.shared[top - 1] & CARD_MASK)
        tops >>= 8
        place += 1
    piles: i64 = state.piles
    place = at + PILES_FROM
    while piles != 0:
        out[place] = u8(piles & 255)
        piles >>= 8
        place += 1


def observe_round(state: WildState, me: i64, out: vec[u8], at: i64) -> None:
    """Round, phase, whether the end was triggered, cop cars, whose turn it is, and the objectives."""
    out[at] = u8(state.round)
    out[at + 1] = u8(state.phase)
    if state.triggered:
        out[at + 2] = 1
    out[at + 3] = u8(state.cars)
    if state.turn != NOBODY:
        out[at + 4] = u8((state.turn - me + state.seats) % state.seats + 1)
    objectives = state.city.objectives
    many: i64 = len(objectives)
    number: i64 = 0
    while number < many:
        out[at + 5 + number] = u8(objectives[number] + 1)
        number += 1
