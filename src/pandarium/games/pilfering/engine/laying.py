"""Cards onto a Trade area, and what is worked out about its right end then (PP-A2 to PP-A4, PP-A10, PP-F2, PP-F3)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.games.pilfering.engine.areas import ONE_CARD_MORE, Area, pack_set, set_length, set_start
from pandarium.games.pilfering.engine.cards import (
    EVERY_LOOT,
    KEY,
    NEAR,
    bit,
    near,
    up_to,
)
from pandarium.games.pilfering.engine.sets import NOWHERE


def lay(area: Area, cards: vec[i64], reuse: bool, bonus: bool) -> None:
    """PP-A2, PP-A3: a set at the right end; the first of `cards` is the end card, if it is re-used.

    A completely new set takes in a loose Key that it lies next to (PP-F2).
    """
    length: i64 = len(cards)
    begin: i64 = len(area.cards)
    enter: i64 = EVERY_LOOT
    index: i64 = 0
    joined: i64 = 0
    if reuse:
        begin -= 1
        enter = area.end
        index = 1
    elif area.ends_loose():  # PP-F2
        begin -= 1
        joined = 1
    while index < len(cards):
        _put(area, cards[index])
        index += 1
    length += joined
    packed: i64 = pack_set(begin, length, length, joined) if bonus else pack_set(begin, length, 0, 0)
    area.sets = append(area.sets, packed)
    area.enters = append(area.enters, enter)
    look(area)


def lay_left(area: Area, cards: vec[i64], bonus: bool) -> None:
    """PP-F3: a set at the left end; everything else moves to the right, and a loose Key next to it joins (PP-F2)."""
    length: i64 = len(cards)
    joined: i64 = 1 if area.starts_loose() else 0
    rewarded: i64 = 0
    if bonus:
        rewarded = length
    old_cards = area.cards
    area.cards = vec[i64]()
    index: i64 = 0
    while index < length:
        _put(area, cards[index])
        index += 1
    index = 0
    while index < len(old_cards):
        area.cards = append(area.cards, old_cards[index])
        index += 1
    sets = vec[i64]([pack_set(0, length + joined, rewarded, 0)])
    enters = vec[i64]([EVERY_LOOT])
    index = 0
    while index < len(area.sets):
        sets = append(sets, area.sets[index] + length)
        enters = append(enters, area.enters[index])
        index += 1
    area.sets = sets
    area.enters = enters
    if area.mark != NOWHERE:
        area.mark += length
    look(area)


def extend(area: Area, card: i64) -> None:
    """PP-A4: one card more in the right-most set."""
    _put(area, card)
    area.sets[len(area.sets) - 1] += ONE_CARD_MORE
    look(area)


def drop(area: Area, card: i64) -> None:
    """PP-F2: a loose card at the right end."""
    _put(area, card)
    look(area)


def swap(area: Area, place: i64, card: i64) -> None:
    """PP-A10: this Loot card in place of a Key."""
    area.cards[place] = card
    area.keys -= 1
    follow(area)
    look(area)


def _put(area: Area, card: i64) -> None:
    area.cards = append(area.cards, card)
    if card == KEY:
        area.keys += 1


def follow(area: Area) -> None:
    """What the first card of each set may be, from left to right, after a card in the middle has changed."""
    number: i64 = 1
    while number < len(area.sets):
        before: i64 = area.sets[number - 1]
        if set_start(area.sets[number]) == set_start(before) + set_length(before) - 1:
            found = area.read(number - 1, NOWHERE, KEY, area.enters[number - 1], 0)
            area.enters[number] = found[2]
        else:
            area.enters[number] = EVERY_LOOT
        number += 1


def look(area: Area) -> None:
    """What the right-most set and the end card may be, and what matches it (PP-A2); a loose Key is anything (PP-F2)."""
    card: i64 = area.end_card()
    area.kinds = 0
    area.end = bit(card)
    if card == KEY:
        area.end = up_to(area.reach)
    if area.ends_in_set():
        number: i64 = len(area.sets) - 1
        reading = area.read(number, NOWHERE, KEY, area.enters[number], 0)
        area.kinds = reading[0]
        area.end = reading[2]
    if card == KEY:
        area.opens = near(area.end)
    else:
        area.opens = NEAR[card]
