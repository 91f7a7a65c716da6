"""What the REST part takes and gives about reports, mutes, and what operators see and do."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pandarium.protocol.fields import Status
from pandarium.protocol.rest import Milliseconds, RequestBody

REASON_LENGTH = 500
MOST_HOURS = 100_000

PersonId = Annotated[
    str, msgspec.Meta(min_length=1, max_length=64, description="Somebody's id.", examples=["p_bamboo"])
]
Words = Annotated[str, msgspec.Meta(max_length=REASON_LENGTH)]
Hours = Annotated[int, msgspec.Meta(ge=1, le=MOST_HOURS)]


class NewReport(RequestBody, frozen=True, kw_only=True):
    """Something that the operators should know about somebody."""

    person: PersonId
    table: Annotated[str, msgspec.Meta(min_length=1, max_length=64, description="Where it happened.")]
    invite: Annotated[str, msgspec.Meta(max_length=64)] = ""
    line: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1, description="The number of what they said.")] | None = None
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=REASON_LENGTH, examples=["insults"])]


class MutedShown(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody whom you do not want to read."""

    person: str
    name: str


class PersonListed(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody, as operators see them."""

    id: str
    name: str
    avatar: str
    handle: str | None
    created: Milliseconds
    operator: bool
    banned: bool
    muted: bool


class TableOverseen(msgspec.Struct, frozen=True, kw_only=True):
    """A table, as operators see it: who sits there, and nothing of the game."""

    id: str
    game: str
    title: str
    status: Status
    public: bool
    changed: Milliseconds
    names: list[str]
    tournament: bool


class ReportShown(msgspec.Struct, frozen=True, kw_only=True):
    """A report that nobody has dealt with."""

    id: str
    created: Milliseconds
    reporter: Annotated[str, msgspec.Meta(description="The name of whoever sent it.")]
    person: str
    name: Annotated[str, msgspec.Meta(description="The name of whom it is about.")]
    table: str
    line: int | None
    said: Annotated[str, msgspec.Meta(description="The line as it was.")]
    reason: str


class NewRestriction(RequestBody, frozen=True):
    """What is to be forbidden to whom."""

    kind: Literal["ban", "mute"]
    who: Annotated[
        str,
        msgspec.Meta(
            min_length=1,
            max_length=100,
            description="A login name or a person's id; for a ban also an address or a network.",
            examples=["198.51.100.0/24"],
        ),
    ]
    hours: Hours | None = None
    reason: Words = ""


class RestrictionShown(msgspec.Struct, frozen=True, kw_only=True):
    """What is forbidden to whom."""

    kind: Literal["ban", "mute"]
    subject: str
    name: Annotated[str, msgspec.Meta(description="Of the person; empty for an address.")]
    until: int | None
    reason: str


class ClosingWords(RequestBody, frozen=True):
    """Why a table is closed."""

    words: Words = ""


class CodeShown(msgspec.Struct, frozen=True, kw_only=True):
    """A code for a new password, to be told to its owner."""

    code: str
    expires: Milliseconds


class InviteShown(msgspec.Struct, frozen=True, kw_only=True):
    """The new invite of a table."""

    invite: str
