"""What the database need not keep any more: found by readers, removed a few rows at a time.

SQLite has one writer, and moves wait for it: so nothing here takes more than `BATCH` rows in one write, and whoever
removes (each function is a generator) lets others write in between. What has been looked at once and is kept is not
looked at again: a cursor, kept among the settings, notes how far that went.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, and_, bindparam, delete, func, or_, select, true, tuple_, update

from pandarium.protocol.pace import DAY
from pandarium.server.store import leases
from pandarium.server.store.jobs import upsert
from pandarium.server.store.notices import LOOK_BACK_MS
from pandarium.server.store.personal import KEPT_OF_PERSON, NamedEntry, holds, without_words
from pandarium.server.store.schema import (
    attempts,
    codes,
    entrants,
    entries,
    is_deal,
    mutes,
    notices,
    notification_choices,
    outbox,
    people,
    reports,
    restrictions,
    seats,
    sessions,
    settings,
    shared_evenings,
    subscriptions,
    tables,
    tournaments,
    webhooks,
)
from pandarium.server.store.store import Store

BATCH: Final = 200
"""Rows that are removed in one write, at most; looks take as many."""

Removed = AsyncIterator[int]
"""How many were removed, batch by batch."""

_NO_CURSOR: Final = ""
_REMOVING: Final = "removing "
"""Names of settings that begin with it: a table that is gone, while its log is being removed."""
_GOING: Final = ("open", "running")
_TABLES_OVER: Final = ("ended", "closed")
_TOURNAMENTS_OVER: Final = ("ended", "cancelled")
_ANY: Final = (True, False)
"""Public or not: named, so that the index that begins with it is used."""


class IdleTable(NamedTuple):
    """A table at which nothing has happened for a while."""

    id: str
    agreement: bytes
    at: int
    """When something last did."""


class _Place(NamedTuple):
    """How far a look has come: when the last one that was seen was over, and its id."""

    changed: int = -1
    id: str = ""


# tables and tournaments that nobody comes back to


async def idle_tables(store: Store, status: str, before: int, after: str = "") -> list[IdleTable]:
    """Tables of that status, but for a tournament's, where nothing has happened since; by id, from one on."""
    rows = await store.read(_idle(tables, tables.c.agreement, status, before).where(tables.c.id > after, ~is_deal))
    return [IdleTable(*row) for row in rows]


async def idle_tournaments(store: Store, before: int, after: str = "") -> list[IdleTable]:
    """Tournaments that have not started and where nothing has happened since; by id, from one on."""
    rows = await store.read(_idle(tournaments, tournaments.c.terms, "open", before).where(tournaments.c.id > after))
    return [IdleTable(*row) for row in rows]


def _idle(of: Table, agreed: Any, status: str, before: int) -> Any:
    newest = select(entries.c.at).where(entries.c.table_id == of.c.id).order_by(entries.c.seq.desc()).limit(1)
    last = func.coalesce(newest.scalar_subquery(), of.c.changed)
    mine = and_(of.c.public.in_(_ANY), of.c.status == status, of.c.changed < before, last < before)
    return select(of.c.id, agreed, last).where(mine).order_by(of.c.id).limit(BATCH)


# tables and tournaments that are over


async def games(store: Store, before: int) -> Removed:
    """All that were over before that time, whoever played."""
    async for removed in _over(store, tables, before, _NO_CURSOR, _no_running_tournament(), _TABLES_OVER):
        yield removed
    async for removed in _over(store, tournaments, before, _NO_CURSOR, true(), _TOURNAMENTS_OVER):
        yield removed


async def guest_games(store: Store, before: int) -> Removed:
    """Those at which nobody sat who has an account now; a tournament's stay with it."""
    async for removed in _over(store, tables, before, "tidied guest games", _guests_alone(), _TABLES_OVER):
        yield removed


async def never_played(store: Store, before: int) -> Removed:
    """Tables and tournaments that were closed before they began."""
    for of, name, status in _NEVER_PLAYED:
        async for removed in _over(store, of, before, name, ~_begun(store.dialect, of), (status,)):
            yield removed


async def count_games(store: Store, before: int) -> int:
    """How many `games` would remove."""
    found = await _count_over(store, tables, before, _NO_CURSOR, _no_running_tournament(), _TABLES_OVER)
    return found + await _count_over(store, tournaments, before, _NO_CURSOR, true(), _TOURNAMENTS_OVER)


async def count_guest_games(store: Store, before: int) -> int:
    """How many `guest_games` would remove."""
    return await _count_over(store, tables, before, "tidied guest games", _guests_alone(), _TABLES_OVER)


async def count_never_played(store: Store, before: int) -> int:
    """How many `never_played` would remove."""
    return sum(
        [
            await _count_over(store, of, before, name, ~_begun(store.dialect, of), (status,))
            for of, name, status in _NEVER_PLAYED
        ]
    )


_NEVER_PLAYED: Final = ((tables, "tidied tables", "closed"), (tournaments, "tidied cancelled", "cancelled"))


def _guests_alone() -> Any:
    sat = and_(seats.c.table_id == tables.c.id, people.c.id == seats.c.person, people.c.handle.is_not(None))
    return and_(~select(people.c.id).where(sat).exists(), ~is_deal)


def _begun(dialect: str, of: Table) -> Any:
    started = holds(dialect, b'"type":"started"')
    return select(entries.c.seq).where(entries.c.table_id == of.c.id, started).exists()


def _no_running_tournament() -> Any:
    """A tournament's tables stay as long as it runs: what they show is decided by whether it is over."""
    running = select(tournaments.c.id).where(tournaments.c.status.in_(_GOING), tournaments.c.host == tables.c.host)
    return or_(~is_deal, ~running.exists())


async def _over(
    store: Store, of: Table, before: int, cursor: str, goes: Any, statuses: Sequence[str]
) -> AsyncIterator[int]:
    """Remove those that are over since before that time and are to go.

    Without a cursor (an empty name) all of them are found by the look itself: nothing that stays is looked at twice.
    """
    async for removed in _logs(store):  # what was begun and not finished
        yield removed
    while True:
        place = await _read_cursor(store, cursor) if cursor else _Place()
        looked = select(of.c.id, of.c.changed).where(_over_since(of, before, place, statuses))
        rows = await store.read((looked if cursor else looked.where(goes)).order_by(of.c.changed, of.c.id).limit(BATCH))
        if not rows:
            return
        ids = [row.id for row in rows]
        going = select(of.c.id).where(of.c.id.in_(ids), of.c.status.in_(statuses), goes)
        last = _Place(rows[-1].changed, rows[-1].id)
        yield await store.run(_removing(of, going, cursor, last))
        async for _ in _logs(store):
            yield 0


async def _count_over(store: Store, of: Table, before: int, cursor: str, goes: Any, statuses: Sequence[str]) -> int:
    place = await _read_cursor(store, cursor) if cursor else _Place()
    chosen = select(func.count()).select_from(of).where(_over_since(of, before, place, statuses), goes)
    return int((await store.read(chosen))[0][0])


def _over_since(of: Table, before: int, place: _Place, statuses: Sequence[str]) -> Any:
    later = or_(of.c.changed > place.changed, and_(of.c.changed == place.changed, of.c.id > place.id))
    return and_(of.c.public.in_(_ANY), of.c.status.in_(statuses), of.c.changed < before, later)


def _removing(of: Table, going: Any, cursor: str, place: _Place) -> Any:
    """The write that removes rows, notes that their logs are to follow, and how far we have looked."""

    def job(connection: Connection) -> int:
        ids = list(connection.scalars(going))
        if ids:
            # The log of a table that is still there is never seen by half.
            upsert(connection, settings, [{"name": _REMOVING + id, "value": ""} for id in ids], key=("name",))
            connection.execute(delete(of).where(of.c.id.in_(ids)))  # and seats or entrants with it
        if cursor:
            _write_cursor(connection, cursor, place)
        return len(ids)

    return job


async def _logs(store: Store) -> Removed:
    """Remove the logs of what is gone."""
    noted = settings.c.name.startswith(_REMOVING, autoescape=True)
    while names := [row.name for row in await store.read(select(settings.c.name).where(noted).limit(BATCH))]:
        while not await store.run(partial(_remove_lines, names=names)):
            yield 0
        yield 0


def _remove_lines(connection: Connection, names: Sequence[str]) -> bool:
    """Remove a batch of lines of logs that are noted as to be removed; whether those were the last."""
    theirs = entries.c.table_id.in_([name.removeprefix(_REMOVING) for name in names])
    keys = (entries.c.table_id, entries.c.seq)
    part = select(*keys).where(theirs).order_by(*keys).limit(BATCH)
    last = connection.execute(delete(entries).where(tuple_(*keys).in_(part))).rowcount < BATCH
    if last:
        connection.execute(delete(settings).where(settings.c.name.in_(names)))
    return last


# chat


async def chat(store: Store, before: int) -> Removed:
    """What was said at tables that were over before that time; that something was said stays."""
    while True:
        place = await _read_cursor(store, _CHAT)
        looked = select(tables.c.id, tables.c.changed).where(_over_since(tables, before, place, _TABLES_OVER))
        rows = await store.read(looked.order_by(tables.c.changed, tables.c.id).limit(BATCH))
        if not rows:
            return
        said = select(entries.c.table_id, entries.c.seq, entries.c.at, entries.c.body).where(
            entries.c.table_id.in_([row.id for row in rows]), _words(store.dialect)
        )
        found = [NamedEntry(*row) for row in await store.read(said)]
        for at in range(0, len(found), BATCH):
            yield await store.run(partial(_rewrite, lines=found[at : at + BATCH]))
        await store.run(partial(_write_cursor, name=_CHAT, place=_Place(rows[-1].changed, rows[-1].id)))
        yield 0


async def count_chat(store: Store, before: int) -> int:
    """How many lines `chat` would remove."""
    place = await _read_cursor(store, _CHAT)
    finished = select(tables.c.id).where(_over_since(tables, before, place, _TABLES_OVER))
    counted = select(func.count()).where(entries.c.table_id.in_(finished), _words(store.dialect))
    return int((await store.read(counted))[0][0])


_CHAT: Final = "tidied chat"


def _words(dialect: str) -> Any:
    """A line in somebody's own words: a phrase is the game's."""
    return and_(holds(dialect, b'"type":"said"'), ~holds(dialect, b'"removed":true'), ~holds(dialect, b'"phrase":'))


def _rewrite(connection: Connection, lines: Sequence[NamedEntry]) -> int:
    place = and_(entries.c.table_id == bindparam("line_of"), entries.c.seq == bindparam("line"))
    rewriting = update(entries).where(place).values(body=bindparam("words"))
    rows = [{"line_of": line.table, "line": line.seq, "words": without_words(line.body)} for line in lines]
    connection.execute(rewriting, rows)
    return len(lines)


# people, and what is kept for a time


async def guests(store: Store, before: int) -> Removed:
    """Guests who have not been here since, and play nowhere. Games that they played keep the name they had there."""
    while rows := await store.read(select(people.c.id).where(_gone(before)).limit(BATCH)):
        yield await store.run(partial(_remove_guests, ids=[row.id for row in rows], before=before))


async def count_guests(store: Store, before: int) -> int:
    """How many `guests` would remove."""
    return int((await store.read(select(func.count()).select_from(people).where(_gone(before))))[0][0])


def _gone(before: int) -> Any:
    # That somebody was seen is written once a day.
    seen = and_(sessions.c.person == people.c.id, sessions.c.seen >= before - DAY)
    sits = and_(seats.c.person == people.c.id, seats.c.table_id == tables.c.id, tables.c.status.in_(_GOING))
    hosts = and_(tables.c.host == people.c.id, tables.c.status.in_(_GOING))
    entered = and_(entrants.c.person == people.c.id, entrants.c.tournament_id == tournaments.c.id)
    holds_one = and_(tournaments.c.host == people.c.id, tournaments.c.status.in_(_GOING))
    return and_(
        people.c.handle.is_(None),
        people.c.created < before,
        ~select(sessions.c.id).where(seen).exists(),
        ~select(tables.c.id).where(hosts).exists(),
        ~select(seats.c.seat).where(sits).exists(),
        ~select(tournaments.c.id).where(holds_one).exists(),
        ~select(entrants.c.person).where(entered, tournaments.c.status.in_(_GOING)).exists(),
    )


def _remove_guests(connection: Connection, ids: Sequence[str], before: int) -> int:
    """Asked again: one of them may have come back, or made an account."""
    going = list(connection.scalars(select(people.c.id).where(people.c.id.in_(ids), _gone(before))))
    told_of = (subscriptions.c.person, notification_choices.c.person, webhooks.c.person, outbox.c.person)
    others = (sessions.c.person, codes.c.person, mutes.c.person, mutes.c.muted, attempts.c.person)
    for column in (*KEPT_OF_PERSON, *others, *told_of):
        connection.execute(delete(column.table).where(column.in_(going)))
    connection.execute(delete(restrictions).where(restrictions.c.subject.in_(going)))
    connection.execute(delete(people).where(people.c.id.in_(going)))
    return len(going)


class ExpiringRows(NamedTuple):
    """Rows that are removed when a time in them has passed."""

    time: Any
    keys: tuple[Any, ...]

    async def remove_old(self, store: Store, before: int) -> Removed:
        """Remove those from before that time."""
        old = select(*self.keys).where(self._older(store, before)).limit(BATCH)
        removing = delete(self.time.table).where(tuple_(*self.keys).in_(old))
        while removed := await store.run(lambda connection: connection.execute(removing).rowcount):
            yield removed

    async def count_old(self, store: Store, before: int) -> int:
        """How many of them there are."""
        return int((await store.read(select(func.count()).where(self._older(store, before))))[0][0])

    def _older(self, store: Store, before: int) -> Any:
        return self.time < before


class _Notices(ExpiringRows):
    """Notices, whose times are the database's own: gone when every worker has seen them, whatever is asked for."""

    def _older(self, store: Store, before: int) -> Any:
        return self.time < leases.now(store.dialect) - 2 * LOOK_BACK_MS


SESSIONS: Final = ExpiringRows(sessions.c.seen, (sessions.c.id,))
CODES: Final = ExpiringRows(codes.c.expires, (codes.c.hash,))
NOTICES: Final = _Notices(notices.c.at, (notices.c.id,))
REPORTS: Final = ExpiringRows(reports.c.handled, (reports.c.id,))
SHARED_EVENINGS: Final = ExpiringRows(shared_evenings.c.changed, (shared_evenings.c.id,))
RESTRICTIONS: Final = ExpiringRows(restrictions.c.until, (restrictions.c.kind, restrictions.c.subject))


async def _read_cursor(store: Store, name: str) -> _Place:
    rows = await store.read(select(settings.c.value).where(settings.c.name == name))
    return _Place(*json.loads(rows[0].value)) if rows else _Place()


def _write_cursor(connection: Connection, name: str, place: _Place) -> None:
    upsert(connection, settings, [{"name": name, "value": json.dumps(place)}], key=("name",))
