"""Challenges, who knows them, and analyses, on both databases."""

from __future__ import annotations

from sqlalchemy import func, select

from pandarium.protocol.analysis import Analysis
from pandarium.server.store import (
    AttemptRow,
    ChallengeRow,
    PersonRow,
    SeatRow,
    Store,
    analyses,
    challenges,
    personal,
    schema,
)

from .conftest import a_table

DEAL = ChallengeRow("c_1", "royale", 1, "", b"{}", "5e" * 32, "t_origin", "p_ann", 5)
ANALYSIS = Analysis(
    seat=0, done=1, of=1, unit="percent", level="hard", playouts=48, opinions=[], curve=[], turning_points=[]
)


def attempt(person: str, table: str = "t1", finished: int | None = None, score: int | None = None) -> AttemptRow:
    """Somebody knows the deal."""
    return AttemptRow("c_1", person, table, 0, 2, 1, 10, finished, score)


async def test_the_first_row_of_a_person_stands(store: Store, other: Store) -> None:
    await challenges.create(store, DEAL, [attempt("p_ann", "t_origin", 9, 7)])
    await challenges.create(other, DEAL, [attempt("p_ben")])  # there already
    await store.run(challenges.begin(attempt("p_cat", "t1")))
    await other.run(challenges.begin(attempt("p_cat", "t2")))
    await store.run(challenges.finish("t2", "p_cat", 20, 99, True))  # which is not where it counts
    found = {one.person: one for one in await challenges.attempts_at(store, "c_1")}
    assert set(found) == {"p_ann", "p_cat"}
    assert (found["p_cat"].table, found["p_cat"].score) == ("t1", None)


async def test_the_best_come_first_and_those_who_gave_up_last(store: Store) -> None:
    await store.create_person(PersonRow("p_ann", "Ann", "crown", "red-panda", "a hash", 7))
    await store.create_table(a_table("t1", status="running"), seats=[SeatRow("t1", 0, "p_dan", "Dan", None)])
    await challenges.create(store, DEAL, [attempt("p_ann", "t_origin", 9, 7), attempt("p_ben", "t_gone", 9, 8)])
    for person in ("p_cat", "p_dan"):
        await store.run(challenges.begin(attempt(person)))
    await store.run(challenges.finish("t1", "p_cat", 20, 5, True))
    found = await challenges.attempts_at(store, "c_1")
    assert [one.person for one in found] == ["p_cat", "p_ben", "p_ann", "p_dan"]
    assert [(one.name, one.account, one.over) for one in found] == [
        ("Dan", False, True),  # of somebody who is gone there is the name at the seat
        ("", False, True),
        ("Ann", True, True),
        ("Dan", False, False),
    ]
    assert await challenges.count_played(store, ["c_1", "c_2"]) == {"c_1": 3}


async def test_who_looks_at_the_table_knows_its_challenges(store: Store) -> None:
    await challenges.create(store, DEAL, [attempt("p_ann", "t_origin", 9, 7)])
    for person in ("p_ann", "p_eve", "p_eve"):
        await challenges.note_seen(store, "t_origin", person, 30)
    await challenges.note_seen(store, "t_other", "p_fay", 30)
    found = {one.person: one.table for one in await challenges.attempts_at(store, "c_1")}
    assert found == {"p_ann": "t_origin", "p_eve": ""}
    assert [one.table for one in await challenges.attempts_of_origin(store, "t_origin", "p_eve")] == [""]


async def test_an_analysis_goes_with_its_table_and_with_who_played_there(store: Store) -> None:
    await store.create_person(PersonRow("p_ann", "Ann", "", None, None, 7))
    await store.create_table(a_table("t1", status="ended"), seats=[SeatRow("t1", 0, "p_ann", "Ann", None)])
    await challenges.create(store, DEAL, [attempt("p_ann", "t1", 9, 7)])
    await analyses.save(store, "t1", 0, 5, ANALYSIS)
    await analyses.save(store, "t1", 0, 6, ANALYSIS)
    await analyses.save(store, "t_gone", 0, 6, ANALYSIS)
    assert await analyses.find(store, "t1", 0) == analyses.Stored(6, ANALYSIS)
    assert await analyses.find(store, "t_gone", 0) is None
    await personal.forget(store, "p_ann")
    assert await analyses.find(store, "t1", 0) is None
    assert (await store.read(select(func.count()).select_from(schema.attempts)))[0][0] == 0
    row = await challenges.find(store, "c_1")
    assert row is not None
    assert row.host == ""
