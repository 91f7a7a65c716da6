"""The peer: boardgame.io's server, from npm, driven as its own client does (Socket.IO over a plain WebSocket)."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

from peer import CELLS, Database, Peer, PeerError, Requests, Surroundings, Table
from processes import Process, free_port
from wire import Socket

FOLDER = Path(__file__).resolve().parent / "peer"
SPACE = b"42/nine,"
UPDATE = SPACE + b'["update"'
STATE_ID = b'"_stateID":'


class BoardgameIo(Peer):
    """boardgame.io with one of its storages."""

    storage = ""

    def start(self) -> None:
        """Install it if it is not there, and start it."""
        modules = install(self.around.build / "peer")
        self.port = free_port()
        command = ["node", "--expose-gc", str(FOLDER / "server.js"), str(self.port), self.storage, self.place()]
        env = {"NODE_PATH": str(modules), "NODE_ENV": "production"}
        self.process = Process(command, self.around.core, self.around.build / "logs" / f"{self.name}.log", env)
        self.process.wait_for_port(self.port)
        self.requests = Requests(self.port)

    def place(self) -> str:
        """Where it stores."""
        return ""

    def create_table(self, seats: int) -> Table:
        """A match, joined by everybody."""
        key = self.requests.post("/games/nine/create", {"numPlayers": seats})["matchID"]
        join = f"/games/nine/{key}/join"
        return Table(
            key,
            seats,
            [
                self.requests.post(join, {"playerID": str(seat), "playerName": f"Player {seat}"})["playerCredentials"]
                for seat in range(seats)
            ],
        )

    def connect(self, table: Table, seat: int) -> Socket:
        """Engine.IO's greeting, the game's namespace, and its sync; `matchData` says that the socket is listed."""
        socket = Socket(self.port, "/socket.io/?EIO=4&transport=websocket", {}, seat)
        socket.wait_for(lambda message: message.startswith(b"0"), "Engine.IO's greeting")
        socket.send(b"40/nine,")
        socket.wait_for(lambda message: message.startswith(b"40/nine"), "the namespace")
        sync = json.dumps(["sync", table.key, str(seat), table.tokens[seat], table.seats])
        socket.send(SPACE + sync.encode())
        socket.wait_for(lambda message: message.startswith(SPACE + b'["matchData"'), "the match")
        return socket

    def begin(self, table: Table) -> None:
        """A match has begun when it is created."""

    def move(self, table: Table) -> bytes:
        """The action that its client would send."""
        number = table.sent
        seat = number % table.seats
        return (
            f'42/nine,["update",{{"type":"MAKE_MOVE","payload":{{"type":"claim","args":[{number % CELLS + 1}],'
            f'"playerID":"{seat}","credentials":"{table.tokens[seat]}"}}}},{number},"{table.key}","{seat}"]'
        ).encode()

    def arrived(self, message: bytes) -> int:
        """The state's number counts the moves."""
        if not message.startswith(UPDATE):
            return -1
        at = message.index(STATE_ID) + len(STATE_ID)
        end = at + 1
        while message[end] in b"0123456789":
            end += 1
        return int(message[at:end])

    def reply(self, message: bytes) -> bytes | None:
        """Engine.IO wants its pings answered; news of who is connected is dropped."""
        if message == b"2":
            return b"3"
        if message.startswith(SPACE + b'["matchData"'):
            return None
        raise PeerError(f"{self.title} says {message[:300]!r}")

    def collect(self) -> None:
        """Twice, since the first collection may only mark."""
        for _ in range(2):
            for pid in self.process.tree():
                if Path(f"/proc/{pid}/comm").read_text().strip().startswith(("node", "MainThread")):
                    os.kill(pid, signal.SIGUSR2)  # see server.js
            time.sleep(0.5)


class Memory(BoardgameIo):
    """What its server does by itself."""

    name = "bgio-memory"
    title = "boardgame.io, memory"
    durable = "nothing is stored"
    storage = "memory"


class FlatFile(BoardgameIo):
    """Its own file storage."""

    name = "bgio-flatfile"
    title = "boardgame.io, FlatFile"
    durable = "sent before it is stored, no fsync"
    storage = "flatfile"

    def place(self) -> str:
        """A fresh folder."""
        folder = self.around.build / "flatfile"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        return str(folder)


class Postgres(BoardgameIo):
    """The storage package bgio-postgres."""

    name = "bgio-postgres"
    title = "boardgame.io, PostgreSQL"
    durable = "sent before it is stored"
    storage = "postgres"

    def __init__(self, around: Surroundings) -> None:
        super().__init__(around)
        self.database: Database | None = None

    def place(self) -> str:
        """A fresh database."""
        self.database = Database(self.around.postgres)
        return self.database.url

    def stop(self) -> None:
        """The database goes, too."""
        super().stop()
        if self.database is not None:
            self.database.drop()
            self.database = None


def install(folder: Path) -> Path:
    """Its packages, installed once for each package.json; returns where they are."""
    wanted = (FOLDER / "package.json").read_text("utf-8")
    done = folder / "installed.json"
    if not done.is_file() or done.read_text("utf-8") != wanted:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(folder / "node_modules", ignore_errors=True)
        (folder / "package.json").write_text(wanted, "utf-8")
        command = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--omit=dev"]
        try:
            subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        except FileNotFoundError:
            raise PeerError("npm is not installed, so boardgame.io cannot be measured") from None
        except subprocess.CalledProcessError as error:
            raise PeerError(f"npm could not install boardgame.io: {error.stderr[-500:]}") from None
        done.write_text(wanted, "utf-8")
    return folder / "node_modules"
