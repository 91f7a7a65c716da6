"""What lies on the table of Nine Cells, and how it is copied, hidden and observed. The rules are in `rules.py`."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State
from pandarium.games.nine.engine.moves import CELLS

EMPTY: Final = -1


class NineSetup(Setup):
    """Everything fixed before the first card: how many rounds are played."""

    rounds: i64

    def __init__(self, game: Any, seats: int, options: dict[str, Any], content: Any, rounds: int) -> None:
        super().__init__(game, seats, options, content)
        self.rounds = rounds


class NineState(State):
    """Everything on the table. The lucky cells of this round are hidden."""

    fixed: NineSetup
    seats: i64
    round: i64
    """From 1; one more than there are when the game is over."""
    turn: i64
    free: i64
    """How many cells are empty."""
    owners: list[int]
    """The seat that has claimed each cell, or EMPTY."""
    lucky: list[int]
    """Every seat's lucky cell, from 0."""
    shown: list[int]
    """The lucky cells of the round before; empty in the first."""
    scores: list[int]

    def __init__(self, setup: NineSetup, rng: Rng, lucky: list[int]) -> None:
        super().__init__(setup, rng)
        self.fixed = setup
        self.seats = setup.seats
        self.round = 1
        self.turn = 0
        self.free = CELLS
        self.owners = [EMPTY] * CELLS
        self.lucky = lucky
        self.shown = []
        self.scores = [0] * len(lucky)

    def is_over(self) -> bool:
        """NC-6: all rounds have been played."""
        return self.round > self.fixed.rounds

    def actors(self) -> list[int]:
        """One seat at a time; nobody when the game is over."""
        if self.is_over():
            return []
        return [self.turn]

    def copy_to(self, other: NineState) -> None:
        """Copy everything but the lucky cells to another state."""
        other.sealed = self.sealed
        other.round = self.round
        other.turn = self.turn
        other.free = self.free
        other.owners = self.owners.copy()
        other.shown = self.shown.copy()
        other.scores = self.scores.copy()

    def guess_lucky(self, seat: int | None, rng: Rng) -> list[int]:
        """Lucky cells as this seat can imagine them: its own, and any for the others."""
        self.check_viewer(seat)
        if self.is_over():
            return []
        guessed = draw_lucky(rng, self.seats)
        if seat is not None:
            guessed[seat] = self.lucky[seat]
        return guessed

    def observe(self, seat: int) -> bytes:
        """Own lucky cell, own seat, whose turn it is, whether the game is over, and the owner of every cell, from 1."""
        self.check_viewer(seat)
        over = self.is_over()
        mine = 0 if over else self.lucky[seat] + 1
        head = [mine, seat, int(self.turn), int(over)]
        return bytes(head + [owner + 1 for owner in self.owners])


def draw_lucky(rng: Rng, seats: i64) -> list[int]:
    """NC-2: a lucky cell for every seat."""
    drawn: list[int] = []
    for _ in range(seats):
        drawn.append(rng.below(CELLS))
    return drawn
