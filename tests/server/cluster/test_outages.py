"""The database cannot be written, or a worker stands still: nobody's clock runs, and no time-out comes of it.

How long an outage lasts is our choice; everything else waits for what happens. What is compared are times in the log,
and only in the direction that a busy machine cannot turn: nobody is charged for more than they could use.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import psycopg
import pytest
from psycopg import sql

from pandarium.server.store import leases
from pandarium.server.tables import log
from server.chaos import postgres_schema, read_logs, redis_url
from server.harness import Person, Server, Wire

BANK = 5
"""Seconds on each clock; there is no pace with less."""


class Interruption(NamedTuple):
    """From when to when nothing could be done, in milliseconds of the log's clock."""

    start: int
    end: int

    @property
    def ms(self) -> int:
        return self.end - self.start


class World(NamedTuple):
    """A game of two people with clocks, and the servers that it may be played at; the first one drives."""

    url: str
    servers: list[Server]
    table: str
    people: list[Person]
    seat: int
    """Whose clock runs."""
    wire: Wire
    """Somebody who watches at the last server."""

    async def log(self) -> list[tuple[int, Any]]:
        _, rows = (await read_logs(self.url, {self.table}))[self.table]
        return [(row.at, log.decode(row.body)) for row in rows]


def now() -> int:
    return time.time_ns() // 1_000_000


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/t.db"
    else:
        with postgres_schema() as schema:
            yield schema


@asynccontextmanager
async def playing(url: str, folder: Path, workers: int) -> AsyncIterator[World]:
    """So many servers, a game, and somebody whose clock runs."""
    settings = {"redis": redis_url()} if workers > 1 else {}
    servers = [Server(folder, url, limits="0", **settings) for _ in range(workers)]
    async with AsyncExitStack() as stack:
        for server in servers:
            stack.callback(server.kill)
            await asyncio.to_thread(server.start)
        people = [Person(servers[0], name) for name in ("Ann", "Ben")]
        pace = {"kind": "live", "bank": BANK, "increment": 0}
        table, invite = people[0].create_table(servers[0], game="royale", seats=2, pace=pace)
        for message in ({"type": "sit"}, {"type": "ready"}):
            people[1].say(servers[0], table, invite, **message)
        wire = await Wire(servers[-1], people[0], table).open()
        stack.push_async_callback(wire.close)
        assert people[0].say(servers[0], table, type="start")["type"] == "done"
        update = await wire.until(lambda update: any(one.get("ticking") for one in update["table"]["seats"]))
        seat = next(number for number, one in enumerate(update["table"]["seats"]) if one.get("ticking"))
        yield World(url, servers, table, people, seat, wire)


@contextmanager
def unwritable(url: str) -> Iterator[None]:
    """Nobody else can write to the database. It can be read."""
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None, timeout=60)
        connection.execute("BEGIN EXCLUSIVE")
        try:
            yield
        finally:
            connection.close()
    else:
        with psycopg.connect(url) as locking:
            lock_all(locking)
            yield
            locking.rollback()


def lock_all(connection: psycopg.Connection[Any]) -> None:
    """Let nobody else write to any table; a writer may have to give way first."""
    found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    names = sql.SQL(", ").join(sql.Identifier(name) for (name,) in found)
    connection.rollback()
    while True:
        try:
            connection.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(names))
            return
        except psycopg.errors.DeadlockDetected:
            connection.rollback()


async def outage(url: str, seconds: float, meanwhile: Callable[[], Any] = lambda: None) -> Interruption:
    """The database cannot be written for that long."""
    with unwritable(url):
        start = now()
        meanwhile()
        await asyncio.sleep(seconds)
        end = now()
    return Interruption(start, end)


async def timed_out(world: World) -> list[tuple[int, Any]]:
    """The log, once the clock of whoever was to move has run out."""
    await world.wire.until(lambda update: update["position"] > 0)
    return await world.log()


def check_charged(world: World, entries: list[tuple[int, Any]], interruption: Interruption) -> None:
    """The clock has made the move, after as much time as there was on it, and the interruption is not in that."""
    started = next(at for at, entry in entries if isinstance(entry, log.Started))
    at, moved = next((at, entry) for at, entry in entries if isinstance(entry, log.Moved))
    assert (moved.seat, moved.by) == (world.seat, "clock")
    assert at - started - interruption.ms >= BANK * 1000
    check_once(entries)


def check_once(entries: list[tuple[int, Any]]) -> None:
    """What was given back has passed since the clocks were last charged."""
    charged = [(at, entry) for at, entry in entries if isinstance(entry, log.Started | log.Adjourned | log.Moved)]
    given = [(entry.ms, at - before) for (before, _), (at, entry) in pairwise(charged) if type(entry) is log.Adjourned]
    assert given
    assert all(ms <= passed for ms, passed in given)


@pytest.mark.parametrize("seconds", [2, 5])
async def test_while_the_database_cannot_be_written_no_clock_runs(url: str, tmp_path: Path, seconds: int) -> None:
    async with playing(url, tmp_path, workers=1) as world:
        interruption = await outage(url, seconds)
        check_charged(world, await timed_out(world), interruption)


async def test_nor_when_that_lasts_until_writers_have_given_up(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    async with playing(url, tmp_path, workers=1) as world:
        interruption = await outage(url, 18)
        check_charged(world, await timed_out(world), interruption)


@pytest.mark.parametrize("kill", [False, True], ids=["both live on", "the driver is killed"])
async def test_nor_with_two_workers_whoever_drives_afterwards(url: str, tmp_path: Path, kill: bool) -> None:
    async with playing(url, tmp_path, workers=2) as world:
        interruption = await outage(url, BANK + 1, world.servers[0].kill if kill else lambda: None)
        check_charged(world, await timed_out(world), interruption)


async def test_who_is_to_move_after_one_whose_move_waited_has_all_their_time(url: str, tmp_path: Path) -> None:
    async with playing(url, tmp_path, workers=1) as world:
        mover = await Wire(world.servers[0], world.people[world.seat], world.table).open()
        await mover.until(lambda update: bool(update.get("legal")))
        moving: list[asyncio.Task[dict[str, Any]]] = []
        interruption = await outage(url, 4, lambda: moving.append(asyncio.create_task(mover.play())))
        assert (await moving[0])["type"] == "done"
        await mover.until(lambda update: update["position"] > 1)
        entries = await world.log()
        first, second = [(at, entry) for at, entry in entries if isinstance(entry, log.Moved)][:2]
        assert (first[1].seat, first[1].by) == (world.seat, "person")
        assert (second[1].seat, second[1].by) == (1 - world.seat, "clock")
        assert second[0] - interruption.end >= BANK * 1000
        check_once(entries)
        await mover.close()


async def test_a_worker_that_stands_still_charges_nobody_for_it(tmp_path: Path) -> None:
    async with playing(f"sqlite:///{tmp_path}/t.db", tmp_path, workers=1) as world:
        interruption = await frozen(world.servers[0], BANK + 1)
        check_charged(world, await timed_out(world), interruption)


async def frozen(server: Server, seconds: float) -> Interruption:
    """The process stands still for that long."""
    with standing_still(server):
        start = now()
        await asyncio.sleep(seconds)
        end = now()
    return Interruption(start, end)


@contextmanager
def standing_still(server: Server) -> Iterator[None]:
    """The process of that server is stopped while it holds no lock that others wait for, and then goes on."""
    assert server.process is not None
    assert server.process.pid is not None
    process, url = server.process.pid, server.env["PANDARIUM_DATABASE"]
    stop(process)
    try:
        while not any(is_free(url) for _ in range(20)):  # it is in the middle of writing
            os.kill(process, signal.SIGCONT)
            time.sleep(0.01)
            stop(process)
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def stop(process: int) -> None:
    """Stop a process, and return when it is."""
    os.kill(process, signal.SIGSTOP)
    while Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "T":
        time.sleep(0.001)


def is_free(url: str) -> bool:
    """Whether nobody is writing to the database."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None, timeout=0.05)) as connection:
            with suppress(sqlite3.OperationalError):
                connection.execute("BEGIN IMMEDIATE")
            return connection.in_transaction
    with psycopg.connect(url) as asking:
        asking.execute("SET SESSION lock_timeout = '50ms'")
        asking.commit()
        try:
            lock_all(asking)
            asking.execute("SELECT pg_advisory_xact_lock(%s)", [leases._CLAIMING])
        except psycopg.errors.LockNotAvailable:
            return False
        finally:
            asking.rollback()
        return True


async def test_a_worker_that_stands_still_and_is_replaced_does_not_meddle_when_it_wakes(
    url: str, tmp_path: Path
) -> None:
    async with playing(url, tmp_path, workers=2) as world:
        with standing_still(world.servers[0]):
            await world.wire.until(lambda update: any(one["type"] == "adjourned" for one in update.get("news", [])))
            await world.wire.until(lambda update: update["position"] > 0)
        await world.wire.until(lambda update: update["position"] > 2)  # and so do all others, with both of them there
        entries = await world.log()
        started = next(at for at, entry in entries if isinstance(entry, log.Started))
        moved = [(at, entry) for at, entry in entries if isinstance(entry, log.Moved)]
        away = next(entry.ms for _, entry in entries if isinstance(entry, log.Adjourned))
        assert all(entry.by == "clock" for _, entry in moved)
        assert moved[0][0] - started - away >= BANK * 1000
        check_once(entries)


async def test_the_countdown_of_a_table_in_real_time_begins_anew(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    with Server(tmp_path, url, limits="0").start() as server:
        people = [Person(server, name) for name in ("Ann", "Ben")]
        id, invite = people[0].create_table(server, game="wildstyle", seats=2)
        for message in ({"type": "sit"}, {"type": "ready"}):
            people[1].say(server, id, invite, **message)
        people[0].say(server, id, type="start")
        wire = await Wire(server, people[1], id).open()
        for person in people:
            assert person.say(server, id, type="play", move="ready")["type"] == "done"
        interruption = await outage(url, 4)
        await wire.until(lambda update: update["view"]["phase"] == "play")
        await wire.close()
        _, rows = (await read_logs(url, {id}))[id]
        moved = [(row.at, entry) for row in rows if isinstance(entry := log.decode(row.body), log.Moved)]
        assert [(entry.move, entry.by) for _, entry in moved][-1] == ("go", "clock")
        assert moved[-1][0] - interruption.end >= 3_000


OUTAGES = int(os.environ.get("PANDARIUM_OUTAGES", "0"))
"""How many more outages to go through on each database, of 2 to 20 seconds; 100 take a quarter of an hour."""
AT_ONCE = 8


@pytest.mark.skipif(not OUTAGES, reason="PANDARIUM_OUTAGES says how many")
@pytest.mark.parametrize("workers", [1, 2])
async def test_nobody_is_charged_for_any_of_many_outages(tmp_path: Path, workers: int) -> None:
    chance = Random(os.environ.get("PANDARIUM_KILL_SEED", "outages"))
    room = asyncio.Semaphore(AT_ONCE)

    async def go_through(number: int, seconds: float, kill: bool) -> None:
        async with room:
            folder = tmp_path / str(number)
            folder.mkdir()
            with ExitStack() as stack:
                url = f"sqlite:///{folder}/t.db" if number % 2 else stack.enter_context(postgres_schema())
                async with playing(url, folder, workers) as world:
                    interruption = await outage(url, seconds, world.servers[0].kill if kill else lambda: None)
                    check_charged(world, await timed_out(world), interruption)
                    print(f"{number}: {url.partition(':')[0]}, {seconds:.1f} s", flush=True)  # noqa: T201

    async with asyncio.TaskGroup() as group:
        for number in range(OUTAGES):
            kill = workers > 1 and chance.random() < 0.3
            group.create_task(go_through(number, chance.uniform(2, 20), kill))
