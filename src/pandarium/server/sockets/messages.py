"""Messages of a table's sockets as they travel, and the codes with which sockets are closed."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from pandarium import protocol
from pandarium.server.tables.judge import Refusal

Scope = Any
Receive = Any
Send = Any

CLOSE_CODES: Final = {"unknown person": 4401, "no access": 4403, "unknown table": 4404, "limit": 4429, "flood": 4429}
FAULT: Final = 1011
"""Close code: something went wrong on the server."""

encoder = msgspec.json.Encoder()
decoder: msgspec.json.Decoder[protocol.AnyMessage] = msgspec.json.Decoder(protocol.AnyMessage)


class _Id(msgspec.Struct):
    id: protocol.Id = 0


_id_decoder = msgspec.json.Decoder(_Id)


def encode_refusal(refusal: Refusal, id: int) -> bytes:
    """A refusal as it travels."""
    return encoder.encode(refusal.shown(id))


def read_id(data: bytes) -> int:
    """The id of a message that cannot be read otherwise, so that the client knows which one it was."""
    try:
        return _id_decoder.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return 0


def is_gone(error: BaseException) -> bool:
    """Whether that only means that the client is not there any more."""
    if isinstance(error, RuntimeError) and "websocket.close" in str(error):
        return True  # uvicorn has given the client up: too large a frame, or no answer to a ping
    return isinstance(error, OSError) or type(error).__name__ in {"ClientDisconnected", "WebSocketDisconnect"}
