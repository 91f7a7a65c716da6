"""Features of moves, and observations piece by piece: what a program that learns is told."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from pandarium.core.batch import Batch
from pandarium.core.rng import Rng
from pandarium.games.pilfering.engine.cards import CODES
from pandarium.games.pilfering.engine.flow import Pilfering

from .table import area, at, game

KEY = CODES.index("key") + 1
NUMBER_SET, UPWARDS, DOWNWARDS = 1, 2, 4


def features(state: Pilfering, seat: int, move: str) -> dict[str, object]:
    """The features of a legal move that are not 0, Loot cards by their names."""
    assert game.read(move) in state.legal(seat)
    out = vec[u8]([0] * game.features.length)
    state.features_into(seat, game.read(move), out, 0)
    parts = game.features.split(bytes(out))
    loot = int.from_bytes(parts.pop("loot"), "little")
    named: dict[str, object] = {name: part[0] for name, part in parts.items() if part[0]}
    if loot:
        named["loot"] = " ".join(CODES[card] for card in range(45) if loot >> card & 1)
    return named


def code(card: str) -> int:
    return CODES.index(card) + 1


def test_a_set_is_told_by_its_cards_and_what_it_may_be() -> None:
    state = at("act", "r3 r4 r5 key b3 y3", "g1 g2", areas=[area(""), area("p3 p4 p5")])
    run = {"kind": 5, "area": 2, "cards": 3, "loot": "r3 r4 r5", "place": 1}
    assert features(state, 0, "set 2 r5 r4 r3") == {
        **run,
        "first": code("r5"),
        "last": code("r3"),
        "read as": DOWNWARDS,
    }
    same = {"kind": 5, "area": 2, "cards": 3, "loot": "r3 y3", "keys": 1, "read as": NUMBER_SET}
    assert features(state, 0, "set 2 key r3 y3") == {**same, "first": KEY, "last": code("y3"), "place": 2}


def test_a_pick_up_is_told_by_what_comes_to_hand() -> None:
    state = at("refresh", "r3 r4 g6", "g1 g2", hideout="b7 r5 p1", areas=[area(""), area("y5 b5 p5")])
    assert features(state, 0, "draw") == {"kind": 3}
    assert features(state, 0, "pick 1") == {
        "kind": 4,
        "cards": 1,
        "loot": "p1",
        "first": code("p1"),
        "last": code("p1"),
    }
    two = {"kind": 4, "cards": 2, "loot": "r5 p1", "first": code("r5"), "last": code("p1")}
    assert features(state, 0, "pick 2") == two


def test_who_is_asked_to_share_is_told_clockwise_from_the_seat() -> None:
    others = ["sneaky", "greedy"]
    for seat in range(3):
        pandas = [*others[:seat], "sharing", *others[seat:]]
        state = at("act", "r1 r2", "y1 y2", "g1 g2", turn=seat, pandas=pandas)
        moves = [game.say(move) for move in state.legal(seat)]
        assert {features(state, seat, move)["target"] for move in moves if move.startswith("share")} == {1, 2}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_no_two_legal_moves_have_the_same_features(seats: int) -> None:
    length = game.features.length
    batch = Batch(game.setup(seats, {"foiled_plans": True, "level": "intro"}), 4, 5, featured=True)
    chance = Rng(seats)
    for _ in range(60):
        data = bytes(batch.features)
        for row in range(batch.games):
            places = range(batch.starts[row], batch.starts[row + 1])
            assert len({data[place * length : (place + 1) * length] for place in places}) == len(places)
        batch.step(batch.random_choices(chance))


def test_every_order_with_many_keys_has_features_of_its_own() -> None:
    """Four Keys leave most open: where the Loot lies among them tells the sets apart."""
    state = at("act", "r4 r5 b4 key key key key", "g1", "g2", "g3", areas=[area(""), area("r2 y2 b2")])
    seen = {tuple(sorted(features(state, 0, game.say(move)).items())) for move in state.legal(0)}
    assert len(seen) == len(state.legal(0)) > 100


def test_there_are_too_many_moves_for_action_numbers() -> None:
    assert game.setup(2).actions == 0
    assert not game.actions


def test_every_piece_of_an_observation() -> None:
    state = at(
        "act",
        "r4 key",
        "b1 b2 b3",
        turn=1,
        hideout="g1 g2 key",
        areas=[area("r1 r2 r3"), area("y5 b5 p5 p6 p7", (0, 3), (2, 3))],
        panda=12,
        keeper=-3,
    )
    seen = game.observation.split(state.observe(1))
    assert (seen["player 0 hand"][0], seen["player 1 hand"][0], seen["player 2 present"][0]) == (3, 2, 0)
    assert [CODES[card] for card in range(45) if seen["player 0 known loot"][card]] == ["b1", "b2", "b3"]
    assert not any(seen["player 1 known loot"])
    assert seen["player 1 known keys"][0] == 0
    assert list(seen["hideout"][:4]) == [code("g1"), code("g2"), KEY, 0]
    assert list(seen["area 2 cards"][:6]) == [code(card) for card in ("y5", "b5", "p5", "p6", "p7")] + [0]
    assert list(seen["area 2 sets"][:6]) == [1, 0, 1 + 2, 0, 2, 0]
    assert [CODES[card] for card in range(45) if seen["area 2 end"][card]] == ["p7"]
    zero = next(piece.zero for piece in game.observation.pieces if piece.name == "keeper")
    assert [int.from_bytes(seen[name], "big") - zero for name in ("panda", "keeper")] == [12, -3]
    assert (seen["step"][0], seen["turn"][0], seen["duty"][0]) == (4, 0, 0)
    assert game.observation.split(state.observe(0))["turn"][0] == 1
