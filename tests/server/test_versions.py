"""Games survive a new release: tables of old rules are closed politely and whole, and the others go on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from pandarium.core import fair
from pandarium.core.record import Record
from pandarium.server.store import EntryRow, Store
from pandarium.server.tables import log

from .harness import ConnectionClosed, Person, Server, Wire
from .storm import read_logs
from .support import GAMES


class House:
    """A server with games of its own that can be changed between two runs, and two people."""

    def __init__(self, folder: Path) -> None:
        self.games = folder / "games"
        shutil.copytree(GAMES, self.games, ignore=shutil.ignore_patterns("__pycache__"))
        self.url = f"sqlite:///{folder}/t.db"
        self.server = Server(folder, self.url, limits="0", games=str(self.games)).start()
        self.people = [Person(self.server, name) for name in ("Ann", "Ben")]

    def begin(self, game: str, bots: int = 0) -> str:
        """A table for both, under way."""
        table, invite = self.people[0].lay(self.server, game=game, seats=2 + bots, bots=["random"] * bots)
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
        told = self.server.log.read_text()
        assert "Traceback" not in told, told

    def change(self, file: str, old: str, new: str) -> None:
        """Another version of a game."""
        text = (self.games / file).read_text()
        assert old in text
        (self.games / file).write_text(text.replace(old, new))


@pytest.fixture
def house(tmp_path: Path) -> Any:
    """A server that is killed at the end if it still runs."""
    house = House(tmp_path)
    yield house
    house.server.kill()


async def check_closed(house: House, table: str, before: list[EntryRow], reason: str) -> Record:
    """The table is closed, says why, and nothing of it is lost."""
    shown = house.state(table)
    assert shown["table"]["status"] == "closed"
    assert reason in shown["table"]["closed"]
    assert [one["seq"] for one in shown["news"]] == list(range(1, len(before) + 2))
    refused = house.people[0].say(house.server, table, type="play", move="row", position=shown["position"])
    assert (refused["type"], refused["code"]) == ("refused", "wrong time")
    assert house.people[0].say(house.server, table, type="rematch")["code"] == "wrong time"
    wire = await Wire(house.server, house.people[1], table).open()
    assert reason in (await wire.next())["table"]["closed"]
    await wire.close()

    rows = await house.rows(table)
    assert rows[:-1] == before
    assert isinstance(log.decode(rows[-1].body), log.Closed)
    record = house.record(table)
    made = [log.decode(row.body) for row in before]
    assert [entry.move for entry in record.moves] == [entry.move for entry in made if isinstance(entry, log.Moved)]
    assert record.rules == 1
    assert record.outcome is None
    row = (await read_logs(house.url, {table}))[table][0]
    assert record.secret == row.secret == shown["table"]["secret"]
    assert record.commitment == shown["table"]["commitment"] == fair.commitment(bytes.fromhex(row.secret))
    assert house.replay(table) == []
    return record


async def test_after_a_change_of_rules_tables_are_closed_whole_and_others_go_on(house: House) -> None:
    under_way, driven, over, other = (
        house.begin("raft"),
        house.begin("raft", bots=1),
        house.begin("signs"),
        house.begin("royale"),
    )
    assert house.play(under_way, 3) == 3
    house.play(over)
    finished = house.record(over)
    assert finished.outcome is not None
    house.play(other, 2)
    commitment = house.state(under_way)["table"]["commitment"]
    house.stop()
    before = await house.rows(under_way)
    log_of_over = await house.rows(over)
    old_game = Record.from_json(finished.to_json())
    for game in ("raft", "signs"):
        house.change(f"{game}/meta.py", "    seats=", "    rules=2,\n    seats=")

    house.server.start()
    record = await check_closed(house, under_way, before, "version 1 of the rules of Raft, which is at 2 now")
    assert record.commitment == commitment
    assert house.state(driven)["table"]["status"] == "closed"
    assert house.play(other) > 2
    assert house.state(other)["table"]["status"] == "ended"
    house.record(other).final()
    assert house.state(over)["table"]["status"] == "ended"
    assert house.record(over) == old_game
    assert await house.rows(over) == log_of_over
    new = house.begin("raft")
    assert house.play(new, 2) == 2
    house.stop()

    # The old version is put back: what was closed stays closed, and its record can be checked with it.
    for game in ("raft", "signs"):
        house.change(f"{game}/meta.py", "    rules=2,\n", "")
    house.server.start()
    assert house.state(under_way)["table"]["status"] == "closed"
    assert house.record(under_way) == record
    record.final()
    house.stop()


async def test_tables_of_a_game_that_is_not_there_wait_until_it_is_back(house: House) -> None:
    gone, other = house.begin("raft"), house.begin("signs")
    house.play(gone, 3)
    house.stop()
    before = await house.rows(gone)
    (house.games / "raft").rename(house.games / "away.raft")

    house.server.start()
    shown = house.state(gone)["table"]
    assert shown["status"] == "running"
    assert "raft" in shown["paused"]
    refused = house.people[0].say(house.server, gone, type="play", move="row", position=3)
    assert (refused["type"], refused["code"]) == ("refused", "wrong time")
    assert "raft" in refused["reason"]
    assert "secret" not in shown
    assert house.play(other) > 0
    house.stop()
    assert await house.rows(gone) == before

    (house.games / "away.raft").rename(house.games / "raft")
    house.server.start()
    assert house.play(gone) > 0
    assert house.state(gone)["table"]["status"] == "ended"
    house.record(gone).final()
    house.stop()


async def test_a_log_that_does_not_fit_although_the_version_says_so_is_closed_and_whole(house: House) -> None:
    misfit, other = house.begin("raft"), house.begin("signs")
    house.play(misfit, 3)
    house.stop()
    before = await house.rows(misfit)
    house.change("raft/game.py", '{ROW: "row", BAIL: "bail"}', '{ROW: "paddle", BAIL: "bail"}')

    house.server.start()
    (await check_closed(house, misfit, before, "does not fit")).final()
    assert house.play(other) > 0
    house.stop()


async def test_what_a_newer_program_has_written_is_refused_and_left_alone(house: House) -> None:
    newer, other = house.begin("raft", bots=1), house.begin("signs")
    house.play(newer, 2)
    wire = await Wire(house.server, house.people[0], newer).open()
    await wire.next()
    store = await Store.open(house.url)
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
    assert house.play(other, 2) == 2
    assert await house.rows(newer) == rows

    # and from the store
    house.stop()
    house.server.start()
    shown = house.state(newer)
    assert (shown["type"], shown["code"]) == ("refused", "wrong time")
    assert "newer version" in shown["reason"]
    wire = await Wire(house.server, house.people[0], newer).open()
    assert (await wire.next())["code"] == "wrong time"
    with pytest.raises(ConnectionClosed) as closed:
        await wire.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4400
    assert house.play(other) > 0
    assert await house.rows(newer) == rows
    assert json.loads(rows[-1].body) == json.loads(strange)
    house.stop()
