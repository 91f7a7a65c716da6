"""Clocks are arithmetic on the times of the log, so every worker reads the same.

>>> clocks = Clocks(Pace(kind="live", bank=60, increment=5), seats=2)
>>> clocks.turn([0], at=0)
>>> clocks.remaining(0, at=10_000)
50000
>>> clocks.moved(0, at=10_000)
>>> clocks.turn([1], at=10_000)
>>> clocks.remaining(0, at=99_000), clocks.deadline()
(55000, 70000)
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from typing import NamedTuple

from pandarium.protocol.fields import By
from pandarium.protocol.pace import DAY, Pace

_GRACE = 5_000
"""What a seat has for its next move after its clock ran out."""
PATIENCE = 60
"""Seconds of silence after which, in real time, the clock moves for those who keep others waiting."""


class Timer(NamedTuple):
    """The one clock of a table in real time: it runs for everybody, and every move begins it anew.

    >>> timer = Timer(since=10_000, seconds=20, seats=frozenset({0, 1}))
    >>> timer.due, timer.rings(29_999), timer.rings(30_000)
    (30000, False, True)
    >>> Timer(30_005, 20, frozenset({1})).after(timer).due
    30000
    """

    since: int
    seconds: int
    seats: frozenset[int]
    """For whom it moves when it rings."""
    own: bool = True
    """The game asked for it (`state.timer`); else it is how long the server waits for people."""

    @property
    def due(self) -> int:
        """When it rings."""
        return self.since + self.seconds * 1000

    def rings(self, at: int) -> bool:
        """Whether the time is up."""
        return at >= self.due

    def after(self, rang: Timer) -> Timer:
        """This timer, begun by a move that another one made as it rang: for the rest of its seats it rings as well."""
        rest = self.seats < rang.seats and (self.seconds, self.own) == (rang.seconds, rang.own)
        return self._replace(since=rang.since) if rest else self


class Clocks:
    """One clock a seat. Times are milliseconds, `at` is the time of the log entry."""

    __slots__ = ("_before", "_chosen", "_ran", "banks", "running", "since", "pace")  # noqa: RUF023 the order of reading

    def __init__(self, pace: Pace, seats: int) -> None:
        full = pace.bank * 1000 if pace.kind == "live" else pace.days * DAY
        self.pace = pace
        self.banks = [full] * seats
        self.running: tuple[int, ...] = ()
        self.since = 0
        self._ran = 0
        """For how long any clock has run: pauses and the server's absences are not in it."""
        self._before: list[tuple[int, int]] = []
        """By days: for each move on the stack, what its seat had left before it, and when that was."""
        self._chosen: dict[int, tuple[int, int]] = {}
        """While several choose at once: what those had left who have chosen, and when that was."""

    def fork(self) -> Clocks:
        """The same clocks again, to try things on."""
        fork = copy(self)
        fork.banks, fork._before, fork._chosen = list(self.banks), list(self._before), dict(self._chosen)
        return fork

    def turn(self, seats: Collection[int], at: int) -> None:
        """From now on these seats' clocks run, and no others."""
        self._settle(at)
        self.running = tuple(seats) if self.pace.kind != "relaxed" else ()

    def moved(self, seat: int, at: int) -> None:
        """That seat made a move: it gets its increment, or its days anew."""
        self._settle(at)
        if self.pace.kind == "live":
            self.banks[seat] += self.pace.increment * 1000
        else:
            self._before.append((self.banks[seat], self._ran))
            self.banks[seat] = self.pace.days * DAY

    def stood_in(self, seat: int, at: int) -> None:
        """A bot moved for that seat: it earns no increment, but the next move has its days anew."""
        if self.pace.kind == "days":
            self.moved(seat, at)

    def ran_out(self, seat: int, at: int) -> None:
        """The time-out move was made for that seat: it gets enough to make the next one itself."""
        self.moved(seat, at)
        self.banks[seat] = max(self.banks[seat], _GRACE)

    def renew(self, seat: int, at: int) -> None:
        """Somebody else plays at that seat from now on: their clock is full."""
        self._settle(at)
        self.banks[seat] = self.pace.bank * 1000 if self.pace.kind == "live" else self.pace.days * DAY

    def chosen(self, seat: int, at: int) -> None:
        """That seat is about to choose while others do: until all have, its clock is shown as running on."""
        self._settle(at)
        self._chosen.setdefault(seat, (self.banks[seat], self._ran))

    def reveal(self) -> None:
        """All have chosen: the clocks are shown as they are."""
        self._chosen.clear()

    def undone(
        self, seat: int, at: int, consent: bool = False, by: By = "person", place: int = -1
    ) -> None:  # `place`: which move of the stack it was
        """That seat's move was taken back, and so is the time that it earned.

        Where all agreed to it, time for another move is left, and days begin anew. By right it is as if the seat had
        been thinking all along: who may take moves back at will would gain time with every one.
        """
        self._settle(at)
        if self.pace.kind == "live":
            if by == "person":
                left = self.banks[seat] - self.pace.increment * 1000
                self.banks[seat] = max(left, min(self.banks[seat], _GRACE) if consent else 0)
            return
        left, ran = self._before.pop(place)
        self.banks[seat] = self.pace.days * DAY if consent else max(left - (self._ran - ran), 0)

    def grant_grace(self, seat: int, at: int) -> None:
        """A seat whose clock had run out plays on: it gets enough for its next move."""
        self._settle(at)
        self.banks[seat] = self.banks[seat] or (_GRACE if self.pace.kind == "live" else self.pace.days * DAY)

    def forgive(self, ms: int, at: int) -> None:
        """That much of the time since the last entry does not count."""
        self.since = min(max(at, self.since), self.since + ms)
        self._settle(at)

    def remaining(self, seat: int, at: int) -> int:
        """Milliseconds that the seat has left."""
        spent = max(at - self.since, 0) if seat in self.running else 0
        return max(self.banks[seat] - spent, 0)

    def shown(self, seat: int, at: int) -> int:
        """The same as anybody may see it: who has chosen while others still do seems to be thinking."""
        if seat not in self._chosen:
            return self.remaining(seat, at)
        left, ran = self._chosen[seat]
        spent = max(at - self.since, 0) if self.running else 0
        return max(left - (self._ran - ran) - spent, 0)

    def ticking(self, seat: int) -> bool:
        """Whether that clock seems to run."""
        return seat in self.running or (bool(self.running) and seat in self._chosen)

    def deadline(self) -> int | None:
        """When the first running clock runs out, unless something happens before."""
        return self.since + min(self.banks[seat] for seat in self.running) if self.running else None

    def overdue(self, at: int) -> int | None:
        """A seat whose time is up."""
        return next((seat for seat in self.running if self.remaining(seat, at) == 0), None)

    def _settle(self, at: int) -> None:
        spent = max(at - self.since, 0)
        self._ran += spent if self.running else 0
        for seat in self.running:
            self.banks[seat] = max(self.banks[seat] - spent, 0)
        self.since = max(at, self.since)
