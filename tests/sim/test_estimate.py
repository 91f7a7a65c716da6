"""Intervals, measures and findings: what is made of the rows that observers write."""

from __future__ import annotations

import re
from typing import Any

import pytest

import pandarium
import pandarium.games
from pandarium.core.outcome import Outcome
from pandarium.kit.study import (
    Bars,
    Figures,
    Question,
    Results,
    StudyTable,
    mean,
    rate,
    share,
    win_share,
)
from pandarium.sim.estimate import Measured, Rows, Sample, difference, mean_with_interval, rate_with_interval
from pandarium.sim.intervals import student_t, wilson
from pandarium.sim.study_results import NOTHING_PLAYED, answer

TWO = StudyTable(2, "random")


def sample(*values: float, games: list[int] | None = None) -> Sample:
    made = Sample()
    for number, value in zip(games or range(len(values)), values, strict=True):
        made.add(number, value)
    return made


def rows_of(*rows: Any, games: list[int] | None = None) -> Rows:
    made = Rows()
    for number, row in zip(games or range(len(rows)), rows, strict=True):
        made.add(number, row)
    return made


# Intervals


@pytest.mark.parametrize(
    ("freedom", "level", "value"),
    [
        (1, 0.95, 12.7062),
        (2, 0.95, 4.30265),
        (5, 0.95, 2.57058),
        (9, 0.99, 3.24984),
        (30, 0.95, 2.04227),
        (31, 0.95, 2.03951),
        (60, 0.99, 2.66028),
        (1000, 0.95, 1.96234),
    ],
)
def test_student_t_matches_the_tables(freedom: int, level: float, value: float) -> None:
    assert student_t(freedom, level) == pytest.approx(value, abs=2e-5)


def test_without_freedom_there_is_no_t() -> None:
    with pytest.raises(ValueError, match="two observations"):
        student_t(0)


def test_one_row_a_game_gives_the_textbooks_interval() -> None:
    value, low, high = mean_with_interval(sample(4.0, 8.0, 6.0, 10.0, 2.0))
    # mean 6, sd sqrt(10), five observations: 6 ± 2.77645 · sqrt(10 / 5)
    assert value == 6
    assert low == pytest.approx(6 - 3.92649, abs=1e-4)
    assert high == pytest.approx(6 + 3.92649, abs=1e-4)


def test_one_game_says_nothing_about_the_others() -> None:
    assert mean_with_interval(sample(4.0, 5.0, games=[0, 0])) == (4.5, None, None)


def test_rows_that_repeat_their_game_are_no_more_evidence() -> None:
    once = mean_with_interval(sample(1.0, 5.0, 3.0))
    often = mean_with_interval(sample(*[1.0] * 9, *[5.0] * 9, *[3.0] * 9, games=[0] * 9 + [1] * 9 + [2] * 9))
    assert often == pytest.approx(once)
    assert rate_with_interval(sample(1, 1, 0, 0, games=[0, 0, 1, 1]))[1:] == pytest.approx(wilson(0.5, 1))


def test_a_rate_with_one_row_a_game_is_wilsons() -> None:
    assert rate_with_interval(sample(*[1.0] * 81, *[0.0] * 182)) == pytest.approx(
        (81 / 263, 0.25529, 0.36618), abs=1e-4
    )


def test_rows_that_balance_within_a_game_do_not_feign_precision() -> None:
    """Two seats, one winner: the rate over both is a half by necessity, and the interval no narrower than for coins."""
    both = sample(*[1.0, 0.0] * 50, games=[game for game in range(50) for _ in "ab"])
    assert rate_with_interval(both)[1:] == pytest.approx(wilson(50, 100))


def test_a_difference_of_pairs_is_that_of_their_differences() -> None:
    one, other = sample(10.0, 20.0, 33.0), sample(9.0, 18.0, 30.0)
    assert difference(one, other) == pytest.approx(mean_with_interval(sample(1.0, 2.0, 3.0)))


def test_a_difference_of_strangers_adds_their_variances() -> None:
    one, other = sample(1.0, 3.0, 5.0, 7.0), sample(2.0, 2.0, 6.0, 6.0, games=[10, 11, 12, 13])
    value, low, high = difference(one, other)
    assert value == 0
    assert low is not None
    assert high == -low
    assert high == pytest.approx(student_t(3) * (20 / 3 / 4 + 16 / 3 / 4) ** 0.5)


def test_a_difference_needs_two_games_of_each() -> None:
    assert difference(sample(1.0, 2.0), sample(1.0)) == (0.5, None, None)


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    """A thousand studies of twelve rolls of a die, and of six games with two equal rows each."""
    rng = pandarium.Rng(3)
    hits = clustered = 0
    for _ in range(1000):
        _, low, high = mean_with_interval(sample(*(float(1 + rng.below(6)) for _ in range(12))))
        hits += low is not None and high is not None and low <= 3.5 <= high
        faces = [float(1 + rng.below(6)) for _ in range(12)]
        _, low, high = mean_with_interval(
            sample(*(face for face in faces for _ in "ab"), games=[n // 2 for n in range(24)])
        )
        clustered += low is not None and high is not None and low <= 3.5 <= high
    assert 925 <= hits <= 975
    assert 925 <= clustered <= 975


# Measures


def test_groups_come_in_order_numbers_by_size_words_as_told() -> None:
    rows = rows_of(*({"n": n, "die": die, "x": 1} for n in (10, 9) for die in ("red", "blue", "green")))
    taken = Measured(mean("x", by="n die"), rows, {"die": ["green", "red", "blue"]})
    assert list(taken.figures) == [(n, die) for n in (9, 10) for die in ("green", "red", "blue")]


def test_comparisons_stay_within_what_else_is_equal() -> None:
    rows = rows_of(
        *(
            {"seats": seats, "place": place, "x": seats * 10 + place}
            for seats in (2, 3)
            for place in (1, 2)
            for _ in "ab"
        )
    )
    found = Measured(mean("x", by="seats place", compare="place"), rows, {}).differences()
    assert [(gap.figure.group, gap.against.group["place"], gap.value) for gap in found] == [
        ({"seats": 2, "place": 2}, 1, 1.0),
        ({"seats": 3, "place": 2}, 1, 1.0),
    ]


def test_shares_of_words_add_up() -> None:
    rows = rows_of(*({"reason": reason} for reason in ("fold", "fold", "pair", "fold")))
    figures = Measured(share("reason"), rows, {}).figures
    assert {key: figure.text for key, figure in figures.items()} == {("fold",): "75.0%", ("pair",): "25.0%"}


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        (mean("word"), "column 'word' holds words ('a'): ask for share() instead"),
        (rate("big"), "column 'big' goes beyond 0 to 1 (7): ask for mean() instead"),
        (mean("nothing"), "there is no column 'nothing'; the rows have: word, x, big"),
        (mean("x", by="nowhere"), "there is no column 'nowhere'"),
    ],
)
def test_a_measure_that_does_not_fit_says_why(measure: Any, message: str) -> None:
    with pytest.raises(pandarium.PandariumError, match=re.escape(message)):
        Measured(measure, rows_of({"word": "a", "x": 1, "big": 7}), {})


def test_comparing_what_is_not_grouped_is_refused_at_once() -> None:
    with pytest.raises(pandarium.PandariumError, match="compare='seat' is no column of by="):
        mean("x", by="seats", compare="seat")


def test_rows_of_another_shape_are_refused() -> None:
    rows = rows_of({"a": 1})
    with pytest.raises(pandarium.PandariumError, match="the same columns: a; here is one with b"):
        rows.add(1, {"b": 1})


def test_a_victory_is_shared_or_everybodys() -> None:
    outcome = Outcome((0, 1), (3, 3, 1), "")
    assert [win_share(outcome, seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    assert [win_share(outcome, seat, cooperative=True) for seat in range(3)] == [1.0, 1.0, 0.0]


# Findings


def found_for(measure: Any, rows: Rows, **more: Any) -> str:
    return answer(Question("q", "?", [TWO], Results, [measure], **more), rows, [], "").finding


def test_a_finding_names_the_ends_only_when_they_differ_by_more_than_chance() -> None:
    apart = rows_of(*({"bot": bot, "x": x + 50 * (bot == "hard")} for x in range(6) for bot in ("easy", "hard")))
    assert found_for(mean("x", by="bot"), apart) == "x: hard highest with 52.5, easy lowest with 2.5"
    near = rows_of(*({"bot": bot, "x": (7 * x + (bot == "hard")) % 5} for x in range(6) for bot in ("easy", "hard")))
    assert found_for(mean("x", by="bot"), near) == "x: no difference that is more than chance"


def test_a_finding_of_ones_own_gives_way_when_its_groups_are_missing() -> None:
    def say(found: Figures) -> str:
        return f"blue has {found.get(bot='blue').text}"

    rows = rows_of({"bot": "red", "x": 1}, {"bot": "red", "x": 1})
    assert found_for(mean("x", by="bot"), rows, plots=[Bars(say=say)]) == "x: 1.0 (1.0 – 1.0)"
    blue = rows_of({"bot": "blue", "x": 1}, {"bot": "blue", "x": 1})
    assert found_for(mean("x", by="bot"), blue, plots=[Bars(say=say)]) == "blue has 1.0"


def test_without_rows_that_is_the_finding() -> None:
    assert found_for(mean("x"), Rows(), plots=[Bars()]) == NOTHING_PLAYED
