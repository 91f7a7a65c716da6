"""Dice in the hand: which kinds there are, and many of them in one integer (PR-C1, PR-C2).

A handful of dice is a 64-bit integer with four bits for every kind, so that a hand, the pool and the bag are each one
number: `count(hand, RED_D6)` dice of that kind, `hand + one(RED_D6)` with one more. Rolled faces are packed five bits
a die, in the order of the kinds.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

YELLOW_D6: Final = 0
YELLOW_D8: Final = 1
PURPLE_D8: Final = 2
PURPLE_D12: Final = 3
BLUE_D6: Final = 4
BLUE_D8: Final = 5
BLUE_D12: Final = 6
GLITTER_D6: Final = 7
RED_D6: Final = 8
RED_D8: Final = 9
GREEN_D20: Final = 10
CLEAR_D6: Final = 11
TRADED_D6: Final = 12
"""A clear die that changed hands this round: clear in every way, but not to be offered again (PR-10)."""
PINK_D12: Final = 13

KINDS: Final = 14
DRAFTABLE: Final = 12
"""Kinds below this one can be in the bag and in the pool."""
TAKEABLE: Final = 13
"""Kinds below this one can be taken in a trade: everything but pink (PR-10)."""

YELLOW: Final = 0
PURPLE: Final = 1
BLUE: Final = 2
RED: Final = 3
GREEN: Final = 4
CLEAR: Final = 5
PINK: Final = 6
COLOURS: Final = 7

MOST_FACES: Final = 20
MOST_OF_A_KIND: Final = 15

CODES: Final[list[str]] = ["y6", "y8", "p8", "p12", "b6", "b8", "b12", "s6", "r6", "r8", "g20", "c6", "c6*", "k12"]
"""How each kind is written in moves and positions; `c6*` is a clear die already traded this round."""
DIE_NAMES: Final[list[str]] = [
    "yellow d6",
    "yellow d8",
    "purple d8",
    "purple d12",
    "blue d6",
    "blue d8",
    "blue d12",
    "glitter blue d6",
    "red d6",
    "red d8",
    "green d20",
    "clear d6",
    "traded clear d6",
    "pink d12",
]
"""The same as people say them."""
COLOUR_NAMES: Final[list[str]] = ["yellow", "purple", "blue", "red", "green", "clear", "pink"]
COLOUR_OF: Final = vec[i64]([0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5, 5, 6])

_EVERY_KIND: Final = 0x11_1111_1111_1111
"""One die of every kind."""
_DIGITS: Final = 0x0123_4567_89AB_CD00
"""Every kind as a hexadecimal digit."""
_TAKEABLE: Final = 0xF_FFFF_FFFF_FFFF

_ONE: Final = vec[i64]([16**kind for kind in range(KINDS)])


def one(kind: i64) -> i64:
    """One die of that kind, as a handful. From a table: compiled code shifts a plain 1 in 32 bits."""
    return _ONE[kind]


def count(hand: i64, kind: i64) -> i64:
    """How many dice of that kind are in the handful."""
    return (hand >> (kind * 4)) & 15


def total(hand: i64) -> i64:
    """How many dice in all."""
    found: i64 = 0
    while hand != 0:
        found += hand & 15
        hand >>= 4
    return found


def without_pink(hand: i64) -> i64:
    """The handful without its pink dice, which nobody can take."""
    return hand & _TAKEABLE


def one_of_each(hand: i64) -> i64:
    """One die of every kind that is in the handful. Without its first kind: `kinds & (kinds - 1)`."""
    hand |= hand >> 1
    hand |= hand >> 2
    return hand & _EVERY_KIND


def first_kind(kinds: i64) -> i64:
    """The first kind in a handful that has at most one of each: that one die brings its digit to the front."""
    return (((kinds & -kinds) * _DIGITS) >> 60) & 15


def count_kinds(hand: i64) -> i64:
    """How many different kinds of dice: one die of each, and then all of them added up."""
    return ((one_of_each(hand) * _EVERY_KIND) >> 52) & 15


def nth_kind(hand: i64, index: i64) -> i64:
    """The index-th of the different kinds, from 0."""
    kinds = one_of_each(hand)
    while index > 0:
        kinds &= kinds - 1
        index -= 1
    return first_kind(kinds)


def draw(handful: i64, index: i64) -> i64:
    """The kind of the index-th die, counting through the kinds in order."""
    kind: i64 = 0
    here: i64 = handful & 15
    while index >= here:
        index -= here
        kind += 1
        handful >>= 4
        here = handful & 15
    return kind


def list_kinds(hand: i64) -> list[i64]:
    """Every die of the handful, one by one, in the order of the kinds."""
    kinds: list[i64] = []
    kind: i64 = 0
    while kind < KINDS:
        left = count(hand, kind)
        while left > 0:
            kinds.append(kind)
            left -= 1
        kind += 1
    return kinds


def handful(kinds: list[i64]) -> i64:
    """The handful of these dice."""
    hand: i64 = 0
    for kind in kinds:
        hand += one(kind)
    return hand


class DiceSet:
    """The dice of one content pack: what their faces count and how many lie in the bag."""

    sides: vec[i64]
    values: vec[i64]
    """What each face counts, MOST_FACES places for every kind."""
    bag: i64
    each: i64
    pity: vec[i64]

    def __init__(self, faces: list[list[i64]], bag: list[i64], each: list[i64], pity: list[i64]) -> None:
        sides = vec[i64]()
        values = vec[i64]()
        self.bag = 0
        self.each = 0
        kind: i64 = 0
        while kind < KINDS:
            printed = faces[kind]
            sides = append(sides, len(printed))
            face: i64 = 0
            while face < MOST_FACES:
                values = append(values, printed[face] if face < len(printed) else 0)
                face += 1
            self.bag += bag[kind] * one(kind)
            self.each += each[kind] * one(kind)
            kind += 1
        self.sides = sides
        self.values = values
        self.pity = vec[i64](pity)

    def value(self, kind: i64, face: i64) -> i64:
        """What that face (from 0) of that kind counts."""
        return self.values[kind * MOST_FACES + face]
