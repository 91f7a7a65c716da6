from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection, update

from pandarium.server.store import Store, jobs
from pandarium.server.store.schema import tables, workers

from .conftest import a_table


@pytest.fixture(autouse=True)
def nobody_is_stale_by_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    """Silent is who has said nothing for half a minute: not who waited for a busy machine."""
    monkeypatch.setattr(Store.claim, "__defaults__", (30_000, 200))
    for seen in (Store.alive, Store.unplayable):
        monkeypatch.setattr(seen, "__defaults__", (30_000,))


async def last_seen(store: Store, worker: str, ms_ago: int) -> None:
    """Pretend that a worker fell silent some time ago."""

    def age(connection: Connection) -> None:
        connection.execute(update(workers).where(workers.c.id == worker).values(seen=workers.c.seen - ms_ago))

    await store.run(age)


async def running(store: Store, *ids: str, driver: str | None = None) -> None:
    for id in ids:
        await store.create_table(a_table(id, status="running", driven=True, driver=driver))


async def test_a_worker_is_alive_while_it_beats(store: Store) -> None:
    await store.beat("w1")
    await store.beat("w1")
    await store.beat("w2")
    assert await store.alive() == {"w1", "w2"}
    await last_seen(store, "w1", 60_000)
    assert await store.alive() == {"w2"}
    assert await store.alive(within_ms=120_000) == {"w1", "w2"}
    await store.beat("w1")
    assert await store.alive() == {"w1", "w2"}


async def test_only_running_tables_that_need_a_driver_are_claimed(store: Store) -> None:
    await running(store, "bots")
    await store.create_table(a_table("people", status="running"))
    await store.create_table(a_table("open", driven=True))
    await store.create_table(a_table("over", status="ended", driven=True))
    assert await store.claim("w1") == [("bots", 0)]
    assert await store.claim("w1") == []
    assert await store.claim("w2") == []
    row = await store.table("bots")
    assert row is not None
    assert row.driver == "w1"


async def test_a_silent_workers_tables_go_to_another_who_learns_how_long_nobody_drove(store: Store) -> None:
    await running(store, "t1", "t2")
    assert len(await store.claim("w1", stale_ms=30_000)) == 2
    await last_seen(store, "w1", 40_000)
    taken = await store.claim("w2", stale_ms=30_000)
    assert sorted(table for table, _ in taken) == ["t1", "t2"]
    assert all(40_000 <= away < 400_000 for _, away in taken)


async def test_a_table_whose_worker_is_unknown_is_claimed(store: Store) -> None:
    await running(store, "t1", driver="nobody knows")
    assert await store.claim("w1") == [("t1", 0)]


async def test_a_claim_takes_no_more_than_it_may(store: Store) -> None:
    await running(store, *[f"t{i}" for i in range(5)])
    assert [len(await store.claim(worker, limit=3)) for worker in ("w1", "w2", "w3")] == [3, 2, 0]


async def test_two_workers_claiming_at_once_never_get_the_same_table(store: Store, other: Store) -> None:
    await running(store, *[f"t{i}" for i in range(40)])
    claims = [who.claim(name, limit=3) for _ in range(8) for who, name in ((store, "w1"), (other, "w2"))]
    taken = [table for claim in await asyncio.gather(*claims) for table, _ in claim]
    assert len(taken) == len(set(taken)) == 40


async def test_a_worker_that_retires_leaves_its_tables_at_once(store: Store) -> None:
    await running(store, "t1", "t2")
    await store.claim("w1")
    await store.retire("w1")
    assert await store.alive() == set()
    taken = dict(await store.claim("w2"))
    assert taken.keys() == {"t1", "t2"}
    assert max(taken.values()) < 120_000


async def test_the_long_dead_are_forgotten_once_nothing_points_at_them(store: Store) -> None:
    await running(store, "t1", "t2")
    await store.claim("w1")
    await store.beat("idle")
    await last_seen(store, "w1", 600_000)
    await last_seen(store, "idle", 600_000)
    [(_, away)] = await store.claim("w2", limit=1)
    assert away >= 600_000
    assert await store.alive(within_ms=10_000_000) == {"w1", "w2"}
    [(_, away)] = await store.claim("w2", limit=1)
    assert away >= 600_000
    assert await store.alive(within_ms=10_000_000) == {"w2"}


async def test_a_finished_table_is_claimed_by_nobody(store: Store) -> None:
    await running(store, "t1")
    await store.claim("w1")
    await store.append("t1", 1, 0, b"ended", [jobs.finish("t1", 5, "ended", None)])
    await store.retire("w1")
    assert await store.claim("w2") == []


async def test_a_worker_claims_only_what_it_can_play(store: Store) -> None:
    await running(store, "t1", "t2")
    await store.run(lambda connection: connection.execute(update(tables).where(tables.c.id == "t2").values(rules=2)))
    await store.create_table(a_table("t3", game="signs", status="running", driven=True))
    await store.beat("old", {"royale": 1, "raft": 1})
    await store.beat("new", {"royale": 2})
    assert await store.claim("old") == [("t1", 0)]
    assert await store.claim("new") == [("t2", 0)]
    assert await store.claim("new") == []
    assert await store.unplayable() == [("signs", 1, 1)]


async def test_what_no_worker_can_play_stays_unclaimed_and_is_known_since_when(store: Store) -> None:
    await running(store, "t1")
    await store.beat("old", {"royale": 1})
    await store.claim("old")
    await store.retire("old")
    await last_seen(store, "old", -600_000)  # a number below zero: it has retired ten minutes ago
    await store.beat("new", {"royale": 2})
    assert await store.claim("new") == []
    assert await store.unplayable() == [("royale", 1, 1)]
    row = await store.table("t1")
    assert row is not None
    assert row.driver == "old"
    await store.beat("again", {"royale": 1})
    [(table, away)] = await store.claim("again")
    assert table == "t1"
    assert away >= 600_000
    assert await store.unplayable() == []


async def test_what_was_given_back_is_left_to_others_who_learn_how_long_nobody_drove(store: Store) -> None:
    await running(store, "t1", "t2")
    assert len(await store.claim("w1")) == 2
    await store.hand_back("w1", "t1", 5_000)
    await store.hand_back("w2", "t2", 5_000)  # which is not its own
    assert await store.claim("w1", without={"t1"}) == []
    [(table, away)] = await store.claim("w2")
    assert table == "t1"
    assert away >= 5_000
    assert await store.driven_by("w1") == {"t2"}
