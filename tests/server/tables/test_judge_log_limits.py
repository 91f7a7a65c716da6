"""Room in the log."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.server.tables import judge
from pandarium.server.tables.judge import AlreadyDone, Asker, Refusal
from server.support import ANN, BEN, EVE, TableHarness

MOST = 20
HI, CLAP = protocol.Say(text="hi"), protocol.React(what="👏")


def send(harness: TableHarness, asker: Asker, message: protocol.AnyMessage) -> bool:
    """Whether the log had room for that."""
    try:
        harness.commit(judge.verdict(harness.table, asker, message, (), MOST))
    except Refusal as refusal:
        if refusal.code != "limit":
            raise
        return False
    return True


def test_talk_has_its_room_and_whoever_watches_half_of_it() -> None:
    harness = TableHarness.create("signs")
    assert [send(harness, EVE, HI) for _ in range(12)] == [True] * 10 + [False] * 2
    assert [send(harness, ANN, (HI, CLAP)[n % 2]) for n in range(12)] == [True] * 10 + [False] * 2
    assert harness.table.talk_lines == MOST
    harness.play_out()
    assert harness.table.status == "ended", "the game goes on"


def test_much_talk_leaves_room_for_taking_back() -> None:
    harness = TableHarness.create("signs")
    while send(harness, ANN, HI):
        pass
    harness.play(0)
    assert send(harness, ANN, protocol.Undo())


def test_who_plays_and_takes_back_again_and_again_comes_to_an_end() -> None:
    harness = TableHarness.create("signs")
    for _ in range(MOST):
        harness.play(0)
        if not send(harness, ANN, protocol.Undo()):
            break
    else:
        raise AssertionError("there is no end to it")
    assert harness.table.seq <= 2 * MOST
    assert not send(harness, ANN, protocol.Ask(what="pause"))
    assert send(harness, ANN, HI), "people can still talk about it"
    harness.play_out()
    assert harness.table.status == "ended"


def test_coming_and_going_comes_to_an_end_and_others_play_on() -> None:
    harness = TableHarness.create("signs", 3)
    toggled = 0
    while send(harness, BEN, (protocol.Leave(), protocol.Return())[toggled % 2]):
        toggled += 1
    assert toggled <= 2 * MOST
    assert send(harness, BEN, protocol.Resign()), "who wants to go may go"
    harness.play_out()
    assert harness.table.status == "ended"


@pytest.mark.parametrize("ready", [True, False])
def test_before_the_game_chairs_are_not_moved_for_ever(ready: bool) -> None:
    harness = TableHarness.create("signs", start=False)
    if ready:
        steps: list[protocol.AnyMessage] = [protocol.BeReady(ready=False), protocol.BeReady()]
    else:
        steps = [protocol.Sit(seat=1), protocol.Sit(seat=0)]
        harness.send(BEN, protocol.Leave())
    moved = 0
    while send(harness, ANN, steps[moved % 2]):
        moved += 1
    assert moved <= MOST
    assert send(harness, ANN, protocol.Start(fill="random"))


def test_what_has_nothing_left_to_do_needs_no_room() -> None:
    harness = TableHarness.create("signs", start=False)
    while send(harness, ANN, protocol.BeReady(ready=not harness.table.seats[0].ready)):
        pass
    with pytest.raises(AlreadyDone):
        judge.verdict(harness.table, ANN, protocol.BeReady(ready=harness.table.seats[0].ready), (), MOST)
