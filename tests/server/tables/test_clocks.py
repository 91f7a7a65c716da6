from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandarium.protocol.pace import DAY, Pace
from pandarium.server.tables.clocks import Clocks

LIVE = Pace(kind="live", bank=60, increment=5)
BARE = Pace(kind="live", bank=60, increment=0)
DAYS = Pace(kind="days", days=3)


def test_a_live_clock_runs_only_in_its_own_turn() -> None:
    clocks = Clocks(BARE, seats=2)
    clocks.turn([0], at=1_000)
    assert (clocks.remaining(0, at=11_000), clocks.remaining(1, at=11_000)) == (50_000, 60_000)
    clocks.moved(0, at=11_000)
    clocks.turn([1], at=11_000)
    assert (clocks.remaining(0, at=31_000), clocks.remaining(1, at=31_000)) == (50_000, 40_000)


def test_a_live_move_earns_its_increment() -> None:
    clocks = Clocks(LIVE, seats=2)
    clocks.turn([0], at=0)
    clocks.moved(0, at=10_000)
    assert clocks.remaining(0, at=10_000) == 55_000


def test_where_all_choose_at_once_all_clocks_run() -> None:
    clocks = Clocks(BARE, seats=3)
    clocks.turn([0, 1, 2], at=0)
    clocks.moved(1, at=4_000)
    clocks.turn([0, 2], at=4_000)
    assert [clocks.remaining(seat, at=10_000) for seat in range(3)] == [50_000, 56_000, 50_000]


def test_the_deadline_is_the_moment_when_the_first_clock_is_empty() -> None:
    clocks = Clocks(BARE, seats=2)
    clocks.turn([0], at=0)
    clocks.turn([0, 1], at=20_000)
    assert clocks.deadline() == 60_000
    assert clocks.overdue(at=59_999) is None
    assert clocks.overdue(at=60_000) == 0
    assert clocks.remaining(0, at=99_000) == 0


def test_days_are_for_each_move() -> None:
    clocks = Clocks(DAYS, seats=2)
    clocks.turn([0], at=0)
    clocks.moved(0, at=2 * DAY)
    clocks.turn([1], at=2 * DAY)
    assert (clocks.remaining(0, at=2 * DAY), clocks.deadline()) == (3 * DAY, 5 * DAY)


def test_others_moves_give_nobody_new_days() -> None:
    clocks = Clocks(DAYS, seats=2)
    clocks.turn([0, 1], at=0)
    clocks.moved(0, at=DAY)
    clocks.turn([1], at=DAY)
    assert clocks.deadline() == 3 * DAY


def test_a_relaxed_table_has_no_deadline() -> None:
    clocks = Clocks(Pace(), seats=2)
    clocks.turn([0, 1], at=0)
    assert (clocks.deadline(), clocks.overdue(at=10**15), clocks.running) == (None, None, ())


def test_who_ran_out_of_time_gets_enough_for_the_next_move() -> None:
    clocks = Clocks(BARE, seats=2)
    clocks.turn([0], at=0)
    clocks.ran_out(0, at=90_000)
    assert clocks.remaining(0, at=90_000) > 0


def test_a_move_taken_back_gives_its_increment_back() -> None:
    clocks = Clocks(LIVE, seats=2)
    clocks.turn([0], at=0)
    clocks.moved(0, at=10_000)
    clocks.undone(0, at=10_000)
    assert clocks.remaining(0, at=10_000) == 50_000


def test_taking_moves_back_again_and_again_gains_no_time() -> None:
    clocks = Clocks(Pace(kind="live", bank=10, increment=60), seats=2)
    clocks.turn([0], at=0)
    for at in (7_000, 8_000, 9_000):
        clocks.moved(0, at)
        clocks.undone(0, at)
        assert clocks.remaining(0, at) == 10_000 - at


def test_a_move_taken_back_by_consent_never_leaves_somebody_without_time_for_another() -> None:
    clocks = Clocks(Pace(kind="live", bank=10, increment=60), seats=2)
    clocks.turn([0], at=0)
    clocks.moved(0, at=9_000)
    clocks.turn([0], at=9_000)
    clocks.undone(0, at=55_000, consent=True)
    assert 0 < clocks.remaining(0, at=55_000) <= 15_000


def test_an_empty_clock_is_spared_and_no_other() -> None:
    clocks = Clocks(BARE, seats=2)
    clocks.turn([0, 1], at=0)
    clocks.turn([1], at=59_000)
    clocks.turn([], at=61_000)
    clocks.grant_grace(0, at=61_000)
    clocks.grant_grace(1, at=61_000)
    assert clocks.remaining(0, at=61_000) == 1_000
    assert clocks.remaining(1, at=61_000) > 1_000


def test_what_the_server_was_away_does_not_count() -> None:
    clocks = Clocks(BARE, seats=2)
    clocks.turn([0], at=0)
    clocks.forgive(40_000, at=50_000)
    assert clocks.remaining(0, at=50_000) == 50_000
    assert clocks.remaining(0, at=51_000) == 49_000


def test_no_more_is_forgiven_than_has_passed() -> None:
    clocks = Clocks(BARE, seats=2)
    clocks.turn([0], at=0)
    clocks.forgive(10**9, at=50_000)
    assert clocks.remaining(0, at=50_000) == 60_000
    assert clocks.remaining(0, at=51_000) == 59_000


def test_a_clock_that_goes_back_gives_nobody_time() -> None:
    clocks = Clocks(BARE, seats=2)
    clocks.turn([0], at=10_000)
    clocks.turn([0], at=20_000)
    clocks.turn([0], at=15_000)
    assert clocks.remaining(0, at=20_000) == 50_000


@pytest.mark.parametrize(
    "odd", [{"bank": 4}, {"bank": 10**6}, {"increment": -1}, {"days": 0}, {"kind": "never"}, {"x": 1}]
)
def test_a_pace_that_cannot_be_is_refused(odd: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(odd, Pace)


@given(
    st.sampled_from([LIVE, BARE]),
    st.lists(st.tuples(st.integers(0, 40_000), st.sampled_from(["move", "pause", "both", "forgive"])), max_size=40),
)
def test_no_second_is_lost_or_counted_twice(pace: Pace, happenings: list[tuple[int, str]]) -> None:
    """A clock is its bank, plus what it earned, minus the time that it ran, and never below nothing."""
    clocks = Clocks(pace, seats=2)
    expected = [pace.bank * 1000] * 2
    running, now, turn = [0], 0, 0
    clocks.turn(running, now)
    for ms, what in happenings:
        now += ms
        counted = 0 if what == "forgive" else ms
        expected = [max(left - counted * (seat in running), 0) for seat, left in enumerate(expected)]
        if what == "forgive":
            clocks.forgive(ms, now)
        elif what == "move" and running:
            mover = running[0]
            clocks.moved(mover, now)
            expected[mover] += pace.increment * 1000
            turn = 1 - mover
            running = [turn]
        else:
            running = [] if what == "pause" and running else [0, 1] if what == "both" else [turn]
        clocks.turn(running, now)
        assert [clocks.remaining(seat, now) for seat in range(2)] == expected
        deadline = clocks.deadline()
        assert (deadline is None) == (not running)
        if deadline is not None:
            assert clocks.overdue(deadline) is not None
            assert clocks.overdue(deadline - 1) is None or min(expected[seat] for seat in running) == 0
