"""Paying for cop cars (WS-20): the choice that bots make is the best there is, whatever the objectives."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandarium import Rng
from pandarium.core.bot import ask
from pandarium.games.wildstyle.bots.move_value import best_removal
from pandarium.games.wildstyle.bots.removal import Removal, best_value, mask_of
from pandarium.games.wildstyle.content import HEX_NAMES, OBJECTIVE_CODES
from pandarium.games.wildstyle.engine.objectives import Tagged
from pandarium.games.wildstyle.engine.scoring import works_of

from .table import at, game, player

pytestmark = pytest.mark.conformance


def by_brute_force(works: Tagged, owed: int) -> int:
    """The most points that any choice of so many tags to remove leaves."""
    tags = range(len(works.hexes))
    kept = (works.every & ~sum(1 << tag for tag in gone) for gone in combinations(tags, min(owed, len(tags))))
    return max(int(works.value(choice)) for choice in kept)


@st.composite
def painted(draw: st.DrawFn) -> tuple[str, list[str], int]:
    """Tags that mostly hang together, objectives, cop cars."""
    start = draw(st.integers(0, 30))
    spread = draw(st.integers(8, 26))
    size = draw(st.integers(1, 11))
    hexes = draw(st.lists(st.integers(start, start + spread), min_size=1, max_size=size, unique=True))
    tiles = draw(st.permutations(range(6)))[:3]
    sides = [2 * tiles[0], 2 * tiles[1], 2 * tiles[2] + 1]
    cars = draw(st.integers(0, 5))
    return " ".join(HEX_NAMES[hex] for hex in sorted(hexes)), [OBJECTIVE_CODES[side] for side in sides], cars


@settings(max_examples=60)
@given(painted())
def test_the_removal_is_the_best_of_all_ws_20(case: tuple[str, list[str], int]) -> None:
    tags, objectives, cars = case
    works = works_of(at(player(tags=tags), player(), player(), objectives=objectives, round=3), 0)
    found = Removal(works, works.every, cars)
    assert found.value == works.value(found.kept) == by_brute_force(works, cars)
    assert bin(found.kept).count("1") == max(0, len(works.hexes) - cars)


@pytest.mark.many
@pytest.mark.parametrize("objective", ["zone_control", "station_snake"])
def test_more_tags_are_not_always_worth_more_ws_20(objective: str) -> None:
    """WS-30: a tag between two zones makes them one. WS-31: a shortcut makes a snake shorter."""
    wide = "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14"
    objectives = ["border_wars", "three_of_a_kind", objective]
    works = works_of(at(player(tags=wide), player(), objectives=objectives, round=3), 0)
    for owed in range(5):
        assert best_value(works, works.every, owed) == by_brute_force(works, owed)


def test_with_as_many_cars_as_tags_nothing_is_left_ws_20() -> None:
    works = works_of(at(player(tags="A1 A2 A3"), player()), 0)
    assert best_value(works, works.every, 3) == 0
    assert best_value(works, works.every, 9) == 0


@pytest.mark.many
def test_tags_chosen_one_by_one_come_to_the_best_choice_ws_20() -> None:
    """The bots choose tag after tag, and end where the best choice of all at once ends."""
    tags = "A1 A2 A3 A5 A6 A10 B1 B2 B8 B12 B19"
    state = at(player(tags=tags, cars=4), player(), phase="remove", round=3, piles=[0, 0])
    works = works_of(state, 0)
    best = by_brute_force(works, 4)
    chosen = best_removal(state, 0)
    assert len(chosen) == 4
    left = works.every & ~sum(mask_of(works, hex) for hex in chosen)
    assert works.value(left) == best
    for level in ("filler", "planner", "strong"):
        clone = state.clone()
        while 0 in clone.actors():
            clone.play(0, ask(game.bots()[level](), clone, 0, Rng(1)))
        outcome = clone.outcome()
        assert outcome is not None
        assert outcome.scores[0] == best


def test_a_tag_that_the_player_does_not_have_is_no_mask() -> None:
    works = works_of(at(player(tags="A1 A2"), player()), 0)
    assert mask_of(works, 1) == 2
    assert mask_of(works, 7) == 0
