"""Outages: when this worker could not write, by the success of its writes.

A worker writes twice a second to show that it lives. Where no write succeeds for a second, the database could not be
written, or the worker itself stood still: nobody could make a move through it, and no clock may have run. Shorter than
that, only what made a write wait is noticed.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable
from typing import Final, TypeAlias

OUTAGE_MS: Final = 1000
"""Milliseconds without a write after which it is an outage: two heartbeats."""
STALL_MS: Final = 500
"""Milliseconds that a write may take: beyond, the time since the last one is lost, too."""
_REMEMBERED: Final = 100

Span: TypeAlias = tuple[int, int]
"""From when to when, in milliseconds of the same clock as the times in the logs: it is by that one that clocks run."""


class Outages:
    """What the writing thread notes, and the event loop asks. Nothing is noted before `begin`.

    >>> outages = Outages()
    >>> outages.begin(0)
    >>> outages.wrote(500), outages.wrote(5_500), outages.wrote(6_000)
    (None, None, None)
    >>> outages.lost(since=0, until=6_200), outages.lost(since=4_500, until=6_200)
    (5000, 1000)
    >>> outages.lost(since=5_500, until=6_200), outages.lost(since=5_500, until=8_000)
    (0, 2000)
    >>> outages.tries(6_100), outages.wrote(6_800), outages.lost(since=6_000, until=6_900)
    (None, None, 800)
    >>> outages.tries(7_000), outages.refused(), outages.lost(since=7_000, until=7_600)
    (None, None, 0)
    """

    def __init__(self) -> None:
        self.count = 0
        """Outages that are over; a write that took long is none."""
        self._last: int | None = None
        """The last time at which it is known that something could be written."""
        self._trying: int | None = None
        """When a write was tried first of which it is not known that it succeeded."""
        self._known: deque[Span] = deque(maxlen=_REMEMBERED)
        self._stalls: deque[Span] = deque(maxlen=_REMEMBERED)
        self._lock = threading.Lock()

    def begin(self, now: int) -> None:
        """From now on writes are expected twice a second."""
        with self._lock:
            self._last = now

    def end(self) -> None:
        """From now on they are not."""
        with self._lock:
            self._last = None

    def tries(self, now: int) -> None:
        """A write begins, or is tried again."""
        with self._lock:
            if self._trying is None:
                self._trying = now

    def refused(self) -> None:
        """What was tried was refused, not by the database but by what stands in it: that says nothing of time."""
        with self._lock:
            self._trying = None

    def wrote(self, now: int, tried: int | None = None) -> None:
        """A write has succeeded, after it was tried at that time: when we hear of it, it may be impossible again."""
        tried = now if tried is None or now - tried >= OUTAGE_MS else tried
        with self._lock:
            trying, self._trying = self._trying, None
            if self._last is None:
                return
            if now - self._last >= OUTAGE_MS:
                self._known.append((self._last, now))
                self.count += 1
            elif trying is not None and now - trying >= STALL_MS:
                self._stalls.append((self._last, now))
            self._last = tried

    def lost(self, since: int, until: int, more: Iterable[Span] = ()) -> int:
        """Milliseconds of that time in which nothing could be written, an outage that still lasts included.

        `more` is other time that was lost; what was lost twice counts once.
        """
        with self._lock:
            spans = [*self._known, *self._stalls, *more]
            stalls = self._trying is not None and until - self._trying >= STALL_MS
            if self._last is not None and (stalls or until - self._last >= OUTAGE_MS):
                spans.append((self._last, until))
        lost, counted = 0, since
        for start, end in sorted(spans):
            first, last = max(start, counted), min(end, until)
            if first < last:
                lost, counted = lost + last - first, last
        return lost
