"""What a game says whose players come and go: a match under way has free seats, and anybody may take one.

The seats of a match are fixed when it is dealt. Some of them may be empty, then and later: the game asks each of them
now and then whether somebody comes in, stays or goes, and whoever runs the table answers for those where nobody sits.
All of this is moves, so a record replays like any other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from pandarium.core.meta import OptionValue


class DropInRules(ABC):
    """A game that can be played so hands out one of these."""

    rule: str
    """The ID of the rule about coming and going."""
    fewest: int
    """How many seats are taken at least when a match begins."""

    when: Mapping[str, tuple[OptionValue, ...]]
    """With which values of options players come and go."""

    def open(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether players come and go in a match with these options."""
        return all(options.get(name) in among for name, among in self.when.items())

    @abstractmethod
    def entries(self, setup: Any) -> list[int]:
        """The moves with which somebody may come in, the usual one first."""

    @abstractmethod
    def asks(self, state: Any, seat: int) -> bool:
        """Whether that seat, which is to act, is asked to come, stay or go."""

    @abstractmethod
    def is_out(self, state: Any, seat: int) -> bool:
        """Whether nobody plays at that seat now."""

    @abstractmethod
    def go(self, state: Any, seat: int) -> int:
        """The move of somebody who is asked and goes, or does not come."""
