"""The course of the game: which step follows which, and which chapter carries out which move (PR-1)."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.errors import IllegalMove
from pandarium.core.move_list import MoveList
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.core.state import NOBODY, observed
from pandarium.games.royale.engine import ending, knowledge, numbering
from pandarium.games.royale.engine.drafting import begin_draft, die_with_most_faces, take_die
from pandarium.games.royale.engine.legal import fault_of, list_moves, random_move, refuse
from pandarium.games.royale.engine.moves import PASS, TAKE, TRADE, die_of, kind_of, other_of, take
from pandarium.games.royale.engine.pity import claim_pity_dice
from pandarium.games.royale.engine.rolling import roll_and_score
from pandarium.games.royale.engine.setting_up import set_up
from pandarium.games.royale.engine.state import (
    CHOICE,
    DRAFT_STEP,
    OVER,
    PITY_STEP,
    ROLL_STEP,
    TRADE_STEP,
    RoyaleSetup,
    RoyaleState,
)
from pandarium.games.royale.engine.trading import begin_trade, pass_trade, trade_die


def go_on(state: RoyaleState, step: i64, log: list[Any] | None) -> None:
    """PR-1: step after step, each of which names the next, until somebody has a choice."""
    while step != CHOICE:
        step = carry_out_step(state, step, log)


def carry_out_step(state: RoyaleState, step: i64, log: list[Any] | None) -> i64:
    """The chapter that a step belongs to; which step follows."""
    if step == ROLL_STEP:
        return roll_and_score(state, log)
    if step == PITY_STEP:
        return claim_pity_dice(state, log)
    if step == TRADE_STEP:
        return begin_trade(state)
    if step == DRAFT_STEP:
        return begin_draft(state, log)
    ending.end_game(state, log)
    return CHOICE


def carry_out(state: RoyaleState, seat: i64, move: i64, log: list[Any] | None) -> i64:
    """The chapter that the move belongs to; which step follows."""
    kind = kind_of(move)
    if kind == TAKE:
        return take_die(state, seat, die_of(move), log)
    if kind == TRADE:
        return trade_die(state, seat, other_of(move), die_of(move), log)
    return pass_trade(state, seat, log)


class Royale(RoyaleState):
    """A position of Panda Royale that knows its rules: the contract, filled in."""

    def actors(self) -> list[int]:
        """One seat at a time; nobody when the game is over."""
        if self.step == OVER:
            return []
        return [self.turn]

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through, each kind of die once."""
        moves = MoveList()
        list_moves(self, seat, moves)
        return moves.to_list()

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The verifier's answer in words."""
        return refuse(fault_of(self, seat, move), move)

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        go_on(self, carry_out(self, seat, move, log), log)

    def playout(self, rng: Rng) -> int:
        """The inherited one without its lists: it counts the legal moves, draws a number, and finds that move."""
        played: i64 = 0
        while self.step != OVER:
            self.apply(self.turn, random_move(self, rng), None)
            played += 1
        return played

    def outcome(self) -> Outcome | None:
        """PR-13: the highest total wins; equal totals share."""
        return ending.outcome(self)

    def timeout(self, seat: int) -> int:
        """Trade nothing; draft the die with the most faces."""
        return PASS if self.step == TRADE_STEP else take(die_with_most_faces(self))

    def clone(self) -> Royale:
        """An independent copy."""
        copy = Royale(self.fixed, self.rng.clone())
        self.copy_to(copy)
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Royale:
        """Only what the dice will show is hidden, and it is hidden from everyone alike."""
        self.check_viewer(seat)
        twin = Royale(self.fixed, rng.fork())
        self.copy_to(twin)
        return twin

    def observe(self, seat: int) -> bytes:
        """Players in clockwise order from the observer, then what lies in the middle."""
        self.check_viewer(seat)
        return observed(self, seat, knowledge.OBSERVED_BYTES)

    def observe_into(self, seat: i64, out: vec[u8], at: i64) -> None:
        """The same, for a batch."""
        knowledge.observe_into(self, seat, out, at)

    def to_act(self, chance: Rng) -> i64:
        """One seat at a time; nobody when the game is over."""
        if self.step == OVER:
            return NOBODY
        return self.turn

    def legal_into(self, seat: i64, moves: MoveList) -> None:
        """Every move that `refusal` lets through, each kind of die once."""
        list_moves(self, seat, moves)

    def outcome_into(self, scores: vec[i64], wins: vec[u8], at: i64) -> None:
        """PR-13: the totals, and who has the highest."""
        ending.outcome_into(self, scores, wins, at)

    def action(self, seat: i64, move: i64) -> i64:
        """Takes by die, the pass, trades by player and die."""
        return numbering.action(self.seats, seat, move)

    def features_into(self, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
        """Take, trade or pass; which die; with whom."""
        numbering.features_into(self.fixed.dice, self.seats, seat, move, out, at)


class RoyaleDeal(RoyaleSetup):
    """A set-up that can start games."""

    def start(self, seed: int, log: list[Any] | None = None) -> Royale:
        """A new game, ready for its first decision."""
        state = Royale(self, Rng(seed))
        go_on(state, set_up(state), log)
        return state
