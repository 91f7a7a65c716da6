"""Rollout: what networks decided at many tables for a while, and how well each decision turned out.

A seat's next decision may be several steps away, and its reward may come from somebody else's move: gains go from a
decision of a seat to the next one of the same seat in the same game (GAE by seat).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pandarium.learn.encoding import Encoder
from pandarium.learn.extras import missing
from pandarium.learn.training.policy import Floats, Layers, Samples, draw, forward, log_shares
from pandarium.learn.training.tables import Ended, Tables

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as error:
    raise missing("train", error) from None

LEARNER = 0
"""The network that learns; others are opponents."""


class Rollout(NamedTuple):
    """Decisions, [steps, tables] each."""

    inputs: Floats
    masks: npt.NDArray[np.bool_]
    actions: npt.NDArray[np.int64]
    log_probs: Floats
    values: Floats
    seats: npt.NDArray[np.int64]
    learns: npt.NDArray[np.bool_]
    """Whether it is the learner's decision."""
    done: npt.NDArray[np.bool_]
    """Whether the game ended with it,"""
    rewards: Floats
    """[steps, tables, seats]: and then what everybody got."""
    last_seats: npt.NDArray[np.int64]
    last_values: Floats
    ended: list[Ended]

    def samples(self, smoothing: float) -> Samples:
        """The learner's decisions, as far as the window lets one tell how they turned out."""
        gains = self.gains(smoothing)
        known = np.isfinite(gains) & self.learns
        gained = gains[known]
        return Samples(
            self.inputs[known],
            self.masks[known],
            self.actions[known],
            self.log_probs[known],
            gained,
            gained + self.values[known],
        )

    def gains(self, smoothing: float) -> Floats:
        """How much better each decision turned out than expected; nan where the window ends before one can tell."""
        steps, tables, seats = self.rewards.shape
        rows = np.arange(tables)
        next_value = np.full((tables, seats), np.nan, np.float32)
        next_value[rows, self.last_seats] = self.last_values
        next_gain = np.zeros((tables, seats), np.float32)
        coming = np.zeros((tables, seats), np.float32)
        found = np.empty((steps, tables), np.float32)
        for step in reversed(range(steps)):
            ended = self.done[step]
            next_value[ended], next_gain[ended] = 0, 0
            coming[ended] = self.rewards[step][ended]
            seat = self.seats[step]
            gain = coming[rows, seat] + next_value[rows, seat] - self.values[step]
            gain = gain + smoothing * next_gain[rows, seat]
            found[step] = gain
            next_value[rows, seat] = self.values[step]
            next_gain[rows, seat] = np.nan_to_num(gain)
            coming[rows, seat] = 0
        return found


def reward(ended: Ended, seats: int) -> Floats:
    """What everybody got: how much more than a fair share, twice, so that two players play for 1 and -1."""
    found = np.zeros(seats, np.float32)
    fair = 1 / len(ended.shares)
    found[: len(ended.shares)] = [2 * (share - fair) for share in ended.shares]
    return found


def collect(
    tables: Tables, encode: Encoder, networks: Sequence[Layers], steps: int, seats: int, chance: np.random.Generator
) -> Rollout:
    """Play on for that many steps; network 0 learns."""
    rows = len(tables.tables)
    inputs = np.empty((steps, rows, encode.width), np.float32)
    masks = np.empty((steps, rows, tables.abstraction.size), bool)
    actions, turns = np.empty((steps, rows), np.int64), np.empty((steps, rows), np.int64)
    log_probs, values = np.empty((steps, rows), np.float32), np.empty((steps, rows), np.float32)
    learns, done = np.empty((steps, rows), bool), np.zeros((steps, rows), bool)
    rewards = np.zeros((steps, rows, seats), np.float32)
    everybody: list[Ended] = []
    for step in range(steps):
        turns[step], masks[step] = tables.turns, tables.masks
        learns[step] = tables.networks == LEARNER
        inputs[step] = encode(tables.inputs)
        actions[step], log_probs[step], values[step] = decide(inputs[step], tables, networks, chance)
        for row, ended in tables.step(actions[step]).items():
            done[step, row] = True
            rewards[step, row] = reward(ended, seats)
            everybody.append(ended)
    last = forward(networks[LEARNER], encode(tables.inputs))[:, -1]
    return Rollout(
        inputs, masks, actions, log_probs, values, turns, learns, done, rewards, tables.turns, last, everybody
    )


def decide(
    inputs: Floats, tables: Tables, networks: Sequence[Layers], chance: np.random.Generator
) -> tuple[npt.NDArray[np.int64], Floats, Floats]:
    """For every table the option that its network draws, the logarithm of its share, and the value."""
    outputs = forward(networks[LEARNER], inputs)
    for number, layers in enumerate(networks):
        rows = np.flatnonzero(tables.networks == number)
        if number != LEARNER and len(rows):
            outputs[rows] = forward(layers, inputs[rows])
    shares = log_shares(outputs[:, :-1], tables.masks)
    actions = draw(shares, chance)
    return actions, np.take_along_axis(shares, actions[:, None], 1)[:, 0], outputs[:, -1]
