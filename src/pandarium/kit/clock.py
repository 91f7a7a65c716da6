"""What a game says whose course depends on the time on the wall: stakes that rise every quarter of an hour, say.

A state knows no clock. Where a table keeps time, the game is told it by a move, which stands in the record like any
other, so that the match replays without a clock.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from pandarium.core.meta import OptionValue


class ClockRules(ABC):
    """A game that wants to be told the time hands out one of these."""

    @abstractmethod
    def agree(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """The options of a match at a table that keeps time; the same ones where the game need not be told it."""

    @abstractmethod
    def asks(self, state: Any) -> int | None:
        """The seat in whose name the game is to be told the time now; None: it does not wait for that."""

    @abstractmethod
    def tell(self, state: Any, seconds: float) -> int:
        """The move that says how long the match has been under way. It is asked again if the state still asks."""
