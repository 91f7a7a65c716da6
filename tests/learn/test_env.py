"""One seat against bots, as Gymnasium asks for it."""

from __future__ import annotations

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pandarium
import pandarium.learn.registration
from learn.tables import GAMES, every_table
from pandarium.core.errors import PandariumError
from pandarium.learn.env import PandariumEnv
from pandarium.learn.registration import env_id

# What Gymnasium advises: a smaller range of numbers, a method to draw the game.
ADVICE = pytest.mark.filterwarnings("ignore:.*WARN.*:UserWarning")


@ADVICE
@pytest.mark.parametrize("dict_obs", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_finds_no_fault(name, dict_obs):
    check_env(gymnasium.make(env_id(name), dict_obs=dict_obs, places=300).unwrapped, skip_render_check=True)


@pytest.mark.parametrize(("name", "seats", "options"), every_table())
def test_every_table_can_be_played(name, seats, options):
    env = PandariumEnv(name, seats, options, illegal="refuse", dict_obs=True, places=200)
    rng = np.random.default_rng(4)
    obs, info = env.reset(seed=4)
    for _ in range(8):
        assert env.observation_space.contains(obs)
        legal = np.flatnonzero(info["action_mask"])
        assert len(legal) > 0
        assert (env.action_masks() == info["action_mask"]).all()
        obs, reward, over, truncated, info = env.step(rng.choice(legal))
        assert not truncated
        assert over or reward == 0
        if over:
            assert not info["action_mask"].any()
            assert len(info["scores"]) == seats
            obs, info = env.reset()


def test_whoever_learns_gets_its_own_reward_in_whichever_seat():
    env = PandariumEnv("leduc", reward="score", opponents="greedy")
    seats = set()
    for seed in range(30):
        _, info = env.reset(seed=seed)
        seats.add(info["seat"])
        over = False
        while not over:
            _, reward, over, _, info = env.step(1)
        assert reward == info["scores"][info["seat"]]
    assert seats == {0, 1}
    fixed = PandariumEnv("leduc", seat=1)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {1}


def test_it_can_begin_in_any_position():
    state = pandarium.game("leduc").start(2, seed=3)
    state.play(0, 3)
    before = state.dump()
    env = PandariumEnv("leduc", seat=1)
    obs, info = env.reset(options={"state": state})
    assert obs.tobytes() == state.observe(1)
    assert info["action_mask"].tolist() == [1, 1, 1]
    env.step(1)
    assert state.dump() == before, "the position is the caller's own"


def test_an_illegal_action_is_replaced_and_told_or_refused():
    env = PandariumEnv("leduc", seat=0)
    env.reset(seed=1)
    assert env.step(0)[4]["illegal"] is True
    strict = PandariumEnv("leduc", seat=0, illegal="refuse")
    strict.reset(seed=1)
    with pytest.raises(PandariumError, match="action 0 is not legal now; legal are 1, 2"):
        strict.step(0)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"opponents": "genius"}, "there is no Leduc Hold'em bot called 'genius'"),
        ({"opponents": ["greedy", "greedy"]}, "with 2 players there are 1 others, not 2"),
        ({"seat": 2}, "there are seats 0 to 1, not 2"),
    ],
)
def test_mistakes_are_told_in_a_sentence(wrong, sentence):
    with pytest.raises(PandariumError, match=sentence):
        PandariumEnv("leduc", **wrong)


def test_a_game_must_be_dealt_before_it_is_played():
    with pytest.raises(PandariumError, match=r"reset\(\) deals one"):
        PandariumEnv("leduc").step(1)


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("vector", "gymnasium", "learn"),
        ("env", "numpy", "learn"),
        ("pettingzoo_env", "pettingzoo", "learn"),
        ("openspiel", "pyspiel", "openspiel"),
        ("openspiel", "numpy", "openspiel"),
    ],
)
def test_what_is_not_installed_is_named(module, library, extra):
    script = (
        f"import sys; sys.modules[{library!r}] = None\n"
        f"from pandarium.core.errors import PandariumError\n"
        f"try:\n    import pandarium.learn.{module}\n"
        f"except PandariumError as error:\n    print(error)\n"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said == f"this part of Pandarium needs {library}: pip install 'pandarium[{extra}]'\n"


def test_nothing_heavy_is_loaded_unless_asked_for():
    script = (
        "import sys, pandarium, pandarium.learn; print(sorted({'numpy', 'gymnasium', 'pettingzoo'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[]\n"
