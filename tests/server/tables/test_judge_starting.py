"""Starting with those who are there, or without anybody having to start it."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.server.tables import log, storage
from pandarium.server.tables.judge import permissions
from server.support import ANN, BEN, CAT, TableHarness
from server.tables.judging import refused

FEWER = protocol.Start(fewer=True)


def test_the_host_plays_with_those_who_came() -> None:
    harness = TableHarness.create("royale", 1, start=False, seats=5)
    harness.send(BEN, protocol.Sit(seat=3))
    assert not permissions(harness.table, ANN).fewer, "Ben is not ready"
    refused("wrong time", harness, ANN, FEWER, "not ready yet: Ben")
    harness.send(BEN, protocol.BeReady())
    may = permissions(harness.table, ANN)
    assert (may.fewer, may.start) == (True, False)
    assert not permissions(harness.table, BEN).fewer

    removed, started = harness.send(ANN, FEWER)
    assert isinstance(removed, log.SeatsRemoved)
    assert (removed.seats, started) == ([1, 2, 4], log.Started())
    table = harness.table
    assert [seat.name for seat in table.seats] == ["Ann", "Ben"]
    assert (table.seat_of(ANN.person), table.seat_of(BEN.person)) == (0, 1)
    assert table.match is not None
    assert table.record().seats == 2
    assert harness.read(BEN).you.seat == 1
    harness.play(0)
    harness.play_out()
    assert harness.table.outcome is not None
    assert len(harness.table.outcome.scores) == 2
    again = harness.again()
    assert (again.outcome, again.record()) == (table.outcome, table.record())


def test_a_rematch_is_for_as_many() -> None:
    harness = TableHarness.create("royale", 2, ["random"], start=False, seats=6)
    harness.send(ANN, FEWER)
    assert harness.table.agreement.seats == 3
    assert [entry.seat for entry in storage.same_people(harness.table) if isinstance(entry, log.Sat | log.Seated)] == [
        0,
        1,
        2,
    ]


def test_nobody_plays_alone_what_takes_two() -> None:
    harness = TableHarness.create("royale", 1, start=False, seats=4)
    assert not permissions(harness.table, ANN).fewer
    refused("wrong time", harness, ANN, FEWER, "2 players are needed")


def test_without_being_asked_to_nobody_starts_with_fewer() -> None:
    harness = TableHarness.create("royale", 2, start=False, seats=4)
    refused("wrong time", harness, ANN, protocol.Start(), "2 seats are still free")


def test_what_does_nothing_with_so_few_is_not_agreed_any_more() -> None:
    harness = TableHarness.create("pilfering", 1, start=False, seats=4, options={"timer": 3})
    before = set(harness.table.agreement.options)
    harness.send(ANN, FEWER)
    game = harness.table.game
    assert game is not None
    idle = {option.name for option in game.meta.options if not option.applies(1)}
    assert set(harness.table.agreement.options) == before - idle
    assert harness.again().record() == harness.table.record()


def test_lines_before_the_start_say_which_seats_are_gone() -> None:
    harness = TableHarness.create("royale", 2, start=False, seats=4)
    harness.send(ANN, FEWER)
    news = {line.type: line for line in harness.read(ANN).news}
    assert news["seats removed"].text == "2 3"


def test_a_table_that_starts_by_itself_does_when_the_last_one_sits_down() -> None:
    harness = TableHarness.create("royale", 0, start=False, seats=3, autostart=True)
    for person in (ANN, BEN):
        harness.send(person, protocol.Sit())
        assert harness.table.status == "open"
        assert not permissions(harness.table, person).ready
    refused("wrong time", harness, BEN, protocol.BeReady(), "starts by itself")
    harness.send(BEN, protocol.Sit(seat=2))  # to change one's seat is not to come
    assert harness.table.status == "open"
    assert harness.send(CAT, protocol.Sit())[-1] == log.Started()
    assert harness.table.status == "running"
    assert harness.read(CAT).table.autostart


@pytest.mark.parametrize("how", [protocol.Start(fewer=True), protocol.Start(fill="random")])
def test_the_host_need_not_wait_for_it(how: protocol.Start) -> None:
    harness = TableHarness.create("royale", 0, start=False, seats=4, autostart=True)
    harness.send(ANN, protocol.Sit())
    harness.send(BEN, protocol.Sit())
    harness.send(ANN, how)
    assert harness.table.status == "running"


def test_it_starts_by_itself_with_a_bot_in_the_last_seat() -> None:
    harness = TableHarness.create("royale", 0, start=False, seats=2, autostart=True)
    harness.send(ANN, protocol.PutBot(seat=1, level="random"))
    assert harness.table.status == "open"
    harness.send(ANN, protocol.Sit())
    assert harness.table.status == "running"
