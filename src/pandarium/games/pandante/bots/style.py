"""Styles of play: how often one bluffs, folds, pushes, doubts. `policy.py` plays by them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NEVER: Final = 1000
"""More gold than a challenge can ever promise."""


class Style:
    """How often, in percent, and for how much gold."""

    bluff: i64
    """How often it claims more than it has,"""
    reach: i64
    """and how many spaces more at most."""
    stick: i64
    """How many spaces its hand may fall short of its claim, or that of the highest, before it thinks of folding;"""
    fold: i64
    """and how often it folds then."""
    snack: i64
    """What it pays for a snack at most."""
    push: i64
    """How often it raises (or poses a dilemma) when it leads."""
    lies: i64
    """How often it believes that others claim a hand which they do not have;"""
    margin: i64
    """and how much gold a challenge must promise."""
    sleep: i64
    """How often it sleeps (or takes a long shot) when it has nothing to win."""

    def __init__(
        self, bluff: tuple[int, int], fold: tuple[int, int], snack: int, push: int, doubt: tuple[int, int], sleep: int
    ) -> None:
        self.bluff, self.reach = bluff
        self.stick, self.fold = fold
        self.snack = snack
        self.push = push
        self.lies, self.margin = doubt
        self.sleep = sleep


CAUTIOUS: Final = Style(bluff=(4, 1), fold=(1, 60), snack=2, push=60, doubt=(20, 0), sleep=30)
LIAR: Final = Style(bluff=(80, 5), fold=(4, 20), snack=4, push=50, doubt=(10, 12), sleep=10)
BLUFFER: Final = Style(bluff=(55, 3), fold=(4, 20), snack=4, push=50, doubt=(10, 12), sleep=10)
SOUND: Final = Style(bluff=(18, 2), fold=(2, 45), snack=3, push=50, doubt=(30, 0), sleep=35)
DOUBTER: Final = Style(bluff=(10, 1), fold=(2, 40), snack=2, push=60, doubt=(90, -4), sleep=40)
"""The last three and the cautious one are what the search expects to meet."""

SIMPLE: Final[dict[str, Style]] = {
    "rock": Style(bluff=(0, 0), fold=(0, 100), snack=0, push=0, doubt=(0, NEVER), sleep=0),
    "honest": Style(bluff=(0, 0), fold=(9, 0), snack=2, push=100, doubt=(0, NEVER), sleep=0),
    "accuser": Style(bluff=(0, 0), fold=(2, 50), snack=2, push=0, doubt=(100, -9), sleep=100),
    "stretcher": Style(bluff=(100, 1), fold=(9, 0), snack=4, push=0, doubt=(20, 0), sleep=0),
    "braggart": Style(bluff=(100, 9), fold=(9, 0), snack=0, push=100, doubt=(20, 0), sleep=0),
    "mixer": Style(bluff=(30, 2), fold=(2, 30), snack=2, push=30, doubt=(60, 0), sleep=30),
    "caller": Style(bluff=(0, 0), fold=(9, 0), snack=2, push=70, doubt=(40, 0), sleep=0),
    "sleeper": Style(bluff=(20, 1), fold=(1, 80), snack=2, push=100, doubt=(40, 2), sleep=100),
}
"""Styles without much thought, to see whether one of them beats the strong bot.

The rock plays the best hand or none, the honest one never doubts, the accuser doubts everything, the stretcher always
claims one more, the braggart far more, the mixer a little of all; the caller is honest and calls by the odds, and the
sleeper goes to bed when it is not ahead.
"""
