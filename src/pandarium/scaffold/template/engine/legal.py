"""The one verifier, and the list of what it lets through."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message

from .climbing import rest_fault
from .faults import FAULTS, FINE, GAME_OVER, NO_SUCH_MOVE, NOT_YOUR_TURN
from .moves import CLIMB, REST
from .state import RaceState


def fault_of(state: RaceState, seat: i64, move: i64) -> i64:
    """The one verifier: why this move cannot be played now; FINE if it can."""
    if state.over:
        return GAME_OVER
    if seat != state.turn:
        return NOT_YOUR_TURN
    if move == REST:
        return rest_fault(state)
    return FINE if move == CLIMB else NO_SUCH_MOVE


def refuse(fault: i64) -> IllegalMove | None:
    """The verifier's answer for people."""
    if fault == FINE:
        return None
    rule, name = FAULTS[fault]
    return IllegalMove(rule, Message(f"bamboodash.refusal.{name}"))


def list_moves(state: RaceState, seat: int) -> list[int]:
    """Every move that the verifier lets through."""
    return [move for move in (CLIMB, REST) if fault_of(state, seat, move) == FINE]
