"""Many games side by side: a step of a batch with observations and legal moves, random choices made with numpy."""

from __future__ import annotations

from collections.abc import Callable

from measure import Job

import pandarium
from pandarium.core.batch import Batch

GAMES = 1024
"""Side by side."""
TABLES = (("leduc", 2), ("royale", 2), ("pandante", 2), ("wildstyle", 2), ("wildstyle", 4), ("pilfering", 2))
NUMBERED = ("leduc", "royale", "pandante", "wildstyle")
"""Games whose moves have action numbers, and so a mask."""


def batch_jobs() -> list[Job]:
    """Every game in batches, and those with action numbers once more with their mask."""
    jobs = []
    for name, seats in TABLES:
        title = f"{pandarium.game(name).meta.title}, {seats} players"
        jobs.append(Job(f"batch {name} {seats}", "batch", title, "moves/s", stepper(name, seats), GAMES))
        if name in NUMBERED:
            masked = stepper(name, seats, numbered=True)
            jobs.append(Job(f"batch {name} {seats} mask", "batch", f"{title}, with a mask", "moves/s", masked, GAMES))
    return jobs


def stepper(name: str, seats: int, *, numbered: bool = False) -> Callable[[int], int]:
    """Random play in one batch that goes on from call to call."""
    import numpy as np

    batch = Batch(pandarium.game(name).setup(seats), GAMES, 1, numbered=numbered)
    drawn = np.random.default_rng(1).random((64, GAMES))

    def step(moves: int) -> int:
        calls = moves // GAMES + 1
        for call in range(calls):
            starts = np.frombuffer(batch.starts, np.int64)
            batch.step((drawn[call % 64] * (starts[1:] - starts[:-1])).astype(np.int64))
        return calls * GAMES

    return step
