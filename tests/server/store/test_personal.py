"""What the database holds about one person, and workers' notices, on both databases."""

from __future__ import annotations

import asyncio

from sqlalchemy import func, select

from pandarium.server.store import (
    PersonRow,
    RatingRow,
    SeatRow,
    Store,
    codes,
    jobs,
    moderation,
    notices,
    personal,
    schema,
    sessions,
)
from pandarium.server.store.moderation import Report, Restriction
from pandarium.server.store.sessions import SessionRow

from .conftest import a_table

SAT = b'{"type":"sat","seat":0,"person":"p_ann","name":"Ann","avatar":"crown"}'
SAID = b'{"type":"said","person":"p_ann","name":"Ann","text":"I live in Graz","seat":0}'
PHRASE = b'{"type":"said","person":"p_ann","name":"Ann","text":"Well done","seat":0,"phrase":{"phrase":"praise"}}'
OTHERS = b'{"type":"said","person":"p_ben","name":"Ben","text":"p_ann is Ann","seat":1}'


async def filled(store: Store) -> None:
    """Ann, who has sat, talked, been rated and muted; and Ben."""
    await store.create_person(PersonRow("p_ann", "Ann", "crown", "red-panda", "a hash", 7, mail="ann@example.org"))
    await store.create_person(PersonRow("p_ben", "Ben", "", None, None, 8))
    seat = SeatRow("t1", 0, "p_ann", "Ann", None, "crown")
    await store.create_table(a_table("t1", host="p_ben"), [SAT, SAID, PHRASE, OTHERS], 1000, [seat])
    await store.create_table(a_table("t2", host="p_ann", status="ended"))
    await store.run(jobs.rate([RatingRow("p_ann", "royale", 30.0, 2.0, 3), RatingRow("p_ben", "royale", 1.0, 2.0, 3)]))
    await sessions.begin(store, SessionRow("s_1", "p_ann", "Firefox, Linux", 1, 1))
    await codes.issue(store, "password", "p_ann", "k7wm-9xtq-b3fh", 2**50)
    await moderation.mute(store, "p_ben", "p_ann")
    await moderation.report(store, Report("r_1", 5, "p_ann", "p_ben", "t1", 4, "p_ann is Ann", "rude"))
    await moderation.report(store, Report("r_2", 6, "p_ben", "p_ann", "t1", 2, "I live in Graz", "rude"))
    await store.run(moderation.restrict(Restriction("mute", "p_ann", None, "", 5)))


async def test_what_somebody_did_is_found_in_all_logs(store: Store) -> None:
    await filled(store)
    assert [(entry.table, entry.seq, entry.body) for entry in await personal.entries_of(store, "p_ann")] == [
        ("t1", 1, SAT),
        ("t1", 2, SAID),
        ("t1", 3, PHRASE),
    ]
    assert [(row.id, row.seat) for row in await personal.tables_of(store, "p_ann")] == [("t1", 0), ("t2", None)]
    assert [row.games for row in await personal.ratings_of(store, "p_ann")] == [3]


async def test_somebody_is_forgotten_and_nobody_else(store: Store) -> None:
    await filled(store)
    assert await personal.forget(store, "p_ann") == {"t1"}
    assert await store.person("p_ann") is None
    assert await store.person("p_ben") is not None
    bodies = [row.body for row in await store.entries("t1")]
    assert bodies == [
        b'{"type":"sat","seat":0,"person":"p_ann","name":"Panda"}',
        b'{"type":"said","person":"p_ann","name":"Panda","text":"","seat":0,"removed":true}',
        PHRASE.replace(b"Ann", b"Panda"),
        OTHERS,
    ]
    assert (await store.seats(["t1"]))["t1"] == [SeatRow("t1", 0, "p_ann", "Panda", None, "")]
    assert [row.who for row in await store.ratings("royale", 10, 0)] == ["p_ben"]
    for table in (schema.sessions, schema.codes, schema.mutes, schema.restrictions):
        assert (await store.read(select(func.count()).select_from(table)))[0][0] == 0, table.name
    assert [(report.id, report.said) for report in await moderation.open_reports(store, 9)] == [("r_2", "")]


async def test_a_session_is_ended_once_and_by_its_owner(store: Store) -> None:
    await filled(store)
    assert await sessions.person_of(store, "p_ann", "s_1", 0) is not None
    assert not await sessions.end(store, "p_ben", "s_1", 2)
    assert await sessions.end(store, "p_ann", "s_1", 2)
    assert not await sessions.end(store, "p_ann", "s_1", 3)
    assert await sessions.person_of(store, "p_ann", "s_1", 0) is None
    assert await sessions.person_of(store, "p_ann", "from before", 0) is not None
    assert await sessions.end(store, "p_ann", "from before", 4)
    assert await sessions.person_of(store, "p_ann", "from before", 0) is None


async def test_of_many_who_use_a_code_one_succeeds(store: Store, other: Store) -> None:
    await filled(store)
    tries = (codes.reset_password(one, "p_ann", "k7wm-9xtq-b3fh", 1, "a new hash") for one in (store, other) * 3)
    found = await asyncio.gather(*tries)
    assert sorted(number for number in found if number is not None) == [1]


async def test_notices_are_read_by_every_worker_for_a_while(store: Store, other: Store) -> None:
    await store.run(notices.posting("n_1", b"look"))
    for one in (store, other):
        assert await notices.recent(one) == [("n_1", b"look")]
    await store.run(lambda connection: connection.execute(schema.notices.update().values(at=1)))
    assert await notices.recent(store) == []
