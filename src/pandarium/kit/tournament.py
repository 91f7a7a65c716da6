"""What a game says about its tournaments: what a deal of one starts from, and what it leaves to its players.

A tournament plays many small matches, its deals, at many tables. Between two of them players carry their chips from
table to table. How tables are opened, merged and balanced does not depend on the game: see
`pandarium.tournament`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple

from pandarium.core import registry
from pandarium.core.message import ENGLISH, Message, catalogue
from pandarium.core.meta import OptionValue


class Stakes(NamedTuple):
    """What a deal starts from. Lists go by seat."""

    chips: tuple[int, ...]
    dealer: int
    pot: int = 0
    """What the last deal left in the middle."""
    multiplier: int = 1
    deal: int = 1
    """Which one it is at this table."""
    marks: tuple[int, ...] = ()
    """What each player brings along from their last deal besides chips; 0 nothing. The game knows what it means."""
    holder: int | None = None
    """Who holds the one thing that stays at the table, if somebody does."""
    table_mark: int = 0
    """What the table itself keeps from deal to deal; 0 nothing. The game knows what it means."""


class Settled(NamedTuple):
    """What a deal left behind. Lists go by seat."""

    chips: tuple[int, ...]
    pot: int
    out: tuple[int, ...]
    """Seats that are eliminated."""
    marks: tuple[int, ...]
    holder: int | None
    table_mark: int = 0


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
    """The tag of the event that says what came of a deal: who wins it is nobody's victory yet."""
    options: tuple[str, ...] = ()
    """The options of the game that are open to agreement in a tournament."""

    def with_content(self, content: Any) -> TournamentRules:
        """The same for a content pack, which may have another buy-in; raises BadContent."""
        return self

    @abstractmethod
    def multiplier(self, level: int) -> int:
        """By what the amounts are multiplied at that level, the first of which is 1."""

    @abstractmethod
    def agree(self, options: Mapping[str, OptionValue], stakes: Stakes) -> dict[str, OptionValue]:
        """The options of the match that plays this deal; a record with them replays it. Raises BadOption."""

    @abstractmethod
    def is_deal(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether a match with these options is one deal of a tournament, and not a game of its own."""

    @abstractmethod
    def settle(self, state: Any) -> Settled:
        """What a deal that is over leaves to everybody."""


def tournament_message(game: str, word: str, **params: int | str | Message) -> Message:
    """Something about a tournament, in the words of its game where that has its own.

    >>> [tournament_message(game, "deal_over").code for game in ("pandante", "royale")]
    ['pandante.tournament.deal_over', 'kit.tournament.deal_over']
    """
    own = f"{game}.tournament.{word}"
    known = game in registry.names() and own in catalogue(game, ENGLISH)
    return Message(own if known else f"kit.tournament.{word}", params)
