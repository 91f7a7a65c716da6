"""A batch spread over worker processes."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import pandarium
from learn.tables import GAMES
from pandarium.core.batch import Batch
from pandarium.core.errors import PandariumError
from pandarium.learn.workers import WorkerBatch

ROWS = 7
STEPS = 25


def drawn(batch: WorkerBatch, rng: np.random.Generator) -> np.ndarray:
    if batch.numbered:
        return (rng.random(batch.mask.shape) * batch.mask).argmax(axis=1)
    return (rng.random(batch.games) * batch.counts).astype(np.int64)


@pytest.mark.parametrize(
    ("name", "workers", "numbered"),
    [("leduc", 1, True), ("leduc", 3, True), ("leduc", 2, False), *((name, 2, True) for name in GAMES[1:])],
)
def test_rows_are_the_same_whatever_the_number_of_workers(name, workers, numbered):
    """The same as in one batch without any."""
    setup = pandarium.game(name).setup(2)
    numbered = numbered and setup.actions > 0
    with WorkerBatch(name, ROWS, 2, seed=4, workers=workers, numbered=numbered) as spread:
        plain = Batch(setup, ROWS, 4, numbered=numbered)
        rng = np.random.default_rng(1)
        ended = 0
        for _ in range(STEPS):
            assert spread.obs.tobytes() == bytes(plain.obs)
            assert spread.turns.tolist() == list(plain.turns)
            assert spread.counts.tolist() == np.diff(list(plain.starts)).tolist()
            assert spread.done.tolist() == list(plain.done)
            assert spread.scores.ravel().tolist() == list(plain.scores)
            assert spread.wins.ravel().tolist() == list(plain.wins)
            assert spread.last_obs[spread.done == 1].tobytes() == bytes(plain.last_obs())
            assert not numbered or spread.mask.tobytes() == bytes(plain.mask)
            ended += int(spread.done.sum())
            actions = drawn(spread, rng)
            spread.step(actions)
            plain.step(plain.choices(actions) if numbered else actions)
    assert ended > 0 or name != "leduc"


def test_an_illegal_action_is_refused_before_anything_is_played():
    with WorkerBatch("leduc", 4, seed=1) as batch:
        before = batch.obs.copy()
        with pytest.raises(PandariumError, match=r"actions\[2\]: 0 is not legal in game 2"):
            batch.step([1, 2, 0, 1])
        with pytest.raises(PandariumError, match=r"there are 4 games, and the actions have shape \(3,\)"):
            batch.step([1, 1, 1])
        assert np.array_equal(batch.obs, before)
        batch.step([1, 2, 1, 1])
    with pytest.raises(PandariumError, match="the workers have ended"):
        batch.step([1, 1, 1, 1])


def test_a_worker_that_dies_is_told_and_the_others_end():
    batch = WorkerBatch("leduc", 4, seed=1)
    team = [worker for worker, _ in batch._team]
    team[1].kill()
    team[1].join()
    with pytest.raises(PandariumError, match="a worker process was ended from outside"):
        batch.step([1, 1, 1, 1])
    assert not any(worker.is_alive() for worker in team)


@pytest.mark.parametrize("workers", [0, 5])
def test_every_worker_has_a_row(workers):
    with pytest.raises(PandariumError, match="1 to 4, a row at least for each"):
        WorkerBatch("leduc", 4, workers=workers)


def test_a_script_needs_no_guard_and_leaves_nobody_behind():
    script = (
        "from pandarium.learn.workers import WorkerBatch\n"
        "batch = WorkerBatch('leduc', 4, seed=1)\n"
        "batch.step([1, 1, 1, 1])\n"
        "print(batch.turns.tolist())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[1, 1, 1, 1]\n", "")
