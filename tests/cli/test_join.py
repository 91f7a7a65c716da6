from __future__ import annotations

import io
import json
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from client.fake_server import FakeServer, inn_next_door
from pandarium.cli.new_table import NewTableRequest
from pandarium.protocol import NewTable
from pandarium.protocol.pace import Pace

from .conftest import Pandarium


@pytest.fixture
def fake_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[FakeServer]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with inn_next_door() as fake_server:
        yield fake_server


def types(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(script))


def link_in(text: str) -> str:
    return text.partition('pandarium join "')[2].partition('"')[0]


def test_create_a_table_play_at_it_and_come_back(
    fake_server: FakeServer, pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    types(monkeypatch, "start hard\n1\n")
    begun = pandarium("join", fake_server.url, "--new", "royale", "--seats", 3, "--name", "Ann")
    assert begun.code == 0, begun.err
    assert "1 Start with hard bots in all free seats" in begun.out
    assert "Ann takes the" in begun.out
    link = link_in(begun.out)
    assert link.startswith(f"{fake_server.url}/t/")
    types(monkeypatch, "1\n" * 40)
    back = pandarium("join", link)
    assert back.code == 0, back.err
    assert "Ann (you)" in back.out
    assert "highest total after 10 rounds (PR-13)" in back.out
    assert "Come back with" not in back.out
    kept = tmp_path / "state" / "pandarium" / "guests.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [guest["name"] for guest in json.loads(kept.read_text())[fake_server.url]] == ["Ann"]
    over = pandarium("join", link)
    assert over.code == 2
    assert over.line.startswith("pandarium: the game at this table is over: ")
    room = next(iter(fake_server.rooms.values()))
    room.table.agreement = msgspec.structs.replace(room.table.agreement, tournament="c_cup")
    deal = pandarium("join", link)
    way = f"{fake_server.url}/tournaments/c_cup?{link.partition('?')[2]}"
    assert deal.line == f"pandarium: the deal at this table is over; its tournament: {way.rstrip('?')}"


def test_a_new_table_is_what_was_agreed_on_the_command_line(
    fake_server: FakeServer, pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that the browser's page for new tables offers."""
    types(monkeypatch, "")
    words = ["--option", "children=yes", "--seats", 3, "--pace", "120+5", "--timeout", "bot", "--talk", "players"]
    made = pandarium("join", fake_server.url, "--new", "royale", *words, "--public", "--no-spectators", "--no-hints")
    assert made.code == 0, made.err
    (room,) = fake_server.rooms.values()
    agreement = room.table.agreement
    assert (agreement.seats, agreement.options["children"]) == (3, True)
    assert agreement.pace == Pace(kind="live", bank=120, increment=5, at_timeout="bot")
    assert (agreement.talk, agreement.public, agreement.spectators, agreement.hints) == ("players", True, False, False)


def test_every_field_of_a_new_table_can_be_said(
    fake_server: FakeServer, pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"autostart", "bots", "game", "hints", "options", "pace", "public", "rated", "seats", "spectators", "talk"}
    assert asked == set(NewTable.__struct_fields__) - {"sit"}
    assert asked == set(NewTableRequest._fields) - {"timeout"}  # which is part of the pace
    types(monkeypatch, "")
    for text, line in (
        ("top", "--option takes NAME=VALUE, not 'top'; options of Panda Royale: children"),
        ("childen=yes", "did you mean 'children'"),
        ("children=maybe", "option children of Panda Royale takes no, yes, not 'maybe'"),
    ):
        assert line in pandarium("join", fake_server.url, "--new", "royale", "--option", text).line


def test_a_second_name_is_a_second_person(
    fake_server: FakeServer, pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch
) -> None:
    types(monkeypatch, "quit\n")
    link = link_in(pandarium("join", fake_server.url, "--new", "royale", "--seats", 3, "--name", "Ann").out)
    room = next(iter(fake_server.rooms.values()))
    types(monkeypatch, "quit\n")
    bo = pandarium("join", link, "--name", "Bo")
    assert bo.code == 0
    assert [seat.name for seat in room.table.seats] == ["Ann", "Bo", ""]
    types(monkeypatch, "quit\n")
    assert pandarium("join", link, "--name", "Ann").code == 0
    assert [seat.name for seat in room.table.seats] == ["Ann", "Bo", ""]


def test_open_tables_are_listed(fake_server: FakeServer, pandarium: Pandarium) -> None:
    empty = pandarium("join", fake_server.url)
    assert empty.code == 0
    assert f"No table is open to everybody at {fake_server.url}." in empty.out
    assert f"pandarium join {fake_server.url} --new GAME, for example royale" in empty.out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ("nonsense",),
            "'nonsense' is not an address that begins with http:// or https://; a link to a table looks",
        ),
        (("http://127.0.0.1:1/x",), "'http://127.0.0.1:1/x' is not the link of a table; a link to a table looks like"),
        (("http://127.0.0.1:1/t/x", "--new", "royale"), "--new takes the address of a server, not the link of a table"),
        (("http://127.0.0.1:1/t/x", "--seats", "3"), "--seats is for a table that --new creates"),
        (("http://127.0.0.1:1/t/x", "--option", "a=b"), "--option is for a table that --new creates"),
        (
            ("http://127.0.0.1:1", "--new", "royale", "--pace", "fast"),
            "--pace takes relaxed, live, SECONDS+INCREMENT",
        ),
        (("http://127.0.0.1:1", "--new", "royale", "--talk", "loud"), "--talk takes all, players, phrases, none, not"),
        (("http://127.0.0.1:1", "--new", "royale", "--timeout", "nap"), "--timeout takes move or bot, not 'nap'"),
        (("http://127.0.0.1:1/t/x", "--name", " "), "--name takes 1 to 32 printable characters, not ' '"),
        ((), "pandarium join needs URL; for example: pandarium join"),
    ],
)
def test_a_mistake_is_one_line(pandarium: Pandarium, words: tuple[str, ...], line: str) -> None:
    ran = pandarium("join", *words)
    assert ran.code == 2
    assert line in ran.line


def test_a_table_that_is_not_there_or_not_for_us(
    fake_server: FakeServer, pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = pandarium("join", f"{fake_server.url}/t/nowhere", "--name", "Ann")
    assert (nowhere.code, nowhere.line) == (2, "pandarium: there is no such table")
    types(monkeypatch, "quit\n")
    link = link_in(pandarium("join", fake_server.url, "--new", "royale", "--seats", 2, "--name", "Ann").out)
    wrong = pandarium("join", link.replace("open-sesame", "please"), "--name", "Bo")
    assert (wrong.code, wrong.line) == (2, "pandarium: this table is private: ask its players for the link")


def test_a_server_that_is_down_is_one_line_and_bad_input(
    pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with inn_next_door() as fake_server:
        address = fake_server.url
    down = pandarium("join", f"{address}/t/x", "--name", "Ann")
    assert down.code == 2
    assert down.line.startswith(f"pandarium: no server answers at {address}")


def test_without_the_extra_it_says_what_to_install(
    pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "httpx", None)
    ran = pandarium("join", "http://127.0.0.1:1/t/x")
    assert ran.code == 2
    assert "pip install 'pandarium[client]'" in ran.line
