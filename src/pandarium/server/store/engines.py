"""Connections to the database: one engine for the writer's thread, one for the readers of the event loop.

SQLite runs in WAL mode with `synchronous=FULL`: a move that was acknowledged is on the disk, whatever happens to the
machine a moment later. The writer commits in groups, and grouped FULL is as fast as NORMAL.
"""

from __future__ import annotations

import os
import sqlite3
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from pandarium.server.store.rows import StoreError

BUSY_SECONDS: Final = 10.0
"""How long SQLite waits for another process that is writing."""

_LOG_PAGES: Final = 4000
"""Pages (16 MB) that SQLite's log holds before they go into the file. Many moves at the same tables write the same
pages again and again: the longer the log, the fewer of them are copied."""

OLDEST_SQLITE: Final = (3, 35, 0)
"""The first SQLite with RETURNING."""

# A server that vanished without a word is noticed within seconds instead of a quarter of an hour.
_PATIENCE: Final = {"connect_timeout": "10", "keepalives_idle": "10", "tcp_user_timeout": "15000"}

_ALLOWED: Final = "sqlite:///path/to/file.db or postgresql://user:password@host/database"


def understand(url: str) -> URL:
    """The address as SQLAlchemy wants it, whichever driver was named."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        # The text is not repeated: it may hold a password.
        raise StoreError(f"this is not the address of a database; allowed are {_ALLOWED}") from None
    kind = parsed.drivername.partition("+")[0]
    if kind in {"postgresql", "postgres"}:
        if find_spec("psycopg") is None:
            raise StoreError(
                "PostgreSQL needs the package psycopg, which is not installed: pip install 'psycopg[binary]'"
            )
        missing = {name: value for name, value in _PATIENCE.items() if name not in parsed.query}
        return parsed.set(drivername="postgresql+psycopg").update_query_dict(missing)
    if kind != "sqlite":
        raise StoreError(f"there is no store for {kind!r}; allowed are {_ALLOWED}")
    if parsed.database in {None, "", ":memory:"} or str(parsed.database).startswith("file:"):
        raise StoreError("SQLite needs a file here, because several connections share it: sqlite:///path/to/file.db")
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise StoreError(f"SQLite {sqlite3.sqlite_version} is too old; {oldest} or newer is needed")
    return parsed.set(drivername="sqlite+pysqlite")


def writing_engine(url: URL) -> Engine:
    """For the one thread that writes, and for migrations; every transaction is a writing one."""
    options: dict[str, Any] = {
        "poolclass": NullPool,
        "hide_parameters": True,
        # Who won a place is read from the number of rows inserted, which SQLAlchemy otherwise may drop.
        "execution_options": {"preserve_rowcount": True},
    }
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"isolation_level": None, "timeout": BUSY_SECONDS}, **options)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_immediate)
        return engine
    engine = create_engine(url, **options)
    event.listen(engine, "connect", _prepare_postgresql)
    return engine


def reading_engine(url: URL) -> AsyncEngine:
    """For everything that is only looked at: each read is one statement, so no transaction is opened around it."""
    options: dict[str, Any] = {
        "hide_parameters": True,
        "isolation_level": "AUTOCOMMIT",
        "pool_size": 4,
        "max_overflow": 4,
        "pool_reset_on_return": None,
    }
    if url.get_backend_name() == "sqlite":
        url = url.set(drivername="sqlite+aiosqlite")
        engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS}, **options)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite_reader)
        return engine
    return create_async_engine(url, **options)


def create_privately(url: URL) -> None:
    """Make a new SQLite file readable for its owner alone: it holds the secrets of running games."""
    if url.get_backend_name() != "sqlite":
        return
    path = Path(str(url.database))
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(f"cannot open the database {path}: {error.strerror}") from None


def store_error(error: SQLAlchemyError) -> StoreError:
    """The error for people. Only the database's first line: its details quote rows, and rows hold secrets."""
    origin = error.orig if isinstance(error, DBAPIError) else None
    diagnosis = getattr(getattr(origin, "diag", None), "message_primary", None)
    words = diagnosis or str(origin or error).partition("\n")[0]
    return StoreError(f"the database refused: {words}")


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA journal_size_limit=67108864")
    connection.execute(f"PRAGMA wal_autocheckpoint={_LOG_PAGES}")
    # As many pages in memory, too: where a thousand tables are played at, each move needs another one.
    connection.execute(f"PRAGMA cache_size={_LOG_PAGES}")
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            # Switching needs the file alone, and SQLite does not wait for that by itself.
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _prepare_sqlite_reader(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    # A transaction that starts by reading and then wants to write can be refused; one that starts as a writer cannot.
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _prepare_postgresql(connection: Any, _record: object) -> None:
    # A stricter setting of the server (remote_apply) stays.
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    # A plan that was made when the log was short reads all of it; the log grows, and the plan would stay.
    connection.execute("SET plan_cache_mode = force_custom_plan")
    connection.commit()
