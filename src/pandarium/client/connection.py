"""A connection to a table that survives the loss of its WebSocket."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Any, Protocol

import msgspec

from pandarium.client.changes import apply_changes
from pandarium.client.errors import ClientError, RefusedError, ServerUnreachable, Unconfirmed
from pandarium.protocol import AnyMessage, AnyReply, Changes, Refused, Update

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 5.0
STABLE_SECONDS = 5.0
"""After a socket that lived this long the pause before the next one is short again."""
UPDATES_MISSED_CLOSE_CODE = 1002
"""We close a socket with it that left updates out."""
PERMANENT_CLOSE_CODES = {1003, 1007, 1008, 1009, 4400, 4401, 4403, 4404}
"""Close codes after which the client must not connect again."""
RATE_LIMITED_CLOSE_CODE = 4429
"""Too many sockets or messages: connecting again later may work."""

_decoder = msgspec.json.Decoder(AnyReply)
_encoder = msgspec.json.Encoder()


class ClientSocket(Protocol):
    """What a connection needs of a websocket."""

    close_code: int | None
    close_reason: str | None

    async def send(self, message: str) -> None:
        """Send a text."""

    async def recv(self) -> str | bytes:
        """The next message."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the socket."""


OpenSocket = Callable[[], Awaitable[Any]]


class UpdatesMissed(Exception):
    """An update does not follow on the one before: connect again and ask for what is missing."""


class _Waiting:
    """A message that waits for its reply."""

    def __init__(self, text: str, again: bool) -> None:
        self.text = text
        self.again = again
        """Whether it may be sent twice."""
        self.sent = False
        self.answer: asyncio.Future[AnyReply] = asyncio.get_running_loop().create_future()


class Connection:
    """Sends messages, returns their replies, and connects again when the socket is lost.

    `open_socket` raises OSError to be called again, and ClientError to give up. `on_update` is called with each update,
    and whether it is the first of its socket. Before the first update nothing is retried: an address is wrong more
    often than a server is down.
    """

    def __init__(
        self, open_socket: OpenSocket, on_update: Callable[[Update, bool], None], reconnect_seconds: float
    ) -> None:
        self._open_socket = open_socket
        self._on_update = on_update
        self._reconnect_seconds = reconnect_seconds
        self._socket: ClientSocket | None = None
        self._waiting: dict[int, _Waiting] = {}
        self._numbers = count(1)
        self._refused: RefusedError | None = None
        self._task: asyncio.Task[None] | None = None
        self.over: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        """Done when there will be no more updates; its exception says why, none means that it was closed here."""

    @property
    def up(self) -> bool:
        """Whether a socket is open now."""
        return self._socket is not None

    def open(self) -> None:
        """Start connecting."""
        self._task = asyncio.create_task(self._run(), name="pandarium connection")

    async def close(self) -> None:
        """Close the connection."""
        self._end(None)
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def ask(self, message: AnyMessage, again: bool) -> AnyReply:
        """The reply to a message; `again`: it may be sent twice. Raises ServerUnreachable or Unconfirmed."""
        if self.over.done():
            raise self._reason()
        number = next(self._numbers)
        text = _encoder.encode(msgspec.structs.replace(message, id=number)).decode()
        waiting = self._waiting[number] = _Waiting(text, again)
        try:
            if self._socket is not None:
                await self._send(self._socket, waiting)
            return await waiting.answer
        finally:
            del self._waiting[number]

    # the socket

    async def _run(self) -> None:
        """Connect, receive, and connect again, until the connection is closed or given up."""
        clock = asyncio.get_running_loop().time
        lost, pause, ever = clock(), FIRST_PAUSE, False
        try:
            while True:
                began = clock()
                try:
                    updated = await self._use_socket()
                except OSError as error:
                    updated = False
                    if not ever or clock() - lost >= self._reconnect_seconds:
                        raise ServerUnreachable(str(error)) from None
                if updated:
                    lost, ever = clock(), True
                pause = FIRST_PAUSE if updated and lost - began > STABLE_SECONDS else min(pause * 2, LONGEST_PAUSE)
                await asyncio.sleep(pause * random.uniform(0.5, 1))
        except ClientError as error:
            self._end(error)
        except asyncio.CancelledError:
            self._end(None)
            raise
        except Exception as error:
            self._end(ClientError(f"the connection failed: {type(error).__name__}: {error}"))

    async def _use_socket(self) -> bool:
        """Use one socket until it closes; whether an update was received."""
        socket = await self._open_socket()
        self._socket, self._refused = socket, None
        shown: Update | None = None
        try:
            for waiting in list(self._waiting.values()):
                await self._send(socket, waiting)
            while (data := await self._next(socket)) is not None:
                try:
                    reply = _decoder.decode(data)
                except (msgspec.DecodeError, UnicodeError) as error:
                    raise ClientError(f"the server speaks another protocol: {error}") from None
                if isinstance(reply, Changes):
                    reply = _with_changes(shown, reply)
                if isinstance(reply, Update):
                    self._on_update(reply, shown is None)
                    shown = reply
                else:
                    self._answer(reply)
            self._check_close_code(socket)
        except UpdatesMissed:
            await socket.close(UPDATES_MISSED_CLOSE_CODE, "something is missing")
        finally:
            self._socket = None
            with suppress(Exception):
                await socket.close()
            self._fail_unconfirmed()
        return shown is not None

    async def _next(self, socket: ClientSocket) -> str | bytes | None:
        """The next message, or None when the socket is closed."""
        try:
            return await socket.recv()
        except Exception:
            if socket.close_code is None:
                raise
            return None

    async def _send(self, socket: ClientSocket, waiting: _Waiting) -> None:
        waiting.sent = True
        with suppress(Exception):  # the receiving side notices a socket that fails
            await socket.send(waiting.text)

    def _answer(self, reply: Any) -> None:
        waiting = self._waiting.get(reply.id)
        if isinstance(reply, Refused) and reply.id == 0:
            # A message that the server did not read at all; it answers in order, so it was the first one that waits.
            self._refused = RefusedError.of(reply)
            waiting = next((w for w in self._waiting.values() if w.sent and not w.answer.done()), None)
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_result(reply)

    def _check_close_code(self, socket: ClientSocket) -> None:
        """Raise RefusedError when the server closed the socket for good, OSError when it asked us to slow down."""
        refusal = self._refused or RefusedError("no access", socket.close_reason or "the server closed the connection")
        if socket.close_code in PERMANENT_CLOSE_CODES:
            raise refusal
        if self._refused is not None and socket.close_code == RATE_LIMITED_CLOSE_CODE:
            raise OSError(refusal.reason)

    def _fail_unconfirmed(self) -> None:
        for waiting in self._waiting.values():
            if waiting.sent and not waiting.again and not waiting.answer.done():
                lost = "the connection broke before the answer came: look at the table whether it was done"
                waiting.answer.set_exception(Unconfirmed(lost))

    def _end(self, error: ClientError | None) -> None:
        if self.over.done():
            return
        if error is None:
            self.over.set_result(None)
        else:
            self.over.set_exception(error)
            self.over.exception()  # seen: nobody may be waiting
        for waiting in self._waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(self._reason())

    def _reason(self) -> Exception:
        return self.over.exception() or ClientError("the connection is closed")  # type: ignore[return-value]


def _with_changes(shown: Update | None, changes: Changes) -> Update:
    if shown is None:
        raise ClientError("the server sends changes before the first update")
    try:
        return apply_changes(shown, changes)
    except (LookupError, TypeError, ValueError) as error:
        raise ClientError(f"the server sends changes that do not fit the last update: {error!r}") from None
