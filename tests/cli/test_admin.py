"""`pandarium admin`: what a host does on the database, with a server on it or without."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from cli.conftest import Pandarium
from pandarium.server.ops.now import now_ms
from pandarium.server.store import PersonRow, Store, codes, moderation
from pandarium.server.store.moderation import Report
from server.harness import HTTP, Person, Server, Wire, closed
from server.postgres import postgres_database

T = TypeVar("T")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The database of a server that has been there; every command finds it."""
    if request.param == "sqlite":
        yield _prepared(f"sqlite:///{tmp_path}/tables.db", monkeypatch)
    else:
        with postgres_database() as url:
            yield _prepared(url, monkeypatch)


@pytest.fixture
def sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return _prepared(f"sqlite:///{tmp_path}/tables.db", monkeypatch)


def _prepared(url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PANDARIUM_DATABASE", url)
    monkeypatch.setenv("COLUMNS", "200")
    people = [
        PersonRow("p_ann", "Ann", "crown", "red-panda", "a hash", 1_790_000_000_000),
        PersonRow("p_ben", "Ben", "", None, None, 1_790_000_000_001),
    ]

    async def fill(store: Store) -> None:
        for row in people:
            await store.create_person(row)
        await store.setting("key", lambda: "the first key")

    on(url, fill)
    return url


def on(url: str, work: Callable[[Store], Awaitable[T]]) -> T:
    async def run() -> T:
        store = await Store.open(url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_without_a_command_the_commands_are_listed(pandarium: Pandarium) -> None:
    ran = pandarium("admin")
    assert (ran.code, ran.err) == (0, "")
    assert "reset-code" in ran.out
    assert "did you mean 'people'" in pandarium("admin", "poeple").line


def test_people_are_listed_and_found(pandarium: Pandarium, sqlite: str) -> None:
    listed = pandarium("admin", "people")
    assert listed.code == 0
    assert [line.split()[0] for line in listed.out.splitlines()] == ["id", "p_ben", "p_ann"]
    for text in ("Red-P", "ann", "p_ann"):
        assert [line.split()[0] for line in pandarium("admin", "people", text).out.splitlines()[1:]] == ["p_ann"]
    assert "none" in pandarium("admin", "people", "nobody").err


def test_a_code_is_printed_and_can_be_used_for_a_day(pandarium: Pandarium, url: str) -> None:
    ran = pandarium("admin", "reset-code", "RED-PANDA")
    assert ran.code == 0, ran.err
    code = ran.out.strip()

    async def valid(store: Store) -> list[bool]:
        hours = (0, 23, 25)
        return [await codes.is_valid(store, "password", "p_ann", code, now_ms() + n * 3_600_000) for n in hours]

    assert on(url, valid) == [True, True, False]
    assert "is a guest" in pandarium("admin", "reset-code", "p_ben").line
    assert "nobody has the login name" in pandarium("admin", "reset-code", "somebody").line


def test_operators_are_named_and_dismissed(pandarium: Pandarium, sqlite: str) -> None:
    def operators() -> list[bool]:
        async def find(store: Store) -> list[bool]:
            return [row.operator for row in await moderation.find_people(store, "", 10)]

        return on(sqlite, find)

    assert pandarium("admin", "grant", "red-panda").code == 0
    assert operators() == [False, True]
    assert "is a guest" in pandarium("admin", "grant", "p_ben").line
    assert pandarium("admin", "revoke", "red-panda").code == 0
    assert operators() == [False, False]


def test_bans_and_mutes_are_set_listed_and_lifted(pandarium: Pandarium, url: str) -> None:
    assert pandarium("admin", "ban", "red-panda", "--hours", 2, "--reason", "spam").code == 0
    assert pandarium("admin", "ban", "198.51.100.7").code == 0
    assert pandarium("admin", "mute", "p_ben").code == 0
    listed = pandarium("admin", "bans").out
    assert {tuple(line.split()[:2]) for line in listed.splitlines()[1:]} == {
        ("ban", "p_ann"),
        ("ban", "198.51.100.7/32"),
        ("mute", "p_ben"),
    }
    assert "spam" in listed
    for words in (("unban", "red-panda"), ("unban", "198.51.100.7"), ("unmute", "p_ben")):
        assert pandarium("admin", *words).code == 0
        assert "there is no" in pandarium("admin", *words).line
    assert "none" in pandarium("admin", "bans").err


def test_reports_are_listed_until_they_are_done(pandarium: Pandarium, sqlite: str) -> None:
    row = Report("r_1", 1_790_000_000_000, "p_ben", "p_ann", "t_1", 7, "rude words", "insults")
    on(sqlite, lambda store: moderation.report(store, row))
    assert "rude words" in pandarium("admin", "reports").out
    assert pandarium("admin", "reports", "--done", "r_1").code == 0
    assert "none" in pandarium("admin", "reports").err
    assert "no open report" in pandarium("admin", "reports", "--done", "r_1").line


def test_another_key_is_made_and_said_what_it_ends(
    pandarium: Pandarium, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def key() -> str:
        return on(url, lambda store: store.setting("key", lambda: "none"))

    assert key() == "the first key"
    assert "guests are not known any more" in " ".join(pandarium("admin", "rotate-key", "--help").out.split())
    ran = pandarium("admin", "rotate-key", "--yes")
    assert (ran.code, "restart" in ran.err) == (0, True)
    assert key() not in ("the first key", "none")
    monkeypatch.setenv("PANDARIUM_KEY", "k" * 40)
    assert "PANDARIUM_KEY" in pandarium("admin", "rotate-key", "--yes").line


def test_a_backup_is_for_its_owner_alone_and_reads_into_any_database(
    pandarium: Pandarium, url: str, tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    ran = pandarium("admin", "backup", file)
    assert ran.code == 0, ran.err
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "is there already" in pandarium("admin", "backup", file).line
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["backup.db"]
    assert "not empty" in pandarium("admin", "restore", file).line

    async def contents(store: Store) -> Any:
        return await store.person("p_ann"), await store.setting("key", lambda: "none")

    with postgres_database(empty=True) as empty:
        for target in (f"sqlite:///{tmp_path}/new.db", empty):
            ran = pandarium("admin", "restore", file, "--database", target)
            assert ran.code == 0, ran.err
            assert on(target, contents) == on(url, contents)
    assert stat.S_IMODE((tmp_path / "new.db").stat().st_mode) == 0o600


def test_a_database_that_is_not_there_is_not_made(pandarium: Pandarium, tmp_path: Path) -> None:
    place = tmp_path / "mistyped.db"
    assert "there is no database" in pandarium("admin", "people", "--database", f"sqlite:///{place}").line
    assert (
        "there is no database" in pandarium("admin", "backup", tmp_path / "b", "--database", f"sqlite:///{place}").line
    )
    assert not place.exists()


async def test_what_the_host_does_reaches_those_who_play(pandarium: Pandarium, sqlite: str, tmp_path: Path) -> None:
    """With a server on the database, and no Redis."""
    with Server(tmp_path, sqlite, limits="0").start() as server:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        table, invite = ann.create_table(server, game="royale", seats=3)
        assert ben.say(server, table, invite, type="sit")["type"] == "done"
        wires = [await Wire(server, ann, table).open(), await Wire(server, ben, table, invite).open()]
        for wire in wires:
            await wire.until(lambda update: True)
        # A line is taken away from the log, and from those who have read it.
        assert (await wires[1].ask(type="say", text="rude words"))["type"] == "done"
        said = await wires[0].until(lambda update: any(news["type"] == "said" for news in update.get("news", [])))
        line = next(news["seq"] for news in said["news"] if news["type"] == "said")
        assert (await asyncio.to_thread(pandarium, "admin", "remove-line", table, line)).code == 0
        told = await wires[0].until(lambda update: any(one["type"] == "removed" for one in update.get("news", [])))
        assert [news["text"] for news in told["news"] if news["type"] == "removed"] == [str(line)]
        assert b"rude words" not in ann.ask(server, "GET", f"/api/tables/{table}/state?since=0").content
        backup = tmp_path / "backup.db"
        assert (await asyncio.to_thread(pandarium, "admin", "backup", backup)).code == 0
        assert b"rude words" not in backup.read_bytes()
        # Another invite: the old link opens nothing, those who sit there stay.
        new = (await asyncio.to_thread(pandarium, "admin", "rotate-invite", table)).out.strip()
        await wires[0].until(lambda update: update["you"]["invite"] == new)
        cy = Person(server, "Cy")
        assert cy.ask(server, "GET", f"/api/tables/{table}?invite={invite}").status_code == 403
        assert cy.ask(server, "GET", f"/api/tables/{table}?invite={new}").status_code == 200
        # Somebody may not talk, and then not be here at all.
        assert (await asyncio.to_thread(pandarium, "admin", "mute", ben.id, "--hours", 1)).code == 0
        await until(lambda: ben.say(server, table, type="say", text="hello").get("code") == "not allowed")
        assert (await asyncio.to_thread(pandarium, "admin", "ban", ben.id)).code == 0
        assert (await closed(wires[1]))[0] == 4401
        assert (await closed(await Wire(server, ben, table, new).open()))[0] == 4403
        refused = ben.ask(server, "GET", "/api/tables/mine")
        assert (refused.status_code, refused.json()["message"]["code"]) == (403, "protocol.banned.for_good")
        assert ben.ask(server, "GET", "/api/me/export").status_code == 200
        # The table is closed, with words.
        words = ("admin", "close", table, "--words", "We move tonight.")
        assert (await asyncio.to_thread(pandarium, *words)).code == 0
        over = await wires[0].until(lambda update: update["table"]["status"] == "closed")
        assert over["table"]["closed_message"]["params"] == {"words": "We move tonight."}
        assert "was closed" in (await asyncio.to_thread(pandarium, *words)).line
        # An address that is banned, and sockets that are open from it.
        assert (await asyncio.to_thread(pandarium, "admin", "ban", "198.51.100.0/24")).code == 0
        assert (await wires[0].ask(type="ping"))["type"] == "pong"
        assert (await asyncio.to_thread(pandarium, "admin", "ban", "127.0.0.0/8")).code == 0
        code, replies = await closed(wires[0])
        assert (code, replies[-1]["message"]["code"]) == (4403, "protocol.banned.for_good")
        assert HTTP.get(f"{server.url}/api/me").status_code == 403
        await until(lambda: "pandarium_sockets 0.0" in HTTP.get(f"{server.url}/metrics").text)
        assert json.loads(HTTP.get(f"{server.url}/health").content)["status"] == "ok"


async def until(done: Callable[[], bool]) -> None:
    """Ask until it is so."""
    async with asyncio.timeout(120):
        while not await asyncio.to_thread(done):
            await asyncio.sleep(0.05)


def test_tidying_says_what_would_go_and_what_went(
    pandarium: Pandarium, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(url, lambda store: store.create_person(PersonRow("p_old", "Old", "", None, None, 7)))
    monkeypatch.setenv("PANDARIUM_GUEST_DAYS", "0")
    assert "none" in pandarium("admin", "tidy").err
    monkeypatch.setenv("PANDARIUM_GUEST_DAYS", "20000")
    for _ in range(2):
        foretold = pandarium("admin", "tidy", "--dry-run")
        assert [line.split() for line in foretold.out.splitlines()] == [["what", "would", "go"], ["guests", "1"]]
    went = pandarium("admin", "tidy")
    assert [line.split() for line in went.out.splitlines()] == [["what", "went"], ["guests", "1"]]
    assert on(url, lambda store: store.person("p_old")) is None
    assert on(url, lambda store: store.person("p_ben")) is not None
    monkeypatch.setenv("PANDARIUM_GUEST_DAYS", "-1")
    assert "PANDARIUM_GUEST_DAYS: '-1' will not do" in pandarium("admin", "tidy").line
