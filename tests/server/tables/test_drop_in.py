"""Tables where players come and go while the game runs: PD-G2, at the server."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from pandarium import protocol
from pandarium.core.match import Match
from pandarium.protocol.pace import Pace
from pandarium.server.tables import judge, log
from pandarium.server.tables.judge import AlreadyDone, Asker, Refusal
from pandarium.tui.remote_actions import main_actions
from pandarium.tui.remote_text import player_names

from ..support import ANN, BEN, CAT, PEOPLE, TableHarness

DROP_IN: dict[str, Any] = {"options": {"gambling": "drop-in"}}
STRANGER = PEOPLE[3]


def opened(people: int = 2, seats: int = 4, **agreed: Any) -> TableHarness:
    """A running table with free seats; everybody has bought in for 104."""
    table = TableHarness.create("pandante", people, seats=seats, **DROP_IN, **agreed)
    go_on(table)
    while phase(table) == "between gambits":
        table.play(table.table.actors()[0])
        go_on(table)
    return table


def go_on(table: TableHarness) -> list[str]:
    """What the driver does for the house, until somebody has to decide; the moves."""
    made = []
    while entries := judge.automatic_moves(table.table):
        table.commit(entries)
        made += [entry.move for entry in entries if isinstance(entry, log.Moved)]
    return made


def phase(table: TableHarness) -> str:
    assert table.table.match is not None
    return str(table.table.match.state.view(None).phase)


def end_gambit(table: TableHarness, until: int | None = None) -> None:
    """Everybody folds but one, and whoever is asked stays; up to the seat that is asked next."""
    assert table.table.match is not None
    gambit = table.table.match.state.view(None).gambit
    while not table.table.over and table.table.match.state.view(None).gambit == gambit:
        seat = table.table.actors()[0]
        if phase(table) == "between gambits" and seat == until:
            return
        moves = table.legal(seat)
        play = next(move for move in ("hide", "fold", "sit", moves[0]) if move in moves)
        table.send(at_seat(table, seat), protocol.Play(move=play, position=table.table.position))
        go_on(table)


def at_seat(table: TableHarness, seat: int) -> Asker:
    return next(one for one in PEOPLE if one.person == table.table.seats[seat].person)


def players(table: TableHarness) -> list[Any]:
    assert table.table.match is not None
    return list(table.table.match.state.view(None).players)


def test_pd_g2_a_table_starts_with_two_and_free_seats_stay_free() -> None:
    table = opened()
    assert [player.away for player in players(table)] == [None, None, "empty", "empty"]
    assert player_names(table.read(ANN).table) == ["Ann", "Ben", "Free seat 3", "Free seat 4"]  # in the terminal
    assert table.table.driven
    assert table.again().record() == table.table.record()
    with pytest.raises(Refusal, match="free"):
        TableHarness.create("pandante", 1, seats=4, **DROP_IN)
    with pytest.raises(Refusal, match="free"):
        TableHarness.create("pandante", 2, seats=4)


def test_pd_g2_a_stranger_takes_a_free_seat_and_is_dealt_in_with_the_next_gambit() -> None:
    table = opened()
    judge.access(table.table, STRANGER.person, "come-in")
    assert judge.permissions(table.table, STRANGER).sit
    ways = [one.move for one in table.read(STRANGER).table.ways_in]
    assert ways == [f"sit {gold}" for gold in (104, 124, 144, 164, 184, 204)]
    offered = [action.message for action in main_actions(table.read(STRANGER), [])]  # what the terminal lists
    assert offered == [protocol.Sit(move=way) for way in ways]
    with pytest.raises(Refusal) as refused:
        table.send(STRANGER, protocol.Sit(move="sit 84"))
    assert (refused.value.code, refused.value.rule) == ("illegal move", "PD-G2")
    table.send(STRANGER, protocol.Sit(move="sit 144"))
    assert table.table.seat_of(STRANGER.person) == 2
    assert players(table)[2].away == "empty"  # this gambit goes on without them
    with pytest.raises(AlreadyDone):
        table.send(STRANGER, protocol.Sit())
    end_gambit(table)
    player = players(table)[2]
    assert (player.away, player.gold, len(player.hand)) == (None, 141, 2)
    assert table.again().record() == table.table.record()


def test_pd_g2_without_a_buy_in_the_stranger_is_asked() -> None:
    table = opened()
    table.send(STRANGER, protocol.Sit(seat=3))
    end_gambit(table, until=3)
    assert table.legal(3)[0] == "sit 104"
    table.send(STRANGER, protocol.Play(move="sit 204", position=table.table.position))
    go_on(table)
    if phase(table) == "between gambits":
        end_gambit(table)
    assert not players(table)[3].away


def test_pd_g2_who_leaves_takes_the_gold_along_and_the_seat_is_free_again() -> None:
    """PD-G2: the rest of the gambit is played by time-out moves, not by a bot that could gamble with their gold."""
    table = opened(people=3)
    table.send(CAT, protocol.Leave())
    assert not table.table.seats[2].free
    with pytest.raises(AlreadyDone):
        table.send(CAT, protocol.Leave())
    made = go_on(table)
    end_gambit(table)
    assert not set(made) - {"fold", "leave"}
    assert (table.table.seats[2].free, table.table.seat_of(CAT.person)) == (True, None)
    assert players(table)[2].away == "left"
    assert players(table)[2].won == -3
    table.send(CAT, protocol.Sit(move="sit 104"))  # and comes back
    end_gambit(table)
    assert (players(table)[2].gold, players(table)[2].won) == (101, -3)
    assert table.again().record() == table.table.record()
    Match(table.table.record())


def test_pd_g2_who_changes_their_mind_before_the_gambit_is_over_stays() -> None:
    table = opened(people=3)
    table.send(CAT, protocol.Leave())
    assert table.table.people == [0, 1]
    table.send(CAT, protocol.Return())
    assert table.table.people == [0, 1, 2]
    end_gambit(table)
    assert not players(table)[2].away


def test_pd_g2_who_is_not_in_the_game_is_gone_at_once() -> None:
    table = opened()
    table.send(STRANGER, protocol.Sit())
    table.send(STRANGER, protocol.Leave())
    assert table.table.seats[2].free


def test_pd_g2_when_one_is_left_the_table_closes_and_keeps_its_players() -> None:
    table = opened()
    table.send(BEN, protocol.Leave())
    go_on(table)
    while not table.table.over:
        moves = table.legal(0)
        table.play(0, next(move for move in ("hide", "fold", "sit", moves[0]) if move in moves))
        go_on(table)
    assert table.table.record().players[:2] == [ANN.name, BEN.name]
    Match(table.table.record())


def test_a_stranger_does_not_learn_what_the_seat_has_seen_before() -> None:
    """News of the seat's past, private cards among them, are a spectator's for whoever takes it later."""
    table = opened(people=3)
    own = [one for one in table.read(CAT).news if one.move]
    assert own
    hidden = [event for one in table.read(CAT).news for event in one.events if "hand 2" in str(event.what)]
    table.send(CAT, protocol.Leave())
    go_on(table)
    end_gambit(table)
    table.send(STRANGER, protocol.Sit(move="sit 104"))
    update = table.read(STRANGER)
    assert not [one for one in update.news if one.move]
    seen = [event for one in update.news for event in one.events if "hand 2" in str(event.what)]
    assert len(hidden) <= len(seen)
    assert not any(event.what["cards"] for event in seen if event.what["source"] == "deck")


def test_pd_g2_three_moves_of_the_clock_and_the_seat_is_given_up() -> None:
    table = opened(people=3, pace=Pace(kind="live", bank=10, increment=1))
    seats = []
    while not any(seat.leaving or seat.free for seat in table.table.seats[:3]):
        table.wait(60)
        seats += [entry.seat for entry in table.time_out() if isinstance(entry, log.Moved)]
        go_on(table)
    assert any(first != second for first, second in pairwise(seats)) or len(set(seats)) == 1
    assert not any(seat.level for seat in table.table.seats)


def test_pd_g2_neither_rated_nor_resigned() -> None:
    wanted = protocol.NewTable(
        game="pandante", seats=3, rated=True, pace=Pace(kind="live", bank=60), options={"gambling": "drop-in"}
    )
    table = opened()
    game = table.table.game
    assert game is not None
    with pytest.raises(Refusal, match="not rated"):
        judge.agree(wanted, game)
    with pytest.raises(Refusal, match="one leaves"):
        table.send(ANN, protocol.Resign())


def test_other_games_have_no_free_seats_while_they_run() -> None:
    table = TableHarness.create("royale", 2)
    with pytest.raises(Refusal) as refused:
        table.send(STRANGER, protocol.Sit())
    assert refused.value.code == "wrong time"
    assert not judge.permissions(table.table, STRANGER).sit
    assert table.read(STRANGER).table.ways_in == []
