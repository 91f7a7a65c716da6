"""`pandarium join URL/tournaments/…`: a tournament on a real server, from sign-up to results, in the terminal."""

from __future__ import annotations

import io
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pandarium.client import Client
from pandarium.protocol import tournaments as shapes
from pandarium.protocol.tournaments import AnyTournamentRequest, TournamentShown
from server.harness import Person, Server

from .conftest import Pandarium

PATIENCE = 120.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with Server(folder, f"sqlite:///{folder}/t.db", limits="0").start(PATIENCE) as running:
        yield running


@pytest.fixture(autouse=True)
def credentials(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def create_tournament(server: Server, host: Person, **wanted: Any) -> dict[str, Any]:
    quick = {"game": "pandante", "title": "Friday night", "enter": False, "bots_seconds": 0, "break_seconds": 0}
    answer = host.ask(server, "POST", "/api/tournaments", {**quick, **wanted})
    assert answer.status_code == 201, answer.text
    created: dict[str, Any] = answer.json()
    return created


def start_when_full(server: Server, host: Person, id: str, players: int) -> threading.Thread:
    """The host waits for so many, and starts it; if they do not come, nobody waits for them any longer."""

    def wait() -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if host.ask(server, "GET", f"/api/tournaments/{id}").json()["players"] == players:
                host.ask(server, "POST", f"/api/tournaments/{id}/messages", {"type": "start"})
                return
            time.sleep(0.1)
        host.ask(server, "POST", f"/api/tournaments/{id}/messages", {"type": "cancel"})

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


def test_sign_up_play_deal_after_deal_and_see_who_has_won(
    server: Server, pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Person(server, "Host")
    created = create_tournament(server, host, bots=2, level_seconds=2)
    starting = start_when_full(server, host, created["id"], 3)
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n" * 20_000))
    ran = pandarium("join", created["url"], "--name", "Ann")
    starting.join(PATIENCE)
    assert ran.code == 0, ran.err
    assert "Friday night: Pandánte, 104 gold each; the stakes rise every 2 seconds (PD-G3)" in ran.out
    assert "You are in. 3 players so far; it starts when its host starts it" in ran.out
    assert re.search(
        r"Level \d+, stakes x\d+: 3 of 3 left at 1 table", ran.out
    )  # the clock runs for a slow machine, too
    assert "The game is over" not in ran.out
    assert "The next gambit begins at table 1, stakes x" in ran.out
    assert "has won after" in ran.out
    assert "Ann" in ran.out.rpartition("has won after")[2]  # the results


class Typist(io.StringIO):
    """Somebody at a terminal who folds at the table, and answers every question the same way."""

    def __init__(self, answer: str) -> None:
        super().__init__()
        self.answer = answer
        self.turn = 0
        self.done = threading.Event()

    def isatty(self) -> bool:
        return True

    def __next__(self) -> str:
        if self.done.wait(0.03):
            raise StopIteration
        self.turn += 1
        return f"{self.answer if self.turn % 2 else 1}\n"


def ruined(server: Server, pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch, answer: str) -> tuple[str, int]:
    """Ann folds away a tournament with one re-buy: what she saw, and how often she bought in again.

    Stakes that eat her gold put her all in at last, and now and then that wins it for her: then she plays another one.
    """
    host = Person(server, "Host")
    for _ in range(8):
        created = create_tournament(server, host, bots=2, level_seconds=2, late_levels=100, rebuys=1)
        starting = start_when_full(server, host, created["id"], 3)
        typist = Typist(answer)
        monkeypatch.setattr(sys, "stdin", typist)
        try:
            ran = pandarium("join", created["url"], "--name", "Ann", "--plain")
        finally:
            typist.done.set()
        starting.join(PATIENCE)
        assert ran.code == 0, ran.err
        assert "has won after" in ran.out
        ended = host.ask(server, "GET", f"/api/tournaments/{created['id']}").json()
        if "You are out, in place " in ran.out:
            return ran.out, next(one.get("rebuys", 0) for one in ended["standings"] if one["name"] == "Ann")
        assert ended["winner"] == "Ann"
    raise AssertionError("Ann has won eight tournaments by folding")


@pytest.mark.parametrize(("answer", "rebuys"), [("y", 1), ("n", 0)])
def test_who_is_out_is_asked_whether_to_buy_in_again(
    server: Server, pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch, answer: str, rebuys: int
) -> None:
    """There is one re-buy: who takes it plays on, and is not asked again."""
    out, bought = ruined(server, pandarium, monkeypatch, answer)
    first, *later = out.split("You are out, in place ")[1:]
    assert re.search(r"Buy in again for 104 gold, within \d+ seconds\? \[y/N\]: ", first)
    assert len(later) <= rebuys  # it may have ended with her second loss
    assert not any("Buy in again" in text for text in later)
    assert bought == rebuys


def test_who_answers_too_late_is_told_so_and_watches_on(
    server: Server, pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = Client.send_to_tournament

    async def slowly(self: Client, id: str, wish: AnyTournamentRequest, *, invite: str = "") -> TournamentShown:
        if isinstance(wish, shapes.Rebuy):
            await send(self, id, shapes.Decline(), invite=invite)  # the offer has ended meanwhile
        return await send(self, id, wish, invite=invite)

    monkeypatch.setattr(Client, "send_to_tournament", slowly)
    out, bought = ruined(server, pandarium, monkeypatch, "y")
    assert "Too late: buying in again is not possible, or not any more.\n" in out
    assert bought == 0


def test_leave_and_come_back(server: Server, pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Person(server, "Host")
    created = create_tournament(server, host, bots=2, level_seconds=3600, public=False)
    starting = start_when_full(server, host, created["id"], 3)
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    ran = pandarium("join", created["url"], "--name", "Ann")
    starting.join(PATIENCE)
    assert ran.code == 0, ran.err
    assert ran.out.endswith(f'Come back with: pandarium join "{created["url"]}"\n')
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    back = pandarium("join", created["url"])
    assert back.code == 0, back.err
    assert "you are in place" in back.out
    assert "Ann (you)" in back.out or "Ann> " in back.out


def test_what_cannot_be_is_one_line(server: Server, pandarium: Pandarium) -> None:
    nowhere = pandarium("join", f"{server.url}/tournaments/c_nowhere", "--name", "Ann")
    assert (nowhere.code, nowhere.line) == (2, "pandarium: there is no such tournament")
    new = pandarium("join", f"{server.url}/tournaments/c_x", "--new", "royale")
    assert new.line == "pandarium: --new takes the address of a server, not the link of a tournament"
