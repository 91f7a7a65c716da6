"""What a table is made of: what was agreed, seats, questions, and steps of its log."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from pandarium import protocol
from pandarium.core.match import Secrecy
from pandarium.core.meta import OptionValue
from pandarium.protocol import Talk
from pandarium.protocol.pace import Pace
from pandarium.server.packs import NO_PACK
from pandarium.server.tables import log

NO_POSITION: Final = msgspec.Raw()
"""The game begins with a deal."""


class Agreement(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was agreed when the table was created."""

    game: str
    seats: int
    options: dict[str, OptionValue] = {}
    public: bool = False
    spectators: bool = True
    rated: bool = False
    hints: bool = True
    talk: Talk = "all"
    pace: Pace = Pace()
    autostart: bool = False
    """It begins by itself as soon as every seat is taken; nobody is asked whether they are ready."""
    tournament: str = ""
    """The id of the tournament that it is a table of."""
    content: msgspec.Raw = NO_PACK
    """The host's content pack when the table was created; empty: the game's own content."""
    challenge: str = ""
    """The id of the challenge whose deal is played here: nobody who has not played it may look on, or look back."""
    listed: bool = False
    """Whether it counts for the challenge's list; else its players know the deal, and practise."""
    level: str = ""
    """Of a challenge: the bots that fill its seats."""
    steady: bool = False
    """Chance does not depend on what was played before; see `Record.steady`."""
    position: msgspec.Raw = NO_POSITION
    """Where the game begins, if not with a deal: a dump, as JSON. Such a table asks what if."""
    what_if: str = ""
    """The id of the table whose game is gone on with here."""


def position_of(agreement: Agreement) -> dict[str, Any] | None:
    """The dump that the game begins with; None: it begins with a deal."""
    return msgspec.json.decode(agreement.position, type=dict[str, Any]) if bytes(agreement.position) else None


class Seat:
    """A seat: free, a person's, or a bot's."""

    __slots__ = (
        *("person", "name", "avatar", "bot", "stand_in", "ready", "resigned", "strikes"),
        *("since", "entry", "leaving", "last_name"),
    )

    def __init__(self, last_name: str = "") -> None:
        self.last_name = last_name
        """Where players come and go: who played here before."""
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
        self.since = 0
        """The number of the entry with which they sat down: what the seat saw before is not theirs to know."""
        self.entry = ""
        """Where players come and go: the move with which they will come into the game."""
        self.leaving = False
        """Where players come and go: they are gone as soon as the game lets them go."""

    @property
    def free(self) -> bool:
        """Nobody sits here."""
        return self.person is None and self.bot is None

    @property
    def decides(self) -> bool:
        """A person plays here."""
        return self.person is not None and self.level is None and not self.leaving

    @property
    def level(self) -> str | None:
        """The bot that plays here now, if one does."""
        return self.bot or self.stand_in


class LogStep(msgspec.Struct, frozen=True):
    """A log entry with the raw events that it led to. Not for any client's eyes: `render` redacts it."""

    seq: int
    at: int
    entry: log.AnyEntry
    events: list[Any]
    secret: Secrecy = ""


class TableRequest(NamedTuple):
    """What a player asked, and who has yet to answer."""

    what: protocol.Question
    seat: int
    waiting: frozenset[int]
    about: int | None = None
    """Whom a removal is about; nobody waits for their answer."""


class Lead(NamedTuple):
    """Who leads others through a finished game, and where they are."""

    worker: str
    """The worker that they are connected to."""
    person: str
    name: str
    at: int
    seat: int | None
