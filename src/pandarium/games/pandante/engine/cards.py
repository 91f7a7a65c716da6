"""Cards as bits: the deck of 61 in one integer (PD-S2).

A set of cards is a 64-bit integer with one bit for every card: ten bits for each colour, low numbers first, and the
Joker above them. So hands, community cards, deck and discards are each one number.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

COLOURS: Final = 6
NUMBERS: Final = 10
JOKER: Final = 60
DECK: Final = 61
"""How many cards there are."""
NO_CARD: Final = -1

NO_COLOUR: Final = -1
COLOUR_NAMES: Final[list[str]] = ["black", "blue", "green", "orange", "red", "purple"]
COLOUR_CODES: Final = "kbgorp"
CODES: Final[list[str]] = [f"{colour}{number}" for colour in COLOUR_CODES for number in range(1, NUMBERS + 1)] + [
    "joker"
]
"""How each card is written in moves and positions: `k7` is the black 7, `joker` the Joker."""

PLAIN: Final = 0x0FFF_FFFF_FFFF_FFFF
"""Every card but the Joker."""
ALL_CARDS: Final = 0x1FFF_FFFF_FFFF_FFFF

BIT: Final = vec[i64]([1 << card for card in range(62)])
"""From a table: compiled code shifts a plain 1 in 32 bits."""

_TWOS: Final = 0x1555_5555_5555_5555
_FOURS: Final = 0x3333_3333_3333_3333
_EIGHTS: Final = 0x0F0F_0F0F_0F0F_0F0F
_ONES: Final = 0x0101_0101_0101_0101

_CARD_AT: Final = vec[i64]([next((p for p in range(62) if (1 << p) % 67 == rest), 0) for rest in range(67)])
"""Powers of two leave different rests when divided by 67, which tells quickly which bit it was."""


def size(cards: i64) -> i64:
    """How many cards are in the set."""
    cards -= (cards >> 1) & _TWOS
    cards = (cards & _FOURS) + ((cards >> 2) & _FOURS)
    cards = (cards + (cards >> 4)) & _EIGHTS
    return ((cards * _ONES) >> 56) & 255


def lowest(cards: i64) -> i64:
    """The first card of a set that is not empty."""
    return _CARD_AT[(cards & -cards) % 67]


def nth(cards: i64, index: i64) -> i64:
    """The index-th card of a set, from 0."""
    while index > 0:
        cards &= cards - 1
        index -= 1
    return lowest(cards)


def list_cards(cards: i64) -> list[i64]:
    """Every card of a set, in order."""
    found: list[i64] = []
    while cards != 0:
        found.append(lowest(cards))
        cards &= cards - 1
    return found


def gather(cards: list[i64]) -> i64:
    """The set of these cards."""
    found: i64 = 0
    for card in cards:
        found |= BIT[card]
    return found
