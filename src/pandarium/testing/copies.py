"""A copy is a copy: whatever happens to it, the original stays."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.compare import difference, encode
from pandarium.testing.harness import Harness, Spot, check

STEPS = 12

WAYS: dict[str, Callable[[State], State]] = {
    "clone()": lambda state: state.clone(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "resample()": lambda state: state.resample(0, Rng(5)),
}


@check
def copies_are_independent(harness: Harness) -> str:
    """clone, copy, deepcopy and pickle give the same position; playing on any of them leaves the others alone."""
    copies = 0
    for spot in harness.spots():
        state = spot.again()
        before = encode(state.dump())
        for way, make in WAYS.items():
            other = make(state)
            if way != "resample()" and encode(other.dump()) != before:
                raise spot.fault(f"{way} gives another position: {difference(before, encode(other.dump()))}")
            _play_on(harness, spot, other)
            if (after := encode(state.dump())) != before:
                raise spot.fault(f"playing on what {way} gave changes the original: {difference(before, after)}")
            copies += 1
        other = state.clone()
        _play_on(harness, spot, state)
        if (after := encode(other.dump())) != before:
            raise spot.fault(f"playing on the original changes its clone: {difference(before, after)}")
    return f"{copies} copies played on"


def _play_on(harness: Harness, spot: Spot, state: State) -> None:
    rng = harness.rng(spot.seed, 2)
    for _ in range(STEPS):
        actors = state.actors()
        if not actors:
            return
        seat = actors[rng.below(len(actors))]
        moves = state.legal(seat)
        state.play(seat, moves[rng.below(len(moves))])
        state.observe(seat)
        state.view(seat)
