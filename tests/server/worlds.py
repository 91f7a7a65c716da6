"""Worlds that one viewer cannot tell apart, side by side on the real server, and a search for what nobody may see.

The server runs in this process: its REST part and its sockets are called as uvicorn would call them. At
its tables the same game is played many times at once, for every viewer in three ways that this viewer cannot know from
the real one:

- drawn: after every move the game's own `resample` draws anew whatever the viewer cannot know;
- dealt: another secret, other hidden cards, as long as the viewer sees and hears the same;
- chosen: the others make other moves, as long as the viewer sees and hears the same.

Every byte that the viewer gets has to be the same in all of them. Nothing here knows any game.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import msgspec
import pytest

from pandarium.core import fair, registry
from pandarium.core.bot import Advice
from pandarium.core.errors import IllegalMove
from pandarium.core.match import Attempt, Match
from pandarium.core.record import Record
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.server.app import App, create_app
from pandarium.server.bots import pool
from pandarium.server.settings import Settings
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table
from pandarium.testing.compare import but_for_the_generator, encode

from .quick_start import start_quickly

Viewer = int | None
"""A seat, or None: somebody who watches."""
BEGIN = 1_700_000_000_000
_TRIES = 300
"""Other deals that are looked at for one that a viewer cannot know from the real one."""


class Leak(AssertionError):
    """Somebody was told something that they may not know."""


# the server, in this process


class IdleDriver:
    """Stands where the driver stands: bots and clocks make no moves of their own here."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def start(self) -> None:
        """Nothing begins."""

    async def stop(self) -> None:
        """Nothing ends."""


async def echo(pool: pool.BotPool, place: Any, job: Any, name: str, *given: Any) -> Any:
    """In place of a bot's thought: a fingerprint of all that it was given to think about, and of what it has heard."""
    level, heard = (given[0], given[4]) if len(given) == 5 else ("", ())
    position, seat, seed = given[1:4] if level else given
    mark = blake2b(position + encode(heard) + b"%d %d" % (seat, seed)).hexdigest()
    return mark if level else [Advice(registry.game(name).load(position).legal(seat)[0], 0.0, mark)]


class Guest:
    """Somebody with a session."""

    def __init__(self, token: str, id: str, csrf: str) -> None:
        self.token = token
        self.id = id
        self.csrf = csrf


class LocalServer:
    """The server, with time that passes only when a test says so, and secrets that are known before."""

    def __init__(self, app: App, client: httpx.AsyncClient) -> None:
        assert app.hub is not None
        self.app = app
        self.hub = app.hub
        self.client = client
        self.now = BEGIN
        self.secret = bytes(32)
        self.twins: dict[str, tuple[str, Viewer, int]] = {}
        """Secrets of drawn worlds: the secret that they follow, for whom, and by which chance."""

    async def guest(self, name: str) -> Guest:
        """A new guest."""
        created = (await self.client.post("/api/guest", json={"name": name})).json()
        self.client.cookies.clear()
        return Guest(created["token"], created["me"]["id"], created["csrf"])

    async def rest(self, guest: Guest | None, method: str, path: str, body: Any = None) -> httpx.Response:
        """One REST call."""
        headers = {"authorization": f"Bearer {guest.token}"} if guest else {}
        return await self.client.request(method, path, json=body, headers=headers)

    async def create_table(self, host: Guest, secret: str, **wanted: Any) -> tuple[LoadedTable, str]:
        """A new table with that secret; its invite."""
        self.secret = bytes.fromhex(secret)
        answer = await self.rest(host, "POST", "/api/tables", wanted)
        assert answer.status_code == 201, answer.text
        return await self.hub.load(answer.json()["id"]), answer.json()["invite"]


@asynccontextmanager
async def start_local_server(folder: Path) -> AsyncIterator[LocalServer]:
    """The server with an empty database."""
    with pytest.MonkeyPatch.context() as patch:
        start_quickly(patch)
        app = create_app(
            Settings(
                database=f"sqlite:///{folder}/server.db",
                limits=0,
                log_level="error",
                max_tables_per_person=10_000,
                max_strong_tables=10_000,
                max_bots=100_000,
            )
        )
        patch.setattr("pandarium.server.app.Driver", IdleDriver)
        patch.setattr("pandarium.server.app.Tidier.start", lambda self: None)  # by our clock everything is long ago
        patch.setattr("pandarium.server.app.tune_gc", lambda: lambda: None)
        patch.setattr("pandarium.server.tables.presence._DELAY", 0.0)
        patch.setattr(pool.BotPool, "_ask", echo)
        patch.setattr("pandarium.server.bots.pool.secrets.randbelow", lambda most: 5)
        async with app.running():
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://local") as client:
                server = LocalServer(app, client)
                for module in (
                    "tables.loaded_table",
                    "tables.hub",
                    "tables.creation",
                    "tables.log_writer",
                    "http.people",
                ):
                    patch.setattr(f"pandarium.server.{module}.now_ms", lambda: server.now)
                patch.setattr(fair, "new_secret", lambda: server.secret)
                patch.setattr("pandarium.server.tables.apply.Match", lambda record: make_match(server, record))
                yield server


class ViewerSocket:
    """A socket at a table, as uvicorn would call it. `received` is all that it was sent."""

    def __init__(
        self, server: LocalServer, guest: Guest, table: str, invite: str = "", since: int = 0, *, changes: bool = False
    ) -> None:
        self.received: list[bytes] = []
        self.seq = 0
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._answer: asyncio.Future[bytes] | None = None
        self.scope = {
            "type": "websocket",
            "path": f"/api/tables/{table}/live",
            "query_string": urlencode({"invite": invite, "since": since, "changes": int(changes)}).encode(),
            "headers": [(b"host", b"local"), (b"authorization", f"Bearer {guest.token}".encode())],
            "client": ("127.0.0.1", 1),
            "scheme": "ws",
        }
        self._in.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(server.app(self.scope, self._in.get, self._take))

    async def _take(self, event: dict[str, Any]) -> None:
        if event["type"] == "websocket.accept":
            return
        data = event["text"].encode() if event["type"] == "websocket.send" else encode(event)
        self.received.append(data)
        if data.startswith((b'{"type":"update"', b'{"type":"changes"')):
            self.seq = msgspec.json.decode(data)["seq"]
        elif self._answer is not None and not self._answer.done():
            self._answer.set_result(data)

    async def ask(self, message: Any) -> bytes:
        """Send a message, any bytes or something to be JSON; the answer."""
        self._answer = asyncio.get_running_loop().create_future()
        self._in.put_nowait(
            {"type": "websocket.receive", "bytes": message if type(message) is bytes else encode(message)}
        )
        async with asyncio.timeout(120):
            return await self._answer

    async def ask_all(self, messages: Iterable[Any]) -> None:
        """Send one message after the other."""
        for message in messages:
            await self.ask(message)

    async def has_received(self, count: int) -> None:
        """Wait until it was sent that number of messages."""
        async with asyncio.timeout(120):
            while len(self.received) < count:
                await asyncio.sleep(0.001)

    async def gone(self) -> None:
        """Wait until the server has closed it."""
        async with asyncio.timeout(120):
            while not self.received or not self.received[-1].startswith(b'{"type":"websocket.close"'):
                await asyncio.sleep(0.001)

    async def close(self) -> None:
        """Hang up, or see that the server has."""
        self._in.put_nowait({"type": "websocket.disconnect"})
        await self.task


# twins


def make_match(server: LocalServer, record: Record) -> Match:
    """What a table of the house plays: the match, or one that follows another."""
    twin = server.twins.get(record.secret or "")
    return DrawnMatch(record, *twin) if twin else Match(record)


class DrawnMatch(Match):
    """Follows a real match; all that its viewer cannot know of each position is drawn anew."""

    def __init__(self, record: Record, secret: str, viewer: Viewer, seed: int) -> None:
        key = fair.commitment(bytes.fromhex(secret))
        self.followed = msgspec.structs.replace(record, secret=secret, commitment=key)
        super().__init__(self.followed)
        self.record = record.blank()
        self.viewer = viewer
        self.seed = seed
        self.real = self.state
        self.reals: list[State] = []
        self.ahead: dict[int, State] = {}
        self.state = self._draw(self.real, 0)

    def _draw(self, real: State, number: int) -> State:
        return real.resample(self.viewer, Rng(self.seed * 1000 + number))

    def attempt(self, seat: int, move: int) -> Attempt:
        """The followed match decides; but what the viewer may do, and why not, is said by what was drawn."""
        number = len(self.record.moves)
        if seat == self.viewer:
            self.state.clone().play(seat, move)
            if move not in self.real.legal(seat):
                raise IllegalMove("", "this is legal in one world alone")
        after, events = self.real.clone(), list[Any]()
        after.play(seat, move, events, self.followed.salt(number))
        drawn = self._draw(after, number + 1)
        self.ahead[id(drawn)] = after
        return Attempt(number, seat, move, drawn, events)

    def accept(self, attempt: Attempt, at: int | None = None) -> list[Any]:
        """Both go on."""
        events = super().accept(attempt, at)
        self.reals.append(self.real)
        self.real = self.ahead[id(attempt.after)]
        self.ahead.clear()
        return events

    def undo(self, seat: int, consent: bool = False, at: int | None = None) -> None:
        """Both go back."""
        super().undo(seat, consent, at)
        self.real = self.reals.pop()
        self.state = self._draw(self.real, len(self.record.moves))

    def _position(self, number: int) -> State:
        return self._draw(self.reals[-1], number)


def knowledge(state: State, events: Iterable[Any], viewer: Viewer) -> bytes:
    """What the game itself, not the server, shows and tells this viewer."""
    shown = [state.setup.game.redact(event, viewer) for event in events]
    return encode([state.view(viewer), shown])


def other_deal(table: Table, viewer: Viewer) -> str | None:
    """A secret whose deal the viewer cannot know from this table's: if it can be, one that hides something else."""
    blank = msgspec.structs.replace(table.record(), moves=[], commitment=None)

    def deal(secret: str) -> tuple[bytes, bytes]:
        events: list[Any] = []
        state = msgspec.structs.replace(blank, secret=secret).deal(events)
        return knowledge(state, events, viewer), but_for_the_generator(state)

    known, hidden = deal(table.secret)
    alike = None
    for number in range(_TRIES):
        secret = blake2b(b"%d" % number, digest_size=32).hexdigest()
        found = deal(secret)
        if found[0] == known:
            if found[1] != hidden:
                return secret
            alike = secret
    return alike


class World:
    """One table, with a socket of everybody who looks at it."""

    def __init__(self, kind: str, loaded: LoadedTable, invite: str, viewer: Viewer = None) -> None:
        self.kind = kind
        self.loaded = loaded
        self.invite = invite
        self.viewer = viewer
        """Whom it looks the same to as the real one."""
        self.sockets: dict[Viewer, ViewerSocket] = {}

    @property
    def table(self) -> Table:
        """The table."""
        return self.loaded.table

    @property
    def match(self) -> Match:
        """The game under way."""
        assert self.table.match is not None
        return self.table.match

    def plain(self, data: bytes) -> bytes:
        """Bytes without the three things that every table has of its own and everybody may see."""
        for own, name in ((self.table.id, b"ID"), (self.table.commitment, b"HASH"), (self.invite, b"INVITE")):
            data = data.replace(own.encode(), name)
        return data

    async def listen(self, server: LocalServer, guests: dict[Viewer, Guest]) -> None:
        """Everybody opens a socket; all have seen who is here."""
        self.sockets = {
            viewer: ViewerSocket(server, guest, self.table.id, changes=viewer is None or viewer % 2 == 1)
            for viewer, guest in guests.items()
        }
        async with asyncio.timeout(120):
            while len(self.loaded.watchers) < len(guests) or server.hub.presence.waits(self.table.id):
                await asyncio.sleep(0)
        await self.quiet()

    async def close(self) -> None:
        """Everybody hangs up."""
        for socket in self.sockets.values():
            await socket.close()

    async def quiet(self) -> None:
        """Wait until everybody has seen everything."""
        async with asyncio.timeout(120):
            while any(socket.seq < self.table.seq for socket in self.sockets.values()) or self._sending():
                await asyncio.sleep(0)

    def _sending(self) -> bool:
        return any(watcher._busy for watcher in self.loaded.watchers)  # type: ignore[attr-defined]

    def fitting(self, seat: int, move: int, known: bytes) -> int | None:
        """A move of that seat after which the viewer knows exactly that: another one if there is one."""
        legal = [other for other in self.match.state.legal(seat) if other != move][:12]
        same = [move] if move in self.match.state.legal(seat) else []
        if seat == self.viewer:
            legal = []
        for choice in [*legal, *same] if self.kind == "chosen" else [*same, *legal]:
            attempt = self.match.attempt(seat, choice)
            if knowledge(attempt.after, attempt.events, self.viewer) == known:
                return choice
        return None


# what nobody may see


def needles(table: Table) -> set[bytes]:
    """The secret, and the numbers that chance follows from it hereabouts, in any way they could be written."""
    key = bytes.fromhex(table.secret)
    near = range(max(table.position - 3, 0), table.position + 2)
    numbers = {fair.seed_from(key), fair.salt_from(key, 0), *(fair.salt_from(key, number) for number in near)}
    if table.match is not None:
        numbers |= {*table.match.state.rng.words()}
    written = {text.encode() for number in numbers for text in (str(number), f"{number:x}")}
    return {table.secret.encode(), table.secret.upper().encode()} | written


def search(data: bytes, hidden: Iterable[bytes], where: str) -> None:
    """Raise Leak when one of those is in there.

    What is one word can only be within a word: most of the data need not be looked through for each of them.
    """
    needles = list(hidden)
    shortest = min((len(needle) for needle in needles), default=0)
    words = b"\n".join(set(re.findall(rb"[0-9A-Za-z]{%d,}" % shortest, data)))
    for needle in needles:
        if needle in (words if needle.isalnum() else data):
            at = data.index(needle)
            raise Leak(f"{where}: {needle.decode()} in …{data[max(at - 60, 0) : at + 80].decode(errors='replace')}…")
