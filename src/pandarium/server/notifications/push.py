"""Web push: what a push service is given, so that it can read none of it and knows who sends it.

The message is encrypted for the browser (RFC 8291), the request is signed with this server's key (RFC 8292).
"""

from __future__ import annotations

import base64
import hashlib
import time
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from pandarium.server.store.notifications import Subscription

KEPT_SECONDS: Final = 12 * 3_600
"""How long a push service keeps a message for a browser that is not there."""
_SIGNED_SECONDS: Final = 3_600
KEY_BYTES: Final = 65
AUTH_BYTES: Final = 16


class Notification(msgspec.Struct, frozen=True):
    """What the browser shows."""

    title: str
    body: str
    url: str
    tag: str
    """A later one with the same takes its place."""


class Request(NamedTuple):
    """What the push service is sent."""

    body: bytes
    headers: dict[str, str]


def new_key() -> str:
    """The server's own key, as it is stored."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return encode(number.to_bytes(32, "big"))


def encode(data: bytes) -> str:
    """Bytes as they travel in addresses and headers."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    """And back; raises ValueError."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def are_keys(key: str, auth: str) -> bool:
    """Whether these are the keys of a browser: a point of the curve, and a secret."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
        return len(decode(key)) == KEY_BYTES and len(decode(auth)) == AUTH_BYTES
    except (ValueError, UnsupportedAlgorithm):
        return False


class Signer:
    """The server's key for push services; `contact` is whom they write to when something is wrong."""

    def __init__(self, key: str, contact: str) -> None:
        self._vapid: Any = Vapid02.from_raw(key.encode())
        self._vapid.conf["no-strict"] = True  # a server in a private network has no name that it knows
        self._contact = contact
        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public = encode(point)
        """What browsers are told, so that nobody else can send to them."""

    def request(self, to: Subscription, notification: Notification, urgency: str) -> Request:
        """What to send. It computes for a millisecond: not for the event loop."""
        parts = urlsplit(to.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _SIGNED_SECONDS,
            "sub": self._contact or to.origin,
        }
        body = http_ece.encrypt(
            msgspec.json.encode(notification),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decode(to.key),
            auth_secret=decode(to.auth),
            version="aes128gcm",
        )
        headers = {
            **self._vapid.sign(claims),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT_SECONDS),
            "urgency": urgency,
            # One that still waits at the push service is replaced; the name tells nobody what it is about.
            "topic": encode(hashlib.sha256(f"{to.auth} {notification.tag}".encode()).digest()[:24]),
        }
        return Request(body, headers)
