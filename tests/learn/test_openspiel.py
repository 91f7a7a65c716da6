"""Every game as a game of OpenSpiel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from learn.tables import GAMES, every_table
from pandarium.learn.openspiel import short_name

OTHERS = [name for name in GAMES if name != "leduc"]


@pytest.mark.parametrize(("name", "seats", "options"), every_table())
def test_openspiel_finds_no_fault(name, seats, options):
    game = pyspiel.load_game(short_name(name), {"players": seats, "rng_seed": 1, **options})
    explicit = name == "leduc"  # OpenSpiel cannot write down the generator of a Python game
    pyspiel.random_sim_test(game, num_sims=1, serialize=explicit, verbose=False)


@pytest.mark.parametrize("name", OTHERS)
def test_scores_may_be_the_rewards(name):
    game = pyspiel.load_game(short_name(name), {"reward": "score", "rng_seed": 3})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_leduc_is_as_far_from_an_equilibrium_as_openspiels_own():
    ours = pyspiel.convert_to_cached_tree(pyspiel.load_game("pandarium_leduc"))
    theirs = pyspiel.load_game("leduc_poker")

    def solved(game: Any) -> tuple[float, float]:
        solver = pyspiel.CFRSolver(game)
        for _ in range(30):
            solver.evaluate_and_update_policy()
        uniform = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
        return uniform, pyspiel.exploitability(game, solver.average_policy())

    uniform, trained = solved(ours)
    assert uniform == pytest.approx(2.373611111111, abs=1e-11)
    assert trained == pytest.approx(0.310918, abs=1e-6)
    assert solved(ours) == pytest.approx(solved(theirs), abs=1e-12)


def test_the_chances_of_leduc_are_those_of_the_engine():
    state = pyspiel.load_game("pandarium_leduc").new_initial_state()
    deals = {state.action_to_string(action): chance for action, chance in state.chance_outcomes()}
    assert deals["deal J J"] == pytest.approx(2 / 30)
    assert deals["deal J Q"] == pytest.approx(4 / 30)
    assert sum(deals.values()) == pytest.approx(1)
    state.apply_action(next(a for a, _ in state.chance_outcomes() if state.action_to_string(a) == "deal J J"))
    for _ in range(2):
        state.apply_action(1)
    turned = {state.action_to_string(action): chance for action, chance in state.chance_outcomes()}
    assert turned == pytest.approx({"turn Q": 1 / 2, "turn K": 1 / 2})


def played(name: str, moves: int, seed: int = 1, **params: Any) -> Any:
    """A state some moves into a game, or the last one before its end, with somebody to act."""
    rng = np.random.default_rng(seed)
    state = pyspiel.load_game(short_name(name), {"rng_seed": seed, **params}).new_initial_state()
    asked = state
    while not state.is_terminal() and (state.is_chance_node() or moves > 0):
        moves -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_chance_node() and not state.is_terminal():
            asked = state.clone()
    return asked


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same_to_its_player(name):
    for moves in (0, 1, 2) if name == "leduc" else (2, 9, 17, 30):
        state = played(name, moves)
        player = state.current_player()
        rng = np.random.default_rng(1)
        for _ in range(3):
            twin = state.resample_from_infostate(player, rng.random)
            assert twin.observation_string(player) == state.observation_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
            assert twin.legal_actions() == state.legal_actions()
            assert twin.current_player() == player
            assert twin.history() == state.history()


@pytest.mark.parametrize("name", OTHERS)
def test_chance_is_sampled_at_chance_nodes_and_nowhere_else(name):
    game = pyspiel.load_game(short_name(name), {"rng_seed": 5})
    first = game.new_initial_state()
    assert first.chance_outcomes() == [(0, 1.0)]
    deals = {str(first.child(0)) for _ in range(4)}
    assert len(deals) == 4
    state = first.child(0)
    rng = np.random.default_rng(2)
    drawn = 0
    for _ in range(60):
        if state.is_terminal():
            break
        action = int(rng.choice(state.legal_actions()))
        children = {str(state.child(action)) for _ in range(3)}
        if state.is_chance_node():
            drawn += len(children) > 1
        else:
            assert len(children) == 1
        state.apply_action(action)
    assert drawn > 0 or name == "pandante"


@pytest.mark.parametrize("name", GAMES)
def test_a_state_comes_back_from_its_text(name):
    state = played(name, 3)
    again = state.get_game().deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()
    assert again.history() == state.history()


def test_only_an_observation_with_the_whole_history_is_an_information_state():
    leduc, royale = (pyspiel.load_game(short_name(name)) for name in ("leduc", "royale"))
    assert leduc.get_type().provides_information_state_string
    assert not royale.get_type().provides_information_state_string
    state = played("leduc", 2)
    assert state.information_state_string(0) == state.observation_string(0)
    with pytest.raises(ValueError, match="does not tell the whole history"):
        royale.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    with pytest.raises(ValueError, match="public and private together"):
        make_observation(
            royale, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
        )


def test_options_are_parameters():
    game = pyspiel.load_game("pandarium_royale(players=3,children=true)")
    assert game.num_players() == 3
    assert game.setup.options["children"] is True
    assert game.get_type().utility == pyspiel.GameType.Utility.CONSTANT_SUM
    pilfering = pyspiel.load_game("pandarium_pilfering(players=2,places=64)")
    assert pilfering.num_distinct_actions() == 64
    assert pilfering.get_type().utility == pyspiel.GameType.Utility.IDENTICAL


@pytest.mark.parametrize("name", ["leduc", "royale"])
def test_ismcts_plays_it(name):
    state = played(name, 1)
    chance = np.random.RandomState(1)
    playouts = mcts.RandomRolloutEvaluator(1, chance)
    history = state.get_game().get_type().provides_information_state_string
    bot = ismcts.ISMCTSBot(state.get_game(), playouts, 2.0, 12, -1, chance, use_observation_string=not history)
    assert bot.step(state) in state.legal_actions()
