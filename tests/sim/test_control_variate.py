from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import pandarium
from pandarium.sim import control_variate, simulate
from pandarium.sim.control_variate import LuckSums, without_luck

WORLD = [(0, -2), (1, 1), (7, 1)]
"""Results of a deal with their luck, all equally likely: luck is nothing on average; results are not linear in it."""
MEAN = Fraction(8, 3)


def sums_of(deals: list[tuple[int, int]]) -> LuckSums:
    sums = LuckSums()
    for result, luck in deals:
        sums.count(result, luck)
    return sums


def test_taking_luck_off_leaves_the_mean_exactly_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sample of six deals there is, each as likely as the others."""
    monkeypatch.setattr(control_variate, "FEWEST", 2)
    samples = list(product(WORLD, repeat=6))
    means = [without_luck(sums_of(list(deals[:3])), sums_of(list(deals[3:]))).mean for deals in samples]
    assert sum(means) / len(samples) == pytest.approx(float(MEAN), abs=1e-12)


def test_a_slope_fitted_to_what_it_corrects_would_shift_the_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why the deals are parted."""
    monkeypatch.setattr(control_variate, "FEWEST", 2)
    samples = [sums_of(list(deals)) for deals in product(WORLD, repeat=6)]
    means = [sums.corrected_sum(sums.slope()) / sums.deals for sums in samples]
    assert abs(sum(means) / len(samples) - float(MEAN)) > 0.01


def test_luck_that_explains_everything_leaves_no_variance() -> None:
    halves = [sums_of([(100 + 3 * luck, luck) for luck in range(-40 + shift, 41)]) for shift in (0, 7)]
    found = without_luck(*halves)
    assert found.mean == pytest.approx(100)
    assert found.variance == pytest.approx(0, abs=1e-9)


def test_from_few_deals_nothing_is_taken_off() -> None:
    few = sums_of([(luck, luck) for luck in range(10)])
    assert without_luck(few, few).mean == pytest.approx(4.5)


def test_without_the_luck_of_the_dice_a_game_of_royale_says_more() -> None:
    plain = simulate("royale", ["greedy", "random"], 400, seats=2, seed=3, mirrored=True, workers=1)
    report = simulate("royale", ["greedy", "random"], 400, seats=2, seed=3, mirrored=True, adjusted=True, workers=1)
    row = report.rows[0]
    assert row.adjusted is not None
    assert plain.rows[0].adjusted is None
    assert (row.wins, row.win_interval) == (plain.rows[0].wins, plain.rows[0].win_interval)
    assert row.adjusted.gain > row.gain
    assert row.share == pytest.approx(row.win_rate, abs=0.03)
    assert row.interval[0] < row.share < row.interval[1]
    assert report.command.endswith("--mirrored --adjusted")
    assert sum(one.share for one in report.rows) == pytest.approx(1)


def test_luck_is_the_same_on_any_number_of_workers() -> None:
    reports = [
        simulate("royale", ["greedy", "random"], 140, seats=2, seed=4, adjusted=True, workers=workers)
        for workers in (1, 2)
    ]
    assert reports[0].rows == reports[1].rows
    assert reports[0].rows[0].adjusted is not None


def test_a_game_that_cannot_tell_luck_says_so() -> None:
    with pytest.raises(pandarium.PandariumError, match="cannot tell luck"):
        simulate("leduc", ["random"], 10, seats=2, adjusted=True)
