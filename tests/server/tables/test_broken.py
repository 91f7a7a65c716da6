"""An entry that is in the log but cannot be carried out: no copy that was changed by half stays in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.server.bots.driver import Driver
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.cluster.peers import Peers
from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.store import Store
from pandarium.server.store.schema import entries
from pandarium.server.tables import apply
from pandarium.server.tables.closing import close_table
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from server.harness import PATIENCE
from server.support import ANN, BEN


class Visitor:
    """Somebody who looks at a table, and sees every update until they are sent away."""

    def __init__(self, loaded: LoadedTable, asker: Asker) -> None:
        self.loaded, self.asker = loaded, asker
        self.seen: list[int] = []
        self.stopped: int | None = None

    def wake(self) -> None:
        if self.stopped is None:
            self.seen.append(msgspec.json.decode(self.loaded.update(self.asker, 0), type=protocol.Update).seq)

    def stop(self, code: int, reason: str) -> None:
        self.stopped = code


@pytest.fixture
async def hubs(tmp_path: Path) -> AsyncIterator[Callable[[str], Hub]]:
    store = await Store.open(f"sqlite:///{tmp_path}/t.db")
    made: list[Hub] = []

    def make(worker: str) -> Hub:
        made.append(Hub(store, Settings(database=store.url, bot_delay=0), Metrics(), MemoryBus(), worker))
        return made[-1]

    yield make
    for hub in made:
        await hub.stop()
    await store.close()


def break_once(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The next move is made by half: the game has it, the clocks do not. The list tells when that has happened."""
    happened: list[str] = []
    restart = apply._restart_timer

    def fail_once(table: Any, *rest: Any) -> None:
        if not happened and table.position > 0:
            happened.append(table.id)
            raise ZeroDivisionError("in the middle of it")
        restart(table, *rest)

    monkeypatch.setattr(apply, "_restart_timer", fail_once)
    return happened


async def begin(hub: Hub, game: str = "royale", bots: int = 0) -> LoadedTable:
    wanted = protocol.NewTable(game=game, seats=2 + bots, bots=["random"] * bots)
    table = await hub.create(ANN, wanted)
    await hub.handle(table.id, BEN, protocol.Sit(), table.invite)
    await hub.handle(table.id, BEN, protocol.BeReady(), "")
    await hub.handle(table.id, ANN, protocol.Start(), "")
    return await hub.load(table.id)


def a_move(loaded: LoadedTable) -> tuple[Asker, protocol.Play]:
    table = loaded.table
    assert table.match is not None
    seat = table.actors()[0]
    move = table.match.game.say(table.match.state.legal(seat)[0])
    return (ANN, BEN)[seat], protocol.Play(move=move, position=table.position, key="once")


@pytest.mark.parametrize("game", ["royale", "grab"])  # which are committed one by one, and together
async def test_a_table_that_was_changed_by_half_is_read_again(
    hubs: Callable[[str], Hub], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    hub = hubs("w")
    loaded = await begin(hub, game)
    visitor = Visitor(loaded, BEN)
    hub.subscribe(loaded, visitor)
    before = loaded.table.seq
    who, move = a_move(loaded)
    break_once(monkeypatch)
    with pytest.raises(Refusal, match="read again"):
        await hub.handle_at(loaded, who, move)
    assert [row.seq for row in await hub.store.entries(loaded.table.id, after=before)] == [before + 1]
    assert (visitor.stopped, visitor.seen) == (1012, [])  # come back, and nothing of that was shown
    with pytest.raises(Refusal, match="read again"):
        loaded.update(BEN, 0)

    fresh = await hub.load(loaded.table.id)
    assert fresh is not loaded
    assert (fresh.table.seq, fresh.table.position, fresh.table.suspended) == (before + 1, 1, None)
    done = await hub.handle_at(loaded, who, move)  # sent again by whoever still has the old copy
    assert isinstance(done, protocol.Done)
    assert (done.seq, done.again) == (before + 1, True)
    who, move = a_move(fresh)
    await hub.handle_at(loaded, who, msgspec.structs.replace(move, key="next"))
    assert fresh.table.seq == before + 2


async def test_what_others_committed_and_cannot_be_carried_out_here_is_read_again(
    hubs: Callable[[str], Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = hubs("w1"), hubs("w2")
    loaded = await begin(one)
    for take in ("read on", "take in"):
        late = await two.load(loaded.table.id)
        who, move = a_move(loaded)
        done = await one.handle_at(loaded, who, msgspec.structs.replace(move, key=take))
        assert isinstance(done, protocol.Done)
        with monkeypatch.context() as patch:
            break_once(patch)
            if take == "read on":
                with suppress(Refusal):
                    await two.catch_up(late)
            else:
                Peers(two)._take_in(late, await two.store.entries(loaded.table.id, after=late.table.seq))
        assert late.broken
        fresh = await two.load(loaded.table.id)
        assert fresh is not late
        assert (fresh.table.seq, fresh.table.suspended) == (done.seq, None)


async def test_bots_play_on_after_a_move_of_theirs_was_carried_out_by_half(
    hubs: Callable[[str], Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = hubs("w")
    driver = Driver(hub)
    await driver.start()
    table = await hub.create(ANN, protocol.NewTable(game="royale", seats=3, bots=["random"] * 3, sit=False))
    happened = break_once(monkeypatch)
    await hub.handle(table.id, ANN, protocol.Start(), "")
    async with asyncio.timeout(PATIENCE):
        while not (await hub.load(table.id)).table.over:
            await asyncio.sleep(0.02)
    assert happened
    assert (await hub.load(table.id)).table.status == "ended"
    await driver.stop()


async def remove_entry(store: Store, table: str, seq: int) -> None:
    await store.run(
        lambda connection: connection.execute(delete(entries).where(entries.c.table_id == table, entries.c.seq == seq))
    )


async def test_a_copy_that_is_ahead_of_a_restored_log_is_read_again(hubs: Callable[[str], Hub]) -> None:
    hub = hubs("w")
    loaded = await begin(hub)
    for key in ("one", "two"):
        who, move = a_move(loaded)
        await hub.handle_at(loaded, who, msgspec.structs.replace(move, key=key))
    await remove_entry(hub.store, loaded.table.id, loaded.table.seq)
    who, move = a_move(loaded)
    with pytest.raises(Refusal, match="read again"):
        await hub.handle_at(loaded, who, move)
    fresh = await hub.load(loaded.table.id)
    assert (fresh.table.seq, fresh.table.position, fresh.table.suspended) == (loaded.table.seq - 1, 1, None)
    who, move = a_move(fresh)
    await hub.handle_at(fresh, who, move)
    assert [row.seq for row in await hub.store.entries(loaded.table.id)] == list(range(1, fresh.table.seq + 1))


async def test_a_gap_is_found_when_a_table_is_read_on_and_when_it_is_loaded(hubs: Callable[[str], Hub]) -> None:
    one, two = hubs("w1"), hubs("w2")
    loaded = await begin(one)
    late = await two.load(loaded.table.id)
    known = late.table.seq
    for key in ("one", "two"):
        who, move = a_move(loaded)
        await one.handle_at(loaded, who, msgspec.structs.replace(move, key=key))
    await remove_entry(one.store, loaded.table.id, known + 1)
    with pytest.raises(Refusal, match="read again"):
        await two.catch_up(late)
    fresh = await two.load(loaded.table.id)
    assert fresh.table.suspended == Message("protocol.stuck.gap", {"seq": known + 1})
    assert (fresh.table.seq, fresh.table.beyond) == (known, known + 2)
    await two.catch_up(fresh)
    assert not fresh.broken  # there is nothing new to be read
    with pytest.raises(Refusal, match="is missing"):
        await two.handle_at(fresh, ANN, protocol.Say(text="hello"))
    assert await close_table(one.store, loaded.table.id, Message("protocol.closed.given_up"))
    assert (await one.store.entries(loaded.table.id))[-1].seq == known + 3
    await two.reread(loaded.table.id)
    assert fresh.table.status == "closed"
