"""The store: one writer thread that commits in groups, and readers that never wait for it."""

from __future__ import annotations

import asyncio
import json
import time
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, and_, func, insert, or_, select, text, true, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from pandarium.server.store import leases
from pandarium.server.store.appends import insert_entries, numbered
from pandarium.server.store.engines import create_privately, reading_engine, store_error, understand, writing_engine
from pandarium.server.store.jobs import insert_missing, rating_rows
from pandarium.server.store.migrate import prepare
from pandarium.server.store.outages import Outages
from pandarium.server.store.public_list import Place, after, is_in_rest, ranked
from pandarium.server.store.rows import (
    EntryRow,
    HandleTaken,
    Job,
    OpenQuota,
    PersonRow,
    RatingRow,
    SeatRow,
    StoreError,
    TableRow,
    TooManyOpen,
)
from pandarium.server.store.schema import (
    entries,
    has_origin,
    is_deal,
    needs_driver,
    people,
    ratings,
    seats,
    settings,
    tables,
    workers,
)
from pandarium.server.store.writer import Writer, entries_or_nothing

T = TypeVar("T")
_TABLE = [tables.c[name] for name in TableRow.__struct_fields__]
_PERSON = [people.c[name] for name in PersonRow.__struct_fields__]
_SEAT = ("seat", "person", "name", "bot", "avatar")


class Store:
    """A database, opened. Use it from the event loop that opened it."""

    def __init__(self, url: str, loop: asyncio.AbstractEventLoop) -> None:
        self.url = url
        address = understand(url)
        self._engine = writing_engine(address)
        self._reader = reading_engine(address)
        self._writer = Writer(self._engine, loop)

    def __repr__(self) -> str:
        return f"Store({self._engine.url.render_as_string(hide_password=True)})"

    @classmethod
    async def open(cls, url: str, *, migrate: bool = True) -> Store:
        """Open a database, and bring its schema up to date (or only check it)."""
        address = understand(url)
        create_privately(address)
        engine = writing_engine(address)
        try:
            await asyncio.to_thread(prepare, engine, migrate=migrate)
        finally:
            engine.dispose()
        return cls(url, asyncio.get_running_loop())

    async def close(self) -> None:
        """Commit everything that was submitted, and let go of the database."""
        await self._writer.close()
        await self._reader.dispose()
        self._engine.dispose()

    @property
    def dialect(self) -> str:
        """Which kind of database it is: `sqlite` or `postgresql`."""
        return self._engine.dialect.name

    @property
    def commits(self) -> int:
        """Transactions committed so far; each holds a group of writes."""
        return self._writer.commits

    @property
    def writes(self) -> int:
        """Writes committed so far."""
        return self._writer.writes

    @property
    def seconds_since_write(self) -> float:
        """How long ago a write succeeded; workers write twice a second to show that they live."""
        return time.monotonic() - self._writer.written_at

    @property
    def outages(self) -> Outages:
        """When nothing could be written."""
        return self._writer.outages

    # Writing

    def append(self, table: str, seq: int, at: int, body: bytes, jobs: Sequence[Job] = ()) -> asyncio.Future[bool]:
        """Put an entry into a table's log: True once it is committed, False if somebody else has that place.

        It is False, too, where the place before it is empty: a log has no gaps.
        Whoever stops waiting does not take the entry back: it may be committed all the same.
        """
        return self.append_many(table, seq, at, (body,), jobs)

    def append_many(
        self, table: str, first_seq: int, at: int, bodies: Sequence[bytes], jobs: Sequence[Job] = ()
    ) -> asyncio.Future[bool]:
        """Put consecutive entries into a table's log, all or none; whether their place was free."""
        if not jobs:
            return self._writer.append(table, first_seq, at, bodies)
        rows = numbered(table, first_seq, at, bodies)

        def append_and_more(connection: Connection) -> bool:
            entries_or_nothing(rows)(connection)
            for job in jobs:
                job(connection)
            return True

        return self._writer.run(append_and_more)

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Any other write. It shares a transaction with others, and fails alone.

        A job may be run again after a deadlock or a lost connection (what it did before is then undone), so it should
        do nothing but talk to the database.
        """
        result: T = await self._writer.run(job)
        return result

    # Tables

    async def table(self, id: str) -> TableRow | None:
        """A table by its id."""
        rows = await self._read(select(*_TABLE).where(tables.c.id == id))
        return TableRow(*rows[0]) if rows else None

    async def entries(self, table: str, after: int = 0) -> list[EntryRow]:
        """The log of a table, from a place on."""
        wanted = select(entries.c.seq, entries.c.at, entries.c.body).where(entries.c.table_id == table)
        rows = await self._read(wanted.where(entries.c.seq > after).order_by(entries.c.seq))
        return [EntryRow._make(row) for row in rows]

    async def entries_after(self, heads: Mapping[str, int]) -> dict[str, list[EntryRow]]:
        """What the logs of these tables hold beyond the numbers given, in one look; those without news are left out."""
        found: dict[str, list[EntryRow]] = {}
        for group in _in_groups(list(heads)):
            asked = [(table, heads[table]) for table in group]
            for table, *row in await self._read(_entries_after(self.dialect, asked)):
                found.setdefault(table, []).append(EntryRow._make(row))
        return found

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last seq of each table; 0 where there is no entry."""
        heads = dict.fromkeys(tables, 0)
        for group in _in_groups(list(heads)):
            # One look at the end of each log; grouping would walk through all of it.
            asked = leases.listed(self.dialect, group)
            last = select(func.max(entries.c.seq)).where(entries.c.table_id == asked).scalar_subquery()
            heads.update({table: seq or 0 for table, seq in await self._read(select(asked, last))})
        return heads

    async def create_table(
        self,
        row: TableRow,
        entries: Sequence[bytes] = (),
        at: int = 0,
        seats: Sequence[SeatRow] = (),
        quota: OpenQuota | None = None,
    ) -> None:
        """A new table, with the first entries of its log and whoever sits there from the start.

        Raises TooManyOpen for one beyond the quota: counted here, so that many who ask at once get no more.
        """

        def create(connection: Connection) -> None:
            if quota is not None:
                _check_open(connection, row, quota)
            _create_table(connection, row, numbered(row.id, 1, at, entries), seats)

        await self.run(create)

    async def seats(self, tables: Sequence[str]) -> dict[str, list[SeatRow]]:
        """Who sits (or sat) at each of these tables, by seat."""
        found: dict[str, list[SeatRow]] = {table: [] for table in tables}
        for group in _in_groups(list(found)):
            chosen = select(seats).where(seats.c.table_id.in_(group))
            for row in await self._read(chosen.order_by(seats.c.table_id, seats.c.seat)):
                found[row.table_id].append(SeatRow(*row))
        return found

    async def public_tables(self, game: str | None, status: str, limit: int, before: Place | None) -> list[TableRow]:
        """Tables that anybody may see, newest first; `before` is the place of the last one seen.

        Of those that are not over at most `FEW_LISTED` of one person, and of one address, come before all others: the
        ones that were there first, so that nobody gets to the front by creating more.
        """
        listed = and_(tables.c.public, tables.c.status == status)
        if game is not None:
            listed = and_(listed, tables.c.game == game)
        if status not in ("open", "running"):
            return await self._newest(select(*_TABLE).where(listed), limit, before)
        by_rank = ranked(listed)
        rest = by_rank.c.rest
        chosen = select(*_TABLE).join(by_rank, by_rank.c.id == tables.c.id)
        if before is not None:
            rows = await self._read(is_in_rest(listed, before))
            in_rest = int(rows[0][0]) if rows else 0
            chosen = chosen.where(or_(rest > in_rest, and_(rest == in_rest, after(before))))
        rows = await self._read(chosen.order_by(rest, tables.c.changed.desc(), tables.c.id).limit(limit))
        return [TableRow(*row) for row in rows]

    async def tables_of(
        self, person: str, statuses: Sequence[str], limit: int, before: Place | None, *, public_only: bool = False
    ) -> list[TableRow]:
        """Tables where somebody sits or that they host, newest first; of a tournament's only where they play now."""
        sat_at = select(seats.c.table_id).where(seats.c.person == person)
        sits = and_(tables.c.id.in_(sat_at), or_(~is_deal, tables.c.status == "running"))
        theirs = or_(and_(tables.c.host == person, ~is_deal), sits)
        chosen = select(*_TABLE).where(theirs, tables.c.status.in_(statuses))
        return await self._newest(chosen.where(tables.c.public) if public_only else chosen, limit, before)

    # People

    async def person(self, id: str) -> PersonRow | None:
        """Somebody by their id."""
        rows = await self._read(select(*_PERSON).where(people.c.id == id))
        return PersonRow(*rows[0]) if rows else None

    async def person_by_handle(self, handle: str) -> PersonRow | None:
        """Somebody by their handle, in capitals or not."""
        if "\0" in handle:  # which PostgreSQL refuses to look for
            return None
        rows = await self._read(select(*_PERSON).where(people.c.folded == folded(handle)))
        return PersonRow(*rows[0]) if rows else None

    async def create_person(self, row: PersonRow) -> None:
        """Somebody new; HandleTaken if another goes by that handle."""
        values = {name: getattr(row, name) for name in row.__struct_fields__}
        values["folded"] = None if row.handle is None else folded(row.handle)

        def create(connection: Connection) -> None:
            if not insert_missing(connection, people, values, key=("folded",)):
                raise HandleTaken(row.handle or "")

        await self.run(create)

    async def update_person(
        self,
        id: str,
        *,
        name: str | None = None,
        avatar: str | None = None,
        handle: str | None = None,
        password: str | None = None,
        hidden: bool | None = None,
    ) -> None:
        """Change what is given; HandleTaken if another goes by that handle."""
        given = {"name": name, "avatar": avatar, "handle": handle, "password": password, "hidden": hidden}
        given["folded"] = None if handle is None else folded(handle)
        values = {key: value for key, value in given.items() if value is not None}
        if not values:
            return

        def change(connection: Connection) -> None:
            try:
                found = connection.execute(update(people).where(people.c.id == id).values(**values)).rowcount
            except IntegrityError:
                raise HandleTaken(handle or "") from None
            if not found:
                raise StoreError("there is no such person")

        await self.run(change)

    # Ratings

    async def ratings(self, game: str, limit: int, offset: int) -> list[RatingRow]:
        """The best players of a game first: by what they can do for sure, without those who are hidden."""
        chosen = rating_rows().where(ratings.c.game == game, ratings.c.games > 0, people.c.hidden.is_not(true()))
        order = ratings.c.score.desc(), ratings.c.who.desc()
        rows = await self._read(chosen.order_by(*order).limit(limit).offset(offset))
        return [RatingRow(*row) for row in rows]

    async def rating(self, who: str, game: str) -> RatingRow | None:
        """How well somebody plays a game, if that is known."""
        rows = await self._read(rating_rows().where(ratings.c.who == who, ratings.c.game == game))
        return RatingRow(*rows[0]) if rows else None

    # Workers

    async def beat(self, worker: str, rules: leases.Rules | None = None) -> None:
        """Note that a worker is alive, and once which games it can play, under which version of their rules."""
        await self.run(lambda connection: leases.beat(connection, worker, rules))

    async def unplayable(self, within_ms: int = 3000) -> list[tuple[str, int, int]]:
        """Running tables whose rules no worker has that is alive: game, version of its rules, how many."""
        recent = leases.now(self.dialect) - within_ms
        told = await self._read(select(workers.c.rules).where(workers.c.seen > recent))
        if not all(row.rules for row in told):
            return []  # one of them has not told
        playable = {pair for row in told for pair in json.loads(row.rules).items()}
        counted = select(tables.c.game, tables.c.rules, func.count()).where(tables.c.status == "running")
        rows = await self._read(counted.group_by(tables.c.game, tables.c.rules))
        return sorted((game, rules, count) for game, rules, count in rows if (game, rules) not in playable)

    async def alive(self, within_ms: int = 3000) -> set[str]:
        """The workers that gave a sign of life lately."""
        recent = leases.now(self.dialect) - within_ms
        return {row.id for row in await self._read(select(workers.c.id).where(workers.c.seen > recent))}

    async def claim(
        self, worker: str, stale_ms: int = 3000, limit: int = 200, *, without: Collection[str] = ()
    ) -> list[tuple[str, int]]:
        """Become the driver of tables that need one: their ids, and for how many ms nobody has driven them.

        Those milliseconds are 0 where nobody had. Tables `without` which it is to be done are left to others. Claiming
        is a sign of life, too.
        """
        return await self.run(lambda connection: leases.claim(connection, worker, stale_ms, limit, without))

    async def hand_back(self, worker: str, table: str, away_ms: int) -> None:
        """No longer be the driver of a table that this worker cannot play, and that nobody drove for that long."""
        await self.run(lambda connection: leases.hand_back(connection, worker, table, away_ms))

    async def driven_by(self, worker: str) -> set[str]:
        """Ids of the tables that name this worker as their driver."""
        rows = await self._read(select(tables.c.id).where(needs_driver, tables.c.driver == worker))
        return {row.id for row in rows}

    async def retire(self, worker: str) -> None:
        """A worker stops: others may have its tables."""
        await self.run(lambda connection: leases.retire(connection, worker))

    # The rest

    async def setting(self, name: str, default: Callable[[], str]) -> str:
        """A setting that is made up once and then stays, however many workers ask for it first."""
        chosen = select(settings.c.value).where(settings.c.name == name)
        rows = await self._read(chosen)
        if rows:
            return str(rows[0].value)
        row = {"name": name, "value": default()}

        def create(connection: Connection) -> str:
            insert_missing(connection, settings, row, key=("name",))
            return str(connection.scalar(chosen))

        return await self.run(create)

    async def ping(self) -> None:
        """Return if the database answers; StoreError otherwise."""
        await self._read(select(1))

    async def _newest(self, chosen: Any, limit: int, before: Place | None) -> list[TableRow]:
        if before is not None:
            chosen = chosen.where(after(before))
        rows = await self._read(chosen.order_by(tables.c.changed.desc(), tables.c.id).limit(limit))
        return [TableRow(*row) for row in rows]

    async def read(self, statement: Any) -> Sequence[Any]:
        """Any other look, by those who keep more here than tables."""
        return await self._read(statement)

    async def _read(self, statement: Any) -> Sequence[Any]:
        for last_try in (False, True):
            try:
                async with self._reader.connect() as connection:
                    return (await connection.execute(statement)).all()
            except SQLAlchemyError as error:
                lost = isinstance(error, DBAPIError) and error.connection_invalidated
                if last_try or not lost:
                    raise store_error(error) from None
        raise AssertionError("unreachable")


def folded(handle: str) -> str:
    """A handle as it is compared: capitals and ways of writing the same letter do not matter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", handle).casefold())


def _check_open(connection: Connection, row: TableRow, quota: OpenQuota) -> None:
    """Raise TooManyOpen if this table is one too many."""
    counted = select(func.count()).select_from(tables).where(tables.c.status == "open")
    if quota.of_person and int(connection.scalar(counted.where(tables.c.host == row.host)) or 0) >= quota.of_person:
        raise TooManyOpen(False, quota.of_person)
    if not (quota.of_address and row.origin):
        return
    if int(connection.scalar(counted.where(has_origin, tables.c.origin == row.origin)) or 0) >= quota.of_address:
        raise TooManyOpen(True, quota.of_address)


def _create_table(connection: Connection, row: TableRow, log: Sequence[Any], seated: Sequence[SeatRow]) -> None:
    connection.execute(insert(tables).values({name: getattr(row, name) for name in row.__struct_fields__}))
    if insert_entries(connection, log).rows < len(log):
        raise StoreError(f"table {row.id} already has a log")
    if seated:
        rows = [{"table_id": row.id} | {n: getattr(s, n) for n in _SEAT} for s in seated]
        connection.execute(insert(seats), rows)


_AFTER_ON_POSTGRESQL = text(
    "SELECT e.table_id, e.seq, e.at, e.body "
    "FROM unnest(CAST(:ids AS text[]), CAST(:seqs AS bigint[])) AS asked(id, seq) "
    "JOIN entries e ON e.table_id = asked.id AND e.seq > asked.seq ORDER BY e.table_id, e.seq"
)
_AFTER_ON_SQLITE = text(
    "SELECT e.table_id, e.seq, e.at, e.body FROM json_each(:asked) AS asked "
    "JOIN entries e ON e.table_id = json_extract(asked.value, '$[0]') AND e.seq > json_extract(asked.value, '$[1]') "
    "ORDER BY e.table_id, e.seq"
)


def _entries_after(dialect: str, asked: list[tuple[str, int]]) -> Any:
    """Everything beyond the number of each table."""
    if dialect == "postgresql":
        ids, seqs = zip(*asked, strict=True)
        return _AFTER_ON_POSTGRESQL.bindparams(ids=list(ids), seqs=list(seqs))
    return _AFTER_ON_SQLITE.bindparams(asked=json.dumps(asked))


def _in_groups(ids: list[str], size: int = 500) -> list[list[str]]:
    return [ids[at : at + size] for at in range(0, len(ids), size)]
