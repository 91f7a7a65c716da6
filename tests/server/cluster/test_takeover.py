"""One worker dies, another drives on: bots within five seconds, clocks without charging for the time in between."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium import protocol
from pandarium.server.bots.driver import Driver
from pandarium.server.cluster import leases
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.cluster.peers import Peers
from pandarium.server.ops.metrics import Metrics
from pandarium.server.people.identity import Identity
from pandarium.server.settings import Settings
from pandarium.server.sockets.sockets import Sockets
from pandarium.server.store import Store, StoreError
from pandarium.server.tables import log
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.loaded_table import LoadedTable
from server.chaos import ChaosRun, read_logs, redis_url
from server.harness import PATIENCE, ConnectionClosed, Person, Server, Wire
from server.interruptions import TRIES
from server.postgres import postgres_database
from server.support import ANN, BEN


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """One database for both workers."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/t.db"
    else:
        with postgres_database() as url:
            yield url


@pytest.fixture
async def pair(url: str, tmp_path: Path) -> AsyncIterator[tuple[Server, Server]]:
    """Two servers that know each other."""
    async with started(tmp_path, url) as servers:
        yield servers


@asynccontextmanager
async def started(tmp_path: Path, url: str, before: str = "") -> AsyncIterator[tuple[Server, Server]]:
    """Two servers that know each other; `before` is Python that each runs first."""
    driving, other = (Server(tmp_path, url, before=before, limits="0", redis=redis_url()) for _ in range(2))
    chaos = ChaosRun([driving, other], random.Random(1))
    try:
        await chaos.start(driving, other)
        yield driving, other
    finally:
        await chaos.http.aclose()
        driving.kill()
        other.kill()


def two_people(server: Server, bank: int, *, start: bool = True) -> tuple[str, list[Person]]:
    """A game of two people with clocks, driven by that server; or all but begun."""
    people = [Person(server, name) for name in ("Ann", "Ben")]
    pace = {"kind": "live", "bank": bank, "increment": 0}
    table, invite = people[0].create_table(server, game="royale", seats=2, pace=pace)
    for message in ({"type": "sit"}, {"type": "ready"}):
        people[1].say(server, table, invite, **message)
    if start:
        assert people[0].say(server, table, type="start")["type"] == "done"
    return table, people


async def entries_of(url: str, table: str) -> list[tuple[int, Any]]:
    """The log of a table with its times."""
    _, rows = (await read_logs(url, {table}))[table]
    return [(row.at, log.decode(row.body)) for row in rows]


def test_a_worker_that_has_gone_is_missed_within_five_seconds() -> None:
    """Others look with every heartbeat of theirs; a second is left for the bot to think."""
    assert leases.STALE_MS / 1000 + 2 * leases.BEAT <= 4.0


async def test_when_a_worker_is_killed_another_drives_its_bots_and_clocks(
    pair: tuple[Server, Server], url: str
) -> None:
    driving, other = pair
    for _ in range(TRIES):
        clocked, people = two_people(driving, bank=5, start=False)
        robots = await against_bots(driving, other)
        theirs = await Wire(driving, people[0], clocked).open()
        ours = await Wire(other, people[1], clocked).open()
        await ours.until(lambda update: here(update) == [True, True])
        assert (await theirs.ask(type="start"))["type"] == "done"
        update = await ours.until(lambda update: any(one.get("ticking") for one in update["table"]["seats"]))
        seat = next(number for number, one in enumerate(update["table"]["seats"]) if one.get("ticking"))
        driving.kill()
        if not any(isinstance(entry, log.Moved) for _, entry in await entries_of(url, clocked)):
            break
        await asyncio.to_thread(driving.start)  # this process stood still until the clock had run out: once more
    else:
        raise AssertionError(f"no clock of {TRIES} was met running")
    await bots_answer(robots, url)
    await ours.until(lambda update: here(update) == [False, True])  # and nobody seems to be here who is not

    await ours.until(lambda update: update["position"] > 0)
    entries = await entries_of(url, clocked)
    started = next(at for at, entry in entries if isinstance(entry, log.Started))
    given_at, away = next((at, entry.ms) for at, entry in entries if isinstance(entry, log.TimeGivenBack))
    at, moved = next((at, entry) for at, entry in entries if isinstance(entry, log.Moved))
    assert 0 < away <= given_at - started
    assert (moved.seat, moved.by) == (seat, "clock")
    assert at - started - away >= 5_000  # the whole bank, of time that somebody drove
    updates = [update for update in map(json.loads, ours.received) if update["type"] == "update"]
    clocks = [one.get("clock") or 0 for update in updates for one in update["table"]["seats"]]
    assert 0 < max(clocks) <= 5_000, "and no more"
    for wire in (robots, ours, theirs):
        await wire.close()


_NO_HEART_IS_MISSED = """
from pandarium.server.bots import driver
driver.STALE_MS = 3_600_000
"""


async def test_a_worker_that_is_told_to_stop_hands_over_at_once(url: str, tmp_path: Path) -> None:
    async with started(tmp_path, url, _NO_HEART_IS_MISSED) as (driving, other):
        table, people = two_people(driving, bank=600)
        theirs = await Wire(driving, people[0], table).open()
        ours = await Wire(other, people[1], table).open()
        await ours.until(lambda update: here(update) == [True, True])
        robots = await against_bots(driving, other)
        stopping = asyncio.create_task(asyncio.to_thread(driving.stop))
        with pytest.raises(ConnectionClosed):
            await theirs.until(lambda update: False)
        assert await stopping == 0
        await bots_answer(robots, url)
        await ours.until(lambda update: here(update) == [False, True])
        for wire in (robots, ours):
            await wire.close()


@pytest.mark.parametrize("kill", [True, False], ids=["killed", "told to stop"])
async def test_nobody_runs_out_of_time_while_there_is_no_server(tmp_path: Path, kill: bool) -> None:
    with Server(tmp_path, f"sqlite:///{tmp_path}/t.db", limits="0") as server:
        table, people = two_people(server, bank=600)
        if kill:
            server.kill()
        else:
            assert await asyncio.to_thread(server.stop) == 0
        an_hour_passes(tmp_path / "t.db")
        server.start()
        wire = await Wire(server, people[0], table).open()
        update = await wire.until(lambda update: any(one["type"] == "adjourned" for one in update.get("news", [])))
        assert update["position"] == 0
        assert next(one["clock"] for one in update["table"]["seats"] if one.get("ticking")) > 300_000
        await wire.close()


def an_hour_passes(database: Path) -> None:
    """All that was written down there was written down an hour before."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE entries SET at = at - 3600000")
        connection.execute("UPDATE workers SET seen = seen - 3600000 WHERE seen > 0")
        connection.execute("UPDATE workers SET seen = seen + 3600000 WHERE seen < 0")  # those that have retired


# a worker that has not heard of the newest yet


@pytest.fixture
async def hubs(tmp_path: Path) -> AsyncIterator[list[Hub]]:
    """Two workers in this process that hear nothing of each other."""
    url = f"sqlite:///{tmp_path}/t.db"
    found = []
    for worker in ("w1", "w2"):
        settings = Settings(database=url, redis="redis://127.0.0.1:6379/0", bot_delay=0)
        found.append(Hub(await Store.open(url), settings, Metrics(), MemoryBus(), worker))
    yield found
    for hub in found:
        await hub.stop()
        await hub.store.close()


async def both_look(hubs: list[Hub]) -> tuple[LoadedTable, LoadedTable]:
    """A game of two people that both workers have in memory."""
    one, two = hubs
    table = await one.create(ANN, protocol.NewTable(game="royale", seats=2))
    await one.handle(table.id, BEN, protocol.Sit(), table.invite)
    await one.handle(table.id, BEN, protocol.BeReady(), "")
    await one.handle(table.id, ANN, protocol.Start(), "")
    return await one.load(table.id), await two.load(table.id)


async def move_at(hub: Hub, loaded: LoadedTable, newest: LoadedTable) -> protocol.Done:
    """Whoever is to move does so through that worker, on the newest position."""
    match = newest.table.match
    assert match is not None
    seat = newest.table.actors()[0]
    message = protocol.Play(move=match.game.say(match.state.legal(seat)[0]), position=newest.table.position)
    done = await hub.handle_at(loaded, (ANN, BEN)[seat], message)
    assert isinstance(done, protocol.Done)
    return done


async def test_nobody_is_refused_on_old_news(hubs: list[Hub]) -> None:
    fresh, late = await both_look(hubs)
    await move_at(hubs[0], fresh, fresh)
    done = await move_at(hubs[1], late, fresh)  # on a position that this worker has not heard of
    assert done.seq == fresh.table.seq + 1


async def test_whoever_comes_from_another_worker_is_not_sent_back_in_time(hubs: list[Hub]) -> None:
    fresh, late = await both_look(hubs)
    done = await move_at(hubs[0], fresh, fresh)
    sockets = Sockets(hubs[1], Identity("k" * 32))
    assert await sockets._since({"since": [str(done.seq)]}, late) == done.seq
    assert late.table.seq == done.seq
    assert await sockets._since({"since": [str(done.seq + 5)]}, late) == done.seq


async def test_what_was_rendered_before_a_lost_race_does_not_go_out_under_a_new_number(
    hubs: list[Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, late = await both_look(hubs)
    since = late.table.seq - 1
    late.update(ANN, since)
    done = await move_at(hubs[0], fresh, fresh)
    seen: list[protocol.Update] = []
    append = hubs[1].store.append_many

    async def append_and_look(*args: Any) -> bool:
        seen.append(msgspec.json.decode(late.update(ANN, since), type=protocol.Update))
        return await append(*args)

    monkeypatch.setattr(hubs[1].store, "append_many", append_and_look)
    await hubs[1].handle_at(late, ANN, protocol.Say(text="hello"))
    assert [update.seq for update in seen] == [done.seq - 1, done.seq]  # the first attempt, and the second
    for update in seen:
        assert [news.seq for news in update.news] == list(range(since + 1, update.seq + 1))
    assert seen[1].view != seen[0].view
    assert seen[1].position == fresh.table.position


async def test_a_table_that_cannot_be_read_at_once_is_driven_all_the_same(
    hubs: list[Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = hubs
    table = await one.create(ANN, protocol.NewTable(game="royale", seats=3, bots=["random", "random"]))
    await one.handle(table.id, ANN, protocol.Start(), "")  # and nobody drives there
    entries = two.store.entries
    failed: list[bool] = []

    async def fail_once(*args: Any, **kwargs: Any) -> Any:
        if not failed:
            failed.append(True)
            raise StoreError("the database is asleep")
        return await entries(*args, **kwargs)

    monkeypatch.setattr(two.store, "entries", fail_once)
    driver = Driver(two)
    await driver.start()
    async with asyncio.timeout(PATIENCE):
        while not (failed and two.loaded_tables() and two.loaded_tables()[0].table.actors() == [0]):
            await asyncio.sleep(0.02)
    await driver.stop()


async def test_a_table_that_has_left_memory_is_driven_on_although_no_word_of_the_move_came(hubs: list[Hub]) -> None:
    one, two = hubs
    two.settings = msgspec.structs.replace(two.settings, idle_seconds=0.1)
    table = await one.create(ANN, protocol.NewTable(game="royale", seats=3, bots=["random", "random"]))
    await one.handle(table.id, ANN, protocol.Start(), "")  # and nobody drives there
    driver, peers = Driver(two), Peers(two)
    await driver.start()
    sweep = two.spawn(two._sweep())
    loaded = await one.load(table.id)
    async with asyncio.timeout(PATIENCE):
        while two.loaded_tables() or table.id not in peers._evicted or loaded.table.actors() != [0]:
            await one.catch_up(loaded)
            await asyncio.sleep(0.02)
        sweep.cancel()
        done = await move_at(one, loaded, loaded)
        while loaded.table.actors() == [0]:  # the last of a round may be the first of the next
            done = await move_at(one, loaded, loaded)
        await peers._look_at_logs()  # the bus has not told
        while loaded.table.seq == done.seq:
            await one.catch_up(loaded)
            await asyncio.sleep(0.02)
    await driver.stop()


async def against_bots(driving: Server, other: Server) -> Wire:
    """One person at a server against bots that the other server drives; it is the person's turn."""
    ann = Person(other, "Ann")
    table, _ = ann.create_table(driving, game="royale", seats=3, bots=["random", "greedy"])
    wire = await Wire(other, ann, table).open()
    assert ann.say(driving, table, type="start")["type"] == "done"
    await wire.until(lambda update: bool(update.get("legal")))
    return wire


async def bots_answer(wire: Wire, url: str) -> None:
    """The person moves until a bot has moved, too: sometimes it is the same one's turn twice."""
    assert wire.update is not None
    position = wire.update["position"]
    for _ in range(TRIES):
        reply = await wire.play()
        assert reply["type"] == "done", reply
        await wire.until(lambda update, seq=reply["seq"]: update["seq"] >= seq and bool(update.get("legal")))  # type: ignore[misc]
        moved = [entry for _, entry in await entries_of(url, wire.table) if isinstance(entry, log.Moved)]
        if "bot" in [entry.by for entry in moved[position:]]:
            return
    raise AssertionError(f"no bot moves: {moved}")


def here(update: dict[str, Any]) -> list[bool]:
    """Which seats are connected."""
    return [one.get("here", False) for one in update["table"]["seats"]]
