"""The one verifier, and the lists of what it lets through."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.games.royale.engine.dice import CODES, count_kinds, nth_kind, without_pink
from pandarium.games.royale.engine.drafting import take_fault
from pandarium.games.royale.engine.faults import (
    FAULTS,
    FINE,
    GAME_OVER,
    NO_SUCH_MOVE,
    NOT_IN_POOL,
    NOT_YOUR_TURN,
    THEY_HAVE_NONE,
)
from pandarium.games.royale.engine.moves import PASS, TAKE, TRADE, die_of, kind_of, other_of, take, trade
from pandarium.games.royale.engine.state import DRAFT_STEP, MOST_SEATS, OVER, RoyaleState
from pandarium.games.royale.engine.trading import pass_fault, trade_fault

TRADES: Final[list[Any]] = [trade(other, die) for other in range(MOST_SEATS) for die in range(16)]
"""All trades there are, by seat and die, ready made: lists of moves share these objects instead of making new ones."""


def fault_of(state: RoyaleState, seat: i64, move: i64) -> i64:
    """The one verifier: why this move cannot be played now; FINE if it can. `list_moves` lists what it lets through."""
    if state.step == OVER:
        return GAME_OVER
    if seat != state.turn:
        return NOT_YOUR_TURN
    kind = kind_of(move)
    if kind == TAKE and move == take(die_of(move)):
        return take_fault(state, die_of(move))
    if kind == TRADE and move == trade(other_of(move), die_of(move)):
        return trade_fault(state, seat, other_of(move), die_of(move))
    if move == PASS:
        return pass_fault(state)
    return NO_SUCH_MOVE


def refuse(fault: i64, move: i64) -> IllegalMove | None:
    """The verifier's answer for people."""
    if fault == FINE:
        return None
    rule, code = FAULTS[fault]
    if fault in (THEY_HAVE_NONE, NOT_IN_POOL):
        return IllegalMove(rule, Message(code, {"die": Message(f"royale.die.{CODES[die_of(move)]}")}))
    return IllegalMove(rule, Message(code))


def list_moves(state: RoyaleState, seat: int) -> list[int]:
    """Every move that the verifier lets through, each kind of die once."""
    moves: list[Any] = []
    if state.step == OVER or seat != state.turn:
        return moves
    if state.step == DRAFT_STEP:
        list_takes(state, moves)
        return moves
    moves.append(PASS)
    list_trades(state, seat, moves)
    return moves


def list_takes(state: RoyaleState, moves: list[Any]) -> None:
    """PR-11: every kind of die in the pool."""
    die: i64 = 0
    there: i64 = state.pool
    while there != 0:
        if there & 15 != 0 and take_fault(state, die) == FINE:
            moves.append(take(die))
        there >>= 4
        die += 1


def list_trades(state: RoyaleState, me: i64, moves: list[Any]) -> None:
    """PR-10: every kind of die that another player has, but pink."""
    other: i64 = 0
    while other < state.seats:
        if other != me:
            die: i64 = 0
            there: i64 = state.hands[other]
            while there != 0:
                if there & 15 != 0 and trade_fault(state, me, other, die) == FINE:
                    moves.append(TRADES[other * 16 + die])
                there >>= 4
                die += 1
        other += 1


def random_move(state: RoyaleState, rng: Rng) -> i64:
    """One of the legal moves of the player to act, each equally likely: counted, not listed."""
    if state.step == DRAFT_STEP:
        return take(nth_kind(state.pool, rng.below(count_kinds(state.pool))))
    choices: i64 = 1
    other: i64 = 0
    while other < state.seats:
        if other != state.turn:
            choices += count_kinds(without_pink(state.hands[other]))
        other += 1
    index = rng.below(choices)
    if index == 0:
        return PASS
    index -= 1
    other = 0
    while True:
        if other != state.turn:
            here = count_kinds(without_pink(state.hands[other]))
            if index < here:
                return trade(other, nth_kind(state.hands[other], index))
            index -= here
        other += 1
