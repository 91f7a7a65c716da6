"""Taking back and pausing; going and coming back."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.server.tables import judge, log
from pandarium.server.tables.judge import AlreadyDone, Refusal
from server.support import ANN, BEN, CAT, EVE, Desk
from server.tables.judging import LIVE, done_before, refused

# taking back


def test_a_move_that_revealed_nothing_is_taken_back_by_right() -> None:
    desk = Desk.lay("signs", 3)
    desk.play(0, "leaf")
    refused("no undo", desk, BEN, protocol.Undo())
    refused("stale", desk, ANN, protocol.Undo(position=0))
    assert desk.send(ANN, protocol.Undo(position=1)) == [log.Undone(seat=0)]
    done_before(desk, ANN, protocol.Undo(position=1))
    assert desk.table.actors() == [0, 1, 2]
    refused("no undo", desk, ANN, protocol.Undo(), "no move")


def test_after_anothers_move_or_a_reveal_it_takes_everybodys_consent() -> None:
    desk = Desk.lay("signs", 2)
    desk.play(0, "leaf")
    desk.play(1, "stone")
    for asker in (ANN, BEN):
        refused("no undo", desk, asker, protocol.Undo(), "consent")


def test_by_consent_everything_since_ones_last_move_is_taken_back() -> None:
    desk = Desk.lay("signs", 3)
    for seat in (0, 1, 2):
        desk.play(seat, "leaf")
    desk.play(2, "stone")
    desk.send(ANN, protocol.Ask(what="undo"))
    assert desk.send(BEN, protocol.Answer(yes=True)) == [log.Answered(seat=1, yes=True)]
    done = desk.send(CAT, protocol.Answer(yes=True))
    assert done == [log.Answered(seat=2, yes=True), *[log.Undone(seat=0, consent=True)] * 4]
    assert (desk.read(ANN).view["round"], desk.table.actors()) == (0, [0, 1, 2])
    assert desk.table.asked is None


def test_one_no_is_enough() -> None:
    desk = Desk.lay("signs", 3)
    desk.play(0)
    desk.send(ANN, protocol.Ask(what="undo"))
    desk.send(CAT, protocol.Answer(yes=False))
    assert (desk.table.asked, desk.table.position) == (None, 1)
    refused("wrong time", desk, BEN, protocol.Answer(yes=True), "nobody waits")


def test_a_move_made_meanwhile_withdraws_the_question_of_undo_but_not_of_a_pause() -> None:
    desk = Desk.lay("signs", 3)
    desk.play(0)
    desk.send(ANN, protocol.Ask(what="undo"))
    done_before(desk, ANN, protocol.Ask(what="undo"))
    refused("wrong time", desk, CAT, protocol.Ask(what="pause"), "something else")
    desk.play(1)
    assert desk.table.asked is None
    desk.send(ANN, protocol.Ask(what="pause"))
    desk.play(2)
    assert desk.table.asked is not None
    assert desk.table.asked.waiting == {1, 2}


def test_nobody_waits_for_the_answer_of_somebody_who_left() -> None:
    desk = Desk.lay("signs", 3)
    desk.play(0)
    desk.send(ANN, protocol.Ask(what="undo"))
    desk.send(CAT, protocol.Leave())
    assert [log.Undone(seat=0, consent=True)] == desk.send(BEN, protocol.Answer(yes=True))[1:]


def test_a_question_goes_when_its_asker_does() -> None:
    desk = Desk.lay("signs", 3)
    desk.send(ANN, protocol.Ask(what="pause"))
    desk.send(ANN, protocol.Leave())
    assert desk.table.asked is None


def test_against_bots_alone_a_wish_is_granted_at_once() -> None:
    desk = Desk.lay("signs", 1, ["random"])
    desk.play(0)
    desk.play_bot(1)
    assert desk.send(ANN, protocol.Ask(what="undo")) == [log.Undone(seat=0, consent=True)] * 2
    assert isinstance(desk.send(ANN, protocol.Ask(what="pause"))[0], log.Paused)


def test_moves_of_a_rated_game_stand() -> None:
    desk = Desk.lay("signs", rated=True)
    desk.play(0)
    refused("not allowed", desk, ANN, protocol.Ask(what="undo"), "rated")


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    desk = Desk.lay("signs")
    desk.play(0)
    refused("no undo", desk, BEN, protocol.Ask(what="undo"))


# going and coming back


def test_a_bot_stands_in_for_who_leaves_and_the_seat_stays_theirs() -> None:
    desk = Desk.lay("signs", 3)
    assert desk.send(BEN, protocol.Leave()) == [log.StoodIn(seat=1, level="hard", why="left")]
    done_before(desk, BEN, protocol.Leave())
    refused("wrong time", desk, BEN, protocol.Play(move="leaf", position=0), "stands in")
    refused("wrong time", desk, BEN, protocol.Ask(what="pause"), "stands in")
    desk.play_bot(1)
    desk.send(BEN, protocol.Return())
    done_before(desk, BEN, protocol.Return())
    desk.play(0)
    desk.play(2)
    desk.play(1)


def test_when_the_last_person_leaves_the_game_waits() -> None:
    desk = Desk.lay("signs", 2, ["random"])
    desk.send(ANN, protocol.Leave())
    assert desk.send(BEN, protocol.Leave()) == [log.Paused.because(Message("protocol.paused.left", {"name": "Ben"}), 1)]
    done_before(desk, BEN, protocol.Leave())
    desk.send(BEN, protocol.Return())
    assert desk.table.paused is None


def test_a_rated_game_waits_for_nobody_who_leaves() -> None:
    desk = Desk.lay("signs", rated=True, pace=LIVE)
    desk.send(ANN, protocol.Leave())
    refused("not allowed", desk, BEN, protocol.Ask(what="pause"), "rated")
    assert desk.send(BEN, protocol.Leave()) == [log.StoodIn(seat=1, level="hard", why="left")]
    assert desk.table.actors() == [0, 1]
    done_before(desk, BEN, protocol.Leave())


def test_the_last_who_leaves_a_rated_game_ends_its_pause() -> None:
    desk = Desk.lay("signs", rated=True, pace=LIVE)
    desk.send(ANN, protocol.Ask(what="pause"))
    desk.send(BEN, protocol.Answer(yes=True))
    assert desk.table.paused is not None
    desk.send(ANN, protocol.Leave())
    assert desk.table.paused is not None
    left = desk.send(BEN, protocol.Leave())
    assert left == [log.StoodIn(seat=1, level="hard", why="left"), log.Resumed(seat=1)]
    desk.play_out()
    assert desk.table.status == "ended"


def test_a_rated_game_without_a_clock_is_not_played_again() -> None:
    desk = Desk.lay("leduc", rated=True)
    desk.play_out()
    with pytest.raises(Refusal, match="rated tables need a clock"):
        judge.check_rematch(desk.table, ANN)


def test_a_raft_waits_for_who_leaves_until_the_others_put_a_bot_there() -> None:
    desk = Desk.lay("raft", 3)
    assert desk.send(BEN, protocol.Leave()) == [log.Paused.because(Message("protocol.paused.left", {"name": "Ben"}), 1)]
    with pytest.raises(Refusal, match="Cat is here"):
        desk.send(ANN, protocol.PutBot(seat=2), here=[0, 2])
    done = desk.send(ANN, protocol.PutBot(seat=1), here=[0, 2])
    assert done == [log.StoodIn(seat=1, level="hard", why="asked"), log.Resumed(seat=0)]
    assert desk.table.actors() == [0]
    done_before(desk, ANN, protocol.PutBot(seat=1))


def test_who_has_resigned_plays_and_asks_and_returns_no_more() -> None:
    desk = Desk.lay("signs", 3)
    desk.send(ANN, protocol.Resign())
    done_before(desk, ANN, protocol.Resign())
    refused("wrong time", desk, ANN, protocol.Play(move="leaf", position=0), "resigned")
    refused("wrong time", desk, ANN, protocol.Return(), "resigned")
    desk.play_bot(0)


def test_only_who_plays_ends_a_pause() -> None:
    desk = Desk.lay("signs", 3)
    desk.send(ANN, protocol.Resign())
    desk.send(BEN, protocol.Ask(what="pause"))
    desk.send(CAT, protocol.Answer(yes=True))
    refused("not seated", desk, EVE, protocol.Resume())
    refused("wrong time", desk, ANN, protocol.Resume(), "resigned")
    desk.send(CAT, protocol.Resume())
    done_before(desk, CAT, protocol.Resume())


def test_a_rematch_is_for_those_who_sat_there_when_it_is_over() -> None:
    desk = Desk.lay("leduc")
    with pytest.raises(Refusal, match="under way"):
        judge.check_rematch(desk.table, ANN)
    desk.play_out()
    judge.check_rematch(desk.table, BEN)
    with pytest.raises(Refusal, match="do not sit"):
        judge.check_rematch(desk.table, EVE)
    desk.commit([log.Rematched(table="t2")])
    with pytest.raises(AlreadyDone):
        judge.check_rematch(desk.table, BEN)
