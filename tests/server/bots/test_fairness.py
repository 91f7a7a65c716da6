"""Large tournaments of bots, and people who play meanwhile: whose thoughts begin first.

What is asserted is an order of events, never a time. `bench/server/fairness.py` measures.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from pandarium import protocol
from pandarium.protocol import tournaments as shapes
from pandarium.server.bots.driver import Driver
from pandarium.server.bots.pool import BotPool
from pandarium.server.bots.queue import Lane, Place, ThinkingSlots
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.store import Store
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tournaments.driver import TournamentDriver
from pandarium.server.tournaments.registry import TournamentRegistry
from pandarium.tournament.bot_tables import play_slice

PATIENCE = 120.0
"""Seconds after which something has gone wrong, however busy the machine is."""
BOTS = 200
ANN = Asker("ann", "Ann", account=True)
BO = Asker("bo", "Bo", account=True)
CY = Asker("cy", "Cy", account=True)


class Events:
    """What happened in the pool, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.turns: list[tuple[str, Lane, str]] = []
        """Who asked in which lane ("asks"), and who got a place ("begins")."""
        self.slices: list[float] = []
        """Seconds that tournaments asked for."""
        self.changed = asyncio.Event()
        enter, note_turn, ask = ThinkingSlots._enter, ThinkingSlots._note_turn, BotPool._ask

        async def entering(slots: ThinkingSlots, whose: str, lane: Lane) -> None:
            self._note("asks", lane, whose)
            await enter(slots, whose, lane)

        def turning(slots: ThinkingSlots, lane: Lane, whose: str) -> None:
            self._note("begins", lane, whose)
            note_turn(slots, lane, whose)

        async def asking(pool: BotPool, place: Place, job: Any, *args: Any) -> Any:
            if job is play_slice:
                self.slices.append(args[-1])
            return await ask(pool, place, job, *args)

        monkeypatch.setattr(ThinkingSlots, "_enter", entering)
        monkeypatch.setattr(ThinkingSlots, "_note_turn", turning)
        monkeypatch.setattr(BotPool, "_ask", asking)

    def _note(self, what: str, lane: Lane, whose: str) -> None:
        self.turns.append((what, lane, whose))
        self.changed.set()

    def begun(self, lane: Lane) -> list[str]:
        """Whose thoughts of this lane have begun."""
        return [whose for what, seen, whose in self.turns if (what, seen) == ("begins", lane)]

    async def until(self, lane: Lane, count: int) -> None:
        """Until so many thoughts of this lane have begun."""
        async with asyncio.timeout(PATIENCE):
            while len(self.begun(lane)) < count:
                self.changed.clear()
                await self.changed.wait()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[TournamentRegistry]:
    """A hub with tables and tournaments. One thread thinks, so that nothing depends on how fast a process starts."""
    settings = Settings(database=f"sqlite:///{tmp_path}/t.db", bot_delay=0, bot_processes=0)
    store = await Store.open(settings.database)
    hub = Hub(store, settings, Metrics(), MemoryBus(), "w1")
    driver, registry = Driver(hub), TournamentRegistry(hub)
    tournaments = TournamentDriver(registry)
    for part in (hub, driver, tournaments):
        await part.start()
    yield registry
    for part in (tournaments, driver, hub):
        await part.stop()
    await store.close()


async def call(registry: TournamentRegistry, host: Asker) -> str:
    """A tournament of bots, under way."""
    wanted = shapes.NewTournament(game="pandante", bots=BOTS, bot="cautious", bots_seconds=0, enter=False)
    row = await registry.create(host, wanted)
    await registry.handle(row.id, host, shapes.Begin(), "")
    return row.id


async def play_first_moves(hub: Hub, id: str, enough: Callable[[], bool]) -> None:
    """Cy makes the first legal move whenever it is their turn."""
    loaded, look, changed = await hub.load(id), hub.on_change, asyncio.Event()

    def on_change(at: LoadedTable) -> None:
        look(at)
        changed.set()

    hub.on_change = on_change
    async with asyncio.timeout(PATIENCE):
        while not (enough() or loaded.table.over):
            changed.clear()
            seat, match = loaded.table.seat_of(CY.person), loaded.table.match
            if match is not None and seat in loaded.table.actors():
                move = match.game.say(match.state.legal(seat)[0])
                await hub.handle(id, CY, protocol.Play(move=move, position=loaded.table.position), "")
            else:
                await changed.wait()


async def test_people_do_not_wait_for_tournaments_of_bots(
    server: TournamentRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = Events(monkeypatch)
    monkeypatch.setattr("pandarium.server.bots.pool._WAIT", PATIENCE)  # or a quicker bot moves, which has not waited
    for host in (ANN, BO):
        await call(server, host)
    await events.until(Lane.BOTS, 4)
    table = await server.hub.create(CY, protocol.NewTable(game="royale", seats=4, bots=["greedy"] * 3))
    await server.hub.handle(table.id, CY, protocol.Start(), "")
    await play_first_moves(server.hub, table.id, lambda: len(events.begun(Lane.PEOPLE)) >= 12)
    waiting = 0
    for what, lane, _ in events.turns:
        if lane is Lane.PEOPLE:
            waiting += 1 if what == "asks" else -1
        elif what == "begins":
            assert waiting == 0, "a tournament's bots began while a bot at a person's table waited"
    assert len(events.begun(Lane.PEOPLE)) >= 12
    assert events.slices
    assert max(events.slices) <= 0.05


async def test_a_host_with_many_tournaments_does_not_starve_one_with_a_single_one(
    server: TournamentRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = Events(monkeypatch)
    for host in (ANN, ANN, ANN, BO):
        await call(server, host)
    first = len(events.turns)
    await events.until(Lane.BOTS, len(events.begun(Lane.BOTS)) + 60)
    waiting = {"ann": 0, "bo": 0}
    overtaken = 0
    for what, _, whose in events.turns[:first]:
        waiting[whose] += 1 if what == "asks" else -1
    for what, _, whose in events.turns[first:]:
        waiting[whose] += 1 if what == "asks" else -1
        if what == "begins":
            overtaken = overtaken + 1 if whose == "ann" and waiting["bo"] else 0
            assert overtaken <= 1, "one who waits is served at the latest after the other's next turn"
    assert "bo" in events.begun(Lane.BOTS)


async def test_people_in_a_tournament_do_not_wait_for_its_tables_of_bots(
    server: TournamentRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, never = asyncio.Event(), asyncio.Event()

    async def play_for_ever(*_: object) -> None:
        asked.set()
        await never.wait()

    monkeypatch.setattr(server.hub.bots, "play_slice", play_for_ever)
    wanted = shapes.NewTournament(game="pandante", bots=11, bot="random", bots_seconds=0, break_seconds=0)
    row = await server.create(CY, wanted)
    loaded = await server.handle(row.id, CY, shapes.Begin(), "")
    async with asyncio.timeout(PATIENCE):
        await asked.wait()
        while loaded.state.deals == 0:
            player = loaded.state.player_of(CY.person)
            assert player is not None
            assert player.table is not None
            deal = loaded.state.boards[player.table].deal
            if deal is None or not deal.live:
                await loaded.news(PATIENCE)
                continue
            await play_first_moves(server.hub, deal.live, lambda: False)
            if loaded.state.deals == 0:
                await loaded.news(PATIENCE)
