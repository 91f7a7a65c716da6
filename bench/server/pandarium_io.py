"""Our own server, driven as the browser does: REST for people and tables, one WebSocket for each seat."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import sys
from pathlib import Path

from peer import CELLS, Database, Peer, PeerError, Requests, Surroundings, Table
from processes import Process, free_port
from wire import Socket

GAMES = Path(__file__).resolve().parent / "games"
UPDATE = b'{"type":"update"'
DONE = b'{"type":"done"'
REFUSED = b'{"type":"refused"'
SEQ = b'"seq":'
POSITION = b'"position":'
ROUNDS = 1000
COMMAND = [sys.executable, "-m", "pandarium", "serve"]
"""Everything else is told by environment variables."""


class Pandarium(Peer):
    """Our server with one of its stores."""

    def __init__(self, around: Surroundings, tree: Path | None = None) -> None:
        super().__init__(around)
        self.tree = tree
        """The compiled copy of the package that it runs; None: the one that PYTHONPATH names, or the installed one."""

    def settings(self) -> dict[str, str]:
        """What it is told beside what all are told."""
        raise NotImplementedError

    def start(self) -> None:
        """Without limits for one address, since all this comes from one."""
        self.port = free_port()
        games = os.environ.get("PANDARIUM_GAMES", str(GAMES))
        env = {
            "PANDARIUM_GAMES": games,
            "PANDARIUM_PORT": str(self.port),
            "PANDARIUM_LIMITS": "0",
            "PANDARIUM_LOG_LEVEL": "warning",
            "PANDARIUM_IDLE_SECONDS": "3600",
            "PANDARIUM_KEY": secrets.token_hex(32),
            **self.settings(),
        }
        if self.tree is not None:
            env |= {"PYTHONPATH": str(self.tree), "PANDARIUM_GAMES": str(self.tree / "examples")}
        self.process = Process(COMMAND, self.around.core, self.around.build / "logs" / f"{self.name}.log", env)
        self.process.wait_for_port(self.port)
        self.requests = Requests(self.port)

    def create_table(self, seats: int) -> Table:
        """A guest for every seat, and a table whose host is the first of them."""
        tokens = [self.requests.post("/api/guest", {"name": f"Player {seat}"})["token"] for seat in range(seats)]
        wanted = {"game": "nine", "seats": seats, "options": {"rounds": ROUNDS}, "public": True}
        key = self.requests.post("/api/tables", wanted, tokens[0])["id"]
        return Table(key, seats, tokens)

    def connect(self, table: Table, seat: int) -> Socket:
        """Open the socket, get the first update, sit down."""
        headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
        socket = Socket(self.port, f"/api/tables/{table.key}/live", headers, seat)
        socket.wait_for(lambda message: message.startswith(UPDATE), "the first update")
        if seat > 0:
            ask(socket, {"type": "sit", "seat": seat, "id": 1})
        return socket

    def begin(self, table: Table) -> None:
        """The others are ready, and the host starts when it sees that; from here positions count the moves."""
        host, *others = table.sockets
        last = max(ask(socket, {"type": "ready", "id": 2}) for socket in others)
        host.wait_for(lambda said: said.startswith(UPDATE) and number_after(SEQ, said) >= last, "everybody to be ready")
        ask(host, {"type": "start", "id": 3})

    def move(self, table: Table) -> bytes:
        """A cell, and the position it was decided on."""
        number = table.sent
        return b'{"type":"play","move":"claim %d","position":%d}' % (number % CELLS + 1, number)

    def arrived(self, message: bytes) -> int:
        """The position counts the moves."""
        if not message.startswith(UPDATE):
            return -1
        return number_after(POSITION, message)

    def reply(self, message: bytes) -> bytes | None:
        """A refusal is a fault of the benchmark."""
        if message.startswith(REFUSED):
            raise PeerError(f"{self.title} refuses: {message[:300].decode()}")
        return None

    def collect(self) -> None:
        """Python counts references; there is nothing to wait for."""


def ask(socket: Socket, message: dict[str, object]) -> int:
    """Send something and wait until it is done; the log's number after it."""
    socket.send(json.dumps(message).encode())
    answer = socket.wait_for(lambda said: said.startswith((DONE, REFUSED)), f"an answer to {message['type']}")
    if answer.startswith(REFUSED):
        raise PeerError(f"{message['type']}: {answer.decode()}")
    return number_after(SEQ, answer)


def number_after(key: bytes, message: bytes) -> int:
    """The first number of that name: updates begin with theirs, so nothing has to be parsed."""
    at = message.index(key) + len(key)
    end = at + 1
    while message[end] in b"0123456789":
        end += 1
    return int(message[at:end])


class Sqlite(Pandarium):
    """The default: one process, one file."""

    name = "ours-sqlite"
    title = "Pandarium, SQLite"
    durable = "committed and synced"

    def settings(self) -> dict[str, str]:
        """A fresh file."""
        folder = self.around.build / "sqlite"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return {"PANDARIUM_DATABASE": f"sqlite:///{folder / 'bench.db'}"}


class Postgres(Pandarium):
    """Scaled out: two workers that share PostgreSQL and Redis."""

    name = "ours-postgres"
    title = "Pandarium, PostgreSQL + Redis, 2 workers"
    durable = "committed and synced"

    def __init__(self, around: Surroundings, tree: Path | None = None) -> None:
        super().__init__(around, tree)
        self.database: Database | None = None

    def settings(self) -> dict[str, str]:
        """A fresh database."""
        self.database = Database(self.around.postgres)
        return {
            "PANDARIUM_DATABASE": self.database.url,
            "PANDARIUM_REDIS": self.around.redis,
            "PANDARIUM_WORKERS": "2",
        }

    def stop(self) -> None:
        """The database goes, too."""
        super().stop()
        if self.database is not None:
            self.database.drop()
            self.database = None
