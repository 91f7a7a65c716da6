"""Moves: of people, of bots, of clocks."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.protocol.pace import DAY, Pace
from pandarium.server.tables import log
from pandarium.server.tables.judge import STRIKES, AlreadyDone, Refusal
from server.support import ANN, BEN, CAT, EVE, PEOPLE, TableHarness
from server.tables.judging import BARE, TO_BOT, done_before, refused

# moves


def test_a_move_is_written_in_the_games_own_notation() -> None:
    harness = TableHarness.create("leduc")
    assert harness.play(0, "  RAISE ", key="k") == [log.Moved(seat=0, move="raise", key="k")]


def test_moves_are_refused_for_what_is_wrong_with_them() -> None:
    harness = TableHarness.create("leduc")
    at = harness.table.position
    assert refused("illegal move", harness, ANN, protocol.Play(move="fold", position=at)).rule == "LH-4"
    assert refused("not your turn", harness, BEN, protocol.Play(move="call", position=at)).rule == "LH-3"
    refused("bad move", harness, ANN, protocol.Play(move="sing", position=at), "cannot read")
    refused("bad move", harness, ANN, protocol.Play(move="undo", position=at))
    refused("not seated", harness, EVE, protocol.Play(move="call", position=at))
    refused("stale", harness, ANN, protocol.Play(move="call", position=at + 1), "no position 1 yet")
    refused("stale", harness, ANN, protocol.Play(move="call"), "say on which position")


def test_in_turns_a_move_for_an_older_position_is_stale() -> None:
    harness = TableHarness.create("leduc")
    harness.play(0, "raise")
    harness.play(1, "raise")
    refused("stale", harness, ANN, protocol.Play(move="call", position=1))


def test_a_move_that_comes_twice_is_played_once() -> None:
    harness = TableHarness.create("leduc")
    harness.play(0, "raise", position=0)
    done_before(harness, ANN, protocol.Play(move="Raise", position=0))
    harness.play(1, "raise", position=1, key="b1")
    done_before(harness, BEN, protocol.Play(move="raise", position=1, key="b1"))
    done_before(harness, BEN, protocol.Play(move="raise", position=2, key="b1"))
    refused("illegal move", harness, ANN, protocol.Play(move="raise", position=2, key="b1"))


def test_a_repeated_move_is_acknowledged_whatever_has_happened_since() -> None:
    harness = TableHarness.create("royale", 3)
    seat = harness.table.actors()[0]
    again = protocol.Play(move=harness.legal(seat)[0], position=0, key="k1")
    harness.send(PEOPLE[seat], again)
    harness.send(PEOPLE[seat], protocol.Leave())
    done_before(harness, PEOPLE[seat], again)
    harness.send(PEOPLE[seat], protocol.Resign())
    done_before(harness, PEOPLE[seat], again)


def test_where_all_choose_at_once_others_moves_do_not_make_one_stale() -> None:
    harness = TableHarness.create("signs", 3)
    for seat in (2, 0, 1):
        harness.play(seat, "leaf", position=0)
    assert harness.read(ANN).view["round"] == 1


def test_where_all_choose_at_once_a_repeated_choice_is_recognised_though_others_were_first() -> None:
    harness = TableHarness.create("signs", 3)
    harness.play(2, "leaf", position=0)
    harness.play(0, "stone", position=0)
    done_before(harness, ANN, protocol.Play(move="stone", position=0))
    refused("stale", harness, ANN, protocol.Play(move="paper", position=0))
    harness.play(1, "leaf", position=0)
    done_before(harness, ANN, protocol.Play(move="stone", position=0))


def test_where_all_choose_at_once_a_choice_says_on_which_position_it_rests() -> None:
    """Otherwise a message that was late, or came twice, would choose in the next round."""
    harness = TableHarness.create("signs", 2)
    refused("stale", harness, ANN, protocol.Play(move="stone"))


def test_where_all_choose_at_once_another_seats_undo_makes_nobody_stale() -> None:
    harness = TableHarness.create("signs", 3)
    harness.play(0, "leaf")
    harness.send(ANN, protocol.Undo())
    harness.play(1, "leaf", position=1)
    harness.play(2, "stone", position=0)
    refused("stale", harness, ANN, protocol.Play(move="paper", position=0))
    assert harness.table.actors() == [0]


def test_where_all_choose_at_once_a_choice_is_taken_back_though_others_chose_since() -> None:
    harness = TableHarness.create("signs", 3)
    for seat, sign in enumerate(("leaf", "stone")):
        harness.play(seat, sign, position=0)
    harness.send(ANN, protocol.Undo(position=1))
    done_before(harness, ANN, protocol.Undo(position=1))
    assert harness.table.actors() == [0, 2]
    for seat, sign in ((2, "paper"), (0, "paper")):
        harness.play(seat, sign)
    assert harness.read(ANN).view["shown"] == ["paper", "stone", "paper"]
    assert harness.again().record() == harness.table.record()


def test_in_real_time_moves_are_taken_in_the_order_of_arrival() -> None:
    harness = TableHarness.create("grab", 3)
    harness.play(0, "grab 3", position=0)
    harness.play(1, "grab 4", position=0)
    harness.send(CAT, protocol.Play(move="grab 5"))
    harness.play(0, "grab 6", position=0)
    gone = refused("illegal move", harness, BEN, protocol.Play(move="grab 3", position=0), "gone")
    assert gone.rule == "GB-2"


def test_in_real_time_a_move_that_comes_twice_is_known_by_its_key() -> None:
    harness = TableHarness.create("grab")
    harness.send(ANN, protocol.Play(move="grab 3", key="a"))
    done_before(harness, ANN, protocol.Play(move="grab 3", key="a"))


def test_nobody_moves_before_the_game_after_it_or_at_a_pause() -> None:
    harness = TableHarness.create("leduc", start=False)
    refused("wrong time", harness, ANN, protocol.Play(move="call", position=0), "not started")
    harness.send(ANN, protocol.Start())
    harness.send(ANN, protocol.Ask(what="pause"))
    harness.send(BEN, protocol.Answer(yes=True))
    refused("wrong time", harness, ANN, protocol.Play(move="call", position=0), "paused: Ann asked")
    harness.send(BEN, protocol.Resume())
    harness.play_out()
    refused("wrong time", harness, ANN, protocol.Play(move="call", position=0), "over")


# bots


def test_a_bot_moves_in_its_own_seat_on_the_position_it_thought_about() -> None:
    harness = TableHarness.create("leduc", 1, ["random"])
    with pytest.raises(Refusal, match="no bot plays there"):
        harness.play_bot(0, "call")
    harness.play(0, "raise")
    with pytest.raises(Refusal, match="moved on"):
        harness.play_bot(1, "call", position=0)
    assert harness.play_bot(1, "call") == [log.Moved(seat=1, move="call", by="bot")]


def test_a_bots_move_comes_too_late_when_the_person_is_back() -> None:
    harness = TableHarness.create("royale", 2)
    seat = harness.table.actors()[0]
    harness.send(PEOPLE[seat], protocol.Leave())
    harness.send(PEOPLE[seat], protocol.Return())
    with pytest.raises(Refusal, match="no bot plays there"):
        harness.play_bot(seat)


def test_where_all_choose_at_once_a_bots_choice_counts_for_its_own_round_only() -> None:
    """Two workers may drive a table for a moment: the second one's choice is not for the next round."""
    harness = TableHarness.create("signs", 1, ["random"])
    harness.play_bot(1, "stone", position=0)
    harness.play(0, "leaf")
    with pytest.raises((Refusal, AlreadyDone)):
        harness.play_bot(1, "stone", position=0)


# time


def test_at_time_out_the_games_own_move_is_made() -> None:
    harness = TableHarness.create("signs", pace=BARE)
    harness.wait(59.9)
    assert harness.time_out() == []
    harness.wait(0.1)
    assert harness.time_out() == [log.Moved(seat=0, move="stone", by="clock")]
    assert harness.time_out() == [log.Moved(seat=1, move="stone", by="clock")]
    assert harness.time_out() == []


def test_after_three_time_outs_in_a_row_a_bot_takes_over_and_the_person_may_return() -> None:
    harness = TableHarness.create("royale", pace=BARE)
    seat = harness.table.actors()[0]
    made = 0
    while harness.table.seats[seat].level is None:
        if harness.table.actors() == [seat]:
            harness.wait(60)
            made += isinstance(harness.time_out()[0], log.Moved)
        else:
            harness.play(1 - seat)
    assert made == STRIKES
    harness.send(PEOPLE[seat], protocol.Return())
    assert harness.table.seats[seat].strikes == 0


def test_a_move_of_ones_own_wipes_the_strikes_out() -> None:
    harness = TableHarness.create("signs", pace=BARE)
    harness.wait(60)
    harness.time_out()
    assert harness.table.seats[0].strikes == 1
    harness.play(1)
    harness.play(0)
    assert harness.table.seats[0].strikes == 0


def test_a_bot_takes_over_at_time_out_where_the_table_chose_so() -> None:
    harness = TableHarness.create("signs", 2, pace=TO_BOT)
    harness.wait(60)
    assert harness.time_out() == [log.StoodIn(seat=0, level="hard", why="clock")]


def test_who_returns_after_a_time_out_has_time_to_move() -> None:
    harness = TableHarness.create("signs", 2, pace=TO_BOT)
    harness.wait(60)
    harness.time_out()
    harness.play(1)
    harness.send(ANN, protocol.Return())
    assert harness.time_out() == []
    harness.wait(1)
    harness.play(0)


def test_a_raft_waits_for_who_is_out_of_time_and_then_goes_on() -> None:
    harness = TableHarness.create("raft", pace=BARE)
    harness.wait(60)
    assert harness.time_out() == [log.Paused.because(Message("protocol.paused.out_of_time", {"name": "Ann"}), 0)]
    assert harness.time_out() == []
    harness.wait(3600)
    harness.send(ANN, protocol.Resume())
    assert harness.time_out() == []
    harness.play(0)
    assert harness.table.actors() == [1]


def test_nobody_takes_the_clocks_move_back_by_right() -> None:
    """Otherwise the clock would give a few seconds more, again and again."""
    harness = TableHarness.create("signs", pace=BARE)
    harness.wait(60)
    harness.time_out()
    assert not harness.read(ANN).may.undo
    refused("no undo", harness, ANN, protocol.Undo(), "clock")


def test_over_days_nobody_gains_a_day_by_taking_back() -> None:
    harness = TableHarness.create("leduc", pace=Pace(kind="days", days=2))
    clocks, day = harness.table.clocks, DAY / 1000
    assert clocks is not None
    harness.wait(1.5 * day)
    harness.play(0, "raise")
    harness.send(ANN, protocol.Undo())
    assert clocks.remaining(0, harness.now) == DAY // 2
    harness.play(0, "raise")
    harness.wait(0.25 * day)
    harness.send(ANN, protocol.Undo())
    assert clocks.remaining(0, harness.now) == DAY // 4, "it was still their turn, as it turned out"
    harness.wait(0.25 * day)
    assert harness.time_out()
    assert clocks.remaining(0, harness.now) == 2 * DAY


def test_over_days_nobody_gains_a_day_by_going_and_coming_back() -> None:
    harness = TableHarness.create("leduc", pace=Pace(kind="days", days=2))
    clocks, day = harness.table.clocks, DAY / 1000
    assert clocks is not None
    harness.wait(1.5 * day)
    harness.send(ANN, protocol.Leave())
    harness.send(ANN, protocol.Return())
    assert clocks.remaining(0, harness.now) == DAY // 2
    harness.send(ANN, protocol.Leave())
    harness.play_bot(0, "call")
    harness.send(ANN, protocol.Return())
    harness.play(1, "raise")
    assert clocks.remaining(0, harness.now) == 2 * DAY, "the bot has moved for them: a new move, new days"


def test_over_days_a_pause_costs_no_time_and_gives_none() -> None:
    harness = TableHarness.create("leduc", pace=Pace(kind="days", days=2))
    clocks, day = harness.table.clocks, DAY / 1000
    assert clocks is not None
    harness.wait(day)
    harness.play(0, "raise")
    for asker, message in [(ANN, protocol.Ask(what="pause")), (BEN, protocol.Answer(yes=True))]:
        harness.send(asker, message)
    harness.wait(9 * day)
    harness.send(BEN, protocol.Resume())
    harness.send(ANN, protocol.Undo())
    assert clocks.remaining(0, harness.now) == DAY


def test_by_consent_over_days_everybody_begins_anew() -> None:
    harness = TableHarness.create("leduc", pace=Pace(kind="days", days=2))
    assert harness.table.clocks is not None
    harness.wait(1.5 * DAY / 1000)
    harness.play(0, "raise")
    harness.play(1, "call")
    harness.send(ANN, protocol.Ask(what="undo"))
    harness.send(BEN, protocol.Answer(yes=True))
    assert harness.table.clocks.remaining(0, harness.now) == 2 * DAY


def test_by_turns_over_days_each_move_has_its_days() -> None:
    harness = TableHarness.create("leduc", pace=Pace(kind="days", days=2))
    harness.wait(1.9 * DAY / 1000)
    harness.play(0, "raise")
    harness.wait(1.9 * DAY / 1000)
    assert harness.time_out() == []
    harness.wait(0.1 * DAY / 1000)
    assert harness.time_out()[0] == log.Moved(seat=1, move=harness.table.moves[-1].move, by="clock")
