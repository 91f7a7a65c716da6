"""Fairness: few places to think in, and who gets the next one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Waiting = dict[str, deque[asyncio.Future[None]]]


class ThinkingSlots:
    """A limited number of places. Tables with people come before those of bots alone; hosts take turns.

    So whoever creates many tables waits for their own bots, and nobody else does.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._queues: tuple[Waiting, Waiting] = ({}, {})
        """Whose futures wait: those that people wait for, and the others; in the order of their turns."""

    @asynccontextmanager
    async def taken(self, whose: str, *, people: bool) -> AsyncIterator[None]:
        """Wait for a place and have it for a while."""
        await self._enter(whose, self._queues[0 if people else 1])
        try:
            yield
        finally:
            self._leave()

    async def _enter(self, whose: str, queue: Waiting) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.setdefault(whose, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave()  # it was given the place and went away in the same moment
            raise

    def _leave(self) -> None:
        """Give the place to the next one."""
        for queue in self._queues:
            while queue:
                whose = next(iter(queue))
                waiting = queue.pop(whose)
                turn = waiting.popleft()
                if waiting:
                    queue[whose] = waiting  # behind all others
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1
