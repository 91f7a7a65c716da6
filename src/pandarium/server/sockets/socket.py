"""Sockets: one WebSocket a table and client. Plain ASGI, because a thousand idle ones should cost next to nothing.

Updates are not queued. A socket knows the last number it has sent; when the table changes it is woken, and renders what
is newest as soon as its client takes it. So a slow reader gets fewer updates, each complete, and slows nobody.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import msgspec
import structlog

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.server.ops import limits
from pandarium.server.people.identity import Identity, carried_token, origin_allowed
from pandarium.server.people.sessions import signed_in
from pandarium.server.sockets.websocket import EXTENSION, WebSocket
from pandarium.server.store import StoreError
from pandarium.server.tables import judge
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.updates import Snapshot

Scope = Any
Receive = Any
Send = Any

SUBPROTOCOL = "pandarium"
_TOKEN = "token."
_FLOODS = 100
"""Messages over the limit in a row before the socket is closed."""
_FAULT = 1011
_FOR_READERS = (protocol.Ping, protocol.Review)
"""What is open to whoever came by a link to read a game that is over."""
CLOSE_CODES = {"unknown person": 4401, "no access": 4403, "unknown table": 4404, "limit": 4429, "flood": 4429}

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[protocol.AnyMessage] = msgspec.json.Decoder(protocol.AnyMessage)
_logger = structlog.get_logger("pandarium.socket")


class _Id(msgspec.Struct):
    id: protocol.Id = 0


_id_decoder = msgspec.json.Decoder(_Id)


class Socket:
    """One client at one table."""

    __slots__ = (
        "_admitted",
        "_busy",
        "_changes",
        "_closed",
        "_dirty",
        "_handling",
        "_held",
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
        self._held = False
        """There is something new, which goes out with the answer to that message, or else right after it."""
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
        elif not self._handling:
            if not self._tell_at_once():
                self._tell_later()
        elif not self._held:
            self._held = True
            asyncio.get_running_loop().call_soon(self._release)

    def _release(self) -> None:
        """No answer went out together with what is new."""
        if self._held:
            self._held = False
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
        if websocket is None or self._closed or not websocket.ready or not table.remembers(self._since):
            return False
        before = self._since, self._snapshot
        try:
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
            if not _gone(error):
                _logger.exception("update failed", table=self.loaded.table.id)
                self.stop(_FAULT, "something went wrong on the server; come back")
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
        answer = _encoder.encode(reply)
        if self._held and not self._busy and self._tell_at_once(answer):
            self._held = False
        else:
            await self.send(answer)

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
            if not _gone(error):
                raise
            self._closed = True

    async def refuse(self, refusal: Refusal, id: int = 0) -> None:
        """Say why not."""
        self._sockets.hub.metrics.refused(refusal.code)
        await self.send(encode_refusal(refusal, id))

    async def close(self, code: int, reason: str) -> None:
        """Say goodbye, once; after it nothing is sent."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._send({"type": "websocket.close", "code": code, "reason": reason[:100]})
        except Exception as error:
            if not _gone(error):
                raise


class Visit(NamedTuple):
    """What a client asks for when it connects."""

    invite: str
    since: int
    """The last number that they know."""
    changes: bool
    """Whether they want no more than what changes."""
    share: str = ""
    """The token of a link to a replay."""


class Sockets:
    """All sockets of this worker, and who may have one."""

    def __init__(self, hub: Hub, identity: Identity) -> None:
        self.hub = hub
        self.identity = identity
        self._addresses: Counter[str] = Counter()
        self._people: Counter[str] = Counter()
        scale = hub.settings.limits
        self._opened = limits.SOCKETS_OPENED.buckets(scale)
        self._chat = limits.CHAT_MESSAGES.buckets(scale)

    async def __call__(self, scope: Scope, receive: Receive, send: Send, table: str) -> None:
        """Serve one socket from its first byte to its last."""
        if (await receive())["type"] != "websocket.connect":
            return
        address = limits.network(limits.client_address(scope, self.hub.settings.proxies))
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        invite, share = (query.get(name, [""])[0][:64] for name in ("invite", "share"))
        offered = scope.get("subprotocols") or []
        await send({"type": "websocket.accept", "subprotocol": SUBPROTOCOL if SUBPROTOCOL in offered else None})
        asker: Asker | None = None
        try:
            asker = await self._admit(scope, address)
            loaded = await self.hub.load(table)
            judge.socket_access(loaded.table, asker.person, invite, share)
            await self.hub.challenges.note_reader(loaded.table, asker.person)
            self._make_room(loaded, asker)
            visit = Visit(invite, await self._since(query, loaded), query.get("changes", [""])[0] == "1", share)
            del query, offered  # this call lasts as long as the socket
            websocket = _websocket_of(scope)
            if websocket is not None:
                websocket.forget_request()
            await self._serve(Socket(self, loaded, asker, visit, send, websocket), receive)
        except Refusal as refusal:
            await self._turn_away(send, refusal, CLOSE_CODES.get(refusal.code, 4400))
        except StoreError as error:
            _logger.error("cannot let anybody in", error=str(error))
            busy = Refusal("busy", Message("protocol.database_away.come_back"), retry_ms=2000)
            await self._turn_away(send, busy, _FAULT)
        except Exception as error:
            if not _gone(error):
                raise
        finally:
            if asker is not None:
                _count_down(self._addresses, address)
                _count_down(self._people, asker.person)

    async def _turn_away(self, send: Send, refusal: Refusal, code: int) -> None:
        self.hub.metrics.refused(refusal.code)
        await send({"type": "websocket.send", "text": encode_refusal(refusal, 0).decode()})
        await send({"type": "websocket.close", "code": code, "reason": refusal.code})

    async def _serve(self, socket: Socket, receive: Receive) -> None:
        self.hub.metrics.sockets.inc()
        self.hub.subscribe(socket.loaded, socket)
        socket.wake()
        try:
            await self._listen(socket, receive)
        finally:
            self.hub.unsubscribe(socket.loaded, socket)
            self.hub.metrics.sockets.dec()

    async def _admit(self, scope: Scope, address: str) -> Asker:
        """Count somebody in; raises Refusal for strangers, foreign pages and those who have too many sockets."""
        settings = self.hub.settings
        wait = self._opened.take(address)
        if wait:
            raise Refusal("limit", Message("protocol.connecting_too_fast"), retry_ms=int(wait * 1000))
        self.hub.moderation.check_address(limits.client_address(scope, settings.proxies))
        person = await self._who(scope)
        self.hub.moderation.check_person(person.person)
        if settings.limits and self._addresses[address] >= limits.SOCKETS_PER_ADDRESS * settings.limits:
            raise Refusal(
                "limit",
                Message("protocol.connections_of_address", {"most": limits.SOCKETS_PER_ADDRESS}),
            )
        if settings.limits and self._people[person.person] >= limits.SOCKETS_PER_PERSON * settings.limits:
            raise Refusal(
                "limit",
                Message("protocol.connections_of_person", {"most": limits.SOCKETS_PER_PERSON}),
            )
        self._addresses[address] += 1
        self._people[person.person] += 1
        return msgspec.structs.replace(person, address=address)

    def _make_room(self, loaded: LoadedTable, asker: Asker) -> None:
        """Raise Refusal when too many look on already; those who sit at the table always have room."""
        most = limits.WATCHERS_PER_TABLE * self.hub.settings.limits
        if most and len(loaded.watchers) >= most and loaded.table.seat_of(asker.person) is None:
            raise Refusal("limit", Message("protocol.too_many_spectators"))

    async def _who(self, scope: Scope) -> Asker:
        settings = self.hub.settings
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        scheme = limits.client_scheme(scope, settings.proxies)
        host = headers.get(b"host", "")
        # A browser cannot set headers on a socket: several people who share one name their tokens as a subprotocol.
        named = next((word for word in scope.get("subprotocols") or [] if word.startswith(_TOKEN)), None)
        bearer = f"Bearer {named.removeprefix(_TOKEN)}" if named else headers.get(b"authorization")
        carried = carried_token(headers.get(b"cookie"), bearer, settings.secure(scheme))
        # Browsers send the cookie along from any page, and always say from which: without that it is not believed.
        own = carried is not None and not carried.by_cookie
        if not origin_allowed(headers.get(b"origin"), host, scheme, settings.origins, without_origin=own):
            raise Refusal("no access", Message("protocol.another_site_page"))
        found = await signed_in(carried.token, self.identity, self.hub.store) if carried else None
        if found is None:
            raise Refusal("unknown person", Message("protocol.say_who_you_are"))
        return found.asker

    async def _since(self, query: dict[str, list[str]], loaded: LoadedTable) -> int:
        """From which number on the client wants the news: by default only what comes, and the talk."""
        text = query.get("since", [""])[0]
        if not text:
            return loaded.table.seq
        if not (text.isascii() and text.isdigit() and len(text) < 16):
            raise Refusal("malformed", Message("protocol.bad_since", {"text": repr(text[:20])}))
        if int(text) > loaded.table.seq:  # another worker has sent it more than this one knows of
            await self.hub.catch_up(loaded)
        return min(int(text), loaded.table.seq)

    async def _listen(self, socket: Socket, receive: Receive) -> None:
        bucket = limits.SOCKET_MESSAGES.bucket(self.hub.settings.limits)
        floods = 0
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            data = event["text"].encode() if event.get("text") is not None else event.get("bytes") or b""
            wait = bucket.take()
            if wait:
                floods += 1
                if floods > _FLOODS:
                    self.hub.metrics.flood_closes.inc()
                    await socket.close(CLOSE_CODES["flood"], "too many messages")
                    return
                refusal = Refusal("flood", Message("protocol.messages_too_fast"), retry_ms=int(wait * 1000) + 1)
                await socket.refuse(refusal, _read_id(data))
                continue
            floods = 0
            await self._answer(socket, data)

    async def _answer(self, socket: Socket, data: bytes) -> None:
        """One message, one answer."""
        if len(data) > protocol.MAX_MESSAGE_BYTES:
            most = protocol.MAX_MESSAGE_BYTES
            refusal = Refusal("too large", Message("protocol.message_too_large", {"most": most, "bytes": len(data)}))
            await socket.refuse(refusal, _read_id(data))
            return
        began = time.perf_counter()
        try:
            message = _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await socket.refuse(
                Refusal("malformed", Message("protocol.malformed", {"error": str(error)})), _read_id(data)
            )
            return
        if isinstance(message, protocol.Hint):
            self.hub.spawn(self._handle(socket, message))  # a thought may take seconds; the table goes on
            return
        await self._handle(socket, message)
        if isinstance(message, protocol.Play):
            self.hub.metrics.move_seconds.observe(time.perf_counter() - began)

    async def _handle(self, socket: Socket, message: protocol.AnyMessage) -> None:
        try:
            if isinstance(message, protocol.TALK):
                wait = self._chat.take(socket.asker.person)
                if wait:
                    raise Refusal("flood", Message("protocol.talking_too_fast"), retry_ms=int(wait * 1000) + 1)
            if isinstance(message, _FOR_READERS):
                socket.check_access()
            else:
                judge.access(socket.loaded.table, socket.asker.person, socket.invite)
            await socket.handle(message)
        except Refusal as refusal:
            await socket.refuse(refusal, message.id)
        except asyncio.CancelledError:
            raise
        except Exception:
            _logger.exception("message failed", table=socket.loaded.table.id, message=type(message).__name__)
            await socket.refuse(Refusal("busy", Message("protocol.failed")), message.id)


def _websocket_of(scope: Scope) -> WebSocket | None:
    """The websocket that this socket can write to at once; other servers than ours have none."""
    websocket = (scope.get("extensions") or {}).get(EXTENSION)
    return websocket if isinstance(websocket, WebSocket) else None


def encode_refusal(refusal: Refusal, id: int) -> bytes:
    """A refusal as it travels."""
    return _encoder.encode(refusal.shown(id))


def _read_id(data: bytes) -> int:
    """The id of a message that cannot be read otherwise, so that the client knows which one it was."""
    try:
        return _id_decoder.decode(data).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return 0


def _count_down(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]


def _gone(error: BaseException) -> bool:
    """Whether that only means that the client is not there any more."""
    if isinstance(error, RuntimeError) and "websocket.close" in str(error):
        return True  # uvicorn has given the client up: too large a frame, or no answer to a ping
    return isinstance(error, OSError) or type(error).__name__ in {"ClientDisconnected", "WebSocketDisconnect"}
