"""The other workers: what we send them about our tables, and how we learn of theirs.

The bus brings hints, the log has the truth, and we look there from time to time whether or not the bus said anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

import msgspec
import structlog

from pandarium.server.cluster.bus import Bus
from pandarium.server.store import EntryRow, Store, StoreError
from pandarium.server.tables import log
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.live import Live
from pandarium.server.tables.storage import unreadable_log
from pandarium.server.tables.table import Table

_POLL = 2.0
"""Seconds between looks at the log, in case the bus has lost a message."""

_logger = structlog.get_logger("pandarium.hub")


class PeerMessage(msgspec.Struct, array_like=True, frozen=True):
    """What workers send each other: a table has come to this number; these seats are connected to me."""

    worker: str
    table: str
    seq: int
    here: list[int] | None = None
    asks: bool = False
    """Asks who is connected to the others."""
    away: str = ""
    """Instead of all that: somebody who has signed out everywhere."""


class Tables(Protocol):
    """What peers need to know of the tables in this worker's memory, and may ask of them."""

    def in_memory(self, id: str) -> Live | None:
        """The table, if it is in memory."""

    def lives(self) -> list[Live]:
        """What is in memory."""

    async def live(self, table: str) -> Live:
        """The table in memory, read from the store if need be."""

    async def catch_up(self, live: Live) -> None:
        """Read what other workers have committed."""

    def changed(self, live: Live, ours: bool = True) -> None:
        """Render it anew and wake everybody who looks at it."""

    def drives(self, table: str) -> bool:
        """Whether this worker drives that table."""

    def wake_driver(self, live: Live) -> None:
        """Let the driver look at a table."""

    def sign_out(self, person: str, ours: bool = True) -> None:
        """Close all sockets of somebody who has signed out everywhere."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background."""


class Peers:
    """The other workers on the same database; where there are none (`shared` is false), nothing is sent."""

    def __init__(self, tables: Tables, store: Store, bus: Bus, worker: str, shared: bool) -> None:
        self._tables = tables
        self._store = store
        self._bus = bus
        self._worker = worker
        self._shared = shared
        self._behind: dict[str, Live] = {}
        """Tables of which other workers know more."""
        self._reading: asyncio.Task[Any] | None = None
        self._evicted: dict[str, int] = {}
        """Tables that this worker drives and that have left memory, with the number they had come to."""

    async def start(self) -> None:
        """Listen, and look at the log from time to time."""
        await self._bus.start(self._receive, on_back=self._bus_is_back)
        if self._shared:
            self._tables.spawn(self._poll())

    def evicted(self, table: Table) -> None:
        """A table that this worker drives leaves memory: others may still play there."""
        self._evicted[table.id] = table.seq

    def publish(self, live: Live, asks: bool = False) -> None:
        """Tell the others how far a table has come, and who is connected to us."""
        if self._shared:
            message = PeerMessage(self._worker, live.table.id, live.table.seq, sorted(live.seats_here()), asks)
            self._bus.publish(msgspec.msgpack.encode(message))

    def publish_sign_out(self, person: str) -> None:
        """Tell the others that somebody has signed out everywhere."""
        if self._shared:
            self._bus.publish(msgspec.msgpack.encode(PeerMessage(self._worker, "", 0, away=person)))

    def _receive(self, data: bytes) -> None:
        try:
            message = msgspec.msgpack.decode(data, type=PeerMessage)
        except msgspec.MsgspecError:
            return
        if message.worker == self._worker:
            return
        if message.away:
            self._tables.sign_out(message.away, ours=False)
            return
        live = self._tables.in_memory(message.table)
        if live is None:
            if self._tables.drives(message.table):
                self._tables.spawn(self._wake_held(message.table))
            return
        if message.here is not None and frozenset(message.here) != live.elsewhere.get(message.worker, frozenset()):
            live.elsewhere[message.worker] = frozenset(message.here)
            live.presence_changed()
        if message.asks and live.watchers:
            self.publish(live)
        if message.seq > live.table.seq:
            self._behind[message.table] = live
            if self._reading is None:
                self._reading = self._tables.spawn(self._read_all())

    async def _read_all(self) -> None:
        """Read the logs of all tables that other workers have changed: in one look each time, however many they are."""
        try:
            while self._behind:
                behind, self._behind = self._behind, {}
                news = await self._store.entries_after({id: live.table.seq for id, live in behind.items()})
                for id, rows in news.items():
                    self._take_in(behind[id], rows)
        except StoreError as error:
            _logger.warning("cannot look at the log", error=str(error))  # the poll comes by soon
        finally:
            self._reading = None

    def _take_in(self, live: Live, rows: list[EntryRow]) -> None:
        """Apply what another worker has committed, unless we are changing that table ourselves at this moment."""
        if live.lock.locked() or rows[0].seq > live.table.seq + 1:
            self._tables.spawn(self._tables.catch_up(live))
            return
        new = [row for row in rows if row.seq > live.table.seq]
        try:
            for row in new:
                live.table.apply(log.decode(row.body), row.at)
        except msgspec.ValidationError as error:
            unreadable_log(live.table.id, error)
        if new:
            self._tables.changed(live, ours=False)

    async def _wake_held(self, id: str) -> None:
        self._tables.wake_driver(await self._tables.live(id))

    def _bus_is_back(self) -> None:
        self._tables.spawn(self._look_at_logs())

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(_POLL)
            try:
                await self._look_at_logs()
            except Exception:  # whatever it is, the next look may do better
                _logger.exception("cannot look at the log")

    async def _look_at_logs(self) -> None:
        """See what the bus has not told: entries of other workers, and workers that are gone."""
        self._evicted = {
            id: seq
            for id, seq in self._evicted.items()
            if self._tables.drives(id) and self._tables.in_memory(id) is None
        }
        try:
            heads = await self._store.heads([*(live.table.id for live in self._tables.lives()), *self._evicted])
            alive = await self._store.alive()
        except StoreError as error:
            _logger.warning("cannot look at the log", error=str(error))
            return
        for id, seq in self._evicted.items():
            if heads.get(id, 0) > seq and self._tables.in_memory(id) is None:
                self._tables.spawn(self._wake_held(id))
        for live in self._tables.lives():
            if heads.get(live.table.id, 0) > live.table.seq:
                try:
                    await self._tables.catch_up(live)
                except (Refusal, StoreError) as error:
                    _logger.warning("cannot read on", table=live.table.id, error=str(error))
            if live.elsewhere.keys() - alive:
                live.elsewhere = {worker: seats for worker, seats in live.elsewhere.items() if worker in alive}
                live.presence_changed()
