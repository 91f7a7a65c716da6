"""Cards, and many of them in one number (PP-C1, PP-C4).

A Loot card is suit * 9 + number - 1, a Key is 45, Foiled Plans come after it. A hand is a 64-bit integer: one bit for
each Loot card, and above them how many Keys, which are all alike: `hand + one(card)` has one card more. A mask is a set
of Loot cards only.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SUITS: Final = 5
NUMBERS: Final = 9
LOOT: Final = 45
KEY: Final = 45
FIRST_PLAN: Final = 46
PLANS: Final = 7
NO_CARD: Final = -1

RUMMAGE: Final = 46
"""Rubbish Rummage (PP-F2)."""
BACK_DOOR: Final = 47
"""Back Door Trade (PP-F3)."""
CARING: Final = 48
"""Sharing is Caring (PP-F4)."""
TORCH: Final = 49
"""Torch Beam, and the three below (PP-F5)."""
MUDDY: Final = 50
EARLY: Final = 51
GATE: Final = 52

SUIT_LETTERS: Final = "rygbp"
PLAN_CODES: Final[list[str]] = ["rummage", "back-door", "caring", "torch", "muddy", "early", "gate"]
CODES: Final[list[str]] = [
    *(f"{letter}{number}" for letter in SUIT_LETTERS for number in range(1, 10)),
    "key",
    *PLAN_CODES,
]
"""How every card is written in moves and positions."""
SUIT_WORDS: Final[list[str]] = ["red", "yellow", "green", "blue", "purple"]
NAMES: Final[list[str]] = [*(f"{suit} {number}" for suit in SUIT_WORDS for number in range(1, 10)), "Key"]
"""Cards that can be in a hand, as people say them."""

EVERY_LOOT: Final = 0x1FFF_FFFF_FFFF
ONE_KEY: Final = 0x2000_0000_0000
ROW_MASK: Final = 0x1FF
EVERY_SUIT: Final = 31
SPREAD: Final = 0x10_0804_0201
"""Times a row of nine bits: the same row in every suit."""

HIGHEST_BIT: Final = 0x2000_0000_0000_0000
SUIT: Final = vec[i64]([card // 9 for card in range(45)])
NUMBER: Final = vec[i64]([card % 9 for card in range(45)])
"""Numbers are counted from 0 here."""
ROW: Final = vec[i64]([0x1FF * 2 ** (9 * suit) for suit in range(5)])
"""All cards of a suit."""
BITS: Final = vec[i64]([bin(row).count("1") for row in range(512)])
"""How many bits are set in a row."""
ROWS: Final = vec[i64]([sum(0x1FF * 2 ** (9 * suit) for suit in range(5) if wants >> suit & 1) for wants in range(32)])
"""All cards of some suits, given as five bits."""
NEAR: Final = vec[i64]([(0x1FF * 2 ** (9 * (card // 9))) | (SPREAD * 2 ** (card % 9)) for card in range(45)])
"""Cards of the same suit or number (PP-A2)."""


def one(card: i64) -> i64:
    """A hand of just this card."""
    return bit(card)


def keys_of(hand: i64) -> i64:
    """How many Keys."""
    return hand >> LOOT


def count(mask: i64) -> i64:
    """How many cards a mask has."""
    mask -= (mask >> 1) & 0x5555_5555_5555
    mask = (mask & 0x3333_3333_3333) + ((mask >> 2) & 0x3333_3333_3333)
    mask = (mask + (mask >> 4)) & 0x0F0F_0F0F_0F0F
    mask += mask >> 8
    mask += mask >> 16
    return (mask + (mask >> 32)) & 63


def size(hand: i64) -> i64:
    """How many cards a hand has."""
    return count(hand & EVERY_LOOT) + (hand >> LOOT)


def bit(place: i64) -> i64:
    """A power of two, up to 2**61; from above, since compiled code would shift a plain 1 in 32 bits."""
    return HIGHEST_BIT >> (61 - place)


def column(number: i64) -> i64:
    """All cards of a number."""
    return SPREAD << number


def up_to(reach: i64) -> i64:
    """All cards of the first `reach` numbers."""
    return SPREAD * (bit(reach) - 1)


def lowest(mask: i64) -> i64:
    """The lowest card of a mask that has one."""
    return count((mask & -mask) - 1)


def has(hand: i64, card: i64) -> bool:
    """Whether the card is there."""
    if card == KEY:
        return hand >= ONE_KEY
    return (hand >> card) & 1 != 0


def without(hand: i64, cards: i64) -> i64:
    """What stays of a hand when these cards go, of which it need not have all."""
    keys: i64 = keys_of(hand) - keys_of(cards)
    loot: i64 = hand & ~cards & EVERY_LOOT
    return loot | (keys << LOOT) if keys > 0 else loot


def near(mask: i64) -> i64:
    """All cards that share suit or number with some card of the mask."""
    rows: i64 = 0
    numbers: i64 = 0
    suit: i64 = 0
    while suit < SUITS:
        row: i64 = (mask >> (suit * 9)) & ROW_MASK
        if row != 0:
            rows |= ROW[suit]
            numbers |= row
        suit += 1
    return rows | (numbers * SPREAD)


def suits_with(mask: i64, number: i64) -> i64:
    """The suits, as five bits, of which the mask has this number."""
    mask >>= number
    return (mask & 1) | ((mask >> 8) & 2) | ((mask >> 16) & 4) | ((mask >> 24) & 8) | ((mask >> 32) & 16)


def with_number(suits: i64, number: i64) -> i64:
    """The cards of this number in these suits."""
    return ROWS[suits] & column(number)


def nth_card(hand: i64, index: i64) -> i64:
    """The index-th card of a hand, Loot first, Keys last."""
    loot: i64 = hand & EVERY_LOOT
    while loot != 0:
        if index == 0:
            return lowest(loot)
        loot &= loot - 1
        index -= 1
    return KEY


def list_cards(hand: i64) -> list[int]:
    """The cards of a hand in order, Keys last."""
    cards: list[int] = []
    loot: i64 = hand & EVERY_LOOT
    while loot != 0:
        cards.append(lowest(loot))
        loot &= loot - 1
    cards.extend([KEY] * (hand >> LOOT))
    return cards


def hand_of(cards: list[int]) -> int:
    """A hand of these cards."""
    hand: i64 = 0
    for card in cards:
        hand += bit(card)
    return hand


def is_plan(card: i64) -> bool:
    """Whether this is a Foiled Plan."""
    return card > KEY


def plan_bit(card: i64) -> i64:
    """A plan as one of seven bits."""
    return bit(card - FIRST_PLAN)
