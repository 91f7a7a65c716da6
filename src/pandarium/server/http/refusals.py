"""Every refusal has one shape: the JSON of `Refused`, under the status that fits its code."""

from __future__ import annotations

import math
import secrets
from http import HTTPStatus
from typing import Any, Final

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from pandarium.core.message import Message
from pandarium.protocol import RefusalCode
from pandarium.server.admin.people import NotThere
from pandarium.server.ops.limits import BODY_BYTES
from pandarium.server.people.identity import BadHandle, BadName, BadPassword
from pandarium.server.people.mail import BadMailAddress
from pandarium.server.store import HandleTaken, StoreError
from pandarium.server.tables.judge import Refusal

STATUSES: Final[dict[RefusalCode, int]] = {
    "malformed": 400,
    "bad move": 400,
    "bad table": 400,
    "unknown person": 401,
    "no access": 403,
    "not allowed": 403,
    "not seated": 403,
    "unknown table": 404,
    "illegal move": 409,
    "no undo": 409,
    "not your turn": 409,
    "seat taken": 409,
    "stale": 409,
    "wrong time": 409,
    "too large": 413,
    "flood": 429,
    "limit": 429,
    "busy": 503,
}
_DEFAULT_WAIT: Final = 5
"""Seconds after which a client should try again when nothing better is known."""

_log = structlog.get_logger("pandarium.web")


class WebRefusal(Refusal):
    """A refusal whose status says more than its code does."""

    def __init__(self, status: int, code: RefusalCode, message: Message, retry_ms: int | None = None) -> None:
        super().__init__(code, message, retry_ms=retry_ms)
        self.status = status

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (WebRefusal, (self.status, self.code, self.message, self.retry_ms))


def missing(message: Message) -> WebRefusal:
    """There is no such thing."""
    return WebRefusal(404, "malformed", message)


def status_of(refusal: Refusal) -> int:
    """The HTTP status for a refusal."""
    return refusal.status if isinstance(refusal, WebRefusal) else STATUSES[refusal.code]


def body_of(refusal: Refusal) -> bytes:
    """The refusal as JSON."""
    return msgspec.json.encode(refusal.shown())


def headers_of(refusal: Refusal) -> dict[str, str]:
    """What goes along: when to come back, and how to say who one is."""
    status = status_of(refusal)
    headers: dict[str, str] = {}
    if status in (429, 503):
        known = refusal.retry_ms is not None
        headers["retry-after"] = str(max(1, math.ceil((refusal.retry_ms or 0) / 1000)) if known else _DEFAULT_WAIT)
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    return headers


def as_refusal(error: Exception) -> Refusal:
    """Whatever went wrong, as a refusal. What nobody should see stays in the log, under a number that is sent."""
    match error:
        case Refusal():
            return error
        case HandleTaken():
            return WebRefusal(409, "not allowed", error.message)
        case StoreError():
            _log.error("store", reason=str(error))
            return Refusal("busy", Message("protocol.database_away.try_again"))
        case ValidationException():
            return Refusal("malformed", _first_mistake(error))
        case HTTPException() if error.status_code < 500:
            return _by_status(error)
        case NotThere():
            return WebRefusal(404, "malformed", error.message)
        case BadName() | BadHandle() | BadPassword() | BadMailAddress():
            return Refusal("malformed", error.message)
        case TimeoutError():
            return Refusal("busy", Message("protocol.too_slow"))
    number = secrets.token_hex(4)
    _log.error("internal error", error_id=number, exc_info=error)
    return WebRefusal(500, "busy", Message("protocol.internal_error", {"number": number}))


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The handler for every exception in Litestar."""
    refusal = as_refusal(error)
    headers = headers_of(refusal)
    if isinstance(error, HTTPException) and error.headers:
        headers |= {name.lower(): value for name, value in error.headers.items()}
    return Response(body_of(refusal), status_code=status_of(refusal), media_type="application/json", headers=headers)


def _first_mistake(error: ValidationException) -> Message:
    """Which parameter, and what is wrong with it."""
    found = error.extra[0] if isinstance(error.extra, list) and error.extra else None
    if not isinstance(found, dict):
        return Message("protocol.bad_request")
    if found.get("source") == "body":
        return Message("protocol.no_body")
    what = str(found.get("message", "")).replace("`", "")
    return Message.text(f"{found.get('key', 'parameter')}: {what[:1].lower()}{what[1:]}")


def _by_status(error: HTTPException) -> Refusal:
    """What the framework itself refuses."""
    match error.status_code:
        case 404:
            return missing(Message("protocol.no_such_address"))
        case 405:
            return WebRefusal(405, "malformed", Message("protocol.method_not_allowed"))
        case 413:
            return Refusal("too large", Message("protocol.body_limit", {"most": BODY_BYTES}))
        case 400:
            # The framework quotes the query string in some of its texts, and invites travel there.
            return Refusal("malformed", Message("protocol.bad_parameter"))
    return WebRefusal(error.status_code, "malformed", Message.text(HTTPStatus(error.status_code).phrase.lower()))
