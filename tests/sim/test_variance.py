"""Where differences come from, in tables whose answer one can see."""

from __future__ import annotations

import pytest

from pandarium.core.rng import Rng
from pandarium.sim.variance import bootstrap, parts


def test_too_little_or_nothing_to_explain() -> None:
    assert parts([]) is None
    assert parts([[1.0, 0.0]]) is None
    assert parts([[1.0], [0.0]]) is None
    assert parts([[1.0, 1.0], [1.0, 1.0]]) is None
    assert bootstrap([[1.0, 1.0]]) == []


def test_parts_of_a_made_up_game_are_what_went_in() -> None:
    """Players worth -3 to 3, deals from -6 to 6, and dice: variances 5, 14 and 11.67, so 16 %, 46 % and 38 %."""
    chance = Rng(4)
    table = []
    for _ in range(6000):
        deal = int(chance.below(13)) - 6
        table.append([deal + player + int(chance.below(12)) for player in (-3, -1, 1, 3)])
    found = parts(table)
    assert found is not None
    skill, by_deal, rest = found
    total = 5 + 14 + 143 / 12
    assert skill == pytest.approx(5 / total, abs=0.02)
    assert by_deal == pytest.approx(14 / total, abs=0.02)
    assert skill + by_deal + rest == pytest.approx(1)


def test_equal_players_are_not_taken_for_skill() -> None:
    chance = Rng(9)
    table = [[float(chance.below(2)), float(chance.below(2))] for _ in range(400)]
    skill, deal, rest = parts(table) or (1, 1, 0)
    assert skill < 0.01
    assert deal < 0.15
    low, high = bootstrap(table)[0]
    assert low <= skill <= high < 0.05
    assert rest > 0.8
