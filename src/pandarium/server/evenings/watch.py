"""Phones that wait for the next change of an evening: each asks, and is answered when there is one.

A change that was made by this worker wakes them at once. What other workers change is found in the database, by one
look a second for all evenings that somebody waits for here, and none while nobody does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import structlog

from pandarium.server.store import Store, StoreError, evenings

WAIT_SECONDS: Final = 25.0
"""How long a phone waits before it is told that nothing has changed, and asks again."""
LOOK_SECONDS: Final = 1.0
MOST_WAITING: Final = 40
"""Phones that wait for the same evening in one worker."""

_logger = structlog.get_logger("pandarium.evenings")


class _Phone:
    """Somebody who knows this version."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.woken = asyncio.Event()


class EveningWatch:
    """Who waits for which evening, in this worker."""

    def __init__(self, store: Store, spawn: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        self._store = store
        self._spawn = spawn
        self._waiting: dict[str, set[_Phone]] = {}
        self._looking: asyncio.Task[Any] | None = None
        self._released = False

    def is_crowded(self, id: str) -> bool:
        """Whether nobody else can wait for that evening."""
        return len(self._waiting.get(id, ())) >= MOST_WAITING

    async def wait(self, id: str, version: int) -> None:
        """Until the evening has another version, is not shared any more, or the time is over."""
        if self._released:
            return
        phone = _Phone(version)
        self._waiting.setdefault(id, set()).add(phone)
        if self._looking is None or self._looking.done():
            self._looking = self._spawn(self._look())
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(WAIT_SECONDS):
                    await phone.woken.wait()
        finally:
            self._waiting[id].discard(phone)
            if not self._waiting[id]:
                del self._waiting[id]

    def changed(self, id: str) -> None:
        """Wake those who wait for it."""
        for phone in self._waiting.get(id, ()):
            phone.woken.set()

    def release(self) -> None:
        """The server stops: nobody waits any more."""
        self._released = True
        for id in self._waiting:
            self.changed(id)

    async def _look(self) -> None:
        while self._waiting:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                now = await evenings.versions(self._store, list(self._waiting))
            except StoreError as error:
                _logger.warning("could not look for changed evenings", error=str(error))
                continue
            for id, phones in self._waiting.items():
                for phone in phones:
                    if now.get(id) != phone.version:
                        phone.woken.set()
