"""Evenings at a real table: whoever writes must have seen the newest, and what ends is gone at once."""

from __future__ import annotations

import asyncio

import msgspec

from pandarium.server.store import EveningPlayedRow, SharedEveningRow, Store, evenings


def shared(id: str = "e_1", code: str = "KQTR", changed: int = 1000) -> SharedEveningRow:
    secret = evenings.hashed("the end")
    return SharedEveningRow(id, code, secret, "mi4x", "royale", b"{}", 0, b'["A roll 3"]', 1000, changed)


def played(evening: str, ended: int, person: str = "ann", game: str = "royale") -> EveningPlayedRow:
    return EveningPlayedRow(person, evening, game, 500, ended, 0, b"{}")


async def test_two_evenings_never_have_the_same_code(store: Store, other: Store) -> None:
    assert await evenings.share(store, shared())
    assert not await evenings.share(other, shared("e_2"))
    assert await evenings.find(other, "e_1") == shared()
    assert await evenings.find(other, "e_2") is None


async def test_a_code_opens_what_something_was_entered_into_lately(store: Store) -> None:
    await evenings.share(store, shared())
    assert await evenings.find_by_code(store, "KQTR", 1000) == shared()
    assert await evenings.find_by_code(store, "KQTR", 1001) is None
    assert await evenings.find_by_code(store, "KQTS", 0) is None


async def test_of_those_who_write_at_once_one_wins(store: Store, other: Store) -> None:
    await evenings.share(store, shared())
    lists = [msgspec.json.encode(["A roll 3", f"B roll {face}"]) for face in range(1, 7)]
    stores = (store, other)
    written = [evenings.change(stores[n % 2], "e_1", 0, entries, 2000 + n) for n, entries in enumerate(lists)]
    won = await asyncio.gather(*written)
    assert sum(won) == 1
    winner = won.index(True)
    found = await evenings.find(store, "e_1")
    assert found is not None
    assert (found.version, found.entries, found.changed) == (1, lists[winner], 2000 + winner)
    assert await evenings.versions(other, ["e_1", "e_2"]) == {"e_1": 1}


async def test_of_those_who_begin_the_next_one_at_once_one_does(store: Store, other: Store) -> None:
    await evenings.share(store, shared())
    rows = [shared(f"e_{n}", f"KQ{n:02}") for n in range(10, 16)]
    begun = await asyncio.gather(
        *[evenings.share_next((store, other)[n % 2], "e_1", row) for n, row in enumerate(rows)]
    )
    assert len(set(begun)) == 1
    old = await evenings.find(store, "e_1")
    assert old is not None
    assert (old.next, old.version) == (begun[0], 1)
    assert len(await evenings.versions(store, [row.id for row in rows])) == 1


async def test_a_code_that_is_taken_leaves_everything_as_it_was(store: Store) -> None:
    await evenings.share(store, shared())
    assert await evenings.share_next(store, "e_1", shared("e_2")) is None
    assert await evenings.find(store, "e_1") == shared()
    assert await evenings.share_next(store, "e_1", shared("e_2", "MWXA")) == "e_2"


async def test_only_the_sharers_secret_ends_it(store: Store) -> None:
    await evenings.share(store, shared())
    assert not await evenings.end(store, "e_1", "another")
    assert await evenings.end(store, "e_1", "the end")
    assert await evenings.find(store, "e_1") is None
    assert not await evenings.change(store, "e_1", 0, b"[]", 2000)
    assert not await evenings.end(store, "e_1", "the end")


async def test_nothing_that_opens_an_evening_gets_into_a_log() -> None:
    assert "KQTR" not in repr(shared())
    assert evenings.hashed("the end") not in repr(shared())


async def test_an_evening_is_in_a_history_once_and_in_the_order_of_play(store: Store) -> None:
    assert await evenings.add_played(store, played("first", 1000))
    assert not await evenings.add_played(store, played("first", 9000))
    assert await evenings.add_played(store, played("first", 1000, person="ben"))
    await evenings.add_played(store, played("other box", 3000, game="pandante"))
    for name in ("b", "a"):
        await evenings.add_played(store, played(name, 2000))

    async def listed(game: str | None = None, limit: int = 9, before: tuple[int, str] | None = None) -> list[str]:
        return [row.evening for row in await evenings.played_by(store, "ann", game, limit, before)]

    assert await listed() == ["other box", "b", "a", "first"]
    assert await listed("royale", 2) == ["b", "a"]
    assert await listed(before=(2000, "b")) == ["a", "first"]
    assert await evenings.remove_played(store, "ann", "a")
    assert not await evenings.remove_played(store, "ann", "a")
    assert await listed() == ["other box", "b", "first"]
