"""One lasting connection to a table over sockets that come and go."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Any, Protocol

import msgspec

from pandarium.client.changes import patched
from pandarium.client.errors import ClientError, RefusedError, ServerGone, Unsure
from pandarium.protocol import AnyMessage, AnyReply, Changes, Refused, Update

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 5.0
STEADY = 5.0
"""A socket that lived this many seconds was a good one: the next pause is short again."""
GAP = 1002
"""How we close a socket that left something out."""
FOR_GOOD = {1003, 1007, 1008, 1009, 4400, 4401, 4403, 4404}
"""Codes with which a server closes a socket that it does not want again."""
SLOW_DOWN = 4429
"""The code for too many sockets or messages: later it may be better."""

_decoder = msgspec.json.Decoder(AnyReply)
_encoder = msgspec.json.Encoder()


class Socket(Protocol):
    """What a connection needs of a websocket."""

    close_code: int | None
    close_reason: str | None

    async def send(self, message: str) -> None:
        """Send a text."""

    async def recv(self) -> str | bytes:
        """The next message."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Hang up."""


Dial = Callable[[], Awaitable[Any]]


class LostTrack(Exception):
    """An update does not follow on the one before: dial again and ask for what is missing."""


class _Waiting:
    """A message that wants its answer."""

    def __init__(self, text: str, again: bool) -> None:
        self.text = text
        self.again = again
        """Whether it may be sent twice."""
        self.sent = False
        self.answer: asyncio.Future[AnyReply] = asyncio.get_running_loop().create_future()


class Connection:
    """Sends messages and gets their answers, and dials again when the line drops.

    `dial` opens a socket: it raises OSError to be called again, and ClientError to give up. `heard` takes each update,
    with whether it is the first of its socket. Before the first update nobody waits: an address is wrong more often
    than a server is down.
    """

    def __init__(self, dial: Dial, heard: Callable[[Update, bool], None], patience: float) -> None:
        self._dial = dial
        self._heard = heard
        self._patience = patience
        self._socket: Socket | None = None
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
        """Begin to dial."""
        self._task = asyncio.create_task(self._keep_up(), name="pandarium connection")

    async def close(self) -> None:
        """Hang up."""
        self._end(None)
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def ask(self, message: AnyMessage, again: bool) -> AnyReply:
        """The answer to a message; `again` says whether it may be sent twice. Raises ServerGone or Unsure."""
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

    # the line

    async def _keep_up(self) -> None:
        """Dial, listen, and dial again, until somebody gives up."""
        clock = asyncio.get_running_loop().time
        lost, pause, ever = clock(), FIRST_PAUSE, False
        try:
            while True:
                began = clock()
                try:
                    heard = await self._one_socket()
                except OSError as error:
                    heard = False
                    if not ever or clock() - lost >= self._patience:
                        raise ServerGone(str(error)) from None
                if heard:
                    lost, ever = clock(), True
                pause = FIRST_PAUSE if heard and lost - began > STEADY else min(pause * 2, LONGEST_PAUSE)
                await asyncio.sleep(pause * random.uniform(0.5, 1))
        except ClientError as error:
            self._end(error)
        except asyncio.CancelledError:
            self._end(None)
            raise
        except Exception as error:
            self._end(ClientError(f"the connection failed: {type(error).__name__}: {error}"))

    async def _one_socket(self) -> bool:
        """One socket from its first word to its last; whether an update came by it."""
        socket = await self._dial()
        self._socket, self._refused = socket, None
        shown: Update | None = None
        try:
            for waiting in list(self._waiting.values()):
                await self._send(socket, waiting)
            while (data := await self._next(socket)) is not None:
                try:
                    reply = _decoder.decode(data)
                except (msgspec.DecodeError, UnicodeError) as error:
                    raise ClientError(f"the server speaks another language: {error}") from None
                if isinstance(reply, Changes):
                    reply = _with_changes(shown, reply)
                if isinstance(reply, Update):
                    self._heard(reply, shown is None)
                    shown = reply
                else:
                    self._answer(reply)
            self._check_parting(socket)
        except LostTrack:
            await socket.close(GAP, "something is missing")
        finally:
            self._socket = None
            with suppress(Exception):
                await socket.close()
            self._lose_what_was_sent()
        return shown is not None

    async def _next(self, socket: Socket) -> str | bytes | None:
        """The next message, or None when the socket is closed."""
        try:
            return await socket.recv()
        except Exception:
            if socket.close_code is None:
                raise
            return None

    async def _send(self, socket: Socket, waiting: _Waiting) -> None:
        waiting.sent = True
        with suppress(Exception):  # a socket that fails is found out by who listens to it
            await socket.send(waiting.text)

    def _answer(self, reply: Any) -> None:
        waiting = self._waiting.get(reply.id)
        if isinstance(reply, Refused) and reply.id == 0:
            # A message that the server did not read at all; it answers in order, so it was the first one that waits.
            self._refused = RefusedError.of(reply)
            waiting = next((w for w in self._waiting.values() if w.sent and not w.answer.done()), None)
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_result(reply)

    def _check_parting(self, socket: Socket) -> None:
        """Raise what a server said when it closed the socket: RefusedError when it was for good, OSError otherwise."""
        said = self._refused or RefusedError("no access", socket.close_reason or "the server closed the connection")
        if socket.close_code in FOR_GOOD:
            raise said
        if self._refused is not None and socket.close_code == SLOW_DOWN:
            raise OSError(said.reason)

    def _lose_what_was_sent(self) -> None:
        for waiting in self._waiting.values():
            if waiting.sent and not waiting.again and not waiting.answer.done():
                lost = "the connection broke before the answer came: look at the table whether it was done"
                waiting.answer.set_exception(Unsure(lost))

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
        raise ClientError("the server tells what has changed before it has told what there is")
    try:
        return patched(shown, changes)
    except (LookupError, TypeError, ValueError) as error:
        raise ClientError(f"the server tells changes of something that is not there: {error!r}") from None
