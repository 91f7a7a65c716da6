"""What has changed: whoever puts it into what they had sees what the server would show them as a whole."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium import protocol
from pandarium.client.changes import apply_changes
from pandarium.server.tables.changes import ViewChanges, difference, take_apart
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.updates import Snapshot
from server.harness import Person, Server, Wire
from server.support import ANN, BEN, EVE, PEOPLE, TableHarness

GAMES = ("royale", "pandante", "pilfering", "wildstyle", "leduc")


# views


class Flat(msgspec.Struct, frozen=True):
    """A view of four parts."""

    round: int
    name: str = msgspec.field(default="", name="called")
    cards: list[Any] = []
    flag: bool | int = 0


class Nameless(msgspec.Struct, frozen=True, array_like=True):
    """A view that travels as a list."""

    round: int
    turn: int


class Single(msgspec.Struct, frozen=True):
    """A view of one part."""

    round: int


def new(before: object, after: object) -> ViewChanges | None:
    """What is new in one view since another."""
    return difference(take_apart(before), take_apart(after))


def test_parts_go_by_the_names_under_which_they_travel() -> None:
    assert new(Flat(1, "a"), Flat(2, "b")) == ({"round": 2, "called": "b"}, {})
    assert new(Flat(1, "a", [1]), Flat(1, "a", [1])) == ({}, {})
    assert new({"a": 1, "b": [2]}, {"a": 1, "b": [3]}) == ({"b": [3]}, {})


def test_of_a_list_go_the_new_items_if_they_are_few() -> None:
    assert new(Flat(1, cards=[1, 2, 3, 4]), Flat(1, cards=[1, 9, 3, 4])) == ({}, {"cards": {1: 9}})
    assert new(Flat(1, cards=[1, 2, 3, 4]), Flat(1, cards=[8, 9, 7, 4])) == ({"cards": [8, 9, 7, 4]}, {})
    assert new(Flat(1, cards=[1, 2]), Flat(1, cards=[1, 2, 3])) == ({"cards": [1, 2, 3]}, {})
    assert new(Flat(1, cards=[1, 2]), Flat(1, cards=[])) == ({"cards": []}, {})


def test_nought_is_not_false() -> None:
    assert new(Flat(1, flag=0), Flat(1, flag=False)) == ({"flag": False}, {})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, Flat(1)),
        (Flat(1), None),
        (Flat(1), {"round": 1}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2}, {"a": 1}),
        (Nameless(1, 2), Nameless(1, 3)),
        (Single(1), Single(2)),
        ([1, 2], [1, 3]),
        (7, 8),
    ],
)
def test_what_has_other_parts_or_none_goes_as_a_whole(before: object, after: object) -> None:
    assert new(before, after) is None


# tables


class Follower:
    """A client that knows no more than what it was sent."""

    def __init__(self, loaded: LoadedTable, asker: Asker) -> None:
        self.loaded = loaded
        self.asker = asker
        self.snapshot: Snapshot | None = None
        self.shown: protocol.Update | None = None
        self.bytes = self.whole = 0

    def look(self) -> None:
        """Take in what is new: it must be the whole, news and all."""
        since = self.shown.seq if self.shown else 0
        snapshot = self.loaded.snapshot(self.asker)
        news = self.loaded.news(snapshot, since)
        whole = snapshot.whole(since, news)
        data = whole if self.snapshot is None else snapshot.changed(self.snapshot, since, news)
        self.snapshot = snapshot
        self.bytes += len(data)
        self.whole += len(whole)
        reply = msgspec.json.decode(data, type=protocol.AnyReply)
        if isinstance(reply, protocol.Changes):
            assert self.shown is not None
            reply = apply_changes(self.shown, reply)
        assert isinstance(reply, protocol.Update)
        self.shown = reply
        fields = list(msgspec.json.decode(whole))  # put together by hand: nothing unknown, and in its place
        assert fields == [field for field in ("type", *protocol.Update.__struct_fields__) if field in fields]
        assert reply == msgspec.json.decode(whole, type=protocol.AnyReply)


def play_along(harness: TableHarness, followers: list[Follower], chance: random.Random, moves: int) -> None:
    """Any moves of anybody, some taken back, while all look on, now and then only later."""
    for _ in range(moves):
        if not harness.table.actors():
            harness.wait(100)
            if not harness.time_out():
                return
        else:
            seat = chance.choice(harness.table.actors())
            harness.play(seat, chance.choice(harness.legal(seat)))
            if chance.random() < 0.3:
                with suppress(Refusal):
                    harness.send(PEOPLE[seat], protocol.Undo(position=harness.table.position))
        followers[0].loaded.changed()
        for follower in followers:
            if chance.random() < 0.8:
                follower.look()


@pytest.mark.parametrize("game", GAMES)
def test_who_follows_sees_what_there_is(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = 2 if game == "leduc" else 4
    harness = TableHarness.create(game, seats, start=False, secret="5c" * 32)
    monkeypatch.setattr("pandarium.server.tables.loaded_table.now_ms", lambda: harness.now)
    loaded = LoadedTable(harness.table)
    followers = [Follower(loaded, asker) for asker in (*PEOPLE[:seats], EVE)]
    for follower in followers:
        follower.look()
    harness.send(ANN, protocol.Start())
    loaded.changed()
    play_along(harness, followers, random.Random(game), 150)
    harness.send(ANN, protocol.Say(text="well played"))
    loaded.changed()
    for follower in followers:
        follower.look()


def test_in_real_time_it_is_a_fraction_of_the_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = TableHarness.create("wildstyle", 4)
    monkeypatch.setattr("pandarium.server.tables.loaded_table.now_ms", lambda: harness.now)
    followers = [Follower(LoadedTable(harness.table), ANN)]
    play_along(harness, followers, random.Random(1), 100)
    assert followers[0].bytes < followers[0].whole / 3


def test_old_views_are_forgotten() -> None:
    harness = TableHarness.create("royale", 2)
    loaded = LoadedTable(harness.table)
    follower = Follower(loaded, ANN)
    follower.look()
    for _ in range(3):
        harness.play(harness.table.actors()[0])
        loaded.changed()
        follower.look()
        follower.look()
    assert follower.snapshot is not None
    kept = [follower.snapshot.viewer_state]
    while (compared := kept[-1]._difference) is not None:
        kept.append(compared[0])
    assert len(kept) == 2


def test_who_sits_down_follows_with_the_new_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = TableHarness.create("leduc", 1, seats=2, start=False)
    monkeypatch.setattr("pandarium.server.tables.loaded_table.now_ms", lambda: harness.now)
    loaded = LoadedTable(harness.table)
    ben = Follower(loaded, BEN)
    ben.look()
    for message in (protocol.Sit(), protocol.BeReady()):
        harness.send(BEN, message)
        loaded.changed()
        ben.look()
    assert ben.shown is not None
    assert ben.shown.you.seat == 1


# sockets


async def test_only_who_asks_for_changes_gets_them_and_every_socket_begins_with_the_whole(tmp_path: Path) -> None:
    with Server(tmp_path, f"sqlite:///{tmp_path}/t.db", limits="0").start() as server:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        table, invite = ann.create_table(server, game="leduc", seats=2)
        lean = await Wire(server, ann, table, invite, changes=True).open()
        plain = await Wire(server, ben, table, invite).open()
        await plain.ask(type="sit")
        await plain.ask(type="ready")
        await lean.until(lambda update: update["table"]["seats"][1].get("ready", False))
        await lean.ask(type="start")
        await lean.until(lambda update: update["table"]["status"] == "running")
        while lean.update is None or lean.update["table"]["status"] == "running":
            for wire in (lean, plain):
                await wire.until(lambda update: update["seq"] >= max(lean.seq, plain.seq))
            actor = next((wire for wire in (lean, plain) if wire.update and wire.update.get("legal")), None)
            if actor is None:
                break
            done = await actor.play()
            for wire in (lean, plain):
                await wire.until(lambda update, seq=done["seq"]: update["seq"] >= seq)
        kinds = [msgspec.json.decode(text)["type"] for text in lean.received]
        assert kinds[0] == "update"
        assert kinds.count("update") < kinds.count("changes")
        assert not any('"type":"changes"' in text for text in plain.received)
        whole = ann.ask(server, "GET", f"/api/tables/{table}/state").json()
        for part in ("seq", "position", "you", "actors", "view", "legal"):
            assert lean.update.get(part) == whole.get(part)
        await lean.close()
        again = await Wire(server, ann, table, invite, changes=True).open(since=whole["seq"])
        assert (await again.next())["type"] == "update"
        await again.close()
        await plain.close()
