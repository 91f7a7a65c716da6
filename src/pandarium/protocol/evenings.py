"""What the REST part takes and gives about evenings at a real table: those that phones share, those in a history."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pandarium.companion.evening import MOST_ENTRIES, Line
from pandarium.core.meta import OptionValue
from pandarium.protocol.rest import NAME_LENGTH, Milliseconds, RequestBody

CODE_LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ"
"""Of codes that people read out and type: none that is taken for another, or for a digit."""
CODE_LENGTH = 4
MOST_SEATS = 10
_LATEST = 2**53
_ID = "^[A-Za-z0-9_-]{1,64}$"

EveningId = Annotated[
    str,
    msgspec.Meta(
        pattern=_ID,
        description="Under which id the devices keep it: their own choice.",
        examples=["mi4x2k9f"],
    ),
]
Time = Annotated[int, msgspec.Meta(ge=0, le=_LATEST, description="Milliseconds since 1970, by the device's clock.")]
Names = Annotated[
    list[Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]],
    msgspec.Meta(max_length=MOST_SEATS, description="In the order of the seats, clockwise.", examples=[["Ann", "Ben"]]),
]
Entries = Annotated[list[Line], msgspec.Meta(max_length=MOST_ENTRIES, examples=[["A roll 3", "B roll 5"]])]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1, description="Counts the changes.")]


class EveningTold(RequestBody, frozen=True):
    """An evening, as far as it was entered."""

    evening: EveningId
    game: Annotated[str, msgspec.Meta(max_length=40)]
    names: Names
    options: dict[str, OptionValue]
    entries: Entries
    begun: Time


class EveningToShare(EveningTold, frozen=True):
    """An evening that other phones are to follow."""

    rematch_of: Annotated[
        Annotated[str, msgspec.Meta(pattern=_ID)] | None,
        msgspec.Meta(description="The id of the shared evening after which it comes: those who follow it are told."),
    ] = None


class SharedEvening(msgspec.Struct, frozen=True, kw_only=True):
    """An evening that several phones share, as it is now."""

    id: Annotated[str, msgspec.Meta(description="Whoever knows it reads and writes.")]
    code: Annotated[str, msgspec.Meta(description="Four letters that open it, until a day after the last entry.")]
    version: Version
    evening: str
    game: str
    names: list[str]
    options: dict[str, OptionValue]
    entries: list[str]
    begun: Milliseconds
    next: Annotated[str | None, msgspec.Meta(description="The id of the one that was begun after it.")]


class SharingBegun(msgspec.Struct, frozen=True, kw_only=True):
    """An evening is shared from now on."""

    shared: SharedEvening
    secret: Annotated[
        str,
        msgspec.Meta(
            description="Ends it; for the device that shared it, and no other. Empty: another has begun this rematch."
        ),
    ]


class EveningChanged(RequestBody, frozen=True):
    """All entries as they are to be: one more, one less, or another in the place of one."""

    version: Annotated[Version, msgspec.Meta(description="The one that they follow upon; it must be the newest.")]
    entries: Entries


class SharingEnded(RequestBody, frozen=True):
    """Forget the evening."""

    secret: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class EveningFinished(EveningTold, frozen=True):
    """A finished evening for your history."""

    ended: Time
    seat: Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS, description="Which of the names you are.")]


class EveningExported(msgspec.Struct, frozen=True, kw_only=True):
    """An evening at a real table in your history."""

    evening: str
    game: str
    started: Milliseconds
    ended: Milliseconds
    seat: int
    names: list[str]
    scores: list[int]
    winners: list[int]
