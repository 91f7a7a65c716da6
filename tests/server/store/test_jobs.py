from __future__ import annotations

import asyncio

from sqlalchemy import Connection

from pandarium.server.store import RatingRow, SeatRow, Store, jobs

from .conftest import a_table


async def test_a_seat_is_taken_taken_over_and_freed(store: Store) -> None:
    await store.create_table(a_table("t"))
    await store.run(jobs.seat("t", 0, "ann", "Ann", None))
    await store.run(jobs.seat("t", 1, None, "Bamboo", "easy"))
    await store.run(jobs.seat("t", 0, None, "Bao", "hard"))
    assert (await store.seats(["t"]))["t"] == [
        SeatRow("t", 0, None, "Bao", "hard"),
        SeatRow("t", 1, None, "Bamboo", "easy"),
    ]
    await store.run(jobs.free("t", 0))
    assert [one.seat for one in (await store.seats(["t"]))["t"]] == [1]


async def test_a_table_begins_is_driven_and_finishes(store: Store) -> None:
    await store.create_table(a_table("t"))
    await store.run(jobs.begin("t", 2000, True, "w1"))
    row = await store.table("t")
    assert row is not None
    assert (row.status, row.changed, row.driven, row.driver) == ("running", 2000, True, "w1")
    await store.run(jobs.drive("t", True, "w2"))
    row = await store.table("t")
    assert row is not None
    assert (row.changed, row.driver) == (2000, "w2")
    await store.run(jobs.finish("t", 3000, "ended", b'{"winners":[1]}'))
    row = await store.table("t")
    assert row is not None
    assert (row.status, row.changed, row.driver, row.outcome) == ("ended", 3000, None, b'{"winners":[1]}')


async def test_ratings_computed_from_what_was_read_are_never_lost(store: Store, other: Store) -> None:
    def one_more_game(connection: Connection) -> None:
        known = jobs.read_ratings(connection, "royale", ["p1", "bot:hard"])
        jobs.rate(
            RatingRow(who, "royale", 25.0, 8.0, known[who].games + 1 if who in known else 1)
            for who in ("p1", "bot:hard")
        )(connection)

    await asyncio.gather(*[who.run(one_more_game) for _ in range(15) for who in (store, other)])
    for who in ("p1", "bot:hard"):
        rating = await store.rating(who, "royale")
        assert rating is not None
        assert rating.games == 30


async def test_no_ratings_to_write_is_nothing_to_do(store: Store) -> None:
    await store.run(jobs.rate([]))
    assert await store.ratings("royale", 10, 0) == []
