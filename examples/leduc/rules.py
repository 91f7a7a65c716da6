"""The rules of Leduc hold'em, in the order of play: deal, bet, turn a card, bet, show (LH-2 to LH-10)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.games.leduc.moves import CALL, FOLD, RAISE
from pandarium.games.leduc.state import (
    FIRST_ROUND,
    FOLDED,
    NO_CARD,
    PLAYERS,
    ROUND_BYTES,
    SECOND_ROUND,
    SHOWDOWN,
    LeducSetup,
    Table,
    draw_card,
    pack_hands,
)

SMALL_RAISE: Final = 2
BIG_RAISE: Final = 4
MOST_RAISES: Final = 2
PAIR: Final = 100
"""What a pair is worth above any single card."""

DEALT: Final = 1
BET: Final = 2
TURNED: Final = 3
SHOWN: Final = 4
ENDED: Final = 5

FINE: Final = 0
GAME_OVER: Final = 1
NOT_YOUR_TURN: Final = 2
NO_SUCH_MOVE: Final = 3
NOTHING_TO_FOLD_TO: Final = 4
NO_MORE_RAISES: Final = 5

FAULTS: Final[list[tuple[str, str]]] = [
    ("", ""),
    ("LH-11", "the game is over"),
    ("LH-3", "it is not your turn"),
    ("LH-3", "there is no such move in this game"),
    ("LH-4", "there is nothing to call, so there is no reason to fold"),
    ("LH-6", "there were two raises in this round already"),
]
"""For every fault the rule that speaks against the move, and how to say it."""


class Leduc(Table):
    """A position of Leduc hold'em that knows its rules."""

    # The betting

    def fold_fault(self) -> i64:
        """LH-4: only who would have to pay to stay in may fold."""
        return NOTHING_TO_FOLD_TO if self.owed == 0 else FINE

    def fold(self) -> None:
        """LH-4, LH-9: the other player takes the pot, and nobody shows a card."""
        self.stage = FOLDED

    def call(self, seat: i64) -> None:
        """LH-5, LH-7: pay what is owed; unless it was the opening check, the round is over."""
        if self.owed == 0 and seat == 0:
            self.turn = 1
        else:
            self.owed = 0
            self.end_round()

    def raise_fault(self) -> i64:
        """LH-6: two raises a round, whoever made them."""
        return NO_MORE_RAISES if self.raises == MOST_RAISES else FINE

    def raise_stakes(self, seat: i64) -> None:
        """LH-6: pay what is owed and as much more as this round asks for."""
        more: i64 = SMALL_RAISE if self.stage == FIRST_ROUND else BIG_RAISE
        self.raises += 1
        self.stake += more
        self.owed = more
        self.turn = 1 - seat

    def end_round(self) -> None:
        """LH-7: after the first round a card is turned, after the second the cards are shown."""
        self.sealed += 1
        if self.stage == SECOND_ROUND:
            self.stage = SHOWDOWN
        else:
            self.turn_card()

    # The public card

    def turn_card(self) -> None:
        """LH-8: one card of those that are left; then the first player speaks again."""
        self.public = draw_card(self.rng, len(self.laid.ranks), self.card_of(0), self.card_of(1))
        self.stage = SECOND_ROUND
        self.turn = 0
        self.raises = 0
        self.next_bet = 8 * ROUND_BYTES

    # The end

    def strength(self, seat: i64) -> i64:
        """LH-10: a pair with the public card beats any single card; otherwise the rank decides."""
        rank: i64 = self.laid.ranks[self.card_of(seat)]
        return rank + PAIR if rank == self.laid.ranks[self.public] else rank

    def winner(self) -> i64:
        """LH-9, LH-10: who takes the pot of a finished game; PLAYERS when both share it."""
        if self.stage == FOLDED:
            return 1 - self.turn
        lead = self.strength(0) - self.strength(1)
        if lead == 0:
            return PLAYERS
        return 0 if lead > 0 else 1

    def outcome(self) -> Outcome | None:
        """LH-11: what each player has won or lost."""
        if self.stage < FOLDED:
            return None
        winner = self.winner()
        if winner == PLAYERS:
            return Outcome((0, 1), (0, 0), "equal cards share the pot (LH-10)")
        lost = self.stake - self.owed
        scores = (lost, -lost) if winner == 0 else (-lost, lost)
        if self.stage == FOLDED:
            return Outcome((winner,), scores, "the other player folded (LH-9)")
        paired = self.strength(winner) >= PAIR
        return Outcome((winner,), scores, "a pair wins (LH-10)" if paired else "the higher card wins (LH-10)")

    # The contract

    def fault(self, seat: i64, move: i64) -> i64:
        """The one verifier: why this move cannot be played now; 0 if it can. `legal` lists what it lets through."""
        if self.stage >= FOLDED:
            return GAME_OVER
        if seat != self.turn:
            return NOT_YOUR_TURN
        if move == FOLD:
            return self.fold_fault()
        if move == RAISE:
            return self.raise_fault()
        return FINE if move == CALL else NO_SUCH_MOVE

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The verifier's answer in words."""
        fault = self.fault(seat, move)
        if fault == FINE:
            return None
        rule, reason = FAULTS[fault]
        return IllegalMove(rule, reason)

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through."""
        if self.stage >= FOLDED or seat != self.turn:
            return []
        if self.fold_fault() != FINE:
            return [CALL, RAISE]  # nothing is owed, so nobody has raised yet
        if self.raise_fault() != FINE:
            return [FOLD, CALL]
        return [FOLD, CALL, RAISE]

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        before: i64 = self.stage
        self.bets |= move << self.next_bet
        self.next_bet += 8
        if log is not None:
            log.append((BET, seat, move, self.owed))
        if move == FOLD:
            self.fold()
        elif move == CALL:
            self.call(seat)
        else:
            self.raise_stakes(seat)
        if log is not None and self.stage != before:
            self.tell_end_of_round(log)

    def tell_end_of_round(self, log: list[Any]) -> None:
        """What everyone sees when a round is over. After a fold the cards stay hidden: they are not even logged."""
        if self.stage == SECOND_ROUND:
            log.append((TURNED, self.laid.code(self.public)))
            return
        if self.stage == SHOWDOWN:
            log.append((SHOWN, 0, self.laid.code(self.card_of(0))))
            log.append((SHOWN, 1, self.laid.code(self.card_of(1))))
        log.append((ENDED, self.winner(), self.stake - self.owed))

    def timeout(self, seat: int) -> int:
        """Check if that is free, else fold."""
        return CALL if self.owed == 0 else FOLD

    def clone(self) -> Leduc:
        """An independent copy."""
        twin = Leduc(self.laid, self.rng.clone(), self.hands)
        self.copy_table(twin)
        return twin

    def resample(self, seat: int | None, rng: Rng) -> Leduc:
        """The other hand and the card that is still to be turned are drawn anew."""
        twin = Leduc(self.laid, rng.fork(), self.guess_hands(seat, rng))
        self.copy_table(twin)
        return twin

    def playout(self, rng: Rng) -> int:
        """The inherited one without its lists: legal moves are neighbours, from fold or call up to call or raise."""
        played: i64 = 0
        while self.stage < FOLDED:
            lowest: i64 = FOLD if self.fold_fault() == FINE else CALL
            highest: i64 = RAISE if self.raise_fault() == FINE else CALL
            self.apply(self.turn, lowest + rng.below(highest - lowest + 1), None)
            played += 1
        return played


class LeducDeal(LeducSetup):
    """A laid table that can deal."""

    def start(self, seed: int, log: list[Any] | None = None) -> Leduc:
        """LH-2: antes are paid and each player gets a card."""
        rng = Rng(seed)
        first = draw_card(rng, len(self.ranks), NO_CARD, NO_CARD)
        second = draw_card(rng, len(self.ranks), first, NO_CARD)
        if log is not None:
            log.append((DEALT, 0, self.code(first)))
            log.append((DEALT, 1, self.code(second)))
        return Leduc(self, rng, pack_hands(first, second))
