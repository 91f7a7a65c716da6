"""Which tags an objective counts, as the scoring shows them on the map (WS-20 to WS-31)."""

from __future__ import annotations

from random import Random

import pytest

from pandarium.games.wildstyle.content import HEX_NAMES, OBJECTIVE_CODES
from pandarium.games.wildstyle.engine.city import high_bit, low_bit
from pandarium.games.wildstyle.engine.objectives import Tagged
from pandarium.games.wildstyle.view.counted_tags import clusters, counted

from .table import near, over

TRIANGLE = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)]
BY_ICONS = {"three_of_a_kind", "rail_supreme"}
"""What lies between the tags that count holds them together, but does not count itself."""
WHOLE = {"zone_control", "district_division"}
"""Everything in a zone or district counts, even where fewer tags would do."""


def works_of(rng: Random, many: int) -> tuple[Tagged, int]:
    """Random tags that stand close together or lie over both districts, and those of them that are not alone."""
    state = over("")
    hexes = rng.sample(range(38) if many > 12 else range(19, 38), many)
    low, high = (sum(bit(hex) for hex in hexes) for bit in (low_bit, high_bit))
    works = Tagged(state.city, state.fixed.deck, state.fixed.points, low, high)
    return works, works.together(works.every)


@pytest.mark.parametrize("code", OBJECTIVE_CODES)
def test_nothing_that_counts_is_left_out_and_nothing_else_is_in(code: str) -> None:
    """WS-20: on random maps, what is marked brings what everything brings, and nothing of it can be missed."""
    objective, rng, worth = OBJECTIVE_CODES.index(code), Random(7), 0
    for _ in range(120):
        works, kept = works_of(rng, rng.randint(6, 18))
        found, times = counted(works, objective, kept), works.times(objective, kept)
        assert found & ~kept == 0
        assert bool(found) == bool(times)
        worth += times
        if code in BY_ICONS:
            count = {"three_of_a_kind": works.kinds, "rail_supreme": works.rails}[code]
            assert sum(count(found & part) for part in clusters(works, kept)) == times
            assert found.bit_count() == times * (3 if code == "three_of_a_kind" else 1)
            continue
        assert works.times(objective, found) == times
        if code not in WHOLE:
            for tag in range(found.bit_length()):
                if found >> tag & 1:
                    assert works.times(objective, found & ~(1 << tag)) != times
    assert worth


def test_ws_22_a_triangle_is_marked_and_what_hangs_on_it_is_not() -> None:
    triangle = near(2, *TRIANGLE)
    state = over([*triangle, *near(2, (-1, 0))], "tricorners")
    view = state.view(None)
    at = [one.code for one in view.objectives].index("tricorners")
    assert sorted(view.players[0].counted[at]) == sorted(triangle)
    assert view.players[1].counted[at] == []


def test_before_the_end_nothing_is_marked() -> None:
    assert over("").clone().view(None).players[0].counted != []
    running = over("").setup.start(1)
    assert all(player.counted == [] for player in running.view(0).players)


def test_ws_26_a_district_counts_with_all_its_tags() -> None:
    names = [name for name in HEX_NAMES if name.startswith("A")][:7]
    view = over(names, "district_division").view(None)
    at = [one.code for one in view.objectives].index("district_division")
    assert set(view.players[0].counted[at]) == set(names)
