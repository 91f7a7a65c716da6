"""The one thread that writes: whatever is waiting becomes one transaction, one commit, one wake-up of the event loop.

There is no timer. What comes up in one turn of the event loop is handed over together, and while a commit is on its way
to the disk, the next group gathers by itself: alone a write is as quick as the disk, in a crowd hundreds share one
flush. Nobody hears of a write before its commit has returned.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from pandarium.server.ops.now import now_ms
from pandarium.server.store.appends import LogRow, insert_entries, numbered
from pandarium.server.store.engines import store_error
from pandarium.server.store.outages import Outages
from pandarium.server.store.rows import StoreError

GROUP: Final = 512
"""Writes that are handed over at once, at most; a transaction that has so many takes no more along."""

PATIENCE: Final = 10.0
"""Seconds a group waits for a database that went away."""

_TRIES: Final = 5
_DEADLOCK_OR_CLASH: Final = {"40P01", "40001"}


class Append(msgspec.Struct, frozen=True):
    """Entries for a table's log, all or none."""

    future: asyncio.Future[Any]
    table: str
    seq: int
    at: int
    bodies: Sequence[bytes]


class Task(msgspec.Struct, frozen=True):
    """Any other write; if it raises, it alone is undone."""

    future: asyncio.Future[Any]
    job: Callable[[Connection], Any]


class Verdict(msgspec.Struct, frozen=True):
    """What a caller will be told once the commit has returned."""

    future: asyncio.Future[Any]
    value: object
    error: Exception | None = None


Write: TypeAlias = Append | Task

_PLACE = attrgetter("table", "seq")
"""The order of writing: two workers who write the same tables at once wait for, and do not block each other."""


class Taken(Exception):
    """A (table, seq) that somebody else has, or before which one is missing; undoes the savepoint around it."""


class _OneByOne(Exception):
    """A group written in one go holds a row that is taken or wrong: write it again one by one to see which."""


class _InDoubt(Exception):
    """The connection broke while it was committing."""

    def __init__(self, transaction: str, verdicts: list[Verdict]) -> None:
        super().__init__(transaction)
        self.transaction = transaction
        self.verdicts = verdicts


class Writer:
    """Owns the writing connection; everything reaches it through a queue."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop) -> None:
        self.commits = 0  # groups committed so far
        self.writes = 0  # and the writes in them
        self.written_at = time.monotonic()  # when the last write succeeded
        self.outages = Outages()
        self._tried_at = 0  # when the last commit began, all locks in hand
        self._engine = engine
        self._loop = loop
        self._queue: SimpleQueue[list[Write] | None] = SimpleQueue()
        self._this_turn: list[Write] = []
        """What came up in this turn of the event loop."""
        self._closed = False
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._work, name="pandarium-store", daemon=True)
        self._thread.start()

    def append(self, table: str, seq: int, at: int, bodies: Sequence[bytes]) -> asyncio.Future[bool]:
        """Put entries into the queue."""
        future: asyncio.Future[bool] = self._loop.create_future()
        self._put(Append(future, table, seq, at, bodies))
        return future

    def run(self, job: Callable[[Connection], Any]) -> asyncio.Future[Any]:
        """Put any other write into the queue."""
        future: asyncio.Future[Any] = self._loop.create_future()
        self._put(Task(future, job))
        return future

    async def close(self) -> None:
        """Write what is in the queue, then end the thread."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _put(self, write: Write) -> None:
        if self._closed:
            write.future.set_exception(StoreError("the store is closed"))
            return
        if not self._this_turn:
            self._loop.call_soon(self._hand_over)
        self._this_turn.append(write)

    def _hand_over(self) -> None:
        """Wake the thread, once for all that came up together."""
        writes, self._this_turn = self._this_turn, []
        for at in range(0, len(writes), GROUP):
            self._queue.put(writes[at : at + GROUP])

    def _work(self) -> None:
        going = True
        while going:
            group, going = self._gather()
            if not group:
                continue
            self.outages.tries(now_ms())
            try:
                verdicts = self._commit(group)
                self._note(verdicts)
            except Exception as error:
                self._disconnect()
                words = str(_for_people(error)) or type(error).__name__
                verdicts = [Verdict(write.future, None, StoreError(words)) for write in group]
            with contextlib.suppress(RuntimeError):  # a closed loop: nobody is waiting any more
                self._loop.call_soon_threadsafe(_settle, verdicts)
        self._disconnect()

    def _note(self, verdicts: list[Verdict]) -> None:
        """What the verdicts say about the connection."""
        by_database = any(type(verdict.error) is StoreError for verdict in verdicts)  # jobs refuse with kinds of it
        if any(verdict.error is None for verdict in verdicts):
            self.written_at = time.monotonic()
            self.outages.wrote(now_ms(), self._tried_at)  # before whoever waits for these writes goes on
        elif not by_database:
            self.outages.refused()
        if by_database:
            # A session that began while the database could not be written would stay so when it can again.
            self._disconnect()

    def _gather(self) -> tuple[list[Write], bool]:
        """Wait for a write, and take along all that are there by then; False with the last of all."""
        writes = self._queue.get()
        group: list[Write] = []
        while writes is not None:
            group += writes
            if len(group) >= GROUP:
                return group, True
            try:
                writes = self._queue.get_nowait()
            except Empty:
                return group, True
        return group, False

    def _commit(self, group: list[Write]) -> list[Verdict]:
        """Commit a group, again where it is certain that nothing of it was committed before."""
        one_by_one = False
        tries = 0
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return self._transact(group, one_by_one=one_by_one)
            except _OneByOne:
                one_by_one = True
            except _InDoubt as doubt:
                if self._was_committed(doubt.transaction, deadline):
                    return doubt.verdicts
            except DBAPIError as error:
                tries += 1
                if error.connection_invalidated:
                    self._disconnect()
                    if time.monotonic() > deadline:
                        raise
                    time.sleep(min(0.02 * 2**tries, 1.0))
                elif not _to_be_written_again(error) or tries == _TRIES:
                    raise

    def _transact(self, group: list[Write], *, one_by_one: bool) -> list[Verdict]:
        connection = self._connect()
        transaction = connection.begin()
        try:
            name: str | None = None
            verdicts: list[Verdict] = []
            for kind, writes in groupby(group, type):
                if kind is Task:
                    verdicts += [_attempt(connection, task.future, task.job) for task in writes]  # type: ignore[union-attr]
                elif one_by_one:
                    verdicts += _append_one_by_one(connection, list(writes))  # type: ignore[arg-type]
                else:
                    appended, name = _append(connection, list(writes))  # type: ignore[arg-type]
                    verdicts += appended
            _check_transaction(connection)
            name = name or _name_of_transaction(connection)
        except BaseException:
            if not connection.invalidated:
                transaction.rollback()
            raise
        self._tried_at = now_ms()
        try:
            transaction.commit()
        except DBAPIError as error:
            self._disconnect()  # and so roll back what a refused commit leaves open
            if error.connection_invalidated and name:
                raise _InDoubt(name, verdicts) from None
            raise
        self.commits += 1
        self.writes += len(group)
        return verdicts

    def _connect(self) -> Connection:
        if self._connection is None:
            try:
                self._connection = self._engine.connect()
            except OperationalError as error:
                error.connection_invalidated = True  # as good as lost: a server may be starting again
                raise
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):  # it was broken, and that has been told
                connection.close()

    def _was_committed(self, transaction: str, deadline: float) -> bool:
        """Ask the server what became of a transaction whose answer was lost (PostgreSQL)."""
        asking = text("SELECT pg_xact_status(CAST(:name AS xid8))")
        while True:
            try:
                with self._engine.connect() as connection:
                    status = connection.scalar(asking, {"name": transaction})
                if status in {"committed", "aborted"}:
                    return bool(status == "committed")
            except DBAPIError:
                status = None
            if time.monotonic() > deadline:
                raise StoreError("the database went away during a commit; it is not known whether it took place")
            time.sleep(0.05)


def _append(connection: Connection, appends: list[Append]) -> tuple[list[Verdict], str | None]:
    """Write all of them in one go; with what PostgreSQL calls the transaction."""
    appends.sort(key=_PLACE)
    rows = [
        (append.table, seq, append.at, body) for append in appends for seq, body in enumerate(append.bodies, append.seq)
    ]
    try:
        inserted = insert_entries(connection, rows)
    except Exception as error:
        if _to_be_written_again(error):
            raise
        raise _OneByOne from None
    if inserted.rows < len(rows):
        raise _OneByOne
    return [Verdict(append.future, True) for append in appends], inserted.transaction


def _append_one_by_one(connection: Connection, appends: list[Append]) -> list[Verdict]:
    appends.sort(key=_PLACE)
    return [
        _attempt(
            connection,
            append.future,
            entries_or_nothing(numbered(append.table, append.seq, append.at, append.bodies)),
        )
        for append in appends
    ]


def entries_or_nothing(rows: Sequence[LogRow]) -> Callable[[Connection], bool]:
    """A write that appends all rows, or none because one was taken, or would leave a gap."""

    def job(connection: Connection) -> bool:
        if insert_entries(connection, rows).rows < len(rows):
            raise Taken
        return True

    return job


def _attempt(connection: Connection, future: asyncio.Future[Any], job: Callable[[Connection], Any]) -> Verdict:
    """Run a job inside a savepoint, so that it fails alone."""
    savepoint = connection.begin_nested()
    try:
        value = job(connection)
        savepoint.commit()
    except Exception as error:
        if _to_be_written_again(error):
            raise
        _check_transaction(connection)
        savepoint.rollback()
        if isinstance(error, Taken):
            return Verdict(future, False)
        return Verdict(future, None, _for_people(error))
    return Verdict(future, value)


def _name_of_transaction(connection: Connection) -> str | None:
    """What PostgreSQL calls this transaction, to ask about it should the answer to the commit be lost."""
    if connection.dialect.name != "postgresql":
        return None
    name: str = connection.exec_driver_sql("SELECT pg_current_xact_id()::text").scalar_one()
    return name


def _check_transaction(connection: Connection) -> None:
    # A full disk makes SQLite roll back by itself. What was said to be written before is then gone.
    if connection.dialect.name == "sqlite" and not connection.connection.dbapi_connection.in_transaction:  # type: ignore[union-attr]
        raise StoreError("the database gave up the transaction; is the disk full?")


def _to_be_written_again(error: Exception) -> bool:
    """Whether it is nobody's fault: a lost connection, or two workers in each other's way."""
    return isinstance(error, DBAPIError) and (
        error.connection_invalidated or getattr(error.orig, "sqlstate", None) in _DEADLOCK_OR_CLASH
    )


def _for_people(error: Exception) -> Exception:
    return store_error(error) if isinstance(error, SQLAlchemyError) else error


def _settle(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        future = verdict.future
        if future.done():
            continue  # its caller was cancelled meanwhile
        if verdict.error is None:
            future.set_result(verdict.value)
        else:
            future.set_exception(verdict.error)
