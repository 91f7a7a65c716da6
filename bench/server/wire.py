"""A WebSocket client that costs next to nothing, so that the load is not what is measured.

Both sides of the benchmark are driven through it. Frames are masked with zeros, which the protocol allows and which
saves the work of masking. Compression is not offered.
"""

from __future__ import annotations

import base64
import os
import select
import socket
from collections.abc import Callable, Mapping
from typing import Any, Final

TEXT: Final = 0x1
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA
LAST: Final = 0x80
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)
CHUNK: Final = 1 << 18


class SocketClosed(ConnectionError):
    """The server ended the connection, which no measurement survives."""


class Socket:
    """One connection of one seat."""

    __slots__ = ("owner", "seat", "seen", "sock", "tail")

    def __init__(self, port: int, path: str, headers: Mapping[str, str], seat: int) -> None:
        self.seat = seat
        self.seen = -1
        """The highest number of a move that has arrived here."""
        self.owner: Any = None
        """The table."""
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.tail = self._shake_hands(port, path, headers)
        self.sock.setblocking(False)

    def _shake_hands(self, port: int, path: str, headers: Mapping[str, str]) -> bytes:
        """The opening handshake; returns what came after it."""
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        self.sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            more = self.sock.recv(CHUNK)
            if not more:
                raise SocketClosed(f"closed during the handshake: {answer[:200]!r}")
            answer += more
        head, _, rest = answer.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            raise SocketClosed(f"refused: {answer[:300].decode('latin-1')}")
        return rest

    def fileno(self) -> int:
        """For epoll."""
        return self.sock.fileno()

    def send(self, text: bytes, kind: int = TEXT) -> None:
        """Send a message."""
        size = len(text)
        if size < 126:
            head = bytes((LAST | kind, MASKED | size))
        else:
            head = bytes((LAST | kind, MASKED | 126)) + size.to_bytes(2, "big")
        frame = head + NO_MASK + text
        sent = self.sock.send(frame)
        while sent < len(frame):
            self._wait(select.POLLOUT, 10)
            sent += self.sock.send(frame[sent:])

    def receive(self) -> list[bytes]:
        """The messages that are there, without waiting."""
        try:
            data = self.sock.recv(CHUNK)
        except BlockingIOError:
            data = b""
        else:
            if not data:
                raise SocketClosed(f"the server closed the socket of seat {self.seat}")
        return self._cut(self.tail + data if self.tail else data)

    def _cut(self, data: bytes) -> list[bytes]:
        """Frames into messages; what is not complete stays in `tail`. Servers do not mask, and ours do not fragment."""
        messages: list[bytes] = []
        at = 0
        end = len(data)
        while end - at >= 2:
            size = data[at + 1]
            body = at + 2
            if size == 126:
                body = at + 4
                size = int.from_bytes(data[at + 2 : body], "big")
            elif size == 127:
                body = at + 10
                size = int.from_bytes(data[at + 2 : body], "big")
            if body + size > end:
                break
            kind = data[at] & 0xF
            text = data[body : body + size]
            at = body + size
            if kind == TEXT:
                messages.append(text)
            elif kind == PING:
                self.send(text, PONG)
            elif kind == CLOSE:
                raise SocketClosed(f"the server closed the socket of seat {self.seat}: {text[:200]!r}")
        self.tail = data[at:]
        return messages

    def wait_for(self, wanted: Callable[[bytes], bool], what: str, seconds: float = 30.0) -> bytes:
        """Wait for a message; others that come before it are dropped. Only for setting up."""
        while True:
            for message in self.receive():
                if wanted(message):
                    return message
            if not self._wait(select.POLLIN, seconds):
                raise SocketClosed(f"seat {self.seat} waited {seconds:g} s for {what}")

    def _wait(self, event: int, seconds: float) -> bool:
        """Until it can be read or written; select() would not take more than a thousand files."""
        poller = select.poll()
        poller.register(self.sock, event)
        return bool(poller.poll(seconds * 1000))

    def close(self) -> None:
        """Hang up."""
        self.sock.close()
