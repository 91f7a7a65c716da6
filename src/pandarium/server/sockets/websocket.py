"""WebSocket: uvicorn's end of a WebSocket, with changes that a server of tables needs.

It writes an update at once where the client keeps up (ASGI's way costs a task and a state machine for each), takes a
message that comes in one piece without a parser, and does not stop and start reading for every single one. It asks only
those whether they are there who have said nothing for a while, hangs up on whoever neither answers nor reads, and does
not keep the request.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C where it was built, else not
from websockets.http11 import Request
from websockets.protocol import OPEN

EXTENSION: Final = "pandarium.websocket"
"""Where in the scope's extensions a socket finds its connection."""
_WAITING: Final = 8
"""Messages that may wait for their socket before no more are read."""
_TEXT: Final = 0x81
"""First byte of a text message in one frame."""
_MASKED: Final = 0x80
_TWO_BYTES: Final = 126
"""Instead of a size: it follows in two bytes; one more, and it follows in eight."""
_NOT_TEXT: Final = 1007
_RESTARTS: Final = 1012
_LINGER: Final = 2.0
"""Seconds that a client has to answer our goodbye; what it says meanwhile is read, and dropped."""
_SHORT, _MEDIUM, _LONG = (Struct(layout).pack for layout in ("!BB", "!BBH", "!BBQ"))
"""What stands before a message of the server, by its size."""


class WebSocket(WebSocketsSansIOProtocol):
    """One connection."""

    _at_frame = False
    """Whether the parser has nothing left over, so that what comes next begins a frame."""
    _heard = False
    """Whether anything came since somebody asked whether the client is there."""
    _keeps_up = True
    """Whether the client takes what it is sent."""
    on_text: Callable[[bytes], bool] | None = None
    """Takes a text message while none waits, if it can be carried out at once; else it waits for its socket."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._inbox = _Inbox(self.loop)
        self.queue = self._inbox  # type: ignore[assignment]

    def handle_connect(self, event: Request) -> None:
        """A client asks for a WebSocket."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"] or {}
            extensions[EXTENSION] = self
            self._at_frame = True

    def forget_request(self) -> None:
        """The request has been answered: nobody needs its headers any more, and thousands of them take room."""
        scope: dict[str, Any] = self.scope  # type: ignore[assignment]
        extensions = scope["extensions"]
        scope.clear()
        scope["extensions"] = extensions
        self.request = self.response = None  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Something came. Mostly it is one short message, whole: that takes no parser."""
        self._heard = True
        text = _one_text(data) if self._at_frame else None
        if text is None or self.conn.current_size is not None or self.conn.state is not OPEN or self.close_sent:
            self._at_frame = self._at_frame and _ends_with_frame(data)
            super().data_received(data)
            return
        if self.on_text is not None and self._inbox.is_awaited() and self.on_text(text):
            return
        self.curr_msg_data_type = "text"
        self.frames = [text]
        self.send_receive_event_to_app()

    def send_keepalive_ping(self) -> None:
        """Ask whether the client is there, unless it has said something since we last thought of asking."""
        if self._heard:
            self._heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone. What points at itself would stay in memory for long."""
        super().connection_lost(exc)
        self.on_text = None
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            (scope.get("extensions") or {}).pop(EXTENSION, None)

    def pause_writing(self) -> None:
        """The client does not take what it is sent."""
        super().pause_writing()
        self._keeps_up = False

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        self._keeps_up = True

    @property
    def ready(self) -> bool:
        """Whether a message would go out at once: the client is there and takes what it is sent."""
        return self._keeps_up and self.handshake_complete and not (self.disconnected or self.close_sent)

    def push(self, text: bytes, then: bytes = b"") -> None:
        """Send a text message now, and perhaps another in the same write; only when `ready`."""
        self.transport.write(_head(text) + text + _head(then) + then if then else _head(text) + text)

    def send_receive_event_to_app(self) -> None:
        """A message is complete: it waits for its socket, and a few more may."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                if self.conn.state is OPEN:  # else the client has hung up in the same breath
                    self.conn.send_close(_NOT_TEXT)
                self.handle_parser_exception()
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if self.queue.qsize() >= _WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def shutdown(self) -> None:
        """The server stops. Who is talking is read on for a moment.

        Closed with something unread, the connection would be reset, and the client lose our goodbye.
        """
        if self.close_timer is not None:  # we have said goodbye already
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(_LINGER, self.transport.close)
            return
        if self.close_sent or not self.handshake_complete or self.conn.state is not OPEN:
            super().shutdown()
            return
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": _RESTARTS})
        self.conn.send_close(_RESTARTS)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(_LINGER, self.transport.close)

    def keepalive_timeout(self) -> None:
        """Nobody answers: closing would wait for ever until the client takes what is still to be sent."""
        super().keepalive_timeout()
        self.transport.abort()


class _Inbox:
    """Events that wait for their socket, which alone takes them: a queue in a tenth of the room of asyncio's."""

    __slots__ = ("_events", "_loop", "_waiting")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._events: list[Any] = []
        self._waiting: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """How many wait."""
        return len(self._events)

    def empty(self) -> bool:
        """Whether none does."""
        return not self._events

    def is_awaited(self) -> bool:
        """Whether the socket has nothing to do, and waits for the next."""
        return self._waiting is not None and not self._events

    def put_nowait(self, event: Any) -> None:
        """One more."""
        self._events.append(event)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def get(self) -> Any:
        """The first of them, as soon as there is one."""
        while not self._events:
            self._waiting = self._loop.create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._events.pop(0)


def _payload(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame that begins there begins and ends; None if not even that has come."""
    if len(data) < at + 2:
        return None
    size = data[at + 1] & ~_MASKED
    begins = at + 2 + {_TWO_BYTES: 2, _TWO_BYTES + 1: 8}.get(size, 0)
    if size >= _TWO_BYTES:
        size = int.from_bytes(data[at + 2 : begins], "big")
    begins += 4 if data[at + 1] & _MASKED else 0
    return begins, begins + size


def _one_text(data: bytes) -> bytes | None:
    """The text message that this is, if it is one of moderate size, in one masked frame, whole, and nothing else."""
    if len(data) < 2 or data[0] != _TEXT or not data[1] & _MASKED or data[1] == _MASKED | _TWO_BYTES + 1:
        return None
    if len(data) == data[1] - _MASKED + 6 and data[1] < _MASKED | _TWO_BYTES:  # short, as moves are
        return apply_mask(data[6:], data[2:6])
    begins, ends = _payload(data, 0) or (0, 0)
    return apply_mask(data[begins:], data[begins - 4 : begins]) if ends == len(data) else None


def _ends_with_frame(data: bytes) -> bool:
    """Whether these are whole frames, the first of which begins here."""
    at = 0
    while at < len(data):
        frame = _payload(data, at)
        if frame is None:
            return False
        at = frame[1]
    return at == len(data)


def _head(text: bytes) -> bytes:
    """What stands before a text message in one frame."""
    size = len(text)
    if size < _TWO_BYTES:
        return _SHORT(_TEXT, size)
    if size < 65_536:
        return _MEDIUM(_TEXT, _TWO_BYTES, size)
    return _LONG(_TEXT, _TWO_BYTES + 1, size)
