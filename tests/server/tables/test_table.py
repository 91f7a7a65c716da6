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
from pandarium.core.record import Record, RecordEntry
from pandarium.protocol import May
from pandarium.protocol.pace import Pace
from pandarium.server.tables import log
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.parts import Agreement
from pandarium.server.tables.table import Table
from pandarium.testing import Budget, conformance
from server.support import ANN, BEGIN, BEN, CAT, PEOPLE, TableHarness, blank, show_news

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
    harness = TableHarness.create("royale", start=False)
    before = harness.table.seq
    harness.now -= 5_000
    harness.send(ANN, protocol.Say(text="early"))
    assert (harness.table.seq, harness.table.at) == (before + 1, BEGIN)


@pytest.mark.parametrize("game", ["royale", "leduc", "signs", "raft", "grab"])
def test_a_game_played_to_the_end_is_over_with_its_outcome_and_a_record_that_verifies(game: str) -> None:
    harness = TableHarness.create(game)
    harness.play_out()
    table = harness.table
    assert (table.status, table.over, table.actors()) == ("ended", True, [])
    assert table.outcome is not None
    record = Record.from_json(table.record().to_json())
    assert record.players == ["Ann", "Ben"]
    assert record.final().outcome() == table.outcome
    assert harness.again().outcome == table.outcome


def test_moves_are_written_down_with_the_time_since_the_start() -> None:
    harness = TableHarness.create("raft", start=False)
    harness.wait(3)
    harness.send(ANN, protocol.Start())
    harness.wait(7)
    harness.play(0, "row")
    assert harness.table.moves == [RecordEntry(0, "row", 7_000)]


def test_what_was_taken_back_is_played_again_with_other_chance() -> None:
    """Nobody looks into the future by taking a roll back."""
    ways = set()
    for number in range(8):
        harness = TableHarness.create("raft", secret=f"{number:064x}")
        harness.play(0, "row")
        first = harness.read(ANN).view["way"]
        harness.send(ANN, protocol.Ask(what="undo"))
        harness.send(BEN, protocol.Answer(yes=True))
        assert harness.read(ANN).view["way"] == 0
        harness.play(0, "row")
        ways.add((first, harness.read(ANN).view["way"]))
    assert any(first != second for first, second in ways)


def test_old_steps_are_not_at_hand_for_ever() -> None:
    harness = TableHarness.create("royale", recent=4)
    assert harness.table.steps_after(0) is None
    assert harness.table.steps_after(-1) is None
    seqs = [step.seq for step in harness.table.steps_after(harness.table.seq - 4) or []]
    assert seqs == list(range(harness.table.seq - 3, harness.table.seq + 1))
    assert harness.table.steps_after(harness.table.seq) == []
    assert harness.table.steps_after(harness.table.seq + 9) == []


# names


def test_bots_in_any_order_have_different_names() -> None:
    harness = TableHarness.create("royale", people=1, seats=4, start=False)
    for seat in (3, 1, 2):
        harness.send(ANN, protocol.PutBot(seat=seat, level="hard"))
    assert len(set(harness.table.names)) == 4


# clocks at the table


def test_nobodys_clock_runs_before_the_game_at_a_pause_or_after_the_end() -> None:
    harness = TableHarness.create("raft", start=False, pace=LIVE)
    assert harness.table.clocks is None
    harness.send(ANN, protocol.Start())
    clocks = harness.table.clocks
    assert clocks is not None
    assert clocks.running == (0,)
    harness.send(BEN, protocol.Leave())
    assert (harness.table.paused, clocks.running) == ("Ben has left", ())
    harness.send(BEN, protocol.Return())
    assert clocks.running == (0,)
    harness.play_out()
    assert clocks.running == ()


def test_no_clock_runs_for_a_bot() -> None:
    harness = TableHarness.create("raft", 1, ["random"], pace=LIVE)
    harness.play(0)
    assert harness.table.actors() == [1]
    assert harness.table.clocks is not None
    assert (harness.table.clocks.running, harness.table.clocks.deadline()) == ((), None)


def test_a_bot_that_stands_in_earns_no_time_for_the_person() -> None:
    harness = TableHarness.create("signs", 3, pace=LIVE)
    harness.send(ANN, protocol.Leave())
    before = harness.table.clocks.remaining(0, harness.now)  # type: ignore[union-attr]
    harness.play_bot(0)
    assert harness.table.clocks.remaining(0, harness.now) == before  # type: ignore[union-attr]


def test_taking_moves_back_and_making_them_again_earns_no_time() -> None:
    harness = TableHarness.create("signs", pace=LIVE)
    harness.play(0, "stone")
    earned = harness.table.clocks.remaining(0, harness.now)  # type: ignore[union-attr]
    for _ in range(5):
        harness.send(ANN, protocol.Undo())
        harness.play(0, "leaf")
    assert harness.table.clocks.remaining(0, harness.now) == earned  # type: ignore[union-attr]


def test_the_time_that_the_server_was_away_is_nobodys() -> None:
    harness = TableHarness.create("royale", pace=LIVE)
    seat = harness.table.actors()[0]
    harness.wait(50)
    harness.commit([log.TimeGivenBack(ms=45_000)])
    assert harness.table.clocks.remaining(seat, harness.now) == 55_000  # type: ignore[union-attr]


# tables that this version cannot play


def old_log(game: str = "leduc", moves: int = 2) -> TableHarness:
    harness = TableHarness.create(game)
    for _ in range(moves):
        harness.play(harness.table.actors()[0])
    return harness


def fold_with_rules(harness: TableHarness, rules: int) -> Table:
    return Table.fold(partial(blank, harness.table.agreement, rules=rules), harness.log)


def test_a_table_under_older_rules_is_stuck_politely_with_its_record_intact() -> None:
    harness = old_log()
    table = fold_with_rules(harness, rules=0)
    assert str(table.stuck) == "the table was created under version 0 of the rules of Leduc Hold'em, now at 1"
    assert (table.seq, table.position, table.actors()) == (harness.table.seq, harness.table.position, [])
    assert table.record().moves == harness.table.record().moves
    harness.table = table
    with pytest.raises(Refusal, match="created under version 0"):
        harness.send(ANN, protocol.Play(move="call", position=table.position))
    with pytest.raises(Refusal, match="created under version 0"):
        harness.send(ANN, protocol.Say(text="what a pity"))
    update = harness.read(ANN)
    assert update.may == May()
    assert update.view is None
    assert update.table.paused == str(table.stuck)
    assert update.table.paused_message == table.stuck
    german = "der Tisch folgt Version 0 der Regeln von Leduc Hold'em; inzwischen gilt Version 1"
    assert table.stuck is not None
    assert table.stuck.render("de") == german


@pytest.mark.parametrize(
    "broken",
    [IllegalMove("LH-1", "not any more"), KeyError("x"), ZeroDivisionError(), AttributeError("x"), AssertionError()],
)
def test_a_table_whose_log_does_not_fit_any_more_is_stuck_politely(
    broken: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = old_log()

    def refuse(*_: Any) -> None:
        raise broken

    monkeypatch.setattr(type(harness.table.game), "read", refuse)
    table = harness.again()
    assert table.stuck == Message(
        "protocol.stuck.log_does_not_fit"
    )  # what broke may tell secrets, and the game goes on
    assert type(broken).__name__ in table.fault
    assert (table.seq, table.record().moves) == (harness.table.seq, harness.table.record().moves)


def test_a_game_that_chokes_on_an_old_agreement_suspends_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = old_log()

    def refuse(*_: Any) -> None:
        raise KeyError("an option of old")

    monkeypatch.setattr(type(harness.table.game), "pace", refuse)
    assert harness.again().suspended == Message("protocol.stuck.log_does_not_fit")


def test_who_chose_what_is_not_told_while_a_table_is_suspended() -> None:
    harness = TableHarness.create("signs")
    harness.play(0)
    table = fold_with_rules(harness, rules=0)
    ann, ben = (show_news(table, seat, table.recent)[-1] for seat in (0, 1))
    assert (ann.type, ann.seat, ann.move) == ("moved", 0, "stone")
    assert (ben.type, ben.seat, ben.move, ben.events) == ("moved", None, None, [])


def test_a_table_of_a_game_that_is_gone_is_stuck_politely() -> None:
    harness = old_log("signs")
    agreement = Agreement(game="signs_of_old", seats=2)
    table = Table.fold(partial(blank, agreement, rules=1), harness.log)
    assert "no game called 'signs_of_old'" in str(table.stuck)
    assert table.record().moves == harness.table.record().moves
    harness.table = table
    assert harness.read(ANN).table.title == "signs_of_old"


# giving up


def test_the_last_who_has_not_resigned_wins() -> None:
    harness = TableHarness.create("royale", 3)
    harness.send(BEN, protocol.Resign())
    assert not harness.table.over
    harness.send(ANN, protocol.Resign())
    assert harness.table.over
    view = harness.read(ANN).view
    totals = tuple(player["total"] for player in view["players"])
    assert any(totals), "there was a first roll"
    assert harness.table.outcome == Outcome.because((2,), totals, Message("protocol.others_resigned"), "")
    assert harness.again().outcome == harness.table.outcome


def test_where_a_game_does_not_say_how_it_stands_the_last_one_has_a_point() -> None:
    harness = TableHarness.create("leduc", 2)
    harness.send(ANN, protocol.Resign())
    assert harness.table.outcome is not None
    assert harness.table.outcome.scores == (0, 1)


def test_with_only_bots_left_the_game_is_over() -> None:
    harness = TableHarness.create("royale", 1, ["random", "random"])
    harness.send(ANN, protocol.Resign())
    assert harness.table.outcome is not None
    assert harness.table.outcome.winners == (1, 2)


def test_a_game_that_is_over_waits_for_nothing() -> None:
    harness = TableHarness.create("royale", 1, ["random"])
    harness.send(ANN, protocol.Ask(what="pause"))
    harness.send(ANN, protocol.Resign())
    assert (harness.table.status, harness.table.paused, harness.table.asked) == ("ended", None, None)


def test_a_raft_that_everybody_has_given_up_is_closed() -> None:
    harness = TableHarness.create("raft", 2)
    harness.send(ANN, protocol.Resign())
    assert harness.table.status == "running"
    harness.send(BEN, protocol.Leave())
    harness.send(BEN, protocol.Resign())
    assert (harness.table.status, harness.table.closed, harness.table.paused) == (
        "closed",
        "everybody has given up",
        None,
    )


def test_who_sits_where_and_who_plays() -> None:
    harness = TableHarness.create("royale", 3, ["random"])
    assert [harness.table.seat_of(person.person) for person in PEOPLE] == [0, 1, 2, None]
    assert harness.table.people == [0, 1, 2]
    harness.send(CAT, protocol.Leave())
    assert harness.table.people == [0, 1]
    assert harness.table.seat_of(CAT.person) == 2


def test_only_bots_and_clocks_need_a_driver() -> None:
    assert not TableHarness.create("royale").table.driven
    assert TableHarness.create("royale", pace=LIVE).table.driven
    assert TableHarness.create("royale", 1, ["random"]).table.driven


@pytest.mark.parametrize("game", ["signs", "raft", "grab"])
def test_the_games_of_these_tests_keep_the_contract(game: str) -> None:
    assert game in registry.names()
    notes = conformance(game, budget=Budget(games=3, spots=3, deals=60, hostile=40, seconds=0.2))
    skipped = {name for name, note in notes.items() if note.startswith("skipped: ")}
    assert skipped <= {"folder_has_the_floor_plan", "interpreted_agrees", "action_numbers_are_stable"}


@pytest.mark.parametrize("pace", [Pace(), Pace(kind="live", bank=60), Pace(kind="days")])
def test_what_happens_at_a_fork_of_a_table_does_not_happen_there(pace: Pace) -> None:
    harness = TableHarness.create("leduc", 2, pace=pace)
    harness.play(0, "raise", key="a")
    before, table = harness.update(ANN), harness.table
    clocks = table.clocks and (list(table.clocks.banks), table.clocks.running)
    ahead = table.fork()
    for seat, move in ((1, "raise"), (0, "call"), (0, "raise")):
        ahead.apply(log.Moved(seat=seat, move=move, by="clock", key=f"{seat} {move}"), harness.now + 5_000)
    assert ahead.position == table.position + 3
    assert harness.update(ANN) == before
    assert (table.position, len(table.movers), table.keys) == (1, 1, ("0 a",))
    assert [seat.strikes for seat in table.seats] == [0, 0]
    assert (table.clocks and (list(table.clocks.banks), table.clocks.running)) == clocks
    harness.play(1, "call")
    assert harness.again().match.state.dump() == table.match.state.dump()  # type: ignore[union-attr]
