"""The other workers: how we learn what happened at their tables.

The bus brings hints, the log has the truth, and we look there from time to time whether or not the bus said anything.
The hub does not know of this: it publishes its own changes (`publisher`), and can read on when it is asked to.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
import structlog

from pandarium.server.cluster.publisher import PeerMessage
from pandarium.server.store import EntryRow, StoreError
from pandarium.server.tables.hub import SIGNED_OUT, Hub
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table

_POLL = 2.0
"""Seconds between looks at the log, in case the bus has lost a message."""

_logger = structlog.get_logger("pandarium.hub")


class Peers:
    """The other workers on the same database, as this worker's hub gets to know of them."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._store = hub.store
        self._behind: dict[str, LoadedTable] = {}
        """Tables of which other workers know more."""
        self._reading: asyncio.Task[Any] | None = None
        self._evicted: dict[str, int] = {}
        """Tables that this worker drives and that have left memory, with the number they had come to."""
        hub.on_evicted = self._remember

    async def start(self) -> None:
        """Listen, and look at the log from time to time where there are other workers."""
        await self._hub.bus.start(self._receive, on_back=self._bus_is_back)
        if self._hub.settings.redis is not None:
            self._hub.spawn(self._poll())

    async def stop(self) -> None:
        """Listen no longer; what was published is sent."""
        await self._hub.bus.stop()

    def _remember(self, table: Table) -> None:
        """A table leaves memory: if this worker drives it, others may still play there."""
        if self._hub.settings.redis is not None and self._hub.is_held(table.id):
            self._evicted[table.id] = table.seq

    def _receive(self, data: bytes) -> None:
        try:
            message = msgspec.msgpack.decode(data, type=PeerMessage)
        except msgspec.MsgspecError:
            return
        if message.worker == self._hub.worker:
            return
        if message.away:
            self._hub.sign_out(message.away, message.session, ours=False, code=message.code or SIGNED_OUT)
            return
        loaded = self._hub.in_memory(message.table)
        if loaded is None:
            if self._hub.is_held(message.table):
                self._hub.spawn(self._wake_held(message.table))
            return
        if message.here is not None and frozenset(message.here) != loaded.elsewhere.get(message.worker, frozenset()):
            loaded.elsewhere[message.worker] = frozenset(message.here)
            loaded.presence_changed()
        led_there = loaded.lead is not None and loaded.lead.worker == message.worker
        if message.lead != (loaded.lead if led_there else None):
            loaded.set_lead(message.lead)
        if message.asks and loaded.watchers:
            self._hub.publisher.publish(loaded)
        loaded.head = max(loaded.head, message.seq)
        if loaded.behind and self._is_followed(loaded):
            self._behind[message.table] = loaded
            if self._reading is None:
                self._reading = self._hub.spawn(self._read_all())

    def _is_followed(self, loaded: LoadedTable) -> bool:
        """Whether somebody here wants to know at once what happens at that table."""
        return bool(loaded.watchers) or self._hub.is_held(loaded.table.id)

    async def _read_all(self) -> None:
        """Read the logs of all tables that other workers have changed: in one look each time, however many they are."""
        try:
            while self._behind:
                behind, self._behind = self._behind, {}
                news = await self._store.entries_after({id: loaded.table.seq for id, loaded in behind.items()})
                for id, rows in news.items():
                    self._take_in(behind[id], rows)
        except StoreError as error:
            _logger.warning("cannot look at the log", error=str(error))  # the poll comes by soon
        finally:
            self._reading = None

    def _take_in(self, loaded: LoadedTable, rows: list[EntryRow]) -> None:
        """Apply what another worker has committed, unless we are changing that table ourselves at this moment."""
        if loaded.lock.locked() or rows[0].seq > loaded.table.seq + 1 or loaded.table.stuck is not None:
            self._hub.spawn(self._hub.catch_up(loaded))
            return
        new = [row for row in rows if row.seq > loaded.table.seq]
        with suppress(Refusal):  # which is logged, and told to whoever asks
            if new:
                self._hub.take_in(loaded, new)

    async def _wake_held(self, id: str) -> None:
        self._hub.on_change(await self._hub.load(id))

    def _bus_is_back(self) -> None:
        self._hub.spawn(self._look_at_logs())

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(_POLL)
            try:
                await self._look_at_logs()
            except Exception:  # whatever it is, the next look may do better
                _logger.exception("cannot look at the log")

    async def _look_at_logs(self) -> None:
        """See what the bus has not brought: entries of other workers, and workers that are gone."""
        self._evicted = {
            id: seq for id, seq in self._evicted.items() if self._hub.is_held(id) and self._hub.in_memory(id) is None
        }
        try:
            heads = await self._store.heads(
                [*(loaded.table.id for loaded in self._hub.loaded_tables()), *self._evicted]
            )
            alive = await self._store.alive()
        except StoreError as error:
            _logger.warning("cannot look at the log", error=str(error))
            return
        for id, seq in self._evicted.items():
            if heads.get(id, 0) > seq and self._hub.in_memory(id) is None:
                self._hub.spawn(self._wake_held(id))
        for loaded in self._hub.loaded_tables():
            loaded.head = max(loaded.head, heads.get(loaded.table.id, 0))
            if loaded.behind and self._is_followed(loaded):
                try:
                    await self._hub.catch_up(loaded)
                except (Refusal, StoreError) as error:
                    _logger.warning("cannot read on", table=loaded.table.id, error=str(error))
            if loaded.lead is not None and loaded.lead.worker not in alive:
                loaded.set_lead(None)
            if loaded.elsewhere.keys() - alive:
                loaded.elsewhere = {worker: seats for worker, seats in loaded.elsewhere.items() if worker in alive}
                loaded.presence_changed()
