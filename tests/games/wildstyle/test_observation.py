"""Observations, piece by piece: what a learner is told is what its seat may know."""

from __future__ import annotations

import pytest

from pandarium.games.wildstyle.content import CARD_NAMES, HEX_NAMES, OBJECTIVE_CODES

from .table import at, game, hexes_of, player

pytestmark = pytest.mark.conformance


def kinds(*cards: str) -> bytes:
    return bytes(cards.count(name) for name in CARD_NAMES[1:])


def player_at(seen: dict[str, bytes], offset: int) -> dict[str, int]:
    """What is told of the player so many seats on, where it is not 0."""
    start = f"player {offset} "
    return {name.removeprefix(start): part[0] for name, part in seen.items() if name.startswith(start) and part[0]}


def one_set(space: int, icon: int, cards: int) -> dict[str, int]:
    return {f"set {space} icon": icon, f"set {space} cards": cards}


def test_every_piece_of_an_observation() -> None:
    state = at(
        player("Rt Rt Ml", one="Mt", tags="A1 B3", cars=2),
        player("Po", two="Fl Fo", tags="A2", passed=True),
        player("Sl Sl"),
        shares="Rl Am, , Pw",
        piles=[7, 0],
    )
    seen = game.observation.split(state.observe(1))
    assert player_at(seen, 0) == {"present": 1, "mat": 5, "hand": 1, **one_set(2, 4, 2), "ready": 1, "passed": 1}
    assert player_at(seen, 1) == {"present": 1, "mat": 6, "hand": 2, "ready": 1}
    assert player_at(seen, 2) == {"present": 1, "mat": 4, "cars": 2, "hand": 3, **one_set(1, 5, 1), "ready": 1}
    assert player_at(seen, 3) == player_at(seen, 4) == {}
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
    mine, theirs = (game.observation.split(state.observe(seat)) for seat in range(2))
    assert (mine["player 0 removals"][0], mine["player 1 removals"][0], theirs["player 1 removals"][0]) == (1, 0, 1)
    mine, theirs = mine["tags"], theirs["tags"]
    assert mine[HEX_NAMES.index(station)] == theirs[HEX_NAMES.index(station)] == 3
    assert mine[HEX_NAMES.index("A1")] == 1 + 32
    assert theirs[HEX_NAMES.index("A1")] == 2


def test_at_the_relaxed_pace_the_turn_is_told() -> None:
    state = at(player("Rt"), player("Rl"), player("Ro"), options={"pace": "turns"}, turn=2)
    assert [game.observation.split(state.observe(seat))["turn"][0] for seat in range(3)] == [3, 2, 1]
