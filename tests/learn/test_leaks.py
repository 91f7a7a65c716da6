"""Nobody learns through an environment what they may not know.

Two positions that a seat cannot tell apart (`resample`) are put into every environment; all that reaches the agent of
that seat has to be the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import pandarium
from learn.tables import GAMES
from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State
from pandarium.learn.env import PandariumEnv
from pandarium.learn.episode import Episode
from pandarium.learn.pettingzoo_env import parallel_env, raw_env
from pandarium.learn.vector import PandariumVectorEnv
from pandarium.testing.compare import but_for_the_generator
from pandarium.testing.harness import Budget, Harness, Spot

TWINS = 2


def pairs(name: str) -> Iterator[tuple[Spot, State, int]]:
    """A position, one that a seat cannot tell from it, and that seat."""
    for spot in Harness(pandarium.game(name), Budget(games=1, spots=5)).spots():
        for seat in spot.viewers():
            for number in range(TWINS):
                if seat is not None:
                    yield spot, spot.state.resample(seat, Rng(number)), seat


def expect_the_same(spot: Spot, here: Any, there: Any, where: str) -> None:
    assert data_equivalence(here, there), f"{where} tells two positions apart: {spot.fault(where)}"


def told_one_after_another(spot: Spot, state: State, seat: int) -> Any:
    env = raw_env(spot.table.game.meta.name, spot.table.seats, spot.table.options, places=64)
    env.reset(seed=3, options={"state": state})
    agent = f"player_{seat}"
    return env.agent_selection, env.observe(agent), env.infos[agent], env.rewards[agent], env.terminations[agent]


def told_at_once(spot: Spot, state: State, seat: int) -> Any:
    env = parallel_env(spot.table.game.meta.name, spot.table.seats, options=spot.table.options, places=64)
    told, infos = env.reset(seed=3, options={"state": state})
    return told[f"player_{seat}"], infos[f"player_{seat}"]


def told_against_bots(spot: Spot, state: State, seat: int) -> Any:
    name, seats, options = spot.table.game.meta.name, spot.table.seats, spot.table.options
    env = PandariumEnv(name, seats, options, seat=seat, dict_obs=True, places=64)
    return env.reset(seed=3, options={"state": state})


class Prepared(Setup):
    """A set-up that deals one position only."""

    def __init__(self, setup: Setup, state: State) -> None:
        super().__init__(setup.game, setup.seats, setup.options, setup.content)
        self.actions = setup.actions
        self.state = state

    def start(self, seed: int, log: list[Any] | None = None) -> State:
        return self.state.clone()


def told_side_by_side(spot: Spot, state: State, seat: int) -> Any:
    """What rows are told in which that seat is asked: in real time another may be drawn."""
    env = PandariumVectorEnv(spot.table.game.meta.name, 3, spot.table.seats, spot.table.options, places=64)
    env.setup = Prepared(env.setup, state)
    obs, info = env.reset(seed=3)
    rows = info["seat"] == seat
    moves = np.split(info["features"], info["starts"][1:-1]) if "features" in info else [()] * len(rows)
    return rows, obs[rows], info["action_mask"][rows], [moves[row] for row in np.flatnonzero(rows)]


@pytest.mark.parametrize("name", GAMES)
def test_environments_tell_the_same_of_positions_that_cannot_be_told_apart(name):
    hidden = 0
    for spot, twin, seat in pairs(name):
        state = spot.state
        hidden += but_for_the_generator(twin) != but_for_the_generator(state)
        if not state.actors():
            continue
        ways = [told_one_after_another, told_at_once, told_side_by_side]
        if state.actors() == [seat]:
            ways.append(told_against_bots)
        for told in ways:
            expect_the_same(spot, told(spot, state, seat), told(spot, twin, seat), told.__name__)
    assert hidden > 0 or name == "royale", "Panda Royale hides nothing"


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_tells_the_same_of_positions_that_cannot_be_told_apart(name):
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    from pandarium.learn.openspiel import short_name

    for spot, twin, seat in pairs(name):
        params = {"players": spot.table.seats, "places": 64, "rng_seed": 1, **spot.table.options}
        game = pyspiel.load_game(short_name(name), params)
        told = []
        for state in (spot.state, twin):
            position = game.new_initial_state()
            position._go_on(Episode(game.setup, 3, state), drawn=True)
            told.append(
                (
                    position.current_player(),
                    position.observation_string(seat),
                    position.observation_tensor(seat),
                    position.legal_actions(seat) if not position.is_terminal() else [],
                )
            )
        expect_the_same(spot, told[0], told[1], "OpenSpiel")


def test_a_leak_would_be_found(monkeypatch):
    """The same comparison, with an environment that shows everything."""

    def everything(state: State, seat: int) -> Any:
        return np.frombuffer(repr(sorted(state.dump().items())).encode(), np.uint8)

    monkeypatch.setattr("pandarium.learn.pettingzoo_env.observed", everything)
    spot, twin, seat = next(pair for pair in pairs("leduc") if pair[0].state.actors())
    here, there = told_at_once(spot, spot.state, seat), told_at_once(spot, twin, seat)
    with pytest.raises(AssertionError, match="tells two positions apart"):
        expect_the_same(spot, here, there, "all at once")
