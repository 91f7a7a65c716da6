"""Friends, and who is asked to come to a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, delete, func, or_, select

from pandarium.server.store.codes import hashed
from pandarium.server.store.jobs import insert_missing, upsert
from pandarium.server.store.rows import TableRow
from pandarium.server.store.schema import codes, friends, invitations, mutes, people, tables
from pandarium.server.store.store import Store

_KIND: Final = "friend"
_TABLE: Final = [tables.c[name] for name in TableRow.__struct_fields__]


class FriendRow(NamedTuple):
    """A friend, by the name they have now."""

    person: str
    name: str
    avatar: str
    since: int


class Invited(NamedTuple):
    """Somebody is asked to come to a table."""

    table: TableRow
    host: str
    name: str
    """Of whoever asks, now."""
    created: int


async def issue_link(store: Store, person: str, code: str, expires: int) -> None:
    """Keep the code of a new link to become friends; the one before opens nothing any more."""
    row = {"hash": hashed(code), "kind": _KIND, "person": person, "detail": "", "expires": expires}

    def job(connection: Connection) -> None:
        connection.execute(delete(codes).where(codes.c.person == person, codes.c.kind == _KIND))
        upsert(connection, codes, [row], key=("hash",))

    await store.run(job)


async def offered_by(store: Store, code: str, now: int) -> str | None:
    """Whose link that is, if it is valid."""
    chosen = select(codes.c.person).where(codes.c.hash == hashed(code), codes.c.kind == _KIND, codes.c.expires > now)
    rows = await store.read(chosen)
    return rows[0].person if rows else None


async def befriend(store: Store, one: str, other: str, now: int, most: int) -> bool:
    """Make two people friends, as they may be already; False when one of them has as many as one may."""

    def job(connection: Connection) -> bool:
        for person in (one, other):
            others = and_(friends.c.person == person, friends.c.friend.not_in((one, other)))
            if connection.scalars(select(func.count()).select_from(friends).where(others)).one() >= most:
                return False
        for person, friend in ((one, other), (other, one)):
            row = {"person": person, "friend": friend, "since": now}
            insert_missing(connection, friends, row, key=("person", "friend"))
        return True

    return await store.run(job)


async def unfriend(store: Store, one: str, other: str) -> None:
    """They are friends no longer, neither of them."""
    both = or_(
        and_(friends.c.person == one, friends.c.friend == other),
        and_(friends.c.person == other, friends.c.friend == one),
    )
    await store.run(lambda connection: connection.execute(delete(friends).where(both)))


async def friends_of(store: Store, person: str) -> list[FriendRow]:
    """Somebody's friends by name."""
    chosen = select(people.c.id, people.c.name, people.c.avatar, friends.c.since).select_from(
        friends.join(people, people.c.id == friends.c.friend)
    )
    rows = await store.read(chosen.where(friends.c.person == person).order_by(people.c.name, people.c.id))
    return [FriendRow(*row) for row in rows]


async def are_friends(store: Store, one: str, other: str) -> bool:
    """Whether they are."""
    chosen = select(friends.c.since).where(friends.c.person == one, friends.c.friend == other)
    return bool(await store.read(chosen))


async def invite(store: Store, table: str, host: str, guests: Sequence[str], now: int) -> None:
    """Ask people to come to a table. Whoever does not want to read the host is not asked, and nobody is told."""

    def job(connection: Connection) -> None:
        known = connection.scalars(select(people.c.id).where(people.c.id.in_(guests))).all()
        muted = select(mutes.c.person).where(mutes.c.person.in_(guests), mutes.c.muted == host)
        away = set(connection.scalars(muted))
        for person in sorted(set(known) - away - {host}):
            row = {"table_id": table, "person": person, "host": host, "created": now}
            insert_missing(connection, invitations, row, key=("table_id", "person"))

    await store.run(job)


async def invited_to(store: Store, person: str, limit: int) -> list[Invited]:
    """Tables that have not begun and where somebody is asked to come, newest first."""
    columns: list[Any] = [*_TABLE, invitations.c.host, people.c.name, invitations.c.created]
    joined = invitations.join(tables, tables.c.id == invitations.c.table_id)
    chosen = select(*columns).select_from(joined.join(people, people.c.id == invitations.c.host))
    mine = and_(invitations.c.person == person, tables.c.status == "open")
    rows = await store.read(chosen.where(mine).order_by(invitations.c.created.desc()).limit(limit))
    return [Invited(TableRow(*row[: len(_TABLE)]), *row[len(_TABLE) :]) for row in rows]


async def decline(store: Store, table: str, person: str) -> None:
    """Somebody does not come."""
    mine = and_(invitations.c.table_id == table, invitations.c.person == person)
    await store.run(lambda connection: connection.execute(delete(invitations).where(mine)))
