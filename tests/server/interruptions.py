"""The database cannot be written, or a server stands still, for as long as we say."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from pandarium.server.store import leases
from pandarium.server.tables import log

from .harness import Server

TRIES = 100
"""How often something is tried that others may spoil each time, before it is said that it does not work."""
Read = Callable[[str], Iterable[tuple[Any, ...]]]
"""Reads from the database by SQL while nobody else can write to it."""


def moves(read: Read, table: str) -> int:
    """How many moves are in a table's log."""
    rows = read(f"SELECT body FROM entries WHERE table_id = '{table}'")
    return sum(isinstance(log.decode(bytes(body)), log.Moved) for (body,) in rows)


@contextmanager
def unwritable(url: str) -> Iterator[Read]:
    """Nobody else can write to the database. It can be read."""
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None, timeout=60)
        connection.execute("BEGIN EXCLUSIVE")
        try:
            yield connection.execute
        finally:
            connection.close()
    else:
        with psycopg.connect(url) as locking:
            lock_all(locking)
            yield partial(_read, locking)
            locking.rollback()


def _read(connection: psycopg.Connection[Any], query: str) -> list[tuple[Any, ...]]:
    return connection.execute(sql.SQL(query)).fetchall()


def lock_all(connection: psycopg.Connection[Any]) -> None:
    """Let nobody else write to any table; a writer may have to give way first."""
    found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    names = sql.SQL(", ").join(sql.Identifier(name) for (name,) in found)
    connection.rollback()
    for _ in range(TRIES):
        with suppress(psycopg.errors.DeadlockDetected):
            connection.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(names))
            return
        connection.rollback()
    raise AssertionError(f"{TRIES} times in a row it was in somebody's way")


@contextmanager
def standing_still(server: Server) -> Iterator[Read]:
    """The process of that server is stopped while it holds no lock that others wait for, and then goes on."""
    assert server.process is not None
    assert server.process.pid is not None
    process, url = server.process.pid, server.env["PANDARIUM_DATABASE"]
    stop(process)
    try:
        while not any(is_free(url) for _ in range(20)):  # it is in the middle of writing
            os.kill(process, signal.SIGCONT)
            time.sleep(0.01)
            stop(process)
        yield partial(read_once, url)
    finally:
        os.kill(process, signal.SIGCONT)


def read_once(url: str, query: str) -> list[tuple[Any, ...]]:
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=60)) as connection:
            return connection.execute(query).fetchall()
    with psycopg.connect(url) as connection:
        return _read(connection, query)


def stop(process: int) -> None:
    """Stop a process, and return when it is."""
    os.kill(process, signal.SIGSTOP)
    while Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        time.sleep(0.001)


def is_free(url: str) -> bool:
    """Whether nobody is writing to the database."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None, timeout=0.05)) as connection:
            with suppress(sqlite3.OperationalError):
                connection.execute("BEGIN IMMEDIATE")
            return connection.in_transaction
    with psycopg.connect(url) as asking:
        asking.execute("SET SESSION lock_timeout = '50ms'")
        asking.commit()
        try:
            lock_all(asking)
            asking.execute("SELECT pg_advisory_xact_lock(%s, hashtext(current_schema()))", [leases._CLAIMING])
        except psycopg.errors.LockNotAvailable:
            return False
        finally:
            asking.rollback()
        return True
