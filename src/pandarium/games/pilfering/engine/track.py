"""The Escape Track: the markers, and the end of the game (PP-C8, PP-E2, PP-E9)."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from pandarium.games.pilfering.engine.events import ENDED, KEEPER_MOVED, PANDA_MOVED
from pandarium.games.pilfering.engine.state import CAUGHT, NO_DRAW, OVER, PilferingState


def move_panda(state: PilferingState, by: i64, why: i64, log: list[Any] | None) -> None:
    """The panda marker, forward."""
    state.panda += by
    if log is not None and by != 0:
        log.append((PANDA_MOVED, by, state.panda, why))


def move_keeper(state: PilferingState, by: i64, why: i64, log: list[Any] | None) -> None:
    """The keeper marker, forward or back."""
    state.keeper += by
    if log is not None and by != 0:
        log.append((KEEPER_MOVED, by, state.keeper, why))


def is_caught(state: PilferingState) -> bool:
    """PP-E2: whether the keeper has reached the pandas."""
    return state.keeper >= state.panda


def end_if_caught(state: PilferingState, log: list[Any] | None) -> bool:
    """PP-E2: caught loses at once."""
    if state.keeper < state.panda:
        return False
    finish(state, CAUGHT, log)
    return True


def finish(state: PilferingState, result: i64, log: list[Any] | None) -> None:
    """PP-E9: it is over."""
    state.step = OVER
    state.result = result
    state.drawing = NO_DRAW
    if log is not None:
        log.append((ENDED, result))
