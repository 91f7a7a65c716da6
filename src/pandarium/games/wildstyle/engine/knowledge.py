"""What a seat can see: copies in which the rest is drawn anew, and observations as bytes."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from pandarium.core.rng import Rng
from pandarium.games.wildstyle.engine.cards import (
    BIT,
    CARD_BITS,
    CARD_MASK,
    ICON_OF,
    KINDS,
    count_in,
    one_high,
    one_low,
    size_of,
    with_card,
)
from pandarium.games.wildstyle.engine.city import high_bit, low_bit
from pandarium.games.wildstyle.engine.state import (
    HAND,
    HIGH,
    LOW,
    MOST_DRAW_PILES,
    MOST_SEATS,
    MOST_SHARE_PILES,
    NOBODY,
    PICKED_HIGH,
    PICKED_LOW,
    REMOVING,
    STRIDE,
    WildState,
)

PLAYER_BYTES: Final = 11
EMPTY_SEAT: Final = bytes(PLAYER_BYTES)
MAP_HEXES: Final = 95
NO_HEXES: Final = [bytes(count) for count in range(MAP_HEXES + 1)]
"""The rest of a map, by its size."""
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


def observe(state: WildState, me: i64) -> bytes:
    """Players clockwise from the observer, the own hand, cards nobody has shown, piles, objectives, and the map."""
    seen = BytesWriter()
    offset: i64 = 0
    while offset < state.seats:
        observe_player(state, seen, (me + offset) % state.seats)
        offset += 1
    while offset < MOST_SEATS:
        seen.write(EMPTY_SEAT)
        offset += 1
    observe_cards(state, seen, me)
    pile: i64 = 0
    while pile < MOST_SHARE_PILES:
        seen.append(u8(state.top_of(pile)))
        pile += 1
    pile = 0
    while pile < MOST_DRAW_PILES:
        seen.append(u8(state.pile_size(pile)))
        pile += 1
    seen.append(u8(state.round))
    seen.append(u8(state.phase))
    seen.append(1 if state.triggered else 0)
    seen.append(u8(state.cars))
    seen.append(0 if state.turn == NOBODY else u8((state.turn - me + state.seats) % state.seats + 1))
    number: i64 = 0
    chosen: i64 = len(state.city.objectives)
    while number < 3:
        seen.append(u8(state.city.objectives[number] + 1) if number < chosen else 0)
        number += 1
    observe_map(state, seen, me)
    return seen.getvalue()


def observe_player(state: WildState, seen: BytesWriter, player: i64) -> None:
    """Present, tags on the mat, cars, cards in hand, icon (from 1) and size of both sets, ready, passed, picks."""
    seen.append(1)
    seen.append(u8(state.mat_of(player)))
    seen.append(u8(state.cars_of(player)))
    seen.append(u8(size_of(state.hand_of(player))))
    space: i64 = 0
    while space < 2:
        cards: i64 = state.set_of(player, space)
        seen.append(u8(ICON_OF[cards & CARD_MASK] + 1))
        seen.append(u8(size_of(cards)))
        space += 1
    seen.append(1 if state.ready & BIT[player] != 0 else 0)
    seen.append(1 if state.passed & BIT[player] != 0 else 0)
    seen.append(u8(state.count_picks(player)))


def observe_cards(state: WildState, seen: BytesWriter, me: i64) -> None:
    """By kind: cards in the own hand, then cards that the observer has not seen this round."""
    low: i64 = state.pool_low
    high: i64 = state.pool_high
    other: i64 = 0
    while other < state.seats:
        hand: i64 = state.hand_of(other) if other != me else 0
        while hand != 0:
            low += one_low(hand & CARD_MASK)
            high += one_high(hand & CARD_MASK)
            hand >>= CARD_BITS
        other += 1
    own_low: i64 = 0
    own_high: i64 = 0
    hand = state.hand_of(me)
    while hand != 0:
        own_low += one_low(hand & CARD_MASK)
        own_high += one_high(hand & CARD_MASK)
        hand >>= CARD_BITS
    observe_pool(seen, own_low, own_high)
    observe_pool(seen, low, high)


def observe_map(state: WildState, seen: BytesWriter, me: i64) -> None:
    """Every hex: its icon, from 1; then whose tags lie there, a bit each clockwise from the observer."""
    hexes: i64 = state.city.grid.hexes
    hex: i64 = 0
    while hex < hexes:
        seen.append(u8(state.city.icons[hex] + 1))
        hex += 1
    seen.write(NO_HEXES[MAP_HEXES - hexes])
    hex = 0
    while hex < hexes:
        low: i64 = low_bit(hex)
        high: i64 = high_bit(hex)
        tags: i64 = 0
        if (state.tagged_low & low) | (state.tagged_high & high) != 0:
            tags = tags_on(state, low, high, me)
        seen.append(u8(tags))
        hex += 1
    seen.write(NO_HEXES[MAP_HEXES - hexes])


def tags_on(state: WildState, low: i64, high: i64, me: i64) -> i64:
    """Whose tags lie on a hex, a bit each clockwise from the observer, and whether the own one is to go."""
    tags: i64 = 0
    offset: i64 = 0
    while offset < state.seats:
        mat: i64 = (me + offset) % state.seats * STRIDE
        if (state.mats[mat + LOW] & low) | (state.mats[mat + HIGH] & high) != 0:
            tags |= BIT[offset]
        offset += 1
    if (state.mats[me * STRIDE + PICKED_LOW] & low) | (state.mats[me * STRIDE + PICKED_HIGH] & high) != 0:
        tags |= OWN_PICK
    return tags


def observe_pool(seen: BytesWriter, low: i64, high: i64) -> None:
    """How many cards of each kind."""
    card: i64 = 1
    while card <= KINDS:
        seen.append(u8(count_in(low, high, card)))
        card += 1
