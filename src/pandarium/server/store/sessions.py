"""Sessions, by device: who is signed in where, and what ends it."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, insert, select, update

from pandarium.server.store.jobs import insert_missing
from pandarium.server.store.rows import PersonRow
from pandarium.server.store.schema import people, sessions
from pandarium.server.store.store import Store

_PERSON = [people.c[name] for name in PersonRow.__struct_fields__]


class SessionRow(NamedTuple):
    """Somebody is signed in on a device."""

    id: str
    person: str
    device: str
    created: int
    seen: int
    """By the day: when its token was last made anew."""
    ended: int | None = None


async def begin(store: Store, row: SessionRow) -> None:
    """Somebody signs in."""
    await store.run(lambda connection: _do(connection, insert(sessions).values(row._asdict())))


async def person_of(store: Store, person: str, session: str, number: int) -> PersonRow | None:
    """Whose session it is, unless it is over. One without a row was begun before they were kept, and is valid."""
    joined = people.outerjoin(sessions, sessions.c.id == session)
    rows = await store.read(select(*_PERSON, sessions.c.ended).select_from(joined).where(people.c.id == person))
    if not rows:
        return None
    *columns, ended = rows[0]
    row = PersonRow(*columns)
    return row if row.sessions == number and ended is None else None


async def of_person(store: Store, person: str) -> list[SessionRow]:
    """Where somebody is signed in, newest first."""
    chosen = select(sessions).where(sessions.c.person == person, sessions.c.ended.is_(None))
    return [SessionRow(*row) for row in await store.read(chosen.order_by(sessions.c.seen.desc(), sessions.c.id))]


async def seen(store: Store, session: str, at: int) -> None:
    """It is used."""
    await store.run(
        lambda connection: _do(connection, update(sessions).where(sessions.c.id == session).values(seen=at))
    )


async def end(store: Store, person: str, session: str, at: int) -> bool:
    """Somebody signs out on a device; whether they were signed in there. A session without a row is given one."""

    def job(connection: Connection) -> bool:
        row = SessionRow(session, person, "", at, at, at)
        if insert_missing(connection, sessions, row._asdict(), key=("id",)):
            return True
        theirs = and_(sessions.c.id == session, sessions.c.person == person, sessions.c.ended.is_(None))
        return connection.execute(update(sessions).where(theirs).values(ended=at)).rowcount == 1

    return await store.run(job)


async def is_of(store: Store, person: str, session: str) -> bool:
    """Whether it is a session of this person that is not over."""
    chosen = select(sessions.c.id).where(
        sessions.c.id == session, sessions.c.person == person, sessions.c.ended.is_(None)
    )
    return bool(await store.read(chosen))


async def end_all(store: Store, person: str) -> int:
    """Somebody signs out everywhere: their sessions have another number from now on, which this returns."""

    def job(connection: Connection) -> int:
        return next_number(connection, person)

    return await store.run(job)


def next_number(connection: Connection, person: str) -> int:
    """Void all sessions of somebody; the number of those to come."""
    connection.execute(delete(sessions).where(sessions.c.person == person))
    counting = update(people).where(people.c.id == person).values(sessions=people.c.sessions + 1)
    return int(connection.scalar(counting.returning(people.c.sessions)) or 0)


def _do(connection: Connection, statement: object) -> None:
    connection.execute(statement)  # type: ignore[call-overload]
