"""Socket: one WebSocket of one client at one table. Plain ASGI: a thousand idle ones should cost next to nothing.

Updates are not queued. A socket knows the last number it has sent; when the table changes it is woken, and renders what
is newest as soon as its client takes it. So a slow reader gets fewer updates, each complete, and slows nobody.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import structlog

from pandarium import protocol
from pandarium.server.ops import limits
from pandarium.server.sockets.messages import CLOSE_CODES, FAULT, Send, decoder, encode_refusal, encoder, is_gone
from pandarium.server.sockets.websocket import WebSocket
from pandarium.server.tables import judge
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.updates import Snapshot

if TYPE_CHECKING:
    from pandarium.server.sockets.sockets import Sockets

_PLAY = b'"play"'
"""What every move has in it, and hardly anything else: only such messages are tried by the fast path."""
FLOODS = 100
"""Messages over the limit in a row before the socket is closed."""

_logger = structlog.get_logger("pandarium.socket")


class Visit(NamedTuple):
    """What a client asks for when it connects."""

    invite: str
    since: int
    """The last number that they know."""
    changes: bool
    """Whether they want no more than what changes."""
    share: str = ""
    """The token of a link to a replay."""


class Socket:
    """One client at one table."""

    __slots__ = (
        "_admitted",
        "_answer_due",
        "_began",
        "_bucket",
        "_busy",
        "_changes",
        "_closed",
        "_dirty",
        "_floods",
        "_handling",
        "_idle",
        "_message",
        "_news_waits",
        "_send",
        "_since",
        "_snapshot",
        "_sockets",
        "_task",
        "_websocket",
        "asker",
        "invite",
        "loaded",
        "share",
    )

    def __init__(
        self, sockets: Sockets, loaded: LoadedTable, asker: Asker, visit: Visit, send: Send, websocket: WebSocket | None
    ) -> None:
        self._sockets = sockets
        self._websocket = websocket
        self._send = send
        self._since = visit.since
        self._changes = visit.changes
        self._admitted = -1
        """The version of the table at which its client was found to have access."""
        self._snapshot: Snapshot | None = None
        """What its client shows, as far as it asked for no more than what changes."""
        self._dirty = False
        self._busy = False
        self._handling = False
        """A message of its client is being carried out."""
        self._news_waits = False
        """There is something new, which goes out with the answer to that message, or else right after it."""
        self._message: protocol.Play | None = None
        """The move that is on the fast path, until it is answered."""
        self._answer_due = b""
        """The answer to it, while everybody is told: it goes out with what is new."""
        self._began = 0.0
        """When it arrived."""
        self._idle: asyncio.Future[None] | None = None
        """Who waits until it is through."""
        self._bucket = limits.SOCKET_MESSAGES.bucket(sockets.hub.settings.limits)
        self._floods = 0
        """Messages over the limit in a row."""
        self._closed = False
        self._task: asyncio.Task[None] | None = None
        self.loaded = loaded
        self.asker = asker
        self.invite = visit.invite
        self.share = visit.share

    def wake(self) -> None:
        """There is something new: send it, or remember to when the last message is through."""
        if self._busy:
            self._dirty = True
        elif self._answer_due:
            if self._tell_at_once(self._answer_due):
                self._message = None
            else:
                self._tell_later()
            self._answer_due = b""
        elif not self._handling:
            if not self._tell_at_once():
                self._tell_later()
        elif not self._news_waits:
            self._news_waits = True
            asyncio.get_running_loop().call_soon(self._release)

    def _release(self) -> None:
        """No answer went out together with what is new."""
        if self._news_waits:
            self._news_waits = False
            if self._busy:
                self._dirty = True
            elif not self._tell_at_once():
                self._tell_later()

    def _tell_later(self) -> None:
        self._busy = True
        self._task = asyncio.get_running_loop().create_task(self._tell())

    def _tell_at_once(self, then: bytes = b"") -> bool:
        """Send what is new, and perhaps a message after it, without waiting for anything, if that can be."""
        websocket, table = self._websocket, self.loaded.table
        if websocket is None or self._closed or not websocket.ready:
            return False
        if self._since != table.seq - 1 and not table.remembers(self._since):
            return False
        before = self._since, self._snapshot
        try:
            if table.table_version != self._admitted:
                self.check_access()
            websocket.push(self._news(), then)
        except Exception:  # whatever it is, `_tell` meets it again and knows what to do
            self._since, self._snapshot = before
            return False
        return True

    def _news(self, lines: list[bytes] | None = None) -> bytes:
        """What is to be sent, which from now on its client has; `lines` are the news if they are not at hand."""
        loaded, since, before = self.loaded, self._since, self._snapshot
        snapshot = loaded.snapshot(self.asker)
        news = loaded.news(snapshot, since, lines)
        data = snapshot.whole(since, news) if before is None else snapshot.changed(before, since, news)
        if self._changes:
            self._snapshot = snapshot
        self._since = snapshot.moment.seq
        return data

    def stop(self, code: int, reason: str) -> None:
        """Close it from our side."""
        self._sockets.hub.spawn(self.close(code, reason))

    def check_access(self) -> None:
        """Raise Refusal unless its client may still look; asked anew when more than the game has changed."""
        table = self.loaded.table
        if table.table_version != self._admitted:
            judge.socket_access(table, self.asker.person, self.invite, self.share)
            self._admitted = table.table_version

    async def _tell(self) -> None:
        try:
            while True:
                self._dirty = False
                self.check_access()
                lines = None
                if not self.loaded.table.remembers(self._since):
                    lines = await self._sockets.hub.reader.old_lines(self.loaded, self.asker, self._since)
                await self.send(self._news(lines))
                if not self._dirty:
                    return
                self._sockets.hub.metrics.resyncs.inc()
        except Refusal as refusal:
            await self.refuse(refusal)
            await self.close(CLOSE_CODES.get(refusal.code, 4400), refusal.reason)
        except Exception as error:
            if not is_gone(error):
                _logger.exception("update failed", table=self.loaded.table.id)
                self.stop(FAULT, "something went wrong on the server; come back")
        finally:
            self._busy = False
            self._task = None

    async def handle(self, message: protocol.AnyMessage) -> None:
        """Carry out a message of the client. What it changed and the answer go out in one write, where they can."""
        self._handling = True
        try:
            reply = await self._sockets.hub.handle_at(self.loaded, self.asker, message)
        finally:
            self._handling = False
        answer = encoder.encode(reply)
        if self._news_waits and not self._busy and self._tell_at_once(answer):
            self._news_waits = False
        else:
            await self.send(answer)

    # a move, the fast path

    def attach(self) -> None:
        """Take moves as soon as they arrive."""
        if self._websocket is not None:
            self._websocket.on_text = self.take

    def detach(self) -> None:
        """Take none any more."""
        if self._websocket is not None:
            self._websocket.on_text = None

    def take(self, text: bytes) -> bool:
        """Begin a move as soon as it arrives; False for all that must wait for something, or be refused with words."""
        hub, loaded = self._sockets.hub, self.loaded
        if self._message is not None or _PLAY not in text or self._busy or not self.keeps_up:
            return False
        if not hub.fast_path.is_open(loaded):
            return False
        began = time.perf_counter()
        try:
            message = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return False
        if not isinstance(message, protocol.Play) or len(text) > protocol.MAX_MESSAGE_BYTES or self._bucket.take():
            return False
        self._floods = 0
        self._message, self._began = message, began
        try:
            judge.access(loaded.table, self.asker.person, self.invite)
            hub.fast_path.play(loaded, message, self)
        except Exception as error:
            self.finish(error)
        return True

    def hold(self, answer: protocol.Done) -> None:
        """Everybody is told of the move now: what is new takes its answer along."""
        self._answer_due = encoder.encode(answer)

    def finish(self, answer: protocol.Done | Exception) -> None:
        """The move is through: answer it, unless what it changed has taken the answer along."""
        message, self._message, self._answer_due = self._message, None, b""
        refusal = self._sockets.refusal(self, answer) if isinstance(answer, Exception) else None
        if message is not None:
            self._answer(encoder.encode(answer) if refusal is None else self._refused(refusal, message.id))
        self._sockets.hub.metrics.move_seconds.observe(time.perf_counter() - self._began)
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    def _answer(self, data: bytes) -> None:
        """Send an answer without waiting, if that can be."""
        if self._websocket is not None and self._websocket.ready and not self._closed:
            self._websocket.push(data)
        else:
            self._sockets.hub.spawn(self.send(data))

    async def wait_idle(self) -> None:
        """Wait until no move is on the fast path: one message after the other."""
        while self._message is not None:
            self._idle = asyncio.get_running_loop().create_future()
            try:
                await self._idle
            finally:
                self._idle = None

    def flooded(self) -> float:
        """Count a message: the seconds that it comes too early."""
        wait = self._bucket.take()
        self._floods = self._floods + 1 if wait else 0
        return wait

    @property
    def keeps_up(self) -> bool:
        """Whether its client takes what it is sent. Whoever does not waits for every answer before the next message."""
        return self._websocket is None or self._websocket.ready

    @property
    def is_flooding(self) -> bool:
        """Whether its client does not stop sending too much."""
        return self._floods > FLOODS

    async def send(self, data: bytes) -> None:
        """One message to the client, if it is still there."""
        if self._closed:
            return
        if self._websocket is not None and self._websocket.ready:
            self._websocket.push(data)
            return
        try:
            await self._send({"type": "websocket.send", "text": data.decode()})
        except Exception as error:
            if not is_gone(error):
                raise
            self._closed = True

    async def refuse(self, refusal: Refusal, id: int = 0) -> None:
        """Say why not."""
        await self.send(self._refused(refusal, id))

    def _refused(self, refusal: Refusal, id: int) -> bytes:
        self._sockets.hub.metrics.refused(refusal.code)
        return encode_refusal(refusal, id)

    async def close(self, code: int, reason: str) -> None:
        """Say goodbye, once; after it nothing is sent."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._send({"type": "websocket.close", "code": code, "reason": reason[:100]})
        except Exception as error:
            if not is_gone(error):
                raise
