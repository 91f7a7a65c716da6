"""What is in the box, and how the table is set up (WS-C1 to WS-C4, WS-S1 to WS-S5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pandarium.games.wildstyle.content import OBJECTIVE_CODES, own_content
from pandarium.games.wildstyle.engine.city import Grid, board_cells, turn
from pandarium.games.wildstyle.engine.state import COP_CARS

from .table import game, heard, tag

pytestmark = pytest.mark.conformance

SEATS = [2, 3, 4, 5]


def test_ws_c1_there_are_115_cards_in_five_colours() -> None:
    """WS-C1: Seed, Components: 115 Location Cards."""
    unseen = game.start(2, seed=1).view(None).unseen
    assert sum(unseen.values()) == 115
    for colour in "tlmow":
        own = {card[0]: count for card, count in unseen.items() if card[1] == colour}
        assert own == {"S": 3, "R": 5, "A": 5, "F": 4, "M": 4, "P": 2}


def test_ws_c1_every_icon_has_its_points() -> None:
    shown = game.start(2, seed=1).view(None).icons
    assert {icon.code: icon.points for icon in shown} == {"S": 1, "R": 1, "A": 2, "F": 2, "M": 3, "P": 4}


def test_ws_c2_every_side_of_every_district_has_the_same_icons() -> None:
    """WS-C2: Seed, Components: 5 District Boards."""
    content = own_content()
    assert len(content.faces) == 10
    for face in content.faces:
        assert len(face) == 19
        assert Counter(face) == {0: 1, 1: 4, 2: 5, 3: 4, 4: 3, 5: 2}
        assert board_cells()[face.index(0)] == (1, 0)
    assert len({tuple(face) for face in content.faces}) == 10


def test_ws_c3_there_are_six_objective_tiles_with_two_sides() -> None:
    """WS-C3: Seed, Components: 6 Objective Tiles."""
    assert [objective.code for objective in own_content().objectives] == list(OBJECTIVE_CODES)
    scored = {objective.code: objective.points for objective in own_content().objectives}
    assert scored == {
        "tricorners": 6,
        "bestagon": 9,
        "straight_shooter": 6,
        "end_of_the_line": 2,
        "border_wars": 1,
        "under_their_noses": 1,
        "three_of_a_kind": 4,
        "urban_planner": 2,
        "district_division": 5,
        "zone_control": 5,
        "rail_supreme": 2,
        "station_snake": 2,
    }


def test_ws_c4_there_are_28_cop_cars_and_18_tags_each() -> None:
    """WS-C4: Seed, Components: 28 Cop Car Tokens, 90 Crew Tags (18 per player), 4 Share Pile Cards."""
    shown = game.start(5, seed=1).view(None)
    assert shown.cars == COP_CARS == 28
    assert sum(player.mat + player.supply for player in shown.players) == 90
    assert max(len(game.start(seats, seed=1).view(None).shares) for seats in SEATS) == 4


@pytest.mark.parametrize("seats", SEATS)
def test_ws_s1_one_district_for_each_player_on_any_side(seats: int) -> None:
    """WS-S1: Seed, City Map Setup A: randomly select 1 district board per player, and flip each to a random side."""
    sides: Counter[str] = Counter()
    for seed in range(60):
        shown = game.start(seats, seed=seed).view(None)
        laid = [board.side for board in shown.boards]
        assert len({side[0] for side in laid}) == len(laid) == seats
        assert len(shown.hexes) == 19 * seats
        assert len({(hex.q, hex.r) for hex in shown.hexes}) == 19 * seats
        sides.update(laid)
    assert len(sides) == 10


@pytest.mark.parametrize(
    ("seats", "rotations", "border"),
    [(2, [0, 3], 6), (3, [0, 2, 4], 15), (4, [0, 2, 5, 3], 24), (5, [0, 2, 4, 3, 5], 33)],
)
def test_ws_s1_districts_are_turned_and_touch_as_the_rule_says(seats: int, rotations: list[int], border: int) -> None:
    """Seed, City Map Setup B: rotate until each Train Station is as close as possible to the centre of the map."""
    for seed in range(10):
        shown = game.start(seats, seed=seed).view(None)
        assert [board.rotation for board in shown.boards] == rotations
        assert sum(hex.border for hex in shown.hexes) == border


@pytest.mark.parametrize("seats", SEATS)
def test_ws_s1_no_other_turn_brings_a_station_closer(seats: int) -> None:
    shown = game.start(seats, seed=4).view(None)
    middle = [sum(board.q for board in shown.boards) / seats, sum(board.r for board in shown.boards) / seats]

    def distance(q: float, r: float) -> float:
        return (q - middle[0]) ** 2 + (q - middle[0]) * (r - middle[1]) + (r - middle[1]) ** 2

    for board in shown.boards:
        here = next(hex for hex in shown.hexes if hex.icon == "S" and hex.name[0] == board.letter)
        local = (here.q - board.q, here.r - board.r)
        turned = [turn(*local, steps) for steps in range(6)]
        closest = min(turned, key=lambda place: distance(board.q + place[0], board.r + place[1]))
        assert closest == local


def test_ws_s1_a_turned_district_shows_its_icons_in_the_same_circle() -> None:
    """Turned back, the hexes of every board are what is printed on its side."""
    content = own_content()
    cells = board_cells()
    for seed in range(8):
        shown = game.start(5, seed=seed).view(None)
        for board in shown.boards:
            printed = content.faces[content.face_names.index(board.side)]
            for hex in (hex for hex in shown.hexes if hex.name[0] == board.letter):
                place = turn(hex.q - board.q, hex.r - board.r, 6 - board.rotation)
                assert "SRAFMP"[printed[cells.index(place)]] == hex.icon


def test_ws_s1_neighbours_are_mutual() -> None:
    grid = Grid(5)
    for hex in range(grid.hexes):
        for direction in range(6):
            other = grid.neighbour(hex, direction)
            assert other < 0 or grid.neighbour(other, (direction + 3) % 6) == hex


def test_ws_s2_three_objectives_two_on_side_a_one_on_side_b() -> None:
    """WS-S2: Seed, City Map Setup C: the first 2 on the A side, the 3rd on the B side."""
    met: Counter[str] = Counter()
    for seed in range(80):
        objectives = game.start(3, seed=seed).view(None).objectives
        assert [objective.side for objective in objectives] == ["A", "A", "B"]
        assert len({OBJECTIVE_CODES.index(objective.code) // 2 for objective in objectives}) == 3
        met.update(objective.code for objective in objectives)
    assert set(met) == set(OBJECTIVE_CODES)


@pytest.mark.parametrize("seats", SEATS)
def test_ws_s3_six_tags_on_the_mat_twelve_in_the_supply_three_cards(seats: int) -> None:
    """WS-S3: Seed, Player Setup D to F."""
    for player in game.start(seats, seed=2).view(None).players:
        assert (player.mat, player.supply, player.hand_size, player.cars) == (6, 12, 3, 0)
        assert player.sets == [[], []]
        assert player.tags == []


SPLITS = {2: [28, 27, 27, 27], 3: [36, 35, 35], 4: [26, 26, 26, 25], 5: [34, 33, 33]}


@pytest.mark.parametrize(("seats", "draw", "share"), [(2, 2, 4), (3, 2, 4), (4, 3, 3), (5, 3, 3)])
def test_ws_s4_the_rest_is_split_into_piles_of_the_same_size(seats: int, draw: int, share: int) -> None:
    """WS-S4: Seed, Share & Draw Pile Setup: 4, 3, 4, 3 piles of roughly the same size; some become draw piles."""
    met = set()
    for seed in range(60):
        shown = game.start(seats, seed=seed).view(None)
        assert (len(shown.piles), len(shown.shares)) == (draw, share)
        assert all(not pile.cards for pile in shown.shares)
        left = Counter(SPLITS[seats])
        left.subtract(shown.piles)
        assert min(left.values()) >= 0
        assert shown.aside == sum(left.elements())
        assert sum(shown.piles) + shown.aside == 115 - 3 * seats == sum(SPLITS[seats])
        met.add(tuple(shown.piles))
    assert len(met) > 1  # which piles are chosen is up to chance


def test_ws_s5_families_have_one_objective_on_side_a_and_no_rail_supreme() -> None:
    """WS-S5: Seed, Family-Friendly Mode."""
    met = set()
    for seed in range(60):
        (objective,) = game.start(3, {"family": True}, seed=seed).view(None).objectives
        assert objective.side == "A"
        met.add(objective.code)
    assert met == {*OBJECTIVE_CODES[::2]} - {"rail_supreme"}


def test_the_deal_is_told() -> None:
    log: list[Any] = []
    game.setup(3).start(5, log)
    assert [tag(event) for event in heard(log)] == ["laid", "round", "dealt", "dealt", "dealt"]
    assert [event.cards is None for event in heard(log, 1)[2:]] == [True, False, True]
