"""Laying a table, finding it, sitting down, starting."""

from __future__ import annotations

import pytest

from pandarium import protocol
from pandarium.core import registry
from pandarium.protocol import NewTable
from pandarium.server.tables import judge, log
from pandarium.server.tables.judge import Refusal
from server.support import ANN, BEN, CAT, EVE, TableHarness
from server.tables.judging import LIVE, done_before, refused

# creating the table


def test_an_agreement_has_all_options_with_their_values() -> None:
    agreement = judge.agree(NewTable(game="royale", seats=2), registry.game("royale"))
    assert agreement.options == registry.game("royale").check_options({})


def test_an_agreement_says_nothing_about_options_that_do_nothing_with_so_many_players() -> None:
    game = registry.game("pilfering")
    options = {"solo_suspicion": False, "timer": 3}
    agreement = judge.agree(NewTable(game="pilfering", seats=4, options=options), game)
    assert agreement.options.keys() == {option.name for option in game.meta.options if option.applies(4)}
    assert agreement.options["timer"] == 3


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
        (NewTable(game="pilfering", seats=3, options={"solo_suspicion": True}), "solo_suspicion .* for one player"),
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
    table = TableHarness.create("royale").table
    for asker in (ANN, BEN):
        judge.access(table, asker.person, "")
    judge.access(table, EVE.person, "come-in")
    for invite in ("", "come", "COME-IN"):
        with pytest.raises(Refusal, match="private"):
            judge.access(table, EVE.person, invite)


def test_a_public_table_is_for_everybody_unless_it_wants_no_spectators() -> None:
    judge.access(TableHarness.create("royale", public=True).table, EVE.person, "")
    alone = TableHarness.create("royale", public=True, spectators=False, start=False)
    judge.access(alone.table, EVE.person, "")
    alone.send(ANN, protocol.Start())
    with pytest.raises(Refusal, match="spectators"):
        judge.access(alone.table, EVE.person, "come-in")


# before the game


def test_people_sit_down_once_and_may_change_seats() -> None:
    harness = TableHarness.create("royale", 1, seats=3, start=False)
    done_before(harness, ANN, protocol.Sit())
    done_before(harness, ANN, protocol.Sit(seat=0))
    harness.send(ANN, protocol.Sit(seat=2))
    assert (harness.table.seat_of(ANN.person), harness.table.seats[0].free) == (2, True)
    harness.send(BEN, protocol.Sit())
    assert harness.table.seat_of(BEN.person) == 0
    refused("seat taken", harness, BEN, protocol.Sit(seat=2))
    refused("seat taken", harness, CAT, protocol.Sit(seat=7), "only 0 to 2")
    harness.send(CAT, protocol.Sit())
    refused("seat taken", harness, EVE, protocol.Sit(), "all seats")


def test_rated_tables_are_for_accounts() -> None:
    harness = TableHarness.create("royale", 1, seats=2, start=False, rated=True)
    refused("not allowed", harness, EVE, protocol.Sit(), "account")


def test_the_host_alone_puts_bots_frees_seats_starts_and_closes() -> None:
    harness = TableHarness.create("royale", 2, seats=3, start=False)
    for message in (protocol.PutBot(seat=2), protocol.Free(seat=0), protocol.Start(), protocol.Close()):
        refused("not allowed", harness, BEN, message, "host")
    refused("seat taken", harness, ANN, protocol.PutBot(seat=1), "Ben sits there")
    harness.send(ANN, protocol.PutBot(seat=2))
    harness.send(ANN, protocol.Free(seat=1))
    done_before(harness, ANN, protocol.Free(seat=1))
    assert [seat.free for seat in harness.table.seats] == [False, True, False]
    harness.send(ANN, protocol.Close())
    assert harness.table.status == "closed"
    refused("wrong time", harness, BEN, protocol.Sit(), "closed")


def test_a_game_starts_when_every_seat_is_taken_and_everybody_else_is_ready() -> None:
    harness = TableHarness.create("royale", 1, seats=3, start=False)
    refused("wrong time", harness, ANN, protocol.Start(), "2 seats are still free")
    harness.send(BEN, protocol.Sit())
    refused("wrong time", harness, ANN, protocol.Start(fill="hard"), "not ready yet: Ben")
    harness.send(BEN, protocol.BeReady())
    done_before(harness, BEN, protocol.BeReady())
    harness.send(ANN, protocol.BeReady(ready=False))
    refused("bad table", harness, ANN, protocol.Start(fill="godlike"))
    harness.send(ANN, protocol.Start(fill="hard"))
    assert (harness.table.status, harness.table.seats[2].bot) == ("running", "hard")
    for late in (protocol.Start(), protocol.BeReady(), protocol.Free(seat=0), protocol.Close(), protocol.Sit()):
        refused("wrong time", harness, ANN, late, "under way")


def test_who_leaves_before_the_game_leaves_for_good() -> None:
    harness = TableHarness.create("royale", start=False)
    harness.send(BEN, protocol.Leave())
    assert harness.table.seats[1].free
    refused("not seated", harness, BEN, protocol.BeReady())


def test_whoever_the_host_sends_away_does_not_sit_down_again_and_the_host_may() -> None:
    harness = TableHarness.create("royale", people=2, seats=3, start=False)
    harness.send(ANN, protocol.Free(seat=1))
    assert harness.table.seats[1].free
    refused("not allowed", harness, BEN, protocol.Sit(seat=2), "does not want you to sit here")
    assert not judge.permissions(harness.table, BEN).sit
    harness.send(CAT, protocol.Sit(seat=1))
    harness.send(ANN, protocol.Free(seat=0))
    harness.send(ANN, protocol.Sit(seat=0))
    assert harness.table.seats[0].person == ANN.person
