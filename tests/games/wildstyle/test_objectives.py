"""The twelve objectives (WS-21 to WS-31): the sentences of the rules one by one, and all against brute force."""

from __future__ import annotations

from random import Random

import pytest

from pandarium.games.wildstyle.content import HEX_NAMES, OBJECTIVE_CODES
from pandarium.games.wildstyle.engine.city import high_bit, low_bit
from pandarium.games.wildstyle.engine.objectives import Tagged

from . import brute
from .table import game, hexes_of, near, over, own_pack, points

pytestmark = pytest.mark.conformance

TRIANGLE = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)]
HEXAGON = [(0, 0), *brute.DIRECTIONS]


def shifted(shape: list[tuple[int, int]], q: int, r: int) -> list[tuple[int, int]]:
    return [(a + q, b + r) for a, b in shape]


def test_ws_21_everyone_on_a_station_scores_it_and_counts_it_for_objectives() -> None:
    """WS-21: Seed, Train Stations: every player who has a tag there gets to score it and count it toward objectives."""
    station = hexes_of(over(""), "S")[0]
    beside = near(2, (0, 0), (1, 1))  # both touch the Station of board A at (1, 0)
    state = over([station, beside[0]], "rail_supreme", others=f"{station} {beside[1]}")
    for seat in (0, 1):
        assert points(state, "rail_supreme", seat) >= 2
        assert state.view(None).players[seat].score.tags >= 1 + 1


@pytest.mark.parametrize("way", [1, -1])
def test_ws_22_tricorners_counts_triangles_of_six_that_point_either_way(way: int) -> None:
    """WS-22: Seed, Tricorners: 6 points per 6 of your tags in a triangle."""
    shape = [(q * way, r * way) for q, r in TRIANGLE]
    assert points(over(near(2, *shape), "tricorners"), "tricorners") == 6
    assert points(over(near(2, *shape[:-1]), "tricorners"), "tricorners") == 0


def test_ws_22_a_rhombus_of_eight_is_not_two_triangles() -> None:
    """Seed, Tricorners: each tag may only count towards 1 triangle."""
    rhombus = [(q, r) for q in range(-1, 2) for r in range(-1, 2)]
    assert len(rhombus) == 9
    assert points(over(near(2, *rhombus), "tricorners"), "tricorners") == 6


def test_ws_22_two_triangles_may_touch() -> None:
    twelve = {(q, r) for q in range(-2, 2) for r in range(3)}  # across districts A and C
    assert points(over(near(3, *twelve), "tricorners", seats=3), "tricorners") == brute.tricorners(twelve, {}) == 12


def test_ws_22_bestagon_counts_hexagons_of_seven() -> None:
    """Seed, Bestagon: 9 points per 7 of your tags in a hexagon; each tag may only count towards 1 hexagon."""
    assert points(over(near(2, *HEXAGON), "bestagon"), "bestagon") == 9
    assert points(over(near(2, *HEXAGON[1:]), "bestagon"), "bestagon") == 0  # the middle counts, too
    ten = {*HEXAGON, *shifted(HEXAGON, 1, 0)}
    assert len(ten) == 10
    assert points(over(near(2, *ten), "bestagon"), "bestagon") == 9
    assert points(over(near(2, *HEXAGON, *shifted(HEXAGON, 5, -2)), "bestagon"), "bestagon") == 18


@pytest.mark.parametrize(("length", "scored"), [(4, 0), (5, 6), (9, 6), (10, 12)])
def test_ws_22_straight_shooter_counts_lines_of_five_across_boards(length: int, scored: int) -> None:
    """Seed, Straight Shooter: 6 points per 5 of your tags in a straight line; each tag counts towards 1 line."""
    places = set(_free(5))
    lines = [
        [(q + dq * n, r + dr * n) for n in range(length)] for q, r in sorted(places) for dq, dr in brute.DIRECTIONS
    ]
    names = near(5, *next(line for line in lines if places.issuperset(line)))
    assert len({name[0] for name in names}) > 1 or length < 6
    assert points(over(names, "straight_shooter", seats=5), "straight_shooter") == scored


def test_ws_22_lines_that_cross_share_a_tag_and_count_once() -> None:
    cross = {*((q, 0) for q in range(-2, 3)), *((0, r) for r in range(-2, 3))}
    assert points(over(near(2, *cross), "straight_shooter"), "straight_shooter") == 6


def test_ws_23_end_of_the_line_counts_the_longest_unbroken_line() -> None:
    """WS-23: Seed, End of the Line: 2 per tag; it may cross multiple district boards, in any direction."""
    names = near(3, *((q, 0) for q in range(-1, 5)))
    assert {name[0] for name in names} == {"A", "B"}
    assert points(over(names, "end_of_the_line", seats=3), "end_of_the_line") == 12
    for q, r in brute.DIRECTIONS:
        three = near(2, (0, 0), (q, r), (2 * q, 2 * r))
        assert points(over(three, "end_of_the_line"), "end_of_the_line") == 6


def test_ws_23_a_gap_breaks_the_line() -> None:
    names = near(2, (-2, 0), (-1, 0), (1, 0), (2, 0))
    assert points(over(names, "end_of_the_line"), "end_of_the_line") == 4


def test_ws_24_border_wars_counts_tags_that_touch_another_district_once() -> None:
    """WS-24: Seed, Border Wars: tags touching several borders score 1; outside edges of the map are no border."""
    state = over("", "border_wars", seats=3)
    border = [hex for hex in state.view(None).hexes if hex.border]
    assert len(border) == 15
    corner = next(hex for hex in border if len({_board(state, o) for o in brute.around((hex.q, hex.r))} - {""}) == 3)
    friend = next(hex for hex in border if (hex.q, hex.r) in brute.around((corner.q, corner.r)))
    assert points(over([corner.name, friend.name], "border_wars", seats=3), "border_wars") == 2
    edge = near(3, (-2, 0), (-1, 0))  # the left edge of board A and its neighbour
    assert points(over(edge, "border_wars", seats=3), "border_wars") == 0


def _board(state: object, place: tuple[int, int]) -> str:
    return {(hex.q, hex.r): hex.name[0] for hex in state.view(None).hexes}.get(place, "")  # type: ignore[attr-defined]


def test_ws_24_touching_the_outside_and_one_border_is_no_second_border() -> None:
    for seats, expected in {2: 6, 3: 15, 4: 24, 5: 33}.items():
        assert sum(hex.border for hex in over("", seats=seats).view(None).hexes) == expected


def test_ws_25_three_of_a_kind_counts_threes_within_a_cluster() -> None:
    """WS-25: Seed, 3 of a Kind: the hexes need not touch each other; each hex counts towards one three."""
    state = over("", "three_of_a_kind")
    city = {(hex.q, hex.r): hex for hex in state.view(None).hexes}
    board = [place for place, hex in city.items() if hex.name[0] == "A"]
    apartments = [city[place].name for place in board if city[place].icon == "A"]
    assert len(apartments) == 5
    whole = near(2, *board)[:18]
    expected = sum(sum(hex.icon == icon for hex in city.values() if hex.name in whole) // 3 for icon in "SRAFMP")
    assert points(over(whole, "three_of_a_kind"), "three_of_a_kind") == 4 * expected
    apart = [name for name in apartments if not any(city[o].name in apartments for o in _around(city, name))]
    assert points(over(apart, "three_of_a_kind"), "three_of_a_kind") == 0  # solo tags are gone by then


def _around(city: dict[tuple[int, int], object], name: str) -> list[tuple[int, int]]:
    place = next(place for place, hex in city.items() if hex.name == name)  # type: ignore[attr-defined]
    return [other for other in brute.around(place) if other in city]


def test_ws_26_district_division_counts_districts_with_five_tags_in_any_clusters() -> None:
    """WS-26: Seed, District Division: at least 5 total tags; they may be spread across multiple clusters."""
    two_groups = near(2, (-2, 0), (-1, 0), (1, 0), (2, 0), (2, -1))
    assert points(over(two_groups, "district_division"), "district_division") == 5
    assert points(over(two_groups[:-1], "district_division"), "district_division") == 0
    both = [*two_groups, *near(2, *((q, -2) for q in range(3, 8)))]
    assert points(over(both, "district_division"), "district_division") == 10


def test_ws_27_rail_supreme_counts_only_clusters_with_a_station() -> None:
    """WS-27: Seed, Rail Supreme: clusters without a Train Station score nothing; each hex once."""
    state = over("", "rail_supreme")
    city = {(hex.q, hex.r): hex for hex in state.view(None).hexes}
    rails = [place for place in city if city[place].icon == "R"]
    pair = next((one, two) for one in rails for two in rails if two in brute.around(one))
    assert points(over(near(2, *pair), "rail_supreme"), "rail_supreme") == 0
    station = next(place for place in city if city[place].icon == "S")
    beside = [place for place in brute.around(station) if place in city]
    railways = [place for place in beside if city[place].icon == "R"]
    assert points(over(near(2, station, *beside), "rail_supreme"), "rail_supreme") == 2 * (1 + len(railways))


def test_ws_28_under_their_noses_counts_tags_beside_police_but_not_on_it() -> None:
    """Seed, Under Their Noses: the Police Station may be empty or anybody's; tags on it score nothing; once each."""
    state = over("", "under_their_noses")
    city = {(hex.q, hex.r): hex for hex in state.view(None).hexes}
    police = next(place for place in city if city[place].icon == "P")
    beside = next(place for place in brute.around(police) if place in city and city[place].icon != "P")
    names = near(2, police, beside)
    assert points(over(names, "under_their_noses"), "under_their_noses") == 1
    friend = next(o for o in brute.around(beside) if o in city and o != police and city[o].icon != "P")
    pair = near(2, beside, friend)
    expected = brute.under_their_noses({beside, friend}, {p: (h.name[0], h.icon) for p, h in city.items()})
    assert points(over(pair, "under_their_noses"), "under_their_noses") == expected
    taken = over(pair, "under_their_noses", others=city[police].name)
    assert points(taken, "under_their_noses") == expected


def test_ws_28_a_train_station_beside_police_scores() -> None:
    """The ruling of WS-28: "Stations" are Police Stations here."""
    pack = own_pack()
    pack["city"]["board"][0]["a"] = "RRP/ARRF/AAPSM/FFAM/AMF"  # a Police Station to the left of the Train Station
    pair = near(2, (1, 0), (2, 0))
    state = over(pair, "under_their_noses", content=pack)
    city = {(hex.q, hex.r): hex.icon for hex in state.view(None).hexes}
    assert (city[1, 0], city[0, 0]) == ("S", "P")
    assert not any(city.get(place) == "P" for place in brute.around((2, 0)))
    assert points(state, "under_their_noses") == 1


def test_ws_29_urban_planner_counts_the_icon_tagged_most() -> None:
    """WS-29: Seed, Urban Planner: 2 per tag on it; it may be spread across multiple clusters."""
    state = over("", "urban_planner")
    city = {(hex.q, hex.r): hex for hex in state.view(None).hexes}
    board = [hex.name for hex in city.values() if hex.name[0] == "A"][:18]
    most = max(sum(city[p].icon == icon for p in city if city[p].name in board) for icon in "SRAFMP")
    assert points(over(board, "urban_planner"), "urban_planner") == 2 * most


def test_ws_30_zone_control_counts_clusters_of_three_or_more() -> None:
    """WS-30: Seed, Zone Control and Tag Clusters: clusters that touch anywhere are one."""
    apart = near(2, (-2, 0), (-2, 1), (-2, 2), (1, -2), (1, -1), (1, 0))
    assert points(over(apart, "zone_control"), "zone_control") == 10
    joined = near(2, (-2, 0), (-2, 1), (-2, 2), (-1, 0), (0, -1), (1, -2), (1, -1), (1, 0))
    assert points(over(joined, "zone_control"), "zone_control") == 5
    two = near(2, (-2, 0), (-2, 1), (1, -2), (1, -1), (1, 0))
    assert points(over(two, "zone_control"), "zone_control") == 5


def stations(seats: int) -> dict[tuple[int, int], str]:
    return {(hex.q, hex.r): hex.name for hex in over("", seats=seats).view(None).hexes if hex.icon == "S"}


def test_ws_31_station_snake_counts_the_shortest_path_with_both_ends() -> None:
    """Seed, Station Snake: count each Station on the path once, including start and end; the shortest path it is."""
    assert sorted(stations(2)) == [(1, 0), (4, -2)]
    path = [(1, 0), (2, -1), (3, -2), (4, -2)]
    assert points(over(near(2, *path), "station_snake"), "station_snake") == 8
    detour = [*path, (2, 0), (3, -1)]  # a longer way beside it
    assert points(over(near(2, *detour), "station_snake"), "station_snake") == 8
    assert points(over(near(2, *path[:-1]), "station_snake"), "station_snake") == 0  # one Station is no path


def test_ws_31_stations_that_no_path_can_visit_together_leave_one_out() -> None:
    """The ruling of WS-31: most Stations, then shortest. A star with three arms is walked only with a tag twice."""
    places = sorted(stations(3))
    assert len(places) == 3
    middle = [place for place in _free(3) if all(_distance(place, station) <= 2 for station in places)]
    found = None
    for centre in middle:
        arms = [_way(centre, station) for station in places]
        cells = {centre, *(place for arm in arms for place in arm)}
        if all(len([o for o in brute.around(arm[-1]) if o in cells]) == 1 for arm in arms if arm):
            found = cells
    assert found is not None
    city = {(hex.q, hex.r): (hex.name[0], hex.icon) for hex in over("", seats=3).view(None).hexes}
    expected = brute.station_snake(found, city)
    assert points(over(near(3, *found), "station_snake", seats=3), "station_snake", 0) == expected > 0


def _free(seats: int) -> list[tuple[int, int]]:
    return [(hex.q, hex.r) for hex in over("", seats=seats).view(None).hexes]


def _distance(one: tuple[int, int], two: tuple[int, int]) -> int:
    q, r = one[0] - two[0], one[1] - two[1]
    return (abs(q) + abs(r) + abs(q + r)) // 2


def _way(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    way, here = [], start
    while here != end:
        here = min(brute.around(here), key=lambda place: (_distance(place, end), place))
        way.append(here)
    return way


# Against brute force


def pattern(
    random: Random, places: list[tuple[int, int]], starts: list[tuple[int, int]], most: int
) -> set[tuple[int, int]]:
    """Tags that grow from some places, more or less compactly."""
    here = set(places)
    loose = random.choice([0.0, 0.1, 0.4])
    tags = {random.choice(starts)}
    for _ in range(random.randint(1, most) * 3):
        if len(tags) >= most:
            break
        if random.random() < loose:
            tags.add(random.choice(starts if random.random() < 0.5 else places))
        else:
            tags.add(random.choice([o for o in brute.around(random.choice(sorted(tags))) if o in here] or places))
    return tags


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("objective", OBJECTIVE_CODES)
def test_every_objective_agrees_with_brute_force(objective: str, seats: int) -> None:
    random = Random(f"{objective} {seats}")
    number = OBJECTIVE_CODES.index(objective)
    met = 0
    for seed in range(60):
        state = game.start(seats, seed=seed)
        shown = state.view(None)
        city = {(hex.q, hex.r): (hex.name[0], hex.icon) for hex in shown.hexes}
        names = {(hex.q, hex.r): hex.name for hex in shown.hexes}
        middle = [place for place in city if city[place][1] == "S"]
        tags = pattern(random, sorted(city), middle, 12 if objective == "station_snake" else 18)
        works = tagged(state, [names[place] for place in tags])
        kept = works.together(works.every)
        expected = brute.OBJECTIVES[objective](brute.without_solo(tags), city)
        assert works.objective_points(number, kept) == expected, (seed, sorted(names[place] for place in tags))
        met += expected > 0
    assert met > 0 or objective == "bestagon"


def tagged(state: object, names: list[str]) -> Tagged:
    hexes = [HEX_NAMES.index(name) for name in names]
    low, high = sum(low_bit(hex) for hex in hexes), sum(high_bit(hex) for hex in hexes)
    return Tagged(state.city, state.fixed.deck, state.fixed.points, low, high)  # type: ignore[attr-defined]


def compact(random: Random, places: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """Fifteen to eighteen tags in a heap, in which shapes overlap a lot."""
    here, centre = set(places), random.choice(places)
    heap = sorted(here, key=lambda place: (_distance(place, centre), random.random()))
    return set(heap[: random.randint(15, 18)])


@pytest.mark.parametrize("objective", ["tricorners", "bestagon", "straight_shooter"])
def test_ws_22_packing_is_exact_in_heaps_full_of_overlaps(objective: str) -> None:
    random = Random(objective)
    number = OBJECTIVE_CODES.index(objective)
    state = game.start(4, seed=1)
    names = {(hex.q, hex.r): hex.name for hex in state.view(None).hexes}
    seen = set()
    for _ in range(40):
        tags = compact(random, sorted(names))
        works = tagged(state, [names[place] for place in tags])
        expected = brute.OBJECTIVES[objective](tags, {})
        assert works.objective_points(number, works.every) == expected
        seen.add(expected)
    assert len(seen) > 1


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_ws_20_the_value_of_any_choice_of_tags_agrees_with_brute_force(seats: int) -> None:
    random = Random(seats)
    for seed in range(40):
        state = game.start(seats, seed=seed)
        shown = state.view(None)
        city = {(hex.q, hex.r): (hex.name[0], hex.icon) for hex in shown.hexes}
        names = {(hex.q, hex.r): hex.name for hex in shown.hexes}
        middle = [place for place in city if city[place][1] == "S"]
        tags = pattern(random, sorted(city), middle, 12)
        works = tagged(state, [names[place] for place in tags])
        gone = {place for place in tags if random.random() < 0.2}
        kept = sum(1 << n for n, hex in enumerate(works.hexes) if HEX_NAMES[hex] not in {names[p] for p in gone})
        codes = [objective.code for objective in shown.objectives]
        assert works.value(kept) == brute.score(tags - gone, city, codes)
