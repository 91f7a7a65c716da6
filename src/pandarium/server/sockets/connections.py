"""HTTP connections: uvicorn's, with a limit to how many wait for a request, and for how long.

Whoever connects and says nothing costs an open file. So headers must come within seconds, and where an address, or all
of them together, have too many connections, the one that has waited longest without a request makes room.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pandarium.server.ops.limits import CONNECTIONS_PER_ADDRESS, network
from pandarium.server.settings import Settings
from pandarium.server.sockets.handover import Handover

HEADER_SECONDS: Final = 10.0
"""Seconds in which the headers of a request must be complete."""
RESERVED_FILES: Final = 200
"""Open files that are kept for the database, for bots and for what Python itself opens."""
_DEFAULT_FILES: Final = 1024


class IdleConnection(Protocol):
    """A connection that can be told to make room."""

    def give_up(self) -> None:
        """Close it: it has no request under way."""


class Connections:
    """The HTTP connections of one worker, by address, those that wait for a request in order of their waiting."""

    def __init__(self, most: int, most_of_one_address: int) -> None:
        self._most = most
        self._most_of_one = most_of_one_address
        self._open: Counter[str] = Counter()
        self._waiting: dict[IdleConnection, str] = {}

    @classmethod
    def of(cls, settings: Settings) -> Connections:
        """As many as there can be files, and not all of them for one address, unless that is a proxy's."""
        most = file_limit() - RESERVED_FILES
        one = round(CONNECTIONS_PER_ADDRESS * settings.limits)
        return cls(most, one if one and settings.proxies == 0 else most)

    def opened(self, connection: IdleConnection, address: str, in_all: int) -> bool:
        """Count one more; whether there is room for it. `in_all` are all that are open, this one included."""
        key = network(address)
        self._open[key] += 1
        if self._open[key] > self._most_of_one and not self._make_room(key):
            return False
        if in_all > self._most and not self._make_room(None):
            return False
        self._waiting[connection] = key
        return True

    def closed(self, connection: IdleConnection, address: str) -> None:
        """One less, or it became a WebSocket, which is counted elsewhere."""
        key = network(address)
        self._waiting.pop(connection, None)
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]

    def busy(self, connection: IdleConnection) -> None:
        """A request is under way."""
        self._waiting.pop(connection, None)

    def idle(self, connection: IdleConnection, address: str) -> None:
        """It waits for the next one."""
        self._waiting[connection] = network(address)

    def _make_room(self, key: str | None) -> bool:
        """Close the connection that has waited longest, of that address or of all; whether there was one."""
        oldest = next((one for one, of in self._waiting.items() if key in (None, of)), None)
        if oldest is None:
            return False
        del self._waiting[oldest]
        oldest.give_up()
        return True


class HttpConnection(H11Protocol):
    """One connection, until it ends or becomes a WebSocket."""

    _all: Connections | None = None
    _header_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        self._all = getattr(self.app, "connections", None)
        self._wait_for_headers()
        if self._all is not None and not self._all.opened(self, self._address, self._in_all()):
            transport.write(_TOO_MANY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        super().connection_lost(exc)
        self._leave()

    def data_received(self, data: bytes) -> None:
        """Something came: perhaps the end of a request's headers."""
        before = self.scope
        super().data_received(data)
        if self.scope is not before:
            self._stop_waiting()
            if self._all is not None and not self.transport.is_closing():
                self._all.busy(self)
        elif self.conn.their_state is h11.IDLE and self._header_timer is None:
            self._wait_for_headers()  # drop by drop, after an answer

    def on_response_complete(self) -> None:
        """The answer is out."""
        super().on_response_complete()
        if self._all is not None and not self.transport.is_closing() and self.conn.their_state is h11.IDLE:
            self._all.idle(self, self._address)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a WebSocket, here or in the worker where all of its table are."""
        self._leave()
        handover: Handover | None = getattr(self.app, "handover", None)
        if handover is not None and not self.conn.trailing_data[0]:
            lines = [b"%s %s HTTP/1.1" % (event.method, event.target), *map(b": ".join, self.headers), b"", b""]
            if handover.pass_on(event.target.decode("latin-1"), b"\r\n".join(lines), self.transport):
                self.connections.discard(self)
                self.transport.abort()  # which closes it here alone
                return
        super().handle_websocket_upgrade(event)

    def shutdown(self) -> None:
        """The server stops; an answer that waits for something to happen must not keep it."""
        answer_waiting: Callable[[], None] | None = getattr(self.app, "answer_waiting", None)
        if answer_waiting is not None:
            answer_waiting()
        super().shutdown()

    def give_up(self) -> None:
        """Others need its place."""
        self.transport.abort()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _in_all(self) -> int:
        handover: Handover | None = getattr(self.app, "handover", None)
        return len(self.connections) + (handover.adopted if handover is not None else 0)

    def _leave(self) -> None:
        self._stop_waiting()
        counted, self._all = self._all, None
        if counted is not None:
            counted.closed(self, self._address)

    def _wait_for_headers(self) -> None:
        self._header_timer = self.loop.call_later(HEADER_SECONDS, self.give_up)

    def _stop_waiting(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None


def raise_file_limit() -> None:
    """Let this process, and those that it starts, open as many files as the system allows: each socket is one."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(ValueError, OSError):  # macOS says "unlimited" and means less
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def file_limit() -> int:
    """How many files this process may open."""
    if sys.platform == "win32":
        return _DEFAULT_FILES
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MANY if soft == resource.RLIM_INFINITY else min(soft, _MANY)


_MANY: Final = 1_000_000
_TOO_MANY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 10\r\n"
    b"connection: close\r\n\r\nToo many connections; come back in a moment.\n"
)
