"""One seat of a game as a Gymnasium environment: whoever learns plays against bots."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from pandarium.bots import make
from pandarium.core.bot import Bot, ask
from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.game import MAX_SEED
from pandarium.core.meta import OptionValue
from pandarium.core.state import Setup, State
from pandarium.learn.actions import PLACES, Actions, checked_setup, observed
from pandarium.learn.episode import Episode
from pandarium.learn.extras import missing
from pandarium.learn.rewards import check_reward, rewards_of

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from numpy.typing import NDArray
except ImportError as error:
    raise missing("learn", error) from None

ILLEGAL: Final = ("random", "refuse")
Observation = NDArray[np.uint8] | dict[str, NDArray[Any]]


class PandariumEnv(gymnasium.Env[Observation, np.int64]):
    """A seat at a table of bots.

    Observations are the bytes that `game.observation` names (`dict_obs`: with "action_mask", and where moves have no
    numbers with "moves", their features). `info` has the same mask, the seat, and at the end everybody's scores and
    wins. The reward comes with the last move of a game. An action that is not legal is answered by `illegal`: "random"
    plays any legal move, each equally likely, and says so in `info["illegal"]`; "refuse" raises PandariumError.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - Gymnasium's own attribute

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        content: Mapping[str, Any] | str | Path | None = None,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "win",
        illegal: str = "random",
        dict_obs: bool = False,
        places: int = PLACES,
        render_mode: str | None = None,
    ) -> None:
        """`opponents` is a level of the game's bots, or one for each of the other seats, clockwise from the own one.

        `seat` is the own one; None: another one every game, drawn.
        """
        self.setup: Setup = checked_setup(game, seats, options, content)
        self.actions = Actions(self.setup, places)
        self.reward = check_reward(reward)
        self.illegal = check_illegal(illegal)
        self.dict_obs = dict_obs
        self.render_mode = render_mode
        self._fixed_seat = seat
        if seat is not None and not 0 <= seat < self.setup.seats:
            raise PandariumError(f"seat: there are seats 0 to {self.setup.seats - 1}, not {seat}")
        self._bots = _make_bots(self.setup, opponents)
        self.observation_space = observation_space(self.actions, dict_obs)
        self.action_space = Discrete(self.actions.size)
        self.seat = 0
        """The own seat in this game."""
        self._episode: Episode | None = None
        self._legal: dict[int, int] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game. `options={"state": state}` goes on from a position instead."""
        super().reset(seed=seed)
        state: State | None = (options or {}).get("state")
        drawn = int(self.np_random.integers(self.setup.seats))
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        self._episode = Episode(self.setup, int(self.np_random.integers(MAX_SEED)), state)
        self._let_bots_play(self._episode)
        return self._observation(self._episode), self._info(self._episode)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a move, and let the others play until it is this seat's turn again or the game is over."""
        episode = self._episode
        if episode is None or episode.over:
            raise PandariumError("the game is over, or none was dealt yet: reset() deals one")
        move = self._legal.get(int(action))
        legal = move is not None
        if move is None:
            if self.illegal == "refuse":
                raise illegal_action(int(action), self._legal)
            move = list(self._legal.values())[int(self.np_random.integers(len(self._legal)))]
        episode.play(self.seat, move)
        self._let_bots_play(episode)
        info = self._info(episode)
        info["illegal"] = not legal
        return self._observation(episode), self._reward(episode), episode.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as MaskablePPO of sb3-contrib asks for them."""
        return self.actions.mask(self._legal).astype(np.bool_)

    def _let_bots_play(self, episode: Episode) -> None:
        while not episode.over:
            asked = episode.asked()
            if asked == self.seat:
                break
            bot = self._bots[(asked - self.seat - 1) % self.setup.seats]
            episode.play(asked, ask(bot, episode.position_for(asked), asked, episode.chance))
        self._legal = {} if episode.over else self.actions.legal(episode.state, self.seat)

    def _observation(self, episode: Episode) -> Observation:
        state = episode.position_for(self.seat)
        seen = observed(state, self.seat)
        if not self.dict_obs:
            return seen
        found: dict[str, NDArray[Any]] = {"observation": seen, "action_mask": self.actions.mask(self._legal)}
        if not self.actions.numbered:
            found["moves"] = self.actions.features(state, self.seat, list(self._legal.values()))
        return found

    def _info(self, episode: Episode) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.actions.mask(self._legal), "seat": self.seat}
        if not self.actions.numbered and not self.dict_obs:
            state = episode.position_for(self.seat)
            info["moves"] = self.actions.features(state, self.seat, list(self._legal.values()))
        outcome = episode.state.outcome()
        if outcome is not None:
            info["scores"] = np.array(outcome.scores, np.int64)
            info["wins"] = won(outcome.winners, int(self.setup.seats))
        return info

    def _reward(self, episode: Episode) -> float:
        outcome = episode.state.outcome()
        if outcome is None:
            return 0.0
        wins = won(outcome.winners, int(self.setup.seats))
        return float(rewards_of(self.setup.game, self.reward, outcome.scores, wins)[self.seat])


def observation_space(actions: Actions, dict_obs: bool, size: int | None = None) -> Space[Any]:
    """What one seat is told: bytes, or a dictionary of them with the mask."""
    length = int(actions.setup.game.observation.length)
    seen = Box(0, 255, (length,), np.uint8)
    if not dict_obs:
        return seen
    parts: dict[str, Space[Any]] = {
        "observation": seen,
        "action_mask": Box(0, 1, (actions.size if size is None else size,), np.int8),
    }
    if not actions.numbered:
        parts["moves"] = Box(0, 255, (actions.size, actions.feature_length), np.uint8)
    return Dict(parts)


def won(winners: Sequence[int], seats: int) -> NDArray[np.uint8]:
    """1 for every winner, by seat."""
    wins = np.zeros(seats, np.uint8)
    wins[list(winners)] = 1
    return wins


def check_illegal(illegal: str) -> str:
    """The same word, or PandariumError with those there are."""
    if illegal not in ILLEGAL:
        raise PandariumError(unknown_name("answer to an illegal action", illegal, ILLEGAL))
    return illegal


def illegal_action(action: int, legal: Mapping[int, int]) -> PandariumError:
    """The error for an action that is not legal."""
    some = ", ".join(str(number) for number in sorted(legal)[:12])
    return PandariumError(f"action {action} is not legal now; legal are {some}{', …' if len(legal) > 12 else ''}")


def new_seed() -> int:
    """A seed that nobody has chosen."""
    return secrets.randbelow(MAX_SEED)


def _make_bots(setup: Setup, opponents: str | Sequence[str]) -> list[Bot]:
    """A bot for each of the other seats."""
    others = int(setup.seats) - 1
    levels = [opponents] * others if isinstance(opponents, str) else list(opponents)
    if len(levels) != others:
        raise PandariumError(f"opponents: with {setup.seats} players there are {others} others, not {len(levels)}")
    return [make(setup.game, level) for level in levels]
