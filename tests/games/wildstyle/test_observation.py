"""Observations, piece by piece: what a learner is told is what its seat may know."""

from __future__ import annotations

import pytest

from pandarium.games.wildstyle.content import CARD_NAMES, HEX_NAMES, OBJECTIVE_CODES

from .table import at, game, hexes_of, player

pytestmark = pytest.mark.conformance


def kinds(*cards: str) -> bytes:
    return bytes(cards.count(name) for name in CARD_NAMES[1:])


def test_every_piece_of_an_observation() -> None:
    state = at(
        player("Rt Rt Ml", one="Mt", tags="A1 B3", cars=2),
        player("Po", two="Fl Fo", tags="A2", passed=True),
        player("Sl Sl"),
        shares="Rl Am, , Pw",
        piles=[7, 0],
    )
    seen = game.observation.split(state.observe(1))
    assert list(seen["player 0"]) == [1, 5, 0, 1, 0, 0, 4, 2, 1, 1, 0]
    assert list(seen["player 1"]) == [1, 6, 0, 2, 0, 0, 0, 0, 1, 0, 0]
    assert list(seen["player 2"]) == [1, 4, 2, 3, 5, 1, 0, 0, 1, 0, 0]
    assert seen["player 3"] == seen["player 4"] == bytes(11)
    assert seen["hand"] == kinds("Po")
    unseen = state.view(1).unseen
    assert list(seen["unseen"]) == [unseen.get(name, 0) for name in CARD_NAMES[1:]]
    assert list(seen["share piles"]) == [CARD_NAMES.index("Am"), 0, CARD_NAMES.index("Pw"), 0]
    assert list(seen["draw piles"]) == [7, 0, 0]
    assert [seen[name][0] for name in ("round", "phase", "triggered", "cop cars", "turn")] == [1, 3, 0, 26, 0]
    objectives = [objective.code for objective in state.view(None).objectives]
    assert [OBJECTIVE_CODES[number - 1] for number in seen["objectives"]] == objectives
    shown = {hex.name: hex.icon for hex in state.view(None).hexes}
    assert [" SRAFMP"[icon].strip() for icon in seen["icons"]] == [shown.get(name, "") for name in HEX_NAMES]
    tags = {HEX_NAMES[hex]: bits for hex, bits in enumerate(seen["tags"]) if bits}
    assert tags == {"A1": 4, "B3": 4, "A2": 1}  # a bit each, clockwise from the observer


def test_a_station_shows_all_its_tags_and_own_removals_are_marked() -> None:
    station = hexes_of(at(player("Rt"), player("Rl")), "S")[0]
    state = at(
        player(tags=f"{station} A1 A2", cars=2, picks=["A1"]),
        player(tags=f"{station} B1", cars=1),
        phase="remove",
        round=3,
        piles=[0, 0],
    )
    mine = game.observation.split(state.observe(0))["tags"]
    theirs = game.observation.split(state.observe(1))["tags"]
    assert mine[HEX_NAMES.index(station)] == theirs[HEX_NAMES.index(station)] == 3
    assert mine[HEX_NAMES.index("A1")] == 1 + 32
    assert theirs[HEX_NAMES.index("A1")] == 2


def test_at_the_relaxed_pace_the_turn_is_told() -> None:
    state = at(player("Rt"), player("Rl"), player("Ro"), options={"pace": "turns"}, turn=2)
    assert [game.observation.split(state.observe(seat))["turn"][0] for seat in range(3)] == [3, 2, 1]
