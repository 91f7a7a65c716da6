"""LogWriter: how decisions come into a table's log. Judge, append, apply, in this order and under the table's lock.

Who loses a place in the log to another worker reads what happened meanwhile, and judges again. Clocks that run are
given back the time in which nothing could be written: by an entry of its own in the same commit, after which the
decision is judged.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec
import structlog

from pandarium.core.message import Message
from pandarium.server.cluster.judge_and_append import MOST_TRIES, judge_and_append
from pandarium.server.ops.metrics import Metrics
from pandarium.server.ops.now import now_ms
from pandarium.server.settings import Settings
from pandarium.server.store import EntryRow, Job, Store, StoreError
from pandarium.server.store.outages import Span
from pandarium.server.tables import log, storage
from pandarium.server.tables.judge import Entries, Refusal, not_suspended
from pandarium.server.tables.loaded_table import READ_AGAIN, LoadedTable
from pandarium.server.tables.table import Table

Decision: TypeAlias = Callable[[Table], Entries]
"""Looks at a table and says what is to happen; raises Refusal."""

_BUSY = Message("protocol.table_busy")
_logger = structlog.get_logger("pandarium.hub")


class Submitted(msgspec.Struct, frozen=True):
    """Entries on their way into a table's log."""

    entries: Entries
    at: int
    bodies: list[bytes]
    """The entries as they are stored."""
    began: float
    won: asyncio.Future[bool]
    """Whether their place in the log was free."""


class LogWriter:
    """The way into the log. Whoever calls holds the table's lock, and tells everybody afterwards."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        metrics: Metrics,
        worker: str,
        on_driven: Callable[[str], None],
        on_broken: Callable[[LoadedTable], None],
    ) -> None:
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._worker = worker
        self._on_driven = on_driven
        """Called when a table begins to need a driver."""
        self._on_broken = on_broken
        """Called when a table was changed by half."""
        self.undriven: dict[str, Span] = {}
        """When nobody drove a table, until its clocks were given that back."""

    async def write(self, loaded: LoadedTable, decide: Decision) -> None:
        """Carry out one decision; raises Refusal."""
        await judge_and_append(self, loaded, decide, shared=self._settings.redis is not None, busy=_BUSY)

    def _time_given_back(self, table: Table) -> Entries:
        """The entry that gives the clocks back what they have run while nobody could move; none if that is nothing.

        Only time that they have not been charged with is given back, and the entry charges all that is left: so whoever
        finds the same outage again, here or on another worker, finds nothing to give back.
        """
        if (table.clocks is None and table.timer is None) or table.suspended is not None:
            return []
        since = table.clocks_since()
        if since is None:
            return []
        undriven = self.undriven.get(table.id)
        lost = self._store.outages.lost(since, now_ms(), [undriven] if undriven is not None else [])
        return [log.TimeGivenBack(ms=lost)] if lost else []

    def judge(self, loaded: LoadedTable, decide: Decision) -> Entries:
        """What a decision comes to, after the time that is given back; raises Refusal."""
        table = loaded.table
        not_suspended(table)
        given = self._time_given_back(table)
        return given + decide(_ahead(table, given, now_ms())) if given else decide(table)

    async def append(self, loaded: LoadedTable, entries: Entries) -> bool:
        """Commit entries and carry them out; whether their place in the log was free. Raises Refusal."""
        submitted = self.submit(loaded.table, entries)
        won = await self._won(loaded.table, submitted)
        if won:
            self.carry_out(loaded, submitted)
        return won

    def submit(self, table: Table, entries: Entries) -> Submitted:
        """Let entries be committed, with all that belongs into the same transaction."""
        at = max(now_ms(), table.at)
        return self._submit(table, entries, at, storage.jobs(table, entries, at, self._worker))

    def carry_out(self, loaded: LoadedTable, submitted: Submitted) -> None:
        """Carry out what was committed; raises Refusal."""
        self._metrics.commit_seconds.observe(time.perf_counter() - submitted.began)
        self._apply(loaded, submitted.entries, submitted.at)

    async def write_together(self, loaded: LoadedTable, decisions: list[Decision]) -> list[int | Exception]:
        """What each decision came to: the log's number after it, or why not."""
        for _ in range(MOST_TRIES):
            table = loaded.table
            at = max(now_ms(), table.at)
            given = self._time_given_back(table)
            verdicts, jobs = self._judge_all(_ahead(table, given, at) if given else table, decisions, at)
            refused = any(isinstance(verdict, Refusal) for verdict in verdicts)
            if refused and self._settings.redis is not None and await self.read_on(loaded):
                continue  # they were judged on old news
            entries = given + [entry for verdict in verdicts if isinstance(verdict, list) for entry in verdict]
            if entries:
                submitted = self._submit(table, entries, at, jobs)
                if not await self._won(table, submitted):
                    await self.read_who_won(loaded)
                    continue
                self._metrics.commit_seconds.observe(time.perf_counter() - submitted.began)
            answers: list[int | Exception] = []
            if given:
                self._apply(loaded, given, at)
            for verdict in verdicts:
                if isinstance(verdict, list):
                    self._apply(loaded, verdict, at)
                answers.append(table.seq if isinstance(verdict, list) else verdict)
            return answers
        raise Refusal("busy", _BUSY, retry_ms=200)

    def _judge_all(
        self, table: Table, decisions: list[Decision], at: int
    ) -> tuple[list[Entries | Exception], list[Job]]:
        """Each decision on what those before it lead to, and what else is to be written."""
        verdicts: list[Entries | Exception] = []
        jobs: list[Job] = []
        ahead = table
        for number, decide in enumerate(decisions, 1):
            try:
                not_suspended(ahead)
                entries = decide(ahead)
            except Exception as verdict:  # a refusal, or a fault that only this one is told of
                verdicts.append(verdict)
                continue
            verdicts.append(entries)
            if entries:
                jobs += storage.jobs(ahead, entries, at, self._worker)
            if number < len(decisions):
                ahead = table.fork() if ahead is table else ahead
                for entry in entries:
                    ahead.apply(entry, at)
        return verdicts, jobs

    def _submit(self, table: Table, entries: Entries, at: int, jobs: list[Job]) -> Submitted:
        bodies = [log.encode(entry) for entry in entries]
        began = time.perf_counter()
        return Submitted(entries, at, bodies, began, self._store.append_many(table.id, table.seq + 1, at, bodies, jobs))

    async def _won(self, table: Table, submitted: Submitted) -> bool:
        """Whether their place in the log was free. Raises Refusal when that cannot be known."""
        try:
            return await submitted.won
        except StoreError as error:
            await self.check_written(table, submitted, error)
            return True

    async def check_written(self, table: Table, submitted: Submitted, error: StoreError) -> None:
        """After a commit that failed or only seemed to: raise Refusal unless its entries stand in the log."""
        self._metrics.commit_failures.inc()
        _logger.error("commit failed", table=table.id, error=str(error))
        at, bodies = submitted.at, submitted.bodies
        try:
            rows = await self._store.entries(table.id, after=table.seq)
        except StoreError:
            raise Refusal("busy", Message("protocol.database_away.look_again"), retry_ms=2000) from None
        if [(row.at, row.body) for row in rows[: len(bodies)]] != [(at, body) for body in bodies]:
            raise Refusal("busy", Message("protocol.not_written.nothing_changed"), retry_ms=1000)

    def _apply(self, loaded: LoadedTable, entries: Entries, at: int) -> None:
        table = loaded.table
        only_moves = len(entries) == 1 and isinstance(entries[0], log.Moved)
        driven = only_moves or (table.status == "running" and table.driven)
        try:
            for entry in entries:
                table.apply(entry, at)
                if isinstance(entry, log.Moved):
                    self._metrics.moved(table.agreement.game, entry.by)
        except Exception:
            raise self._broken(loaded) from None
        if not driven and table.status == "running" and table.driven:
            self._on_driven(table.id)  # so it stands in the store, too: see storage.jobs

    async def read_on(self, loaded: LoadedTable) -> bool:
        """Apply what the log has beyond the table; whether that was anything. Raises Refusal for an unreadable log."""
        rows = await self._store.entries(loaded.table.id, after=max(loaded.table.seq, loaded.table.beyond))
        if rows and loaded.table.stuck is not None:  # somebody else can play it: whether it is over stands in its row
            await self.fold_anew(loaded)
            return True
        self.take_in(loaded, rows)
        return bool(rows)

    async def read_who_won(self, loaded: LoadedTable) -> None:
        """A place in the log was not to be had: read who has it. If nobody does, the log ends before our copy."""
        if not await self.read_on(loaded):
            raise self._broken(loaded)

    def take_in(self, loaded: LoadedTable, rows: Sequence[EntryRow]) -> None:
        """Apply what somebody else has committed; raises Refusal for what cannot be read, or cannot be applied."""
        try:
            for row in rows:
                if row.seq != loaded.table.seq + 1:
                    raise ValueError(f"entry {loaded.table.seq + 1} is missing, and there is entry {row.seq}")
                loaded.table.apply(log.decode(row.body), row.at)
        except msgspec.ValidationError as error:
            raise storage.unreadable_log(loaded.table.id, error) from None
        except Exception:
            raise self._broken(loaded) from None
        finally:
            if rows and not loaded.broken:
                loaded.forget_rendered()  # whoever asked for this wakes everybody, once

    def _broken(self, loaded: LoadedTable) -> Refusal:
        """An entry that is in the log could not be carried out, or only by half: its table must be read again."""
        loaded.broken = True
        _logger.error("the copy in memory does not fit the log", table=loaded.table.id, exc_info=True)
        self._on_broken(loaded)
        return Refusal("busy", READ_AGAIN, retry_ms=1000)

    async def fold_anew(self, loaded: LoadedTable) -> None:
        """Read the table again from its rows; raises Refusal for an unreadable log."""
        id = loaded.table.id
        row, rows = await self._store.table(id), await self._store.entries(id)
        if row is None:
            return
        try:
            loaded.replace(storage.fold(row, rows))
        except msgspec.ValidationError as error:
            raise storage.unreadable_log(id, error) from None
        loaded.forget_rendered()


def _ahead(table: Table, entries: Entries, at: int) -> Table:
    """The table as it will be when these are carried out."""
    ahead = table.fork()
    for entry in entries:
        ahead.apply(entry, max(at, table.at))
    return ahead
