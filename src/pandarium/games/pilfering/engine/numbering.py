"""Features of moves, for programs that learn. `layouts` says in words what they mean.

There are too many moves to number them all. No two legal moves of a position have the same features: a set is told by
its cards, what it may be read as, its first and last card, and where its first Loot card lies.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.games.pilfering.engine.cards import EVERY_LOOT, KEY, LOOT, bit, keys_of, size
from pandarium.games.pilfering.engine.knowledge import clockwise
from pandarium.games.pilfering.engine.moves import (
    ANSWER,
    CHOOSE,
    DISCARD,
    EXTEND,
    GIVE,
    LEFT,
    PICK,
    PLACE,
    PLAIN,
    REUSE,
    SECRET,
    SET,
    SHARE,
    STASH,
    SWAP,
    area_of,
    card_at,
    card_of,
    cards_used,
    kind_of,
    length_of,
    other_of,
    panda_of,
    picked,
    swap_card,
    swap_place,
    way_of,
    with_ability,
)
from pandarium.games.pilfering.engine.prices import cards_of, first_may_be
from pandarium.games.pilfering.engine.sets import NOWHERE, read_set
from pandarium.games.pilfering.engine.state import PilferingState

LOOT_BYTES: Final = (LOOT + 7) // 8

# Where the features of a move hold what.
KIND_AT: Final = 0
AREA_AT: Final = 1
ABILITY_AT: Final = 2
YES_AT: Final = 3
PANDA_AT: Final = 4
TARGET_AT: Final = 5
CARDS_AT: Final = 6
LOOT_AT: Final = 7
KEYS_AT: Final = LOOT_AT + LOOT_BYTES
FIRST_AT: Final = KEYS_AT + 1
LAST_AT: Final = FIRST_AT + 1
PLACE_AT: Final = LAST_AT + 1
READ_AS_AT: Final = PLACE_AT + 1
TAKEN_AT: Final = READ_AS_AT + 1


def features_into(state: PilferingState, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
    """What a legal move does, with which cards."""
    kind: i64 = kind_of(move)
    out[at + KIND_AT] = u8(kind)
    if kind in (SET, REUSE, EXTEND, LEFT):
        describe_trade(state, move, out, at)
    elif kind == SWAP:
        out[at + AREA_AT] = u8(area_of(move) + 1)
        out[at + PLACE_AT] = u8(swap_place(move) + 1)
        describe_card(swap_card(move), out, at)
    elif kind == PICK:
        describe_pick(state, move, out, at)
    elif kind == SHARE:
        describe_card(card_of(move), out, at)
        if state.fixed.solo:
            out[at + TAKEN_AT] = u8(other_of(move) - SECRET + 1)
        else:
            out[at + TARGET_AT] = u8(clockwise(state, seat, other_of(move)))
    elif kind in (GIVE, STASH):
        describe_card(card_of(move), out, at)
    elif kind == DISCARD:
        describe_card(KEY, out, at)
    elif kind == PLACE:
        out[at + AREA_AT] = u8(area_of(move) + 1)
        describe_card(state.found, out, at)
    elif kind == CHOOSE:
        out[at + PANDA_AT] = u8(panda_of(move) + 1)
    elif kind == ANSWER and (move >> 4) & 1 != 0:
        out[at + YES_AT] = 1


def describe_trade(state: PilferingState, move: i64, out: vec[u8], at: i64) -> None:
    """A set or an extension: where, with what, and what it may be read as."""
    kind: i64 = kind_of(move)
    area = state.area(area_of(move))
    out[at + AREA_AT] = u8(area_of(move) + 1)
    if with_ability(move):
        out[at + ABILITY_AT] = 1
    length: i64 = length_of(move)
    describe_cards(cards_used(move), card_at(move, 0), card_at(move, length - 1), out, at)
    index: i64 = 0
    while index < length and card_at(move, index) == KEY:
        index += 1
    out[at + PLACE_AT] = u8(index + 1)
    kinds: i64 = area.kinds
    if kind != EXTEND:
        cards = cards_of(state, move)
        enter: i64 = first_may_be(area, kind)
        kinds = read_set(cards, 0, len(cards), 0, 0, enter, area.wants, area.reach, NOWHERE, KEY)[0]
    out[at + READ_AS_AT] = u8(kinds)


def describe_pick(state: PilferingState, move: i64, out: vec[u8], at: i64) -> None:
    """What comes from the Hideout."""
    if way_of(move) != PLAIN:
        out[at + ABILITY_AT] = 1
    hideout = state.hideout
    place: i64 = len(hideout) - picked(move)
    first: i64 = hideout[place]
    cards: i64 = 0
    while place < len(hideout):
        cards += bit(hideout[place])
        place += 1
    describe_cards(cards, first, hideout[place - 1], out, at)


def describe_card(card: i64, out: vec[u8], at: i64) -> None:
    """A single card."""
    describe_cards(bit(card), card, card, out, at)


def describe_cards(cards: i64, first: i64, last: i64, out: vec[u8], at: i64) -> None:
    """Cards that change places, a hand; the first and the last of them."""
    out[at + CARDS_AT] = u8(size(cards))
    out[at + KEYS_AT] = u8(keys_of(cards))
    out[at + FIRST_AT] = u8(first + 1)
    out[at + LAST_AT] = u8(last + 1)
    loot: i64 = cards & EVERY_LOOT
    place: i64 = at + LOOT_AT
    while loot != 0:
        out[place] = u8(loot & 255)
        loot >>= 8
        place += 1
