"""The rules in the order of play: draw a lucky card, climb or rest, reveal at the end."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng

from .moves import CLIMB, REST
from .state import FACES, SLIP, Stalk, Table

DEALT: Final = 1
ROLLED: Final = 2
RESTED: Final = 3
REVEALED: Final = 4
ENDED: Final = 5
BEGAN: Final = 6


class Race(Table):
    """A position that knows its rules."""

    # Setting up

    def set_up(self, log: list[Any] | None) -> None:
        """BD-S1: a secret lucky card for everyone; chance says who begins."""
        self.lucky = self.deal_cards(self.stalk.cards[:], self.rng)
        self.first = self.rng.below(self.seats)
        self.turn = self.first
        if log is not None:
            for seat in range(self.seats):
                log.append((DEALT, seat, self.lucky[seat]))
            log.append((BEGAN, self.first))

    def deal_cards(self, deck: list[int], rng: Rng) -> list[int]:
        """A card from the deck for every seat."""
        return [deck.pop(rng.below(len(deck))) for _ in range(self.seats)]

    # A turn

    def climb(self, seat: i64, log: list[Any] | None) -> None:
        """BD-2: so many steps more, or, on a 1, none of this turn's."""
        self.sealed += 1
        face = self.rng.die(FACES)
        self.rolls[seat][face - 1] += 1
        if log is not None:
            log.append((ROLLED, seat, face, self.steps))
        if face == SLIP:
            self.end_turn(log)
        else:
            self.steps += face

    def rest(self, seat: i64, log: list[Any] | None) -> None:
        """BD-3: the steps of this turn are safe."""
        self.heights[seat] += self.steps
        if log is not None:
            log.append((RESTED, seat, self.heights[seat]))
        self.end_turn(log)

    def end_turn(self, log: list[Any] | None) -> None:
        """BD-3, BD-4: on to the left; a round with a panda at the top, or the last one, ends the game."""
        self.steps = 0
        self.turn = (self.turn + 1) % self.seats
        if self.turn != self.first:
            return
        if max(self.heights) >= self.stalk.top or self.round == self.stalk.rounds:
            self.reveal_cards(log)
        else:
            self.round += 1

    # The end

    def reveal_cards(self, log: list[Any] | None) -> None:
        """BD-5: all lucky cards are shown."""
        self.sealed += 1
        self.over = True
        if log is not None:
            for seat in range(self.seats):
                log.append((REVEALED, seat, self.lucky[seat], self.lucky_steps(seat)))
            log.append((ENDED,))

    def outcome(self) -> Outcome | None:
        """BD-6: the highest panda wins; equal heights share."""
        if not self.over:
            return None
        scores = [self.heights[seat] + self.lucky_steps(seat) for seat in range(self.seats)]
        best = max(scores)
        winners = [seat for seat in range(self.seats) if scores[seat] == best]
        return Outcome(tuple(winners), tuple(scores), "the highest panda (BD-6)")

    # The contract

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The one verifier: `legal` lists what it lets through."""
        if self.over:
            return IllegalMove("BD-4", "the game is over")
        if seat != self.turn:
            return IllegalMove("BD-1", "it is not your turn")
        if move == REST and self.steps == 0:
            return IllegalMove("BD-3", "climb at least once before you rest")
        if move not in (CLIMB, REST):
            return IllegalMove("BD-1", "you climb or you rest, there is nothing else")
        return None

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through."""
        return [move for move in (CLIMB, REST) if self.refusal(seat, move) is None]

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        if move == CLIMB:
            self.climb(seat, log)
        else:
            self.rest(seat, log)

    def timeout(self, seat: int) -> int:
        """Rest, if that is allowed."""
        return REST if self.steps else CLIMB

    def clone(self) -> Race:
        """An independent copy."""
        twin = Race(self.stalk, self.rng.clone())
        self.copy_table(twin)
        return twin

    def resample(self, seat: int | None, rng: Rng) -> Race:
        """The same table with other cards in the hands that this seat cannot see, and other dice to come."""
        self.check_viewer(seat)
        twin = Race(self.stalk, rng.fork())
        self.copy_table(twin)
        if not self.over:
            deck = self.stalk.cards[:]
            if seat is not None:
                deck.remove(self.lucky[seat])
            twin.lucky = [
                self.lucky[player] if player == seat else deck.pop(rng.below(len(deck))) for player in range(self.seats)
            ]
        return twin


class Deal(Stalk):
    """A set-up that can deal."""

    def start(self, seed: int, log: list[Any] | None = None) -> Race:
        """A new game, ready for its first decision."""
        state = Race(self, Rng(seed))
        state.set_up(log)
        return state
