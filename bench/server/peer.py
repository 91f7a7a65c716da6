"""What a server must be able to do to be measured: the adapter's side of the benchmark."""

from __future__ import annotations

import http.client
import json
from abc import ABC, abstractmethod
from collections import deque
from pathlib import Path
from typing import Any, NamedTuple

from processes import Process
from wire import Socket

CELLS = 9


class Surroundings(NamedTuple):
    """Where a peer may put its things, and the services it may use."""

    build: Path
    core: int
    postgres: str
    redis: str


class Table:
    """A table under load. Move n is made by seat n modulo seats, and claims cell n modulo 9: always legal."""

    __slots__ = ("backlog", "due", "key", "missing", "seats", "sent", "sockets", "tokens")

    def __init__(self, key: str, seats: int, tokens: list[str]) -> None:
        self.key = key
        self.seats = seats
        self.tokens = tokens
        """What each seat proves itself with."""
        self.sockets: list[Socket] = []
        self.sent = 0
        """Moves sent so far; a socket that has seen this number has seen the last."""
        self.missing = 0
        """Sockets that have not got the last move yet."""
        self.due = 0.0
        """When the last move was sent, or should have been."""
        self.backlog: deque[float] = deque()
        """When moves were due that could not be sent yet."""


class Peer(ABC):
    """A server with the game of nine cells on it."""

    name: str
    """On the command line."""
    title: str
    durable: str
    """What has happened to a move when its update is sent."""
    process: Process
    port: int

    def __init__(self, around: Surroundings) -> None:
        self.around = around

    @abstractmethod
    def start(self) -> None:
        """Start the server and wait until it answers."""

    @abstractmethod
    def create_table(self, seats: int) -> Table:
        """A new table, and a player for every seat."""

    @abstractmethod
    def connect(self, table: Table, seat: int) -> Socket:
        """That player's socket, ready to get updates."""

    @abstractmethod
    def begin(self, table: Table) -> None:
        """All sockets are there: let the game begin."""

    @abstractmethod
    def move(self, table: Table) -> bytes:
        """The message with the table's next move; `table.sent` moves were made before."""

    @abstractmethod
    def arrived(self, message: bytes) -> int:
        """How many moves the update shows; -1 for any other message."""

    def reply(self, message: bytes) -> bytes | None:
        """What has to be answered to a message that is no update. Raises PeerError for a refusal."""
        return None

    @abstractmethod
    def collect(self) -> None:
        """Before memory is read: let the server throw its garbage away, if it can be told to."""

    def stop(self) -> None:
        """End the server and clean up."""
        if hasattr(self, "process"):
            self.process.stop()


class PeerError(RuntimeError):
    """A server that answered with something else than asked for."""


class Requests:
    """JSON requests over one connection."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def post(self, path: str, body: Any, token: str | None = None) -> Any:
        """The answer's body."""
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        self.connection.request("POST", path, json.dumps(body), headers)
        answer = self.connection.getresponse()
        data = answer.read()
        if answer.status >= 300:
            raise PeerError(f"POST {path}: {answer.status} {data[:300]!r}")
        return json.loads(data) if data else None


class Database:
    """A PostgreSQL database for one run, dropped afterwards."""

    def __init__(self, url: str) -> None:
        import secrets

        import psycopg

        self.admin = url
        self.name = f"bench_{secrets.token_hex(6)}"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{self.name}"'.encode())
        self.url = url.rpartition("/")[0] + "/" + self.name

    def drop(self) -> None:
        """Gone, with whoever is still connected."""
        import psycopg

        with psycopg.connect(self.admin, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)'.encode())
