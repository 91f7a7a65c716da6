"""Tournaments in the store. Their logs lie with those of tables: the same places, the same races."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, and_, case, delete, func, insert, literal, or_, select, update

from pandarium.server.store import leases
from pandarium.server.store.appends import insert_entries, numbered
from pandarium.server.store.jobs import insert_missing
from pandarium.server.store.personal import holds
from pandarium.server.store.rows import Job, StoreError, TableRow, TournamentRow
from pandarium.server.store.schema import DEAL, entrants, entries, needs_tournament_driver, tables, tournaments
from pandarium.server.store.store import Store

_MOMENT = 0.1
_MOMENTS = 30
"""The table of a deal is looked for this often, a tenth of a second apart."""
_LATELY = 1_000
"""Lines at the end of a tournament's log in which a deal stands whose table is still to be created."""

_TABLE = [tables.c[name] for name in TableRow.__struct_fields__]
_ROW = [tournaments.c[name] for name in TournamentRow.__struct_fields__]


async def create(store: Store, row: TournamentRow, bodies: Sequence[bytes], people: Sequence[str]) -> None:
    """A new tournament, with the first entries of its log and the people who are in from the start."""
    log = numbered(row.id, 1, row.created, bodies)

    def write(connection: Connection) -> None:
        connection.execute(insert(tournaments).values({name: getattr(row, name) for name in row.__struct_fields__}))
        if insert_entries(connection, log).rows < len(log):
            raise StoreError(f"tournament {row.id} already has a log")
        for person in people:
            enter(row.id, person)(connection)

    await store.run(write)


async def find(store: Store, id: str) -> TournamentRow | None:
    """A tournament by its id."""
    rows = await store.read(select(*_ROW).where(tournaments.c.id == id))
    return TournamentRow(*rows[0]) if rows else None


async def all_terms(store: Store, ids: Sequence[str]) -> dict[str, bytes]:
    """What was agreed about each of these tournaments, as JSON; those that are gone are missing."""
    wanted = sorted({id for id in ids if id})
    if not wanted:
        return {}
    rows = await store.read(select(tournaments.c.id, tournaments.c.terms).where(tournaments.c.id.in_(wanted)))
    return {row.id: row.terms for row in rows}


async def public(store: Store, statuses: Sequence[str], limit: int) -> list[TournamentRow]:
    """Those that anybody may see, newest first."""
    return await _newest(store, [tournaments.c.public, tournaments.c.status.in_(statuses)], limit)


async def of_person(store: Store, person: str, statuses: Sequence[str], limit: int) -> list[TournamentRow]:
    """Those that somebody signed up for or hosts, newest first."""
    entered = select(entrants.c.tournament_id).where(entrants.c.person == person)
    theirs = or_(tournaments.c.host == person, tournaments.c.id.in_(entered))
    return await _newest(store, [theirs, tournaments.c.status.in_(statuses)], limit)


async def _newest(store: Store, where: Sequence[Any], limit: int) -> list[TournamentRow]:
    chosen = select(*_ROW).where(*where).order_by(tournaments.c.changed.desc(), tournaments.c.id).limit(limit)
    return [TournamentRow(*row) for row in await store.read(chosen)]


async def find_table(store: Store, id: str) -> TableRow | None:
    """A table by its id. A deal is known before its table is there, a moment later: then it is waited for.

    Each look is one statement, which says as well whether a tournament that runs has announced this deal: of an id
    that somebody has made up, or of an old one, there is one look.
    """
    if not id.startswith(f"{DEAL}_"):
        return await store.table(id)
    anyway = select(literal(1).label("anyway")).subquery()
    missing = case((tables.c.id.is_(None), _announced(store.dialect, id)), else_=False)
    look = select(missing, *_TABLE).select_from(anyway.outerjoin(tables, tables.c.id == id))
    for _ in range(_MOMENTS):
        awaited, *columns = (await store.read(look))[0]
        if not awaited:
            return TableRow(*columns) if columns[0] is not None else None
        await sleep(_MOMENT)
    return None


def _announced(dialect: str, id: str) -> Any:
    """Whether a running tournament has begun that deal lately."""
    running = and_(needs_tournament_driver, tournaments.c.status == "running")
    logs = entries.alias()
    newest = select(func.max(logs.c.seq)).where(logs.c.table_id == tournaments.c.id).scalar_subquery()
    lately = and_(entries.c.table_id == tournaments.c.id, entries.c.seq > newest - _LATELY)
    dealt = select(entries.c.seq).select_from(tournaments.join(entries, lately))
    return dealt.where(running, holds(dialect, f'"live":"{id}"'.encode())).exists()


async def statuses_of(store: Store, ids: Sequence[str]) -> dict[str, str]:
    """Where these tables are in their lives; those that are not there yet are left out."""
    chosen = select(tables.c.id, tables.c.status).where(tables.c.id.in_(ids))
    return {row.id: row.status for row in await store.read(chosen)} if ids else {}


async def claim(store: Store, worker: str, stale_ms: int, limit: int = 50) -> list[tuple[str, int]]:
    """Become the driver of tournaments that have none: their ids, and for how many ms nobody has driven them."""
    return await store.run(lambda connection: leases.claim_tournaments(connection, worker, stale_ms, limit))


async def driven_by(store: Store, worker: str) -> set[str]:
    """Ids of the tournaments that name this worker as their driver."""
    rows = await store.read(select(tournaments.c.id).where(needs_tournament_driver, tournaments.c.driver == worker))
    return {row.id for row in rows}


def change(id: str, **values: Any) -> Job:
    """Write columns of a tournament along with an entry."""
    changing = update(tournaments).where(tournaments.c.id == id).values(**values)

    def write(connection: Connection) -> None:
        connection.execute(changing)

    return write


def enter(id: str, person: str) -> Job:
    """Somebody signed up."""
    row = {"tournament_id": id, "person": person}

    def write(connection: Connection) -> None:
        insert_missing(connection, entrants, row, key=("tournament_id", "person"))

    return write


def leave(id: str, person: str) -> Job:
    """Somebody changed their mind."""
    leaving = delete(entrants).where(entrants.c.tournament_id == id, entrants.c.person == person)

    def write(connection: Connection) -> None:
        connection.execute(leaving)

    return write
