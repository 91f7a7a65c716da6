"""Presence: who comes to a table and who goes, announced a moment later and all at once."""

from __future__ import annotations

import asyncio

from pandarium.server.cluster.publisher import Publisher
from pandarium.server.tables.loaded_table import LoadedTable

_DELAY = 0.2
"""Seconds after which it is announced …"""
_PACE = 100
"""… and later where many watch, so that no more than this many updates a second go out for it."""


class Presence:
    """The announcements of this worker's tables that are still to be made."""

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._stopped = False

    def announce_later(self, loaded: LoadedTable) -> None:
        """Somebody has come or gone."""
        id = loaded.table.id
        if id not in self._waiting and not self._stopped:
            delay = max(_DELAY, len(loaded.watchers) / _PACE)
            self._waiting[id] = asyncio.get_running_loop().call_later(delay, self._announce, loaded)

    def waits(self, id: str) -> bool:
        """Whether something is still to be announced at that table."""
        return id in self._waiting

    def stop(self) -> None:
        """Nothing more is announced."""
        self._stopped = True
        for handle in self._waiting.values():
            handle.cancel()

    def _announce(self, loaded: LoadedTable) -> None:
        self._waiting.pop(loaded.table.id, None)
        loaded.presence_changed()
        self._publisher.publish(loaded)
