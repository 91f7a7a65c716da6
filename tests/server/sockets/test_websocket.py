"""Our end of a WebSocket beside uvicorn's own: whatever comes, in whatever pieces, both hear the same."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from pandarium.server.run import SOCKET_BYTES
from pandarium.server.sockets.websocket import WebSocket, _ends_with_frame, _one_text

REQUEST = (
    b"GET /api/tables/t_1/live HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n" % base64.b64encode(b"0123456789abcdef")
)


class Transport(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closing = False

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = True

    def pause_reading(self) -> None:
        """More may come all the same."""

    def resume_reading(self) -> None:
        """It does."""


class End:
    """One of the two, with an application that accepts and keeps all that it hears."""

    def __init__(self, kind: type[WebSocketsSansIOProtocol]) -> None:
        self.heard: list[dict[str, Any]] = []
        config = Config(self, ws_max_size=SOCKET_BYTES, ws_per_message_deflate=False, log_config=None)  # type: ignore[arg-type]
        config.load()
        self.transport = Transport()
        self.protocol = kind(config=config, server_state=ServerState(), app_state={})
        self.protocol.connection_made(self.transport)

    async def open(self) -> None:
        """Until the WebSocket is there."""
        self.protocol.data_received(REQUEST)
        while not self.protocol.handshake_complete:
            await asyncio.sleep(0)
        self.transport.written = b""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while True:
            self.heard.append(await receive())
            if self.heard[-1]["type"] == "websocket.disconnect":
                return

    async def take(self, pieces: Iterable[bytes]) -> tuple[list[dict[str, Any]], bytes, bool]:
        """What it heard and wrote, and whether it has hung up."""
        for piece in pieces:
            if self.transport.closing:
                break
            self.protocol.data_received(piece)
            for _ in range(20):
                await asyncio.sleep(0)
        return self.heard, self.transport.written, self.transport.closing


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    """As a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


def whole_frames(rng: Random) -> list[bytes]:
    """Frames of every kind, most of them short texts; now and then one that is wrong."""
    frames: list[bytes] = []
    for _ in range(rng.randint(1, 12)):
        size = rng.choice([0, 1, 40, 125, 126, 300, 65_535])
        text = ("ä" + "x" * size)[:size].encode()[:size] if rng.random() < 0.9 else rng.randbytes(size)
        match rng.randrange(10):
            case 0:
                frames.append(frame(Opcode.PING, text[:100]))
            case 1:
                frames.append(frame(Opcode.BINARY, text))
            case 2:
                frames += [frame(Opcode.TEXT, text, fin=False), frame(Opcode.PONG, b"x"), frame(Opcode.CONT, text)]
            case 3 if rng.random() < 0.3:
                frames.append(frame(Opcode.TEXT, text, fin=False))  # and whatever comes next is wrong
            case 4 if rng.random() < 0.3:
                frames.append(bytes([rng.randrange(256)]) + frame(Opcode.TEXT, text)[1:])
            case 5 if rng.random() < 0.2:
                frames.append(frame(Opcode.CLOSE, (1000).to_bytes(2, "big")))
            case _:
                frames.append(frame(Opcode.TEXT, text))
    return frames


def in_pieces(rng: Random, frames: list[bytes]) -> list[bytes]:
    """As the network may bring them: each alone, several at once, cut anywhere."""
    pieces: list[bytes] = []
    for one in frames:
        cut = rng.randrange(1, len(one)) if rng.random() < 0.15 else len(one)
        pieces += [one[:cut], one[cut:]] if cut < len(one) else [one]
        hangs_up = one[0] & 0x0F == Opcode.CLOSE  # with nonsense before it in one piece, uvicorn's own end breaks
        if len(pieces) > 1 and not hangs_up and rng.random() < 0.3:
            pieces[-2:] = [pieces[-2] + pieces[-1]]
    return pieces


@pytest.mark.parametrize("seed", range(100))
async def test_both_hear_and_answer_the_same(seed: int) -> None:
    rng = Random(seed)
    pieces = in_pieces(rng, whole_frames(rng))
    ours, theirs = End(WebSocket), End(WebSocketsSansIOProtocol)
    for end in (ours, theirs):
        await end.open()
    mine, yours = await ours.take(pieces), await theirs.take(pieces)
    assert mine == yours
    for end in (ours, theirs):
        if not end.transport.closing:
            end.protocol.connection_lost(None)
        end.protocol.stop_keepalive()
        if end.protocol.close_timer is not None:
            end.protocol.close_timer.cancel()
        while end.protocol.tasks:
            await asyncio.sleep(0)


async def test_nonsense_and_hanging_up_in_one_piece_is_no_fault_of_ours() -> None:
    end = End(WebSocket)
    await end.open()
    heard, _, closing = await end.take([frame(Opcode.TEXT, b"\xc3") + frame(Opcode.CLOSE, b"\x03\xe8")])
    assert closing
    assert heard == [{"type": "websocket.disconnect", "code": 1000, "reason": ""}]


def test_one_text_is_seen_only_where_it_is_whole_and_alone() -> None:
    text = frame(Opcode.TEXT, b"hello")
    assert _one_text(text) == b"hello"
    assert _one_text(frame(Opcode.TEXT, b"x" * 400)) == b"x" * 400
    for other in (b"", text[:1], text[:4], text[:-1], text + b"x", text + text, frame(Opcode.BINARY, b"hello")):
        assert _one_text(other) is None
    assert _one_text(frame(Opcode.TEXT, b"x" * 70_000)) is None
    assert _one_text(Frame(Opcode.TEXT, b"hello").serialize(mask=False)) is None


def test_the_end_of_a_frame_is_seen() -> None:
    frames = [frame(Opcode.TEXT, b"x" * size) for size in (0, 125, 126, 70_000)]
    assert _ends_with_frame(b"".join(frames))
    assert not _ends_with_frame(b"".join(frames)[:-1])
    assert not _ends_with_frame(frames[0] + frames[3][:5])


async def test_who_has_said_something_is_not_asked_whether_they_are_there() -> None:
    end = End(WebSocket)
    await end.open()
    end.protocol.data_received(frame(Opcode.TEXT, b"{}"))
    end.protocol.send_keepalive_ping()
    assert end.transport.written == b"", "they were heard"
    end.protocol.send_keepalive_ping()
    assert end.transport.written[:1] == bytes([0x80 | Opcode.PING]), "and not since"
    end.protocol.connection_lost(None)
    while end.protocol.tasks:
        await asyncio.sleep(0)
