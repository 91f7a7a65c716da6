"""Challenges in the store: one deal for many, and who knows it already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, case, func, insert, or_, select, update

from pandarium.server.store.jobs import insert_missing
from pandarium.server.store.rows import AttemptRow, ChallengeRow, Job
from pandarium.server.store.schema import attempts, challenges, people, seats, tables
from pandarium.server.store.store import Store

_ROW = [challenges.c[name] for name in ChallengeRow.__struct_fields__]
_OVER = ("ended", "closed")


async def find(store: Store, id: str) -> ChallengeRow | None:
    """A challenge by its id."""
    rows = await store.read(select(*_ROW).where(challenges.c.id == id))
    return ChallengeRow(*rows[0]) if rows else None


async def of_days(store: Store, days: Sequence[str]) -> list[ChallengeRow]:
    """The deals of these days, of all games."""
    rows = await store.read(select(*_ROW).where(challenges.c.day.in_(days)).order_by(challenges.c.id))
    return [ChallengeRow(*row) for row in rows]


async def of_table(store: Store, table: str, host: str) -> ChallengeRow | None:
    """The challenge that somebody has made of their table."""
    mine = and_(challenges.c.origin == table, challenges.c.host == host)
    rows = await store.read(select(*_ROW).where(mine).order_by(challenges.c.created).limit(1))
    return ChallengeRow(*rows[0]) if rows else None


async def create(store: Store, row: ChallengeRow, played: Sequence[AttemptRow] = ()) -> None:
    """A new challenge with those who know its deal from the start; if it is there already, it stays as it is."""
    values = {name: getattr(row, name) for name in row.__struct_fields__}

    def write(connection: Connection) -> None:
        if insert_missing(connection, challenges, values, key=("id",)) and played:
            connection.execute(insert(attempts), [_values(one) for one in played])

    await store.run(write)


async def attempts_at(store: Store, id: str, persons: Sequence[str] = ()) -> list[AttemptRow]:
    """Who knows the deal, of these people or of all; the best first, those who have given up or only seen it last."""
    chosen = _attempts().where(attempts.c.challenge_id == id)
    if persons:
        chosen = chosen.where(attempts.c.person.in_(persons))
    best = (attempts.c.won.desc(), func.coalesce(attempts.c.score, -(2**62)).desc(), attempts.c.finished)
    rows = await store.read(chosen.order_by(attempts.c.score.is_(None), *best, attempts.c.person))
    return [AttemptRow(*row) for row in rows]


async def attempts_of_origin(store: Store, table: str, person: str) -> list[AttemptRow]:
    """What somebody knows of the deals that were made challenges of at that table."""
    made = select(challenges.c.id).where(challenges.c.origin == table)
    mine = and_(attempts.c.challenge_id.in_(made), attempts.c.person == person)
    return [AttemptRow(*row) for row in await store.read(_attempts().where(mine))]


def _attempts() -> Any:
    """Attempts in the shape of AttemptRow."""
    gone = and_(attempts.c.table_id != "", tables.c.id.is_(None))
    over = or_(attempts.c.finished.is_not(None), tables.c.status.in_(_OVER), gone)
    columns = (
        *attempts.c,
        func.coalesce(people.c.name, seats.c.name, ""),
        func.coalesce(people.c.avatar, seats.c.avatar, ""),
        people.c.handle.is_not(None),
        case((over, True), else_=False),
    )
    sat = and_(seats.c.table_id == attempts.c.table_id, seats.c.seat == attempts.c.seat)
    joined = attempts.outerjoin(people, people.c.id == attempts.c.person).outerjoin(seats, sat)
    return select(*columns).select_from(joined.outerjoin(tables, tables.c.id == attempts.c.table_id))


async def count_played(store: Store, ids: Sequence[str]) -> dict[str, int]:
    """How many people have finished each of these."""
    done = select(attempts.c.challenge_id, func.count()).where(
        attempts.c.challenge_id.in_(ids), attempts.c.score.is_not(None)
    )
    return {row[0]: row[1] for row in await store.read(done.group_by(attempts.c.challenge_id))} if ids else {}


async def note_seen(store: Store, table: str, person: str, at: int) -> None:
    """Somebody looks at a table: whatever challenges were made of its deal, they know it now."""
    known = select(attempts.c.person).where(attempts.c.challenge_id == challenges.c.id, attempts.c.person == person)
    asked = select(challenges.c.id).where(challenges.c.origin == table, ~known.exists())
    ids = [row.id for row in await store.read(asked)]
    if not ids:
        return

    def write(connection: Connection) -> None:
        for id in ids:
            _note(connection, AttemptRow(id, person, "", 0, 0, 0, at, at))

    await store.run(write)


def begin(attempt: AttemptRow) -> Job:
    """Somebody begins to play: from now on they know the deal. Who knew it already keeps the row they have."""
    return lambda connection: _note(connection, attempt)


def finish(table: str, person: str, at: int, score: int | None, won: bool) -> Job:
    """Somebody has played it to the end, or (without a score) not."""
    theirs = and_(attempts.c.table_id == table, attempts.c.person == person, attempts.c.finished.is_(None))
    changing = update(attempts).where(theirs).values(finished=at, score=score, won=won)

    def write(connection: Connection) -> None:
        connection.execute(changing)

    return write


def _note(connection: Connection, attempt: AttemptRow) -> None:
    insert_missing(connection, attempts, _values(attempt), key=("challenge_id", "person"))


def _values(attempt: AttemptRow) -> dict[str, Any]:
    names = ("person", "seat", "seats", "people", "started", "finished", "score", "won")
    stored = {name: getattr(attempt, name) for name in names}
    return {"challenge_id": attempt.challenge, "table_id": attempt.table, **stored}
