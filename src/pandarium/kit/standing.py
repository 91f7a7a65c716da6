"""How a game stands while it is under way: for lists of tables, and for the result of a game that was given up.

It is read from a spectator's view, so that it can tell nothing that a spectator may not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import msgspec

from pandarium.core.message import Message
from pandarium.core.outcome import Outcome


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


def left_over(standing: Standing | None, left: Sequence[int], seats: int, why: Message) -> Outcome:
    """How a game ends when everybody else has given up: those who are left win with what they have.

    >>> outcome = left_over(Standing([3, 9]), [0], 2, Message.text("everybody else resigned"))
    >>> outcome.winners, outcome.scores
    ((0,), (3, 9))
    """
    known = standing is not None and len(standing.scores) == seats
    scores = tuple(standing.scores) if standing and known else tuple(int(seat in left) for seat in range(seats))
    return Outcome.because(tuple(left), scores, why, "")
