"""Tables that this version of the program cannot play: they wait, and nobody's clock runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import Connection, update

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.core.registry import game
from pandarium.protocol.pace import DAY, Pace
from pandarium.server.admin.tidy import tidy
from pandarium.server.bots.driver import Driver
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.cluster.notices import Noticeboard
from pandarium.server.ops.metrics import Metrics
from pandarium.server.ops.now import now_ms
from pandarium.server.settings import Settings
from pandarium.server.store import Store
from pandarium.server.store.schema import workers
from pandarium.server.tables import log
from pandarium.server.tables.closing import close_table
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.table import Table
from pandarium.server.tournaments.registry import TournamentRegistry
from server.harness import PATIENCE
from server.support import ANN, BEN

MISFIT = Message("protocol.stuck.log_does_not_fit")


class Worker:
    """A hub with its driver, in this process."""

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.claims: list[list[tuple[str, int]]] = []
        self.hub = Hub(store, Settings(database=store.url, bot_delay=0), Metrics(), MemoryBus(), name)
        self.driver = Driver(self.hub)

    async def start(self) -> Worker:
        claim = self.store.claim

        async def counted(worker: str, **how: Any) -> list[tuple[str, int]]:
            taken = await claim(worker, **how)
            if worker == self.hub.worker:
                self.claims.append(taken)
            return taken

        self.store.claim = counted  # type: ignore[method-assign]
        await self.hub.start()
        await self.driver.start()
        return self

    async def stop(self) -> None:
        await self.driver.stop()
        await self.hub.stop()

    async def clocked(self) -> Table:
        """A table with clocks at which a move was made."""
        pace = Pace(kind="live", bank=60, increment=0)
        table = await self.hub.create(ANN, protocol.NewTable(game="leduc", seats=2, pace=pace))
        await self.hub.handle(table.id, BEN, protocol.Sit(), table.invite)
        await self.hub.handle(table.id, BEN, protocol.BeReady(), "")
        await self.hub.handle(table.id, ANN, protocol.Start(), "")
        await self.hub.handle(table.id, (ANN, BEN)[table.actors()[0]], protocol.Play(move="raise", position=0), "")
        return table


@pytest.fixture
async def store(tmp_path: Any) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{tmp_path}/t.db")
    yield store
    await store.close()


def break_leduc(patch: pytest.MonkeyPatch) -> None:
    """A version of Leduc hold'em that does not know its own moves any more."""

    def refuse(*_: Any) -> None:
        raise KeyError("raise")

    patch.setattr(type(game("leduc")), "read", refuse)


async def until(condition: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def driver_of(store: Store, table: str) -> str | None:
    row = await store.table(table)
    assert row is not None
    return row.driver


async def test_a_table_that_cannot_be_played_is_given_back_once_and_its_clocks_stand_still(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await Worker(store, "old").start()
    table = await old.clocked()
    await old.stop()
    rows = await store.entries(table.id)

    with monkeypatch.context() as patch:
        break_leduc(patch)
        broken = await Worker(store, "broken").start()
        await until(lambda: len(broken.claims) >= 4)
        assert [[id for id, _ in taken] for taken in broken.claims if taken] == [[table.id]]
        assert broken.driver.held == set()
        assert (await driver_of(store, table.id) or "").startswith("nobody_")
        loaded = await broken.hub.load(table.id)
        assert loaded.table.suspended == MISFIT
        with pytest.raises(Refusal, match="does not fit"):
            await broken.hub.commit(loaded, lambda _: [log.TimeGivenBack(ms=5)])
        await broken.stop()
    assert await store.entries(table.id) == rows

    def hours_ago(connection: Connection) -> None:
        connection.execute(
            update(workers).where(workers.c.id.startswith("nobody")).values(seen=workers.c.seen + 7_200_000)
        )

    await store.run(hours_ago)
    again = await Worker(store, "again").start()
    await until(lambda: any(again.claims))
    loaded = await again.hub.load(table.id)
    await until(lambda: loaded.table.seq > len(rows))
    given_back = log.decode((await store.entries(table.id))[len(rows)].body)
    assert isinstance(given_back, log.TimeGivenBack)
    assert 0 < given_back.ms <= now_ms() - table.at, "all that ran on the clock since the last move, and no more"
    assert max(gap for taken in again.claims for _, gap in taken) >= 7_200_000
    seat = loaded.table.actors()[0]
    await again.hub.handle(table.id, (ANN, BEN)[seat], protocol.Play(move="call", position=1), "")
    await again.stop()


async def test_a_worker_that_can_play_it_takes_what_another_has_given_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await Worker(store, "old").start()
    table = await old.clocked()
    await old.stop()
    with monkeypatch.context() as patch:
        break_leduc(patch)
        broken = await Worker(store, "broken").start()
        await until(lambda: any(broken.claims))
        await until(lambda: table.id in broken.driver._handed_back and not broken.driver.held)
    able = await Worker(store, "able").start()
    await until(lambda: table.id in able.driver.held)
    assert await driver_of(store, table.id) == "able"
    await broken.stop()
    await able.stop()


async def test_what_others_play_at_a_suspended_table_is_seen_until_it_is_over(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    able = await Worker(store, "able").start()
    table = await able.clocked()
    other = Hub(store, Settings(database=store.url), Metrics(), MemoryBus(), "other")
    with monkeypatch.context() as patch:
        break_leduc(patch)
        loaded = await other.load(table.id)
        assert loaded.table.suspended == MISFIT
    await able.hub.handle(table.id, ANN, protocol.Resign(), "")
    with monkeypatch.context() as patch:
        break_leduc(patch)
        await other.catch_up(loaded)
    assert (loaded.table.seq, loaded.table.status, loaded.table.suspended) == (table.seq, "ended", None)
    await able.stop()
    await other.stop()


async def test_a_suspended_table_is_closed_in_words_and_everybody_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = await Worker(store, "w").start()
    table = await worker.clocked()
    await worker.stop()
    break_leduc(monkeypatch)
    hub = Hub(store, Settings(database=store.url), Metrics(), MemoryBus(), "w2")
    notices = Noticeboard(hub, TournamentRegistry(hub))
    loaded = await hub.load(table.id)
    assert loaded.table.suspended == MISFIT
    why = Message("protocol.closed.given_up")
    assert await close_table(store, table.id, why)
    assert not await close_table(store, table.id, why)
    await notices.read()
    assert (loaded.table.status, loaded.table.closed_message, loaded.table.suspended) == ("closed", why, None)
    row = await store.table(table.id)
    assert row is not None
    assert (row.status, row.driver) == ("closed", None)
    await hub.stop()


async def test_a_suspended_table_that_nobody_started_is_forgotten_as_others_are(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = Worker(store, "w")
    table = await worker.hub.create(ANN, protocol.NewTable(game="leduc", seats=2))
    await worker.hub.stop()

    def refuse(*_: Any) -> None:
        raise KeyError("an option of old")

    monkeypatch.setattr(type(game("leduc")), "pace", refuse)
    again = Worker(store, "w2")
    assert (await again.hub.load(table.id)).table.suspended == MISFIT
    settings = Settings(database=store.url)
    await tidy(store, settings, now_ms() + 2 * DAY, pause=0)
    entry = log.decode((await store.entries(table.id))[-1].body)
    assert entry == log.Closed.because(Message("protocol.closed.never_started"))
    await again.hub.stop()
