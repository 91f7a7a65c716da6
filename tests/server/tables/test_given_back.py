"""Time in which nothing could be written is given back to the clocks, once, before anything is judged. Fake clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pandarium import protocol
from pandarium.protocol.pace import Pace
from pandarium.server.bots.driver import Driver
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.store import Store, StoreError
from pandarium.server.tables import log
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from server.support import ANN, BEGIN, BEN, PEOPLE

BANK = 60


class FakeTime:
    """The time of day, for logs and writes: it passes when we say so."""

    def __init__(self) -> None:
        self.ms = BEGIN

    def jump(self, seconds: float) -> None:
        """Time in which nothing is written."""
        self.ms += round(seconds * 1000)

    async def work(self, seconds: float, *hubs: Hub) -> None:
        """Time in which these workers write twice a second."""
        for _ in range(round(seconds * 2)):
            self.jump(0.5)
            for hub in hubs:
                await hub.store.beat(hub.worker)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    fake = FakeTime()
    monkeypatch.setattr(time, "time_ns", lambda: fake.ms * 1_000_000)
    return fake


@pytest.fixture
async def hubs(tmp_path: Path, clock: FakeTime) -> AsyncIterator[list[Hub]]:
    """Two workers that hear nothing of each other, and whose hearts we beat by hand."""
    url = f"sqlite:///{tmp_path}/t.db"
    found = []
    for worker in ("w1", "w2"):
        settings = Settings(database=url, redis="redis://127.0.0.1:6379/0", bot_delay=0)
        found.append(Hub(await Store.open(url), settings, Metrics(), MemoryBus(), worker))
        found[-1].store.outages.begin(clock.ms)
    yield found
    for hub in found:
        await hub.stop()
        await hub.store.close()


@pytest.fixture
def hub(hubs: list[Hub]) -> Hub:
    return hubs[0]


async def begun(hub: Hub, game: str = "royale", pace: Pace | None = None) -> LoadedTable:
    """A game of Ann and Ben with clocks."""
    pace = pace or Pace(kind="live", bank=BANK, increment=0)
    table = await hub.create(ANN, protocol.NewTable(game=game, seats=2, pace=pace))
    await hub.handle(table.id, BEN, protocol.Sit(), table.invite)
    await hub.handle(table.id, BEN, protocol.BeReady(), "")
    await hub.handle(table.id, ANN, protocol.Start(), "")
    return await hub.load(table.id)


async def move(hub: Hub, loaded: LoadedTable) -> int:
    """Whoever is to move does so; their seat."""
    match = loaded.table.match
    assert match is not None
    seat = loaded.table.actors()[0]
    text = match.game.say(match.state.legal(seat)[0])
    await hub.handle_at(loaded, PEOPLE[seat], protocol.Play(move=text, position=loaded.table.position))
    return seat


def left(loaded: LoadedTable, seat: int) -> int:
    """Milliseconds on that seat's clock."""
    assert loaded.table.clocks is not None
    return loaded.table.clocks.remaining(seat, time.time_ns() // 1_000_000)


async def entries(hub: Hub, loaded: LoadedTable) -> list[log.AnyEntry]:
    return [log.decode(row.body) for row in await hub.store.entries(loaded.table.id)]


async def given_back(hub: Hub, loaded: LoadedTable) -> list[int]:
    return [entry.ms for entry in await entries(hub, loaded) if isinstance(entry, log.TimeGivenBack)]


async def moved_by(hub: Hub, loaded: LoadedTable) -> list[str]:
    return [entry.by for entry in await entries(hub, loaded) if isinstance(entry, log.Moved)]


async def test_whoever_moves_first_after_an_outage_is_not_charged_for_it(hub: Hub, clock: FakeTime) -> None:
    loaded = await begun(hub)
    await clock.work(2, hub)
    clock.jump(9)
    seat = await move(hub, loaded)
    assert await given_back(hub, loaded) == [9_000]
    assert left(loaded, seat) == BANK * 1000 - 2_000


@pytest.mark.parametrize("seconds", [2, 5, 9, 18])
async def test_the_same_outage_is_given_back_once_whoever_finds_it(
    hubs: list[Hub], clock: FakeTime, seconds: int
) -> None:
    one, two = hubs
    loaded = await begun(one)
    late = await two.load(loaded.table.id)
    await clock.work(2, *hubs)
    clock.jump(seconds)
    for hub, its in ((one, loaded), (two, late), (one, loaded)):
        await hub.store.beat(hub.worker)
        await hub.give_time_back(its)
    two.nobody_drove(loaded.table.id, seconds * 1000)  # and as if it had been taken over meanwhile, too
    await two.give_time_back(late)
    await one.catch_up(loaded)
    seat = loaded.table.actors()[0]
    assert await given_back(one, loaded) == [seconds * 1000]
    assert left(loaded, seat) == left(late, seat) == BANK * 1000 - 2_000


async def test_time_in_which_it_could_be_written_is_charged(hub: Hub, clock: FakeTime) -> None:
    loaded = await begun(hub)
    await clock.work(7, hub)
    seat = await move(hub, loaded)
    assert await given_back(hub, loaded) == []
    assert left(loaded, seat) == BANK * 1000 - 7_000


async def test_who_could_not_see_a_move_because_its_commit_took_long_is_not_charged(
    hub: Hub, clock: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = await begun(hub)
    await clock.work(1, hub)
    append = hub.store.append_many

    async def slowly(*args: Any) -> bool:
        clock.jump(5)
        return await append(*args)

    monkeypatch.setattr(hub.store, "append_many", slowly)
    seat = await move(hub, loaded)
    monkeypatch.setattr(hub.store, "append_many", append)
    await hub.give_time_back(loaded)
    assert left(loaded, seat) == BANK * 1000 - 1_000
    assert left(loaded, 1 - seat) == BANK * 1000


@pytest.mark.parametrize("seconds", [0.6, 3])
async def test_where_every_commit_takes_long_moves_are_made_and_nobody_is_charged(
    hub: Hub, clock: FakeTime, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    """Giving time back is itself a commit that takes long: it must not have to come first, or there is no end of it."""
    loaded = await begun(hub)
    append = hub.store.append_many

    async def slowly(*args: Any) -> bool:
        hub.store.outages.tries(clock.ms)
        clock.jump(seconds)
        return await append(*args)

    monkeypatch.setattr(hub.store, "append_many", lambda *args: asyncio.ensure_future(slowly(*args)))
    for number in range(1, 6):
        await move(hub, loaded)
        assert loaded.table.position == number
    monkeypatch.setattr(hub.store, "append_many", append)
    await hub.give_time_back(loaded)
    assert [left(loaded, seat) for seat in (0, 1)] == [BANK * 1000] * 2


async def test_absence_of_a_driver_and_an_outage_of_ones_own_are_given_back_together(hub: Hub, clock: FakeTime) -> None:
    loaded = await begun(hub)
    await clock.work(10, hub)
    clock.jump(3)
    hub.nobody_drove(loaded.table.id, 7_000)
    await hub.give_time_back(loaded)
    assert await given_back(hub, loaded) == [7_000]


async def test_where_no_clock_runs_nothing_is_noted(hub: Hub, clock: FakeTime) -> None:
    loaded = await begun(hub, pace=Pace(kind="relaxed"))
    clock.jump(30)
    await move(hub, loaded)
    assert await given_back(hub, loaded) == []


async def test_the_clock_of_a_table_in_real_time_begins_anew(hub: Hub, clock: FakeTime) -> None:
    loaded = await begun(hub, "wildstyle", Pace(kind="relaxed"))
    for asker in (ANN, BEN):
        await hub.handle_at(loaded, asker, protocol.Play(move="ready"))
    assert loaded.table.timer is not None
    seconds = loaded.table.timer.seconds
    clock.jump(5)
    await hub.store.beat(hub.worker)
    await hub.give_time_back(loaded)
    assert await given_back(hub, loaded) == [5_000]
    assert loaded.table.timer.due == clock.ms + seconds * 1000


# time-outs


@pytest.fixture
async def driver(hub: Hub) -> AsyncIterator[Driver]:
    """It drives, but its heart beats when we say so."""
    driver = Driver(hub)
    yield driver
    await driver.stop()


async def test_a_worker_that_stood_still_gives_back_before_its_timers_make_moves(
    hub: Hub, driver: Driver, clock: FakeTime
) -> None:
    loaded = await begun(hub)
    await clock.work(BANK - 10, hub)
    clock.jump(30)  # frozen; and when it goes on, the first thing that happens is that its timer fires
    await driver._time_out(loaded.table.id)
    assert await moved_by(hub, loaded) == []
    driver._after_beat()
    await driver._give_time_back()
    await driver._time_out(loaded.table.id)
    assert (await moved_by(hub, loaded), await given_back(hub, loaded)) == ([], [30_000])
    assert left(loaded, loaded.table.actors()[0]) == 10_000
    await clock.work(10, hub)
    await driver._time_out(loaded.table.id)
    assert await moved_by(hub, loaded) == ["clock"]


async def test_a_time_out_that_falls_due_while_nothing_can_be_written_waits(
    hub: Hub, driver: Driver, clock: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = await begun(hub)
    await clock.work(BANK - 1, hub)
    beat = hub.store.beat

    async def fails(worker: str) -> None:
        raise StoreError("the database is away")

    monkeypatch.setattr(hub.store, "beat", fails)
    clock.jump(2)
    await driver._time_out(loaded.table.id)
    assert loaded.table.id in driver._timers  # to look again
    assert await moved_by(hub, loaded) == []

    async def comes_back(worker: str) -> None:
        clock.jump(9)
        await beat(worker)

    monkeypatch.setattr(hub.store, "beat", comes_back)
    await driver._time_out(loaded.table.id)
    monkeypatch.setattr(hub.store, "beat", beat)
    driver._after_beat()
    await driver._time_out(loaded.table.id)
    assert (await moved_by(hub, loaded), await given_back(hub, loaded)) == ([], [11_000])


async def test_a_time_out_that_falls_due_at_the_beginning_of_an_outage_waits_for_its_end(
    hub: Hub, driver: Driver, clock: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot be known yet that it is one; so it is written first that we could write."""
    loaded = await begun(hub)
    await clock.work(BANK - 0.5, hub)
    clock.jump(0.6)
    beat = hub.store.beat

    async def slowly(worker: str) -> None:
        clock.jump(4)
        await beat(worker)

    monkeypatch.setattr(hub.store, "beat", slowly)
    await driver._time_out(loaded.table.id)
    monkeypatch.setattr(hub.store, "beat", beat)
    driver._after_beat()
    await driver._time_out(loaded.table.id)
    assert (await moved_by(hub, loaded), await given_back(hub, loaded)) == ([], [4_600])


async def test_a_worker_that_freezes_after_it_looked_at_the_time_judges_by_the_time_before(
    hub: Hub, driver: Driver, clock: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = await begun(hub)
    await clock.work(BANK - 1, hub)
    commit = hub._log_writer.write

    async def late(*args: Any) -> bool:
        clock.jump(0.9)  # too short to be noticed
        return await commit(*args)

    monkeypatch.setattr(hub._log_writer, "write", late)
    await driver._time_out(loaded.table.id)
    assert await moved_by(hub, loaded) == []


async def test_what_could_not_be_given_back_is_with_the_next_move(
    hub: Hub, driver: Driver, clock: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = await begun(hub)
    await clock.work(1, hub)
    clock.jump(5)
    append = hub.store.append_many

    async def fails(*args: Any) -> bool:
        raise StoreError("the database is away")

    monkeypatch.setattr(hub.store, "append_many", fails)
    driver.look(loaded)
    await driver._give_time_back()  # which does not fall over
    with pytest.raises(Refusal):
        await move(hub, loaded)
    monkeypatch.setattr(hub.store, "append_many", append)
    clock.jump(3)
    seat = await move(hub, loaded)
    assert await given_back(hub, loaded) == [8_000]
    assert left(loaded, seat) >= BANK * 1000 - 1_000
