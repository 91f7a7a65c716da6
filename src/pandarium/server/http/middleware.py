"""The gate: what holds for every request before anybody looks at it, and for every answer before it leaves.

Plain ASGI around the whole application, so that it holds for unknown addresses and broken handlers, too.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

import structlog
from litestar.types import ASGIApp, HTTPScope, Receive, Send
from litestar.types import Message as AsgiMessage

from pandarium.core.message import Message
from pandarium.server.http.policy import POLICY
from pandarium.server.http.refusals import WebRefusal, as_refusal, body_of, headers_of, status_of
from pandarium.server.http.site import Site
from pandarium.server.ops.limits import BODY_BYTES, READS_BY_ADDRESS, WRITES_BY_ADDRESS, client_address, client_scheme
from pandarium.server.ops.logging import log_access
from pandarium.server.people.identity import origin_allowed
from pandarium.server.tables.judge import Refusal

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
UNCOUNTED: Final = ("/health", "/health/live", "/metrics")
"""Addresses that machines ask for again and again: no limit, and no line in the log."""
REQUEST_SECONDS: Final = 60.0
"""How long a request may take, a body that comes drop by drop included; a bot's advice takes up to 30."""
UNKNOWN_ROUTE: Final = "unknown"
PERSON: Final = "pandarium_person"
"""Where in the scope's state the person is left for the log."""

_POLICY: Final = (b"content-security-policy", POLICY.encode())
_HEADERS: Final = [
    (b"x-content-type-options", b"nosniff"),
    # Invites travel in addresses: no other site may learn them from a link that somebody followed.
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
_NO_STORE: Final = (b"cache-control", b"no-store")

_log = structlog.get_logger("pandarium.access")


class Gate:
    """Checks, headers, counters and the log line around an application."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        started = time.perf_counter()
        out = _Out(send, secure=client_scheme(scope, self._site.settings.proxies) == "https")
        try:
            self._check(scope)
            async with asyncio.timeout(REQUEST_SECONDS):
                await self._app(scope, receive, out)
        except Exception as error:
            if out.status is not None:
                raise  # half an answer is out: the server closes the connection
            await _answer(as_refusal(error), out)
        finally:
            self._note(scope, out.status or 500, started)

    def _check(self, scope: HTTPScope) -> None:
        """Raise Refusal for a request that nobody needs to look at."""
        settings, path, method = self._site.settings, scope["path"], scope["method"]
        if path in UNCOUNTED:
            return
        rate = READS_BY_ADDRESS if method in SAFE_METHODS else WRITES_BY_ADDRESS
        address = client_address(scope, settings.proxies)
        if path.startswith("/api/"):  # whoever is banned may still read so
            self._site.hub.moderation.check_address(address)
        self._site.rate_limits.take(rate, address)
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if method not in SAFE_METHODS:
            check_origin(headers, client_scheme(scope, settings.proxies), settings.origins)
        check_body(headers)

    def _note(self, scope: HTTPScope, status: int, started: float) -> None:
        path = scope["path"]
        route = scope.get("path_template") or UNKNOWN_ROUTE
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._site.metrics.answered(method, route, status)
        if path not in UNCOUNTED:
            # The template, not the path: table ids of private tables are nobody's business.
            log_access(_log, method, route, status, started, scope.get("state", {}).get(PERSON))


_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PATCH", "DELETE", "PUT", "OPTIONS"})


def check_origin(headers: dict[str, str], scheme: str, extra: tuple[str, ...]) -> None:
    """Raise Refusal when a page of another site wants to change something here."""
    origin = headers.get("origin")
    fetch_site = headers.get("sec-fetch-site")
    fine = origin_allowed(origin, headers.get("host", ""), scheme, extra, without_origin=True)
    if not fine or (origin is None and fetch_site not in (None, "same-origin", "none")):
        raise Refusal("not allowed", Message("protocol.another_site"))


def check_body(headers: dict[str, str]) -> None:
    """Raise Refusal for a body that is too large or not JSON. One of unknown length is measured as it comes."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 15:
        raise Refusal("malformed", Message("protocol.content_length"))
    if int(length) > BODY_BYTES:
        raise Refusal("too large", Message("protocol.body_too_large", {"most": BODY_BYTES, "bytes": int(length)}))
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if (int(length) or "transfer-encoding" in headers) and kind != "application/json":
        raise WebRefusal(415, "malformed", Message("protocol.body_must_be_json"))


class _Out:
    """Lets answers out, with the headers that all of them have."""

    def __init__(self, send: Send, *, secure: bool) -> None:
        self._send = send
        self._secure = secure
        self.status: int | None = None

    async def __call__(self, message: AsgiMessage) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [*message["headers"], *_HEADERS]
            # Two answers have their own: what may be kept, and the one script that may do more than others.
            given = {name.lower() for name, _ in headers}
            headers += [header for header in (_POLICY, _NO_STORE) if header[0] not in given]
            if self._secure:
                headers.append(_HSTS)
            message["headers"] = headers
        await self._send(message)


async def _answer(refusal: Refusal, send: Send) -> None:
    body = body_of(refusal)
    headers = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        # The body was not read: the connection cannot be used again.
        "connection": "close",
        **headers_of(refusal),
    }
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status_of(refusal), "headers": raw})
    await send({"type": "http.response.body", "body": body, "more_body": False})
