"""Fairness: few places to think in, and who gets the next one."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from typing import Any

from pandarium.server.ops.metrics import Metrics

_REMEMBERED = 10_000
"""Turns of hosts that are remembered."""


class Lane(IntEnum):
    """Who waits for a thought. A lane comes before all that follow it."""

    PEOPLE = 0
    """People at a table of their own."""
    TOURNAMENT = 1
    """People at a table of a tournament."""
    BOTS = 2
    """Nobody: bots alone sit there."""

    @property
    def label(self) -> str:
        """What metrics call it."""
        return self.name.lower()


class Place:
    """A place to think in. It is given back when it is left and the work that was begun in it is over."""

    def __init__(self, slots: ThinkingSlots, lane: Lane) -> None:
        self._slots = slots
        self._lane = lane
        self._work: asyncio.Future[Any] | None = None

    def keep_until(self, work: asyncio.Future[Any]) -> None:
        """A process does this; whoever asked may go away before it is done."""
        self._work = work

    def leave(self) -> None:
        """Give it back, now or as soon as the process is free."""
        if self._work is None or self._work.done():
            self._slots.give_back(self._lane)
        else:
            self._work.add_done_callback(lambda _: self._slots.give_back(self._lane))


class ThinkingSlots:
    """A limited number of places, given away by lanes; within a lane the hosts of tables and tournaments take turns.

    So whoever creates many tables waits for their own bots, and nobody else does. Where there are several places, one
    is never given to bots alone: a thought cannot be interrupted.
    """

    def __init__(self, count: int, metrics: Metrics | None = None) -> None:
        self._free = count
        self._free_for_bots = max(1, count - 1)
        """How many more may go to tables of bots alone."""
        self._metrics = metrics or Metrics()
        self._queues: dict[Lane, dict[str, deque[asyncio.Future[None]]]] = {lane: {} for lane in Lane}
        """Whose futures wait in which lane, in the order in which they came."""
        self._turns = 0
        self._last_turn: dict[tuple[Lane, str], int] = {}
        """When each host had their last turn in a lane: one who was just served asks again a moment later."""

    @asynccontextmanager
    async def taken(self, whose: str, lane: Lane, patience: float | None = None) -> AsyncIterator[Place]:
        """Wait for a place, at most for these seconds, and have it for a while; raises TimeoutError."""
        async with asyncio.timeout(patience):
            await self._enter(whose, lane)
        place = Place(self, lane)
        try:
            yield place
        finally:
            place.leave()

    async def _enter(self, whose: str, lane: Lane) -> None:
        if self._may_have(lane):
            self._take(lane)
            self._note_turn(lane, whose)
            self._metrics.waited_for_process(lane.label, 0.0)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues[lane].setdefault(whose, deque()).append(turn)
        began = time.monotonic()
        self._metrics.waits_for_process(lane.label, 1)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(lane)  # it was given the place and went away in the same moment
            raise
        finally:
            self._metrics.waits_for_process(lane.label, -1)
            self._metrics.waited_for_process(lane.label, time.monotonic() - began)

    def give_back(self, lane: Lane) -> None:
        """A place that was had in this lane goes to the next one."""
        self._free += 1
        self._free_for_bots += lane is Lane.BOTS
        for next_lane in Lane:
            while self._may_have(next_lane) and (turn := self._next(next_lane)) is not None:
                self._take(next_lane)
                turn.set_result(None)

    def _may_have(self, lane: Lane) -> bool:
        return self._free > 0 and (lane is not Lane.BOTS or self._free_for_bots > 0)

    def _take(self, lane: Lane) -> None:
        self._free -= 1
        self._free_for_bots -= lane is Lane.BOTS

    def _next(self, lane: Lane) -> asyncio.Future[None] | None:
        """Whose turn it is in this lane: of those who wait, whoever has not had one for the longest time."""
        queue = self._queues[lane]
        while queue:
            whose = min(queue, key=lambda one: self._last_turn.get((lane, one), 0))
            turn = queue[whose].popleft()
            if not queue[whose]:
                del queue[whose]
            if not turn.done():
                self._note_turn(lane, whose)
                return turn
        return None

    def _note_turn(self, lane: Lane, whose: str) -> None:
        self._turns += 1
        self._last_turn.pop((lane, whose), None)  # so that the longest ago stay first
        self._last_turn[lane, whose] = self._turns
        if len(self._last_turn) > _REMEMBERED:
            del self._last_turn[next(iter(self._last_turn))]
