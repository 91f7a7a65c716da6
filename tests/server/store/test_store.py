from __future__ import annotations

import asyncio
import secrets
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from sqlalchemy import Connection, event

from pandarium.server.store import (
    HandleTaken,
    PersonRow,
    RatingRow,
    SeatRow,
    Store,
    StoreError,
    TournamentRow,
    bot_usage,
    jobs,
    sessions,
    tournaments,
)

from .conftest import a_table, child


def a_person(id: str = "p1", handle: str | None = None) -> PersonRow:
    return PersonRow(id=id, name="Ann", avatar="red", handle=handle, password="$argon2id$x", created=7)


async def test_a_table_comes_back_as_it_was_stored(store: Store) -> None:
    row = msgspec.structs.replace(a_table("t"), outcome=b'{"winners":[0]}', rematch_of="s", changed=1 << 41)
    await store.create_table(row)
    assert await store.table("t") == row
    assert await store.table("no such table") is None


async def test_a_table_is_created_with_its_first_entries_and_its_guests(store: Store) -> None:
    seated = [SeatRow("t", 1, None, "Bamboo", "hard"), SeatRow("t", 0, "ann", "Ann", None)]
    await store.create_table(a_table("t"), [b"one", b"two"], 99, seated)
    assert await store.entries("t") == [(1, 99, b"one"), (2, 99, b"two")]
    assert await store.seats(["t", "u"]) == {"t": [seated[1], seated[0]], "u": []}


async def test_a_table_is_created_wholly_or_not_at_all(store: Store) -> None:
    await store.append("t", 1, 0, b"left over")
    with pytest.raises(StoreError, match="already has a log"):
        await store.create_table(a_table("t"), [b"one", b"two"])
    assert await store.table("t") is None
    await store.create_table(a_table("u"))
    with pytest.raises(StoreError, match="refused"):
        await store.create_table(a_table("u"))


async def test_heads_and_seats_of_very_many_tables(store: Store) -> None:
    await store.append_many("t777", 1, 0, [b"x", b"y"])
    heads = await store.heads([f"t{i}" for i in range(1200)])
    assert len(heads) == 1200
    assert heads["t777"] == 2
    assert await store.heads([]) == {}
    assert await store.seats([]) == {}


async def test_public_tables_are_listed_newest_first_and_page_by_page(store: Store) -> None:
    for at in range(1, 6):
        game = "royale" if at % 2 else "leduc"
        await store.create_table(a_table(f"t{at}", changed=at, game=game, host=f"host {at}"))
    await store.create_table(a_table("hidden", public=False))
    await store.create_table(a_table("over", status="ended"))
    assert [row.id for row in await store.public_tables(None, "open", 3, None)] == ["t5", "t4", "t3"]
    assert [row.id for row in await store.public_tables(None, "open", 3, (3, "t3"))] == ["t2", "t1"]
    assert [row.id for row in await store.public_tables(None, "open", 3, (3, ""))] == ["t2", "t1"]
    assert [row.id for row in await store.public_tables("leduc", "open", 9, None)] == ["t4", "t2"]
    assert [row.id for row in await store.public_tables(None, "ended", 9, None)] == ["over"]


@pytest.mark.parametrize("status", ["open", "running"])
async def test_of_one_person_or_address_a_few_tables_are_listed_before_the_rest(store: Store, status: str) -> None:
    """The few that wait the longest, so that nobody gets to the front by creating more."""
    for at in range(1, 7):  # one person, from wherever
        await store.create_table(a_table(f"ann{at}", host="ann", status=status, changed=at, origin=f"net{at}"))
    for at in range(11, 17):  # one address, under many names
        await store.create_table(a_table(f"net{at}", host=f"guest {at}", status=status, changed=at, origin="net"))
    await store.create_table(a_table("cat", host="cat", status=status, changed=0))
    few = ["net13", "net12", "net11", "ann3", "ann2", "ann1", "cat"]
    rest = ["net16", "net15", "net14", "ann6", "ann5", "ann4"]
    for size in (1, 3, 20):
        found: list[str] = []
        place: tuple[int, str] | None = None
        while page := await store.public_tables(None, status, size, place):
            found += [row.id for row in page]
            place = page[-1].changed, page[-1].id
        assert found == few + rest, size


async def test_a_list_goes_on_where_its_last_table_was_even_if_that_is_not_listed_any_more(store: Store) -> None:
    for at in range(1, 7):
        await store.create_table(a_table(f"ann{at}", host="ann", changed=at))
    await store.create_table(a_table("ben", host="ben", changed=0))
    assert [row.id for row in await store.public_tables(None, "open", 9, (5, "ann5"))] == ["ann4"]
    await store.run(jobs.begin("ann5", 9, False, None))
    assert [row.id for row in await store.public_tables(None, "open", 9, (5, "ann5"))] == ["ann4"]


async def test_somebodys_tables_are_those_they_sit_at_or_host(store: Store) -> None:
    ann = [SeatRow("", 0, "ann", "Ann", None), SeatRow("", 1, "ann", "Ann", None)]
    await store.create_table(a_table("sits", host="bob", status="running", changed=1), seats=ann)
    await store.create_table(a_table("hosts", host="ann", changed=2))
    await store.create_table(a_table("was", host="ann", status="ended", changed=3), seats=ann)
    await store.create_table(a_table("other", host="bob", changed=4))
    assert [row.id for row in await store.tables_of("ann", ["open", "running"], 9, None)] == ["hosts", "sits"]
    assert [row.id for row in await store.tables_of("ann", ["open", "running", "ended"], 1, (3, "was"))] == ["hosts"]
    assert await store.tables_of("ann", [], 9, None) == []


async def test_a_tournaments_tables_are_listed_only_for_who_plays_there_now(store: Store) -> None:
    ann = [SeatRow("", 0, "ann", "Ann", None)]
    await store.create_table(a_table("g_now", host="bob", status="running", changed=2), seats=ann)
    await store.create_table(a_table("g_before", host="bob", status="ended", changed=1), seats=ann)
    await store.create_table(a_table("gxnot", host="ann", status="ended", changed=3))
    listed = ["open", "running", "ended"]
    assert [row.id for row in await store.tables_of("ann", listed, 9, None)] == ["gxnot", "g_now"]
    assert await store.tables_of("bob", listed, 9, None) == []


async def a_tournament(store: Store, *log: bytes, status: str = "running") -> None:
    row = TournamentRow(
        id="c_1",
        game="pandante",
        terms=b"{}",
        secret="5e" * 32,
        invite="let-me-in",
        host="ann",
        status=status,  # type: ignore[arg-type]
        public=True,
        driver=None,
        created=1,
        changed=1,
        players=9,
        winner=None,
    )
    await tournaments.create(store, row, log, [])


@contextmanager
def looks_counted(store: Store) -> Iterator[list[str]]:
    """What the readers of a store ask from now on."""
    asked: list[str] = []

    def note(_: Connection, cursor: object, statement: str, *rest: object) -> None:
        asked.append(statement)

    event.listen(store._reader.sync_engine, "after_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(store._reader.sync_engine, "after_cursor_execute", note)


async def test_a_deal_is_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await a_tournament(store, b'{"type":"started"}', b'{"type":"dealt","table":0,"live":"g_dealt"}')

    async def created_meanwhile(seconds: float) -> None:
        await store.create_table(a_table("g_dealt"))

    monkeypatch.setattr("pandarium.server.store.tournaments.sleep", created_meanwhile)
    assert await tournaments.find_table(store, "g_dealt") == a_table("g_dealt")


@pytest.mark.parametrize("status", ["none", "open", "running", "ended"])
async def test_a_table_that_nobody_will_create_costs_one_look(store: Store, status: str) -> None:
    """Whoever makes ids up, or follows an old link, does not let the database look thirty times."""
    if status != "none":
        others = [b'{"type":"dealt","table":%d,"live":"g_other%d"}' % (n, n) for n in range(3)]
        old = [b'{"type":"dealt","table":0,"live":"g_never"}'] * (status == "ended")
        await a_tournament(store, b'{"type":"started"}', *others, *old, status=status)
    await store.create_table(a_table("g_there"))
    for id, found in (("g_never", None), ("t_never", None), ("g_there", a_table("g_there"))):
        with looks_counted(store) as looks:
            assert await tournaments.find_table(store, id) == found
        assert len(looks) == 1, id


async def test_tables_of_one_moment_are_all_listed_page_by_page(store: Store) -> None:
    names = [f"t{number}" for number in range(7)]
    for name in names:
        await store.create_table(a_table(name, changed=5 if name != "t6" else 4, host=f"host of {name}"))
    found: list[str] = []
    place: tuple[int, str] | None = None
    while page := await store.public_tables(None, "open", 2, place):
        found += [row.id for row in page]
        place = page[-1].changed, page[-1].id
    assert found == names


async def test_sessions_are_ended_by_counting_on(store: Store) -> None:
    await store.create_person(a_person("p1"))
    await store.create_person(a_person("p2"))
    assert [await sessions.end_all(store, "p1") for _ in range(2)] == [1, 2]
    found = [await store.person(id) for id in ("p1", "p2")]
    assert [row and row.sessions for row in found] == [2, 0]


async def test_bots_at_tables_and_in_tournaments_are_found_for_their_host_and_by_id(store: Store) -> None:
    bot, ann = SeatRow("", 1, None, "Bot", "easy"), SeatRow("", 0, "ann", "Ann", None)
    stood_in = SeatRow("", 2, "bo", "Bo", "hard")
    await store.create_table(a_table("t_alone", status="running"), seats=[bot])
    await store.create_table(a_table("t_open"), seats=[bot])
    await store.create_table(a_table("t_ann", status="running"), seats=[ann, bot, stood_in])
    await store.create_table(a_table("t_people", status="running"), seats=[ann])
    await store.create_table(a_table("t_over", status="ended"), seats=[bot])
    await store.create_table(a_table("g_deal", status="running"), seats=[bot])
    await store.create_table(a_table("t_bob", status="running", host="bob"), seats=[bot])
    found = {table.id: table for table in await bot_usage.tables_of_host(store, "ann")}
    assert {id: (table.running, table.alone, table.levels) for id, table in found.items()} == {
        "t_alone": (True, True, ("easy",)),
        "t_open": (False, True, ("easy",)),
        "t_ann": (True, False, ("easy",)),
    }
    among = await bot_usage.tables_among(store, ["t_alone", "t_over", "t_bob", "gone"])
    assert sorted(table.id for table in among) == ["t_alone", "t_bob"]
    assert await bot_usage.tables_among(store, []) == []


async def test_people_are_found_by_id_and_by_handle_in_any_case(store: Store) -> None:
    row = a_person("p1", "Straße")
    await store.create_person(row)
    await store.create_person(a_person("p2"))
    await store.create_person(a_person("p3"))
    assert await store.person("p1") == row
    assert await store.person_by_handle("STRASSE") == row
    assert await store.person("nobody") is None
    assert await store.person_by_handle("nobody") is None


async def test_a_handle_belongs_to_one_person(store: Store, other: Store) -> None:
    claims = [
        who.create_person(a_person(f"p{i}", h)) for i, (who, h) in enumerate([(store, "Panda"), (other, "pAnDa")])
    ]
    outcomes = await asyncio.gather(*claims, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes if outcome] == [HandleTaken]
    await store.create_person(a_person("guest"))
    with pytest.raises(HandleTaken, match="PANDA is taken"):
        await store.update_person("guest", handle="PANDA", name="Changed")
    unchanged = await store.person("guest")
    assert unchanged is not None
    assert (unchanged.handle, unchanged.name) == (None, "Ann")


async def test_a_person_changes_only_what_is_given(store: Store) -> None:
    await store.create_person(a_person("p1"))
    await store.update_person("p1", name="Anna", handle="Anna")
    await store.update_person("p1", handle="ANNA")
    await store.update_person("p1")
    assert await store.person_by_handle("anna") == msgspec.structs.replace(a_person("p1"), name="Anna", handle="ANNA")
    with pytest.raises(StoreError, match="no such person"):
        await store.update_person("nobody", name="x")


async def test_ratings_list_the_best_for_sure_first(store: Store) -> None:
    await store.create_person(a_person("p1"))
    rows = [
        RatingRow("p1", "royale", 30.0, 2.0, 9),
        RatingRow("bot:hard", "royale", 33.0, 1.5, 40),
        RatingRow("lucky", "royale", 40.0, 8.0, 1),
        RatingRow("new", "royale", 25.0, 8.3, 0),
        RatingRow("p1", "leduc", 20.0, 4.0, 2),
    ]
    await store.run(jobs.rate(rows))
    ranking = await store.ratings("royale", 10, 0)
    assert [(row.who, row.name) for row in ranking] == [("bot:hard", "bot:hard"), ("p1", "Ann"), ("lucky", "lucky")]
    assert [row.who for row in await store.ratings("royale", 1, 1)] == ["p1"]
    assert await store.rating("p1", "leduc") == RatingRow("p1", "leduc", 20.0, 4.0, 2, "Ann")
    assert await store.rating("p1", "wildstyle") is None


async def test_a_setting_is_made_up_once_even_by_processes_that_start_together(url: str) -> None:
    code = """
import asyncio, secrets, sys
from pandarium.server.store import Store

async def main():
    store = await Store.open(sys.argv[1])
    print(await store.setting("key", lambda: secrets.token_hex(8)))
    await store.close()

asyncio.run(main())
"""
    answers, codes = [], []
    for process in [child(code, url) for _ in range(3)]:
        with process:
            assert process.stdout is not None
            answers.append(process.stdout.read())
        codes.append(process.returncode)
    assert codes == [0, 0, 0]
    assert len(set(answers)) == 1
    assert len(answers[0].strip()) == 16


async def test_a_setting_is_made_up_once_by_many_stores(store: Store, other: Store) -> None:
    asking = [who.setting("key", lambda: secrets.token_hex(8)) for _ in range(10) for who in (store, other)]
    assert len(set(await asyncio.gather(*asking))) == 1
    assert await store.setting("key", lambda: "never used") == await other.setting("key", lambda: "never used")


async def test_a_secret_stays_out_of_every_text(store: Store) -> None:
    row = a_table("t")
    broken = msgspec.structs.replace(row, agreement=None)
    with pytest.raises(StoreError) as failed:
        await store.create_table(broken)
    assert isinstance(row.secret, str)
    for words in [repr(row), str(row), f"{[row]}", str(row.__rich_repr__()), *traceback.format_exception(failed.value)]:
        assert row.secret not in words
        assert row.invite not in words
    assert "t" in repr(row)
    assert "argon2" not in repr(a_person())


async def test_ping_answers_while_the_database_does(store: Store) -> None:
    await store.ping()
    assert "Store(" in repr(store)


async def test_the_news_of_many_logs_are_read_in_one_look(store) -> None:
    for table, count in (("a", 3), ("b", 2), ("c", 1)):
        assert await store.append_many(table, 1, 5, [f"{table}{n}".encode() for n in range(1, count + 1)])
    news = await store.entries_after({"a": 1, "b": 2, "c": 0, "nobody": 0})
    assert {table: [(row.seq, row.at, row.body) for row in rows] for table, rows in news.items()} == {
        "a": [(2, 5, b"a2"), (3, 5, b"a3")],
        "c": [(1, 5, b"c1")],
    }
    assert await store.entries_after({}) == {}
