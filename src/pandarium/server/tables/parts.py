"""What a table is made of: what was agreed, chairs, questions, and steps of its log."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from pandarium import protocol
from pandarium.core.meta import OptionValue
from pandarium.protocol import Talk
from pandarium.protocol.pace import Pace
from pandarium.server.tables import log


class Agreement(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was agreed when the table was laid."""

    game: str
    seats: int
    options: dict[str, OptionValue] = {}
    public: bool = False
    spectators: bool = True
    rated: bool = False
    hints: bool = True
    talk: Talk = "all"
    pace: Pace = Pace()
    tournament: str = ""
    """The id of the tournament that it is a table of."""


class Seat:
    """A chair: free, a person's, or a bot's."""

    __slots__ = ("person", "name", "avatar", "bot", "stand_in", "ready", "resigned", "strikes")  # noqa: RUF023

    def __init__(self) -> None:
        self.person: str | None = None
        self.name = ""
        self.avatar = ""
        self.bot: str | None = None
        """Level of the bot whose own seat this is."""
        self.stand_in: str | None = None
        """Level of the bot that plays for the person."""
        self.ready = False
        self.resigned = False
        self.strikes = 0
        """How often in a row the clock moved for this seat."""

    @property
    def free(self) -> bool:
        """Nobody sits here."""
        return self.person is None and self.bot is None

    @property
    def level(self) -> str | None:
        """The bot that plays here now, if one does."""
        return self.bot or self.stand_in


class Step(NamedTuple):
    """A log entry with the raw events that it led to. Not for any client's eyes: `render` redacts it."""

    seq: int
    at: int
    entry: log.AnyEntry
    events: list[Any]


class Question(NamedTuple):
    """What a player asked, and who has yet to answer."""

    what: protocol.Question
    seat: int
    waiting: frozenset[int]
