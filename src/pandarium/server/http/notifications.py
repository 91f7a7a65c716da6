"""Being told something while no page is open: browsers, e-mail, and the webhooks of a table."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Final, cast
from urllib.parse import urlsplit

from litestar import delete, get, patch, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from pandarium.core.message import Message
from pandarium.protocol.notifications import (
    NewSubscription,
    NewWebhook,
    NotificationChange,
    NotificationSettings,
    NotificationWays,
    SubscriptionMade,
    WebhookCreated,
    WebhookKind,
    WebhookShown,
)
from pandarium.server.http.caller import AnyRequest, Caller, own_url, site_of
from pandarium.server.http.refusals import WebRefusal
from pandarium.server.http.tables import TableId
from pandarium.server.notifications.outgoing import BadTarget
from pandarium.server.notifications.push import are_keys
from pandarium.server.notifications.webhooks import PER_TABLE
from pandarium.server.ops.limits import SUBSCRIPTIONS
from pandarium.server.ops.now import now_ms
from pandarium.server.people.identity import ID_PATTERN, new_id
from pandarium.server.store import notifications as rows
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.judge.guards import only_the_host

TAG: Final = ["Notifications"]
SubscriptionId = Annotated[str, PathParameter(pattern=ID_PATTERN, description="The subscription's id.")]
WebhookId = Annotated[str, PathParameter(pattern=ID_PATTERN, description="The webhook's id.")]


@get("/api/notifications", tags=TAG, summary="How you can be told")
async def show_ways(request: AnyRequest) -> NotificationWays:
    """How this server can tell you something while no page is open."""
    site = site_of(request)
    return NotificationWays(
        push_key=site.signer.public if site.settings.push == "yes" else None,
        mail=bool(site.mailer),
        webhooks=site.settings.webhooks == "yes",
    )


@get("/api/me/notifications", tags=TAG, summary="What you are told")
async def show_settings(request: AnyRequest, caller: NamedDependency[Caller]) -> NotificationSettings:
    """What you want to be told, and in how many browsers."""
    return await settings_of(request, caller)


@patch("/api/me/notifications", tags=TAG, summary="Change what you are told")
async def change_settings(
    request: AnyRequest, data: JSONBody[NotificationChange], caller: NamedDependency[Caller]
) -> NotificationSettings:
    """Change what you want to be told. E-mails need an account with a confirmed address."""
    site, person = site_of(request), caller.row.id
    if data.digest and not (site.mailer and caller.row.mail):
        raise WebRefusal(409, "not allowed", Message("protocol.digest_needs_mail"))
    old = (await rows.notification_choices(site.store, [person]))[person]
    given = {name: value for name in _CHANGED if (value := getattr(data, name)) is not None}
    await rows.save_notification_choices(site.store, old._replace(**given, origin=own_url(request, "")))
    return await settings_of(request, caller)


_CHANGED: Final = ("turn", "seated", "tournament", "digest", "language")


@post("/api/me/subscriptions", tags=TAG, summary="Tell this browser, too")
async def subscribe(
    request: AnyRequest, data: JSONBody[NewSubscription], caller: NamedDependency[Caller]
) -> SubscriptionMade:
    """Be told in a browser while no page is open, until you sign out there. Ten browsers at most: the oldest goes."""
    site = site_of(request)
    if site.settings.push != "yes":
        raise WebRefusal(409, "not allowed", Message("protocol.no_push_here"))
    site.rate_limits.take(SUBSCRIPTIONS, caller.row.id)
    if not are_keys(data.p256dh, data.auth):
        raise Refusal("malformed", Message("protocol.bad_push_keys"))
    await _check(request, data.endpoint)
    id = rows.subscription_id(data.endpoint)
    origin = own_url(request, "")
    keys = (data.p256dh, data.auth, data.language)
    await rows.subscribe(
        site.store, rows.Subscription(id, caller.row.id, caller.session, data.endpoint, *keys, origin, now_ms())
    )
    return SubscriptionMade(id=id)


@delete("/api/me/subscriptions/{subscription:str}", tags=TAG, summary="Tell a browser no more", status_code=204)
async def unsubscribe(request: AnyRequest, subscription: SubscriptionId, caller: NamedDependency[Caller]) -> None:
    """No longer be told in that browser."""
    await rows.unsubscribe(site_of(request).store, subscription, caller.row.id)


@get("/api/tables/{table:str}/webhooks", tags=TAG, summary="Who is told what happens at a table")
async def list_webhooks(request: AnyRequest, table: TableId, asker: NamedDependency[Asker]) -> list[WebhookShown]:
    """The addresses that are told; only the table's host may see them."""
    await _hosted(request, table, asker)
    return [show_webhook(hook) for hook in await rows.webhooks_of(site_of(request).store, [table])]


@post("/api/tables/{table:str}/webhooks", tags=TAG, summary="Have an address told what happens at a table")
async def add_webhook(
    request: AnyRequest, table: TableId, data: JSONBody[NewWebhook], asker: NamedDependency[Asker]
) -> WebhookCreated:
    """The host has a chat told that it is somebody's turn, that somebody sat down, that the game begins or is over.

    It learns names and a link without an invite, nothing of the game.
    """
    site = site_of(request)
    await _hosted(request, table, asker)
    if site.settings.webhooks != "yes":
        raise WebRefusal(409, "not allowed", Message("protocol.no_webhooks_here"))
    site.rate_limits.take(SUBSCRIPTIONS, asker.person)
    if len(await rows.webhooks_of(site.store, [table])) >= PER_TABLE:
        raise Refusal("limit", Message("protocol.too_many_webhooks", {"most": PER_TABLE}))
    await _check(request, data.url)
    id, secret = new_id("h"), secrets.token_urlsafe(32)
    made = (data.kind, data.url, secret, data.language, own_url(request, ""), now_ms())
    await rows.add_webhook(site.store, rows.Webhook(id, table, asker.person, *made))
    return WebhookCreated(id=id, secret=secret)


@delete("/api/tables/{table:str}/webhooks/{webhook:str}", tags=TAG, summary="Tell an address no more", status_code=204)
async def remove_webhook(
    request: AnyRequest, table: TableId, webhook: WebhookId, asker: NamedDependency[Asker]
) -> None:
    """The host ends a webhook."""
    await _hosted(request, table, asker)
    await rows.remove_webhook(site_of(request).store, table, webhook)


def show_webhook(hook: rows.Webhook) -> WebhookShown:
    """A webhook without what is secret of it."""
    host = urlsplit(hook.url).hostname or ""
    return WebhookShown(id=hook.id, kind=cast(WebhookKind, hook.kind), host=host, created=hook.created)


async def _hosted(request: AnyRequest, table: str, asker: Asker) -> None:
    only_the_host((await site_of(request).hub.load(table)).table, asker)


async def _check(request: AnyRequest, url: str) -> None:
    """Raise Refusal for an address that nothing is sent to."""
    try:
        await site_of(request).sender.outgoing.target(url)
    except BadTarget as error:
        raise Refusal("malformed", error.message) from None
    except OSError:
        raise Refusal("malformed", Message("protocol.target_unknown")) from None


async def settings_of(request: AnyRequest, caller: Caller) -> NotificationSettings:
    """What somebody wants to be told."""
    site, person = site_of(request), caller.row.id
    chosen = (await rows.notification_choices(site.store, [person]))[person]
    return NotificationSettings(
        turn=chosen.turn,
        seated=chosen.seated,
        tournament=chosen.tournament,
        digest=chosen.digest,
        browsers=len(await rows.subscriptions_of(site.store, [person])),
        mail=bool(site.mailer and caller.row.mail),
    )


HANDLERS: Final[list[Any]] = [
    show_ways,
    show_settings,
    change_settings,
    subscribe,
    unsubscribe,
    list_webhooks,
    add_webhook,
    remove_webhook,
]
