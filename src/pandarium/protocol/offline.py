"""What a page asks the rules in its worker, at a table without a server; and what the device keeps of a game."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pandarium.core.meta import OptionValue
from pandarium.core.outcome import Outcome
from pandarium.core.record import Record
from pandarium.protocol.fields import Level, SeatNumber
from pandarium.protocol.messages import AnyMessage
from pandarium.protocol.replies import Done, Hinted, Pong, Refused, Update
from pandarium.protocol.rest import NAME_LENGTH

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]


class OfflineSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: a person's at this device, or a bot's."""

    name: Name
    avatar: str = ""
    bot: str | None = None
    """Level of the bot that plays here: its own seat, or for somebody who has given up."""
    resigned: bool = False


class OfflineGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as the device keeps it: from this it goes on, whenever the page is opened again."""

    id: str
    seats: list[OfflineSeat]
    record: Record
    begun: int = 0
    """Milliseconds since 1970."""
    changed: int = 0
    outcome: Outcome | None = None
    """How it ended, also where somebody gave it up: then the record has no outcome."""
    together: bool = False
    """All win or lose as one."""


class OfflineRequest(msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the page wants."""


class BeginOffline(OfflineRequest, frozen=True, tag="begin"):
    """A new game: what to keep of it."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    game: str
    people: Annotated[list[OfflineSeat], msgspec.Meta(min_length=1)]
    bots: list[Level] = []
    options: dict[str, OptionValue] = {}


class OpenOffline(OfflineRequest, frozen=True, tag="open"):
    """Go on with a game, or look at one that is over."""

    game: OfflineGame


class SendOffline(OfflineRequest, frozen=True, tag="send"):
    """A message of the person in that seat, as a client sends it to a server's table."""

    seat: SeatNumber
    message: AnyMessage
    since: int
    """The last line of the log that the page knows."""


class MoveOfflineBot(OfflineRequest, frozen=True, tag="bot"):
    """Let the next bot move."""

    since: int


class ReplayOffline(OfflineRequest, frozen=True, tag="replay"):
    """Every position of a game that is over, as that seat saw it (none: a spectator)."""

    game: OfflineGame
    seat: SeatNumber | None = None


class OfflineLevels(OfflineRequest, frozen=True, tag="levels"):
    """The levels of bots that are fast enough here."""

    game: str


AnyOfflineRequest = BeginOffline | OpenOffline | SendOffline | MoveOfflineBot | ReplayOffline | OfflineLevels
TableReply = Done | Hinted | Refused | Pong


class OfflineShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table after what was asked."""

    kept: OfflineGame
    updates: list[Update]
    """One for each person at this device."""
    bots: bool = False
    """A bot is to move: ask for it."""
    reply: TableReply | None = None
