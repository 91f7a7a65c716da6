"""Candidates are tried by halving: who is weak early is tried no more, and the best comes first."""

from __future__ import annotations

from collections import Counter

import pytest

from pandarium.kit.successive_halving import Candidate, Trials

pytestmark = pytest.mark.conformance


class Known(Trials[Candidate]):
    """What every move is worth is known, so that only the trials are of interest."""

    def __init__(self, worth: dict[int, int], trust: dict[int, int] | None = None) -> None:
        super().__init__()
        self.worth = worth
        self.candidates = [Candidate(move, (trust or {}).get(move, 0)) for move in worth]
        self.tried: Counter[int] = Counter()
        self.numbers: list[int] = []

    def try_all(self, field: list[Candidate], number: int) -> None:
        self.numbers.append(int(number))
        for candidate in field:
            self.tried[int(candidate.move)] += 1
            candidate.tries += 1
            candidate.total += self.worth[int(candidate.move)]


def moves(found: list[Candidate]) -> list[int]:
    return [int(candidate.move) for candidate in found]


def test_each_round_costs_about_the_same_and_drops_the_weaker_half() -> None:
    known = Known({1: 10, 2: 40, 3: 20, 4: 30})
    assert moves(known.run(80)) == [2, 4, 3, 1]
    assert known.tried == {1: 10, 3: 10, 4: 30, 2: 30}
    assert known.numbers == list(range(30)), "every trial has a number of its own"


def test_of_an_odd_field_the_larger_half_goes_on() -> None:
    known = Known(dict.fromkeys(range(5), 7))
    assert moves(known.run(30)) == [0, 1, 2, 3, 4], "of equals the first"
    assert sorted(known.tried.values()) == [2, 2, 5, 10, 10]


def test_everybody_is_tried_at_least_once_a_round() -> None:
    known = Known({1: 1, 2: 2, 3: 3})
    assert moves(known.run(0)) == [3, 2, 1]
    assert known.tried == {1: 1, 2: 2, 3: 2}


def test_the_only_candidate_needs_no_trial() -> None:
    known = Known({9: 0})
    assert moves(known.run(100)) == [9]
    assert not known.tried


def test_trust_counts_like_worth() -> None:
    assert moves(Known({1: 10, 2: 12}, {1: 1}).run(10)) == [2, 1]
    assert moves(Known({1: 10, 2: 12}, {1: 3}).run(10)) == [1, 2]


def test_trials_for_comparison_are_the_same_for_all() -> None:
    known = Known({1: 10, 2: 40, 3: 20}, {3: 25})
    found = known.run_evenly(6)
    assert moves(found) == [3, 2, 1]
    assert [int(candidate.value()) for candidate in found] == [45, 40, 10]
    assert set(known.tried.values()) == {6}
    assert moves(known.candidates) == [1, 2, 3], "they stay where they were"
