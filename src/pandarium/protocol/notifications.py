"""What the REST part takes and gives about being told something while no page is open."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pandarium.core.message import ENGLISH
from pandarium.protocol.fields import Language
from pandarium.protocol.rest import Milliseconds, RequestBody

ENDPOINT_LENGTH = 1_000
WebhookKind = Literal["discord", "slack", "json"]


class NotificationWays(msgspec.Struct, frozen=True, kw_only=True):
    """How this server can tell somebody something while no page is open."""

    push_key: Annotated[
        str | None,
        msgspec.Meta(description="For `pushManager.subscribe`: the server's public key. null: it sends no web push."),
    ]
    mail: Annotated[bool, msgspec.Meta(description="It sends e-mails to those who ask for it.")]
    webhooks: Annotated[bool, msgspec.Meta(description="Hosts may have a chat told what happens at their tables.")]


class NotificationSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What you want to be told."""

    turn: Annotated[bool, msgspec.Meta(description="A table waits for you.")]
    seated: Annotated[bool, msgspec.Meta(description="Somebody sat down at a table that has not begun.")]
    tournament: Annotated[bool, msgspec.Meta(description="A tournament that you entered begins.")]
    digest: Annotated[bool, msgspec.Meta(description="An e-mail, once a day at most, if tables wait for you.")]
    browsers: Annotated[int, msgspec.Meta(description="How many of your browsers are told.")]
    mail: Annotated[bool, msgspec.Meta(description="You have a confirmed address, and this server sends e-mail.")]


class NotificationChange(RequestBody, frozen=True):
    """What you want to be told from now on; what is not given stays."""

    turn: bool | None = None
    seated: bool | None = None
    tournament: bool | None = None
    digest: bool | None = None
    language: Annotated[Language | None, msgspec.Meta(description="Of the e-mails.")] = None


class NewSubscription(RequestBody, frozen=True):
    """A browser that is to be told: what `PushSubscription.toJSON()` says."""

    endpoint: Annotated[
        str,
        msgspec.Meta(min_length=10, max_length=ENDPOINT_LENGTH, examples=["https://push.example/v2/bamboo"]),
    ]
    p256dh: Annotated[str, msgspec.Meta(min_length=80, max_length=100, description="The browser's public key.")]
    auth: Annotated[str, msgspec.Meta(min_length=20, max_length=30, description="The secret that goes with it.")]
    language: Language = ENGLISH


class SubscriptionMade(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that is told from now on."""

    id: Annotated[str, msgspec.Meta(description="To end it with.")]


class NewWebhook(RequestBody, frozen=True):
    """An address that is to be told what happens at a table."""

    kind: Annotated[WebhookKind, msgspec.Meta(description="In whose form: a chat's, or plain JSON.")]
    url: Annotated[str, msgspec.Meta(min_length=10, max_length=1_000, examples=["https://chat.example/hooks/bamboo"])]
    language: Language = ENGLISH


class WebhookShown(msgspec.Struct, frozen=True, kw_only=True):
    """An address that is told what happens at a table. Its path is a secret of the chat, and not shown."""

    id: str
    kind: WebhookKind
    host: str
    created: Milliseconds


class WebhookCreated(msgspec.Struct, frozen=True, kw_only=True):
    """A new one."""

    id: str
    secret: Annotated[
        str,
        msgspec.Meta(
            description="Shown once. `X-Pandarium-Signature` is `sha256=` and the HMAC-SHA256, by this secret, of "
            "`X-Pandarium-Timestamp`, a dot, and the body."
        ),
    ]


class SubscriptionExported(msgspec.Struct, frozen=True, kw_only=True):
    """A browser of yours that is told."""

    service: Annotated[str, msgspec.Meta(description="The push service of the browser's maker.")]
    created: Milliseconds
