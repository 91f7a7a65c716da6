"""How many bots one person and one address may have: each limit by itself, and the sentence that tells it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from pandarium import protocol
from pandarium.protocol import tournaments as shapes
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.store import Store
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tournaments.registry import TournamentRegistry

HOME, SCHOOL = "192.0.2.1", "2001:db8:1:2::/64"
ANN = Asker("ann", "Ann", account=True, address=HOME)
BO = Asker("bo", "Bo", account=True, address=HOME)
CY = Asker("cy", "Cy", account=True, address=SCHOOL)
GUEST = Asker("gus", "Gus", address=SCHOOL)

Open = Callable[..., Awaitable[TournamentRegistry]]


@asynccontextmanager
async def opened(folder: Path, **settings: float) -> AsyncIterator[TournamentRegistry]:
    """A hub without a driver: nothing plays."""
    chosen = Settings(database=f"sqlite:///{folder}/t.db", limits=0, **settings)  # type: ignore[arg-type]
    store = await Store.open(chosen.database)
    hub = Hub(store, chosen, Metrics(), MemoryBus(), "w1")
    yield TournamentRegistry(hub)
    await hub.stop()
    await store.close()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Open]:
    """Opens one with these settings."""
    async with AsyncExitStack() as stack:

        async def start(**settings: float) -> TournamentRegistry:
            return await stack.enter_async_context(opened(tmp_path, **settings))

        yield start


async def table(registry: TournamentRegistry, host: Asker, *levels: str, sit: bool = True) -> str:
    """A new table; its id."""
    wanted = protocol.NewTable(game="royale", seats=len(levels) + 1, bots=list(levels), sit=sit)
    return (await registry.hub.create(host, wanted)).id


async def tournament(registry: TournamentRegistry, host: Asker, bots: int) -> str:
    """A new tournament; its id."""
    wanted = shapes.NewTournament(game="pandante", bots=bots, bot="random", enter=False)
    return (await registry.create(host, wanted)).id


async def refused(asked: Awaitable[object]) -> Refusal:
    """The refusal, which has words in both languages with all numbers filled in."""
    with pytest.raises(Refusal) as caught:
        await asked
    message = caught.value.message
    english, german = message.render("en"), message.render("de")
    assert message.code not in (english, german)
    assert english != german
    assert "{" not in english + german
    return caught.value


async def test_tables_with_the_strongest_bots(server: Open) -> None:
    registry = await server(max_strong_tables=2, address_quota=0)
    for _ in range(2):
        await table(registry, ANN, "hard", "random")
    refusal = await refused(table(registry, ANN, "hard"))
    assert refusal.code == "limit"
    assert "2 tables with the strongest bots" in str(refusal)
    assert "2 are allowed" in str(refusal)
    weak = await table(registry, ANN, "greedy")
    await table(registry, BO, "hard")
    hub = registry.hub
    put = protocol.PutBot(seat=0, level="hard")
    await refused(hub.handle(weak, ANN, put, ""))
    other = await table(registry, ANN, "greedy", sit=False)
    await refused(hub.handle(other, ANN, protocol.Start(fill="hard"), ""))


async def test_a_table_that_is_over_or_closed_makes_room(server: Open) -> None:
    registry = await server(max_strong_tables=1, address_quota=1)
    first = await table(registry, ANN, "hard")
    await refused(table(registry, ANN, "hard"))
    await registry.hub.handle(first, ANN, protocol.Close(), "")
    await table(registry, ANN, "hard")


async def test_a_table_does_not_count_against_itself(server: Open) -> None:
    registry = await server(max_strong_tables=1, max_bots=2, address_quota=1)
    id = await table(registry, ANN, "hard")
    await registry.hub.handle(id, ANN, protocol.PutBot(seat=1, level="hard"), "")
    await registry.hub.handle(id, ANN, protocol.Start(), "")


async def test_tables_of_bots_alone_by_person_and_by_address(server: Open) -> None:
    registry = await server(max_bot_tables=1, address_quota=1)
    hub = registry.hub
    tables = [await table(registry, host, "random", sit=False) for host in (ANN, ANN, BO, CY)]
    fill = protocol.Start(fill="random")
    await hub.handle(tables[0], ANN, fill, "")
    assert (await refused(hub.handle(tables[1], ANN, fill, ""))).message.code == "protocol.quota.person.bot_tables"
    assert (await refused(hub.handle(tables[2], BO, fill, ""))).message.code == "protocol.quota.address.bot_tables"
    await hub.handle(tables[3], CY, fill, "")


async def test_tournaments_with_bots_by_person_and_by_address(server: Open) -> None:
    registry = await server(max_bot_tournaments=2, address_quota=1.5)
    first = await tournament(registry, ANN, 5)
    await tournament(registry, ANN, 5)
    refusal = await refused(tournament(registry, ANN, 5))
    assert refusal.message.code == "protocol.quota.person.bot_tournaments"
    assert "2 are allowed" in str(refusal)
    empty = await tournament(registry, ANN, 0)
    await refused(registry.handle(empty, ANN, shapes.PutBots(count=1), ""))
    await registry.handle(first, ANN, shapes.PutBots(count=1), "")
    await tournament(registry, BO, 5)
    refusal = await refused(tournament(registry, BO, 5))
    assert refusal.message.code == "protocol.quota.address.bot_tournaments"
    await tournament(registry, CY, 5)
    await registry.handle(first, ANN, shapes.Cancel(), "")
    await tournament(registry, BO, 5)


async def test_bots_in_all(server: Open) -> None:
    registry = await server(max_bots=10, address_quota=1.2)
    await table(registry, ANN, "random", "random")
    id = await tournament(registry, ANN, 7)
    refusal = await refused(table(registry, ANN, "random", "random"))
    assert (refusal.message.code, refusal.message.params["have"]) == ("protocol.quota.person.bots", 9)
    await refused(registry.handle(id, ANN, shapes.PutBots(count=2), ""))
    await registry.handle(id, ANN, shapes.PutBots(count=1), "")
    assert (await refused(tournament(registry, BO, 3))).message.code == "protocol.quota.address.bots"
    await tournament(registry, BO, 2)
    await tournament(registry, CY, 10)


async def test_large_tournaments_are_for_people_with_an_account(server: Open) -> None:
    registry = await server(guest_bots=6)
    refusal = await refused(tournament(registry, GUEST, 7))
    assert refusal.code == "not allowed"
    assert str(refusal) == (
        "a tournament with 7 bots needs an account; without one you may have 6 bots in a tournament"
    )
    id = await tournament(registry, GUEST, 6)
    await refused(registry.handle(id, GUEST, shapes.PutBots(count=1), ""))
    await tournament(registry, CY, 7)


async def test_whom_nobody_asks_about_bots_costs_nothing(server: Open) -> None:
    registry = await server(max_bots=0, max_strong_tables=0, max_bot_tables=0)
    people = await registry.hub.create(ANN, protocol.NewTable(game="royale", seats=2))
    await refused(registry.hub.handle(people.id, ANN, protocol.PutBot(seat=1, level="random"), ""))
    assert registry.hub.quotas._created == {}
