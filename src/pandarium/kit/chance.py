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
