"""How fast bots are where everybody acts at once: the time from what they see to their touch.

A level may say it after an @, by a word or in milliseconds: "planner@quick", "planner@750". Their hands are like
people's: one touch at a time, mostly around the usual time, sometimes much slower, and never faster than one can see
and move unless that is asked for in milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from statistics import NormalDist
from types import MappingProxyType

from pandarium.core.errors import PandariumError
from pandarium.core.rng import Rng

SPEEDS: Mapping[str, int] = MappingProxyType({"calm": 1600, "brisk": 1200, "quick": 900})
"""Milliseconds; half of all touches are faster: an easy pace, a practised hand, one that is hard to beat to a card."""
USUAL = "brisk"
FASTEST = 400
"""No touch comes sooner, but of a bot that is told to be faster than any hand."""
SLOWEST = 5000
"""Slower than that and a table's clock would move first."""
SPREAD = 0.35
"""How much reactions differ: the standard deviation of their logarithm, about as people's do."""
PARTS = 1000
FACTORS = tuple(round(1000 * exp(SPREAD * NormalDist().inv_cdf((part + 0.5) / PARTS))) for part in range(PARTS))
"""Reactions in thousandths of the usual time, fastest first, each as likely as the others: log-normal."""


def split_speed(level: str) -> tuple[str, int | None]:
    """The level, and its reaction time in milliseconds if it says one; raises PandariumError.

    >>> split_speed("planner@quick"), split_speed("planner@750"), split_speed("planner")
    (('planner', 900), ('planner', 750), ('planner', None))
    """
    name, at, speed = level.partition("@")
    if not at:
        return level, None
    if speed in SPEEDS:
        return name, SPEEDS[speed]
    if not (speed.isascii() and speed.isdigit() and len(speed) <= len(str(SLOWEST)) and 1 <= int(speed) <= SLOWEST):
        words = ", ".join(SPEEDS)
        raise PandariumError(f"{level!r}: a speed is {words}, or 1 to {SLOWEST} milliseconds, not {speed!r}")
    return name, int(speed)


def reaction(usual: int, rng: Rng) -> int:
    """How long it takes this time, in milliseconds.

    >>> rng = Rng(1)
    >>> [reaction(1200, rng) for _ in range(4)]
    [1148, 1041, 706, 1455]
    """
    return max(min(usual, FASTEST), usual * FACTORS[int(rng.below(PARTS))] // 1000)


def level_speed(rank: int, levels: int) -> int:
    """The usual time of a bot that says none, in milliseconds, by its place among the levels: the better, the faster.

    >>> [level_speed(rank, 4) for rank in range(4)]
    [1600, 1367, 1134, 900]
    """
    slow, fast = SPEEDS["calm"], SPEEDS["quick"]
    return slow - (slow - fast) * rank // max(levels - 1, 1)
