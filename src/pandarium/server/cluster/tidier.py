"""The tidier: one worker of all that share a database closes and removes what is not kept, every hour.

The same worker fixes the deals of the next day.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

import structlog

from pandarium.server.admin.tidy import What, tidy
from pandarium.server.cluster.leases import STALE_MS
from pandarium.server.ops.now import now_ms
from pandarium.server.store import StoreError, leases
from pandarium.server.tables.hub import Hub

EVERY_SECONDS: Final = 3_600.0
_LOOK_SECONDS: Final = 30.0
"""Between looks whether the worker that tidies up is still there."""
_DUTY: Final = "tidy"

_logger = structlog.get_logger("pandarium.tidy")


class Tidier:
    """Tidies up at the start and then every hour, as long as no other worker that is alive does."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._last: float | None = None
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = self._hub.spawn(self._work())

    async def stop(self) -> None:
        """End between two portions: whatever breaks a read off loses its connection, and is logged."""
        self._stopping.set()
        if self._task is not None:
            await self._task

    async def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                await self.look()
            except _Stopped:
                return
            except StoreError as error:
                _logger.warning("could not tidy up", error=str(error))
            except Exception:  # whatever it is, the next time may do better
                _logger.exception("could not tidy up")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), _LOOK_SECONDS)

    async def look(self) -> bool:
        """Tidy up if that is this worker's duty, and due; whether it was."""
        hub, now = self._hub, time.monotonic()
        if not await hub.store.run(lambda c: leases.hold_duty(c, hub.worker, _DUTY, STALE_MS)):
            self._last = None  # if the other one goes, nobody knows how far it came
            return False
        if self._last is not None and now - self._last < EVERY_SECONDS:
            return False
        self._last = now
        await hub.challenges.prepare_days()
        gone = await tidy(hub.store, hub.settings, now_ms(), watched=self._watched, removed=self._count)
        went = {what: count for what, count in gone.items() if count}
        if went:
            _logger.info("tidied up", **{what.replace(" ", "_").replace("'", ""): n for what, n in went.items()})
        return True

    def _watched(self, table: str) -> bool:
        loaded = self._hub.in_memory(table)
        return loaded is not None and (bool(loaded.watchers) or any(loaded.elsewhere.values()))

    def _count(self, what: What, count: int) -> None:
        if count:
            self._hub.metrics.tidied(what, count)
        if self._stopping.is_set():
            raise _Stopped


class _Stopped(Exception):
    """The server stops; the rest goes the next time."""
