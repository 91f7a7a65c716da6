"""Positions as data: what `dump` writes, `load` takes back, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

import pandarium
from games.positions import COPIES, check_copy

from .table import SIDES, at, game, own_pack, play_through, player

pytestmark = pytest.mark.conformance


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"pace": "turns"}), (4, {"family": True}), (5, {"pace": "turns", "family": True, "grace": 40})],
)
def test_every_position_of_a_game_is_written_and_read_back(seats: int, options: dict[str, Any]) -> None:
    state: Any = game.start(seats, options, seed=seats)
    phases = set()
    for number, _ in enumerate(play_through(state, [4, 2, 9])):
        position = state.dump()
        phases.add(position["phase"])
        if number % 5 == 0 or position["phase"] == "remove":
            loaded: Any = game.load(json.dumps(position))
            assert loaded.dump() == position
            assert loaded.actors() == state.actors()
            assert [loaded.legal(seat) for seat in range(seats)] == [state.legal(seat) for seat in range(seats)]
            assert loaded.view(None) == state.view(None)
    assert game.load(state.dump()).outcome() == state.outcome()
    assert phases >= ({"play"} if seats == 2 else {"play", "remove"})


@pytest.mark.parametrize("way", COPIES)
def test_a_position_goes_on_as_if_nothing_had_happened(way: str) -> None:
    state: Any = game.start(4, seed=9)
    for played, _ in enumerate(play_through(state, [5, 2])):
        if played == 60:
            break
    assert state.actors()
    check_copy(state, way, play_through, [3, 8, 1])


def sound(**changes: Any) -> dict[str, Any]:
    """A sound position in the middle of a round, with these changes."""
    position: dict[str, Any] = {
        "seats": 2,
        "map": SIDES[:2],
        "objectives": ["border_wars", "three_of_a_kind", "station_snake"],
        "round": 1,
        "phase": "play",
        "players": [{"hand": ["Rt"], "ready": True}, {"hand": ["Rl"], "ready": True}],
        "piles": [5, 5],
    }
    return {**position, **changes}


def me(**changes: Any) -> list[dict[str, Any]]:
    """The players, the first with these changes."""
    return [{"hand": ["Rt"], "ready": True, **changes}, {"hand": ["Rl"], "ready": True}]


def ending(phase: str, **changes: Any) -> dict[str, Any]:
    return sound(round=3, phase=phase, players=[{"tags": ["A1", "A2"], **changes}, {}])


READY = [{"hand": ["Rt", "Rt", "Rt"], "ready": True}, {"hand": ["Rl", "Rl", "Rl"]}]
TURNS = {"pace": "turns"}
CALM = [{"hand": ["Rt"]}, {"hand": ["Rl"]}]


def test_the_sound_positions_are_sound() -> None:
    assert game.load(sound()).actors() == [0, 1]
    assert game.load(sound(options=TURNS, players=CALM, turn=1)).actors() == [1]
    assert game.load(sound(phase="ready", players=READY)).actors() == [1]
    assert game.load(ending("over")).actors() == []
    assert game.load(ending("remove", cars=1)).actors() == [0]
    assert game.load(ending("over", cars=1, picks=["A1"])).actors() == []


BROKEN: list[tuple[Any, str, str]] = [
    (None, "position", "Expected `object`"),
    ("{", "position", "not JSON"),
    ({}, "position", "missing required field `seats`"),
    (sound(colour="red"), "position", "unknown field `colour`"),
    (sound(round=0), "position.round", "Expected `int` >= 1"),
    (sound(round=4), "position.round", "Expected `int` <= 3"),
    (sound(phase="tea"), "position.phase", "Invalid enum value 'tea'"),
    (sound(players=me(hand=["Rt"] * 4)), "position.players[0].hand", "length <= 3"),
    (sound(players=me(sets=[[], [], []])), "position.players[0].sets", "length 2"),
    (sound(players=me(cars=29)), "position.players[0].cars", "Expected `int` <= 28"),
    (sound(rng=[1, -1]), "position.rng[1]", "Expected `int` >= 0"),
    # numbers that do not fit the table
    (sound(players=me()[:1]), "position.players", "has 1 entries, 2 are due"),
    (sound(map=["1a"]), "position.map", "has 1 entries, 2 are due"),
    (sound(piles=[5]), "position.piles", "has 1 entries, 2 are due"),
    (sound(shares=[[]]), "position.shares", "has 1 entries, 4 are due"),
    (sound(touched=[]), "position.touched", "has 0 entries, 4 are due"),
    (sound(drawn=[None]), "position.drawn", "has 1 entries, 2 are due"),
    (sound(turn=4), "position.turn", "there are only the seats 0 to 1"),
    (sound(drawn=[None, 3]), "position.drawn", "there are only the seats 0 to 1"),
    (
        sound(touched=[{"seat": 2, "what": "took", "card": "Rt"}, None, None, None]),
        "position.touched",
        "there are only the seats 0 to 1",
    ),
    # map and objectives
    (sound(map=["1a", "9z"]), "position.map", "there is no side '9z'; the sides are 1a, 1b"),
    (sound(map=["1a", "1b"]), "position.map", "every board is there once (WS-S1)"),
    (sound(objectives=["fame"]), "position.objectives", "there is no 'fame'"),
    (sound(objectives=["border_wars"]), "position.objectives", "(WS-S2)"),
    (sound(objectives=["border_wars", "three_of_a_kind", "urban_planner"]), "position.objectives", "(WS-S2)"),
    (sound(options={"family": True}), "position.objectives", "(WS-S5)"),
    (sound(options={"family": True}, objectives=["rail_supreme"]), "position.objectives", "(WS-S5)"),
    # cards
    (sound(players=me(hand=["Xx"])), "position.players[0].hand", "there is no card 'Xx' (WS-C1)"),
    (sound(players=me(sets=[["Rt", "At"], []])), "position.players[0].sets[0]", "a set has one icon (WS-4)"),
    (sound(players=me(sets=[["Pt"] * 3, []])), "position", "more Pt on the table than there are (WS-C1)"),
    (sound(discards=["Rt"] * 5), "position", "more Rt on the table than there are (WS-C1)"),
    (sound(shares=[["Pt"] * 200, [], [], []]), "position.shares", "more cards than there are (WS-C1)"),
    (sound(piles=[60, 60]), "position.piles", "120 cards, but only 113 lie face down (WS-C1)"),
    (sound(players=me(cars=20)[:1] + me(cars=20)[:1]), "position.players", "more than 28 cop cars (WS-C4)"),
    # tags
    (sound(players=me(tags=["C1"])), "position.players[0].tags", "there is no hex 'C1'; they are A1 to B19"),
    (sound(players=me(tags=["A1", "A1"])), "position.players[0].tags", "A1 stands there twice"),
    (sound(players=me(tags=["A1"])[:1] * 2), "position.players[1].tags", "somebody else has a tag on A1 (WS-9)"),
    (
        sound(players=me(tags=[f"A{n}" for n in range(1, 8)])),
        "position.players[0].tags",
        "6 at most in round 1 (WS-14)",
    ),
    (sound(players=me(picks=["A1"])), "position.players[0].picks", "no tag of this player on A1 (WS-20)"),
    (sound(players=me(tags=["A1"], picks=["A1"])), "position.players", "not now (WS-20)"),
    # phases
    (sound(options=TURNS, phase="ready", players=READY), "position.phase", "(WS-41)"),
    (sound(options=TURNS, players=CALM), "position.turn", "(WS-41)"),
    (sound(options=TURNS, turn=0), "position.players", "nobody says ready at the relaxed pace (WS-41)"),
    (sound(turn=0), "position.turn", "(WS-41)"),
    (sound(phase="ready", players=[{**one, "ready": True} for one in READY]), "position.phase", "everybody is ready"),
    (sound(phase="countdown", players=READY), "position.phase", "not everybody is ready"),
    (sound(phase="ready"), "position.players[0]", "three cards, and no sets (WS-S3)"),
    (sound(phase="ready", players=READY, discards=["At"]), "position", "before a round no card was played"),
    (sound(phase="ready", players=READY, piles=[0, 0]), "position", "before a round no card was played"),
    (sound(players=CALM), "position.players", "before everybody was ready (WS-2)"),
    (sound(phase="remove"), "position.phase", "not in round 1 (WS-20)"),
    (sound(phase="over"), "position.phase", "not in round 1 (WS-20)"),
    (sound(piles=[0, 0]), "position.phase", "the round is over in this position (WS-13)"),
    (sound(players=[{**one, "passed": True} for one in me()]), "position.phase", "(WS-13)"),
    (sound(options=TURNS, players=[{**CALM[0], "passed": True}, CALM[1]], turn=0), "position.turn", "(WS-41)"),
    (
        sound(players=me(tags=["A1", "A2", "A3", "A4", "A5", "A6"], passed=True, sets=[["At"], []])),
        "position.phase",
        "(WS-13)",
    ),
    (ending("over", cars=1), "position.phase", "when everybody has chosen what goes, and only then (WS-20)"),
    (ending("remove"), "position.phase", "(WS-20)"),
    (ending("over", cars=1, picks=["A1", "A2"]), "position.players[0].picks", "2 tags for 1 that are due (WS-20)"),
    (ending("remove", cars=2, picks=["A1"]), "position.players[0].picks", "all tags of this player go (WS-20)"),
    (sound(content={}), "content", "missing required field `cards`"),
]


@pytest.mark.parametrize(("position", "place", "reason"), BROKEN)
def test_a_broken_position_is_refused_with_place_and_reason(position: Any, place: str, reason: str) -> None:
    with pytest.raises(pandarium.BadData) as refusal:
        game.load(position)
    assert reason in refusal.value.reason
    assert refusal.value.place == place
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("position", "error"),
    [
        (sound(seats=1), pandarium.BadSeats),
        (sound(seats=6), pandarium.BadSeats),
        (sound(options={"speed": 1}), pandarium.BadOption),
        (sound(options={"grace": 5}), pandarium.BadOption),
    ],
)
def test_seats_and_options_are_checked_as_for_a_new_game(position: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        game.load(position)


def test_who_has_stopped_cannot_have_passed() -> None:
    six = [f"A{number}" for number in range(1, 7)]
    players = [{"tags": six, "passed": True, "ready": True}, {"hand": ["Rl"], "sets": [["At"], []], "ready": True}]
    with pytest.raises(pandarium.BadData, match=r"has stopped, and cannot pass \(WS-11\)"):
        game.load(sound(players=players))


def test_the_content_of_a_position_travels_with_it() -> None:
    pack = own_pack()
    pack["cards"]["icon"][5]["points"] = 9
    state: Any = game.start(2, seed=3, content=pack)
    assert state.dump()["content"] == pack
    assert game.load(json.dumps(state.dump())).dump() == state.dump()
    assert state.view(None).icons[5].points == 9


def test_late_touches_are_still_known_after_loading() -> None:
    state = at(player("Rt"), player("Rl"), shares="Mt Ml")
    state.play(1, game.read("take 1 Ml 1"))
    loaded: Any = game.load(state.dump())
    with pytest.raises(pandarium.IllegalMove, match="blue took it first"):
        loaded.play(0, game.read("take 1 Ml 1"))
