"""One worker dies, another drives on: bots within five seconds, clocks without charging for the time in between."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium import protocol
from pandarium.server.bots.driver import Driver
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.ops.metrics import Metrics
from pandarium.server.people.identity import Identity
from pandarium.server.settings import Settings
from pandarium.server.sockets.socket import Sockets
from pandarium.server.store import Store, StoreError
from pandarium.server.tables import log
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.live import Live
from server.harness import ConnectionClosed, Person, Server, Wire
from server.storm import Storm, postgres_schema, read_logs, redis_url
from server.support import ANN, BEN


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """One database for both workers."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/t.db"
    else:
        with postgres_schema() as schema:
            yield schema


@pytest.fixture
async def pair(url: str, tmp_path: Path) -> AsyncIterator[tuple[Server, Server]]:
    """Two servers that know each other."""
    driving, other = (Server(tmp_path, url, limits="0", redis=redis_url()) for _ in range(2))
    storm = Storm([driving, other], random.Random(1))
    try:
        await storm.start(driving, other)
        yield driving, other
    finally:
        await storm.http.aclose()
        driving.kill()
        other.kill()


def two_people(server: Server, bank: int, increment: int = 0) -> tuple[str, list[Person]]:
    """A game of two people with clocks, driven by that server."""
    people = [Person(server, name) for name in ("Ann", "Ben")]
    pace = {"kind": "live", "bank": bank, "increment": increment}
    table, invite = people[0].lay(server, game="royale", seats=2, pace=pace)
    for message in ({"type": "sit"}, {"type": "ready"}):
        people[1].say(server, table, invite, **message)
    assert people[0].say(server, table, type="start")["type"] == "done"
    return table, people


async def entries_of(url: str, table: str) -> list[tuple[int, Any]]:
    """The log of a table with its times."""
    _, rows = (await read_logs(url, {table}))[table]
    return [(row.at, log.decode(row.body)) for row in rows]


async def test_when_a_worker_is_killed_another_drives_its_bots_and_clocks_within_five_seconds(
    pair: tuple[Server, Server], url: str
) -> None:
    driving, other = pair
    clocked, people = two_people(driving, bank=5)
    robots = await against_bots(driving, other)
    theirs = await Wire(driving, people[0], clocked).open()
    ours = await Wire(other, people[1], clocked).open()
    update = await ours.until(lambda update: here(update) == [True, True])
    seat = next(number for number, one in enumerate(update["table"]["seats"]) if one.get("ticking"))
    driving.kill()
    gone = time.monotonic()
    await bots_answer(robots, url)
    assert time.monotonic() - gone < 5.0
    await ours.until(lambda update: here(update) == [False, True], 8.0)  # and nobody seems to be here who is not

    await ours.until(lambda update: update["position"] > 0)
    entries = await entries_of(url, clocked)
    started = next(at for at, entry in entries if isinstance(entry, log.Started))
    adjourned, away = next((at, entry.ms) for at, entry in entries if isinstance(entry, log.Adjourned))
    at, moved = next((at, entry) for at, entry in entries if isinstance(entry, log.Moved))
    assert away >= 2_000
    assert (moved.seat, moved.by) == (seat, "clock")
    forgiven = min(away, adjourned - started)
    assert 5_000 <= at - started - forgiven < 7_000  # the whole bank and not much more, of time that somebody drove
    for wire in (robots, ours, theirs):
        await wire.close()


async def test_a_worker_that_is_told_to_stop_hands_over_at_once(pair: tuple[Server, Server], url: str) -> None:
    driving, other = pair
    table, people = two_people(driving, bank=600)
    theirs = await Wire(driving, people[0], table).open()
    ours = await Wire(other, people[1], table).open()
    await ours.until(lambda update: here(update) == [True, True])
    robots = await against_bots(driving, other)
    stopping = asyncio.create_task(asyncio.to_thread(driving.stop))
    with pytest.raises(ConnectionClosed):
        await theirs.until(lambda update: False)
    assert await stopping == 0
    gone = time.monotonic()
    await bots_answer(robots, url)
    assert time.monotonic() - gone < 2.4  # sooner than a stopped heart is noticed
    await ours.until(lambda update: here(update) == [False, True], 8.0)
    for wire in (robots, ours):
        await wire.close()


@pytest.mark.parametrize("kill", [True, False], ids=["killed", "told to stop"])
async def test_nobody_runs_out_of_time_while_there_is_no_server(tmp_path: Path, kill: bool) -> None:
    with Server(tmp_path, f"sqlite:///{tmp_path}/t.db", limits="0") as server:
        table, people = two_people(server, bank=5)
        if kill:
            server.kill()
        else:
            assert await asyncio.to_thread(server.stop) == 0
        gone = time.monotonic()
        await asyncio.sleep(5.0)
        server.start()
        wire = await Wire(server, people[0], table).open()
        update = await wire.until(lambda update: any(one["type"] == "adjourned" for one in update.get("news", [])))
        assert time.monotonic() - gone > 5.0  # with this outage the bank would be empty
        assert update["position"] == 0
        assert next(one["clock"] for one in update["table"]["seats"] if one.get("ticking")) > 2_500
        await wire.close()


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


async def both_look(hubs: list[Hub]) -> tuple[Live, Live]:
    """A game of two people that both workers have in memory."""
    one, two = hubs
    table = await one.create(ANN, protocol.NewTable(game="royale", seats=2))
    await one.act(table.id, BEN, protocol.Sit(), table.invite)
    await one.act(table.id, BEN, protocol.BeReady(), "")
    await one.act(table.id, ANN, protocol.Start(), "")
    return await one.live(table.id), await two.live(table.id)


async def move_at(hub: Hub, live: Live, newest: Live) -> protocol.Done:
    """Whoever is to move does so through that worker, on the newest position."""
    match = newest.table.match
    assert match is not None
    seat = newest.table.actors()[0]
    message = protocol.Play(move=match.game.say(match.state.legal(seat)[0]), position=newest.table.position)
    done = await hub.act_at(live, (ANN, BEN)[seat], message)
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
    await hubs[1].act_at(late, ANN, protocol.Say(text="hello"))
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
    await one.act(table.id, ANN, protocol.Start(), "")  # and nobody drives there
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
    async with asyncio.timeout(10):
        while not (failed and two.lives() and two.lives()[0].table.actors() == [0]):
            await asyncio.sleep(0.02)
    await driver.stop()


async def test_a_table_that_has_left_memory_is_driven_on_although_no_word_of_the_move_came(hubs: list[Hub]) -> None:
    one, two = hubs
    two.settings = msgspec.structs.replace(two.settings, idle_seconds=0.1)
    table = await one.create(ANN, protocol.NewTable(game="royale", seats=3, bots=["random", "random"]))
    await one.act(table.id, ANN, protocol.Start(), "")  # and nobody drives there
    driver = Driver(two)
    await driver.start()
    sweep = two.spawn(two._sweep())
    live = await one.live(table.id)
    async with asyncio.timeout(20):
        while two.lives() or table.id not in two.peers._evicted or live.table.actors() != [0]:
            await one.catch_up(live)
            await asyncio.sleep(0.02)
        sweep.cancel()
        done = await move_at(one, live, live)
        while live.table.actors() == [0]:  # the last of a round may be the first of the next
            done = await move_at(one, live, live)
        await two.peers._look_at_logs()  # the bus has not told
        while live.table.seq == done.seq:
            await one.catch_up(live)
            await asyncio.sleep(0.02)
    await driver.stop()


async def against_bots(driving: Server, other: Server) -> Wire:
    """One person at a server against bots that the other server drives; it is the person's turn."""
    ann = Person(other, "Ann")
    table, _ = ann.lay(driving, game="royale", seats=3, bots=["random", "greedy"])
    wire = await Wire(other, ann, table).open()
    assert ann.say(driving, table, type="start")["type"] == "done"
    await wire.until(lambda update: bool(update.get("legal")))
    return wire


async def bots_answer(wire: Wire, url: str) -> None:
    """The person moves until a bot has moved, too: sometimes it is the same one's turn twice."""
    assert wire.update is not None
    position = wire.update["position"]
    while True:
        reply = await wire.play()
        assert reply["type"] == "done", reply
        await wire.until(lambda update, seq=reply["seq"]: update["seq"] >= seq and bool(update.get("legal")))  # type: ignore[misc]
        moved = [entry for _, entry in await entries_of(url, wire.table) if isinstance(entry, log.Moved)]
        if "bot" in [entry.by for entry in moved[position:]]:
            return


def here(update: dict[str, Any]) -> list[bool]:
    """Which seats are connected."""
    return [one.get("here", False) for one in update["table"]["seats"]]
