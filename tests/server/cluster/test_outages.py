"""The database cannot be written, or a worker stands still: nobody's clock runs, and no time-out comes of it.

How long an outage lasts is our choice; everything else waits for what happens. What is compared are times in the log,
and only in the direction that a busy machine cannot turn: nobody is charged for more than they could use.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from pandarium.server.tables import log
from server.chaos import read_logs, redis_url
from server.harness import Person, Server, Wire
from server.interruptions import TRIES, Read, moves, standing_still, unwritable
from server.postgres import postgres_database

pytestmark = pytest.mark.long

BANK = 5
"""Seconds on each clock; there is no pace with less."""


class Interruption(NamedTuple):
    """From when to when nothing could be done, in milliseconds of the log's clock."""

    start: int
    end: int

    @property
    def ms(self) -> int:
        return self.end - self.start


class World:
    """A game of two people with clocks, and the servers that it may be played at; the first one drives."""

    table: str
    seat: int
    """Whose clock runs."""
    mover: Wire
    """Their socket, at the first server."""
    wire: Wire
    """Somebody who watches at the last server."""

    def __init__(self, url: str, servers: list[Server]) -> None:
        self.url = url
        self.servers = servers
        self.people = [Person(servers[0], name) for name in ("Ann", "Ben")]

    async def begin(self) -> None:
        """A new game, and somebody's clock runs."""
        first = self.servers[0]
        pace = {"kind": "live", "bank": BANK, "increment": 0}
        self.table, invite = self.people[0].create_table(first, game="royale", seats=2, pace=pace)
        for message in ({"type": "sit"}, {"type": "ready"}):
            self.people[1].say(first, self.table, invite, **message)
        self.wire = await Wire(self.servers[-1], self.people[0], self.table).open()
        assert self.people[0].say(first, self.table, type="start")["type"] == "done"
        update = await self.wire.until(lambda update: any(one.get("ticking") for one in update["table"]["seats"]))
        self.seat = next(number for number, one in enumerate(update["table"]["seats"]) if one.get("ticking"))
        self.mover = await Wire(first, self.people[self.seat], self.table).open()
        await self.mover.until(lambda update: bool(update.get("legal")) or update["position"] > 0)

    async def log(self) -> list[tuple[int, Any]]:
        _, rows = (await read_logs(self.url, {self.table}))[self.table]
        return [(row.at, log.decode(row.body)) for row in rows]


@asynccontextmanager
async def in_time(world: World, interrupt: Callable[[], AbstractContextManager[Read]]) -> AsyncIterator[None]:
    """An interruption while the clock runs; if it ran out before, because this process stood still, of another game."""
    for _ in range(TRIES):
        with interrupt() as read:
            if not moves(read, world.table):
                yield
                return
        await world.begin()
    raise AssertionError(f"no clock of {TRIES} was met running")


def now() -> int:
    return time.time_ns() // 1_000_000


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/t.db"
    else:
        with postgres_database() as url:
            yield url


@asynccontextmanager
async def playing(url: str, folder: Path, workers: int) -> AsyncIterator[World]:
    """So many servers, a game, and somebody whose clock runs."""
    settings = {"redis": redis_url()} if workers > 1 else {}
    servers = [Server(folder, url, limits="0", **settings) for _ in range(workers)]
    with ExitStack() as stack:
        for server in servers:
            stack.callback(server.kill)
            await asyncio.to_thread(server.start)
        world = World(url, servers)
        await world.begin()
        yield world


async def outage(world: World, seconds: float, meanwhile: Callable[[], Any] = lambda: None) -> Interruption:
    """The database cannot be written for that long."""
    async with in_time(world, lambda: unwritable(world.url)):
        start = now()
        meanwhile()
        await asyncio.sleep(seconds)
        return Interruption(start, now())
    raise AssertionError


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
    charged = [(at, entry) for at, entry in entries if isinstance(entry, log.Started | log.TimeGivenBack | log.Moved)]
    given = [
        (entry.ms, at - before) for (before, _), (at, entry) in pairwise(charged) if type(entry) is log.TimeGivenBack
    ]
    assert given
    assert all(ms <= passed for ms, passed in given)


@pytest.mark.parametrize("seconds", [2, 5])
async def test_while_the_database_cannot_be_written_no_clock_runs(url: str, tmp_path: Path, seconds: int) -> None:
    async with playing(url, tmp_path, workers=1) as world:
        interruption = await outage(world, seconds)
        check_charged(world, await timed_out(world), interruption)


async def test_nor_when_that_lasts_until_writers_have_given_up(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    async with playing(url, tmp_path, workers=1) as world:
        interruption = await outage(world, 18)
        check_charged(world, await timed_out(world), interruption)


@pytest.mark.parametrize("kill", [False, True], ids=["both live on", "the driver is killed"])
async def test_nor_with_two_workers_whoever_drives_afterwards(url: str, tmp_path: Path, kill: bool) -> None:
    async with playing(url, tmp_path, workers=2) as world:
        interruption = await outage(world, BANK + 1, world.servers[0].kill if kill else lambda: None)
        check_charged(world, await timed_out(world), interruption)


async def test_who_is_to_move_after_one_whose_move_waited_has_all_their_time(url: str, tmp_path: Path) -> None:
    async with playing(url, tmp_path, workers=1) as world:
        moving: list[asyncio.Task[dict[str, Any]]] = []
        interruption = await outage(world, 4, lambda: moving.append(asyncio.create_task(world.mover.play())))
        assert (await moving[0])["type"] == "done"
        await world.mover.until(lambda update: update["position"] > 1)
        entries = await world.log()
        first, second = [(at, entry) for at, entry in entries if isinstance(entry, log.Moved)][:2]
        assert (first[1].seat, first[1].by) == (world.seat, "person")
        assert (second[1].seat, second[1].by) == (1 - world.seat, "clock")
        assert second[0] - interruption.end >= BANK * 1000
        check_once(entries)


async def test_a_worker_that_stands_still_charges_nobody_for_it(tmp_path: Path) -> None:
    async with playing(f"sqlite:///{tmp_path}/t.db", tmp_path, workers=1) as world:
        async with in_time(world, lambda: standing_still(world.servers[0])):
            start = now()
            await asyncio.sleep(BANK + 1)
            interruption = Interruption(start, now())
        check_charged(world, await timed_out(world), interruption)


async def test_a_worker_that_stands_still_and_is_replaced_does_not_meddle_when_it_wakes(
    url: str, tmp_path: Path
) -> None:
    async with playing(url, tmp_path, workers=2) as world:
        async with in_time(world, lambda: standing_still(world.servers[0])):
            await world.wire.until(lambda update: any(one["type"] == "adjourned" for one in update.get("news", [])))
            await world.wire.until(lambda update: update["position"] > 0)
        await world.wire.until(lambda update: update["position"] > 2)  # and so do all others, with both of them there
        entries = await world.log()
        started = next(at for at, entry in entries if isinstance(entry, log.Started))
        moved = [(at, entry) for at, entry in entries if isinstance(entry, log.Moved)]
        away = next(entry.ms for _, entry in entries if isinstance(entry, log.TimeGivenBack))
        assert all(entry.by == "clock" for _, entry in moved)
        assert moved[0][0] - started - away >= BANK * 1000
        check_once(entries)


async def test_the_countdown_of_a_table_in_real_time_begins_anew(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    with Server(tmp_path, url, limits="0").start() as server:
        people = [Person(server, name) for name in ("Ann", "Ben")]
        for _ in range(TRIES):
            id, wire = await counting_down(server, people)
            with unwritable(url) as read:
                if moves(read, id) == 2:  # else it was over before: this process stood still
                    await asyncio.sleep(4)
                    end = now()
                    break
        else:
            raise AssertionError(f"no countdown of {TRIES} was met running")
        await wire.until(lambda update: update["view"]["phase"] == "play")
        _, rows = (await read_logs(url, {id}))[id]
        moved = [(row.at, entry) for row in rows if isinstance(entry := log.decode(row.body), log.Moved)]
        assert [(entry.move, entry.by) for _, entry in moved][-1] == ("go", "clock")
        assert moved[-1][0] - end >= 3_000


async def counting_down(server: Server, people: list[Person]) -> tuple[str, Wire]:
    """A table in real time at which both have said that they are ready; a socket there."""
    id, invite = people[0].create_table(server, game="wildstyle", seats=2)
    for message in ({"type": "sit"}, {"type": "ready"}):
        people[1].say(server, id, invite, **message)
    people[0].say(server, id, type="start")
    wire = await Wire(server, people[1], id).open()
    for person in people:
        assert person.say(server, id, type="play", move="ready")["type"] == "done"
    return id, wire


OUTAGES = int(os.environ.get("PANDARIUM_OUTAGES", "0"))
"""How many more outages to go through, of 2 to 20 seconds: PANDARIUM_OUTAGES=100 pytest … -k many -n 8."""


@pytest.mark.skipif(not OUTAGES, reason="PANDARIUM_OUTAGES says through how many outages to go")
@pytest.mark.parametrize("number", range(OUTAGES or 1))
async def test_nobody_is_charged_for_any_of_many_outages(tmp_path: Path, number: int) -> None:
    chance = Random(f"{os.environ.get('PANDARIUM_KILL_SEED', 'outage')} {number}")
    workers = chance.choice([1, 2])
    kills = workers > 1 and chance.random() < 0.5
    with ExitStack() as stack:
        url = f"sqlite:///{tmp_path}/t.db" if number % 2 else stack.enter_context(postgres_database())
        async with playing(url, tmp_path, workers) as world:
            interruption = await outage(world, chance.uniform(2, 20), world.servers[0].kill if kills else lambda: None)
            check_charged(world, await timed_out(world), interruption)
