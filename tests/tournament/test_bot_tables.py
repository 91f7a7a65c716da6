"""Deals that the house plays, in slices: the same end as in one go, and never more than was asked for."""

from __future__ import annotations

import itertools

import pytest

from games.pandante.packs import docs_pack
from pandarium.kit.tournament import Settled, Stakes
from pandarium.tournament import bot_tables
from pandarium.tournament.bot_tables import Job, Paused, play_deal, play_slice
from pandarium.tournament.plan import Plan, make_plan

JOBS = [Job(Stakes((104,) * seats, 0, marks=(0,) * seats), bytes([seats]) * 32) for seats in (2, 4, 6)]


def in_slices(plan: Plan, seconds: float) -> tuple[list[Settled], int]:
    """What these deals lead to, and how many slices it took."""
    settled: list[Settled] = []
    paused: Paused | None = None
    for number in itertools.count(1):
        played = play_slice(plan, JOBS[len(settled) :], paused, seconds)
        settled += played.settled
        paused = played.paused
        if paused is None:
            return settled, number
    raise AssertionError


@pytest.mark.parametrize("level", ["random", "liar", "cautious"])
def test_slices_lead_to_the_same_end_as_one_go(level: str) -> None:
    plan = make_plan("pandante", bot=level)
    settled, slices = in_slices(plan, 0.0)
    assert settled == [play_deal(plan, job) for job in JOBS]
    assert slices > len(JOBS), "a slice without time is one move"


def test_slices_play_on_with_the_content_pack() -> None:
    plan = make_plan("pandante", bot="liar", content=docs_pack())
    assert in_slices(plan, 0.0)[0] == [play_deal(plan, job) for job in JOBS]


def test_all_in_one_slice_where_there_is_time() -> None:
    plan = make_plan("pandante", bot="random")
    assert in_slices(plan, 1e9)[1] == 1


def test_no_thought_is_begun_that_would_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    times = itertools.count(step=20)  # every move takes 20 ms
    seen: list[int] = []

    def clock() -> float:
        seen.append(next(times))
        return seen[-1] / 1000

    monkeypatch.setattr(bot_tables.time, "perf_counter", clock)
    plan = make_plan("pandante", bot="random")
    played = play_slice(plan, JOBS, None, 0.05)
    assert played.paused is not None
    assert (played.paused.moves, seen[-1]) == (2, 40), "a third one would end after 60 ms"
