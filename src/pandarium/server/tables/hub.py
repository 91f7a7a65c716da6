"""Hub: the tables of this worker. Every change goes through the same steps: judge, commit, apply, wake.

Most moves take them without a task (`fast_path.py`), everything else by `Hub.commit`; in real time moves that arrive
together are committed together (`commit_together`). Nothing is sent to anybody before it is committed. Any worker may
accept a move: the place in the log decides, and who loses it reads what happened meanwhile and judges again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec
import structlog

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.server import packs
from pandarium.server.bots.pool import BotPool
from pandarium.server.bots.quotas import BotQuotas
from pandarium.server.challenges.challenges import Challenges
from pandarium.server.cluster.bus import Bus
from pandarium.server.cluster.publisher import Publisher
from pandarium.server.ops.metrics import Metrics
from pandarium.server.ops.now import now_ms
from pandarium.server.people.moderation import Moderation
from pandarium.server.settings import Settings
from pandarium.server.store import EntryRow, Store, StoreError, TableRow, tournaments
from pandarium.server.tables import judge, log, review, storage
from pandarium.server.tables.archive import Archive
from pandarium.server.tables.creation import Creation
from pandarium.server.tables.fast_path import FastPath
from pandarium.server.tables.judge import AlreadyDone, Asker, Entries, Refusal
from pandarium.server.tables.loaded_table import READ_AGAIN, LoadedTable, Watcher
from pandarium.server.tables.log_writer import Decision, LogWriter
from pandarium.server.tables.presence import Presence
from pandarium.server.tables.reading import Reader
from pandarium.server.tables.table import Table
from pandarium.server.tables.turns import Turns

_LONG_LOG = 100
"""Entries that are played out on the event loop; longer logs are in a thread, and nobody waits for them."""
_AGAIN = 1.0
"""Seconds until something that failed is tried again."""
_GOODBYE = 2.0
"""Seconds for telling everybody that the server stops."""
SIGNED_OUT = 4401
"""Close code: whoever it was is not known any more."""
RESTART = 1012
"""Close code: the server goes away and comes back."""
_COME_BACK = "the table is read again; come back in a moment"

_logger = structlog.get_logger("pandarium.hub")


def _only_time_given_back(table: Table) -> Entries:
    """A decision that adds nothing: what is committed is the time given back, which comes before every decision."""
    return []


class Hub:
    """The tables that this worker holds in memory."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics, bus: Bus, worker: str) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.bus = bus
        self.worker = worker
        self.packs = packs.read_packs(settings.content)
        """The host's content packs, by game."""
        self.bots = BotPool(settings.bot_processes, metrics)
        self.on_change: Callable[[LoadedTable], None] = lambda loaded: None
        """Called after every change, for whoever drives bots and clocks."""
        self.on_commit: Callable[[LoadedTable], None] = lambda loaded: None
        """Called after every change that this worker has committed; it returns at once."""
        self.on_driven: Callable[[str], None] = lambda table: None
        """Called when a table needs a driver and this worker is it."""
        self.is_held: Callable[[str], bool] = lambda table: False
        """Whether this worker drives that table."""
        self.on_evicted: Callable[[Table], None] = lambda table: None
        """Called when a table leaves memory."""
        self._log_writer = LogWriter(store, settings, metrics, worker, self._needs_driver, self._drop)
        self.fast_path = FastPath(self, self._log_writer, shared=settings.redis is not None)
        """How most moves come into the log."""
        self._loaded: dict[str, LoadedTable] = {}
        self._loading: dict[str, asyncio.Task[LoadedTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._awaited_at_stop: set[asyncio.Task[Any]] = set()
        """Those of them that a stop does not cancel: they write what was accepted."""
        self._advised: set[str] = set()
        """People whose hint is being thought about: the bots of all tables think in the same processes."""
        self.quotas = BotQuotas(store, settings)
        """How many bots somebody may have."""
        self.creation = Creation(store, settings, self.packs, self.quotas)
        self.challenges = Challenges(store, self.packs)
        """One deal for many people."""
        self._dropped = 0
        self._stopping = False
        self.moderation = Moderation()
        """Who may not come here, and who may not talk."""
        self.turns = Turns(store, self._up_to_date)
        """Whose turn it is at tables that are listed."""
        self.archive = Archive(store)
        """What happened long ago."""
        self.reader = Reader(self.load, self.archive, self.challenges)
        """What people are shown who ask for it."""
        self.publisher = Publisher(bus, worker, shared=settings.redis is not None)
        """Sends our changes to the other workers."""
        self.presence = Presence(self.publisher)
        """Says who is here, a moment later."""

    async def start(self) -> None:
        """Keep memory tidy."""
        self.spawn(self._sweep())

    async def stop(self) -> None:
        """Send everybody away politely; what was accepted is committed."""
        self._stopping = True
        running = self._tasks - self._awaited_at_stop
        for loaded in list(self._loaded.values()):
            for watcher in list(loaded.watchers):
                watcher.stop(RESTART, "the server restarts; come back in a moment")
        self.presence.stop()
        for task in running:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_GOODBYE)
        await self.bots.stop()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background; a failure is logged, not lost."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):  # whoever asked gets the refusal
            _logger.error("background work failed", exc_info=error)

    def _needs_driver(self, table: str) -> None:
        self.on_driven(table)  # whoever listens by then

    # creating tables

    async def create(self, host: Asker, wanted: protocol.NewTable, origin: str = "") -> Table:
        """A new table, with a mark of the address that it is created from; raises Refusal."""
        return self.keep(await self.creation.create(host, wanted, origin))

    def keep(self, table: Table) -> Table:
        """Hold a table in memory that was created a moment ago; the table in memory."""
        return self._hold(table).table

    def _hold(self, table: Table) -> LoadedTable:
        """The one copy of the table in memory: whoever was faster, and may be looking at it already, keeps theirs."""
        return self._loaded.setdefault(table.id, LoadedTable(table))

    async def create_running(self, row: TableRow, entries: Entries) -> None:
        """A table of a tournament, with everybody seated and the game begun; if it is there already, it stays."""
        table = await self.creation.create_running(row, entries)
        if table is not None:
            loaded = self._hold(table)
            self.on_driven(row.id)
            self.on_change(loaded)

    # finding them

    async def load(self, table: str) -> LoadedTable:
        """The table in memory, read from the store if need be; raises Refusal."""
        loaded = self._loaded.get(table)
        if loaded is None:
            task = self._loading.get(table)
            if task is None:
                task = self._loading[table] = self.spawn(self._read(table))
                task.add_done_callback(lambda _: self._loading.pop(table, None))
            loaded = await asyncio.shield(task)
        if loaded.behind:
            await self.catch_up(loaded)
        if loaded.table.over and loaded.table.withheld:
            await self._disclose(loaded)
        loaded.touched = time.monotonic()
        return loaded

    async def _disclose(self, loaded: LoadedTable) -> None:
        """Open what a deal of a tournament or of a day has kept, if that is over."""
        table = loaded.table
        if table.agreement.challenge:
            shows = await self.challenges.may_disclose(table.agreement.challenge)
        else:
            row = await tournaments.find(self.store, table.agreement.tournament)
            shows = row is None or row.status in {"ended", "cancelled"}
        if table.withheld and shows:
            table.withheld = False
            table.table_version += 1
            loaded.changed()

    def disclose_deals(self, tournament: str) -> None:
        """A tournament is over: tell whoever still looks at one of its deals."""
        for loaded in self.loaded_tables():
            if loaded.table.agreement.tournament == tournament:
                self.spawn(self.load(loaded.table.id))

    def in_memory(self, id: str) -> LoadedTable | None:
        """The table, if it is in memory."""
        return self._loaded.get(id)

    def _up_to_date(self, id: str) -> LoadedTable | None:
        """The table, if it is in memory and no worker is known to know more of it."""
        loaded = self._loaded.get(id)
        return None if loaded is None or loaded.behind else loaded

    def loaded_tables(self) -> list[LoadedTable]:
        """What is in memory."""
        return list(self._loaded.values())

    async def _read(self, id: str) -> LoadedTable:
        row = await tournaments.find_table(self.store, id)
        if row is None:
            raise Refusal("unknown table", Message("protocol.no_such_table"))
        rows = await self.store.entries(id)
        try:
            long = len(rows) > _LONG_LOG
            table = await asyncio.to_thread(storage.fold, row, rows) if long else storage.fold(row, rows)
        except msgspec.ValidationError as error:
            raise storage.unreadable_log(id, error) from None
        loaded = self._hold(table)
        if table.suspended is not None:
            _logger.warning("table is suspended", table=id, why=str(table.suspended), fault=table.fault)
        self.publisher.publish(loaded, asks=True)
        return loaded

    # changing them

    async def commit(self, loaded: LoadedTable, decide: Decision) -> int:
        """Let `decide` judge, commit what it returns, apply it, wake everybody; the log's number afterwards."""
        while True:
            if not self._is_current(loaded):
                loaded = await self._current(loaded)
            async with loaded.lock:
                if loaded.broken:
                    continue
                before = loaded.table.seq
                try:
                    await self._log_writer.write(loaded, decide)
                except asyncio.CancelledError:
                    self.spawn(self.catch_up(loaded))  # it may be on disk all the same
                    raise
                finally:
                    if loaded.table.seq != before and not loaded.broken:
                        self.changed(loaded)
                return loaded.table.seq

    def accepts(self, loaded: LoadedTable) -> bool:
        """Whether moves are accepted at the table as it is in memory."""
        return self._is_current(loaded) and not self._stopping

    def _is_current(self, loaded: LoadedTable) -> bool:
        """Whether that is the table as it is in memory."""
        return not loaded.broken and self._loaded.get(loaded.table.id) is loaded

    async def _current(self, loaded: LoadedTable) -> LoadedTable:
        """That table in memory: it may have left it and come back meanwhile, or must be read again."""
        return await self.load(loaded.table.id) if loaded.broken else self._loaded.setdefault(loaded.table.id, loaded)

    def _drop(self, loaded: LoadedTable) -> None:
        """A table was changed by half: nobody sees that, and whoever asks next reads it from its log."""
        id = loaded.table.id
        if self._loaded.get(id) is loaded:
            del self._loaded[id]
        self.archive.forget(id)
        for watcher in list(loaded.watchers):
            watcher.stop(RESTART, _COME_BACK)
        self.spawn(self._drive_again(id))

    async def _drive_again(self, id: str) -> None:
        """Go on with a table that was dropped, if this worker is the one that drives it."""
        while True:
            try:
                row = await self.store.table(id)
                if row is not None and row.driver == self.worker:
                    loaded = await self.load(id)
                    self.on_driven(id)
                    self.on_change(loaded)
                return
            except StoreError as error:
                _logger.warning("cannot read a table again", table=id, error=str(error))
                await asyncio.sleep(_AGAIN)

    async def give_time_back(self, loaded: LoadedTable) -> None:
        """Give the clocks that run at a table the time back in which nobody could play there; raises Refusal."""
        await self.commit(loaded, _only_time_given_back)
        self._log_writer.undriven.pop(loaded.table.id, None)

    def nobody_drove(self, id: str, ms: int) -> None:
        """Note that nobody has driven a table for that long, up to now."""
        now = now_ms()
        self._log_writer.undriven[id] = now - ms, now

    async def commit_together(self, loaded: LoadedTable, decide: Decision) -> int:
        """`commit` for one of many who touch a table at once: in order of arrival, but with one commit for all of them.

        At twenty touches a second they would else wait for each other's places on the disk.
        """
        loaded = await self._current(loaded)
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        loaded.waiting.append((decide, done))
        if len(loaded.waiting) == 1:
            task = self.spawn(self._commit_waiting(loaded))
            self._awaited_at_stop.add(task)
            task.add_done_callback(self._awaited_at_stop.discard)
        return await done

    async def _commit_waiting(self, loaded: LoadedTable) -> None:
        """When the table is free: judge all who wait, commit what they may do, apply it, wake everybody, answer."""
        async with loaded.lock:
            waiting, loaded.waiting = loaded.waiting, []
            before = loaded.table.seq
            answers: list[int | Exception] = [
                Refusal("busy", Message("protocol.server_restarts"), retry_ms=3000)
            ] * len(waiting)
            try:
                if loaded.broken:
                    raise Refusal("busy", READ_AGAIN, retry_ms=1000)
                answers = await self._log_writer.write_together(loaded, [decide for decide, _ in waiting])
            except Exception as error:
                answers = [error] * len(waiting)
            finally:
                if loaded.table.seq != before and not loaded.broken:
                    self.changed(loaded)
                for (_, done), answer in zip(waiting, answers, strict=True):
                    if done.done():
                        continue  # whoever asked is gone
                    if isinstance(answer, Exception):
                        done.set_exception(answer)
                    else:
                        done.set_result(answer)

    async def catch_up(self, loaded: LoadedTable) -> None:
        """Read what other workers have committed."""
        async with loaded.lock:
            if loaded.broken:
                return
            before = loaded.table.seq
            try:
                await self._log_writer.read_on(loaded)
            finally:
                self._changed_elsewhere(loaded, before)

    async def reread(self, id: str) -> None:
        """Read a table again whose rows were changed: somebody asked to be forgotten, or an operator was here."""
        self.archive.forget(id)
        loaded = self._loaded.get(id)
        if loaded is None:
            return
        async with loaded.lock:
            await self._log_writer.fold_anew(loaded)
        self.changed(loaded, ours=False)

    def take_in(self, loaded: LoadedTable, rows: Sequence[EntryRow]) -> None:
        """Apply the next entries, which another worker has committed; raises Refusal."""
        before = loaded.table.seq
        try:
            self._log_writer.take_in(loaded, rows)
        finally:
            self._changed_elsewhere(loaded, before)

    def _changed_elsewhere(self, loaded: LoadedTable, before: int) -> None:
        """Tell everybody who looks here what others have committed, even if not all of it could be read."""
        if loaded.table.seq != before and not loaded.broken:
            self.changed(loaded, ours=False)

    def changed(self, loaded: LoadedTable, ours: bool = True) -> None:
        """Tell everybody who looks at the table, here and, if the change is ours, elsewhere."""
        loaded.touched = time.monotonic()
        loaded.changed()
        recent = loaded.table.recent
        if recent and isinstance(recent[-1].entry, log.Started):  # seats may have moved up: who is here is told anew
            self.presence.announce_later(loaded)
        if ours:
            self.publisher.publish(loaded)
            self.on_commit(loaded)
        self.on_change(loaded)

    # what people want

    async def handle(
        self, id: str, asker: Asker, message: protocol.AnyMessage, invite: str
    ) -> protocol.Done | protocol.Hinted | protocol.Pong:
        """Carry out a message; raises Refusal."""
        loaded = await self.load(id)
        judge.access(loaded.table, asker.person, invite)
        return await self.handle_at(loaded, asker, message)

    async def handle_at(
        self, loaded: LoadedTable, asker: Asker, message: protocol.AnyMessage
    ) -> protocol.Done | protocol.Hinted | protocol.Pong:
        """Carry out a message at a table that the asker has access to; raises Refusal."""
        if not self._is_current(loaded):
            loaded = await self._current(loaded)
        if self._stopping:
            raise Refusal("busy", Message("protocol.server_restarts"), retry_ms=3000)
        if isinstance(message, protocol.Play):
            return await self.commit_message(loaded, asker, message)
        if isinstance(message, protocol.TALK):
            self.moderation.check_not_muted(asker.person)
        if isinstance(message, protocol.Ping):
            return protocol.Pong(id=message.id, now=now_ms())
        if isinstance(message, protocol.Hint):
            return await self._hint(loaded, asker, message)
        if isinstance(message, protocol.Rematch):
            return await self._rematch(loaded, asker, message)
        if isinstance(message, protocol.Review):
            review.lead(loaded, asker, message, self.worker)
            self.publisher.publish(loaded)
            return protocol.Done(id=message.id, seq=loaded.table.seq)
        await self.challenges.check(loaded.table, asker, message)
        brings_bots = False
        if isinstance(message, protocol.Start | protocol.PutBot) and loaded.table.status == "open":
            brings_bots = await self.creation.check_bots(loaded.table, asker, message)
        here = loaded.recently_connected() if isinstance(message, protocol.PutBot) else ()
        done = await self.commit_message(loaded, asker, message, here)
        if brings_bots and not done.again:
            self.quotas.note(asker, loaded.table.id)
        return done

    async def commit_message(
        self, loaded: LoadedTable, asker: Asker, message: protocol.AnyMessage, here: Collection[int] = ()
    ) -> protocol.Done:
        """Carry out a message that the log tells of; `here` are the seats whose people are connected."""
        most = self.settings.max_log_lines
        touch = loaded.table.real_time and isinstance(message, protocol.Play)
        commit = self.commit_together if touch else self.commit
        try:
            seq = await commit(loaded, lambda table: judge.verdict(table, asker, message, here, most))
        except AlreadyDone:
            return protocol.Done(id=message.id, seq=loaded.table.seq, again=True)
        return protocol.Done(id=message.id, seq=seq)

    async def _hint(self, loaded: LoadedTable, asker: Asker, message: protocol.Hint) -> protocol.Hinted:
        table = loaded.table
        seat = judge.check_hint(table, asker)
        if asker.person in self._advised:
            raise Refusal("flood", Message("protocol.one_hint_at_a_time"), retry_ms=1000)
        position = table.position
        self._advised.add(asker.person)
        try:
            advice = await self.bots.advise(table, seat)
        except (TimeoutError, BrokenProcessPool):
            raise Refusal("busy", Message("protocol.bots_busy")) from None
        finally:
            self._advised.discard(asker.person)
        return protocol.Hinted(id=message.id, position=position, advice=advice)

    async def _rematch(self, loaded: LoadedTable, asker: Asker, message: protocol.Rematch) -> protocol.Done:
        old = loaded.table
        try:
            judge.check_rematch(old, asker)
            new = self.keep(await self.creation.create_rematch(asker, old))

            def decide(table: Table) -> Entries:
                judge.check_rematch(table, asker)
                return [log.Rematched(table=new.id)]

            try:
                seq = await self.commit(loaded, decide)
            except (AlreadyDone, Refusal):
                await self.commit(
                    await self.load(new.id), lambda t: [log.Closed.because(Message("protocol.closed.faster"))]
                )
                raise
        except AlreadyDone:
            return protocol.Done(id=message.id, seq=old.seq, again=True, table=old.rematch)
        return protocol.Done(id=message.id, seq=seq, table=new.id)

    # who is here

    def subscribe(self, loaded: LoadedTable, watcher: Watcher) -> None:
        """Somebody looks at the table from now on."""
        loaded.watchers.add(watcher)
        if not self._is_current(loaded):  # read again since they were let in: nothing happens at this copy any more
            watcher.stop(RESTART, _COME_BACK)
        if loaded.behind:  # others have moved since they were let in
            self.spawn(self.catch_up(loaded))
        self.presence.announce_later(loaded)

    def unsubscribe(self, loaded: LoadedTable, watcher: Watcher) -> None:
        """Somebody does not look any more."""
        loaded.watchers.discard(watcher)
        review.gone(loaded, watcher)  # the others learn of it with who is here
        loaded.touched = time.monotonic()
        self.presence.announce_later(loaded)

    def sign_out(self, person: str, session: str = "", ours: bool = True, code: int = SIGNED_OUT) -> None:
        """Close the sockets of somebody who has signed out: on one device, or everywhere.

        With `RESTART` as the code, browsers come back at once, and are let in if they know a session that is valid.
        """
        for loaded in self.loaded_tables():
            theirs = [watcher for watcher in loaded.watchers if watcher.asker.person == person]
            for watcher in theirs:
                if session in ("", watcher.asker.session):
                    watcher.stop(code, "you have signed out")
        if ours:
            self.publisher.publish_sign_out(person, session, code)

    async def _sweep(self) -> None:
        idle = self.settings.idle_seconds
        while True:
            await asyncio.sleep(min(idle, 10.0))
            before = time.monotonic() - idle
            for id, loaded in list(self._loaded.items()):
                if (
                    not loaded.watchers
                    and not loaded.lock.locked()
                    and loaded.touched < before
                    and not self.presence.waits(id)
                ):
                    del self._loaded[id]
                    self.turns.note(loaded.table)
                    self.on_evicted(loaded.table)
            self._count()

    def _count(self) -> None:
        """What is counted now and then rather than at every change."""
        self.metrics.tables_live.set(len(self._loaded))
        self.metrics.tables_running.set(sum(loaded.table.status == "running" for loaded in self._loaded.values()))
        self.metrics.bus_dropped.inc(self.bus.dropped - self._dropped)
        self._dropped = self.bus.dropped
