"""Webhooks: what an address that a host has given is sent, in the form of the chat that reads it, and signed."""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Final

import msgspec

from pandarium.server.notifications.occasions import Params, announcement
from pandarium.server.notifications.push import Request
from pandarium.server.store.notifications import Webhook

PER_TABLE: Final = 3
SIGNATURE: Final = "x-pandarium-signature"
TIMESTAMP: Final = "x-pandarium-timestamp"


def plain(text: str) -> str:
    """A name that means nothing to Discord: no mention, no link, no markup.

    >>> plain("*Ann* @everyone")
    '\\\\*Ann\\\\* \\\\@everyone'
    """
    return re.sub(r"([\\*_~`|>\[\]()#@:<-])", r"\\\1", text)


def escaped(text: str) -> str:
    """A name that means nothing to Slack.

    >>> escaped("<!channel> & Bo")
    '&lt;!channel&gt; &amp; Bo'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def signature(secret: str, timestamp: str, body: bytes) -> str:
    """By this a receiver knows that it comes from here, and is not an old one sent again."""
    return "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def request(hook: Webhook, occasion: str, params: Params, now: int) -> Request:
    """What to send. The link has no invite: whoever may not come in learns the names, and no more."""
    url = f"{hook.origin}/t/{hook.table_id}"
    clean = {"discord": plain, "slack": escaped}.get(hook.kind, str)
    shown = Params(params.title, tuple(map(clean, params.names)), params.free)
    text = announcement(occasion, shown).render(hook.language)
    match hook.kind:
        case "discord":
            content: dict[str, object] = {"content": f"{text}\n<{url}>", "allowed_mentions": {"parse": []}}
        case "slack":
            content = {"text": f"{text}\n<{url}>"}
        case _:
            content = {
                "event": occasion,
                "table": hook.table_id,
                "game": params.title,
                "names": params.names,
                "url": url,
                "text": text,
                "at": now,
            }
    body, timestamp = msgspec.json.encode(content), str(now // 1000)
    return Request(
        body,
        {
            "content-type": "application/json",
            TIMESTAMP: timestamp,
            SIGNATURE: signature(hook.secret, timestamp, body),
        },
    )
