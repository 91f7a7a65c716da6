"""What a game says about its tournaments: how a table of one is dealt, and what it leaves to its players.

A tournament plays many small matches, a gambit each, at many tables. Between two of them players carry what they have
from table to table. How tables are laid, merged and balanced is no game's affair: see `pandarium.tournament`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple

from pandarium.core.meta import OptionValue


class Stakes(NamedTuple):
    """What a gambit is dealt from. Lists go by seat."""

    gold: tuple[int, ...]
    dealer: int
    pot: int = 0
    """What the last gambit left in the middle."""
    multiplier: int = 1
    gambit: int = 1
    """Which one it is at this table."""
    marks: tuple[int, ...] = ()
    """What each player brings along from their last gambit besides gold; 0 nothing. The game knows what it means."""
    holder: int | None = None
    """Who holds the one thing that stays at the table, if somebody does."""


class Settled(NamedTuple):
    """What a gambit left behind. Lists go by seat."""

    gold: tuple[int, ...]
    pot: int
    out: tuple[int, ...]
    """Seats that are eliminated."""
    marks: tuple[int, ...]
    holder: int | None


class TournamentRules(ABC):
    """A game that can be played as a tournament hands out one of these."""

    rule: str
    """The ID of the rule about tournaments."""
    seats: int
    """Most players at a table."""
    buy_in: int
    """What everybody starts with, and what a re-buy brings."""
    minutes: int
    """How long a level lasts by the rules."""
    level: str
    """The bot that fills tables: cheap, since hundreds of them play at once."""
    result: str = ""
    """The tag of the event that says what came of a gambit: who wins it is nobody's victory yet."""
    options: tuple[str, ...] = ()
    """The options of the game that are open to agreement in a tournament."""

    @abstractmethod
    def multiplier(self, level: int) -> int:
        """By what the amounts are multiplied at that level, the first of which is 1."""

    @abstractmethod
    def agree(self, options: Mapping[str, OptionValue], stakes: Stakes) -> dict[str, OptionValue]:
        """The options of the match that plays this gambit; a record with them replays it. Raises BadOption."""

    @abstractmethod
    def is_gambit(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether a match with these options is one gambit of a tournament, and not a game of its own."""

    @abstractmethod
    def settle(self, state: Any) -> Settled:
        """What a gambit that is over leaves to everybody."""
