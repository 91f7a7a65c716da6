"""What worker processes gain: steps a second of one batch, and of the same games in several processes, in turns.

    make compile && PYTHONPATH=build/compiled .venv/bin/python bench/workers.py pandante 2

Time on the wall counts here, so the machine must have as many idle cores as there are workers.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median

import numpy as np

import pandarium
from pandarium.core.batch import Batch
from pandarium.learn.workers import WorkerBatch

GAMES = 8192
SECONDS = 2.0
REPETITIONS = 5


def rate(step: Callable[[], None]) -> float:
    """Moves a second."""
    played = 0
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < SECONDS:
        step()
        played += GAMES
    return played / spent


def compare(name: str, workers: int, seats: int = 2) -> tuple[float, float]:
    """Moves a second of one process and of several: medians."""
    setup = pandarium.game(name).setup(seats)
    batch = Batch(setup, GAMES, 1)
    rates: tuple[list[float], list[float]] = ([], [])
    rng = np.random.default_rng(1)
    drawn = [rng.random(GAMES) for _ in range(64)]
    call = 0

    def alone() -> None:
        nonlocal call
        call += 1
        starts = np.frombuffer(batch.starts, np.int64)  # type: ignore[call-overload]
        batch.step((drawn[call % 64] * np.diff(starts)).astype(np.int64))

    with WorkerBatch(name, GAMES, seats, seed=1, workers=workers, numbered=False) as team:

        def together() -> None:
            nonlocal call
            call += 1
            team.step((drawn[call % 64] * team.counts).astype(np.int64))

        for _ in range(REPETITIONS):
            rates[0].append(rate(alone))
            rates[1].append(rate(together))
    return median(rates[0]), median(rates[1])


def main() -> None:
    """The games and the number of workers that the command names."""
    workers = int(sys.argv[-1]) if sys.argv[-1].isdigit() else 2
    for name in [word for word in sys.argv[1:] if not word.isdigit()] or ["pandante", "royale", "wildstyle"]:
        one, several = compare(name, workers)
        print(f"{name}: {one:,.0f} moves/s in one process, {several:,.0f} in {workers}: {several / one:.2f} ×")


if __name__ == "__main__":
    main()
