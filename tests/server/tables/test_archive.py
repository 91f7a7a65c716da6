"""What happened long ago is played out once, and in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium import protocol
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.store import Store
from pandarium.server.tables import judge, storage
from pandarium.server.tables.archive import Archive
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table
from server.harness import PATIENCE
from server.support import ANN, BEN, EVE


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    url = f"sqlite:///{tmp_path}/t.db"
    store = await Store.open(url)
    hub = Hub(store, Settings(database=url, max_log_lines=200), Metrics(), MemoryBus(), "w")
    await hub.start()
    yield hub
    await hub.stop()
    await store.close()


async def played(hub: Hub, moves: int = 20) -> LoadedTable:
    """A public table of royale at which so much has happened."""
    table = await hub.create(ANN, protocol.NewTable(game="royale", seats=2, public=True))
    await hub.handle(table.id, BEN, protocol.Sit(), "")
    await hub.handle(table.id, BEN, protocol.BeReady(), "")
    await hub.handle(table.id, ANN, protocol.Start(), "")
    loaded = await hub.load(table.id)
    await play(hub, loaded, moves)
    return loaded


async def play(hub: Hub, loaded: LoadedTable, steps: int) -> None:
    """So many moves, and words when the game is over."""
    for _ in range(steps):
        match = loaded.table.match
        if match is None or loaded.table.over:
            await hub.handle(loaded.table.id, ANN, protocol.Say(text="well played"), "")
            continue
        seat = loaded.table.actors()[0]
        move = match.game.say(match.state.legal(seat)[0])
        await hub.handle(
            loaded.table.id, [ANN, BEN][seat], protocol.Play(move=move, position=loaded.table.position), ""
        )


async def news(hub: Hub, loaded: LoadedTable, who: judge.Asker, since: int = 0) -> list[int]:
    """The numbers of the news that somebody is told."""
    update = msgspec.json.decode(await hub.reader.update(loaded.table.id, who, "", since), type=protocol.AnyReply)
    assert isinstance(update, protocol.Update)
    assert (update.seq, update.since) == (loaded.table.seq, since)
    return [line.seq for line in update.news]


async def test_everything_since_the_beginning_is_played_out_once_for_each_pair_of_eyes(hub: Hub) -> None:
    loaded = await played(hub)
    for _ in range(3):
        for who in (ANN, BEN, EVE):
            for since in (0, 5):
                assert await news(hub, loaded, who, since) == list(range(since + 1, loaded.table.seq + 1))
    assert hub.archive.walks == 3


async def test_what_was_played_out_grows_with_the_table(hub: Hub) -> None:
    loaded = await played(hub)
    await news(hub, loaded, EVE)
    for _ in range(5):
        await play(hub, loaded, 3)
        assert await news(hub, loaded, EVE) == list(range(1, loaded.table.seq + 1))
    assert hub.archive.walks == 1
    await play(hub, loaded, 12)
    assert await news(hub, loaded, EVE) == list(range(1, loaded.table.seq + 1))
    assert hub.archive.walks == 2, "too much has happened to be at hand"


async def test_a_crowd_that_comes_at_once_costs_one_walk(hub: Hub) -> None:
    loaded = await played(hub)
    expected = list(range(1, loaded.table.seq + 1))
    assert await asyncio.gather(*(news(hub, loaded, EVE) for _ in range(50))) == [expected] * 50
    assert hub.archive.walks == 1


async def test_a_slow_replay_holds_up_nobody_who_comes_to_a_table(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = await played(hub)
    begun, go_on = threading.Event(), threading.Event()
    frames = storage.frames

    def slow(*args: Any) -> Any:
        begun.set()
        assert go_on.wait(PATIENCE)
        return frames(*args)

    monkeypatch.setattr(storage, "frames", slow)
    replays = [asyncio.ensure_future(hub.reader.replay(loaded.table.id, EVE, "", None)) for _ in range(100)]
    await asyncio.to_thread(begun.wait, PATIENCE)
    assert await news(hub, loaded, EVE) == list(range(1, loaded.table.seq + 1))
    assert await news(hub, loaded, ANN) == list(range(1, loaded.table.seq + 1))
    assert not any(replay.done() for replay in replays)
    go_on.set()
    assert len(set(await asyncio.gather(*replays))) == 1
    assert hub.archive.walks == 3


async def test_a_replay_is_played_out_once_until_something_happens(hub: Hub) -> None:
    loaded = await played(hub, 5)
    first, again = [await hub.reader.replay(loaded.table.id, EVE, "", None) for _ in range(2)]
    assert first is again
    await play(hub, loaded, 1)
    frames = msgspec.json.decode(await hub.reader.replay(loaded.table.id, EVE, "", None))
    assert len(frames) == len(msgspec.json.decode(first)) + 1


async def test_old_news_are_the_same_as_they_were_when_they_were_new(hub: Hub) -> None:
    loaded = await played(hub, 0)
    seen: dict[int, bytes] = {}
    for _ in range(20):
        await play(hub, loaded, 1)
        fresh = msgspec.json.decode(loaded.update(ANN, loaded.table.seq - 1))
        seen[loaded.table.seq] = msgspec.json.encode(fresh["news"][0])
    old = msgspec.json.decode(await hub.reader.update(loaded.table.id, ANN, "", 0))["news"]
    assert {line["seq"]: msgspec.json.encode(line) for line in old if line["seq"] in seen} == seen


async def test_logs_are_played_out_beside_the_event_loop(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = await played(hub)
    monkeypatch.setattr("pandarium.server.tables.hub._LONG_LOG", 10)
    threads: list[threading.Thread] = []
    fold = storage.fold

    def watched(*args: Any, **wanted: Any) -> Table:
        threads.append(threading.current_thread())
        return fold(*args, **wanted)

    monkeypatch.setattr(storage, "fold", watched)
    await news(hub, loaded, EVE)
    await hub.reader.replay(loaded.table.id, EVE, "", None)
    del hub._loaded[loaded.table.id]
    await hub.load(loaded.table.id)
    assert len(threads) >= 3
    assert threading.main_thread() not in threads


async def test_what_is_kept_is_bounded_and_the_longest_unasked_goes(hub: Hub) -> None:
    lives = [await played(hub, 10) for _ in range(3)]
    hub.archive = hub.reader._archive = Archive(hub.store, most_bytes=1)
    for loaded in (*lives, *lives):
        assert await news(hub, loaded, EVE) == list(range(1, loaded.table.seq + 1))
    assert hub.archive.walks == 6
    hub.archive = hub.reader._archive = Archive(hub.store)
    for loaded in (*lives, *lives):
        await news(hub, loaded, EVE)
    assert hub.archive.walks == 3


async def test_a_log_does_not_grow_without_end(hub: Hub) -> None:
    loaded = await played(hub, 0)
    for _ in range(100):  # half of what the settings say, since Eve only watches
        await hub.handle(loaded.table.id, EVE, protocol.Say(text="hi"), "")
    with pytest.raises(judge.Refusal) as refused:
        await hub.handle(loaded.table.id, EVE, protocol.Say(text="hi"), "")
    assert refused.value.code == "limit"
