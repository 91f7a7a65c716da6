"""The one verifier, and the lists of what it lets through."""

from __future__ import annotations

from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.move_list import MoveList
from pandarium.core.rng import Rng
from pandarium.games.royale.engine.dice import CODES, count_kinds, first_kind, nth_kind, one_of_each, without_pink
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
from pandarium.games.royale.engine.state import DRAFT_STEP, OVER, RoyaleState
from pandarium.games.royale.engine.trading import offer_fault, pass_fault, trade_fault


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


def list_moves(state: RoyaleState, seat: i64, moves: MoveList) -> None:
    """Every move that the verifier lets through, each kind of die once."""
    if state.step == OVER or seat != state.turn:
        return
    if state.step == DRAFT_STEP:
        list_takes(state, moves)
        return
    moves.add(PASS)
    if offer_fault(state, seat) == FINE:
        list_trades(state, seat, moves)


def list_takes(state: RoyaleState, moves: MoveList) -> None:
    """PR-11: every kind of die in the pool."""
    kinds = one_of_each(state.pool)
    while kinds != 0:
        moves.add(take(first_kind(kinds)))
        kinds &= kinds - 1


def list_trades(state: RoyaleState, me: i64, moves: MoveList) -> None:
    """PR-10: every kind of die that another player has, but pink."""
    hands = state.hands
    seats: i64 = state.seats
    other: i64 = 0
    while other < seats:
        if other != me:
            kinds = one_of_each(without_pink(hands[other]))
            while kinds != 0:
                moves.add(trade(other, first_kind(kinds)))
                kinds &= kinds - 1
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
