"""A real server in a process of its own, people with tokens, and raw sockets that keep every byte they were sent."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import secrets
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pandarium import protocol
from pandarium.client.changes import apply_changes

from .launch import SERVE, launch
from .luck import LUCK

PATIENCE = 120.0
"""Seconds after which something has gone wrong, however busy the machine is."""
HTTP = httpx.Client(
    timeout=PATIENCE,
    limits=httpx.Limits(max_keepalive_connections=0),
    cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
)
"""For all people, since a new one takes 30 ms to read all certificates. It keeps no connection and no cookie."""


_PORTS = 20_000
"""Ports from here on are below those that the system hands out, to connections that anybody opens at any time."""
_next_port = itertools.count(secrets.randbelow(1000))


def free_port() -> int:
    """A port that nobody uses at this moment, of a thousand that only this worker of the test run takes from.

    One after the other: a server may start long after it was given its port, and the next one must have another.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    while True:
        port = _PORTS + worker % 12 * 1000 + next(_next_port) % 1000
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """`pandarium serve` in its own process group. Its log goes to a file.

    Cards and bots are the same every time, unless `luck` is empty; `before` is Python that it runs first.
    """

    def __init__(self, folder: Path, database: str, *, luck: str = LUCK, before: str = "", **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"server-{self.port}.log"
        self.env = {
            **os.environ,
            "PANDARIUM_DATABASE": database,
            "PANDARIUM_PORT": str(self.port),
            "PANDARIUM_BOT_DELAY": "0",
            "PANDARIUM_LOG_FORMAT": "json",
            "PANDARIUM_TEST_LUCK": luck,
            **{f"PANDARIUM_{name.upper()}": value for name, value in settings.items()},
        }
        self.before = before
        self.process: ForkServerProcess | None = None

    def launch(self) -> None:
        """Start it without waiting."""
        self.process = launch(f"{self.before}\n{SERVE}", self.env, self.log)

    def start(self, seconds: float = PATIENCE) -> Server:
        """Start it, and wait until it answers."""
        self.launch()
        return self.wait(seconds)

    def wait(self, seconds: float = PATIENCE) -> Server:
        """Wait until it answers."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process is None or not self.process.is_alive():
                break
            try:
                if HTTP.get(f"{self.url}/health").status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        self.kill()  # nobody else will
        raise RuntimeError(f"the server does not answer; its log:\n{self.log.read_text()[-4000:]}")

    def kill(self) -> None:
        """SIGKILL, the whole group: no goodbye, no flush."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, None
        if process is None:
            return 0
        assert process.pid is not None
        with suppress(ProcessLookupError):  # it has ended by itself
            (os.killpg if how is signal.SIGKILL else os.kill)(process.pid, how)
        process.join(PATIENCE)
        assert process.exitcode is not None, "the server does not end"
        return process.exitcode

    def __enter__(self) -> Server:
        return self if self.process is not None else self.start()

    def __exit__(self, *_: object) -> None:
        if self.process is not None:
            self.kill()


class Person:
    """Somebody with a token, valid at every server of one database. Keeps what REST answered in `received`."""

    def __init__(self, server: Server, name: str) -> None:
        self.received: list[tuple[str, bytes]] = []
        answer = HTTP.post(f"{server.url}/api/guest", json={"name": name})
        answer.raise_for_status()
        self.name = name
        self.token: str = answer.json()["token"]
        self.id: str = answer.json()["me"]["id"]

    def ask(self, server: Server, method: str, path: str, body: Any = None) -> httpx.Response:
        """One REST call; the answer is kept."""
        headers = {"authorization": f"Bearer {self.token}"}
        answer = HTTP.request(method, server.url + path, json=body, headers=headers)
        self.received.append((f"{method} {path}", answer.content))
        return answer

    def create_table(self, server: Server, **wanted: Any) -> tuple[str, str]:
        """A new table: its id and its invite."""
        answer = self.ask(server, "POST", "/api/tables", wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()["id"], answer.json()["invite"]

    def say(self, server: Server, table: str, invite: str = "", **message: Any) -> dict[str, Any]:
        """A message to a table by REST."""
        answer = self.ask(server, "POST", f"/api/tables/{table}/messages?invite={invite}", message)
        reply: dict[str, Any] = answer.json()
        return reply


_connections: set[ClientConnection] = set()
"""Those that no test has closed yet."""


async def hang_up() -> None:
    """Close what a test has left open, as one does that fails: else the next one would be blamed for it."""
    while _connections:
        connection = _connections.pop()
        connection.transport.abort()
        await connection.wait_closed()


class Wire:
    """A raw socket at a table. `received` holds every text it was ever sent, over all its connections."""

    def __init__(self, server: Server, person: Person, table: str, invite: str = "", *, changes: bool = False) -> None:
        self.server = server
        self.person = person
        self.table = table
        self.invite = invite
        self.changes = changes
        """Whether it asks for no more than what changes."""
        self.received: list[str] = []
        self.update: dict[str, Any] | None = None
        self._ids = itertools.count(1)
        self._connection: ClientConnection | None = None

    @property
    def seq(self) -> int:
        """Number of the last update."""
        return self.update["seq"] if self.update else 0

    async def open(self, since: int | None = 0) -> Wire:
        """Connect; `since` None leaves it out."""
        query = f"invite={self.invite}" + ("" if since is None else f"&since={since}")
        query += "&changes=1" if self.changes else ""
        address = f"{self.server.url.replace('http', 'ws')}/api/tables/{self.table}/live?{query}"
        headers = {"Authorization": f"Bearer {self.person.token}"}
        self._connection = await connect(
            address,
            additional_headers=headers,
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        _connections.add(self._connection)
        return self

    async def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            await self._connection.close()
            _connections.discard(self._connection)

    async def send_raw(self, data: str | bytes) -> None:
        """Any bytes."""
        assert self._connection is not None
        await self._connection.send(data)

    async def next(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message of any kind; raises ConnectionClosed."""
        assert self._connection is not None
        async with asyncio.timeout(seconds):
            text = await self._connection.recv()
        assert isinstance(text, str)
        self.received.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "update":
            self.update = message
        elif message["type"] == "changes":
            self.update = msgspec.to_builtins(_patched(self.update, message))
        return message

    async def answer(self) -> dict[str, Any]:
        """The next message that answers one of ours: an update about who is here may come at any time."""
        while (reply := await self.next())["type"] in {"update", "changes"}:
            pass
        return reply

    async def ask(self, seconds: float = PATIENCE, **message: Any) -> dict[str, Any]:
        """Send a message, and wait for its answer; updates on the way are taken in."""
        number = next(self._ids)
        await self.send_raw(json.dumps({"id": number, **message}))
        while True:
            reply = await self.next(seconds)
            if reply["type"] not in {"update", "changes"} and reply.get("id", 0) == number:
                return reply

    async def until(self, fits: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE) -> dict[str, Any]:
        """The first update that fits, the one at hand included."""
        async with asyncio.timeout(seconds):
            while self.update is None or not fits(self.update):
                await self.next(seconds)
        return self.update

    async def play(self, pick: Callable[[list[dict[str, Any]]], int] = lambda legal: 0) -> dict[str, Any]:
        """One of the legal moves of the update at hand."""
        assert self.update is not None
        legal = self.update["legal"]
        return await self.ask(type="play", move=legal[pick(legal)]["move"], position=self.update["position"])


def _patched(last: dict[str, Any] | None, changes: dict[str, Any]) -> protocol.Update:
    """What our own client makes of it."""
    return apply_changes(msgspec.convert(last, protocol.Update), msgspec.convert(changes, protocol.Changes))


@asynccontextmanager
async def seated(server: Server, **wanted: Any) -> AsyncIterator[Wire]:
    """Ann at a table of her own, with a socket."""
    ann = Person(server, "Ann")
    table, invite = ann.create_table(server, game="signs", seats=2, **wanted)
    wire = await Wire(server, ann, table, invite).open()
    await wire.until(lambda update: True)
    try:
        yield wire
    finally:
        await wire.close()


async def closed(wire: Wire) -> tuple[int, list[dict[str, Any]]]:
    """The code that the server closes with, and what it said before."""
    replies: list[dict[str, Any]] = []

    async def listen() -> None:
        while True:
            replies.append(await wire.next())

    with pytest.raises(ConnectionClosed) as end:
        await listen()
    assert end.value.rcvd is not None, "closed without a word"
    return end.value.rcvd.code, replies


def metric(server: Server, name: str) -> float:
    """A number that the server counts."""
    text = HTTP.get(f"{server.url}/metrics").text
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name} "))


__all__ = [
    "HTTP",
    "PATIENCE",
    "ConnectionClosed",
    "Person",
    "Server",
    "Wire",
    "closed",
    "free_port",
    "hang_up",
    "metric",
    "seated",
]
