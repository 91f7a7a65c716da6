"""The course of the game: bet, turn a card, bet, show (LH-3, LH-7); and the contract, filled in."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.errors import IllegalMove
from pandarium.core.move_list import MoveList
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.core.state import NOBODY, observed
from pandarium.games.leduc.engine import ending, knowledge
from pandarium.games.leduc.engine.betting import call, fold, fold_fault, raise_fault, raise_stakes
from pandarium.games.leduc.engine.dealing import deal_hands, turn_card
from pandarium.games.leduc.engine.events import BET
from pandarium.games.leduc.engine.faults import FINE
from pandarium.games.leduc.engine.legal import fault_of, list_moves, refuse
from pandarium.games.leduc.engine.moves import CALL, FOLD, MOST_MOVES, RAISE
from pandarium.games.leduc.engine.state import CHOICE, FOLDED, SECOND_ROUND, LeducSetup, LeducState


def carry_out(state: LeducState, seat: i64, move: i64, log: list[Any] | None) -> i64:
    """The chapter that the move belongs to; which stage begins next."""
    state.bets |= move << state.next_bet
    state.next_bet += 8
    if log is not None:
        log.append((BET, seat, move, state.owed))
    if move == FOLD:
        return fold(state)
    return call(state, seat) if move == CALL else raise_stakes(state, seat)


def go_on(state: LeducState, stage: i64, log: list[Any] | None) -> None:
    """LH-7: after the first round a card is turned, after the second the cards are shown."""
    if stage == CHOICE:
        return
    if stage == SECOND_ROUND:
        turn_card(state, log)
    else:
        ending.end_game(state, stage, log)


class Leduc(LeducState):
    """A position of Leduc hold'em that knows its rules."""

    def actors(self) -> list[int]:
        """One seat at a time; nobody when the game is over."""
        if self.stage >= FOLDED:
            return []
        return [self.turn]

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through."""
        moves = MoveList(MOST_MOVES)
        list_moves(self, seat, moves)
        return moves.to_list()

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """Why that move cannot be played now; None if it can."""
        return refuse(fault_of(self, seat, move))

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        go_on(self, carry_out(self, seat, move, log), log)

    def outcome(self) -> Outcome | None:
        """LH-11: what each player has won or lost."""
        return ending.outcome(self)

    def timeout(self, seat: int) -> int:
        """Check if that is free, else fold."""
        return CALL if self.owed == 0 else FOLD

    def observe(self, seat: int) -> bytes:
        """Own card, public card, stage, own chips, their chips, whether to act, and every move so far."""
        self.check_viewer(seat)
        return observed(self, seat, knowledge.OBSERVED_BYTES)

    def observe_into(self, seat: i64, out: vec[u8], at: i64) -> None:
        """The same, for a batch."""
        knowledge.observe_into(self, seat, out, at)

    def to_act(self, chance: Rng) -> i64:
        """One seat at a time; nobody when the game is over."""
        if self.stage >= FOLDED:
            return NOBODY
        return self.turn

    def legal_into(self, seat: i64, moves: MoveList) -> None:
        """Every move that `refusal` lets through."""
        list_moves(self, seat, moves)

    def outcome_into(self, scores: vec[i64], wins: vec[u8], at: i64) -> None:
        """LH-11: what each player has won or lost."""
        ending.outcome_into(self, scores, wins, at)

    def action(self, seat: i64, move: i64) -> i64:
        """Fold, call, raise."""
        return move - FOLD

    def features_into(self, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
        """One byte for each of the three."""
        out[at + move - FOLD] = 1

    def clone(self) -> Leduc:
        """An independent copy."""
        copy = Leduc(self.fixed, self.rng.clone(), self.hands)
        self.copy_to(copy)
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Leduc:
        """The other hand and the card that is still to be turned are drawn anew."""
        self.check_viewer(seat)
        twin = Leduc(self.fixed, rng.fork(), knowledge.guess_hands(self, seat, rng))
        self.copy_to(twin)
        return twin

    def playout(self, rng: Rng) -> int:
        """The inherited one without its lists: legal moves are neighbours, from fold or call up to call or raise."""
        played: i64 = 0
        while self.stage < FOLDED:
            lowest: i64 = FOLD if fold_fault(self) == FINE else CALL
            highest: i64 = RAISE if raise_fault(self) == FINE else CALL
            self.apply(self.turn, lowest + rng.below(highest - lowest + 1), None)
            played += 1
        return played


class LeducDeal(LeducSetup):
    """A set-up that can start games."""

    def start(self, seed: int, log: list[Any] | None = None) -> Leduc:
        """LH-2: antes are paid and each player gets a card."""
        rng = Rng(seed)
        return Leduc(self, rng, deal_hands(self, rng, log))
