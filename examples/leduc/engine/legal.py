"""The one verifier, and the list of what it lets through."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.move_list import MoveList
from pandarium.games.leduc.engine.betting import fold_fault, raise_fault
from pandarium.games.leduc.engine.faults import FAULTS, FINE, GAME_OVER, NO_SUCH_MOVE, NOT_YOUR_TURN
from pandarium.games.leduc.engine.moves import CALL, FOLD, RAISE
from pandarium.games.leduc.engine.state import FOLDED, LeducState


def fault_of(state: LeducState, seat: i64, move: i64) -> i64:
    """The one verifier: why this move cannot be played now; FINE if it can."""
    if state.stage >= FOLDED:
        return GAME_OVER
    if seat != state.turn:
        return NOT_YOUR_TURN
    if move == FOLD:
        return fold_fault(state)
    if move == RAISE:
        return raise_fault(state)
    return FINE if move == CALL else NO_SUCH_MOVE


def refuse(fault: i64) -> IllegalMove | None:
    """The verifier's answer for people."""
    if fault == FINE:
        return None
    rule, name = FAULTS[fault]
    return IllegalMove(rule, Message(f"leduc.refusal.{name}"))


def list_moves(state: LeducState, seat: i64, moves: MoveList) -> None:
    """Every move that the verifier lets through."""
    if state.stage >= FOLDED or seat != state.turn:
        return
    if fold_fault(state) == FINE:
        moves.add(FOLD)
    moves.add(CALL)
    if raise_fault(state) == FINE:
        moves.add(RAISE)
