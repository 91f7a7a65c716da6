"""Cards in the hand: 30 kinds, a few of them in one integer (WS-C1).

A card is a number from 1 to 30, five colours for each icon in turn; 0 is no card. A hand is up to three cards of five
bits each, the lowest first, so that equal hands are equal numbers; a set is the same in the order of play. A pool, all
face-down cards together, is a pair of words with four bits for every kind.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

STATION: Final = 0
RAILWAY: Final = 1
APARTMENT: Final = 2
FACTORY: Final = 3
MALL: Final = 4
POLICE: Final = 5
ICONS: Final = 6
COLOURS: Final = 5
KINDS: Final = 30
NO_CARD: Final = 0

HAND_SIZE: Final = 3
"""Golden rule 2 (WS-1)."""
SET_SIZE: Final = 3
CARD_BITS: Final = 5
CARD_MASK: Final = 31
_TWO: Final = 32
_THREE: Final = 1024
"""From here on three cards are in a handful."""

KINDS_A_WORD: Final = 15
MOST_OF_A_KIND: Final = 15

ICON_CODES: Final[list[str]] = ["S", "R", "A", "F", "M", "P"]

ICON_OF: Final = vec[i64]([(card - 1) // COLOURS for card in range(KINDS + 1)])
BIT: Final = vec[i64]([2**place for place in range(62)])
"""From a table: compiled code shifts a plain 1 in 32 bits."""


def matching(card: int) -> int:
    """All cards that share icon or colour with this one, a bit each; with no card all of them."""
    if card == NO_CARD:
        return int(2 ** (KINDS + 1) - 2)
    kinds = [other for other in range(KINDS) if other // COLOURS == (card - 1) // COLOURS]
    kinds += [other for other in range(KINDS) if other % COLOURS == (card - 1) % COLOURS]
    return sum(2 ** (other + 1) for other in set(kinds))


MATCHES: Final = vec[i64]([matching(card) for card in range(KINDS + 1)])
"""What may be shared onto each card, and onto an empty pile (WS-5)."""


def size_of(handful: i64) -> i64:
    """How many cards."""
    if handful >= _THREE:
        return 3
    if handful >= _TWO:
        return 2
    return 0 if handful == 0 else 1


def is_full(handful: i64) -> bool:
    """Whether there are three cards."""
    return handful >= _THREE


def has_card(handful: i64, card: i64) -> bool:
    """Whether that card is among them."""
    while handful != 0:
        if handful & CARD_MASK == card:
            return True
        handful >>= CARD_BITS
    return False


def with_card(hand: i64, card: i64) -> i64:
    """A hand of up to two cards with one more, in order."""
    first: i64 = hand & CARD_MASK
    second: i64 = hand >> CARD_BITS
    if first == 0 or card <= first:
        return card | (hand << CARD_BITS)
    if second == 0 or card <= second:
        return first | (card << CARD_BITS) | (second << (2 * CARD_BITS))
    return hand | (card << (2 * CARD_BITS))


def without_card(hand: i64, card: i64) -> i64:
    """A hand without one card that is in it."""
    first: i64 = hand & CARD_MASK
    if first == card:
        return hand >> CARD_BITS
    if (hand >> CARD_BITS) & CARD_MASK == card:
        return first | ((hand >> (2 * CARD_BITS)) << CARD_BITS)
    return hand & (_THREE - 1)


def put_on(pile: i64, card: i64) -> i64:
    """A set with one more card on top."""
    if pile == 0:
        return card
    if pile < _TWO:
        return pile | (card << CARD_BITS)
    return pile | (card << (2 * CARD_BITS))


def list_cards(handful: i64) -> list[i64]:
    """The cards one by one."""
    cards: list[i64] = []
    while handful != 0:
        cards.append(handful & CARD_MASK)
        handful >>= CARD_BITS
    return cards


def one_low(card: i64) -> i64:
    """One card of that kind in the low word of a pool; 0 if it belongs to the other word."""
    if card <= KINDS_A_WORD:
        return _ONE[card - 1]
    return 0


def one_high(card: i64) -> i64:
    """One card of that kind in the high word of a pool; 0 if it belongs to the other word."""
    if card > KINDS_A_WORD:
        return _ONE[card - 1 - KINDS_A_WORD]
    return 0


_ONE: Final = vec[i64]([16**kind for kind in range(KINDS_A_WORD)])


def count_in(low: i64, high: i64, card: i64) -> i64:
    """How many cards of that kind are in a pool."""
    if card <= KINDS_A_WORD:
        return (low >> (4 * (card - 1))) & 15
    return (high >> (4 * (card - 1 - KINDS_A_WORD))) & 15


def nth_card(low: i64, high: i64, index: i64) -> i64:
    """The index-th card of a pool, counting through the kinds in order."""
    card: i64 = 1
    word: i64 = low
    while True:
        here: i64 = word & 15
        if index < here:
            return card
        index -= here
        word >>= 4
        card += 1
        if card == KINDS_A_WORD + 1:
            word = high


class Deck:
    """The cards of one content pack."""

    low: i64
    """How many there are of each kind, as a pool: icons one to three,"""
    high: i64
    """and four to six."""
    size: i64
    points: vec[i64]
    """What a tag scores, by icon."""

    def __init__(self, copies: list[int], points: list[int]) -> None:
        self.low = 0
        self.high = 0
        self.size = 0
        self.points = vec[i64]()
        for icon in range(ICONS):
            self.points = append(self.points, points[icon])
            for colour in range(COLOURS):
                card: i64 = icon * COLOURS + colour + 1
                many: i64 = copies[icon]
                self.low += many * one_low(card)
                self.high += many * one_high(card)
                self.size += many
