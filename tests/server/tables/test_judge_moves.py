"""Moves: of people, of bots, of clocks."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.protocol.pace import DAY, Pace
from pandarium.server.tables import log
from pandarium.server.tables.judge import STRIKES, AlreadyDone, Refusal
from server.support import ANN, BEN, CAT, EVE, PEOPLE, Desk
from server.tables.judging import BARE, TO_BOT, done_before, refused

# moves


def test_a_move_is_written_in_the_games_own_notation() -> None:
    desk = Desk.lay("leduc")
    assert desk.play(0, "  RAISE ", key="k") == [log.Moved(seat=0, move="raise", key="k")]


def test_moves_are_refused_for_what_is_wrong_with_them() -> None:
    desk = Desk.lay("leduc")
    at = desk.table.position
    assert refused("illegal move", desk, ANN, protocol.Play(move="fold", position=at)).rule == "LH-4"
    assert refused("not your turn", desk, BEN, protocol.Play(move="call", position=at)).rule == "LH-3"
    refused("bad move", desk, ANN, protocol.Play(move="sing", position=at), "cannot read")
    refused("bad move", desk, ANN, protocol.Play(move="undo", position=at))
    refused("not seated", desk, EVE, protocol.Play(move="call", position=at))
    refused("stale", desk, ANN, protocol.Play(move="call", position=at + 1), "no position 1 yet")
    refused("stale", desk, ANN, protocol.Play(move="call"), "say on which position")


def test_in_turns_a_move_for_an_older_position_is_stale() -> None:
    desk = Desk.lay("leduc")
    desk.play(0, "raise")
    desk.play(1, "raise")
    refused("stale", desk, ANN, protocol.Play(move="call", position=1))


def test_a_move_that_comes_twice_is_played_once() -> None:
    desk = Desk.lay("leduc")
    desk.play(0, "raise", position=0)
    done_before(desk, ANN, protocol.Play(move="Raise", position=0))
    desk.play(1, "raise", position=1, key="b1")
    done_before(desk, BEN, protocol.Play(move="raise", position=1, key="b1"))
    done_before(desk, BEN, protocol.Play(move="raise", position=2, key="b1"))
    refused("illegal move", desk, ANN, protocol.Play(move="raise", position=2, key="b1"))


def test_a_repeated_move_is_acknowledged_whatever_has_happened_since() -> None:
    desk = Desk.lay("royale", 3)
    seat = desk.table.actors()[0]
    again = protocol.Play(move=desk.legal(seat)[0], position=0, key="k1")
    desk.send(PEOPLE[seat], again)
    desk.send(PEOPLE[seat], protocol.Leave())
    done_before(desk, PEOPLE[seat], again)
    desk.send(PEOPLE[seat], protocol.Resign())
    done_before(desk, PEOPLE[seat], again)


def test_where_all_choose_at_once_others_moves_do_not_make_one_stale() -> None:
    desk = Desk.lay("signs", 3)
    for seat in (2, 0, 1):
        desk.play(seat, "leaf", position=0)
    assert desk.read(ANN).view["round"] == 1


def test_where_all_choose_at_once_a_repeated_choice_is_recognised_though_others_were_first() -> None:
    desk = Desk.lay("signs", 3)
    desk.play(2, "leaf", position=0)
    desk.play(0, "stone", position=0)
    done_before(desk, ANN, protocol.Play(move="stone", position=0))
    refused("stale", desk, ANN, protocol.Play(move="paper", position=0))
    desk.play(1, "leaf", position=0)
    done_before(desk, ANN, protocol.Play(move="stone", position=0))


def test_where_all_choose_at_once_a_choice_says_on_which_position_it_rests() -> None:
    """Otherwise a message that was late, or came twice, would choose in the next round."""
    desk = Desk.lay("signs", 2)
    refused("stale", desk, ANN, protocol.Play(move="stone"))


def test_an_undo_makes_decisions_stale_where_all_choose_at_once() -> None:
    desk = Desk.lay("signs", 3)
    desk.play(0, "leaf")
    desk.send(ANN, protocol.Undo())
    refused("stale", desk, BEN, protocol.Play(move="leaf", position=1))


def test_in_real_time_moves_are_taken_in_the_order_of_arrival() -> None:
    desk = Desk.lay("grab", 3)
    desk.play(0, "grab 3", position=0)
    desk.play(1, "grab 4", position=0)
    desk.send(CAT, protocol.Play(move="grab 5"))
    desk.play(0, "grab 6", position=0)
    gone = refused("illegal move", desk, BEN, protocol.Play(move="grab 3", position=0), "gone")
    assert gone.rule == "GB-2"


def test_in_real_time_a_move_that_comes_twice_is_known_by_its_key() -> None:
    desk = Desk.lay("grab")
    desk.send(ANN, protocol.Play(move="grab 3", key="a"))
    done_before(desk, ANN, protocol.Play(move="grab 3", key="a"))


def test_nobody_moves_before_the_game_after_it_or_at_a_pause() -> None:
    desk = Desk.lay("leduc", start=False)
    refused("wrong time", desk, ANN, protocol.Play(move="call", position=0), "not started")
    desk.send(ANN, protocol.Start())
    desk.send(ANN, protocol.Ask(what="pause"))
    desk.send(BEN, protocol.Answer(yes=True))
    refused("wrong time", desk, ANN, protocol.Play(move="call", position=0), "paused: Ann asked")
    desk.send(BEN, protocol.Resume())
    desk.play_out()
    refused("wrong time", desk, ANN, protocol.Play(move="call", position=0), "over")


# bots


def test_a_bot_moves_in_its_own_seat_on_the_position_it_thought_about() -> None:
    desk = Desk.lay("leduc", 1, ["random"])
    with pytest.raises(Refusal, match="no bot plays there"):
        desk.play_bot(0, "call")
    desk.play(0, "raise")
    with pytest.raises(Refusal, match="moved on"):
        desk.play_bot(1, "call", position=0)
    assert desk.play_bot(1, "call") == [log.Moved(seat=1, move="call", by="bot")]


def test_a_bots_move_comes_too_late_when_the_person_is_back() -> None:
    desk = Desk.lay("royale", 2)
    seat = desk.table.actors()[0]
    desk.send(PEOPLE[seat], protocol.Leave())
    desk.send(PEOPLE[seat], protocol.Return())
    with pytest.raises(Refusal, match="no bot plays there"):
        desk.play_bot(seat)


def test_where_all_choose_at_once_a_bots_choice_counts_for_its_own_round_only() -> None:
    """Two workers may drive a table for a moment: the second one's choice is not for the next round."""
    desk = Desk.lay("signs", 1, ["random"])
    desk.play_bot(1, "stone", position=0)
    desk.play(0, "leaf")
    with pytest.raises((Refusal, AlreadyDone)):
        desk.play_bot(1, "stone", position=0)


# time


def test_at_time_out_the_games_own_move_is_made() -> None:
    desk = Desk.lay("signs", pace=BARE)
    desk.wait(59.9)
    assert desk.time_out() == []
    desk.wait(0.1)
    assert desk.time_out() == [log.Moved(seat=0, move="stone", by="clock")]
    assert desk.time_out() == [log.Moved(seat=1, move="stone", by="clock")]
    assert desk.time_out() == []


def test_after_three_time_outs_in_a_row_a_bot_takes_over_and_the_person_may_return() -> None:
    desk = Desk.lay("royale", pace=BARE)
    seat = desk.table.actors()[0]
    made = 0
    while desk.table.seats[seat].level is None:
        if desk.table.actors() == [seat]:
            desk.wait(60)
            made += isinstance(desk.time_out()[0], log.Moved)
        else:
            desk.play(1 - seat)
    assert made == STRIKES
    desk.send(PEOPLE[seat], protocol.Return())
    assert desk.table.seats[seat].strikes == 0


def test_a_move_of_ones_own_wipes_the_strikes_out() -> None:
    desk = Desk.lay("signs", pace=BARE)
    desk.wait(60)
    desk.time_out()
    assert desk.table.seats[0].strikes == 1
    desk.play(1)
    desk.play(0)
    assert desk.table.seats[0].strikes == 0


def test_a_bot_takes_over_at_time_out_where_the_table_chose_so() -> None:
    desk = Desk.lay("signs", 2, pace=TO_BOT)
    desk.wait(60)
    assert desk.time_out() == [log.StoodIn(seat=0, level="hard", why="clock")]


def test_who_returns_after_a_time_out_has_time_to_move() -> None:
    desk = Desk.lay("signs", 2, pace=TO_BOT)
    desk.wait(60)
    desk.time_out()
    desk.play(1)
    desk.send(ANN, protocol.Return())
    assert desk.time_out() == []
    desk.wait(1)
    desk.play(0)


def test_a_raft_waits_for_who_is_out_of_time_and_then_goes_on() -> None:
    desk = Desk.lay("raft", pace=BARE)
    desk.wait(60)
    assert desk.time_out() == [log.Paused.because(Message("protocol.paused.out_of_time", {"name": "Ann"}), 0)]
    assert desk.time_out() == []
    desk.wait(3600)
    desk.send(ANN, protocol.Resume())
    assert desk.time_out() == []
    desk.play(0)
    assert desk.table.actors() == [1]


def test_nobody_takes_the_clocks_move_back_by_right() -> None:
    """Otherwise the clock would give a few seconds more, again and again."""
    desk = Desk.lay("signs", pace=BARE)
    desk.wait(60)
    desk.time_out()
    assert not desk.read(ANN).may_undo
    refused("no undo", desk, ANN, protocol.Undo(), "clock")


def test_over_days_nobody_gains_a_day_by_taking_back() -> None:
    desk = Desk.lay("leduc", pace=Pace(kind="days", days=2))
    clocks, day = desk.table.clocks, DAY / 1000
    assert clocks is not None
    desk.wait(1.5 * day)
    desk.play(0, "raise")
    desk.send(ANN, protocol.Undo())
    assert clocks.remaining(0, desk.now) == DAY // 2
    desk.play(0, "raise")
    desk.wait(0.25 * day)
    desk.send(ANN, protocol.Undo())
    assert clocks.remaining(0, desk.now) == DAY // 4, "it was still their turn, as it turned out"
    desk.wait(0.25 * day)
    assert desk.time_out()
    assert clocks.remaining(0, desk.now) == 2 * DAY


def test_over_days_nobody_gains_a_day_by_going_and_coming_back() -> None:
    desk = Desk.lay("leduc", pace=Pace(kind="days", days=2))
    clocks, day = desk.table.clocks, DAY / 1000
    assert clocks is not None
    desk.wait(1.5 * day)
    desk.send(ANN, protocol.Leave())
    desk.send(ANN, protocol.Return())
    assert clocks.remaining(0, desk.now) == DAY // 2
    desk.send(ANN, protocol.Leave())
    desk.play_bot(0, "call")
    desk.send(ANN, protocol.Return())
    desk.play(1, "raise")
    assert clocks.remaining(0, desk.now) == 2 * DAY, "the bot has moved for them: a new move, new days"


def test_over_days_a_pause_costs_no_time_and_gives_none() -> None:
    desk = Desk.lay("leduc", pace=Pace(kind="days", days=2))
    clocks, day = desk.table.clocks, DAY / 1000
    assert clocks is not None
    desk.wait(day)
    desk.play(0, "raise")
    for asker, message in [(ANN, protocol.Ask(what="pause")), (BEN, protocol.Answer(yes=True))]:
        desk.send(asker, message)
    desk.wait(9 * day)
    desk.send(BEN, protocol.Resume())
    desk.send(ANN, protocol.Undo())
    assert clocks.remaining(0, desk.now) == DAY


def test_by_consent_over_days_everybody_begins_anew() -> None:
    desk = Desk.lay("leduc", pace=Pace(kind="days", days=2))
    assert desk.table.clocks is not None
    desk.wait(1.5 * DAY / 1000)
    desk.play(0, "raise")
    desk.play(1, "call")
    desk.send(ANN, protocol.Ask(what="undo"))
    desk.send(BEN, protocol.Answer(yes=True))
    assert desk.table.clocks.remaining(0, desk.now) == 2 * DAY


def test_by_turns_over_days_each_move_has_its_days() -> None:
    desk = Desk.lay("leduc", pace=Pace(kind="days", days=2))
    desk.wait(1.9 * DAY / 1000)
    desk.play(0, "raise")
    desk.wait(1.9 * DAY / 1000)
    assert desk.time_out() == []
    desk.wait(0.1 * DAY / 1000)
    assert desk.time_out()[0] == log.Moved(seat=1, move=desk.table.moves[-1].move, by="clock")
