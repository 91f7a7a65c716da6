"""A table that several workers have in memory: where nobody looks at it, it is read on only when somebody asks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from pandarium import protocol
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.cluster.peers import Peers
from pandarium.server.cluster.publisher import PeerMessage
from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.store import Store
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker
from pandarium.server.tables.loaded_table import LoadedTable
from server.harness import PATIENCE
from server.support import ANN


class Visitor:
    """Somebody who looks at a table."""

    def __init__(self, asker: Asker) -> None:
        self.asker = asker
        self.woken = asyncio.Event()
        self.times = 0

    def wake(self) -> None:
        self.woken.set()
        self.times += 1

    def stop(self, code: int, reason: str) -> None:
        """The test is over."""


@pytest.fixture
async def hubs(tmp_path: Path) -> AsyncIterator[tuple[Hub, Hub]]:
    store = await Store.open(f"sqlite:///{tmp_path}/t.db")
    one, two = (Hub(store, Settings(database=store.url), Metrics(), MemoryBus(), worker) for worker in ("w1", "w2"))
    yield one, two
    for hub in (one, two):
        await hub.stop()
    await store.close()


async def talked(one: Hub, two: Hub, peers: Peers) -> tuple[LoadedTable, LoadedTable, int]:
    """A table that both have in memory, to which one of them has added a line, and has said so."""
    table = await one.create(ANN, protocol.NewTable(game="royale", seats=2))
    mine, theirs = await one.load(table.id), await two.load(table.id)
    before = theirs.table.seq
    await one.handle(table.id, ANN, protocol.Say(text="hello"), "")
    peers._receive(msgspec.msgpack.encode(PeerMessage("w1", table.id, mine.table.seq)))
    return mine, theirs, before


async def test_where_nobody_looks_it_is_not_read_on_before_somebody_asks(hubs: tuple[Hub, Hub]) -> None:
    one, two = hubs
    mine, theirs, before = await talked(one, two, Peers(two))
    assert theirs.behind
    assert await two.turns.at([]) == {}
    assert two._up_to_date(theirs.table.id) is None, "what it knows is not told in the meantime"
    assert theirs.table.seq == before, "nobody has asked"
    assert (await two.load(theirs.table.id)).table.seq == mine.table.seq
    assert not theirs.behind


async def test_whoever_begins_to_look_is_shown_what_came_while_they_were_let_in(hubs: tuple[Hub, Hub]) -> None:
    one, two = hubs
    mine, theirs, before = await talked(one, two, Peers(two))
    visitor = Visitor(ANN)
    two.subscribe(theirs, visitor)
    assert theirs.table.seq == before
    async with asyncio.timeout(PATIENCE):
        await visitor.woken.wait()
    assert theirs.table.seq == mine.table.seq


async def test_where_somebody_looks_it_is_read_on_at_once(
    hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = hubs
    monkeypatch.setattr(two.presence, "announce_later", lambda loaded: None)  # that is told in a moment of its own
    peers = Peers(two)
    mine, theirs, _ = await talked(one, two, peers)
    visitor = Visitor(ANN)
    two.subscribe(theirs, visitor)
    await two.load(theirs.table.id)
    visitor.times = 0
    await one.handle(mine.table.id, ANN, protocol.Say(text="again"), "")
    peers._receive(msgspec.msgpack.encode(PeerMessage("w1", mine.table.id, mine.table.seq)))
    assert peers._reading is not None
    async with asyncio.timeout(PATIENCE):
        await peers._reading
    assert theirs.table.seq == mine.table.seq
    assert visitor.times == 1, "each is sent what is new once"
