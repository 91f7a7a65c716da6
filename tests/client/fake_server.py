"""A server with one room and bad habits: real tables and verdicts, no store, and a line that breaks when told to.

What only a broken connection shows is tested here; how the real server behaves is tested with the real server.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any
from urllib.parse import parse_qs

import msgspec
import uvicorn
from uvicorn.protocols.utils import ClientDisconnected

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.core.record import Record
from pandarium.core.registry import game as find_game
from pandarium.kit.rulebook import Rulebook
from pandarium.server.http.games import show_option
from pandarium.server.tables import judge, log, render
from pandarium.server.tables.judge import AlreadyDone, Asker, Refusal
from pandarium.server.tables.parts import LogStep
from pandarium.server.tables.table import Table
from server.support import show_update

Answer = tuple[int, Any]
NOBODY = Asker("", "nobody")
STATUS = {"unknown person": 401, "no access": 403, "unknown table": 404}


class Guest(msgspec.Struct):
    name: str
    avatar: str = ""


class Room:
    """One table and who is connected to it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: list[LogStep] = []
        self.sockets: list[Wire] = []
        self.messages: list[Any] = []

    def commit(self, entries: list[Any]) -> None:
        for entry in entries:
            self.table.apply(entry, self.table.at + 1)
            self.steps.append(self.table.recent[-1])

    def play_bots(self) -> None:
        table = self.table
        while (actors := table.actors()) and table.match and table.seats[actors[0]].level:
            move = table.match.game.say(table.match.state.legal(actors[0])[0])
            self.commit(judge.bot_move(table, actors[0], move, table.position))

    def update(self, asker: Asker, since: int) -> protocol.Update:
        table, you = self.table, render.show_you(self.table, asker.person, asker.name)
        here = {table.seat_of(wire.asker.person) for wire in self.sockets} - {None}
        shown = render.show_table(table, table.at, here)  # type: ignore[arg-type]
        steps = [step for step in self.steps if step.seq > since]
        return show_update(table, you, shown, since, steps, table.at)


class Wire:
    """One socket."""

    def __init__(self, asker: Asker, since: int, send: Any) -> None:
        self.asker, self.since, self.send = asker, since, send
        self.gone = asyncio.Event()

    async def send_reply(self, reply: Any) -> None:
        with suppress(ClientDisconnected):  # whoever has just gone is still in the room
            await self.send({"type": "websocket.send", "text": msgspec.json.encode(reply).decode()})

    async def hang_up(self, code: int = 1012, reason: str = "") -> None:
        self.gone.set()
        with suppress(ClientDisconnected):
            await self.send({"type": "websocket.close", "code": code, "reason": reason})


class FakeServer:
    """The server: `async with FakeServer() as fake_server: …`."""

    def __init__(self) -> None:
        self.people: dict[str, Asker] = {}
        self.rooms: dict[str, Room] = {}
        self.visits = 0
        self.numbers = count(1)
        self.swallow = 0
        """So many answers are lost: the message is carried out, then the line breaks."""
        self.forget_updates = 0
        """So many updates are never sent, and the next one begins after them."""
        self.busy = 0
        """So many messages are put off."""
        self.deaf = 0
        """So many messages are turned away unread, as from somebody who sends too many."""
        self.bots_wait = False
        self.rules = 1
        self.part_with: tuple[int, str] | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def open(self) -> None:
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(("127.0.0.1", self.port))
        self.port = sock.getsockname()[1]
        config = uvicorn.Config(
            self, ws="websockets-sansio", log_level="critical", lifespan="off", timeout_graceful_shutdown=1
        )
        self.server = uvicorn.Server(config)
        self.task = asyncio.create_task(self.server.serve(sockets=[sock]))
        while not self.server.started:
            await asyncio.sleep(0.005)

    async def close(self) -> None:
        for room in self.rooms.values():
            for wire in list(room.sockets):
                await wire.hang_up()
        self.server.should_exit = True
        await self.task

    async def __aenter__(self) -> FakeServer:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def drop(self, code: int = 1012) -> None:
        """Break every line."""
        for room in self.rooms.values():
            for wire in list(room.sockets):
                await wire.hang_up(code)

    # HTTP

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        asker = self.people.get(dict(scope["headers"]).get(b"authorization", b"").decode().removeprefix("Bearer "))
        query = {key: values[0] for key, values in parse_qs(scope["query_string"].decode()).items()}
        if scope["type"] == "websocket":
            await self.live(scope["path"], query, asker, receive, send)
            return
        body = b""
        while True:
            part = await receive()
            body += part.get("body", b"")
            if not part.get("more_body"):
                break
        try:
            status, answer = self.rest(scope["method"], scope["path"], query, asker, body)
        except Refusal as refusal:
            status = STATUS.get(refusal.code, 409)
            answer = protocol.Refused(code=refusal.code, reason=refusal.reason, rule=refusal.rule)
        data = answer.to_json() if isinstance(answer, Record) else msgspec.json.encode(answer)
        headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(data))]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": data})

    def rest(self, method: str, path: str, query: dict[str, str], asker: Asker | None, body: bytes) -> Answer:
        if (method, path) == ("POST", "/api/guest"):
            guest = msgspec.json.decode(body, type=Guest)
            person, token = f"p{next(self.numbers)}", f"token-{next(self.numbers)}"
            self.people[token] = Asker(person, guest.name, guest.avatar)
            return 200, {"me": {"id": person, "name": guest.name, "avatar": "", "handle": None}, "token": token}
        if path.startswith("/api/games"):
            return 200, self.games(path.split("/")[3:])
        if asker is None:
            raise Refusal("unknown person", Message.text("log in first"))
        if (method, path) == ("GET", "/api/tables"):
            tables = [room.table for room in self.rooms.values() if room.table.agreement.public]
            return 200, [render.show_table(table, 0) for table in tables]
        if (method, path) == ("POST", "/api/tables"):
            return 201, self.create_table(msgspec.json.decode(body, type=protocol.NewTable), asker)
        room = self.find(path.split("/")[3], asker, query)
        if path.endswith("/record"):
            return 200, room.table.record()
        return 200, render.show_table(room.table, 0)

    def games(self, words: list[str]) -> Any:
        offered = {"name": "royale", "title": "Panda Royale", "tagline": "", "seats": [2, 10], "rules": self.rules}
        match words:
            case []:
                return [offered]
            case ["royale"]:
                options = [show_option(option) for option in find_game("royale").meta.options]
                return offered | {"bots": ["random", "hard"], "options": options}
            case ["royale", "rules"]:
                return [rule._asdict() for rule in Rulebook.of(find_game("royale")).rules]
        raise Refusal("malformed", Message.text("there is no such game"))

    def create_table(self, wanted: protocol.NewTable, asker: Asker) -> dict[str, str]:
        name = f"t{next(self.numbers)}"
        agreement = judge.agree(wanted, find_game(wanted.game))
        table = Table(
            name,
            agreement,
            rules=find_game(wanted.game).meta.rules,
            secret="ab" * 32,
            host=asker.person,
            invite="open-sesame",
        )
        self.rooms[name] = Room(table)
        self.rooms[name].commit(judge.first_entries(wanted, asker))
        return {"id": name, "invite": table.invite, "url": f"/t/{name}?invite={table.invite}"}

    def find(self, name: str, asker: Asker, query: dict[str, str]) -> Room:
        if name not in self.rooms:
            raise Refusal("unknown table", Message.text("there is no such table"))
        judge.access(self.rooms[name].table, asker.person, query.get("invite", ""))
        return self.rooms[name]

    # the socket

    async def live(self, path: str, query: dict[str, str], asker: Asker | None, receive: Any, send: Any) -> None:
        self.visits += 1
        await receive()
        await send({"type": "websocket.accept"})
        wire = Wire(asker or NOBODY, int(query["since"]), send)
        try:
            if asker is None:
                raise Refusal("unknown person", Message.text("log in first"))
            room = self.find(path.split("/")[3], asker, query)
        except Refusal as refusal:
            await wire.send_reply(protocol.Refused(code=refusal.code, reason=refusal.reason))
            await wire.hang_up(4000 + STATUS[refusal.code], refusal.code)
            return
        if self.part_with is not None:
            await wire.hang_up(*self.part_with)
            return
        room.sockets.append(wire)
        try:
            await self.broadcast(room)
            while not wire.gone.is_set() and (event := await receive())["type"] == "websocket.receive":
                await self.receive(room, wire, msgspec.json.decode(event["text"], type=protocol.AnyMessage))
        finally:
            room.sockets.remove(wire)

    async def receive(self, room: Room, wire: Wire, message: Any) -> None:
        if self.deaf:
            self.deaf -= 1
            await wire.send_reply(protocol.Refused(code="flood", reason="slow down", retry_ms=5))
            return
        room.messages.append(message)
        reply: Any
        try:
            reply = self.answer(room, wire.asker, message)
        except AlreadyDone:
            reply = protocol.Done(id=message.id, seq=room.table.seq, again=True)
        except Refusal as refusal:
            reply = protocol.Refused(
                id=message.id, code=refusal.code, reason=refusal.reason, rule=refusal.rule, retry_ms=refusal.retry_ms
            )
        if self.swallow:
            self.swallow -= 1
            await wire.hang_up(1012)
            return
        await wire.send_reply(reply)
        await self.broadcast(room)

    def answer(self, room: Room, asker: Asker, message: Any) -> Any:
        if self.busy:
            self.busy -= 1
            raise Refusal("busy", Message.text("later, please"), retry_ms=5)
        table = room.table
        match message:
            case protocol.Ping():
                return protocol.Pong(id=message.id, now=table.at)
            case protocol.Hint():
                moves = render.legal_moves(table, table.seat_of(asker.person))
                legal = [render.show_move(table, move, table.names) for move in moves]
                advice = [protocol.HintShown(move.move, move.label, "because") for move in reversed(legal)]
                return protocol.Hinted(id=message.id, position=table.position, advice=advice)
            case protocol.Rematch():
                judge.check_rematch(table, asker)
                wanted = protocol.NewTable(game=table.agreement.game, seats=len(table.seats), bots=["random"])
                created = self.create_table(wanted, asker)
                room.commit([log.Rematched(table=created["id"])])
                return protocol.Done(id=message.id, seq=table.seq, table=created["id"])
        room.commit(judge.verdict(table, asker, message, set()))
        if not self.bots_wait:
            room.play_bots()
        return protocol.Done(id=message.id, seq=table.seq)

    async def broadcast(self, room: Room) -> None:
        for wire in list(room.sockets):
            if self.forget_updates:
                self.forget_updates -= 1
            else:
                await wire.send_reply(room.update(wire.asker, wire.since))
            wire.since = room.table.seq


@contextmanager
def inn_next_door() -> Iterator[FakeServer]:
    """An fake_server in a thread of its own, for programs that bring their own loop."""
    fake_server, opened, loop = FakeServer(), threading.Event(), asyncio.new_event_loop()
    done = asyncio.Event()

    async def serve() -> None:
        async with fake_server:
            opened.set()
            await done.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    assert opened.wait(120)
    try:
        yield fake_server
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join(120)
        loop.close()
