"""The course of the game: what follows what, which chapter carries out which move; and the contract, filled in."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.core.errors import IllegalMove
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng

from . import ending, knowledge
from .climbing import climb, next_turn, rest
from .legal import fault_of, list_moves, refuse
from .moves import CLIMB, REST
from .setting_up import set_up
from .state import CHOICE, NEXT_TURN, RaceState, Stalk


def go_on(state: RaceState, phase: i64, log: list[Any] | None) -> None:
    """Whatever follows, until somebody has a choice or the race is over."""
    while phase != CHOICE:
        if phase == NEXT_TURN:
            phase = next_turn(state)
        else:
            ending.reveal_cards(state, log)
            return


class Race(RaceState):
    """A position that knows its rules."""

    def actors(self) -> list[int]:
        """One player at a time; nobody when the game is over."""
        return [] if self.over else [self.turn]

    def legal(self, seat: int) -> list[int]:
        """Every move that `refusal` lets through."""
        return list_moves(self, seat)

    def refusal(self, seat: i64, move: i64) -> IllegalMove | None:
        """Why that move cannot be played now; None if it can."""
        return refuse(fault_of(self, seat, move))

    def apply(self, seat: i64, move: i64, log: list[Any] | None) -> None:
        """Carry out a move that `refusal` lets through."""
        go_on(self, climb(self, seat, log) if move == CLIMB else rest(self, seat, log), log)

    def outcome(self) -> Outcome | None:
        """BD-6: the highest panda wins; equal heights share."""
        return ending.outcome(self)

    def timeout(self, seat: int) -> int:
        """Rest, if that is allowed."""
        return REST if self.steps else CLIMB

    def observe(self, seat: int) -> bytes:
        """What this seat knows, in the layout of the game's `observation`."""
        self.check_viewer(seat)
        return knowledge.observe(self, seat)

    def action(self, seat: i64, move: i64) -> i64:
        """The stable number of a move: climb, rest."""
        return move - CLIMB

    def features_into(self, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
        """One byte for each of the two."""
        out[at + move - CLIMB] = 1

    def clone(self) -> Race:
        """An independent copy."""
        copy = Race(self.stalk, self.rng.clone())
        self.copy_to(copy)
        return copy

    def resample(self, seat: int | None, rng: Rng) -> Race:
        """The same table with other cards in the hands that this seat cannot see, and other dice to come."""
        self.check_viewer(seat)
        twin = Race(self.stalk, rng.fork())
        self.copy_to(twin)
        twin.lucky = knowledge.guess_cards(self, seat, rng)
        return twin


class Deal(Stalk):
    """A set-up that can start games."""

    def start(self, seed: int, log: list[Any] | None = None) -> Race:
        """A new game, ready for its first decision."""
        state = Race(self, Rng(seed))
        set_up(state, log)
        return state
