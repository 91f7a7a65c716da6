"""Looking through a finished game together: who may lead, what the others are told, and who may be connected."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium import protocol
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.cluster.peers import Peers
from pandarium.server.cluster.publisher import PeerMessage
from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.store import Store
from pandarium.server.tables import judge
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.parts import Lead
from server.support import ANN, BEN, CAT


class Eyes:
    """Somebody who is connected, and what they were last shown."""

    def __init__(self, loaded: LoadedTable, asker: Asker) -> None:
        self.loaded, self.asker = loaded, asker
        self.woken = 0

    def wake(self) -> None:
        self.woken += 1

    def stop(self, code: int, reason: str) -> None:
        """The server goes away with the test."""

    @property
    def review(self) -> Any:
        update = msgspec.json.decode(self.loaded.update(self.asker, self.loaded.table.seq), type=protocol.AnyReply)
        assert isinstance(update, protocol.Update)
        return update.table.review


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    url = f"sqlite:///{tmp_path}/t.db"
    store = await Store.open(url)
    hub = Hub(store, Settings(database=url), Metrics(), MemoryBus(), "w1")
    await hub.start()
    yield hub
    await hub.stop()
    await store.close()


async def table_of_two(hub: Hub, over: bool = True) -> LoadedTable:
    table = await hub.create(ANN, protocol.NewTable(game="royale", seats=2))
    await hub.handle(table.id, BEN, protocol.Sit(), table.invite)
    await hub.handle(table.id, BEN, protocol.BeReady(), "")
    await hub.handle(table.id, ANN, protocol.Start(), "")
    if over:
        await hub.handle(table.id, BEN, protocol.Resign(), "")
    return await hub.load(table.id)


def connected(hub: Hub, loaded: LoadedTable, asker: Asker) -> Eyes:
    eyes = Eyes(loaded, asker)
    hub.subscribe(loaded, eyes)
    return eyes


async def test_where_the_leader_is_goes_to_everybody_and_into_no_log(hub: Hub) -> None:
    loaded = await table_of_two(hub)
    connected(hub, loaded, ANN)
    ben = connected(hub, loaded, BEN)
    seq, woken = loaded.table.seq, ben.woken
    await hub.handle_at(loaded, ANN, protocol.Review(at=3, seat=1))
    assert ben.review == protocol.ReviewShown(ANN.person, "Ann", 3, 1)
    assert ben.woken > woken
    await hub.handle_at(loaded, ANN, protocol.Review(at=4))
    assert (ben.review.at, ben.review.seat) == (4, None)
    await hub.handle_at(loaded, ANN, protocol.Review())
    assert ben.review is None
    assert loaded.table.seq == seq == len(await hub.store.entries(loaded.table.id))


async def test_one_leads_at_a_time_until_they_are_gone(hub: Hub) -> None:
    loaded = await table_of_two(hub)
    ann, ben = connected(hub, loaded, ANN), connected(hub, loaded, BEN)
    await hub.handle_at(loaded, ANN, protocol.Review(at=0))
    with pytest.raises(Refusal, match="Ann leads"):
        await hub.handle_at(loaded, BEN, protocol.Review(at=1))
    await hub.handle_at(loaded, BEN, protocol.Review())  # gives up what is not theirs: nothing happens
    assert ben.review.person == ANN.person
    hub.unsubscribe(loaded, ann)
    assert ben.review is None
    await hub.handle_at(loaded, BEN, protocol.Review(at=1))
    assert ben.review.person == BEN.person


async def test_nobody_leads_through_a_game_under_way_or_without_a_line(hub: Hub) -> None:
    running = await table_of_two(hub, over=False)
    connected(hub, running, ANN)
    with pytest.raises(Refusal, match="when it is over"):
        await hub.handle_at(running, ANN, protocol.Review(at=0))
    over = await table_of_two(hub)
    with pytest.raises(Refusal, match="connection"):
        await hub.handle_at(over, ANN, protocol.Review(at=0))


async def test_other_workers_tell_who_leads_there_and_when_nobody_does(hub: Hub) -> None:
    loaded = await table_of_two(hub)
    cat, peers = connected(hub, loaded, CAT), Peers(hub)
    lead = Lead("w2", ANN.person, "Ann", 5, None)
    message = PeerMessage("w2", loaded.table.id, loaded.table.seq, [0], lead=lead)
    peers._receive(msgspec.msgpack.encode(message))
    assert cat.review == protocol.ReviewShown(ANN.person, "Ann", 5)
    peers._receive(msgspec.msgpack.encode(PeerMessage("w3", loaded.table.id, loaded.table.seq, [])))
    assert cat.review is not None  # w3 says nothing of w2's
    peers._receive(msgspec.msgpack.encode(PeerMessage("w2", loaded.table.id, loaded.table.seq, [])))
    assert cat.review is None


async def test_a_link_to_the_replay_connects_to_a_finished_game_alone(hub: Hub) -> None:
    running, over = await table_of_two(hub, over=False), await table_of_two(hub)
    judge.socket_access(over.table, CAT.person, "", judge.share_token(over.table))
    with pytest.raises(Refusal):
        judge.socket_access(running.table, CAT.person, "", judge.share_token(running.table))
    with pytest.raises(Refusal):
        judge.socket_access(over.table, CAT.person, "", "wrong")
    with pytest.raises(Refusal):  # all else that is said over that line
        judge.access(over.table, CAT.person, "")
