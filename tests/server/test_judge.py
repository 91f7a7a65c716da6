from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandarium.core import registry
from pandarium.server import judge, log, protocol, render
from pandarium.server.judge import STRIKES, Again, Asker, Refusal
from pandarium.server.pace import DAY, Pace
from pandarium.server.protocol import NewTable

from .support import ANN, BEN, CAT, DAN, EVE, PEOPLE, Desk
from .test_render import expect_silence, viewers

LIVE = Pace(kind="live", bank=60, increment=5)
BARE = Pace(kind="live", bank=60, increment=0)
TO_BOT = Pace(kind="live", bank=60, increment=0, at_timeout="bot")


def refused(code: str, desk: Desk, asker: Asker, message: protocol.AnyMessage, match: str | None = None) -> Refusal:
    """The refusal that this message meets; nothing has changed."""
    before = desk.table.seq, desk.update(ANN)
    with pytest.raises(Refusal, match=match) as caught:
        desk.send(asker, message, here=())
    assert caught.value.code == code
    assert (desk.table.seq, desk.update(ANN)) == before
    return caught.value


def done_before(desk: Desk, asker: Asker, message: protocol.AnyMessage) -> None:
    with pytest.raises(Again):
        desk.send(asker, message)


# laying the table


def test_an_agreement_has_all_options_with_their_values() -> None:
    agreement = judge.agree(NewTable(game="royale", seats=2), registry.game("royale"))
    assert agreement.options == registry.game("royale").check_options({})


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (NewTable(game="royale", seats=99), "players"),
        (NewTable(game="royale", seats=2, options={"weather": True}), "weather"),
        (NewTable(game="royale", seats=2, bots=["godlike"]), "godlike.*choose from: random"),
        (NewTable(game="royale", seats=2, bots=["random", "random"]), "do not fit"),
        (NewTable(game="raft", seats=2, rated=True), "nothing to rate"),
        (NewTable(game="grab", seats=2, pace=LIVE), "real time"),
    ],
)
def test_a_table_that_cannot_be_is_not_laid(wanted: NewTable, reason: str) -> None:
    with pytest.raises(Refusal, match=reason) as caught:
        judge.agree(wanted, registry.game(wanted.game))
    assert caught.value.code == "bad table"


def test_the_host_sits_first_and_bots_last() -> None:
    wanted = NewTable(game="royale", seats=4, bots=["random", "hard"])
    assert judge.first_entries(wanted, ANN) == [
        log.Sat(seat=0, person=ANN.person, name="Ann"),
        log.Seated(seat=2, level="random"),
        log.Seated(seat=3, level="hard"),
    ]


def test_rated_tables_give_no_hints() -> None:
    assert not judge.agree(NewTable(game="royale", seats=2, rated=True), registry.game("royale")).hints


# access


def test_a_private_table_is_for_those_who_sit_host_or_are_invited() -> None:
    table = Desk.lay("royale").table
    for asker in (ANN, BEN):
        judge.access(table, asker.person, "")
    judge.access(table, EVE.person, "come-in")
    for invite in ("", "come", "COME-IN"):
        with pytest.raises(Refusal, match="private"):
            judge.access(table, EVE.person, invite)


def test_a_public_table_is_for_everybody_unless_it_wants_no_spectators() -> None:
    judge.access(Desk.lay("royale", public=True).table, EVE.person, "")
    alone = Desk.lay("royale", public=True, spectators=False, start=False)
    judge.access(alone.table, EVE.person, "")
    alone.send(ANN, protocol.Start())
    with pytest.raises(Refusal, match="spectators"):
        judge.access(alone.table, EVE.person, "come-in")


# before the game


def test_people_sit_down_once_and_may_change_seats() -> None:
    desk = Desk.lay("royale", 1, seats=3, start=False)
    done_before(desk, ANN, protocol.Sit())
    done_before(desk, ANN, protocol.Sit(seat=0))
    desk.send(ANN, protocol.Sit(seat=2))
    assert (desk.table.seat_of(ANN.person), desk.table.seats[0].free) == (2, True)
    desk.send(BEN, protocol.Sit())
    assert desk.table.seat_of(BEN.person) == 0
    refused("seat taken", desk, BEN, protocol.Sit(seat=2))
    refused("seat taken", desk, CAT, protocol.Sit(seat=7), "only 0 to 2")
    desk.send(CAT, protocol.Sit())
    refused("seat taken", desk, EVE, protocol.Sit(), "all seats")


def test_rated_tables_are_for_accounts() -> None:
    desk = Desk.lay("royale", 1, seats=2, start=False, rated=True)
    refused("not allowed", desk, EVE, protocol.Sit(), "account")


def test_the_host_alone_puts_bots_frees_seats_starts_and_closes() -> None:
    desk = Desk.lay("royale", 2, seats=3, start=False)
    for message in (protocol.PutBot(seat=2), protocol.Free(seat=0), protocol.Start(), protocol.Close()):
        refused("not allowed", desk, BEN, message, "host")
    refused("seat taken", desk, ANN, protocol.PutBot(seat=1), "Ben sits there")
    desk.send(ANN, protocol.PutBot(seat=2))
    desk.send(ANN, protocol.Free(seat=1))
    done_before(desk, ANN, protocol.Free(seat=1))
    assert [seat.free for seat in desk.table.seats] == [False, True, False]
    desk.send(ANN, protocol.Close())
    assert desk.table.status == "closed"
    refused("wrong time", desk, BEN, protocol.Sit(), "closed")


def test_a_game_starts_when_every_seat_is_taken_and_everybody_else_is_ready() -> None:
    desk = Desk.lay("royale", 1, seats=3, start=False)
    refused("wrong time", desk, ANN, protocol.Start(), "2 seats are still free")
    desk.send(BEN, protocol.Sit())
    refused("wrong time", desk, ANN, protocol.Start(fill="hard"), "not ready yet: Ben")
    desk.send(BEN, protocol.BeReady())
    done_before(desk, BEN, protocol.BeReady())
    desk.send(ANN, protocol.BeReady(ready=False))
    refused("bad table", desk, ANN, protocol.Start(fill="godlike"))
    desk.send(ANN, protocol.Start(fill="hard"))
    assert (desk.table.status, desk.table.seats[2].bot) == ("running", "hard")
    for late in (protocol.Start(), protocol.BeReady(), protocol.Free(seat=0), protocol.Close(), protocol.Sit()):
        refused("wrong time", desk, ANN, late, "under way")


def test_who_leaves_before_the_game_leaves_for_good() -> None:
    desk = Desk.lay("royale", start=False)
    desk.send(BEN, protocol.Leave())
    assert desk.table.seats[1].free
    refused("not seated", desk, BEN, protocol.BeReady())


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
    with pytest.raises((Refusal, Again)):
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
    assert desk.time_out() == [log.Paused(why="Ann is out of time", seat=0)]
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


def test_by_turns_over_days_each_move_has_its_days() -> None:
    desk = Desk.lay("leduc", pace=Pace(kind="days", days=2))
    desk.wait(1.9 * DAY / 1000)
    desk.play(0, "raise")
    desk.wait(1.9 * DAY / 1000)
    assert desk.time_out() == []
    desk.wait(0.1 * DAY / 1000)
    assert desk.time_out()[0] == log.Moved(seat=1, move=desk.table.moves[-1].move, by="clock")


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
    assert desk.send(BEN, protocol.Leave()) == [log.Paused(why="Ben has left", seat=1)]
    done_before(desk, BEN, protocol.Leave())
    desk.send(BEN, protocol.Return())
    assert desk.table.paused is None


def test_a_raft_waits_for_who_leaves_until_the_others_put_a_bot_there() -> None:
    desk = Desk.lay("raft", 3)
    assert desk.send(BEN, protocol.Leave()) == [log.Paused(why="Ben has left", seat=1)]
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
        judge.rematch(desk.table, ANN)
    desk.play_out()
    judge.rematch(desk.table, BEN)
    with pytest.raises(Refusal, match="do not sit"):
        judge.rematch(desk.table, EVE)
    desk.commit([log.Rematched(table="t2")])
    with pytest.raises(Again):
        judge.rematch(desk.table, BEN)


# talk


def test_the_table_says_who_talks() -> None:
    hi = protocol.Say(text="hi")
    Desk.lay("royale").send(EVE, hi)
    players = Desk.lay("royale", talk="players")
    players.send(ANN, hi)
    refused("not allowed", players, EVE, hi)
    quiet = Desk.lay("royale", talk="none")
    refused("not allowed", quiet, ANN, hi)
    refused("not allowed", quiet, ANN, protocol.React(what="👍"))


def test_people_talk_after_the_game_too() -> None:
    desk = Desk.lay("leduc")
    desk.play_out()
    assert desk.send(BEN, protocol.Say(text=" good game ")) == [log.Said(BEN.person, "Ben", "good game", 1)]


@pytest.mark.parametrize("nothing", [" ", "\n\t", "\u202e", "\x00\x1b", "\u200d", "\u200b \ufeff"])
def test_nothing_is_not_said(nothing: str) -> None:
    refused("malformed", Desk.lay("royale"), ANN, protocol.Say(text=nothing))


def test_what_is_said_is_cleaned_of_tricks() -> None:
    assert judge.clean("a\u202eb\nc\x1b[31m 👩\u200d🚀") == "ab c[31m 👩\u200d🚀"


# what clients send


@pytest.mark.parametrize(
    "sent",
    [
        '{"type":"play","move":"call","position":-1}',
        '{"type":"play","move":"","position":0}',
        '{"type":"play","move":"call","seat":1}',
        '{"type":"say","text":""}',
        '{"type":"say","text":"' + "x" * 501 + '"}',
        '{"type":"react","what":"💣"}',
        '{"type":"ask","what":"money"}',
        '{"type":"sit","seat":-1}',
        '{"type":"sit","seat":true}',
        '{"type":"moved","seat":0,"move":"call"}',
        '{"type":"play","move":"call","key":"' + "k" * 41 + '"}',
        '{"move":"call"}',
        "[]",
    ],
)
def test_what_is_no_message_is_not_decoded(sent: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(sent, type=protocol.AnyMessage)


# anything at all

PACES = [Pace(), LIVE, BARE, TO_BOT, Pace(kind="days", days=1)]
TEXTS = ["call", "raise", "fold", "stone", "leaf", "row", "bail", "grab 1", "undo", "undo by consent", "take b8", "🐼"]
LEVELS = [None, "random", "hard", "greedy", "godlike"]


def any_message(chance: Random) -> protocol.AnyMessage:
    """Whatever somebody may send, sensible or not."""
    seat = chance.choice([0, 1, 2, 3, 4, 99])
    position = chance.choice([None, *range(8), 2**70])
    level, yes = chance.choice(LEVELS), chance.random() < 0.7
    return chance.choice(
        [
            protocol.Sit(seat=chance.choice([None, seat])),
            protocol.PutBot(seat=seat, level=level),
            protocol.Free(seat=seat),
            protocol.BeReady(ready=yes),
            protocol.Start(fill=level),
            protocol.Play(move=chance.choice(TEXTS), position=position, key=chance.choice(["", "k1", "k2"])),
            protocol.Undo(position=position),
            protocol.Undo(),
            protocol.Ask(what="undo"),
            protocol.Ask(what="pause"),
            protocol.Answer(yes=yes),
            protocol.Answer(yes=yes),
            protocol.Resume(),
            protocol.Leave(),
            protocol.Return(),
            protocol.Return(),
            protocol.Resign() if chance.random() < 0.2 else protocol.Resume(),
            protocol.Close() if chance.random() < 0.2 else protocol.Undo(),
            protocol.React(what="🐼"),
            protocol.Say(text=chance.choice(["hi", "\u202e", "🐼" * 9])),
        ]
    )


class Wanderer:
    """Whatever people, bots and clocks do in whatever order: the table stands, and its log says all of it."""

    def __init__(self, game: str, chance: Random) -> None:
        self.chance = chance
        low, high = registry.meta(game).seats
        people = chance.randint(1, min(3, high))
        bots = max(low - people, chance.randint(0, min(1, high - people)))
        rated, start = chance.random() < 0.2, chance.random() < 0.8
        pace = chance.choice(PACES)
        self.desk = Desk.lay(game, people, ["random"] * bots, start=start, pace=pace, rated=rated, recent=6)
        self.around, self.shown = self.desk.table.around, self.table_bytes()

    def table_bytes(self) -> bytes:
        return msgspec.json.encode(render.show_table(self.desk.table, self.desk.now))

    def step(self) -> None:
        """One thing happens, or is refused."""
        what, asked = self.chance.random(), self.desk.table.asked
        if asked is not None and what < 0.4:
            seat = self.chance.choice(sorted(asked.waiting))
            person = next(asker for asker in PEOPLE if self.desk.table.seat_of(asker.person) == seat)
            self.send(person, protocol.Answer(yes=self.chance.random() < 0.8))
        elif what < 0.5 and self.desk.table.actors():
            self.somebody_moves()
        elif what < 0.85:
            self.send(self.chance.choice([*PEOPLE, EVE]), any_message(self.chance))
        elif what < 0.95:
            self.time_passes()
        elif self.desk.table.clocks is not None:
            self.desk.commit([log.Adjourned(ms=self.chance.randint(0, 10**6))])

    def send(self, asker: Asker, message: protocol.AnyMessage) -> None:
        before = self.desk.table.seq
        try:
            done = judge.verdict(self.desk.table, asker, message, ())
        except (Refusal, Again):
            assert self.desk.table.seq == before
        else:
            assert done
            self.desk.commit(done)

    def somebody_moves(self) -> None:
        table = self.desk.table
        seat = self.chance.choice(table.actors())
        text, back = self.chance.choice(self.desk.legal(seat)), self.chance.choice([0, 0, 0, 0, 1, 2])
        position, before = max(0, table.position - back), table.position
        key = self.chance.choice(["", "", "k1"])
        if table.seats[seat].level is not None:
            try:
                self.desk.play_bot(seat, text, position)
            except (Refusal, Again):
                assert back
            return
        person = next(asker for asker in PEOPLE if table.seat_of(asker.person) == seat)
        self.send(person, protocol.Play(move=text, position=position, key=key))
        assert back or key or table.position == before + 1

    def time_passes(self) -> None:
        self.desk.wait(self.chance.choice([0, 0.001, 1, 20, 61, DAY / 1000 + 1]))
        clocks = self.desk.table.clocks
        deadline = clocks.deadline() if clocks else None
        due = deadline is not None and deadline <= self.desk.now
        assert bool(self.desk.time_out()) == due

    def look_at_clocks(self) -> None:
        """They run for people who are to act, and for nobody else; they are never below nothing."""
        table, clocks = self.desk.table, self.desk.table.clocks
        if clocks is None:
            return
        acting = [seat for seat in table.actors() if table.seats[seat].level is None]
        assert list(clocks.running) == (acting if table.agreement.pace.kind != "relaxed" else [])
        assert min(clocks.banks) >= 0
        assert all(clocks.remaining(seat, self.desk.now) >= 0 for seat in range(len(table.seats)))

    def look_at_the_table(self) -> None:
        """A table that is over waits for nothing; a question waits for people who play."""
        table = self.desk.table
        if table.over:
            assert (table.paused, table.asked, table.actors()) == (None, None, [])
        if table.asked is not None:
            assert table.asked.waiting
            assert table.asked.seat not in table.asked.waiting
            assert {table.asked.seat, *table.asked.waiting} <= set(table.people)
        assert (table.outcome is not None) == (table.status == "ended")
        assert len(set(table.names)) == len(table.seats)

    def look_at_offers(self) -> None:
        """What a client is offered is granted."""
        table = self.desk.table
        for asker in viewers(self.desk):
            update = self.desk.read(asker, since=table.seq)
            for legal in update.legal[:2]:
                assert judge.verdict(table, asker, protocol.Play(move=legal.move, position=update.position), ())
            try:
                granted = bool(judge.verdict(table, asker, protocol.Undo(), ()))
            except Refusal:
                granted = False
            assert update.may_undo == granted

    def look_at_the_drawing(self) -> None:
        """`around` changes whenever the table around the game looks different, so that it is drawn anew."""
        around, shown = self.desk.table.around, self.table_bytes()
        if around == self.around and not self.desk.table.timed:
            assert shown == self.shown
        self.around, self.shown = around, shown

    def look_at_the_log(self) -> None:
        """The log alone leads to the same table: to the byte, for everybody."""
        live, folded = self.desk.table, self.desk.again()
        assert folded.stuck is None
        for asker in (*PEOPLE, EVE):
            assert self.desk.update(asker, live.seq - 6) == self.desk.update(asker, live.seq - 6, folded)
        assert folded.record() == live.record()
        assert (folded.keys, folded.around, folded.people) == (live.keys, live.around, live.people)
        if live.match is not None and folded.match is not None:
            assert folded.match.state.dump() == live.match.state.dump()
            assert live.record().final().dump() == live.match.state.dump()


@pytest.mark.parametrize("game", ["royale", "leduc", "signs", "raft", "grab"])
@settings(max_examples=20, deadline=None)
@given(number=st.integers(0, 2**32))
def test_whatever_anybody_does_the_table_stands_and_its_log_says_all_of_it(game: str, number: int) -> None:
    wanderer = Wanderer(game, Random(number))
    for _ in range(60):
        wanderer.step()
        wanderer.look_at_clocks()
        wanderer.look_at_the_table()
        wanderer.look_at_offers()
        wanderer.look_at_the_drawing()
        if wanderer.desk.table.status == "running":
            expect_silence(wanderer.desk)
    wanderer.look_at_the_log()


def test_four_people_sit_at_most_where_there_are_four_seats() -> None:
    desk = Desk.lay("signs", 4)
    assert desk.table.seat_of(DAN.person) == 3
