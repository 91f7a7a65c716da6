"""Positions as data: what `dump` writes, `load` takes back, and what it refuses."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import pandarium
from games.positions import COPIES, check_copy

from .table import BAG, at_draft, at_trade, die_in, game, own_pack, play_through

pytestmark = pytest.mark.conformance


# There and back


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {"first_roll": True}),
        (6, {"children": True}),
        (10, {}),
        (9, {"children": True, "first_roll": True}),
    ],
)
def test_every_position_of_a_game_is_written_and_read_back(seats: int, options: dict[str, bool]) -> None:
    state = game.start(seats, options, seed=seats)
    steps = set()
    for _ in play_through(state, [-1, 2]):
        position = state.dump()
        steps.add(position["step"])
        assert game.load(position).dump() == position
    position = state.dump()
    assert game.load(position).dump() == position
    assert game.load(position).outcome() == state.outcome()
    assert steps | {position["step"]} == ({"draft", "over"} if "children" in options else {"trade", "draft", "over"})


@pytest.mark.parametrize("way", COPIES)
def test_a_position_goes_on_as_if_nothing_had_happened(way: str) -> None:
    state = game.start(4, seed=9)
    for played, _ in enumerate(play_through(state, [5, 2])):
        if played == 20:
            break
    assert state.actors()
    check_copy(state, way, play_through, [3, 8, 1])


def test_the_dump_of_a_new_game_says_everything() -> None:
    position = game.start(2, seed=7).dump()
    assert json.loads(json.dumps(position)) == json.loads(json.dumps(game.load(json.dumps(position)).dump()))
    assert set(position) == {
        *("game", "rules", "seats", "options", "content", "round", "step", "turn", "panda", "hands", "pool", "bag"),
        *("rolled", "yellows", "rerolls", "sheet", "sealed", "rng"),
    }


def test_what_may_be_left_out() -> None:
    state = at_draft("y6", "y6 k12", pool="b6 b6 b6", panda=1)
    seen = state.view(None)
    assert seen.options == {"children": False, "first_roll": False}
    assert sum(seen.bag.values()) == 89
    assert seen.bag["b6"] == 7
    assert [player.total for player in seen.players] == [0, 0]
    assert [die.value for die in seen.players[1].rolled] == [1, 1]
    assert state.sealed == 0
    assert state.rng.words() == (0, 1)


def test_the_content_of_a_position_travels_with_it() -> None:
    pack = own_pack()
    die_in(pack, "g20")["faces"] = [7, 7]
    state = game.start(2, seed=3, content=pack)
    assert state.dump()["content"] == pack
    assert game.load(json.dumps(state.dump())).dump() == state.dump()


# What cannot be


def draft(**changes: Any) -> dict[str, Any]:
    """A sound position of the draft, with these changes."""
    position: dict[str, Any] = {"seats": 2, "round": 1, "step": "draft", "turn": 0, "panda": 0}
    return {**position, "hands": [["y6", "k12"], ["y6"]], "pool": ["b6", "b8", "r8"], **changes}


def trade(**changes: Any) -> dict[str, Any]:
    """A sound position of the trade, with these changes."""
    position: dict[str, Any] = {"seats": 2, "round": 2, "step": "trade", "turn": 0, "panda": 1}
    return {**position, "hands": [["y6", "c6"], ["y6", "g20", "k12"]], **changes}


def without(position: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in position.items() if name != field}


REST = BAG.replace("b6 ", "", 1).replace("b8 ", "", 1).replace("r8 ", "", 1).split()
"""What is in the bag beside the pool of `draft()`."""

ZERO = [0] * 7


def test_the_sound_positions_are_sound() -> None:
    assert game.load(draft()).actors() == [0]
    assert game.load(trade()).actors() == [0]
    assert game.load(draft(bag=REST)).actors() == [0]


BROKEN: list[tuple[Any, str, str]] = [
    # not even a position
    (None, "position", "Expected `object`"),
    ([], "position", "Expected `object`"),
    ("", "position", "not JSON"),
    ("{", "position", "not JSON"),
    ("nonsense", "position", "not JSON"),
    (b"\xff\xfe", "position", "not JSON"),
    ("\ud800", "position", "not JSON"),
    ({}, "position", "missing required field `seats`"),
    (without(draft(), "hands"), "position", "missing required field `hands`"),
    (draft(colour="red"), "position", "unknown field `colour`"),
    # fields of the wrong kind
    (draft(seats="2"), "position.seats", "Expected `int`"),
    (draft(round=0), "position.round", "Expected `int` >= 1"),
    (draft(round=11), "position.round", "Expected `int` <= 10"),
    (draft(step="roll"), "position.step", "Invalid enum value 'roll'"),
    (draft(turn=-1), "position.turn", "Expected `int` >= 0"),
    (draft(turn=None), "position.turn", "Expected `int`"),
    (draft(panda=10), "position.panda", "Expected `int` <= 9"),
    (draft(game="chess"), "position.game", "Invalid enum value 'chess'"),
    (draft(rules=2), "position.rules", "Invalid enum value 2"),
    (draft(hands=[["y6", 8], ["y6"]]), "position.hands[0][1]", "Expected `str`"),
    (draft(pool=["b6"] * 201), "position.pool", "length <= 200"),
    (draft(rerolls=-1), "position.rerolls", "Expected `int` >= 0"),
    (draft(sealed=10**12), "position.sealed", "Expected `int` <= 1000000000"),
    (draft(rng=[1]), "position.rng", "length 2"),
    (draft(rng=[1, -1]), "position.rng[1]", "Expected `int` >= 0"),
    (draft(rng=[2**63, 1]), "position.rng[0]", "Expected `int` <="),
    (draft(yellows=[-1, 0]), "position.yellows[0]", "Expected `int` >= 0"),
    (draft(rolled=[[["y6", 0]], [["y6", 1]]]), "position.rolled[0][0][1]", "Expected `int` >= 1"),
    # numbers of players that do not fit
    (draft(hands=[["y6", "k12"]]), "position.hands", "has 1 entries for 2 players"),
    (draft(rolled=[]), "position.rolled", "has 0 entries for 2 players"),
    (draft(yellows=[1, 2, 3]), "position.yellows", "has 3 entries for 2 players"),
    (draft(sheet=[[ZERO]]), "position.sheet", "has 1 entries for 2 players"),
    (draft(turn=2), "position.turn", "there are only the seats 0 to 1"),
    (draft(panda=9), "position.panda", "there are only the seats 0 to 1"),
    # PR-1
    (draft(step="over"), "position.step", "over in round 10, and only then (PR-1)"),
    (draft(round=10), "position.step", "over in round 10, and only then (PR-1)"),
    # PR-C1: every die is somewhere, once
    (draft(pool=["b6", "b8", "b20"]), "position.pool", "there is no die 'b20'; the dice are y6, y8"),
    (draft(hands=[["y6", "k12"], ["Y6"]]), "position.hands[1]", "there is no die 'Y6'"),
    (draft(pool=["b6"] * 16), "position.pool", "more b6 than there are"),
    (draft(pool=["c6"] * 8, hands=[["y6", "k12"], ["y6"]]), "position.hands", "more c6 than there are (PR-C1)"),
    (draft(hands=[["y6"], ["y6"]]), "position", "0 dice k12 on the table, 1 in the box (PR-C1)"),
    (draft(hands=[["y6", "k12"], ["y6", "k12"]]), "position", "2 dice k12 on the table, 1 in the box (PR-C1)"),
    (draft(hands=[["y6", "k12"], ["g20"]]), "position", "1 dice y6 on the table, 2 in the box (PR-C1)"),
    (draft(bag=REST[1:]), "position", "6 dice y8 on the table, 7 in the box (PR-C1)"),
    (draft(bag=[*REST, "g20"]), "position", "11 dice g20 on the table, 10 in the box (PR-C1)"),
    (draft(bag=[]), "position", "0 dice y8 on the table, 7 in the box (PR-C1)"),
    (draft(bag=["d4"]), "position.bag", "there is no die 'd4'"),
    (trade(options={"children": True}), "position.hands", "more c6 than there are (PR-C1)"),
    # what can never be in pool or bag
    (draft(hands=[["y6"], ["y6"]], bag=[*REST, "k12"]), "position.bag", "(PR-9)"),
    (draft(hands=[["y6"], ["y6"]], pool=["b6", "b8", "k12"]), "position.pool", "(PR-9)"),
    (draft(hands=[["y6", "k12"], ["b8"]], pool=["b6", "y6", "r8"]), "position.pool", "y6"),
    (draft(hands=[["y6", "k12"], ["y8"]], bag=["y6", *REST[1:]]), "position.bag", "y6"),
    (draft(pool=["b6", "b8", "c6*"]), "position.pool", "c6*"),
    (draft(bag=[*(code for code in REST if code != "c6"), *["c6"] * 6, "c6*"]), "position.bag", "c6*"),
    # PR-9, PR-10, PR-11, PR-12
    (
        draft(seats=4, hands=[["y6", "k12", "k12"], ["y6"], ["y6"], ["y6"]], pool=["b6"] * 5),
        "position.hands[0]",
        "nobody has more than one pink die (PR-9)",
    ),
    (
        draft(round=2, hands=[["y6", "c6*", "k12"], ["y6", "g20"]]),
        "position.hands[0]",
        "traded in this round's trade step (PR-10)",
    ),
    (trade(turn=1), "position.turn", "no clear die to offer (PR-10)"),
    (trade(hands=[["y6", "c6*"], ["y6", "g20", "k12"]]), "position.turn", "no clear die to offer (PR-10)"),
    (draft(hands=[["y6", "k12"], ["y6", "g20"]]), "position.hands[1]", "2 dice besides pink, 1 are due (PR-12)"),
    (draft(turn=1), "position.hands[0]", "1 dice besides pink, 2 are due (PR-12)"),
    (draft(round=2), "position.hands[0]", "1 dice besides pink, 2 are due (PR-12)"),
    (draft(pool=["b6", "b8"]), "position.pool", "2 dice, 3 are due (PR-11)"),
    (trade(pool=["b6"]), "position.pool", "1 dice, 0 are due (PR-11)"),
    # the last roll
    (draft(rolled=[[["y6", 7]], [["y6", 1]]]), "position.rolled[0]", "y6 has no face 7"),
    (draft(rolled=[[["y6", 1]], [["y7", 1]]]), "position.rolled[1]", "there is no die 'y7'"),
    (draft(rolled=[[["b6", 1]] * 12, []]), "position.rolled[0]", "(PR-12)"),
    # PR-15
    (draft(sheet=[[], []]), "position.sheet[0]", "has 0 lines in round 1 (PR-15)"),
    (draft(sheet=[[ZERO], [ZERO, ZERO]]), "position.sheet[1]", "has 2 lines in round 1 (PR-15)"),
    (draft(sheet=[[ZERO], [ZERO[1:]]]), "position.sheet[1][0]", "a line has 7 scores, one per colour (PR-15)"),
    (draft(sheet=[[[-1, 0, 0, 0, 0, 0, 0]], [ZERO]]), "position.sheet[0][0]", "-1 cannot be scored"),
    (draft(sheet=[[[0, 0, 0, 2001, 0, 0, 0]], [ZERO]]), "position.sheet[0][0]", "2001 cannot be scored"),
    (draft(sheet=[[[0, 0, 0, -2001, 0, 0, 0]], [ZERO]]), "position.sheet[0][0]", "-2001 cannot be scored"),
    (draft(sheet=[[ZERO], [[0, 0, 0, 0, 0, 0, 10**40]]]), "position.sheet[1][0]", "cannot be scored"),
    # content
    (draft(content={}), "content", "missing required field `dice`"),
]


@pytest.mark.parametrize(("position", "place", "reason"), BROKEN)
def test_a_broken_position_is_refused_with_place_and_reason(position: Any, place: str, reason: str) -> None:
    with pytest.raises(pandarium.BadData) as refusal:
        game.load(position)
    assert refusal.value.place == place
    assert reason in refusal.value.reason
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("position", "error"),
    [
        (draft(seats=1), pandarium.BadSeats),
        (draft(seats=2**80), pandarium.BadSeats),
        (draft(options={"clear": True}), pandarium.BadOption),
        (draft(options={"children": 1}), pandarium.BadOption),
        (draft(seats=10, options={"children": True}), pandarium.BadSeats),
    ],
)
def test_seats_and_options_are_checked_as_for_a_new_game(
    position: dict[str, Any], error: type[pandarium.PandariumError]
) -> None:
    with pytest.raises(error):
        game.load(position)


def test_loading_leaves_the_data_as_it_was() -> None:
    position = trade()
    before = copy.deepcopy(position)
    state = game.load(position)
    state.play(0, game.read("trade B g20"))
    assert position == before


def test_a_position_in_the_middle_of_a_trade_keeps_its_marks() -> None:
    state = at_trade("y6 y6 k12", "y6 c6 k12", "c6 c6*", "y6 g20", panda=3, turn=1)
    assert game.load(state.dump()).view(None).players[2].dice == ["c6", "c6*"]
    assert game.load(state.dump()).legal(1) == state.legal(1)
