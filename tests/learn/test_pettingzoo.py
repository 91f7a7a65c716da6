"""Several agents, one after another or all at once, as PettingZoo asks for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import pandarium
import pandarium.learn.registration
from learn.tables import GAMES, every_table
from pandarium.core.errors import PandariumError
from pandarium.core.rng import Rng
from pandarium.learn.pettingzoo_env import GameParallelEnv, env, parallel_env, raw_env
from pandarium.learn.registration import env_id

CYCLES = 6
PLACES = 200

pytestmark = [
    # PettingZoo's advice: it knows by name which environments may have dictionaries as observations.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Environment has not defined a render"),
    # What is asked of an agent whose game is over; that nobody else has such a mask is tested below.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize(("name", "seats", "options"), every_table())
def test_pettingzoo_finds_no_fault(name, seats, options, capsys):
    def one() -> Any:
        return env(name, seats, options=options, places=PLACES)

    def all_at_once() -> Any:
        return parallel_env(name, seats, options=options, places=PLACES)

    api_test(one(), CYCLES)
    seed_test(one, CYCLES)
    parallel_api_test(all_at_once(), CYCLES)
    parallel_seed_test(all_at_once, CYCLES)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_knows_them_by_their_ids(name):
    assert pettingzoo.make("aec", env_id(name)).unwrapped.table.setup.game.meta.name == name
    assert isinstance(pettingzoo.make("parallel", env_id(name)), GameParallelEnv)


@pytest.mark.parametrize(("name", "seats", "options"), every_table())
def test_whoever_is_asked_can_act_and_nobody_else(name, seats, options):
    game = raw_env(name, seats, options, places=PLACES)
    game.reset(seed=5)
    rng = np.random.default_rng(5)
    for _ in range(12):
        if any(game.terminations.values()):
            break
        masks = {agent: game.observe(agent)["action_mask"] for agent in game.agents}
        assert [agent for agent in game.agents if masks[agent].any()] == [game.agent_selection]
        game.step(rng.choice(np.flatnonzero(masks[game.agent_selection])))
    both = parallel_env(name, seats, options=options, places=PLACES, illegal="refuse")
    told, _ = both.reset(seed=5)
    for _ in range(12):
        actors = both.table.episode.actors()
        for agent in both.agents:
            mask = told[agent]["action_mask"]
            assert mask.any()
            assert mask[-1] == (both.table.seat_of[agent] not in actors)
            assert mask[-1] == 0 or mask.sum() == 1
        told, *_ = both.step({agent: rng.choice(np.flatnonzero(told[agent]["action_mask"])) for agent in told})
        if not both.agents:
            break


@pytest.mark.parametrize("reward", ["win", "score"])
@pytest.mark.parametrize("name", ["leduc", "royale"])
def test_everybody_gets_their_reward_at_the_end(name, reward):
    game = env(name, reward=reward)
    game.reset(seed=1)
    rewards = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, given, over, _, info = game.last()
        rewards[agent] += given
        game.step(None if over else int(np.flatnonzero(seen["action_mask"])[0]))
        final = info
    outcome = game.unwrapped.table.episode.state.outcome()
    assert final == {"scores": list(outcome.scores), "wins": [int(seat in outcome.winners) for seat in range(2)]}
    assert sum(rewards.values()) == pytest.approx(1.0 if reward == "win" else sum(outcome.scores))


def test_an_illegal_action_ends_the_game_as_in_pettingzoos_own_or_is_refused():
    wrapped = env("leduc")
    wrapped.reset(seed=1)
    first = wrapped.agent_selection
    wrapped.step(0)
    assert wrapped.terminations[first]
    assert wrapped.rewards[first] == -1
    bare = raw_env("leduc")
    bare.reset(seed=1)
    with pytest.raises(PandariumError, match="action 0 is not legal now; legal are 1, 2"):
        bare.step(0)
    both = parallel_env("leduc", illegal="refuse")
    both.reset(seed=1)
    with pytest.raises(PandariumError, match="action 0 is not legal now"):
        both.step({"player_0": 0, "player_1": 3})
    with pytest.raises(PandariumError, match="player_0 is to act, and there is no action of it"):
        both.step({"player_1": 3})


def showdown(seats: int) -> Any:
    """A position of Pandánte in which several choose at once."""
    rng = Rng(7)
    for seed in range(200):
        state = pandarium.game("pandante").start(seats, seed=seed)
        while actors := state.actors():
            if len(actors) > 1 and all(len(state.legal(seat)) > 1 for seat in actors):
                return state
            moves = state.legal(actors[0])
            state.play(actors[0], moves[rng.below(len(moves))])
    raise AssertionError("no showdown found")


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_who_chooses_at_once_is_not_shown_what_others_have_chosen_nor_whether(seats):
    state = showdown(seats)
    choosers = sorted(state.actors())
    told: dict[str, set[bytes]] = {f"player_{seat}": set() for seat in range(seats) if seat != choosers[0]}
    for action in [None, *state.legal(choosers[0])]:
        game = raw_env("pandante", seats)
        game.reset(seed=1, options={"state": state})
        assert game.agent_selection == f"player_{choosers[0]}", "by seat, so that the order tells nothing"
        if action is not None:
            legal = game.table.actions.legal(state, choosers[0])
            game.step(next(number for number, move in legal.items() if move == action))
            assert game.agent_selection == f"player_{choosers[1]}"
        for agent, seen in told.items():
            seen.add(game.observe(agent)["observation"].tobytes())
    assert {agent: len(seen) for agent, seen in told.items()} == dict.fromkeys(told, 1)


def test_choices_of_one_phase_are_played_together():
    state = showdown(3)
    choosers = sorted(state.actors())
    game = parallel_env("pandante", 3)
    told, _ = game.reset(seed=1, options={"state": state})
    actions = {agent: int(np.flatnonzero(told[agent]["action_mask"])[0]) for agent in told}
    game.step(actions)
    expected = state.clone()
    for seat in choosers:
        expected.play(seat, game.table.actions.legal(state, seat)[actions[f"player_{seat}"]])
    assert game.table.episode.state.dump() == expected.dump()


def test_in_real_time_who_comes_too_late_has_lost_the_move_and_is_asked_again():
    late: set[str] = set()
    rng = np.random.default_rng(3)
    for seed in range(6):
        game = parallel_env("wildstyle", 4)
        told, _ = game.reset(seed=seed)
        while game.agents:
            before = game.table.episode.state.clone()
            actions = {agent: rng.choice(np.flatnonzero(told[agent]["action_mask"])) for agent in told}
            told, _, _, _, infos = game.step(actions)
            for agent in game.agents:
                if infos[agent].get("too_late"):
                    late.add(agent)
                    assert len(before.actors()) > 1
                    assert told[agent]["action_mask"].any()
    assert late == {f"player_{seat}" for seat in range(4)}
