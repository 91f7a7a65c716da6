"""Taking back and pausing; going and coming back."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.bots import strongest
from pandarium.core import registry
from pandarium.core.message import Message
from pandarium.server.tables import judge, log
from pandarium.server.tables.judge import AlreadyDone, Refusal
from pandarium.tui.remote_actions import more_actions
from server.support import ANN, BEN, CAT, DAN, EVE, TableHarness
from server.tables.judging import LIVE, done_before, refused

# taking back


def test_a_move_that_revealed_nothing_is_taken_back_by_right() -> None:
    harness = TableHarness.create("signs", 3)
    harness.play(0, "leaf")
    refused("no undo", harness, BEN, protocol.Undo())
    refused("stale", harness, ANN, protocol.Undo(position=0))
    assert harness.send(ANN, protocol.Undo(position=1)) == [log.Undone(seat=0)]
    done_before(harness, ANN, protocol.Undo(position=1))
    assert harness.table.actors() == [0, 1, 2]
    refused("no undo", harness, ANN, protocol.Undo(), "no move")


def test_after_anothers_move_or_a_reveal_it_takes_everybodys_consent() -> None:
    harness = TableHarness.create("signs", 2)
    harness.play(0, "leaf")
    harness.play(1, "stone")
    for asker in (ANN, BEN):
        refused("no undo", harness, asker, protocol.Undo(), "consent")


def test_by_consent_everything_since_ones_last_move_is_taken_back() -> None:
    harness = TableHarness.create("signs", 3)
    for seat in (0, 1, 2):
        harness.play(seat, "leaf")
    harness.play(2, "stone")
    harness.send(ANN, protocol.Ask(what="undo"))
    assert harness.send(BEN, protocol.Answer(yes=True)) == [log.Answered(seat=1, yes=True)]
    done = harness.send(CAT, protocol.Answer(yes=True))
    assert done == [log.Answered(seat=2, yes=True), *[log.Undone(seat=0, consent=True)] * 4]
    assert (harness.read(ANN).view["round"], harness.table.actors()) == (0, [0, 1, 2])
    assert harness.table.asked is None


def test_one_no_is_enough() -> None:
    harness = TableHarness.create("signs", 3)
    harness.play(0)
    harness.send(ANN, protocol.Ask(what="undo"))
    harness.send(CAT, protocol.Answer(yes=False))
    assert (harness.table.asked, harness.table.position) == (None, 1)
    refused("wrong time", harness, BEN, protocol.Answer(yes=True), "nobody waits")


def test_a_move_made_meanwhile_withdraws_the_question_of_undo_but_not_of_a_pause() -> None:
    harness = TableHarness.create("signs", 3)
    harness.play(0)
    harness.send(ANN, protocol.Ask(what="undo"))
    done_before(harness, ANN, protocol.Ask(what="undo"))
    refused("wrong time", harness, CAT, protocol.Ask(what="pause"), "something else")
    harness.play(1)
    assert harness.table.asked is None
    harness.send(ANN, protocol.Ask(what="pause"))
    harness.play(2)
    assert harness.table.asked is not None
    assert harness.table.asked.waiting == {1, 2}


def test_nobody_waits_for_the_answer_of_somebody_who_left() -> None:
    harness = TableHarness.create("signs", 3)
    harness.play(0)
    harness.send(ANN, protocol.Ask(what="undo"))
    harness.send(CAT, protocol.Leave())
    assert [log.Undone(seat=0, consent=True)] == harness.send(BEN, protocol.Answer(yes=True))[1:]


def test_a_question_goes_when_its_asker_does() -> None:
    harness = TableHarness.create("signs", 3)
    harness.send(ANN, protocol.Ask(what="pause"))
    harness.send(ANN, protocol.Leave())
    assert harness.table.asked is None


def test_against_bots_alone_a_wish_is_granted_at_once() -> None:
    harness = TableHarness.create("signs", 1, ["random"])
    harness.play(0)
    harness.play_bot(1)
    assert harness.send(ANN, protocol.Ask(what="undo")) == [log.Undone(seat=0, consent=True)] * 2
    assert isinstance(harness.send(ANN, protocol.Ask(what="pause"))[0], log.Paused)


def test_moves_of_a_rated_game_stand() -> None:
    harness = TableHarness.create("signs", rated=True)
    harness.play(0)
    refused("not allowed", harness, ANN, protocol.Ask(what="undo"), "rated")


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    harness = TableHarness.create("signs")
    harness.play(0)
    refused("no undo", harness, BEN, protocol.Ask(what="undo"))


# going and coming back


def test_a_bot_stands_in_for_who_leaves_and_the_seat_stays_theirs() -> None:
    harness = TableHarness.create("signs", 3)
    assert harness.send(BEN, protocol.Leave()) == [log.StoodIn(seat=1, level="hard", why="left")]
    done_before(harness, BEN, protocol.Leave())
    refused("wrong time", harness, BEN, protocol.Play(move="leaf", position=0), "stands in")
    refused("wrong time", harness, BEN, protocol.Ask(what="pause"), "stands in")
    harness.play_bot(1)
    harness.send(BEN, protocol.Return())
    done_before(harness, BEN, protocol.Return())
    harness.play(0)
    harness.play(2)
    harness.play(1)


def test_when_the_last_person_leaves_the_game_waits() -> None:
    harness = TableHarness.create("signs", 2, ["random"])
    harness.send(ANN, protocol.Leave())
    assert harness.send(BEN, protocol.Leave()) == [
        log.Paused.because(Message("protocol.paused.left", {"name": "Ben"}), 1)
    ]
    done_before(harness, BEN, protocol.Leave())
    harness.send(BEN, protocol.Return())
    assert harness.table.paused is None


def test_a_rated_game_waits_for_nobody_who_leaves() -> None:
    harness = TableHarness.create("signs", rated=True, pace=LIVE)
    harness.send(ANN, protocol.Leave())
    refused("not allowed", harness, BEN, protocol.Ask(what="pause"), "rated")
    assert harness.send(BEN, protocol.Leave()) == [log.StoodIn(seat=1, level="hard", why="left")]
    assert harness.table.actors() == [0, 1]
    done_before(harness, BEN, protocol.Leave())


def test_a_rated_game_takes_no_bots_even_while_it_pauses() -> None:
    harness = TableHarness.create("signs", rated=True, pace=LIVE)
    harness.send(ANN, protocol.Ask(what="pause"))
    harness.send(BEN, protocol.Answer(yes=True))
    assert harness.table.paused is not None
    for seat in (0, 1):
        refused("not allowed", harness, ANN, protocol.PutBot(seat=seat), "the clock decides")


def test_the_last_who_leaves_a_rated_game_ends_its_pause() -> None:
    harness = TableHarness.create("signs", rated=True, pace=LIVE)
    harness.send(ANN, protocol.Ask(what="pause"))
    harness.send(BEN, protocol.Answer(yes=True))
    assert harness.table.paused is not None
    harness.send(ANN, protocol.Leave())
    assert harness.table.paused is not None
    left = harness.send(BEN, protocol.Leave())
    assert left == [log.StoodIn(seat=1, level="hard", why="left"), log.Resumed(seat=1)]
    harness.play_out()
    assert harness.table.status == "ended"


def test_a_rated_game_without_a_clock_is_not_played_again() -> None:
    harness = TableHarness.create("leduc", rated=True)
    harness.play_out()
    with pytest.raises(Refusal, match="rated tables need a clock"):
        judge.check_rematch(harness.table, ANN)


def test_a_raft_waits_for_who_leaves_until_the_others_put_a_bot_there() -> None:
    harness = TableHarness.create("raft", 3)
    assert harness.send(BEN, protocol.Leave()) == [
        log.Paused.because(Message("protocol.paused.left", {"name": "Ben"}), 1)
    ]
    with pytest.raises(Refusal, match="Cat is here"):
        harness.send(ANN, protocol.PutBot(seat=2), here=[0, 2])
    done = harness.send(ANN, protocol.PutBot(seat=1), here=[0, 2])
    assert done == [log.StoodIn(seat=1, level="hard", why="asked"), log.Resumed(seat=0)]
    assert harness.table.actors() == [0]
    done_before(harness, ANN, protocol.PutBot(seat=1))


def test_who_has_resigned_plays_and_asks_and_returns_no_more() -> None:
    harness = TableHarness.create("signs", 3)
    harness.send(ANN, protocol.Resign())
    done_before(harness, ANN, protocol.Resign())
    refused("wrong time", harness, ANN, protocol.Play(move="leaf", position=0), "resigned")
    refused("wrong time", harness, ANN, protocol.Return(), "resigned")
    harness.play_bot(0)


def test_only_who_plays_ends_a_pause() -> None:
    harness = TableHarness.create("signs", 3)
    harness.send(ANN, protocol.Resign())
    harness.send(BEN, protocol.Ask(what="pause"))
    harness.send(CAT, protocol.Answer(yes=True))
    refused("not seated", harness, EVE, protocol.Resume())
    refused("wrong time", harness, ANN, protocol.Resume(), "resigned")
    harness.send(CAT, protocol.Resume())
    done_before(harness, CAT, protocol.Resume())


def test_a_rematch_is_for_those_who_sat_there_when_it_is_over() -> None:
    harness = TableHarness.create("leduc")
    with pytest.raises(Refusal, match="under way"):
        judge.check_rematch(harness.table, ANN)
    harness.play_out()
    judge.check_rematch(harness.table, BEN)
    with pytest.raises(Refusal, match="do not sit"):
        judge.check_rematch(harness.table, EVE)
    harness.commit([log.Rematched(table="t2")])
    with pytest.raises(AlreadyDone):
        judge.check_rematch(harness.table, BEN)


# removing somebody


def test_somebody_is_removed_when_all_others_agree_and_does_not_come_back() -> None:
    harness = TableHarness.create("signs", 4)
    assert harness.read(ANN).may.ask_removal
    asked = harness.send(ANN, protocol.Ask(what="removal", seat=3))
    assert asked == [log.Asked(seat=0, what="removal", about=3)]
    done_before(harness, ANN, protocol.Ask(what="removal", seat=3))
    shown = harness.read(BEN).table.asked
    assert shown == protocol.AskedShown("removal", 0, [1, 2], 3)
    refused("wrong time", harness, DAN, protocol.Answer(yes=False), "nobody waits")
    harness.send(BEN, protocol.Answer(yes=True))
    done = harness.send(CAT, protocol.Answer(yes=True))
    assert done[1:] == [log.StoodIn(seat=3, level=strongest(registry.game("signs")), why="removed")]
    assert harness.table.asked is None
    assert harness.table.people == [0, 1, 2]
    refused("not allowed", harness, DAN, protocol.Return(), "the others have agreed")
    refused("not allowed", harness, DAN, protocol.Say(text="rude words"), "the others have agreed")
    done_before(harness, ANN, protocol.Ask(what="removal", seat=3))
    assert not harness.read(DAN).may.come_back
    assert harness.again().sent_away == {DAN.person}


def test_one_who_does_not_agree_keeps_somebody_at_the_table() -> None:
    harness = TableHarness.create("signs", 4)
    harness.send(ANN, protocol.Ask(what="removal", seat=3))
    harness.send(BEN, protocol.Answer(yes=True))
    harness.send(CAT, protocol.Answer(yes=False))
    assert harness.table.asked is None
    assert harness.table.people == [0, 1, 2, 3]


def test_who_leaves_before_answering_has_not_agreed_to_a_removal() -> None:
    harness = TableHarness.create("signs", 3)
    harness.send(ANN, protocol.Ask(what="removal", seat=2))
    harness.send(BEN, protocol.Leave())
    assert harness.table.asked is None
    assert harness.table.seats[2].decides


def test_who_has_left_is_removed_too_and_who_has_resigned_meanwhile_is_not() -> None:
    harness = TableHarness.create("signs", 3)
    harness.send(CAT, protocol.Leave())
    harness.send(ANN, protocol.Ask(what="removal", seat=2))
    harness.send(BEN, protocol.Answer(yes=True))
    refused("not allowed", harness, CAT, protocol.Return(), "the others have agreed")
    harness = TableHarness.create("signs", 3)
    harness.send(ANN, protocol.Ask(what="removal", seat=2))
    harness.send(CAT, protocol.Resign())
    assert harness.send(BEN, protocol.Answer(yes=True)) == [log.Answered(seat=1, yes=True)]
    assert harness.table.asked is None


def test_nobody_removes_somebody_alone_or_themselves_or_a_bot() -> None:
    two = TableHarness.create("signs", 2)
    refused("not allowed", two, ANN, protocol.Ask(what="removal", seat=1), "at least two")
    assert not two.read(ANN).may.ask_removal
    three = TableHarness.create("signs", 3, ["random"])
    for seat in (0, 9, None):
        refused("bad table", three, ANN, protocol.Ask(what="removal", seat=seat), "say whom")
    refused("not allowed", three, ANN, protocol.Ask(what="removal", seat=3), "nobody sits there")
    rated = TableHarness.create("signs", 3, rated=True, pace=LIVE)
    refused("not allowed", rated, ANN, protocol.Ask(what="removal", seat=1), "rated games")
    assert not rated.read(ANN).may.ask_removal


def test_in_a_terminal_somebody_is_removed_by_a_word_and_everybody_reads_whom_it_is_about() -> None:
    harness = TableHarness.create("signs", 3)
    offered = {action.word: action for action in more_actions(harness.read(ANN))}
    wanted = offered["remove 3"]
    assert wanted.label == "Ask the others to remove Cat"
    assert wanted.message is not None
    harness.send(ANN, wanted.message)
    assert "Agree: Ann wants Cat removed, and a bot in that seat" in [a.label for a in more_actions(harness.read(BEN))]
    assert not [action for action in more_actions(harness.read(CAT)) if action.word in ("yes", "no")]
    harness.send(BEN, protocol.Answer(yes=True))
    assert not [action for action in more_actions(harness.read(ANN)) if action.word.startswith("remove")]
