"""The log of a table: everything that ever happened at it, from the first seat taken to the last word.

A table is the fold of its log, so these structs are all that is stored of it. Their JSON stays readable for ever:
fields are added with defaults, never renamed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from pandarium.core.message import Message
from pandarium.core.meta import OptionValue
from pandarium.core.record import MoveText
from pandarium.kit.talk import Spoken
from pandarium.protocol.fields import By, Question, Reaction, Talk


class Entry(msgspec.Struct, tag_field="type", frozen=True, omit_defaults=True):
    """One line of the log."""


class Sat(Entry, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    person: str
    name: str
    avatar: str = ""
    move: str = ""
    """At a running table: the move with which they come into the game, as soon as it asks them."""


class Seated(Entry, frozen=True, tag="seated"):
    """A bot was put into a seat before the game."""

    seat: int
    level: str
    name: str = ""
    """The name that it brings along; none: it is given one."""


class Freed(Entry, frozen=True, tag="freed"):
    """A seat became free before the game, or at a table where players come and go."""

    seat: int
    sent_away: str = ""
    """The person whom the host sent away: they do not sit down here again."""


class Readied(Entry, frozen=True, tag="readied"):
    """A person said whether they are ready."""

    seat: int
    ready: bool


class SeatsRemoved(Entry, frozen=True, tag="seats removed"):
    """Seats that nobody took are gone when the game begins, and the others move up: fewer play than was agreed."""

    seats: list[int]
    options: dict[str, OptionValue] = {}
    """What is agreed with those who are left: an option that does nothing then is gone."""
    talk: Talk = "all"


class Started(Entry, frozen=True, tag="started"):
    """The cards were dealt."""


class Moved(Entry, frozen=True, tag="moved"):
    """A move was made."""

    seat: int
    move: MoveText
    by: By = "person"
    key: str = ""
    """The sender's own mark, by which a repeated message is recognised."""


class Undone(Entry, frozen=True, tag="undone"):
    """The last move was taken back, by right or because everybody agreed."""

    seat: int
    consent: bool = False


class Asked(Entry, frozen=True, tag="asked"):
    """A player asks the others for something."""

    seat: int
    what: Question
    about: int | None = None
    """Whom a removal is about."""


class Answered(Entry, frozen=True, tag="answered"):
    """A player answers what was asked."""

    seat: int
    yes: bool


class Paused(Entry, frozen=True, tag="paused"):
    """The game waits, and so do the clocks."""

    why: str
    seat: int | None = None
    """Whom it waits for, if for somebody."""
    message: Message | None = None
    """Why, for readers of other languages."""

    @classmethod
    def because(cls, message: Message, seat: int | None = None) -> Paused:
        """A pause for a reason that is in a catalogue."""
        return cls(str(message), seat, message)


class Resumed(Entry, frozen=True, tag="resumed"):
    """The game goes on."""

    seat: int


class StoodIn(Entry, frozen=True, tag="stood in"):
    """A bot plays for a person who left or let the clock run out; the seat stays theirs."""

    seat: int
    level: str
    why: Literal["left", "clock", "asked", "removed"]


class Left(Entry, frozen=True, tag="left"):
    """A person leaves a table where players come and go; the seat is free as soon as the game lets them go."""

    seat: int


class Returned(Entry, frozen=True, tag="returned"):
    """A person plays again after a bot stood in."""

    seat: int


class Resigned(Entry, frozen=True, tag="resigned"):
    """A person gave the game up; a bot plays on for the others' sake."""

    seat: int
    level: str


class Said(Entry, frozen=True, tag="said"):
    """Chat, in one's own words or by a phrase of the game."""

    person: str
    name: str
    text: str
    seat: int | None = None
    phrase: Spoken | None = None
    message: Message | None = None
    """A phrase of the game for readers of other languages."""
    removed: bool = False
    """What was said is gone: its author asked to be forgotten, or an operator has taken it away."""


class Reacted(Entry, frozen=True, tag="reacted"):
    """A reaction."""

    person: str
    name: str
    what: Reaction
    seat: int | None = None


class TimeGivenBack(Entry, frozen=True, tag="adjourned"):
    """The server was away or could not write: nobody's clock ran for that many milliseconds."""

    ms: int


class Rematched(Entry, frozen=True, tag="rematched"):
    """The same people have a new table."""

    table: str


class Removed(Entry, frozen=True, tag="removed"):
    """An operator has taken away what somebody said; the line itself says so, too."""

    line: int
    """Its number in the log."""


class Closed(Entry, frozen=True, tag="closed"):
    """The table was given up before the game was over."""

    why: str
    message: Message | None = None
    """Why, for readers of other languages."""

    @classmethod
    def because(cls, message: Message) -> Closed:
        """Closed for a reason that is in a catalogue."""
        return cls(str(message), message)


AnyEntry = (
    Sat
    | Seated
    | Freed
    | Readied
    | SeatsRemoved
    | Started
    | Moved
    | Undone
    | Asked
    | Answered
    | Paused
    | Resumed
    | StoodIn
    | Left
    | Returned
    | Resigned
    | Said
    | Reacted
    | TimeGivenBack
    | Rematched
    | Removed
    | Closed
)

_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def encode(entry: AnyEntry) -> bytes:
    """An entry as it is stored.

    >>> encode(Moved(seat=1, move="take b8"))
    b'{"type":"moved","seat":1,"move":"take b8"}'
    """
    return _encoder.encode(entry)


def decode(body: bytes) -> AnyEntry:
    """A stored entry; raises msgspec.ValidationError."""
    return _decoder.decode(body)
