"""Games survive a new release: tables of old rules wait, whole, for the version that can play them; others go on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pandarium.core.record import Record
from pandarium.server.store import EntryRow, Store
from pandarium.server.tables import log

from .chaos import read_logs
from .harness import ConnectionClosed, Person, Server, Wire
from .support import GAMES


class Deployment:
    """A server with games of its own that can be changed between two runs, and two people."""

    def __init__(self, folder: Path) -> None:
        self.games = folder / "games"
        shutil.copytree(GAMES, self.games, ignore=shutil.ignore_patterns("__pycache__"))
        self.url = f"sqlite:///{folder}/t.db"
        self.server = Server(folder, self.url, limits="0", games=str(self.games)).start()
        self.people = [Person(self.server, name) for name in ("Ann", "Ben")]

    def begin(self, game: str, bots: int = 0) -> str:
        """A table for both, under way."""
        table, invite = self.people[0].create_table(self.server, game=game, seats=2 + bots, bots=["random"] * bots)
        for message in ({"type": "sit"}, {"type": "ready"}):
            assert self.people[1].say(self.server, table, invite, **message)["type"] == "done"
        assert self.people[0].say(self.server, table, type="start")["type"] == "done"
        return table

    def state(self, table: str, person: int = 0) -> dict[str, Any]:
        """What that person sees, or the refusal."""
        answer = self.people[person].ask(self.server, "GET", f"/api/tables/{table}/state?since=0")
        assert answer.status_code in {200, 409}, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def play(self, table: str, moves: int = 1000) -> int:
        """First legal moves of whoever can, so many at most; how many were made."""
        for made in range(moves):
            updates = [self.state(table, person) for person in (0, 1)]
            number = next((n for n, update in enumerate(updates) if update.get("legal")), None)
            if number is None:
                return made
            move, position = updates[number]["legal"][0]["move"], updates[number]["position"]
            reply = self.people[number].say(self.server, table, type="play", move=move, position=position)
            assert reply["type"] == "done", reply
        return moves

    def record(self, table: str) -> Record:
        """The record that the server gives out."""
        answer = self.people[0].ask(self.server, "GET", f"/api/tables/{table}/record")
        assert answer.status_code == 200, answer.text
        return Record.from_json(answer.content)

    def replay(self, table: str) -> list[Any]:
        """The game step by step."""
        answer = self.people[0].ask(self.server, "GET", f"/api/tables/{table}/replay")
        assert answer.status_code == 200, answer.text
        frames: list[Any] = answer.json()
        return frames

    async def rows(self, table: str) -> list[EntryRow]:
        """The log as it is stored."""
        return (await read_logs(self.url, {table}))[table][1]

    def stop(self) -> None:
        """End in good order."""
        assert self.server.stop() == 0
        logged = self.server.log.read_text()
        assert "Traceback" not in logged, logged

    def change(self, file: str, old: str, new: str) -> None:
        """Another version of a game."""
        text = (self.games / file).read_text()
        assert old in text
        (self.games / file).write_text(text.replace(old, new))


@pytest.fixture
def deployment(tmp_path: Path) -> Any:
    """A server that is killed at the end if it still runs."""
    deployment = Deployment(tmp_path)
    yield deployment
    deployment.server.kill()


async def check_suspended(deployment: Deployment, table: str, before: list[EntryRow], code: str, reason: str) -> None:
    """The table waits, says why, shows what happened, takes nothing, and nothing of it is lost or told."""
    shown = deployment.state(table)
    assert shown["table"]["status"] == "running"
    assert reason in shown["table"]["paused"]
    assert shown["table"]["paused_message"]["code"] == code
    assert [one["seq"] for one in shown["news"]] == list(range(1, len(before) + 1))
    made = [log.decode(row.body) for row in before]
    own = [entry.move for entry in made if isinstance(entry, log.Moved) and entry.seat == 0]
    assert [one["move"] for one in shown["news"] if one.get("move")] == own
    assert not any("seat" in one for one in shown["news"] if one["type"] == "moved" and "move" not in one)
    assert "secret" not in shown["table"]
    assert not shown.get("may")
    for message in (
        {"type": "play", "move": "row", "position": shown["position"]},
        {"type": "say", "text": "what a pity"},
        {"type": "leave"},
        {"type": "resign"},
        {"type": "ask", "what": "pause"},
    ):
        refused = deployment.people[0].say(deployment.server, table, **message)
        assert (refused["type"], refused["code"]) == ("refused", "wrong time")
        assert reason in refused["reason"]
    wire = await Wire(deployment.server, deployment.people[1], table).open()
    assert reason in (await wire.next())["table"]["paused"]
    await wire.close()
    assert deployment.people[0].ask(deployment.server, "GET", f"/api/tables/{table}/record").status_code == 409
    assert deployment.replay(table) == []
    assert await deployment.rows(table) == before


async def test_after_a_change_of_rules_tables_wait_for_the_old_version_and_others_go_on(deployment: Deployment) -> None:
    under_way, driven, over, other = (
        deployment.begin("raft"),
        deployment.begin("raft", bots=1),
        deployment.begin("signs"),
        deployment.begin("royale"),
    )
    assert deployment.play(under_way, 3) == 3
    deployment.play(over)
    finished = deployment.record(over)
    assert finished.outcome is not None
    deployment.play(other, 2)
    deployment.stop()
    before, before_driven = await deployment.rows(under_way), await deployment.rows(driven)
    log_of_over = await deployment.rows(over)
    old_game = Record.from_json(finished.to_json())
    for game in ("raft", "signs"):
        deployment.change(f"{game}/meta.py", "    seats=", "    rules=2,\n    seats=")

    deployment.server.start()
    why = "version 1 of the rules of Raft, now at 2"
    for table, rows in ((under_way, before), (driven, before_driven)):
        await check_suspended(deployment, table, rows, "protocol.stuck.other_rules", why)
    assert deployment.play(other) > 2
    assert deployment.state(other)["table"]["status"] == "ended"
    deployment.record(other).final()
    assert deployment.state(over)["table"]["status"] == "ended"
    assert deployment.record(over) == old_game
    assert await deployment.rows(over) == log_of_over
    new = deployment.begin("raft")
    assert deployment.play(new, 2) == 2
    deployment.stop()

    # The old version is put back: what waited for it is played to the end, and what began under the new one waits.
    for game in ("raft", "signs"):
        deployment.change(f"{game}/meta.py", "    rules=2,\n", "")
    deployment.server.start()
    assert deployment.play(under_way) > 0
    assert deployment.state(under_way)["table"]["status"] == "ended"
    deployment.record(under_way).final()
    wire = await Wire(deployment.server, deployment.people[0], driven).open()
    await wire.until(
        lambda update: bool(update.get("legal")) or update["table"]["status"] == "ended"
    )  # bots move again
    await wire.close()
    assert "version 2 of the rules of Raft, now at 1" in deployment.state(new)["table"]["paused"]
    deployment.stop()


async def test_tables_of_a_game_that_is_not_there_wait_until_it_is_back(deployment: Deployment) -> None:
    gone, other = deployment.begin("raft"), deployment.begin("signs")
    deployment.play(gone, 3)
    deployment.stop()
    before = await deployment.rows(gone)
    (deployment.games / "raft").rename(deployment.games / "away.raft")

    deployment.server.start()
    shown = deployment.state(gone)["table"]
    assert shown["status"] == "running"
    assert "raft" in shown["paused"]
    refused = deployment.people[0].say(deployment.server, gone, type="play", move="row", position=3)
    assert (refused["type"], refused["code"]) == ("refused", "wrong time")
    assert "raft" in refused["reason"]
    assert "secret" not in shown
    assert deployment.play(other) > 0
    deployment.stop()
    assert await deployment.rows(gone) == before

    (deployment.games / "away.raft").rename(deployment.games / "raft")
    deployment.server.start()
    assert deployment.play(gone) > 0
    assert deployment.state(gone)["table"]["status"] == "ended"
    deployment.record(gone).final()
    deployment.stop()


async def test_a_log_that_does_not_fit_although_the_version_says_so_waits_for_one_that_it_fits(
    deployment: Deployment,
) -> None:
    misfit, driven, other = deployment.begin("raft"), deployment.begin("raft", bots=1), deployment.begin("signs")
    deployment.play(misfit, 3)
    deployment.play(driven, 2)
    deployment.stop()
    before, before_driven = await deployment.rows(misfit), await deployment.rows(driven)
    notation, other_notation = '{ROW: "row", BAIL: "bail"}', '{ROW: "paddle", BAIL: "drain"}'
    deployment.change("raft/game.py", notation, other_notation)

    deployment.server.start()
    for table, rows in ((misfit, before), (driven, before_driven)):
        await check_suspended(deployment, table, rows, "protocol.stuck.log_does_not_fit", "does not fit")
    assert deployment.play(other) > 0
    deployment.stop()

    deployment.change("raft/game.py", other_notation, notation)
    deployment.server.start()
    assert deployment.play(misfit) > 0
    deployment.record(misfit).final()
    deployment.stop()


async def test_what_a_newer_program_has_written_is_refused_and_left_alone(deployment: Deployment) -> None:
    newer, other = deployment.begin("raft", bots=1), deployment.begin("signs")
    deployment.play(newer, 2)
    wire = await Wire(deployment.server, deployment.people[0], newer).open()
    await wire.next()
    store = await Store.open(deployment.url)
    strange = b'{"type":"levitated","seat":0}'
    while not await store.append(newer, len(await store.entries(newer)) + 1, 0, strange):
        pass
    rows = await store.entries(newer)
    await store.close()

    # in memory: whoever wants to write after it is refused, whatever it is
    reply = await wire.ask(type="say", text="hello")
    assert (reply["type"], reply["code"]) == ("refused", "wrong time")
    assert "newer version" in reply["reason"]
    await wire.close()
    assert deployment.play(other, 2) == 2
    assert await deployment.rows(newer) == rows

    # and from the store
    deployment.stop()
    deployment.server.start()
    shown = deployment.state(newer)
    assert (shown["type"], shown["code"]) == ("refused", "wrong time")
    assert "newer version" in shown["reason"]
    wire = await Wire(deployment.server, deployment.people[0], newer).open()
    assert (await wire.next())["code"] == "wrong time"
    with pytest.raises(ConnectionClosed) as closed:
        await wire.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4400
    assert deployment.play(other) > 0
    assert await deployment.rows(newer) == rows
    assert json.loads(rows[-1].body) == json.loads(strange)
    deployment.stop()
