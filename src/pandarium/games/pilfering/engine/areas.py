"""A Meerkat's Trade area as data: its cards, its sets, and what was worked out about them (PP-A8).

`laying.py` changes areas, `readings.py` says what Keys in them may stand for.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from pandarium.games.pilfering.engine.cards import EVERY_SUIT, KEY, NUMBER, ROWS, SUIT, bit, with_number
from pandarium.games.pilfering.engine.sets import NOWHERE, read_set

FIRST: Final = 0
SECOND: Final = 1
ONE_CARD_MORE: Final = 256
"""Added to a packed set."""


def pack_set(start: i64, length: i64, bonus: i64, joined: i64) -> i64:
    """A set: where it starts, how many cards it has, and how many it had when it earned the bonus (0: none was paid).

    `joined` is 1 if its first card, a loose Key that it took in, has no part in the bonus (PP-F2).
    """
    return start | (length << 8) | (bonus << 16) | (joined << 24)


def set_start(packed: i64) -> i64:
    """The place of a set's first card, from the left."""
    return packed & 255


def set_length(packed: i64) -> i64:
    """How many cards the set has."""
    return (packed >> 8) & 255


def set_bonus(packed: i64) -> i64:
    """How many cards the set had when it earned its bonus (PP-A5); 0: it earned none."""
    return (packed >> 16) & 255


def set_joined(packed: i64) -> i64:
    """1 if the first card has no part in the bonus (PP-F2), else 0."""
    return packed >> 24


def take_in(cards: vec[i64], left: bool) -> vec[i64]:
    """PP-F2: these cards with the Key that they take in: before them, or, of a set on the left, after them."""
    whole = vec[i64](capacity=len(cards) + 1)
    if not left:
        whole = append(whole, KEY)
    index: i64 = 0
    while index < len(cards):
        whole = append(whole, cards[index])
        index += 1
    return append(whole, KEY) if left else whole


@mypyc_attr(acyclic=True)
class Area:
    """One Trade area. Sets lie from left to right; a re-used card is the last of one set and the first of the next."""

    wants: i64
    """The Meerkat's three suits, as bits (PP-C5)."""
    reach: i64
    """The highest number that a Key may stand for (PP-A9)."""
    cards: vec[i64]
    sets: vec[i64]
    enters: vec[i64]
    """For every set what its first card may be, as far as the sets before it say."""
    mark: i64
    """The place of the Limit card, or NOWHERE (PP-A6)."""
    keys: i64
    """How many Keys lie here."""
    kinds: i64
    """What the right-most set may be; 0 if the end card is in none."""
    end: i64
    """What the end card may be; a mask."""
    opens: i64
    """What the first card of a completely new set may be (PP-A2)."""

    def __init__(self, wants: i64, reach: i64) -> None:
        self.wants = wants
        self.reach = reach
        self.cards = vec[i64]()
        self.sets = vec[i64]()
        self.enters = vec[i64]()
        self.mark = NOWHERE
        self.keys = 0
        self.kinds = 0
        self.end = 0
        self.opens = ROWS[wants]

    def copy(self) -> Area:
        """The same area once more."""
        copy = Area(self.wants, self.reach)
        if len(self.cards) != 0:
            copy.cards = self.cards[:]
            copy.sets = self.sets[:]
            copy.enters = self.enters[:]
            copy.mark = self.mark
            copy.keys = self.keys
            copy.kinds = self.kinds
            copy.end = self.end
            copy.opens = self.opens
        return copy

    def read(self, number: i64, place: i64, other: i64, enter: i64, more: i64) -> tuple[i64, i64, i64]:
        """`read_set` for one of the sets, with another card in one place and perhaps one card more."""
        packed: i64 = self.sets[number]
        start: i64 = set_start(packed)
        length: i64 = set_length(packed) + more
        bonus: i64 = set_bonus(packed)
        joined: i64 = set_joined(packed)
        return read_set(self.cards, start, length, bonus, joined, enter, self.wants, self.reach, place, other)

    def end_card(self) -> i64:
        """The card at the right end of an area that has one."""
        return self.cards[len(self.cards) - 1]

    def ends_in_set(self) -> bool:
        """Whether the end card belongs to a set, and was not rummaged (PP-F2)."""
        if len(self.sets) == 0:
            return False
        packed: i64 = self.sets[len(self.sets) - 1]
        return set_start(packed) + set_length(packed) == len(self.cards)

    def ends_loose(self) -> bool:
        """PP-F2: whether the end card is a Key in no set, which the next new set takes in."""
        return self.keys != 0 and self.kinds == 0 and self.end_card() == KEY

    def starts_loose(self) -> bool:
        """PP-F2, PP-F3: the same of the left-most card, for a set on the left."""
        if self.keys == 0 or self.cards[0] != KEY:
            return False
        return len(self.sets) == 0 or set_start(self.sets[0]) > 0

    def missing_suits(self, packed: i64) -> i64:
        """The cards with the number of this set, in suits that it does not show."""
        suits: i64 = 0
        number: i64 = 0
        index: i64 = set_start(packed)
        stop: i64 = index + set_length(packed)
        while index < stop:
            card: i64 = self.cards[index]
            if card != KEY:
                suits |= bit(SUIT[card])
                number = NUMBER[card]
            index += 1
        return with_number(EVERY_SUIT & ~suits, number)
