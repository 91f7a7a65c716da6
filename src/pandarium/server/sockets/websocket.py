"""WebSocket: uvicorn's end of a WebSocket, with three changes that a server of tables needs.

It writes an update at once where the client keeps up (ASGI's way costs a task and a state machine for each), it does
not stop and start reading for every single message, and it hangs up on whoever neither answers nor reads.
"""

from __future__ import annotations

from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION: Final = "pandarium.websocket"
"""Where in the scope's extensions a socket finds its connection."""
_WAITING: Final = 8
"""Messages that may wait for their socket before no more are read."""
_TEXT: Final = 0x81
"""First byte of a text message in one frame."""
_NOT_TEXT: Final = 1007


class WebSocket(WebSocketsSansIOProtocol):
    """One connection."""

    def handle_connect(self, event: Request) -> None:
        """A client asks for a WebSocket."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"] or {}
            extensions[EXTENSION] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone. What points at itself would stay in memory for long."""
        super().connection_lost(exc)
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            (scope.get("extensions") or {}).pop(EXTENSION, None)

    @property
    def ready(self) -> bool:
        """Whether a message would go out at once: the client is there and takes what it is sent."""
        return self.writable.is_set() and self.handshake_complete and not (self.disconnected or self.close_sent)

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
                self.conn.send_close(_NOT_TEXT)
                self.handle_parser_exception()
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if self.queue.qsize() >= _WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def keepalive_timeout(self) -> None:
        """Nobody answers: closing would wait for ever until the client takes what is still to be sent."""
        super().keepalive_timeout()
        self.transport.abort()


def _head(text: bytes) -> bytes:
    """What stands before a text message in one frame."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size))
    if size < 65_536:
        return bytes((_TEXT, 126)) + size.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + size.to_bytes(8, "big")
