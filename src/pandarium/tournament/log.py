"""The log of a tournament: every decision that was ever taken in it. All that is stored of one.

Its JSON stays readable for ever: fields are added with defaults; one that is renamed is rewritten in all databases by a
migration. Players and tables go by number.
"""

from __future__ import annotations

import msgspec

from pandarium.core.message import Message


class Entry(msgspec.Struct, tag_field="type", frozen=True, omit_defaults=True):
    """One line of the log."""


class Entered(Entry, frozen=True, tag="entered"):
    """A person signed up, before the start or late."""

    person: str
    name: str
    avatar: str = ""


class Filled(Entry, frozen=True, tag="filled"):
    """Bots signed up."""

    count: int


class SignedOff(Entry, frozen=True, tag="signed off"):
    """Somebody changed their mind before the start."""

    player: int


class Started(Entry, frozen=True, tag="started"):
    """Registration closes, unless late comers are welcome; everybody buys in and is shown to a table."""

    tables: list[list[int]]


class Raised(Entry, frozen=True, tag="raised"):
    """PD-G3: the stakes rise, for the next deal at every table."""

    level: int


class Dealt(Entry, frozen=True, tag="dealt"):
    """A deal begins at a table, with those who sit there, for the stakes of this moment."""

    table: int
    live: str = ""
    """The id of the table where people play it; none: the server plays it, since only bots sit there."""


class Played(Entry, frozen=True, tag="played"):
    """A deal is over. Lists go by its seats."""

    table: int
    deal: int
    chips: list[int]
    pot: int
    out: list[int] = []
    """Players who are eliminated (PD-G1)."""
    marks: list[int] = []
    holder: int | None = None
    """A player."""
    table_mark: int = 0
    away: list[int] = []
    """Players for whom a bot played at the end."""


class Reseated(Entry, frozen=True, tag="reseated"):
    """PD-G3: tables are merged and balanced, and who waits is shown to a seat."""

    moves: list[tuple[int, int]]
    """Players, and the tables that they go to; a table that was not there is opened."""
    closed: list[tuple[int, int]] = []
    """Tables that are broken up, and those that get what was left in their pots."""


class Rebought(Entry, frozen=True, tag="rebought"):
    """Somebody who was out buys in again."""

    player: int


class Declined(Entry, frozen=True, tag="declined"):
    """Somebody who was out does not buy in again, or thought about it for too long."""

    player: int


class WentAway(Entry, frozen=True, tag="went away"):
    """A bot plays for somebody from now on."""

    player: int


class CameBack(Entry, frozen=True, tag="came back"):
    """Somebody plays again."""

    player: int


class TimeGivenBack(Entry, frozen=True, tag="adjourned"):
    """The server was away: so long the clock of the levels did not run."""

    ms: int


class Finished(Entry, frozen=True, tag="finished"):
    """One is left."""

    winner: int


class Cancelled(Entry, frozen=True, tag="cancelled"):
    """It does not take place."""

    why: str
    message: Message | None = None
    """Why, for readers of other languages."""

    @classmethod
    def because(cls, message: Message) -> Cancelled:
        """Cancelled for a reason that is in a catalogue."""
        return cls(str(message), message)


AnyEntry = (
    Entered
    | Filled
    | SignedOff
    | Started
    | Raised
    | Dealt
    | Played
    | Reseated
    | Rebought
    | Declined
    | WentAway
    | CameBack
    | TimeGivenBack
    | Finished
    | Cancelled
)

_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)
_encoder = msgspec.json.Encoder()


def encode(entry: AnyEntry) -> bytes:
    """An entry as it is stored.

    >>> encode(Raised(level=2))
    b'{"type":"raised","level":2}'
    """
    return _encoder.encode(entry)


def decode(body: bytes) -> AnyEntry:
    """A stored entry; raises msgspec.ValidationError."""
    return _decoder.decode(body)
