"""Room in the log."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.server.tables import judge
from pandarium.server.tables.judge import AlreadyDone, Asker, Refusal
from server.support import ANN, BEN, EVE, Desk

MOST = 20
HI, CLAP = protocol.Say(text="hi"), protocol.React(what="👏")


def send(desk: Desk, asker: Asker, message: protocol.AnyMessage) -> bool:
    """Whether the log had room for that."""
    try:
        desk.commit(judge.verdict(desk.table, asker, message, (), MOST))
    except Refusal as refusal:
        if refusal.code != "limit":
            raise
        return False
    return True


def test_talk_has_its_room_and_whoever_watches_half_of_it() -> None:
    desk = Desk.lay("signs")
    assert [send(desk, EVE, HI) for _ in range(12)] == [True] * 10 + [False] * 2
    assert [send(desk, ANN, (HI, CLAP)[n % 2]) for n in range(12)] == [True] * 10 + [False] * 2
    assert desk.table.said == MOST
    desk.play_out()
    assert desk.table.status == "ended", "the game goes on"


def test_much_talk_leaves_room_for_taking_back() -> None:
    desk = Desk.lay("signs")
    while send(desk, ANN, HI):
        pass
    desk.play(0)
    assert send(desk, ANN, protocol.Undo())


def test_who_plays_and_takes_back_again_and_again_comes_to_an_end() -> None:
    desk = Desk.lay("signs")
    for _ in range(MOST):
        desk.play(0)
        if not send(desk, ANN, protocol.Undo()):
            break
    else:
        raise AssertionError("there is no end to it")
    assert desk.table.seq <= 2 * MOST
    assert not send(desk, ANN, protocol.Ask(what="pause"))
    assert send(desk, ANN, HI), "people can still talk about it"
    desk.play_out()
    assert desk.table.status == "ended"


def test_coming_and_going_comes_to_an_end_and_others_play_on() -> None:
    desk = Desk.lay("signs", 3)
    toggled = 0
    while send(desk, BEN, (protocol.Leave(), protocol.Return())[toggled % 2]):
        toggled += 1
    assert toggled <= 2 * MOST
    assert send(desk, BEN, protocol.Resign()), "who wants to go may go"
    desk.play_out()
    assert desk.table.status == "ended"


@pytest.mark.parametrize("ready", [True, False])
def test_before_the_game_chairs_are_not_moved_for_ever(ready: bool) -> None:
    desk = Desk.lay("signs", start=False)
    if ready:
        steps: list[protocol.AnyMessage] = [protocol.BeReady(ready=False), protocol.BeReady()]
    else:
        steps = [protocol.Sit(seat=1), protocol.Sit(seat=0)]
        desk.send(BEN, protocol.Leave())
    moved = 0
    while send(desk, ANN, steps[moved % 2]):
        moved += 1
    assert moved <= MOST
    assert send(desk, ANN, protocol.Start(fill="random"))


def test_what_has_nothing_left_to_do_needs_no_room() -> None:
    desk = Desk.lay("signs", start=False)
    while send(desk, ANN, protocol.BeReady(ready=not desk.table.seats[0].ready)):
        pass
    with pytest.raises(AlreadyDone):
        judge.verdict(desk.table, ANN, protocol.BeReady(ready=desk.table.seats[0].ready), (), MOST)
