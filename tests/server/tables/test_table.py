from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import pandarium
from pandarium import protocol
from pandarium.core import registry
from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.record import Entry, Record
from pandarium.protocol.pace import Pace
from pandarium.server.tables import log
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.parts import Agreement
from pandarium.server.tables.table import Table
from pandarium.testing import Budget, conformance
from server.support import ANN, BEGIN, BEN, CAT, PEOPLE, Desk, blank

LIVE = Pace(kind="live", bank=60, increment=5)


# the fold


def test_a_blank_table_is_open_and_free() -> None:
    table = blank(Agreement(game="royale", seats=3))
    assert (table.status, table.seq, table.position, table.actors(), table.over) == ("open", 0, 0, [], False)
    assert all(seat.free for seat in table.seats)
    assert table.names == ["seat 1", "seat 2", "seat 3"]


def test_the_commitment_is_there_before_the_deal_and_fits_the_secret() -> None:
    table = blank(Agreement(game="royale", seats=2))
    assert table.commitment == pandarium.core.fair.commitment(bytes.fromhex(table.secret))


def test_every_entry_has_its_number_and_time_never_goes_back() -> None:
    desk = Desk.lay("royale", start=False)
    before = desk.table.seq
    desk.now -= 5_000
    desk.send(ANN, protocol.Say(text="early"))
    assert (desk.table.seq, desk.table.at) == (before + 1, BEGIN)


@pytest.mark.parametrize("game", ["royale", "leduc", "signs", "raft", "grab"])
def test_a_game_played_to_the_end_is_over_with_its_outcome_and_a_record_that_verifies(game: str) -> None:
    desk = Desk.lay(game)
    desk.play_out()
    table = desk.table
    assert (table.status, table.over, table.actors()) == ("ended", True, [])
    assert table.outcome is not None
    record = Record.from_json(table.record().to_json())
    assert record.players == ["Ann", "Ben"]
    assert record.final().outcome() == table.outcome
    assert desk.again().outcome == table.outcome


def test_moves_are_written_down_with_the_time_since_the_start() -> None:
    desk = Desk.lay("raft", start=False)
    desk.wait(3)
    desk.send(ANN, protocol.Start())
    desk.wait(7)
    desk.play(0, "row")
    assert desk.table.moves == [Entry(0, "row", 7_000)]


def test_what_was_taken_back_is_played_again_with_other_chance() -> None:
    """Nobody looks into the future by taking a roll back."""
    ways = set()
    for number in range(8):
        desk = Desk.lay("raft", secret=f"{number:064x}")
        desk.play(0, "row")
        first = desk.read(ANN).view["way"]
        desk.send(ANN, protocol.Ask(what="undo"))
        desk.send(BEN, protocol.Answer(yes=True))
        assert desk.read(ANN).view["way"] == 0
        desk.play(0, "row")
        ways.add((first, desk.read(ANN).view["way"]))
    assert any(first != second for first, second in ways)


def test_old_steps_are_not_at_hand_for_ever() -> None:
    desk = Desk.lay("royale", recent=4)
    assert desk.table.steps_after(0) is None
    assert desk.table.steps_after(-1) is None
    seqs = [step.seq for step in desk.table.steps_after(desk.table.seq - 4) or []]
    assert seqs == list(range(desk.table.seq - 3, desk.table.seq + 1))
    assert desk.table.steps_after(desk.table.seq) == []
    assert desk.table.steps_after(desk.table.seq + 9) == []


# names


def test_bots_in_any_order_have_different_names() -> None:
    desk = Desk.lay("royale", people=1, seats=4, start=False)
    for seat in (3, 1, 2):
        desk.send(ANN, protocol.PutBot(seat=seat, level="hard"))
    assert len(set(desk.table.names)) == 4


# clocks at the table


def test_nobodys_clock_runs_before_the_game_at_a_pause_or_after_the_end() -> None:
    desk = Desk.lay("raft", start=False, pace=LIVE)
    assert desk.table.clocks is None
    desk.send(ANN, protocol.Start())
    clocks = desk.table.clocks
    assert clocks is not None
    assert clocks.running == (0,)
    desk.send(BEN, protocol.Leave())
    assert (desk.table.paused, clocks.running) == ("Ben has left", ())
    desk.send(BEN, protocol.Return())
    assert clocks.running == (0,)
    desk.play_out()
    assert clocks.running == ()


def test_no_clock_runs_for_a_bot() -> None:
    desk = Desk.lay("raft", 1, ["random"], pace=LIVE)
    desk.play(0)
    assert desk.table.actors() == [1]
    assert desk.table.clocks is not None
    assert (desk.table.clocks.running, desk.table.clocks.deadline()) == ((), None)


def test_a_bot_that_stands_in_earns_no_time_for_the_person() -> None:
    desk = Desk.lay("signs", 3, pace=LIVE)
    desk.send(ANN, protocol.Leave())
    before = desk.table.clocks.remaining(0, desk.now)  # type: ignore[union-attr]
    desk.play_bot(0)
    assert desk.table.clocks.remaining(0, desk.now) == before  # type: ignore[union-attr]


def test_taking_moves_back_and_making_them_again_earns_no_time() -> None:
    desk = Desk.lay("signs", pace=LIVE)
    desk.play(0, "stone")
    earned = desk.table.clocks.remaining(0, desk.now)  # type: ignore[union-attr]
    for _ in range(5):
        desk.send(ANN, protocol.Undo())
        desk.play(0, "leaf")
    assert desk.table.clocks.remaining(0, desk.now) == earned  # type: ignore[union-attr]


def test_the_time_that_the_server_was_away_is_nobodys() -> None:
    desk = Desk.lay("royale", pace=LIVE)
    seat = desk.table.actors()[0]
    desk.wait(50)
    desk.commit([log.Adjourned(ms=45_000)])
    assert desk.table.clocks.remaining(seat, desk.now) == 55_000  # type: ignore[union-attr]


# tables that this version cannot play


def old_log(game: str = "leduc", moves: int = 2) -> Desk:
    desk = Desk.lay(game)
    for _ in range(moves):
        desk.play(desk.table.actors()[0])
    return desk


def fold_with_rules(desk: Desk, rules: int) -> Table:
    return Table.fold(partial(blank, desk.table.agreement, rules=rules), desk.log)


def test_a_table_under_older_rules_is_stuck_politely_with_its_record_intact() -> None:
    desk = old_log()
    table = fold_with_rules(desk, rules=0)
    assert table.stuck == "the table was laid under version 0 of the rules of Leduc Hold'em, which is at 1 now"
    assert (table.seq, table.position, table.actors()) == (desk.table.seq, desk.table.position, [])
    assert table.record().moves == desk.table.record().moves
    desk.table = table
    with pytest.raises(Refusal, match="laid under version 0"):
        desk.send(ANN, protocol.Play(move="call", position=table.position))
    desk.send(ANN, protocol.Say(text="what a pity"))
    assert desk.read(ANN).view is None


@pytest.mark.parametrize(
    "broken",
    [IllegalMove("LH-1", "not any more"), KeyError("x"), ZeroDivisionError(), AttributeError("x"), AssertionError()],
)
def test_a_table_whose_log_does_not_fit_any_more_is_stuck_politely(
    broken: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = old_log()

    def refuse(*_: Any) -> None:
        raise broken

    monkeypatch.setattr(type(desk.table.game), "read", refuse)
    table = desk.again()
    assert "does not fit this version" in (table.stuck or "")
    assert (table.seq, table.record().moves) == (desk.table.seq, desk.table.record().moves)


def test_a_table_of_a_game_that_is_gone_is_stuck_politely() -> None:
    desk = old_log("signs")
    agreement = Agreement(game="signs_of_old", seats=2)
    table = Table.fold(partial(blank, agreement, rules=1), desk.log)
    assert "no game called 'signs_of_old'" in (table.stuck or "")
    assert table.record().moves == desk.table.record().moves
    desk.table = table
    assert desk.read(ANN).table.title == "signs_of_old"


# giving up


def test_the_last_who_has_not_resigned_wins() -> None:
    desk = Desk.lay("royale", 3)
    desk.send(BEN, protocol.Resign())
    assert not desk.table.over
    desk.send(ANN, protocol.Resign())
    assert desk.table.over
    assert desk.table.outcome == Outcome.because((2,), (0, 0, 1), Message("protocol.others_resigned"), "")


def test_with_only_bots_left_the_game_is_over() -> None:
    desk = Desk.lay("royale", 1, ["random", "random"])
    desk.send(ANN, protocol.Resign())
    assert desk.table.outcome is not None
    assert desk.table.outcome.winners == (1, 2)


def test_a_game_that_is_over_waits_for_nothing() -> None:
    desk = Desk.lay("royale", 1, ["random"])
    desk.send(ANN, protocol.Ask(what="pause"))
    desk.send(ANN, protocol.Resign())
    assert (desk.table.status, desk.table.paused, desk.table.asked) == ("ended", None, None)


def test_a_raft_that_everybody_has_given_up_is_closed() -> None:
    desk = Desk.lay("raft", 2)
    desk.send(ANN, protocol.Resign())
    assert desk.table.status == "running"
    desk.send(BEN, protocol.Leave())
    desk.send(BEN, protocol.Resign())
    assert (desk.table.status, desk.table.closed, desk.table.paused) == ("closed", "everybody has given up", None)


def test_who_sits_where_and_who_plays() -> None:
    desk = Desk.lay("royale", 3, ["random"])
    assert [desk.table.seat_of(person.person) for person in PEOPLE] == [0, 1, 2, None]
    assert desk.table.people == [0, 1, 2]
    desk.send(CAT, protocol.Leave())
    assert desk.table.people == [0, 1]
    assert desk.table.seat_of(CAT.person) == 2


def test_only_bots_and_clocks_need_a_driver() -> None:
    assert not Desk.lay("royale").table.driven
    assert Desk.lay("royale", pace=LIVE).table.driven
    assert Desk.lay("royale", 1, ["random"]).table.driven


@pytest.mark.parametrize("game", ["signs", "raft", "grab"])
def test_the_games_of_these_tests_keep_the_contract(game: str) -> None:
    assert game in registry.names()
    notes = conformance(game, budget=Budget(games=3, spots=3, deals=60, hostile=40, seconds=0.2))
    skipped = {name for name, note in notes.items() if note.startswith("skipped: ")}
    assert skipped <= {"folder_has_the_floor_plan", "interpreted_agrees"}


@pytest.mark.parametrize("pace", [Pace(), Pace(kind="live", bank=60), Pace(kind="days")])
def test_what_happens_at_a_fork_of_a_table_does_not_happen_there(pace: Pace) -> None:
    desk = Desk.lay("leduc", 2, pace=pace)
    desk.play(0, "raise", key="a")
    before, table = desk.update(ANN), desk.table
    clocks = table.clocks and (list(table.clocks.banks), table.clocks.running)
    ahead = table.fork()
    for seat, move in ((1, "raise"), (0, "call"), (0, "raise")):
        ahead.apply(log.Moved(seat=seat, move=move, by="clock", key=f"{seat} {move}"), desk.now + 5_000)
    assert ahead.position == table.position + 3
    assert desk.update(ANN) == before
    assert (table.position, len(table.movers), table.keys) == (1, 1, ("0 a",))
    assert [seat.strikes for seat in table.seats] == [0, 0]
    assert (table.clocks and (list(table.clocks.banks), table.clocks.running)) == clocks
    desk.play(1, "call")
    assert desk.again().match.state.dump() == table.match.state.dump()  # type: ignore[union-attr]
