"""Touches that come while the table is busy are judged in order and committed together; nobody hears of it before."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium import protocol
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.store import Store, StoreError
from pandarium.server.tables import log
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from server.harness import PATIENCE
from server.support import ANN, BEN

KEYS = itertools.count()
Reply = protocol.Done | protocol.Hinted | protocol.Pong | BaseException


@pytest.fixture
async def hubs(tmp_path: Path) -> AsyncIterator[list[Hub]]:
    """Two workers on one database, who do not hear of each other but in the log."""
    url = f"sqlite:///{tmp_path}/t.db"
    found = []
    for worker in ("w1", "w2"):
        settings = Settings(database=url, redis="redis://127.0.0.1:6379/0", limits=0)
        found.append(Hub(await Store.open(url), settings, Metrics(), MemoryBus(), worker))
    yield found
    for hub in found:
        await hub.stop()
        await hub.store.close()


async def create_table(hub: Hub) -> LoadedTable:
    """Ann and Ben at a game in real time, with twelve cards to grab."""
    table = await hub.create(ANN, protocol.NewTable(game="grab", seats=2))
    await hub.handle(table.id, BEN, protocol.Sit(), table.invite)
    await hub.handle(table.id, BEN, protocol.BeReady(), "")
    await hub.handle(table.id, ANN, protocol.Start(), "")
    return await hub.load(table.id)


async def grab(hub: Hub, loaded: LoadedTable, *cards: int) -> list[Reply]:
    """Ann and Ben in turns, all at once."""
    touches = (
        hub.handle_at(loaded, (ANN, BEN)[number % 2], protocol.Play(move=f"grab {card}", key=f"k{next(KEYS)}"))
        for number, card in enumerate(cards)
    )
    return await asyncio.gather(*touches, return_exceptions=True)


async def until(there: Callable[[], object]) -> None:
    """Until something is so; nobody else is waited for but the tasks of this process."""
    async with asyncio.timeout(PATIENCE):
        while not there():
            await asyncio.sleep(0)


class BlockedStore:
    """A store whose writes wait until they are let through."""

    def __init__(self, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
        self.commits: list[int] = []
        self.free = asyncio.Event()
        self.fails = False
        append = hub.store.append_many

        async def slowly(table: str, seq: int, at: int, bodies: list[bytes], jobs: Any) -> bool:
            self.commits.append(len(bodies))
            await self.free.wait()
            if self.fails:
                raise StoreError("the disk is full")
            return await append(table, seq, at, bodies, jobs)

        monkeypatch.setattr(hub.store, "append_many", slowly)


async def test_who_waits_for_the_disk_is_committed_with_the_others_in_order_of_arrival(
    hubs: list[Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = hubs[0]
    loaded = await create_table(hub)
    store, before = BlockedStore(hub, monkeypatch), loaded.table.seq
    first = asyncio.create_task(grab(hub, loaded, 0))
    await until(lambda: store.commits)
    others = asyncio.create_task(grab(hub, loaded, 1, 2, 2, 3, 1))
    await until(lambda: len(loaded.waiting) == 5)
    assert loaded.table.seq == before, "nobody hears of anything that is not on the disk"
    assert msgspec.json.decode(loaded.update(ANN, before))["seq"] == before
    store.free.set()
    assert [reply.seq for reply in await first if isinstance(reply, protocol.Done)] == [before + 1]
    one, two, late, three, later = await others
    assert store.commits == [1, 3]
    assert [reply.seq for reply in (one, two, three) if isinstance(reply, protocol.Done)] == [
        before + 2,
        before + 3,
        before + 4,
    ]
    for reply in (late, later):
        assert isinstance(reply, Refusal)
        assert (reply.code, reply.rule) == ("illegal move", "GB-2")
    rows = await hub.store.entries(loaded.table.id, after=before)
    moved = [log.decode(row.body) for row in rows]
    assert [(entry.seat, entry.move) for entry in moved if isinstance(entry, log.Moved)] == [
        (0, "grab 0"),
        (0, "grab 1"),
        (1, "grab 2"),
        (1, "grab 3"),
    ]
    assert loaded.table.seq == before + 4


async def test_a_touch_that_comes_twice_at_once_is_done_once(hubs: list[Hub]) -> None:
    hub = hubs[0]
    loaded = await create_table(hub)
    before = loaded.table.seq
    message = protocol.Play(move="grab 5", key="the same")
    replies = await asyncio.gather(*(hub.handle_at(loaded, ANN, message) for _ in range(5)))
    assert loaded.table.seq == before + 1
    assert sorted(reply.again for reply in replies if isinstance(reply, protocol.Done)) == [False, *[True] * 4]


async def test_the_game_ends_once_with_whoever_took_the_last_card(hubs: list[Hub]) -> None:
    hub = hubs[0]
    loaded = await create_table(hub)
    replies = await grab(hub, loaded, *range(12), 11, 0)
    assert [isinstance(reply, protocol.Done) for reply in replies] == [True] * 12 + [False] * 2
    assert [reply.code for reply in replies if isinstance(reply, Refusal)] == ["wrong time"] * 2
    row = await hub.store.table(loaded.table.id)
    assert row is not None
    assert row.status == loaded.table.status == "ended"
    assert row.outcome is not None
    assert msgspec.json.decode(row.outcome)["scores"] == list(loaded.table.outcome.scores)  # type: ignore[union-attr]


async def test_who_lost_the_place_in_the_log_is_judged_again(hubs: list[Hub]) -> None:
    one, two = hubs
    loaded = await create_table(one)
    late = await two.load(loaded.table.id)
    await grab(one, loaded, 0, 1, 2, 3)
    replies = await grab(two, late, 4, 1, 5)
    assert [isinstance(reply, protocol.Done) for reply in replies] == [True, False, True]
    assert isinstance(replies[1], Refusal)
    assert replies[1].rule == "GB-2"
    await one.catch_up(loaded)
    assert loaded.table.match is not None
    assert late.table.match is not None
    assert loaded.table.match.state.dump() == late.table.match.state.dump()


async def test_when_the_disk_fails_all_of_them_are_told_and_nothing_has_changed(
    hubs: list[Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = hubs[0]
    loaded = await create_table(hub)
    store, before = BlockedStore(hub, monkeypatch), loaded.table.seq
    store.fails = True
    store.free.set()
    replies = await grab(hub, loaded, 0, 1, 2)
    assert [reply.code for reply in replies if isinstance(reply, Refusal)] == ["busy"] * 3
    assert loaded.table.seq == before
    store.fails = False
    assert all(isinstance(reply, protocol.Done) for reply in await grab(hub, loaded, 0, 1, 2))


async def test_somebody_who_hangs_up_takes_nobody_along(hubs: list[Hub], monkeypatch: pytest.MonkeyPatch) -> None:
    hub = hubs[0]
    loaded = await create_table(hub)
    store, before = BlockedStore(hub, monkeypatch), loaded.table.seq
    gone = asyncio.create_task(grab(hub, loaded, 0))
    await until(lambda: store.commits)
    stays = asyncio.create_task(grab(hub, loaded, 1))
    await until(lambda: loaded.waiting)
    gone.cancel()
    store.free.set()
    (reply,) = await stays
    assert isinstance(reply, protocol.Done)
    assert loaded.table.seq == before + 2, "what was touched is touched"


async def test_a_server_that_stops_commits_what_it_was_asked_before(
    hubs: list[Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = hubs[0]
    loaded = await create_table(hub)
    store, before = BlockedStore(hub, monkeypatch), loaded.table.seq
    asked = asyncio.create_task(grab(hub, loaded, 0, 1))
    await until(lambda: store.commits)
    stopping = asyncio.create_task(hub.stop())
    await until(lambda: hub._stopping)
    await asyncio.sleep(0)
    store.free.set()
    assert all(isinstance(reply, protocol.Done) for reply in await asked)
    await stopping
    assert len(await hub.store.entries(loaded.table.id, after=before)) == 2
