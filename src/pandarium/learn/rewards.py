"""Rewards: what the end of a game is worth to each seat. All moves before it are worth nothing."""

from __future__ import annotations

from typing import Final

from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.game import Game
from pandarium.learn.extras import missing

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as error:
    raise missing("learn", error) from None

REWARDS: Final = ("win", "score")


def check_reward(reward: str) -> str:
    """The same word, or PandariumError with those there are."""
    if reward not in REWARDS:
        raise PandariumError(unknown_name("reward", reward, REWARDS))
    return reward


def rewards_of(game: Game, reward: str, scores: ArrayLike, wins: ArrayLike) -> NDArray[np.float64]:
    """By seat, of one finished game or of many: [..., seats].

    "win": 1 for who won alone, 1/k for each of k who share it, 0 for who lost; where all play together, 1 or 0 for all.
    "score": the score as the rules count it.
    """
    if reward == "score":
        return np.asarray(scores, np.float64)
    won: NDArray[np.float64] = np.asarray(wins, np.float64)
    if game.meta.cooperative:
        return won
    shared: NDArray[np.float64] = won / np.maximum(won.sum(axis=-1, keepdims=True), 1)
    return shared
