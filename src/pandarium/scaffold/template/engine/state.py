"""What lies on the table: the bamboo, the pandas on it, and a secret lucky card for everyone."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.core.state import Setup, State

FACES: Final = 6
SLIP: Final = 1
"""The face on which a panda slips (BD-2)."""
MOST_SEATS: Final = 6
SEAT_BYTES: Final = 1 + 2 + FACES
BYTE: Final = 255


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
        self.top = options["top"]
        self.rounds = rounds
        self.bonus = bonus
        self.cards = cards


class Table(State):
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

    def copy_table(self, twin: Table) -> None:
        """Lay everything on another table just so."""
        twin.sealed = self.sealed
        twin.round = self.round
        twin.first = self.first
        twin.turn = self.turn
        twin.steps = self.steps
        twin.heights = self.heights[:]
        twin.rolls = [counts[:] for counts in self.rolls]
        twin.lucky = self.lucky[:]
        twin.over = self.over

    def actors(self) -> list[int]:
        """One player at a time; nobody when the game is over."""
        return [] if self.over else [self.turn]

    def lucky_steps(self, seat: int) -> int:
        """BD-5: what the lucky card is worth to that player so far."""
        return self.stalk.bonus * self.rolls[seat][self.lucky[seat] - 1]

    def observe(self, seat: int) -> bytes:
        """Players clockwise from the observer, then what the observer alone knows, then the turn."""
        self.check_viewer(seat)
        seen: list[int] = []
        for offset in range(MOST_SEATS):
            if offset < self.seats:
                player = (seat + offset) % self.seats
                height = min(self.heights[player], BYTE * BYTE)
                seen.extend([1, height >> 8, height & BYTE])
                seen.extend([min(times, BYTE) for times in self.rolls[player]])
            else:
                seen.extend([0] * SEAT_BYTES)
        seen.append(self.lucky[seat])
        seen.append(min(self.steps, BYTE))
        seen.append((self.turn - seat + self.seats) % self.seats)
        seen.append((self.first - seat + self.seats) % self.seats)
        seen.append(self.round)
        seen.append(self.stalk.top)
        seen.append(1 if self.over else 0)
        return bytes(seen)
