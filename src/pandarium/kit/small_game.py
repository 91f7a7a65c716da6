"""A part of a game that can be solved: there `pandarium exploit --exact` tells exactly what a bot loses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from pandarium.kit.chance import ChanceOutcome


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
