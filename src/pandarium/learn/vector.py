"""Many games side by side as a Gymnasium vector environment, over the compiled `Batch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pandarium.core.batch import Batch
from pandarium.core.errors import PandariumError
from pandarium.core.game import MAX_SEED
from pandarium.core.meta import OptionValue
from pandarium.core.state import Setup
from pandarium.learn.actions import PLACES, Actions, checked_setup
from pandarium.learn.buffers import byte_array, int_array
from pandarium.learn.env import PandariumEnv, check_illegal, observation_space
from pandarium.learn.extras import missing
from pandarium.learn.rewards import check_reward, rewards_of

try:
    import numpy as np
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ImportError as error:
    raise missing("learn", error) from None

Observations = NDArray[np.uint8] | dict[str, NDArray[Any]]
Info = dict[str, Any]


def vector_env(
    game: str,
    num_envs: int = 1,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    content: Mapping[str, Any] | str | Path | None = None,
    *,
    opponents: str | Sequence[str] | None = None,
    **more: Any,
) -> VectorEnv[Any, Any, Any]:
    """Games side by side: of self-play (`PandariumVectorEnv`), or with bots in all other seats (`PandariumEnv`).

    Both take `reward`, `illegal`, `dict_obs` and `places`; with opponents there is `seat`, too.
    """
    if opponents is None:
        return PandariumVectorEnv(game, num_envs, seats, options, content, **more)
    one = partial(PandariumEnv, game, seats, options, content, opponents=opponents, **more)
    return SyncVectorEnv([one] * num_envs, autoreset_mode=AutoresetMode.SAME_STEP)


class PandariumVectorEnv(VectorEnv[Any, Any, Any]):
    """Self-play: in every game, step after step, whoever is to act is asked; `info["seat"]` says who.

    A reward belongs to the seat that has just moved. What a finished game is worth to everybody stands in
    `info["rewards"]` ([games, seats], zeros in games that go on), since who does not make the last move gets it there.
    A game that ends begins again in the same step. Then `info["final_obs"]` has the last position as who moved last
    knows it, and `info["final_info"]` everybody's scores and wins.
    Where moves have no numbers, `info["features"]` describes the listed ones of all games, one after another, and
    those of game i begin at `info["starts"][i]`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        content: Mapping[str, Any] | str | Path | None = None,
        *,
        reward: str = "win",
        illegal: str = "random",
        dict_obs: bool = False,
        places: int = PLACES,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """`copy=False` gives arrays that cannot be written to, and spares a copy of them."""
        self.setup: Setup = checked_setup(game, seats, options, content)
        self.actions = Actions(self.setup, places)
        self.reward = check_reward(reward)
        self.illegal = check_illegal(illegal)
        self.dict_obs = dict_obs and self.actions.numbered
        if dict_obs and not self.actions.numbered:
            title = self.setup.game.meta.title
            raise PandariumError(f"dict_obs: the moves of {title} have no numbers, and `info` tells what they are")
        self.copy = copy
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.actions, self.dict_obs)
        self.single_action_space = Discrete(self.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = self._deal(0)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observations, Info]:
        """Deal all games anew; row r of a seed always plays the same games (see `Batch`)."""
        if seed is not None:
            self._np_random, self._np_random_seed = None, None
        super().reset(seed=seed)
        self.batch = self._deal(int(self.np_random.integers(MAX_SEED)) if seed is None else seed)
        return self._observations(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play in every game the action of the seat that is asked there."""
        wanted = np.ascontiguousarray(actions, np.int64)
        movers = self._movers()
        chosen, illegal = self._choices(wanted)
        self.batch.step(chosen)
        done = byte_array(self.batch.done).astype(np.bool_)
        info = self._info()
        info["illegal"] = illegal
        rewards = np.zeros((self.num_envs, int(self.setup.seats)))
        if done.any():
            rewards[done] = self._finish(done, info)
        info["rewards"] = rewards
        own = rewards[np.arange(self.num_envs), movers]
        return self._observations(), own, done, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> NDArray[np.bool_]:
        """[games, actions]: what is legal now, as MaskablePPO of sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def _deal(self, seed: int) -> Batch:
        numbered = self.actions.numbered
        return Batch(self.setup, self.num_envs, seed, numbered=numbered, featured=not numbered)

    def _movers(self) -> NDArray[np.int64]:
        return int_array(self.batch.turns)

    def _counts(self) -> NDArray[np.int64]:
        """How many moves are legal in each game."""
        return np.diff(int_array(self.batch.starts))

    def _choices(self, wanted: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Places in the lists of legal moves, and which of the actions were not legal."""
        offered = np.minimum(self._counts(), self.actions.size)
        if self.actions.numbered:
            chosen = np.array(int_array(self.batch.choices(wanted)))
            illegal = chosen < 0
        else:
            chosen = wanted.copy()
            illegal = (chosen < 0) | (chosen >= offered)
        if illegal.any():
            if self.illegal == "refuse":
                which = int(np.flatnonzero(illegal)[0])
                raise PandariumError(f"action {wanted[which]} is not legal in game {which}: see info['action_mask']")
            chosen[illegal] = self.np_random.integers(offered[illegal])
        return chosen, illegal

    def _mask(self) -> NDArray[np.int8]:
        if self.actions.numbered:
            return self._array(byte_array(self.batch.mask).view(np.int8)).reshape(self.num_envs, -1)
        return (np.arange(self.actions.size) < self._counts()[:, None]).astype(np.int8)

    def _observations(self) -> Observations:
        seen = self._array(byte_array(self.batch.obs)).reshape(self.num_envs, -1)
        return {"observation": seen, "action_mask": self._mask()} if self.dict_obs else seen

    def _info(self) -> Info:
        info: Info = {"seat": self._array(self._movers())}
        info["action_mask"] = self._mask()
        if not self.actions.numbered:
            features = byte_array(self.batch.features)
            info["features"] = self._array(features).reshape(-1, self.actions.feature_length)
            info["starts"] = self._array(int_array(self.batch.starts))
        return info

    def _finish(self, done: NDArray[np.bool_], info: Info) -> NDArray[np.float64]:
        """What is told of the games that ended, in the shape that Gymnasium gives it; and what they were worth."""
        seats = int(self.setup.seats)
        scores = int_array(self.batch.scores).reshape(-1, seats)
        wins = byte_array(self.batch.wins).reshape(-1, seats)
        last = byte_array(self.batch.last_obs()).reshape(int(done.sum()), -1)
        final = np.full(self.num_envs, None, object)
        for row, seen in zip(np.flatnonzero(done), last, strict=True):
            nothing = np.zeros(self.actions.size, np.int8)
            final[row] = {"observation": seen, "action_mask": nothing} if self.dict_obs else seen
        info["final_obs"], info["_final_obs"] = final, done.copy()
        movers = np.zeros(self.num_envs, np.int64)
        movers[done] = int_array(self.batch.last_turns)
        told = {"scores": scores.copy(), "wins": wins.copy(), "seat": movers}
        info["final_info"] = told | {f"_{name}": done.copy() for name in told}
        info["_final_info"] = done.copy()
        return rewards_of(self.setup.game, self.reward, scores[done], wins[done])

    def _array(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array
