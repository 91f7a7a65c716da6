"""RemoteTable: a connection to one table, with everything that can be done there."""

from __future__ import annotations

import asyncio
import secrets
from bisect import bisect_right
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import msgspec

from pandarium import protocol
from pandarium.client.address import Address
from pandarium.client.connection import Connection, OpenSocket, UpdatesMissed
from pandarium.client.errors import ClientError, RefusedError
from pandarium.kit.talk import Spoken
from pandarium.protocol import AnyMessage, Done, Hinted, News, Pong, Refused, Update
from pandarium.protocol.fields import Question, Reaction

RETRIES = 4
LONGEST_RETRY_MS = 10_000
UPDATE_TIMEOUT = 10.0
"""Seconds to wait for the update that shows what was done."""

R = TypeVar("R")

_IDEMPOTENT = (protocol.Ping, protocol.Hint, protocol.BeReady, protocol.Resume)
"""Messages that may be sent twice and count once. (So does a move, by its key.)"""


class RemoteTable:
    """A table on a server, connected. Made by `Client.create` and `Client.join`.

    `update` is always the newest; a lost connection is renewed, and no news is repeated or left out. Every request
    returns when the server has stored it and `update` shows it, or raises RefusedError.
    """

    def __init__(
        self,
        address: Address,
        open_socket: OpenSocket,
        reconnect_seconds: float,
        on_close: Callable[[RemoteTable], None] = lambda table: None,
    ) -> None:
        self._address = address
        self._on_close = on_close
        self._connection = Connection(open_socket, self._on_update, reconnect_seconds)
        self._update: Update | None = None
        self._changed = asyncio.Event()
        self._version = 0
        self.log: list[News] = []
        """Everything that happened at the table since it was created, as far as we may know it."""

    async def connect(self) -> RemoteTable:
        """Wait for the first update; raises RefusedError or ServerUnreachable."""
        self._connection.open()
        try:
            while self._update is None:
                await self._wait(self._version)
                self._raise_if_over()
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Close the connection. The seat stays ours."""
        self._on_close(self)
        await self._connection.close()
        self._wake()

    async def __aenter__(self) -> RemoteTable:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # state

    @property
    def id(self) -> str:
        """The table's name on its server."""
        return self._address.table

    @property
    def invite(self) -> str:
        """The token that lets people in."""
        return self.update.you.invite or self._address.invite

    @property
    def link(self) -> str:
        """What to send to friends who are to join."""
        return self._address._replace(invite=self.invite).link

    @property
    def update(self) -> Update:
        """The table as it is now."""
        if self._update is None:
            raise ClientError("the table is not connected yet")
        return self._update

    @property
    def connected(self) -> bool:
        """Whether the connection is up; otherwise it is being renewed."""
        return self._connection.up

    @property
    def seat(self) -> int | None:
        """Where we sit; None: we watch."""
        return self.update.you.seat

    @property
    def over(self) -> bool:
        """Whether the game is over, or the table was given up."""
        return self.update.table.status in {"ended", "closed"}

    @property
    def seq(self) -> int:
        """Number of the last log entry received: where to go on after a break."""
        return 0 if self._update is None else max(self._update.seq, self.log[-1].seq if self.log else 0)

    async def updates(self, *, after_end: bool = False) -> AsyncIterator[Update]:
        """The newest update whenever the table changes, first the one there is.

        A slow reader gets the newest update only, with the news of those it missed. Ends with the game, or with
        `after_end` when the connection is closed here; raises ServerUnreachable when nobody answers any more.
        """
        seen, version = 0, -1
        while True:
            while version == self._version:
                self._raise_if_over()
                if self._connection.over.done():
                    return
                await self._wait(version)
            version, newest = self._version, self._update
            if newest is None or self._connection.over.done():
                continue
            shown = msgspec.structs.replace(newest, since=seen, news=self._news_after(seen))
            seen = self.seq
            yield shown
            if self.over and version == self._version and not after_end:
                return

    # before the game

    async def sit(self, seat: int | None = None, move: str | None = None) -> None:
        """Take a free seat; without a number, the first. At a running table `move` is one of its `ways_in`."""
        await self.send(protocol.Sit(seat=seat, move=move))

    async def put_bot(self, seat: int, level: str | None = None) -> None:
        """A bot for a free seat; during the game, for somebody who is gone."""
        await self.send(protocol.PutBot(seat=seat, level=level))

    async def free(self, seat: int) -> None:
        """The host frees a seat."""
        await self.send(protocol.Free(seat=seat))

    async def ready(self, ready: bool = True) -> None:
        """Say that you are ready, or not."""
        await self.send(protocol.BeReady(ready=ready))

    async def start(self, fill: str | None = None) -> None:
        """The host starts the game; `fill` puts bots of that level into the free seats."""
        await self.send(protocol.Start(fill=fill))

    async def cancel(self) -> None:
        """The host cancels a table that has not started."""
        await self.send(protocol.Close())

    # the game

    async def play(self, move: str, *, position: int | None = None) -> None:
        """Make a move, in notation as `update.legal` lists it.

        `position` is that of the update you decided on, by default the newest. The move carries a key of its own,
        so that it counts once even if the connection breaks and it is sent again.
        """
        at = self.update.position if position is None else position
        await self.send(protocol.Play(move=move, position=at, key=secrets.token_hex(8)))

    async def undo(self) -> None:
        """Take your last move back, as long as it revealed nothing and nobody else has moved.

        While several choose at once it is your own last choice, whoever has chosen after you. What the clock played for
        you stays.
        """
        await self.send(protocol.Undo(position=self.update.position))

    async def ask(self, what: Question) -> None:
        """Ask everybody to agree: to take back your last move with all that followed, or to pause."""
        await self.send(protocol.Ask(what=what))

    async def answer(self, yes: bool) -> None:
        """Agree to what was asked, or do not."""
        await self.send(protocol.Answer(yes=yes))

    async def resume(self) -> None:
        """Go on after a pause."""
        await self.send(protocol.Resume())

    async def leave(self) -> None:
        """Leave the seat: for good before the game; during it a bot stands in."""
        await self.send(protocol.Leave())

    async def come_back(self) -> None:
        """Take your seat back from the bot that plays in your place."""
        await self.send(protocol.Return())

    async def resign(self) -> None:
        """Give the game up."""
        await self.send(protocol.Resign())

    async def hint(self) -> Hinted:
        """What the strongest bot would do in your place."""
        return await self._ask(protocol.Hint(), Hinted)

    async def rematch(self) -> str:
        """After the game: the same people at a new table, whose name this gives."""
        done = await self.send(protocol.Rematch())
        return done.table or self.update.table.rematch or ""

    # talk

    async def say(self, text: str) -> None:
        """Chat."""
        await self.send(protocol.Say(text=text))

    async def say_phrase(self, phrase: str, **params: str | int) -> None:
        """Say one of the game's phrases, as `update.phrases` lists them."""
        await self.send(protocol.SayPhrase(phrase=Spoken(phrase, params)))

    async def react(self, what: Reaction) -> None:
        """A reaction."""
        await self.send(protocol.React(what=what))

    async def ping(self) -> int:
        """The server's time in milliseconds."""
        return (await self._ask(protocol.Ping(), Pong)).now

    async def send(self, message: AnyMessage) -> Done:
        """Send any message that changes the table; raises RefusedError, ServerUnreachable or Unconfirmed."""
        done = await self._ask(message, Done)
        await self._wait_for(done.seq)
        return done

    # inside

    async def _ask(self, message: AnyMessage, kind: type[R]) -> R:
        again = isinstance(message, _IDEMPOTENT) or (isinstance(message, protocol.Play) and message.key != "")
        for left in reversed(range(RETRIES)):
            reply: Any = await self._connection.ask(message, again)
            if not isinstance(reply, Refused):
                break
            if reply.retry_ms is None or reply.retry_ms > LONGEST_RETRY_MS or not left:
                raise RefusedError.of(reply)
            await asyncio.sleep(reply.retry_ms / 1000)
        if not isinstance(reply, kind):
            raise ClientError(f"the server answers {type(message).__name__} with {type(reply).__name__}")
        return reply

    def _on_update(self, update: Update, fresh: bool) -> None:
        """Apply an update; raises UpdatesMissed when something between the last one and this is missing."""
        if self._update is not None and not fresh:
            if update.since > self.seq:
                raise UpdatesMissed
            if update.seq < self._update.seq:
                return
        last = self.log[-1].seq if self.log else 0
        self.log += [news for news in update.news if news.seq > last]
        self._update = update
        self._wake()

    def _news_after(self, seq: int) -> list[News]:
        return self.log[bisect_right(self.log, seq, key=lambda news: news.seq) :]

    async def _wait_for(self, seq: int) -> None:
        """Wait until `update` shows what was done."""
        try:
            async with asyncio.timeout(UPDATE_TIMEOUT):
                while self.seq < seq and not self._connection.over.done():
                    await self._wait(self._version)
        except TimeoutError:
            return

    async def _wait(self, version: int) -> None:
        """Wait for something newer than that version, or for the end of the connection."""
        if version != self._version:
            return
        changed: asyncio.Future[Any] = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait({changed, self._connection.over}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changed.cancel()

    def _wake(self) -> None:
        self._version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _raise_if_over(self) -> None:
        over = self._connection.over
        if over.done() and (error := over.exception()) is not None:
            raise error
