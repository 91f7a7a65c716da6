"""What the REST part takes and gives about accounts: passwords, devices, an address, one's own data."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pandarium.core.message import ENGLISH
from pandarium.protocol.evenings import EveningExported
from pandarium.protocol.fields import Language
from pandarium.protocol.notifications import NotificationSettings, SubscriptionExported, WebhookShown
from pandarium.protocol.people import FriendExported, ResultExported, TallyShown
from pandarium.protocol.rest import PASSWORD_LENGTHS, Me, Milliseconds, Password, RatingShown, RequestBody

MAIL_LENGTH = 254
CODE_LENGTH = 40

GivenPassword = Annotated[str, msgspec.Meta(min_length=1, max_length=PASSWORD_LENGTHS[1])]
GivenHandle = Annotated[str, msgspec.Meta(min_length=1, max_length=100, examples=["red-panda"])]
Code = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=CODE_LENGTH,
        description="Capitals, spaces and hyphens do not matter.",
        examples=["k7wm-9xtq-b3fh"],
    ),
]
MailAddress = Annotated[
    str,
    msgspec.Meta(
        min_length=3, max_length=MAIL_LENGTH, description="An e-mail address.", examples=["bamboo@example.org"]
    ),
]


class PasswordChange(RequestBody, frozen=True):
    """A new password, by somebody who knows the old one."""

    old: GivenPassword
    new: Password


class ResetWanted(RequestBody, frozen=True):
    """Somebody does not know their password any more."""

    handle: GivenHandle
    language: Language = ENGLISH
    """Of the message that is sent."""


class ResetWays(msgspec.Struct, frozen=True, kw_only=True):
    """How one gets a code for a new password here. It says nothing about whether there is such an account."""

    mail: Annotated[
        bool, msgspec.Meta(description="By e-mail, if the account has an address. Else the host of the server has one.")
    ]


class PasswordReset(RequestBody, frozen=True):
    """A new password, by a code that came by e-mail or from the host."""

    handle: GivenHandle
    code: Code
    password: Password


class MailWanted(RequestBody, frozen=True):
    """An address to which codes for a new password may go; it counts when it is confirmed."""

    mail: MailAddress
    password: GivenPassword
    language: Language = ENGLISH
    """Of the message that is sent."""


class MailConfirmed(RequestBody, frozen=True):
    """The code that came by e-mail."""

    code: Code


class Deletion(RequestBody, frozen=True):
    """The end of an account, or of a guest."""

    password: Annotated[
        str, msgspec.Meta(max_length=PASSWORD_LENGTHS[1], description="Of the account; guests have none.")
    ] = ""


class DeviceShown(msgspec.Struct, frozen=True, kw_only=True):
    """A device on which you are signed in."""

    id: str
    device: Annotated[str, msgspec.Meta(description="What it calls itself; may be empty.", examples=["Firefox, Linux"])]
    created: Milliseconds
    seen: Annotated[int, msgspec.Meta(description="When it was last seen, by the day.")]
    current: Annotated[bool, msgspec.Meta(description="The one that asks.")]


class TableExported(msgspec.Struct, frozen=True, kw_only=True):
    """A table where you sat or that you hosted."""

    id: str
    game: str
    status: str
    host: bool
    seat: int | None
    name: Annotated[str, msgspec.Meta(description="Your name at that table.")]
    created: Milliseconds


class LineExported(msgspec.Struct, frozen=True, kw_only=True):
    """Something that you said."""

    table: str
    at: Milliseconds
    text: str


class ReportExported(msgspec.Struct, frozen=True, kw_only=True):
    """Something that you reported."""

    created: Milliseconds
    person: str
    reason: str


class ChallengeExported(msgspec.Struct, frozen=True, kw_only=True):
    """A deal of the day, or a challenge, that you know."""

    challenge: str
    table: Annotated[str, msgspec.Meta(description="Where you played it; empty: you have seen it elsewhere.")]
    started: Milliseconds
    score: int | None


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """All that this server has about you."""

    me: Me
    devices: list[DeviceShown]
    ratings: list[RatingShown]
    tables: list[TableExported]
    tournaments: Annotated[list[str], msgspec.Meta(description="Ids of those that you entered or hosted.")]
    challenges: list[ChallengeExported]
    said: list[LineExported]
    muted: Annotated[list[str], msgspec.Meta(description="Ids of those whom you do not want to read.")]
    reports: list[ReportExported]
    results: Annotated[list[ResultExported], msgspec.Meta(description="Games that you played to the end.")]
    tallies: Annotated[list[TallyShown], msgspec.Meta(description="The same, counted.")]
    evenings: Annotated[list[EveningExported], msgspec.Meta(description="Games that you played at a real table.")]
    friends: list[FriendExported]
    invitations: Annotated[list[str], msgspec.Meta(description="Ids of tables where you are asked to come.")]
    notifications: NotificationSettings
    subscriptions: list[SubscriptionExported]
    webhooks: list[WebhookShown]
