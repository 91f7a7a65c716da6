"""Rows into the log: many at once, none after a gap, and how many of them were free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from sqlalchemy import Connection

LogRow: TypeAlias = tuple[str, int, int, bytes]
"""Table, seq, time, body."""

WIDEST: Final = 512
"""Rows in one statement, at most."""


class Inserted(NamedTuple):
    """What an insertion came to."""

    rows: int
    transaction: str | None = None
    """What PostgreSQL calls the transaction that it is in: told along, since asking for it would be another way there
    and back."""


def insert_entries(connection: Connection, rows: Sequence[LogRow]) -> Inserted:
    """Insert those whose (table, seq) is free and has the one before it, in order, and say how many that were."""
    if not rows:
        return Inserted(0)
    if connection.dialect.name == "postgresql":
        columns = *map(list, zip(*rows, strict=True)), _before(rows)
        return Inserted(*connection.exec_driver_sql(_POSTGRESQL, columns).one())
    return Inserted(sum(_insert_sqlite(connection, rows[at : at + WIDEST]) for at in range(0, len(rows), WIDEST)))


def numbered(table: str, first_seq: int, at: int, bodies: Iterable[bytes]) -> list[LogRow]:
    """Bodies as consecutive rows."""
    return [(table, seq, at, body) for seq, body in enumerate(bodies, first_seq)]


def _before(rows: Sequence[LogRow]) -> list[int]:
    """For each row the seq that must be in its log already; 0 for the first of a log, and after a row of ours."""
    needed: list[int] = []
    place: tuple[str, int] = "", 0
    for table, seq, _, _ in rows:
        needed.append(0 if place == (table, seq - 1) else seq - 1)
        place = table, seq
    return needed


# A scalar subquery, not EXISTS: no planner may think that it should read all of the table for it.
_FOLLOWS: Final = "before = 0 OR before = (SELECT seq FROM entries WHERE table_id = new.id AND seq = new.before)"

_POSTGRESQL: Final = (
    "WITH inserted AS (INSERT INTO entries (table_id, seq, at, body) SELECT id, place, at, body"
    " FROM unnest(%b::text[], %b::int[], %b::bigint[], %b::bytea[], %b::int[]) AS new(id, place, at, body, before)"
    f" WHERE {_FOLLOWS} ON CONFLICT DO NOTHING RETURNING 1)"
    " SELECT count(*), pg_current_xact_id()::text FROM inserted"
)


def _insert_sqlite(connection: Connection, rows: Sequence[LogRow]) -> int:
    # One statement, because every statement gives the interpreter's lock away and may wait for the event loop to give
    # it back. Rows are filled up to one of a few widths by repeating the last one, which is then a conflict and
    # ignored: so a handful of prepared statements serves every size. OR FAIL: a statement that may have to take itself
    # back keeps a copy of every page, in a file when there are many; we take the whole transaction or savepoint back.
    width = _width(len(rows))
    values: list[object] = []
    for row, before in zip(rows, _before(rows), strict=True):
        values += row
        values.append(before)
    values += values[-5:] * (width - len(rows))
    return connection.exec_driver_sql(_sqlite(width), tuple(values)).rowcount


def _width(count: int) -> int:
    power = 1 << (count - 1).bit_length()
    between = power * 3 // 4
    return between if between >= count else power


@cache
def _sqlite(width: int) -> str:
    rows = ",".join(["(?,?,?,?,?)"] * width)
    return (
        "INSERT OR FAIL INTO entries (table_id, seq, at, body)"
        f" WITH new(id, place, at, body, before) AS (VALUES {rows}) SELECT id, place, at, body"
        f" FROM new WHERE {_FOLLOWS} ON CONFLICT DO NOTHING"
    )
