"""How a game stands while it is under way: for lists of tables, and for the result of a game that was given up.

It is read from a spectator's view, so that it can tell nothing that a spectator may not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import msgspec


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody has, and how far the game is."""

    scores: list[int] = []
    """By seat, as in the outcome; empty where all play together."""
    done: int = 0
    """The round that is played, or whatever the game counts; 0: it does not say."""
    of: int = 0
    """How many there are in all; 0: nobody knows."""


class StandingRules(ABC):
    """A game that can tell hands out one of these."""

    @abstractmethod
    def standing(self, view: Any) -> Standing:
        """How the game stands that a spectator sees so."""
