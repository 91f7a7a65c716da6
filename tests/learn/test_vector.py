"""Many games side by side, as Gymnasium asks for them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import pandarium
import pandarium.learn.registration
from learn.tables import GAMES, every_table
from pandarium.core.batch import Batch
from pandarium.core.errors import PandariumError
from pandarium.learn.vector import PandariumVectorEnv, vector_env

ROWS = 5


def drawn(mask: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A legal action for every game."""
    return (rng.random(mask.shape) * mask).argmax(axis=1)


@pytest.mark.parametrize(("name", "seats", "options"), every_table())
def test_what_is_told_fits_the_spaces_and_somebody_can_always_act(name, seats, options):
    env = PandariumVectorEnv(name, ROWS, seats, options, illegal="refuse")
    obs, info = env.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(12):
        assert env.observation_space.contains(obs)
        assert info["action_mask"].any(axis=1).all()
        assert (info["action_mask"] == env.action_masks()).all()
        assert ((info["seat"] >= 0) & (info["seat"] < seats)).all()
        actions = drawn(info["action_mask"], rng)
        assert env.action_space.contains(actions)
        obs, rewards, terminated, truncated, info = env.step(actions)
        assert (rewards.shape, rewards.dtype, terminated.dtype) == ((ROWS,), np.float64, np.bool_)
        assert not truncated.any()
        assert not info["illegal"].any()


def test_rows_are_those_of_a_batch():
    env = PandariumVectorEnv("royale", ROWS, 3)
    batch = Batch(pandarium.game("royale").setup(3), ROWS, 9)
    obs, info = env.reset(seed=9)
    for _ in range(40):
        assert obs.tobytes() == bytes(batch.obs)
        assert info["seat"].tolist() == list(batch.turns)
        states = [batch.state(row) for row in range(ROWS)]
        first = [state.legal(seat)[0] for state, seat in zip(states, batch.turns, strict=True)]
        numbered = env.actions.numbered
        numbers = [
            int(state.action(seat, move)) if numbered else 0
            for state, seat, move in zip(states, batch.turns, first, strict=True)
        ]
        obs, _, _, _, info = env.step(np.array(numbers))
        batch.step([0] * ROWS)


@pytest.mark.parametrize("reward", ["win", "score"])
def test_the_end_of_a_game_is_told_as_gymnasium_wants_it(reward):
    env = PandariumVectorEnv("leduc", 1, reward=reward)
    _, info = env.reset(seed=1)
    mover = info["seat"][0]
    env.step(np.array([2]))  # raise
    obs, rewards, terminated, _, info = env.step(np.array([0]))  # fold
    assert terminated.tolist() == [True]
    worth = [1.0, 0.0] if reward == "win" else [1.0, -1.0]
    assert mover == 0
    assert info["rewards"].tolist() == [worth]
    assert rewards.tolist() == [worth[1]], "who moved last has folded"
    assert info["_final_obs"].tolist() == [True]
    assert env.single_observation_space.contains(info["final_obs"][0])
    assert not np.array_equal(info["final_obs"][0], obs[0])
    final = info["final_info"]
    assert (final["scores"].tolist(), final["wins"].tolist(), final["seat"].tolist()) == ([[1, -1]], [[1, 0]], [1])
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    _, rewards, terminated, _, info = env.step(np.array([1]))
    assert (terminated.tolist(), rewards.tolist(), "final_obs" in info) == ([False], [0.0], False)


def test_a_shared_victory_is_shared_and_a_common_one_is_everybodys():
    from pandarium.learn.rewards import rewards_of

    wins = [[1, 1, 0], [0, 1, 0]]
    royale, pilfering = pandarium.game("royale"), pandarium.game("pilfering")
    assert rewards_of(royale, "win", [], wins).tolist() == [[0.5, 0.5, 0.0], [0.0, 1.0, 0.0]]
    assert rewards_of(pilfering, "win", [], [[1, 1, 1], [0, 0, 0]]).tolist() == [[1.0] * 3, [0.0] * 3]
    assert rewards_of(royale, "score", [30, 20, 10], []).tolist() == [30, 20, 10]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("opponents", [None, "random"])
def test_the_same_seed_deals_the_same_games_and_reset_without_one_goes_on(name, opponents):
    one, other = (vector_env(name, 3, opponents=opponents) for _ in range(2))
    first = one.reset(seed=7)
    assert data_equivalence(first, other.reset(seed=7))
    one.action_space.seed(5)
    other.action_space.seed(5)
    for _ in range(15):
        assert data_equivalence(one.step(one.action_space.sample()), other.step(other.action_space.sample()))
    again = one.reset()
    assert data_equivalence(again, other.reset())
    assert not data_equivalence(first[0], again[0])
    assert data_equivalence(first, one.reset(seed=7))


def test_an_illegal_action_is_replaced_and_told_or_refused():
    env = PandariumVectorEnv("leduc", 3)
    env.reset(seed=1)
    _, _, _, _, info = env.step(np.array([0, 1, 2]))  # nobody can fold yet
    assert info["illegal"].tolist() == [True, False, False]
    strict = PandariumVectorEnv("leduc", 3, illegal="refuse")
    strict.reset(seed=1)
    with pytest.raises(PandariumError, match=r"action 0 is not legal in game 1"):
        strict.step(np.array([1, 0, 1]))


def test_moves_without_numbers_are_places_in_the_list_and_their_features_are_told():
    env = PandariumVectorEnv("pilfering", ROWS, 2, places=6, illegal="refuse")
    _, info = env.reset(seed=2)
    rng = np.random.default_rng(2)
    longer = 0
    for _ in range(30):
        counts = np.diff(info["starts"])
        longer += int((counts > 6).sum())
        assert info["action_mask"].sum(axis=1).tolist() == np.minimum(counts, 6).tolist()
        assert info["features"].shape == (info["starts"][-1], env.setup.game.features.length)
        _, _, _, _, info = env.step(drawn(info["action_mask"], rng))
    assert longer > 0, "some lists were longer than there are places"


def test_a_dictionary_has_the_mask_in_it():
    env = PandariumVectorEnv("leduc", 2, dict_obs=True)
    obs, info = env.reset(seed=1)
    assert env.observation_space.contains(obs)
    assert np.array_equal(obs["action_mask"], info["action_mask"])
    env.step(np.array([2, 2]))
    _, _, _, _, info = env.step(np.array([0, 1]))
    assert env.single_observation_space.contains(info["final_obs"][0])
    assert info["final_obs"][1] is None


def test_arrays_are_the_callers_own_or_not_copied():
    obs, _ = PandariumVectorEnv("leduc", 2).reset(seed=1)
    obs[:] = 0
    spared, info = PandariumVectorEnv("leduc", 2, copy=False).reset(seed=1)
    assert not spared.flags.writeable
    assert not info["action_mask"].flags.writeable


@pytest.mark.parametrize("opponents", [None, "greedy"])
def test_gymnasium_makes_it_by_its_id_and_its_wrappers_work(opponents):
    made = gymnasium.make_vec("pandarium/Leduc-v0", num_envs=4, opponents=opponents, reward="score")
    assert isinstance(made, PandariumVectorEnv if opponents is None else SyncVectorEnv)
    assert made.spec is not None
    env = RecordEpisodeStatistics(made)
    env.reset(seed=1)
    ended: list[float] = []
    for _ in range(30):
        _, _, terminated, _, info = env.step(env.action_space.sample())
        if terminated.any():
            assert (info["_final_obs"] == terminated).all()
            assert info["final_info"]["scores"].shape == (4, 2)
            ended += info["episode"]["r"][terminated].tolist()
    assert len(ended) > 10
    env.close()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"reward": "wins"}, "did you mean 'win'"),
        ({"illegal": "ignore"}, "there is no answer to an illegal action"),
        ({"places": 0}, "at least 1 move"),
        ({"seats": 7}, "takes 1 to 4 players, not 7"),
        ({"dict_obs": True}, "have no numbers"),
    ],
)
def test_mistakes_are_told_in_a_sentence(wrong, sentence):
    with pytest.raises(PandariumError, match=sentence):
        PandariumVectorEnv("pilfering", 2, **wrong)
