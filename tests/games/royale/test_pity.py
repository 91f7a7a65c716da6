"""Step 2, pity dice: PR-9."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pandarium.games.royale.engine.pity import claim_pity_dice

from .oracle import PINK_IN_PLAY, pity_order
from .table import BAG, at_draft, dice_of, heard, sheet_of

pytestmark = pytest.mark.conformance


def served(*round_scores: int, panda: int, before: tuple[int, ...] | None = None) -> list[int]:
    """Who takes a pink die, in that order, after these round scores; `before` says who had one until now."""
    seats = len(round_scores)
    pink = range(PINK_IN_PLAY[seats]) if before is None else before
    hands = ["y6 k12" if seat in pink else "y6" for seat in range(seats)]
    state = at_draft(*hands, pool=" ".join(BAG.split()[: seats + 1]), panda=panda, sheet=sheet_of(*round_scores))
    log: list[Any] = []
    claim_pity_dice(state, log)
    takers = [event.seat for event in heard(log)]
    assert sorted(takers) == [seat for seat in range(seats) if "k12" in dice_of(state, seat)]
    assert all(dice_of(state, seat) in {"y6", "y6 k12"} for seat in range(seats))
    return takers


def test_pr_9_the_lowest_round_score_takes_the_pity_die() -> None:
    """PR-9: pity for the lowest."""
    assert served(12, 7, 9, panda=0) == [1]


def test_pr_9_then_the_next_lowest_until_all_are_taken() -> None:
    assert served(12, 7, 9, 30, 8, 31, 32, panda=5) == [1, 4, 2]


def test_pr_9_the_round_score_counts_and_not_the_total() -> None:
    ahead = [[0, 0, 0, 0, 90, 0, 0], [0, 0, 0, 0, 5, 0, 0]]
    behind = [[0, 0, 0, 0, 10, 0, 0], [0, 0, 0, 0, 6, 0, 0]]
    state = at_draft("y6 b8", "y6 b8 k12", pool="b6 b6 b6", panda=0, sheet=[ahead, behind])
    claim_pity_dice(state, None)
    assert dice_of(state, 0) == "y6 b8 k12"
    assert dice_of(state, 1) == "y6 b8"


def test_pr_9_a_negative_round_score_is_lowest() -> None:
    sheet = [[[1, 0, 0, 0, 0, 0, 0]], [[5, 0, 0, -6, 0, 0, 0]]]
    state = at_draft("y6 k12", "y6", pool="b6 b6 b6", panda=0, sheet=sheet)
    claim_pity_dice(state, None)
    assert dice_of(state, 1) == "y6 k12"


@pytest.mark.parametrize("before", [(0, 1), (2, 3), (1, 4)])
def test_pr_9_all_pink_dice_are_handed_back_first(before: tuple[int, int]) -> None:
    assert served(5, 30, 4, 29, 28, panda=1, before=before) == [2, 0]


def test_pr_9_whoever_keeps_scoring_lowest_never_has_two() -> None:
    assert served(3, 20, 21, 22, panda=1, before=(0, 1)) == [0, 1]


def test_pr_9_a_tie_with_enough_dice_serves_all_of_the_tied() -> None:
    assert sorted(served(4, 9, 4, 9, 9, panda=1)) == [0, 2]


@pytest.mark.parametrize(
    ("panda", "takers"),
    [(0, [4, 3]), (1, [0, 4]), (2, [1, 0]), (3, [2, 1]), (4, [3, 2])],
)
def test_pr_9_a_tie_is_served_counter_clockwise_from_the_right_of_the_token(panda: int, takers: list[int]) -> None:
    assert served(6, 6, 6, 6, 6, panda=panda) == takers


def test_pr_9_only_the_tied_are_served() -> None:
    # seats 0, 2 and 4 are tied, two dice; from the right of seat 3: 2, (1), 0, 4
    assert served(5, 8, 5, 9, 5, panda=3) == [2, 0]


def test_pr_9_a_tie_for_what_is_left_over() -> None:
    # seat 3 is lowest; one die is left for 0, 1 and 4; from the right of seat 1: 0 first
    assert served(5, 5, 8, 2, 5, panda=1) == [3, 0]


def test_pr_9_the_holder_of_the_token_comes_last_among_the_tied() -> None:
    assert served(5, 5, panda=0) == [1]
    assert served(5, 5, panda=1) == [0]
    assert served(5, 7, 5, 5, panda=0) == [3, 2]
    assert served(5, 7, 8, 5, panda=0) == [3, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pr_9_every_way_to_be_tied(seats: int) -> None:
    for scores in product((3, 4, 5), repeat=seats):
        for panda in range(seats):
            assert served(*scores, panda=panda) == pity_order(list(scores), panda)[: PINK_IN_PLAY[seats]]


def test_pr_9_four_pink_dice_for_ten_players() -> None:
    assert served(10, 3, 10, 10, 10, 4, 10, 10, 10, 10, panda=8) == [1, 5, 7, 6]
