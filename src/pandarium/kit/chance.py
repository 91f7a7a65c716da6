"""Chance written out: every position that it can lead to, for games small enough to be solved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from pandarium.core.state import State


class ChanceOutcome(NamedTuple):
    """One thing that chance can do."""

    probability: float
    label: str
    """In a few words."""
    state: State
    """The position then."""


class ChanceTree(ABC):
    """The whole tree of a game, chance included: what programs need that look for an equilibrium."""

    scores: tuple[float, float]
    """The lowest and the highest score there is."""
    longest: int
    """The most moves that a game takes,"""
    most_outcomes: int
    """and the most things that chance can do at once."""

    @abstractmethod
    def deals(self, setup: Any) -> list[ChanceOutcome]:
        """Every position that a game begins with."""

    @abstractmethod
    def results(self, state: Any, seat: int, move: int) -> list[ChanceOutcome]:
        """Every position that a legal move leads to: one, unless it leaves something to chance."""


class SmallGame(ABC):
    """A part of a game for two that is small enough to be solved: where it begins, what may be played, when it is over.

    Everything but the first deal is for all to see.
    """

    @abstractmethod
    def deals(self) -> list[tuple[ChanceOutcome, tuple[str, str]]]:
        """Every position that it begins with, and what each of the two players knows of it that the other does not."""

    @abstractmethod
    def options(self, state: Any, seat: int) -> list[int]:
        """The moves that are in it; where there is one, it is no decision."""

    @abstractmethod
    def nearest(self, state: Any, seat: int, move: int) -> int:
        """The option that stands for a move which is not in it."""

    @abstractmethod
    def value(self, state: Any) -> float | None:
        """What it came to for the first player, and cost the other; None while it goes on."""
