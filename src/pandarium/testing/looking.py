"""Looking does not touch: whoever only asks changes nothing, and may ask while others do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.testing.compare import difference, encode
from pandarium.testing.harness import Harness, Spot, check
from pandarium.testing.legality import wild_moves

THREADS = 4
SPOTS = 3
"""Positions of every game that are looked at from several threads."""
WILD = 16
"""Numbers tried as moves, for every seat."""
SWITCH_SECONDS = 1e-6
"""Python changes threads this often, so that they meet in the middle of everything."""


@check
def looking_does_not_touch(harness: Harness) -> str:
    """view, legal, refusal, observe, resample and dump leave the state as it was, and answer the same at any time."""
    looks = 0
    for spot in harness.spots(SPOTS):
        state = spot.again()
        before = encode(state.dump())
        first = answers(harness, spot, state)
        for question, answer in answers(harness, spot, state).items():
            if answer != first[question]:
                raise spot.fault(
                    f"{question} answers otherwise when asked again: {_difference(first[question], answer)}"
                )
        if (after := encode(state.dump())) != before:
            raise spot.fault(f"looking changes the position: {difference(before, after)}")
        for question, answer in _answers_of_threads(harness, spot, state):
            if answer != first[question]:
                raise spot.fault(
                    f"{question} answers otherwise while others look: {_difference(first[question], answer)}"
                )
        if (after := encode(state.dump())) != before:
            raise spot.fault(f"looking from several threads changes the position: {difference(before, after)}")
        looks += len(first)
    return f"{looks} questions, asked from {THREADS} threads at once"


def answers(harness: Harness, spot: Spot, state: State) -> dict[str, bytes]:
    """Everything that can be asked of a state without playing, with the answers."""
    found: dict[str, bytes] = {"dump()": encode(state.dump())}
    for viewer in spot.viewers():
        found[f"view({viewer})"] = encode(state.view(viewer))
        found[f"resample({viewer})"] = encode(state.resample(viewer, Rng(5)).dump())
        if viewer is None:
            continue
        legal = state.legal(viewer)
        found[f"legal({viewer})"] = encode(legal)
        found[f"observe({viewer})"] = state.observe(viewer)
        for move in [*legal[:WILD], *wild_moves(legal, WILD, harness.rng(spot.seed, viewer))]:
            if 0 <= move < 2**62:
                found[f"refusal({viewer}, {move})"] = str(state.refusal(viewer, move)).encode()
    return found


def _answers_of_threads(harness: Harness, spot: Spot, state: State) -> Iterator[tuple[str, bytes]]:
    with _hasty_switches(), ThreadPoolExecutor(THREADS) as pool:
        asked = [pool.submit(answers, harness, spot, state) for _ in range(THREADS)]
        for future in asked:
            yield from future.result().items()


@contextmanager
def _hasty_switches() -> Iterator[None]:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


def _difference(one: bytes, other: bytes) -> str:
    try:
        return difference(one, other)
    except ValueError:  # observations and refusals are no JSON
        return f"{one!r} and {other!r}"
