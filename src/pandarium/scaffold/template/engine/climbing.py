"""A turn: climb or rest (BD-1 to BD-4). Each says what follows; CHOICE: the same player goes on."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from .events import RESTED, ROLLED
from .faults import CLIMB_FIRST, FINE
from .state import CHOICE, FACES, NEXT_TURN, REVEAL, SLIP, RaceState


def climb(state: RaceState, seat: i64, log: list[Any] | None) -> i64:
    """BD-2: that many steps more, or, on a 1, none of this turn's."""
    state.sealed += 1
    face = state.rng.die(FACES)
    state.rolls[seat][face - 1] += 1
    if log is not None:
        log.append((ROLLED, seat, face, state.steps))
    if face == SLIP:
        return NEXT_TURN
    state.steps += face
    return CHOICE


def rest_fault(state: RaceState) -> i64:
    """BD-3: who has not climbed has nothing to keep."""
    return CLIMB_FIRST if state.steps == 0 else FINE


def rest(state: RaceState, seat: i64, log: list[Any] | None) -> i64:
    """BD-3: the steps of this turn are safe."""
    state.heights[seat] += state.steps
    if log is not None:
        log.append((RESTED, seat, state.heights[seat]))
    return NEXT_TURN


def next_turn(state: RaceState) -> i64:
    """BD-3, BD-4: on to the left; a round with a panda at the top, or the last one, ends the game."""
    state.steps = 0
    state.turn = (state.turn + 1) % state.seats
    if state.turn != state.first:
        return CHOICE
    if max(state.heights) >= state.stalk.top or state.round == state.stalk.rounds:
        return REVEAL
    state.round += 1
    return CHOICE
