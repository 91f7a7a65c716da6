"""How fast bots are where everybody acts at once: the time from what they see to their touch.

A level may say it after an @, by a word or in milliseconds: "planner@quick", "planner@750".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pandarium.core.errors import PandariumError
from pandarium.core.rng import Rng

SPEEDS: Mapping[str, int] = MappingProxyType({"calm": 2000, "brisk": 1000, "quick": 500})
"""Milliseconds: somebody new to the game, a practised hand, and one that is hard to beat to a card."""
USUAL = "brisk"
SLOWEST = 5000
"""Slower than that and a table's clock would move first."""
SPREAD = (600, 1400)
"""No two reactions are alike: they take this many thousandths of the usual time."""


def split_speed(level: str) -> tuple[str, int | None]:
    """The level, and its reaction time in milliseconds if it says one; raises PandariumError.

    >>> split_speed("planner@quick"), split_speed("planner@750"), split_speed("planner")
    (('planner', 500), ('planner', 750), ('planner', None))
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
    >>> [reaction(1000, rng) for _ in range(4)]
    [960, 874, 652, 1168]
    """
    low, high = SPREAD
    return usual * (low + int(rng.below(high - low + 1))) // 1000
