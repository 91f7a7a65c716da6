"""Laying a table, finding it, sitting down, starting."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.core import registry
from pandarium.protocol import NewTable
from pandarium.server.tables import judge, log
from pandarium.server.tables.judge import Refusal
from server.support import ANN, BEN, CAT, EVE, Desk
from server.tables.judging import LIVE, done_before, refused

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
        (NewTable(game="royale", seats=2, rated=True), "rated tables need a clock"),
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
    wanted = NewTable(game="royale", seats=2, rated=True, pace=LIVE)
    assert not judge.agree(wanted, registry.game("royale")).hints


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
