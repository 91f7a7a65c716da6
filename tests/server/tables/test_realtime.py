"""Real time, as arithmetic on a log: ready, countdown, grace, late touches, people who are gone."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandarium import protocol
from pandarium.core.registry import game
from pandarium.protocol.pace import Pace
from pandarium.server.tables import judge, log
from pandarium.server.tables.clocks import PATIENCE
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.judge.guards import check_level
from pandarium.server.tables.table import Table
from server.golden import check_golden_rule
from server.support import ANN, BEN, PEOPLE, TableHarness, blank
from server.tables.judging import LIVE, done_before, refused

LAST_RESORT = ("pass", "clear", "scrap", "rush")


def ready(people: int = 2, **agreed: object) -> TableHarness:
    """A table at which everybody has said that they are ready."""
    harness = TableHarness.create("wildstyle", people, **agreed)  # type: ignore[arg-type]
    for seat in range(people):
        harness.wait(1)
        harness.play(seat, "ready")
    return harness


def under_way(people: int = 2, **agreed: object) -> TableHarness:
    """A table at which the first round has begun."""
    harness = ready(people, **agreed)
    harness.wait(3)
    assert harness.time_out()
    return harness


def play_until(harness: TableHarness, fits: Callable[[], bool], seed: int = 1) -> None:
    """Everybody does anything that makes sense, ten times a second."""
    chance = random.Random(seed)
    while not fits():
        harness.wait(0.1)
        able = [seat for seat in harness.table.actors() if wishes(harness, seat)]
        seat = chance.choice(able)
        harness.play(seat, chance.choice(wishes(harness, seat)))


def wishes(harness: TableHarness, seat: int) -> list[str]:
    return [move for move in harness.legal(seat) if not move.startswith(LAST_RESORT)]


def phase(harness: TableHarness) -> str:
    name: str = harness.read(ANN).view["phase"]
    return name


# ready, steady, go


def test_the_countdown_runs_from_the_last_ready_and_the_clock_says_go() -> None:
    """WS-2."""
    harness = ready()
    update = harness.read(ANN)
    assert (phase(harness), update.timer_since, update.timer_due) == ("countdown", harness.now, harness.now + 3_000)
    assert (update.actors, update.legal) == ([], [])
    harness.wait(2.999)
    assert harness.time_out() == []
    harness.wait(0.001)
    assert harness.time_out() == [log.Moved(seat=0, move="go", by="clock")]
    assert phase(harness) == "play"
    assert harness.table.seats[0].strikes == 0
    assert harness.read(ANN).timer_due is None


def test_nobody_says_go_but_the_clock() -> None:
    harness = ready()
    refused("wrong time", harness, ANN, protocol.Play(move="go"), "clock makes the next move")
    assert refused("illegal move", harness, BEN, protocol.Play(move="draw 1")).rule == "WS-2"


def test_a_bot_does_not_say_go() -> None:
    harness = TableHarness.create("wildstyle", 1, ["random"])
    harness.play_bot(1, "ready")
    harness.play(0, "ready")
    with pytest.raises(Refusal, match="clock makes the next move"):
        harness.play_bot(1, "go")


def test_who_was_ready_too_soon_stops_the_countdown() -> None:
    harness = ready()
    harness.wait(2)
    harness.send(BEN, protocol.Undo())
    assert phase(harness) == "ready"
    harness.wait(3)
    assert harness.time_out() == []
    harness.play(1, "ready")
    assert harness.table.timer is not None
    assert harness.table.timer.due == harness.now + 3_000


def test_nobody_waits_for_ever_until_others_are_ready() -> None:
    harness = TableHarness.create("wildstyle", 3)
    harness.wait(3600)
    assert harness.time_out() == [], "as long as nobody is ready nobody waits"
    harness.play(0, "ready")
    harness.wait(PATIENCE - 0.001)
    assert harness.time_out() == []
    harness.wait(0.001)
    assert harness.time_out() == [log.Moved(seat=1, move="ready", by="clock")]
    assert harness.time_out() == [log.Moved(seat=2, move="ready", by="clock")], "they are late alike"
    assert harness.time_out() == []
    assert phase(harness) == "countdown"
    assert [seat.strikes for seat in harness.table.seats] == [0, 1, 1]


def test_for_somebody_who_is_gone_a_bot_says_ready() -> None:
    harness = TableHarness.create("wildstyle", 2)
    harness.play(0, "ready")
    refused_here = protocol.PutBot(seat=1)
    with pytest.raises(Refusal, match="is here"):
        harness.send(ANN, refused_here, here=[0, 1])
    assert harness.send(ANN, refused_here, here=[0]) == [log.StoodIn(seat=1, level="strong", why="asked")]
    assert harness.table.timer is None, "a bot needs no patience"
    harness.play_bot(1, "ready")
    assert phase(harness) == "countdown"


def test_who_lets_the_clock_move_three_times_is_stood_in_for() -> None:
    harness = TableHarness.create("wildstyle", 2)
    harness.table.seats[1].strikes = judge.STRIKES
    harness.play(0, "ready")
    harness.wait(PATIENCE)
    assert harness.time_out() == [log.StoodIn(seat=1, level="strong", why="clock")]


# the end of a round


def test_silence_closes_a_round_whose_end_was_triggered() -> None:
    """WS-13: a grace period from the last move on, for everybody at once."""
    harness = under_way(3, options={"grace": 10})
    play_until(harness, lambda: harness.read(ANN).view["triggered"])
    assert harness.table.timer is not None
    assert harness.table.timer.due == harness.now + 10_000
    harness.wait(9.9)
    seat = next(seat for seat in harness.table.actors() if wishes(harness, seat))
    harness.play(seat, wishes(harness, seat)[0])
    if harness.read(ANN).view["round"] == 1:
        update = harness.read(ANN)
        assert (update.timer_since, update.timer_due) == (harness.now, harness.now + 10_000), (
            "every move begins it anew"
        )
        harness.wait(9.999)
        assert harness.time_out() == []
        harness.wait(0.001)
        passed = []
        while harness.read(ANN).view["round"] == 1:
            (entry,) = harness.time_out()
            assert isinstance(entry, log.Moved)
            assert (entry.move, entry.by) == ("pass", "clock")
            passed.append(entry.seat)
        assert passed == sorted(set(passed))
        assert passed
    assert phase(harness) == "ready"
    assert harness.table.timer is None
    assert harness.time_out() == []
    assert [seat.strikes for seat in harness.table.seats] == [0, 0, 0], "to let it run out is no fault"


def test_a_pause_stops_the_clock_and_afterwards_it_begins_anew() -> None:
    harness = ready()
    harness.wait(2)
    harness.send(ANN, protocol.Ask(what="pause"))
    harness.send(BEN, protocol.Answer(yes=True))
    assert harness.read(ANN).timer_due is None
    harness.wait(100)
    assert harness.time_out() == []
    harness.send(BEN, protocol.Resume())
    assert harness.read(ANN).timer_due == harness.now + 3_000


def test_when_the_server_was_away_the_countdown_begins_anew() -> None:
    harness = ready()
    harness.wait(60)
    harness.commit([log.TimeGivenBack(ms=59_000)])
    assert harness.time_out() == []
    assert harness.read(ANN).timer_due == harness.now + 3_000


def test_talk_and_coming_and_going_do_not_begin_it_anew() -> None:
    harness = ready(3)
    due = harness.read(ANN).timer_due
    harness.wait(1)
    harness.send(BEN, protocol.Say(text="here we go"))
    harness.send(BEN, protocol.Leave())
    harness.send(BEN, protocol.Return())
    assert harness.read(ANN).timer_due == due


# touches


def test_a_late_touch_is_refused_with_rule_and_reason_and_leaves_no_trace() -> None:
    """WS-1, WS-40."""
    harness = under_way(3)

    def wanted_by_two() -> bool:
        return bool(contested(harness))

    play_until(harness, wanted_by_two)
    move, first, second = contested(harness)[0]
    position = harness.table.position
    harness.play(first, move, position)
    late = refused("illegal move", harness, PEOPLE[second], protocol.Play(move=move, position=position))
    assert late.rule == "WS-1"
    assert late.reason.endswith("first")
    assert harness.log[-1][1] == log.Moved(seat=first, move=move)


def contested(harness: TableHarness) -> list[tuple[str, int, int]]:
    """Cards on share piles that two players could take at this moment, and whose taking uncovers another one."""
    tops: dict[str, list[int]] = {}
    for seat in harness.table.actors():
        for move in harness.legal(seat):
            if move.startswith("take"):
                tops.setdefault(move, []).append(seat)
    return [(move, *seats[:2]) for move, seats in tops.items() if len(seats) > 1]  # type: ignore[misc]


def test_a_touch_is_not_refused_only_because_others_have_moved_meanwhile() -> None:
    harness = under_way(2)
    position = harness.table.position
    mine = [move for move in wishes(harness, 0) if move.startswith("add")]
    others = [move for move in wishes(harness, 1) if move.startswith("add")]
    harness.play(1, others[0], position)
    harness.play(0, mine[0], position)
    assert [entry.seat for entry in harness.table.moves[-2:]] == [1, 0]


def test_a_touch_that_comes_twice_is_known_by_its_key_however_fast_the_others_are() -> None:
    harness = under_way(4)
    first = wishes(harness, 0)[0]
    harness.send(ANN, protocol.Play(move=first, key="once"))
    for number in range(60):
        seat = 1 + number % 3
        if moves := wishes(harness, seat):
            harness.send(PEOPLE[seat], protocol.Play(move=moves[0], key=f"k{number}"))
    done_before(harness, ANN, protocol.Play(move=first, key="once"))


def test_in_real_time_a_bot_may_be_asked_for_by_its_speed() -> None:
    wild = game("wildstyle")
    for level in ("planner", "planner@quick", "planner@750"):
        check_level(wild, level)
    for level in ("planner@fast", "planner@", "nobody@quick"):
        with pytest.raises(Refusal):
            check_level(wild, level)
    with pytest.raises(Refusal, match="has no bot called 'greedy@quick'"):
        check_level(game("royale"), "greedy@quick")


def test_a_bots_late_touch_is_refused_and_its_doing_nothing_is_thought_over() -> None:
    harness = TableHarness.create("wildstyle", 1, ["filler"])
    harness.play_bot(1, "ready")
    harness.play(0, "ready")
    harness.wait(3)
    harness.time_out()
    position = harness.table.position
    harness.play(0, wishes(harness, 0)[0])
    with pytest.raises(Refusal, match="others have moved"):
        harness.play_bot(1, "pass", position)
    touch = next(move for move in harness.legal(1) if move.startswith("add"))
    assert harness.play_bot(1, touch, position) == [log.Moved(seat=1, move=touch, by="bot")]
    if touch not in harness.legal(1):
        with pytest.raises(Refusal) as caught:
            harness.play_bot(1, touch, position)
        assert caught.value.code == "illegal move"


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**32), st.lists(st.integers(0, 40), min_size=40, max_size=200))
def test_one_card_at_a_time_under_any_interleaving(people: int, seed: int, delays: list[int]) -> None:
    """WS-1: everybody touches what they saw some moves ago; the log holds what was possible, and can be replayed."""
    harness = under_way(people)
    chance = random.Random(seed)
    seen = {seat: wishes(harness, seat) for seat in range(people)}
    for delay in delays:
        seat = chance.randrange(people)
        harness.wait(delay / 1000)
        moves = seen[seat] or wishes(harness, seat)
        if not moves:
            continue
        before = harness.table.seq
        rule = touch(harness, seat, chance.choice(moves))
        assert harness.table.seq == before + (rule is None)
        assert rule is None or rule.startswith("WS-")
        if rule is not None or chance.random() < 0.3:
            seen[seat] = wishes(harness, seat)
    check_golden_rule(blank(harness.table.agreement), harness.log)
    same(harness.table, harness.again())


@pytest.mark.parametrize("hole", ["done twice", "done for another, too", "a card is gone"])
def test_the_golden_rule_is_seen_to_be_broken(hole: str) -> None:
    """WS-1: at a table that lets two cards go with one touch, or with somebody else's, the check does not hold."""
    harness = under_way(2)
    adds = [next(move for move in harness.legal(seat) if move.startswith("add")) for seat in (0, 1)]
    for seat, move in enumerate(adds):
        harness.play(seat, move)
    check_golden_rule(blank(harness.table.agreement), harness.log)
    *fine, (at, last) = harness.log
    table = blank(harness.table.agreement)
    real = table.apply

    def broken(entry: log.AnyEntry, at: int) -> None:
        real(entry, at)
        if entry is not last or table.match is None:
            return
        if hole == "a card is gone":
            data = table.match.state.dump()
            data["players"][1]["hand"].pop()  # into the dealer's sleeve
            table.match.state = table.match.game.load(data)
        else:
            seat = 1 if hole == "done twice" else 0
            again = next(
                move for move in table.match.state.legal(seat) if game("wildstyle").say(move).startswith("add")
            )
            table.match.state.play(seat, again)

    class Broken:
        """The table, but for that hole."""

        def __getattr__(self, name: str) -> object:
            return broken if name == "apply" else getattr(table, name)

    with pytest.raises(AssertionError):
        check_golden_rule(Broken(), [*fine, (at, last)])  # type: ignore[arg-type]


def touch(harness: TableHarness, seat: int, move: str) -> str | None:
    """Somebody tries that; the rule that forbids it, if one does."""
    try:
        harness.send(PEOPLE[seat], protocol.Play(move=move))
    except Refusal as refusal:
        return refusal.rule
    return None


def same(one: Table, other: Table) -> None:
    """Two tables at which the same has happened."""
    assert one.match is not None
    assert other.match is not None
    assert one.match.state.dump() == other.match.state.dump()
    assert (one.timer, one.position, one.seq) == (other.timer, other.position, other.seq)


def test_a_whole_game_with_its_clocks_replays_to_the_same_table() -> None:
    harness = TableHarness.create("wildstyle", 3, options={"grace": 10})
    chance = random.Random(5)
    while not harness.table.over:
        harness.wait(chance.choice([0.1, 0.1, 0.1, 3.0]))
        if harness.time_out():
            continue
        able = [seat for seat in harness.table.actors() if wishes(harness, seat)]
        if able:
            seat = chance.choice(able)
            harness.play(seat, chance.choice(wishes(harness, seat)))
    assert {entry.by for _, entry in harness.log if isinstance(entry, log.Moved)} == {"person", "clock"}
    again = harness.again()
    same(harness.table, again)
    assert again.outcome == harness.table.outcome
    kinds = check_golden_rule(blank(harness.table.agreement), harness.log)
    assert kinds["go by clock"] == 3


# what a table agrees on


def test_in_real_time_no_seat_has_a_clock_of_its_own_and_at_the_relaxed_pace_it_may() -> None:
    """WS-41."""
    wild = game("wildstyle")
    for pace in (LIVE, Pace(kind="days")):
        with pytest.raises(Refusal, match="real time"):
            judge.agree(protocol.NewTable(game="wildstyle", seats=2, pace=pace), wild)
        in_turns = protocol.NewTable(game="wildstyle", seats=2, pace=pace, options={"pace": "turns"}, rated=True)
        assert judge.agree(in_turns, wild).pace == pace
    assert judge.agree(protocol.NewTable(game="wildstyle", seats=2, rated=True), wild).rated, "the table has a clock"
    with pytest.raises(Refusal, match="need a clock"):
        judge.agree(protocol.NewTable(game="wildstyle", seats=2, rated=True, options={"pace": "turns"}), wild)


def test_at_the_relaxed_pace_clocks_and_positions_are_those_of_any_game_in_turns() -> None:
    harness = TableHarness.create(
        "wildstyle", 2, options={"pace": "turns"}, pace=Pace(kind="live", bank=60, increment=0)
    )
    assert harness.table.timer is None
    assert harness.table.actors() == [0]
    refused("stale", harness, ANN, protocol.Play(move=harness.legal(0)[0]), "say on which position")
    harness.wait(60)
    assert harness.time_out() == [log.Moved(seat=0, move="pass", by="clock")]
    assert harness.table.seats[0].strikes == 1
    assert harness.table.actors() == [1]


def test_a_game_without_a_timer_has_none() -> None:
    harness = TableHarness.create("grab", 3)
    harness.play(0, "grab 3")
    harness.wait(3600)
    assert harness.table.timer is None
    assert harness.time_out() == []
