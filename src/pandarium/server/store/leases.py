"""Who drives which table: one heartbeat row for each worker, and every driven table points at its driver.

A worker that stops beating loses its tables to whoever claims first. The log's unique (table, seq) stays the judge
should it come back from a long pause and still believe that it drives.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Connection,
    Table,
    Text,
    and_,
    cast,
    delete,
    exists,
    func,
    literal,
    select,
    tuple_,
    update,
)

from pandarium.server.store.jobs import upsert
from pandarium.server.store.schema import needs_driver, needs_tournament_driver, settings, tables, tournaments, workers

FORGOTTEN_MS: Final = 60_000
"""How long the row of a dead worker is kept at least."""

Rules: TypeAlias = Mapping[str, int]
"""Games by name, each with the version of its rules."""

_CLAIMING: Final = 0x636C6D  # "clm": PostgreSQL's advisory locks are numbers


def now(dialect: str) -> Any:
    """The time by the database's own clock, so that workers need not agree on theirs."""
    if dialect == "postgresql":
        return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
    return literal(time.time_ns() // 1_000_000, BigInteger)


def beat(connection: Connection, worker: str, rules: Rules | None = None) -> None:
    """Note that a worker is there, and what it can play if that is given."""
    row: dict[str, Any] = {"id": worker, "seen": _read_clock(connection)}
    if rules is not None:
        row["rules"] = json.dumps(rules, sort_keys=True).encode()
    upsert(connection, workers, [row], key=("id",))


def claim(
    connection: Connection, worker: str, stale_ms: int, limit: int, without: Collection[str] = ()
) -> list[tuple[str, int]]:
    """Take running tables that need a driver and have none that is alive, `without` those that were given back.

    A worker whose row says what it can play gets nothing else: the tables of other rules wait for one that can, and
    since when nobody drives them stays known.
    """
    needs = needs_driver
    told = connection.scalar(select(workers.c.rules).where(workers.c.id == worker))
    if told:
        needs = and_(needs, tuple_(tables.c.game, tables.c.rules).in_(list(json.loads(told).items())))
    if without:
        needs = and_(needs, tables.c.id.not_in(select(listed(connection.dialect.name, list(without)))))
    return _claim(connection, worker, stale_ms, limit, tables, needs)


def hand_back(connection: Connection, worker: str, table: str, away_ms: int) -> None:
    """A worker cannot play a table that it drives: nobody has driven it for that many milliseconds, and others may."""
    # To the second: of the many tables that an upgrade may suspend, most then share a row.
    since = max(1, (_read_clock(connection) - away_ms) // 1000 * 1000)
    nobody = f"nobody_{since}"
    upsert(connection, workers, [{"id": nobody, "seen": -since}], key=("id",))
    given = update(tables).where(tables.c.id == table, tables.c.driver == worker)
    connection.execute(given.values(driver=nobody))


def listed(dialect: str, ids: list[str]) -> Any:
    """Ids as a column to select from."""
    if dialect == "postgresql":
        return func.unnest(cast(ids, ARRAY(Text))).column_valued("asked")
    return func.json_each(json.dumps(ids)).table_valued("value", name="asked").c.value


def claim_tournaments(connection: Connection, worker: str, stale_ms: int, limit: int) -> list[tuple[str, int]]:
    """Take tournaments that need a driver and have none that is alive."""
    return _claim(connection, worker, stale_ms, limit, tournaments, needs_tournament_driver)


def _claim(
    connection: Connection, worker: str, stale_ms: int, limit: int, of: Table, needs: Any
) -> list[tuple[str, int]]:
    if connection.dialect.name == "postgresql":
        # One claim at a time: each gets its share instead of finding its choice taken.
        _one_at_a_time(connection)
    beat(connection, worker)
    at = _read_clock(connection)
    last_seen = {row.id: row.seen for row in connection.execute(select(workers.c.id, workers.c.seen))}
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


def hold_duty(connection: Connection, worker: str, duty: str, stale_ms: int) -> bool:
    """Take a duty that one of all workers has, if whoever had it is gone; whether it is this worker's now."""
    if connection.dialect.name == "postgresql":
        _one_at_a_time(connection)
    name = f"duty {duty}"
    holder = connection.scalar(select(settings.c.value).where(settings.c.name == name))
    if holder == worker:
        return True
    seen = connection.scalar(select(workers.c.seen).where(workers.c.id == holder))
    if seen is not None and seen > _read_clock(connection) - stale_ms:
        return False
    upsert(connection, settings, [{"name": name, "value": worker}], key=("name",))
    return True


def _one_at_a_time(connection: Connection) -> None:
    """Wait until nobody else claims (PostgreSQL). Installations in other schemas of the database do not wait for us."""
    schema = func.hashtext(func.current_schema())
    connection.execute(select(func.pg_advisory_xact_lock(_CLAIMING, schema)))


def _forget(connection: Connection, before: int) -> None:
    # A row that a table still points at says since when nobody has driven it.
    drives = exists().where(needs_driver, tables.c.driver == workers.c.id)
    directs = exists().where(needs_tournament_driver, tournaments.c.driver == workers.c.id)
    connection.execute(delete(workers).where(workers.c.seen < before, ~drives, ~directs))


def _read_clock(connection: Connection) -> int:
    return int(connection.scalar(select(now(connection.dialect.name))) or 0)
