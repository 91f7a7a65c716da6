"""Bamboo Dash: the contract is kept, the rules hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pandarium
from pandarium.core.errors import IllegalMove
from pandarium.core.state import State
from pandarium.testing import CHECKS

pandarium.mount(Path(__file__).parents[2])
GAME = pandarium.game("bamboodash")


def position(**fields: Any) -> State:
    """Two pandas on the ground, seat 0 to climb, unless said otherwise."""
    usual = {"game": GAME.meta.name, "seats": 2, "heights": [0, 0], "lucky": [6, 2], "turn": 0}
    return GAME.load({**usual, **fields})


@pytest.mark.parametrize("check", CHECKS)
def test_the_contract_is_kept(check: str) -> None:
    """Everything that every game must do; add nothing here, the suite finds it all."""
    CHECKS[check](GAME)


def test_bd_2_a_roll_adds_steps_and_a_1_loses_them() -> None:
    """Whatever the die shows, it is one of the two."""
    seen = set()
    for seed in range(1, 40):
        state = position(steps=10, rng=[seed, seed])
        state.play(0, GAME.read("climb"))
        seen.add(state.view(None).steps)
        assert state.actors() == ([1] if state.view(None).steps == 0 else [0])
    assert seen == {0, 12, 13, 14, 15, 16}


def test_bd_3_a_rest_keeps_the_steps() -> None:
    """They are safe, and the next player climbs."""
    state = position(steps=10)
    state.play(0, GAME.read("rest"))
    assert state.view(None).players[0].height == 10
    assert state.actors() == [1]


def test_bd_3_nobody_rests_before_a_climb() -> None:
    """The refusal names the rule."""
    with pytest.raises(IllegalMove) as refused:
        position().play(0, GAME.read("rest"))
    assert refused.value.rule == "BD-3"


def test_bd_4_the_last_round_is_played_to_its_end() -> None:
    """With a panda at the top the others have their turn, then it is over."""
    state = position(heights=[58, 0], steps=2)
    state.play(0, GAME.read("rest"))
    assert state.outcome() is None
    while state.actors():
        state.play(1, state.timeout(1))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)


def test_bd_5_lucky_cards_are_secret_until_the_end() -> None:
    """You see your own; at the end everyone sees all, and they count."""
    state = position()
    assert [player.lucky for player in state.view(0).players] == [6, None]
    assert [player.lucky for player in state.view(None).players] == [None, None]
    over = position(heights=[60, 61], rolls=[[0, 0, 0, 0, 0, 3], [0] * 6], over=True)
    assert [player.lucky for player in over.view(1).players] == [6, 2]
    assert over.outcome().scores == (66, 61)  # type: ignore[union-attr]


def test_what_programs_learn_from_has_names() -> None:
    """The bytes of an observation by name, and a number for every move."""
    state = position(heights=[258, 7], steps=10, turn=1)
    seen = GAME.observation.split(state.observe(1))
    assert (seen["player 0 height"], seen["player 1 height"]) == (bytes([0, 7]), bytes([1, 2]))
    assert (seen["lucky"][0], seen["steps"][0], seen["turn"][0], seen["over"][0]) == (2, 10, 0, 0)
    assert [span.name for span in GAME.actions] == ["climb", "rest"]
    assert [state.action(1, GAME.read(move)) for move in ("climb", "rest")] == [0, 1]
