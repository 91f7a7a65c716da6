"""Who drives which table: one heartbeat row for each worker, and every driven table points at its driver.

A worker that stops beating loses its tables to whoever claims first. The log's unique (table, seq) stays the judge
should it come back from a long pause and still believe that it drives.
"""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, Table, cast, delete, exists, func, literal, select, update

from pandarium.server.store.jobs import upsert
from pandarium.server.store.schema import needs_driver, needs_tournament_driver, tables, tournaments, workers

FORGOTTEN_MS: Final = 60_000
"""How long the row of a dead worker is kept at least."""

_CLAIMING: Final = 0x636C61696D  # "claim": PostgreSQL's advisory locks are numbers


def now(dialect: str) -> Any:
    """The time by the database's own clock, so that workers need not agree on theirs."""
    if dialect == "postgresql":
        return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
    return literal(time.time_ns() // 1_000_000, BigInteger)


def beat(connection: Connection, worker: str) -> None:
    """Note that a worker is there."""
    upsert(connection, workers, [{"id": worker, "seen": _read_clock(connection)}], key=("id",))


def claim(connection: Connection, worker: str, stale_ms: int, limit: int) -> list[tuple[str, int]]:
    """Take running tables that need a driver and have none that is alive."""
    return _claim(connection, worker, stale_ms, limit, tables, needs_driver)


def claim_tournaments(connection: Connection, worker: str, stale_ms: int, limit: int) -> list[tuple[str, int]]:
    """Take tournaments that need a driver and have none that is alive."""
    return _claim(connection, worker, stale_ms, limit, tournaments, needs_tournament_driver)


def _claim(
    connection: Connection, worker: str, stale_ms: int, limit: int, of: Table, needs: Any
) -> list[tuple[str, int]]:
    if connection.dialect.name == "postgresql":
        # One claim at a time: each gets its share instead of finding its choice taken.
        connection.execute(select(func.pg_advisory_xact_lock(_CLAIMING)))
    beat(connection, worker)
    at = _read_clock(connection)
    last_seen = {row.id: row.seen for row in connection.execute(select(workers))}
    fresh = [id for id, seen in last_seen.items() if seen > at - stale_ms]
    abandoned = of.c.driver.is_(None) | of.c.driver.not_in(fresh)
    waiting = select(of.c.id, of.c.driver).where(needs, abandoned)
    by_driver: dict[str | None, list[str]] = defaultdict(list)
    for table, driver in connection.execute(waiting.order_by(of.c.changed).limit(limit)):
        by_driver[driver].append(table)

    taken: list[tuple[str, int]] = []
    for driver, ids in by_driver.items():
        away = max(0, at - abs(last_seen[driver])) if driver in last_seen else 0
        # Asked again while taking: in PostgreSQL the game may have ended since, or somebody else drives it.
        taking = update(of).where(of.c.id.in_(ids), needs, of.c.driver.is_not_distinct_from(driver))
        won = connection.scalars(taking.values(driver=worker).returning(of.c.id))
        taken += [(table, away) for table in won]
    _forget(connection, before=at - max(FORGOTTEN_MS, 10 * stale_ms))
    return taken


def retire(connection: Connection, worker: str) -> None:
    """A worker leaves in good order: its tables are free at once, and it stays known since when nobody drives them."""
    # Below zero nobody counts as alive.
    connection.execute(update(workers).where(workers.c.id == worker).values(seen=-_read_clock(connection)))


def _forget(connection: Connection, before: int) -> None:
    # A row that a table still points at says since when nobody has driven it.
    drives = exists().where(needs_driver, tables.c.driver == workers.c.id)
    directs = exists().where(needs_tournament_driver, tournaments.c.driver == workers.c.id)
    connection.execute(delete(workers).where(workers.c.seen < before, ~drives, ~directs))


def _read_clock(connection: Connection) -> int:
    return int(connection.scalar(select(now(connection.dialect.name))) or 0)
