from __future__ import annotations

import pytest

from pandarium.sim.intervals import t_interval, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.27753), (10, 10, 0.72247, 1.0), (5, 10, 0.23659, 0.76341), (81, 263, 0.25529, 0.36618)],
)
def test_wilson_matches_published_values(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert t_interval(0.0, 0.0, 0) is None


def test_more_games_narrow_the_interval() -> None:
    widths = [high - low for low, high in (wilson(0.6 * games, games) for games in (10, 100, 1000))]
    assert widths == sorted(widths, reverse=True)
