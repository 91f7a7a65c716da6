"""Pandánte in small: what networks look at, and their options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from pandarium.core.layout import CATEGORY, COUNT, FLAG
from pandarium.core.rng import Rng
from pandarium.games.pandante.bots import abstraction, inputs
from pandarium.games.pandante.bots.abstraction import NAMES, PandanteAbstraction
from pandarium.games.pandante.engine.abilities import ABILITY_NAMES
from pandarium.games.pandante.engine.claims import CLAIM_NAMES
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.kit.abstraction import Decision

from .table import at, game
from .test_bots import OPTIONS

SMALL = PandanteAbstraction()


def look(state: Pandante, seat: int) -> bytes:
    """What that seat looks at."""
    out = vec[u8]([0] * SMALL.layout.length)
    SMALL.inputs_into(state, seat, out, 0)
    return bytes(out)


def seen(state: Pandante, seat: int) -> dict[str, list[int]]:
    """The same, by its names."""
    return {name: list(data) for name, data in SMALL.layout.split(look(state, seat)).items()}


def options(state: Pandante, seat: int, seed: int = 1) -> dict[str, str]:
    """What there is to choose from, and what it means."""
    found = Decision()
    SMALL.options_into(state, seat, Rng(seed), found.numbers, found.moves)
    names = [NAMES[number] for number in found.numbers.to_list()]
    assert len(set(names)) == len(names)
    return dict(zip(names, (game.say(move) for move in found.moves.to_list()), strict=True))


def positions(seats: int, choice: dict[str, Any], seed: int, most: int = 100) -> Iterator[Pandante]:
    """Positions of a game that is played at random, but on the whole as people would."""
    state = game.start(seats, choice, seed)
    assert isinstance(state, Pandante)
    rng = Rng(seed)
    while (actors := state.actors()) and most > 0:
        yield state
        seat = actors[rng.below(len(actors))]
        found = Decision()
        SMALL.options_into(state, seat, rng, found.numbers, found.moves)
        state.play(seat, found.moves.items[rng.below(found.moves.length)])
        most -= 1


def test_every_option_has_its_name() -> None:
    assert SMALL.size == len(NAMES)
    for claim, name in enumerate(CLAIM_NAMES):
        assert NAMES[abstraction.BET + claim] == f"bet {name}"
        assert NAMES[abstraction.UPGRADE + claim] == f"upgrade to {name}"
    for ability, name in enumerate(ABILITY_NAMES):
        assert NAMES[abstraction.ANNOUNCE + ability] == f"announce {name}"
    assert NAMES[abstraction.SAY_TRUTH] == "say the highest truth"
    assert NAMES[abstraction.USUAL] == "what is usual"


@pytest.mark.parametrize("choice", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.many)])
def test_options_are_legal_and_inputs_fit_their_layout(seats: int, choice: dict[str, Any]) -> None:
    for state in positions(seats, choice, seats):
        for seat in state.actors():
            legal = {game.say(move) for move in state.legal(seat)}
            assert set(options(state, seat).values()) <= legal
            for piece, data in zip(SMALL.layout.pieces, seen(state, seat).values(), strict=True):
                if piece.kind in (FLAG, CATEGORY, COUNT):
                    assert max(data) <= piece.top, piece.name


@pytest.mark.parametrize("choice", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.many)])
def test_what_a_seat_cannot_know_is_not_looked_at(seats: int, choice: dict[str, Any]) -> None:
    for number, state in enumerate(positions(seats, choice, seats + 10, most=60)):
        for seat in state.actors():
            twin = state.resample(seat, Rng(number))
            assert isinstance(twin, Pandante)
            assert look(state, seat) == look(twin, seat)
            assert options(state, seat) == options(twin, seat)


def test_what_cards_are_good_for() -> None:
    state = at("bet", "k1 b1", "k3 k4", turn=0, board="r1 b3 g5", claims="- pair")
    data = seen(state, 0)
    true = [CLAIM_NAMES[claim] for claim, flag in enumerate(data["true"]) if flag]
    assert true == ["pair", "three of a kind"]
    assert data["will be true"][:2] == [255, 255]
    assert 0 < data["will be true"][CLAIM_NAMES.index("full house")] < 128
    assert data["of a stranger"][CLAIM_NAMES.index("pair")] < 255
    assert data["player 1 claim"] == [1]
    assert 0 < data["player 1 truth"][0] < 128  # a pair with any two cards: less than half
    assert data["honest"] == [0]  # nothing is claimed yet


def test_a_claim_that_is_known_to_be_a_lie() -> None:
    state = at("challenge", "k2 k4", "k3 k6", turn=0, claims="three pair", hot=[0], shown=[["k2", "k4"], []])
    data = seen(state, 1)
    assert data["player 1 known"] == [2]
    assert data["player 1 truth"] == [0]
    assert list(options(state, 1)) == ["trust", "challenge"]


def test_statements_are_the_truth_or_something_bolder() -> None:
    state = at("tie-break", "k1 b3", "k4 k6", turn=0, board="r1 g3 g5 o7 p9", claims="pair pair")
    said = options(state, 0)
    assert said["say the highest truth"] == "say 3"
    assert said["say something bold"] == "say 9"  # a 9 lies there, one more is enough
    assert "say the highest truth" not in options(at("tie-break", "k2 b4", "k4 k6", turn=0, claims="four four"), 0)


def test_small_matters_are_left_to_the_rule_of_thumb() -> None:
    state = at("discard snack", "k1 b1 k8", "k3 k4", turn=0, board="r1 b3 g5", claims="pair pair", keep=2)
    assert options(state, 0) == {"what is usual": "discard k8"}


def test_the_same_position_always_looks_the_same() -> None:
    state = at("bet", "k1 b1", "k3 k4", turn=0, board="r1 b3 g5", claims="- pair")
    assert look(state, 0) == look(state, 0)
    assert inputs.LAYOUT.length == len(look(state, 0))
