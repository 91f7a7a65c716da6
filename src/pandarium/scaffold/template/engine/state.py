"""What lies on the table: the bamboo, the pandas on it, and a secret lucky card for everyone. Data and copies only."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State

from .moves import MOVES

FACES: Final = 6
SLIP: Final = 1
"""The face on which a panda slips (BD-2)."""
MOST_SEATS: Final = 6

CHOICE: Final = 0
"""Nothing is to be done: somebody has a choice."""
NEXT_TURN: Final = 1
REVEAL: Final = 2


class Stalk(Setup):
    """What is agreed before the race: how high, how long, which cards."""

    top: i64
    rounds: i64
    bonus: i64
    cards: list[int]

    def __init__(
        self, game: Any, seats: int, options: dict[str, Any], content: Any, rounds: int, bonus: int, cards: list[int]
    ) -> None:
        super().__init__(game, seats, options, content)
        self.actions = MOVES
        self.top = options["top"]
        self.rounds = rounds
        self.bonus = bonus
        self.cards = cards


class RaceState(State):
    """A position. Everything is open but the lucky cards, which only their owners know until the end (BD-5)."""

    stalk: Stalk
    seats: i64
    round: i64
    first: i64
    """Who began; rounds end before their turn (BD-4)."""
    turn: i64
    steps: i64
    """Climbed in this turn, not yet kept (BD-2)."""
    heights: list[int]
    rolls: list[list[int]]
    """By player, how often each face came up, 1 first."""
    lucky: list[int]
    over: bool

    def __init__(self, setup: Stalk, rng: Rng) -> None:
        super().__init__(setup, rng)
        self.stalk = setup
        self.seats = setup.seats
        self.round = 1
        self.first = 0
        self.turn = 0
        self.steps = 0
        self.heights = [0] * setup.seats
        self.rolls = [[0] * FACES for _ in range(setup.seats)]
        self.lucky = []
        self.over = False

    def copy_to(self, other: RaceState) -> None:
        """Make another state of the same race stand where this one does."""
        other.sealed = self.sealed
        other.round = self.round
        other.first = self.first
        other.turn = self.turn
        other.steps = self.steps
        other.heights = self.heights[:]
        other.rolls = [counts[:] for counts in self.rolls]
        other.lucky = self.lucky[:]
        other.over = self.over
