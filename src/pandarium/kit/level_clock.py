"""The clock of a tournament at real tables: when it was started, paused and set forward, told by entries.

Nothing here looks at a clock. Whoever makes an entry writes down the time, in seconds, and so it is the same whenever
it is folded again.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pandarium.core.errors import BadMove, IllegalMove
from pandarium.core.message import Message

MULTIPLIERS_SHOWN = 40
"""So many levels a device knows ahead: ten hours of a quarter each."""


class ClockShown(msgspec.Struct, frozen=True):
    """The clock as a device shows it, and lets it run on."""

    running: bool
    seconds: int
    """What it shows at that time,"""
    at: int
    """in seconds, as the device that made the last entry counts them."""
    level_seconds: int
    multipliers: list[int]
    """By level."""


class LevelClock:
    """Runs while it is not paused; set forward, it shows the beginning of the next level.

    >>> clock = LevelClock(900, "PD-G3")
    >>> clock.tell("start", 1000), clock.seconds(1600)
    (None, 600)
    >>> clock.tell("pause", 1600), clock.seconds(9000)
    (None, 600)
    >>> clock.tell("next", 9000), clock.seconds(9000)
    (None, 900)
    """

    WORDS = ("start", "pause", "next")

    def __init__(self, level_seconds: int, rule: str) -> None:
        self.level_seconds = level_seconds
        self._rule = rule
        self._shown = 0
        """What it showed when it was last told something,"""
        self._at = 0
        """and when that was."""
        self.running = False

    def seconds(self, now: int) -> int:
        """What it shows."""
        return self._shown + (max(0, now - self._at) if self.running else 0)

    def tell(self, word: str, now: int) -> None:
        """Start, pause, or go on to the next level; raises IllegalMove for what it does already."""
        if word not in self.WORDS:
            raise BadMove(word, Message("kit.companion.clock"))
        if word == ("start" if self.running else "pause"):
            raise IllegalMove(self._rule, Message(f"kit.companion.clock.{word}_already"))
        shown = self.seconds(now)
        self._shown = (shown // self.level_seconds + 1) * self.level_seconds if word == "next" else shown
        self._at = now
        if word != "next":
            self.running = word == "start"

    def show(self, multiplier: Callable[[int], int]) -> ClockShown:
        """For a device."""
        levels = [multiplier(level) for level in range(1, MULTIPLIERS_SHOWN + 1)]
        return ClockShown(self.running, self._shown, self._at, self.level_seconds, levels)

    def copy(self) -> LevelClock:
        """An independent copy."""
        twin = LevelClock(self.level_seconds, self._rule)
        twin._shown, twin._at, twin.running = self._shown, self._at, self.running
        return twin


def read_time(entry: str) -> tuple[int | None, str]:
    """The time that an entry begins with, in seconds, and the rest of it; None: it has none.

    >>> read_time("1763472000 clock start"), read_time("dealer A")
    ((1763472000, 'clock start'), (None, 'dealer A'))
    """
    first, _, rest = entry.strip().partition(" ")
    if first.isascii() and first.isdecimal() and len(first) <= 12:
        return int(first), rest.strip()
    return None, entry.strip()
