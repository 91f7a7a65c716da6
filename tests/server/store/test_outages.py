"""When nothing could be written: what is noted, and how much of a time was lost."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pandarium.server.store.outages import OUTAGE_MS, STALL_MS, Outages


def wrote(*times: int) -> Outages:
    """A worker that could write at these times, the first of them when it began."""
    outages = Outages()
    outages.begin(times[0])
    for time in times[1:]:
        outages.wrote(time)
    return outages


def test_heartbeats_that_come_are_no_outage() -> None:
    outages = wrote(0, 500, 1_000, 1_500)
    assert outages.lost(since=0, until=1_500 + OUTAGE_MS - 1) == 0
    assert outages.count == 0


def test_an_outage_lasts_from_the_last_write_to_the_next() -> None:
    outages = wrote(0, 500, 2_500, 3_000)
    assert outages.count == 1
    assert outages.lost(since=0, until=3_100) == 2_000


def test_it_begins_when_a_write_was_last_tried_with_success() -> None:
    outages = Outages()
    outages.begin(0)
    outages.wrote(tried=300, now=900)
    outages.wrote(tried=5_000, now=5_010)
    assert outages.lost(since=0, until=5_010) == 4_710


def test_a_write_that_took_long_is_an_outage_that_ends_with_it() -> None:
    outages = Outages()
    outages.begin(0)
    outages.wrote(tried=300, now=5_000)
    assert outages.lost(since=0, until=5_900) == 5_000


def test_one_that_still_lasts_counts_up_to_now() -> None:
    outages = wrote(0, 500)
    assert outages.lost(since=0, until=5_500) == 5_000
    assert outages.count == 0


def test_only_what_lies_in_the_time_asked_for_counts() -> None:
    outages = wrote(0, 5_000)
    assert [outages.lost(since, until) for since, until in ((-900, 1_000), (4_000, 5_500), (5_000, 5_900))] == [
        1_000,
        1_000,
        0,
    ]


def test_what_was_lost_twice_counts_once() -> None:
    outages = wrote(2_000, 5_000)
    assert outages.lost(0, 5_500, [(1_000, 4_000)]) == 4_000
    assert outages.lost(0, 5_500, [(3_000, 4_000)]) == 3_000


def test_where_no_heartbeat_is_expected_there_is_no_outage() -> None:
    outages = Outages()
    outages.wrote(0)
    outages.wrote(60_000)
    assert outages.lost(0, 90_000) == 0
    outages.begin(100_000)
    outages.end()
    outages.wrote(190_000)
    assert outages.lost(0, 200_000) == outages.count == 0


def test_what_made_a_write_wait_is_lost_however_often_it_was_tried() -> None:
    outages = wrote(0)
    for at in (100, 350):  # the first was refused
        outages.tries(at)
    assert [outages.lost(0, until) for until in (599, 600, 900)] == [0, 600, 900]
    outages.wrote(900)
    assert (outages.lost(0, 950), outages.lost(500, 950), outages.count) == (900, 400, 0)
    outages.tries(1_000)
    outages.wrote(1_000 + STALL_MS - 1)
    assert outages.lost(900, 1_600) == 0, "every write takes some time"


def test_what_a_job_refuses_is_no_write_and_took_no_time() -> None:
    outages = wrote(0, 500)
    outages.tries(510)
    outages.refused()
    assert outages.lost(0, 1_100) == 0
    outages.wrote(1_100)
    assert outages.lost(0, 1_200) == 0


def test_a_clock_that_is_set_back_is_no_outage() -> None:
    outages = wrote(10_000, 3_000, 3_500)
    assert outages.lost(0, 4_000) == 0


@given(st.lists(st.integers(0, 60_000), min_size=1, max_size=20).map(sorted), st.integers(0, 60_000), st.integers(0, 9))
def test_what_is_lost_is_what_the_gaps_between_writes_cover(times: list[int], since: int, later: int) -> None:
    outages, now = wrote(*times), times[-1] + later * 300
    gaps = [(a, b) for a, b in pairwise([*times, now]) if b - a >= OUTAGE_MS]
    assert outages.lost(since, now) == sum(max(0, b - max(a, since)) for a, b in gaps)
