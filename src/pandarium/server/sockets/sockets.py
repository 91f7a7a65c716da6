"""Sockets: all sockets of a worker, who may have one, and what becomes of their messages."""

from __future__ import annotations

import time
from collections import Counter
from urllib.parse import parse_qs

import msgspec
import structlog

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.server.ops import limits
from pandarium.server.people.identity import Identity, carried_token, origin_allowed
from pandarium.server.people.sessions import signed_in
from pandarium.server.sockets.messages import (
    CLOSE_CODES,
    FAULT,
    Receive,
    Scope,
    Send,
    decoder,
    encode_refusal,
    is_gone,
    read_id,
)
from pandarium.server.sockets.socket import Socket, Visit
from pandarium.server.sockets.websocket import EXTENSION, WebSocket
from pandarium.server.store import StoreError
from pandarium.server.tables import judge
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.loaded_table import LoadedTable

SUBPROTOCOL = "pandarium"
_TOKEN = "token."
_FOR_READERS = (protocol.Ping, protocol.Review)
"""What is open to whoever came by a link to read a game that is over."""

_logger = structlog.get_logger("pandarium.socket")


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
            await self._turn_away(send, busy, FAULT)
        except Exception as error:
            if not is_gone(error):
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
        socket.attach()
        try:
            await self._listen(socket, receive)
        finally:
            socket.detach()
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
        of_address, of_person = (
            round(most * settings.limits) for most in (limits.SOCKETS_PER_ADDRESS, limits.SOCKETS_PER_PERSON)
        )
        if settings.limits and self._addresses[address] >= of_address:
            raise Refusal("limit", Message("protocol.connections_of_address", {"most": of_address}))
        if settings.limits and self._people[person.person] >= of_person:
            raise Refusal("limit", Message("protocol.connections_of_person", {"most": of_person}))
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
        while True:
            event = await receive()
            await socket.wait_idle()
            if event["type"] != "websocket.receive":
                return
            data = event["text"].encode() if event.get("text") is not None else event.get("bytes") or b""
            wait = socket.flooded()
            if not wait:
                await self._answer(socket, data)
            elif socket.is_flooding:
                self.hub.metrics.flood_closes.inc()
                await socket.close(CLOSE_CODES["flood"], "too many messages")
                return
            else:
                refusal = Refusal("flood", Message("protocol.messages_too_fast"), retry_ms=int(wait * 1000) + 1)
                await socket.refuse(refusal, read_id(data))

    async def _answer(self, socket: Socket, data: bytes) -> None:
        """One message, one answer."""
        if len(data) > protocol.MAX_MESSAGE_BYTES:
            most = protocol.MAX_MESSAGE_BYTES
            refusal = Refusal("too large", Message("protocol.message_too_large", {"most": most, "bytes": len(data)}))
            await socket.refuse(refusal, read_id(data))
            return
        began = time.perf_counter()
        try:
            message = decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await socket.refuse(
                Refusal("malformed", Message("protocol.malformed", {"error": str(error)})), read_id(data)
            )
            return
        if isinstance(message, protocol.Hint) and socket.keeps_up:
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
        except Exception as error:
            await socket.refuse(self.refusal(socket, error), message.id)

    def refusal(self, socket: Socket, error: Exception) -> Refusal:
        """What a client hears whose message could not be carried out; a fault of ours is logged, and not told."""
        if isinstance(error, Refusal):
            return error
        _logger.error("message failed", table=socket.loaded.table.id, exc_info=error)
        return Refusal("busy", Message("protocol.failed"))


def _websocket_of(scope: Scope) -> WebSocket | None:
    """The websocket that this socket can write to at once; other servers than ours have none."""
    websocket = (scope.get("extensions") or {}).get(EXTENSION)
    return websocket if isinstance(websocket, WebSocket) else None


def _count_down(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
