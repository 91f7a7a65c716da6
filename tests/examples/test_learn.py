"""The example that trains a network."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import pandarium
from pandarium.bots import make
from pandarium.core.bot import ask
from pandarium.core.rng import Rng

torch = pytest.importorskip("torch", reason="PyTorch is not installed: the example that trains a network is not tried")
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "learn"))
from measure import measure_for
from plot import plot
from self_play import Rollout
from train import train


def test_rewards_reach_the_last_decision_of_every_seat():
    """Two seats in turn; the game ends with the third move, which seat 0 makes, and seat 1 wins 1 from seat 0."""
    values = torch.tensor([[0.5], [0.25], [0.0], [0.125]])
    nothing = torch.zeros(4, 1)
    rewards = np.zeros((4, 1, 2), np.float32)
    rewards[2, 0] = (-1, 1)
    rollout = Rollout(
        nothing,
        nothing,
        nothing,
        nothing,
        values,
        seats=np.array([[0], [1], [0], [0]]),
        done=np.array([[False], [False], [True], [False]]),
        rewards=rewards,
        last_seats=np.array([1]),
        last_values=np.array([0.75], np.float32),
    )
    gains, returns = rollout.advantages(discount=1.0, smoothing=0.5)
    assert gains[2, 0] == -1.0  # the last decision before the end
    assert gains[1, 0] == 1.0 - 0.25  # the other's: the reward comes with a move that is not its own
    assert gains[0, 0] == (0.0 - 0.5) + 0.5 * -1.0
    assert np.isnan(gains[3, 0])  # the window ends before seat 0 decides again
    assert returns[1, 0] == 1.0


def test_what_was_trained_plays(tmp_path):
    game = pandarium.game("leduc")
    measure, caption = measure_for(game, None)
    curve = train(game, 0.01, 1, measure, tmp_path / "leduc.net")
    assert curve[0][1]["exploitability"] == pytest.approx(2.37, abs=0.05)  # begins at random
    plot(curve, "Leduc", caption, tmp_path / "leduc.svg")
    assert "minutes of training" in (tmp_path / "leduc.svg").read_text("utf-8")
    state = game.start(2, seed=1)
    assert ask(make(game, f"net:{tmp_path / 'leduc.net'}"), state, 0, Rng(1)) in state.legal(0)
