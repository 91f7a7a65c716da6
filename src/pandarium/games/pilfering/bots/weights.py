"""How a player by rule of thumb weighs things: weights by name, and tables made of them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NEED: Final = 0
"""Each space that is missing to the win space,"""
DANGER: Final = 1
"""the keeper being near, by the square of how near,"""
KEY_HELD: Final = 2
"""a Key in hand,"""
CARD_HELD: Final = 3
"""any card in hand, far from the win space,"""
BURDEN: Final = 4
"""a point in hand, at the win space,"""
EMPTY_AREA: Final = 5
"""an area without cards,"""
BEGUN_AREA: Final = 6
"""with one to three,"""
CHEAP_AREA: Final = 7
"""with more, below the limit;"""
RUN_2: Final = 8
"""cards of a suit next to each other, two,"""
RUN_3: Final = 9
RUN_4: Final = 10
RUN_5: Final = 11
GAP_RUN: Final = 12
"""or with a gap of one;"""
SAME_2: Final = 13
"""cards of a number,"""
SAME_3: Final = 14
SAME_4: Final = 15
SAME_5: Final = 16
FOLLOW: Final = 17
"""a space gained by a set that would go on from an end card,"""
MATCH: Final = 18
"""a card in hand that matches an end card,"""
FRESH: Final = 19
"""a card drawn from the deck,"""
EARLY_OUT: Final = 20
"""each space too many that is missing when the first one goes out,"""
OUT_NEED: Final = 21
"""how many may be missing,"""
OUT_WORTH: Final = 22
"""going out in time,"""
HIDE_LINK: Final = 23
"""a stashed card that goes with others in the Hideout,"""
HIDE_KNOWN: Final = 24
"""or with what the next player is known to have,"""
HIDE_END: Final = 25
"""or with an end card,"""
ABILITY: Final = 26
"""an ability not used up,"""
PICK_UP: Final = 27
"""what a pick-up of several costs beyond its price,"""
RUN_MARGIN: Final = 28
"""how many 16ths of a space must be left after the final check as it is foreseen,"""
BOUND: Final = 29
"""a single card from the Hideout, which must stay in hand,"""
START: Final = 30
"""what a first trade must be worth to say: I start,"""
SHARED: Final = 31
"""an unknown card in return for a shared one,"""
ALSO_OUT: Final = 32
"""going out after another has,"""
WIN_NOW: Final = 33
"""an end of the turn at which the final check is won, as far as one can tell,"""
THIN_DECK: Final = 34
"""each card that the deck has too few when one draws,"""
HASTE: Final = 35
"""and how much less, in 64ths, all promises are worth for each space that the keeper is too near."""
NAMES: Final = (
    "need",
    "danger",
    "key_held",
    "card_held",
    "burden",
    "empty_area",
    "begun_area",
    "cheap_area",
    "run_2",
    "run_3",
    "run_4",
    "run_5",
    "gap_run",
    "same_2",
    "same_3",
    "same_4",
    "same_5",
    "follow",
    "match",
    "fresh",
    "early_out",
    "out_need",
    "out_worth",
    "hide_link",
    "hide_known",
    "hide_end",
    "ability",
    "pick_up",
    "run_margin",
    "bound",
    "start",
    "shared",
    "also_out",
    "win_now",
    "thin_deck",
    "haste",
)
"""The weights as `weights.toml` names them, in this order."""


class Weights:
    """The weights of a way to play, and tables made of them."""

    values: vec[i64]
    """By the numbers above."""
    rows: vec[i64]
    """What the cards of one suit promise, by their nine bits,"""
    same: vec[i64]
    """and cards of one number, by how many."""
    areas: vec[i64]
    """What the room of an area is worth, by the cards in it, up to the limit."""
    pandas: vec[i64]
    """Which panda is chosen first."""

    def __init__(self, weights: list[int], pandas: list[int]) -> None:
        self.values = vec[i64](weights)
        self.pandas = vec[i64](pandas)
        w = self.values
        runs = [0, 0, weights[RUN_2], weights[RUN_3], weights[RUN_4], weights[RUN_5]]
        self.rows = vec[i64]([row_worth(row, runs, weights[GAP_RUN]) for row in range(512)])
        self.same = vec[i64]([0, 0, w[SAME_2], w[SAME_3], w[SAME_4], w[SAME_5]])
        room = [weights[EMPTY_AREA]] + [weights[BEGUN_AREA]] * 3 + [weights[CHEAP_AREA]] * 5
        self.areas = vec[i64](room)


def row_worth(row: int, runs: list[int], gap: int) -> int:
    """What cards of one suit promise: runs by their length, and gaps of one between them."""
    worth = 0
    length = 0
    for number in range(10):
        if row >> number & 1:
            length += 1
            continue
        worth += runs[min(length, 5)]
        length = 0
        if number > 0 and row >> (number - 1) & 1 and row >> (number + 1) & 1:
            worth += gap
    return worth
