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
from server.support import ANN, BEN, PEOPLE, Desk, blank
from server.tables.judging import LIVE, done_before, refused

LAST_RESORT = ("pass", "clear", "scrap", "rush")


def ready(people: int = 2, **agreed: object) -> Desk:
    """A table at which everybody has said that they are ready."""
    desk = Desk.lay("wildstyle", people, **agreed)  # type: ignore[arg-type]
    for seat in range(people):
        desk.wait(1)
        desk.play(seat, "ready")
    return desk


def under_way(people: int = 2, **agreed: object) -> Desk:
    """A table at which the first round has begun."""
    desk = ready(people, **agreed)
    desk.wait(3)
    assert desk.time_out()
    return desk


def play_until(desk: Desk, fits: Callable[[], bool], seed: int = 1) -> None:
    """Everybody does anything that makes sense, ten times a second."""
    chance = random.Random(seed)
    while not fits():
        desk.wait(0.1)
        able = [seat for seat in desk.table.actors() if wishes(desk, seat)]
        seat = chance.choice(able)
        desk.play(seat, chance.choice(wishes(desk, seat)))


def wishes(desk: Desk, seat: int) -> list[str]:
    return [move for move in desk.legal(seat) if not move.startswith(LAST_RESORT)]


def phase(desk: Desk) -> str:
    name: str = desk.read(ANN).view["phase"]
    return name


# ready, steady, go


def test_the_countdown_runs_from_the_last_ready_and_the_clock_says_go() -> None:
    """WS-2."""
    desk = ready()
    update = desk.read(ANN)
    assert (phase(desk), update.timer_since, update.timer_due) == ("countdown", desk.now, desk.now + 3_000)
    assert (update.actors, update.legal) == ([], [])
    desk.wait(2.999)
    assert desk.time_out() == []
    desk.wait(0.001)
    assert desk.time_out() == [log.Moved(seat=0, move="go", by="clock")]
    assert phase(desk) == "play"
    assert desk.table.seats[0].strikes == 0
    assert desk.read(ANN).timer_due is None


def test_nobody_says_go_but_the_clock() -> None:
    desk = ready()
    refused("wrong time", desk, ANN, protocol.Play(move="go"), "clock makes the next move")
    assert refused("illegal move", desk, BEN, protocol.Play(move="draw 1")).rule == "WS-2"


def test_a_bot_does_not_say_go() -> None:
    desk = Desk.lay("wildstyle", 1, ["random"])
    desk.play_bot(1, "ready")
    desk.play(0, "ready")
    with pytest.raises(Refusal, match="clock makes the next move"):
        desk.play_bot(1, "go")


def test_who_was_ready_too_soon_stops_the_countdown() -> None:
    desk = ready()
    desk.wait(2)
    desk.send(BEN, protocol.Undo())
    assert phase(desk) == "ready"
    desk.wait(3)
    assert desk.time_out() == []
    desk.play(1, "ready")
    assert desk.table.timer is not None
    assert desk.table.timer.due == desk.now + 3_000


def test_nobody_waits_for_ever_until_others_are_ready() -> None:
    desk = Desk.lay("wildstyle", 3)
    desk.wait(3600)
    assert desk.time_out() == [], "as long as nobody is ready nobody waits"
    desk.play(0, "ready")
    desk.wait(PATIENCE - 0.001)
    assert desk.time_out() == []
    desk.wait(0.001)
    assert desk.time_out() == [log.Moved(seat=1, move="ready", by="clock")]
    assert desk.time_out() == [log.Moved(seat=2, move="ready", by="clock")], "they are late alike"
    assert desk.time_out() == []
    assert phase(desk) == "countdown"
    assert [seat.strikes for seat in desk.table.seats] == [0, 1, 1]


def test_for_somebody_who_is_gone_a_bot_says_ready() -> None:
    desk = Desk.lay("wildstyle", 2)
    desk.play(0, "ready")
    refused_here = protocol.PutBot(seat=1)
    with pytest.raises(Refusal, match="is here"):
        desk.send(ANN, refused_here, here=[0, 1])
    assert desk.send(ANN, refused_here, here=[0]) == [log.StoodIn(seat=1, level="strong", why="asked")]
    assert desk.table.timer is None, "a bot needs no patience"
    desk.play_bot(1, "ready")
    assert phase(desk) == "countdown"


def test_who_lets_the_clock_move_three_times_is_stood_in_for() -> None:
    desk = Desk.lay("wildstyle", 2)
    desk.table.seats[1].strikes = judge.STRIKES
    desk.play(0, "ready")
    desk.wait(PATIENCE)
    assert desk.time_out() == [log.StoodIn(seat=1, level="strong", why="clock")]


# the end of a round


def test_silence_closes_a_round_whose_end_was_triggered() -> None:
    """WS-13: a grace period from the last move on, for everybody at once."""
    desk = under_way(3, options={"grace": 10})
    play_until(desk, lambda: desk.read(ANN).view["triggered"])
    assert desk.table.timer is not None
    assert desk.table.timer.due == desk.now + 10_000
    desk.wait(9.9)
    seat = next(seat for seat in desk.table.actors() if wishes(desk, seat))
    desk.play(seat, wishes(desk, seat)[0])
    if desk.read(ANN).view["round"] == 1:
        update = desk.read(ANN)
        assert (update.timer_since, update.timer_due) == (desk.now, desk.now + 10_000), "every move begins it anew"
        desk.wait(9.999)
        assert desk.time_out() == []
        desk.wait(0.001)
        passed = []
        while desk.read(ANN).view["round"] == 1:
            (entry,) = desk.time_out()
            assert isinstance(entry, log.Moved)
            assert (entry.move, entry.by) == ("pass", "clock")
            passed.append(entry.seat)
        assert passed == sorted(set(passed))
        assert passed
    assert phase(desk) == "ready"
    assert desk.table.timer is None
    assert desk.time_out() == []
    assert [seat.strikes for seat in desk.table.seats] == [0, 0, 0], "to let it run out is no fault"


def test_a_pause_stops_the_clock_and_afterwards_it_begins_anew() -> None:
    desk = ready()
    desk.wait(2)
    desk.send(ANN, protocol.Ask(what="pause"))
    desk.send(BEN, protocol.Answer(yes=True))
    assert desk.read(ANN).timer_due is None
    desk.wait(100)
    assert desk.time_out() == []
    desk.send(BEN, protocol.Resume())
    assert desk.read(ANN).timer_due == desk.now + 3_000


def test_when_the_server_was_away_the_countdown_begins_anew() -> None:
    desk = ready()
    desk.wait(60)
    desk.commit([log.Adjourned(ms=59_000)])
    assert desk.time_out() == []
    assert desk.read(ANN).timer_due == desk.now + 3_000


def test_talk_and_coming_and_going_do_not_begin_it_anew() -> None:
    desk = ready(3)
    due = desk.read(ANN).timer_due
    desk.wait(1)
    desk.send(BEN, protocol.Say(text="here we go"))
    desk.send(BEN, protocol.Leave())
    desk.send(BEN, protocol.Return())
    assert desk.read(ANN).timer_due == due


# touches


def test_a_late_touch_is_refused_with_rule_and_reason_and_leaves_no_trace() -> None:
    """WS-1, WS-40."""
    desk = under_way(3)

    def wanted_by_two() -> bool:
        return bool(contested(desk))

    play_until(desk, wanted_by_two)
    move, first, second = contested(desk)[0]
    position = desk.table.position
    desk.play(first, move, position)
    late = refused("illegal move", desk, PEOPLE[second], protocol.Play(move=move, position=position))
    assert late.rule == "WS-1"
    assert late.reason.endswith("first")
    assert desk.log[-1][1] == log.Moved(seat=first, move=move)


def contested(desk: Desk) -> list[tuple[str, int, int]]:
    """Cards on share piles that two players could take at this moment, and whose taking uncovers another one."""
    tops: dict[str, list[int]] = {}
    for seat in desk.table.actors():
        for move in desk.legal(seat):
            if move.startswith("take"):
                tops.setdefault(move, []).append(seat)
    return [(move, *seats[:2]) for move, seats in tops.items() if len(seats) > 1]  # type: ignore[misc]


def test_a_touch_is_not_refused_only_because_others_have_moved_meanwhile() -> None:
    desk = under_way(2)
    position = desk.table.position
    mine = [move for move in wishes(desk, 0) if move.startswith("add")]
    others = [move for move in wishes(desk, 1) if move.startswith("add")]
    desk.play(1, others[0], position)
    desk.play(0, mine[0], position)
    assert [entry.seat for entry in desk.table.moves[-2:]] == [1, 0]


def test_a_touch_that_comes_twice_is_known_by_its_key_however_fast_the_others_are() -> None:
    desk = under_way(4)
    first = wishes(desk, 0)[0]
    desk.send(ANN, protocol.Play(move=first, key="once"))
    for number in range(60):
        seat = 1 + number % 3
        if moves := wishes(desk, seat):
            desk.send(PEOPLE[seat], protocol.Play(move=moves[0], key=f"k{number}"))
    done_before(desk, ANN, protocol.Play(move=first, key="once"))


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
    desk = Desk.lay("wildstyle", 1, ["filler"])
    desk.play_bot(1, "ready")
    desk.play(0, "ready")
    desk.wait(3)
    desk.time_out()
    position = desk.table.position
    desk.play(0, wishes(desk, 0)[0])
    with pytest.raises(Refusal, match="others have moved"):
        desk.play_bot(1, "pass", position)
    touch = next(move for move in desk.legal(1) if move.startswith("add"))
    assert desk.play_bot(1, touch, position) == [log.Moved(seat=1, move=touch, by="bot")]
    if touch not in desk.legal(1):
        with pytest.raises(Refusal) as caught:
            desk.play_bot(1, touch, position)
        assert caught.value.code == "illegal move"


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 4), st.integers(0, 2**32), st.lists(st.integers(0, 40), min_size=40, max_size=200))
def test_one_card_at_a_time_under_any_interleaving(people: int, seed: int, delays: list[int]) -> None:
    """WS-1: everybody touches what they saw some moves ago; the log holds what was possible, and can be replayed."""
    desk = under_way(people)
    chance = random.Random(seed)
    seen = {seat: wishes(desk, seat) for seat in range(people)}
    for delay in delays:
        seat = chance.randrange(people)
        desk.wait(delay / 1000)
        moves = seen[seat] or wishes(desk, seat)
        if not moves:
            continue
        before = desk.table.seq
        rule = touch(desk, seat, chance.choice(moves))
        assert desk.table.seq == before + (rule is None)
        assert rule is None or rule.startswith("WS-")
        if rule is not None or chance.random() < 0.3:
            seen[seat] = wishes(desk, seat)
    check_golden_rule(blank(desk.table.agreement), desk.log)
    same(desk.table, desk.again())


@pytest.mark.parametrize("hole", ["done twice", "done for another, too", "a card is gone"])
def test_the_golden_rule_is_seen_to_be_broken(hole: str) -> None:
    """WS-1: at a table that lets two cards go with one touch, or with somebody else's, the check does not hold."""
    desk = under_way(2)
    adds = [next(move for move in desk.legal(seat) if move.startswith("add")) for seat in (0, 1)]
    for seat, move in enumerate(adds):
        desk.play(seat, move)
    check_golden_rule(blank(desk.table.agreement), desk.log)
    *fine, (at, last) = desk.log
    table = blank(desk.table.agreement)
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


def touch(desk: Desk, seat: int, move: str) -> str | None:
    """Somebody tries that; the rule that forbids it, if one does."""
    try:
        desk.send(PEOPLE[seat], protocol.Play(move=move))
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
    desk = Desk.lay("wildstyle", 3, options={"grace": 10})
    chance = random.Random(5)
    while not desk.table.over:
        desk.wait(chance.choice([0.1, 0.1, 0.1, 3.0]))
        if desk.time_out():
            continue
        able = [seat for seat in desk.table.actors() if wishes(desk, seat)]
        if able:
            seat = chance.choice(able)
            desk.play(seat, chance.choice(wishes(desk, seat)))
    assert {entry.by for _, entry in desk.log if isinstance(entry, log.Moved)} == {"person", "clock"}
    again = desk.again()
    same(desk.table, again)
    assert again.outcome == desk.table.outcome
    kinds = check_golden_rule(blank(desk.table.agreement), desk.log)
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
    desk = Desk.lay("wildstyle", 2, options={"pace": "turns"}, pace=Pace(kind="live", bank=60, increment=0))
    assert desk.table.timer is None
    assert desk.table.actors() == [0]
    refused("stale", desk, ANN, protocol.Play(move=desk.legal(0)[0]), "say on which position")
    desk.wait(60)
    assert desk.time_out() == [log.Moved(seat=0, move="pass", by="clock")]
    assert desk.table.seats[0].strikes == 1
    assert desk.table.actors() == [1]


def test_a_game_without_a_timer_has_none() -> None:
    desk = Desk.lay("grab", 3)
    desk.play(0, "grab 3")
    desk.wait(3600)
    assert desk.table.timer is None
    assert desk.time_out() == []
