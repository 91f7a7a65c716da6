"""A push service, and a browser that subscribed there: it reads what comes, and checks who sent it.

Both are written after the RFCs alone (8188, 8291, 8292), with none of the libraries that the server uses for it.
"""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import Any, NamedTuple

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class Called(NamedTuple):
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes


class Service:
    """Takes requests on this machine and answers with the statuses that it was told to, then with 201."""

    def __init__(self, port: int) -> None:
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}"
        self.calls: Queue[Called] = Queue()
        self.statuses: list[int] = []
        self.location = ""

    def next(self) -> Called:
        """The next request, as soon as it is there."""
        return self.calls.get(timeout=120)


@contextmanager
def service() -> Iterator[Service]:
    """A push service, or whatever else is called."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            found.calls.put(Called(self.path, headers, body))
            self.send_response(found.statuses.pop(0) if found.statuses else 201)
            if found.location:
                self.send_header("location", found.location)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found = Service(server.server_port)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()


class Browser:
    """A browser's keys; what it was sent it can read, and nobody else."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = bytes(range(16))

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": encode(self.public), "auth": encode(self._auth)}

    @property
    def public(self) -> bytes:
        return self._key.public_key().public_bytes(*_POINT)

    def read(self, called: Called) -> dict[str, str]:
        """The message (RFC 8291 and 8188)."""
        assert called.headers["content-encoding"] == "aes128gcm"
        body = called.body
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), theirs)
        secret = _hkdf(self._auth, shared, b"WebPush: info\x00" + self.public + sender, 32)
        key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\x00", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00")
        assert text[-1:] == b"\x02"
        message: dict[str, str] = json.loads(text[:-1])
        return message


def signed_by(called: Called, audience: str) -> tuple[str, dict[str, Any]]:
    """The key that signed a request (RFC 8292), and what it claims, once both hold."""
    scheme, _, rest = called.headers["authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    raw = decode(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    key.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))  # raises unless it fits
    assert json.loads(decode(head))["alg"] == "ES256"
    claimed = json.loads(decode(claims))
    assert claimed["aud"] == audience
    assert time.time() < claimed["exp"] <= time.time() + 86_400
    return parts["k"], claimed


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
