"""The socket and those who read slowly or never again, and the end of the server."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import socket as sockets
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from server.harness import HTTP, PATIENCE, ConnectionClosed, Person, Server, Wire, closed, metric, seated


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits that gives nobody up who does not read."""
    folder: Path = tmp_path_factory.mktemp("socket")
    with Server(folder, f"sqlite:///{folder}/t.db", limits="0", before=_pings("None")).start() as server:
        yield server
        assert "Traceback" not in server.log.read_text()


def _pings(seconds: str) -> str:
    """A server that asks so often whether somebody is there, and waits as long for an answer."""
    return f"""
from pandarium.server import run as running
from pandarium.server.sockets.websocket import WebSocket
options = running.uvicorn_options
pings = {{"ws_ping_interval": {seconds}, "ws_ping_timeout": {seconds}}}
running.uvicorn_options = lambda settings: {{**options(settings), "ws": WebSocket, **pings}}
"""


_WHEN_TOLD = """
import os
ping = WebSocket.send_keepalive_ping

def ping_when_told(socket):
    if os.path.exists({told!r}):
        ping(socket)
    else:
        socket.schedule_ping()

WebSocket.send_keepalive_ping = ping_when_told
"""
"""It does not begin with that before a file is there: nobody shall be given up who is not choked yet."""


async def sockets_are(server: Server, count: int) -> None:
    """Wait until that many are open."""
    async with asyncio.timeout(PATIENCE):
        while await asyncio.to_thread(metric, server, "pandarium_sockets") != count:
            await asyncio.sleep(0.05)


# slow readers


class SlowReader:
    """A client that is connected and reads nothing until it is told to. Its buffers are tiny."""

    def __init__(self, server: Server, person: Person, table: str, invite: str) -> None:
        self._server = server
        self._socket = sockets.socket()
        self._socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        self._socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 65_536)
        self._socket.connect(("127.0.0.1", server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /api/tables/{table}/live?invite={invite}&since=0 HTTP/1.1",
            f"Host: 127.0.0.1:{server.port}",
            *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"),
            f"Authorization: Bearer {person.token}",
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._socket.setblocking(False)

    async def choke(self) -> None:
        """Ask for so many long answers, without reading one, that the server cannot get rid of them.

        As soon as it answers others, and takes nothing from here any more, it is so far.
        """
        body = json.dumps({"type": "x" * 3900}).encode()
        frame = b"\x81\xfe" + len(body).to_bytes(2, "big") + bytes(4) + body
        pending, in_vain = b"", 0
        while in_vain < 50:
            pending = pending or frame * 8
            try:
                pending = pending[self._socket.send(pending) :]
                in_vain = 0
            except BlockingIOError:
                in_vain += 1
                await asyncio.to_thread(HTTP.get, f"{self._server.url}/health/live")

    async def wake_up(self, enough: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """Read until what came is enough; all updates, without the answers."""
        self._socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 1 << 20)
        loop = asyncio.get_running_loop()
        data, updates = b"", list[dict[str, Any]]()
        async with asyncio.timeout(PATIENCE):
            while b"\r\n\r\n" not in data:
                data += await loop.sock_recv(self._socket, 1 << 20)
            data = data.partition(b"\r\n\r\n")[2]
            while not enough(updates):
                messages, data = _messages(data + await loop.sock_recv(self._socket, 1 << 20))
                updates += [message for message in messages if message["type"] == "update"]
        return updates

    def __enter__(self) -> SlowReader:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


def _messages(data: bytes) -> tuple[list[dict[str, Any]], bytes]:
    """The messages in what a server sent, and the rest: the beginning of one."""
    at, found = 0, []
    while at + 10 <= len(data):
        size, head = data[at + 1], 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            size, head = int.from_bytes(data[at + 2 : at + 2 + wide], "big"), 2 + wide
        body = data[at + head : at + head + size]
        if len(body) < size:
            break
        if data[at] == 0x81:
            found.append(json.loads(body))
        at += head + size
    return found, data[at:]


def resident(server: Server) -> float:
    """Megabytes of memory that the server uses."""
    assert server.process is not None
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def test_whoever_reads_slowly_gets_fewer_updates_misses_no_news_and_slows_nobody(server: Server) -> None:
    async with seated(server) as wire:
        with SlowReader(server, Person(server, "Sly"), wire.table, wire.invite) as slow_reader:
            await wire.until(lambda update: update["table"].get("watching") == 1)
            await slow_reader.choke()
            before, changes = resident(server), 60
            for number in range(changes):
                done = await wire.ask(type="say", text=f"{number} " + "x" * 490)  # the sleeper has read nothing yet
            assert resident(server) - before < 10
            updates = await slow_reader.wake_up(lambda updates: bool(updates) and updates[-1]["seq"] == done["seq"])
            news = [line["seq"] for update in updates for line in update.get("news", [])]
            assert news == list(range(1, done["seq"] + 1))
            assert len(updates) < 10 < changes, "all that was missed came together"
        await wire.until(lambda update: "watching" not in update["table"])


async def test_whoever_never_reads_again_is_given_up(tmp_path: Path) -> None:
    told = tmp_path / "told"
    before = _pings("3.0") + _WHEN_TOLD.format(told=str(told))
    with Server(tmp_path, f"sqlite:///{tmp_path}/t.db", limits="0", before=before).start() as server:
        ann = Person(server, "Ann")  # without a socket: she would be given up herself where this process stands still
        table, invite = ann.create_table(server, game="signs", seats=2)
        with SlowReader(server, Person(server, "Sly"), table, invite) as slow_reader:
            await sockets_are(server, 1)
            await slow_reader.choke()
            assert ann.say(server, table, type="say", text="wake up")["type"] == "done"
            told.touch()
            await sockets_are(server, 0)
        assert server.stop() == 0
        assert "Traceback" not in server.log.read_text()


# the end


async def talk(wire: Wire, sent: list[int]) -> None:
    """Say one thing after another, the next before the last is answered, until the server is gone."""
    with suppress(ConnectionClosed):
        for number in itertools.count():
            while number > len(wire.received) + 20:  # a server that leaves things unread cannot say goodbye
                await asyncio.sleep(0.001)
            await wire.send_raw(json.dumps({"type": "say", "id": number, "text": str(number)}))
            sent.append(number)


async def test_a_server_that_is_told_to_stop_says_goodbye_and_loses_nothing_it_has_acknowledged(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/t.db"
    server = Server(tmp_path, database, limits="0").start()
    with server:
        async with seated(server) as wire:
            eve = await Wire(server, Person(server, "Eve"), wire.table, wire.invite).open()
            await eve.until(lambda update: True)
            sent: list[int] = []
            talking = asyncio.create_task(talk(wire, sent))
            await wire.until(lambda update: update["seq"] > 5)
            code = asyncio.create_task(asyncio.to_thread(server.stop))
            ends = [(await closed(one)) for one in (wire, eve)]
            assert [end[0] for end in ends] == [1012, 1012]
            assert await code == 0
            talking.cancel()
        acknowledged = [reply for reply in map(json.loads, wire.received) if reply["type"] == "done"]
        assert 0 < len(acknowledged) <= len(sent)  # all of them, where the server was quicker than who talked
        assert "Traceback" not in server.log.read_text()
        server.start()
        back = await Wire(server, wire.person, wire.table).open()
        update = await back.next()
        lines = {line["seq"]: line.get("text") for line in update["news"]}
        assert all(lines[reply["seq"]] == str(reply.get("id", 0)) for reply in acknowledged)
        await back.close()
