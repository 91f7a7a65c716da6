"""Evenings at a real table: those that several phones share, and those in somebody's history."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, and_, delete, or_, select, update

from pandarium.server.store.jobs import insert_missing
from pandarium.server.store.public_list import Place
from pandarium.server.store.rows import EveningPlayedRow, SharedEveningRow
from pandarium.server.store.schema import evenings_played, shared_evenings
from pandarium.server.store.store import Store

_SHARED: Final = [shared_evenings.c[name] for name in SharedEveningRow.__struct_fields__]
_PLAYED: Final = [evenings_played.c[name] for name in EveningPlayedRow.__struct_fields__]


def hashed(secret: str) -> str:
    """What is kept of the secret that ends an evening's sharing. It is random and long, so that a plain hash does."""
    return hashlib.sha256(secret.encode()).hexdigest()


# shared by several phones


async def share(store: Store, row: SharedEveningRow) -> bool:
    """A new one; False: another evening has that code."""
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    return await store.run(lambda connection: insert_missing(connection, shared_evenings, values, key=("code",)))


async def share_next(store: Store, before: str, row: SharedEveningRow) -> str | None:
    """A new one after another, of which there is at most one: its id; None: another evening has that code.

    Whoever is at the one before is told by its version.
    """
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    old = shared_evenings.c.id == before
    more = {"next": row.id, "version": shared_evenings.c.version + 1}

    def write(connection: Connection) -> str | None:
        # First, so that of two who begin at once the second waits, and finds what the first has begun.
        if connection.execute(
            update(shared_evenings).where(old, shared_evenings.c.next.is_(None)).values(more)
        ).rowcount:
            if insert_missing(connection, shared_evenings, values, key=("code",)):
                return row.id
            taken = {"next": None, "version": shared_evenings.c.version - 1}
            connection.execute(update(shared_evenings).where(old).values(taken))
            return None
        found: str | None = connection.scalar(select(shared_evenings.c.next).where(old))
        if found is not None:
            return found
        return row.id if insert_missing(connection, shared_evenings, values, key=("code",)) else None

    return await store.run(write)


async def find(store: Store, id: str) -> SharedEveningRow | None:
    """A shared evening by its id."""
    rows = await store.read(select(*_SHARED).where(shared_evenings.c.id == id))
    return SharedEveningRow(*rows[0]) if rows else None


async def find_by_code(store: Store, code: str, since: int) -> SharedEveningRow | None:
    """The evening with that code, if something was entered since then."""
    mine = and_(shared_evenings.c.code == code, shared_evenings.c.changed >= since)
    rows = await store.read(select(*_SHARED).where(mine))
    return SharedEveningRow(*rows[0]) if rows else None


async def versions(store: Store, ids: Sequence[str]) -> dict[str, int]:
    """How often each of these was changed; those that are not shared any more are left out."""
    chosen = select(shared_evenings.c.id, shared_evenings.c.version).where(shared_evenings.c.id.in_(ids))
    return {row.id: row.version for row in await store.read(chosen)}


async def change(store: Store, id: str, version: int, entries: bytes, at: int) -> bool:
    """Other entries, which follow upon that version; False: it is not the newest, or there is no such evening."""
    seen = and_(shared_evenings.c.id == id, shared_evenings.c.version == version)
    changing = update(shared_evenings).where(seen).values(version=version + 1, entries=entries, changed=at)
    return await store.run(lambda connection: connection.execute(changing).rowcount == 1)


async def end(store: Store, id: str, secret: str) -> bool:
    """Forget a shared evening at once; False: the secret is not its, or there is no such evening."""
    mine = and_(shared_evenings.c.id == id, shared_evenings.c.secret == hashed(secret))
    return await store.run(lambda connection: connection.execute(delete(shared_evenings).where(mine)).rowcount == 1)


# in somebody's history


async def add_played(store: Store, row: EveningPlayedRow) -> bool:
    """Into somebody's history; False: it is there already."""
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    key = ("person", "evening")
    return await store.run(lambda connection: insert_missing(connection, evenings_played, values, key=key))


async def remove_played(store: Store, person: str, evening: str) -> bool:
    """Out of somebody's history; False: it was not there."""
    mine = and_(evenings_played.c.person == person, evenings_played.c.evening == evening)
    return await store.run(lambda connection: connection.execute(delete(evenings_played).where(mine)).rowcount == 1)


async def played_by(
    store: Store, person: str, game: str | None, limit: int | None, before: Place | None
) -> list[EveningPlayedRow]:
    """The evenings in somebody's history, newest first; `before` is the place of the last one seen."""
    chosen = select(*_PLAYED).where(evenings_played.c.person == person)
    if game is not None:
        chosen = chosen.where(evenings_played.c.game == game)
    if before is not None:
        ended, evening = before
        earlier = and_(evenings_played.c.ended == ended, evenings_played.c.evening < evening)
        chosen = chosen.where(or_(evenings_played.c.ended < ended, earlier))
    newest = evenings_played.c.ended.desc(), evenings_played.c.evening.desc()
    return [EveningPlayedRow(*row) for row in await store.read(chosen.order_by(*newest).limit(limit))]
