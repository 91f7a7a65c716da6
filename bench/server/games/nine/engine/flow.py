"""The rules of Nine Cells, in the order of play: draw, claim, score (NC-2 to NC-6)."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.core.errors import IllegalMove
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.games.nine.engine.moves import CELLS
from pandarium.games.nine.engine.state import EMPTY, NineSetup, NineState, draw_lucky

LINE_POINTS: Final = 3
LUCKY_POINTS: Final = 1
LINES: Final[list[tuple[int, int, int]]] = [
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
]

DRAWN: Final = 1
CLAIMED: Final = 2
SCORED: Final = 3
ENDED: Final = 4


class Nine(NineState):
    """A position of Nine Cells that knows its rules."""

    def claim(self, seat: i64, cell: i64) -> None:
        """NC-3, NC-4: the cell is taken, and the next player is to move."""
        self.owners[cell] = seat
        self.free -= 1
        self.turn = (seat + 1) % self.seats

    def round_points(self, seat: int) -> int:
        """NC-5: what that seat scores for a full board."""
        points = LUCKY_POINTS if self.owners[self.lucky[seat]] == seat else 0
        for a, b, c in LINES:
            if self.owners[a] == seat and self.owners[b] == seat and self.owners[c] == seat:
                points += LINE_POINTS
        return points

    def end_round(self, log: list[Any] | None) -> None:
        """NC-5: lucky cells are shown and points written down; then the board is wiped and cells are drawn again."""
        self.sealed += 1
        for seat in range(len(self.scores)):
            points = self.round_points(seat)
            self.scores[seat] += points
            if log is not None:
                log.append((SCORED, seat, self.lucky[seat], points))
        self.shown = self.lucky
        self.round += 1
        if self.is_over():
            self.lucky = []
            if log is not None:
                log.append((ENDED, tuple(self.scores)))
            return
        self.owners = [EMPTY] * CELLS
        self.free = CELLS
        self.lucky = draw_lucky(self.rng, self.seats)
        tell_draw(self.lucky, log)

    def outcome(self) -> Outcome | None:
        """NC-6: the most points win."""
        if not self.is_over():
            return None
        best = max(self.scores)
        winners = tuple([seat for seat, score in enumerate(self.scores) if score == best])
        return Outcome(winners, tuple(self.scores), "the most points (NC-6)")

    # The contract

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """The one verifier."""
        if self.is_over():
            return IllegalMove("NC-6", "the game is over")
        if seat != self.turn:
            return IllegalMove("NC-3", "it is not your turn")
        if move < 1 or move > CELLS:
            return IllegalMove("NC-4", "cells are numbered from 1 to 9")
        if self.owners[move - 1] != EMPTY:
            return IllegalMove("NC-4", "that cell is taken")
        return None

    def legal(self, seat: int) -> list[int]:
        """Every empty cell."""
        if self.is_over() or seat != self.turn:
            return []
        return [cell + 1 for cell, owner in enumerate(self.owners) if owner == EMPTY]

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        self.claim(seat, move - 1)
        if log is not None:
            log.append((CLAIMED, seat, move - 1))
        if self.free == 0:
            self.end_round(log)

    def timeout(self, seat: int) -> int:
        """The first empty cell."""
        return self.legal(seat)[0]

    def clone(self) -> Nine:
        """An independent copy."""
        copy = Nine(self.fixed, self.rng.clone(), self.lucky.copy())
        self.copy_to(copy)
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Nine:
        """The lucky cells of the others are drawn anew, and so is all chance to come."""
        twin = Nine(self.fixed, rng.fork(), self.guess_lucky(seat, rng))
        self.copy_to(twin)
        return twin


class NineDeal(NineSetup):
    """A setup that can deal."""

    def start(self, seed: int, log: list[Any] | None = None) -> Nine:
        """NC-1, NC-2: an empty board, and a lucky cell for everybody."""
        rng = Rng(seed)
        lucky = draw_lucky(rng, self.seats)
        tell_draw(lucky, log)
        return Nine(self, rng, lucky)


def tell_draw(lucky: list[int], log: list[Any] | None) -> None:
    """NC-2: everybody sees that a cell is drawn; `redact` keeps which one to its player."""
    if log is not None:
        for seat, cell in enumerate(lucky):
            log.append((DRAWN, seat, cell))
