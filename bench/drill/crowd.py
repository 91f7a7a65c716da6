"""Everybody at the tables: they move in turn, and whoever loses the connection comes back, as the browser does."""

from __future__ import annotations

import os
import random
import select
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from pandarium_io import POSITION, REFUSED, ROUNDS, SEQ, UPDATE, ask, number_after
from peer import CELLS, PeerError, Requests
from wire import Socket, SocketClosed

AGAIN = 2.0
"""Seconds after which a move that nobody has seen is sent once more: it names its position, so it counts once."""
ANEW = (0.1, 0.2, 0.4, 0.8)
"""How long somebody waits before the next attempt to come back; then a second."""


class Table:
    """A table. Move n is made by seat n modulo seats, and claims cell n modulo 9: always legal."""

    def __init__(self, key: str, tokens: list[str]) -> None:
        self.key = key
        self.tokens = tokens
        self.sockets: list[Socket | None] = [None] * len(tokens)
        self.shown = 0
        """The most moves that an update has shown to anybody here: so many were accepted."""
        self.wanted = 0
        """Moves that were to be made so far."""
        self.due = 0.0
        self.sent_at = 0.0
        self.backlog: deque[float] = deque()

    def __str__(self) -> str:
        seen = [None if socket is None else socket.seen for socket in self.sockets]
        return f"{self.key}, {self.wanted} moves wanted, {self.shown} shown, seats have seen {seen}"

    @property
    def idle(self) -> bool:
        """Whether everybody has seen every move."""
        return all(socket is not None and socket.seen >= self.wanted for socket in self.sockets)


class Stretch(NamedTuple):
    """What happened during some seconds of load."""

    moves: int
    seconds: float
    latencies: list[float]
    """Seconds from when a move was due until every seat had it, sorted."""
    lost_sockets: int
    back: list[float]
    """Seconds from the beginning of the stretch until each of these was back, with an update, sorted."""

    def percentile(self, share: float) -> float:
        """Of the latencies, in milliseconds."""
        return at_share(self.latencies, share) * 1000


def at_share(found: list[float], share: float) -> float:
    """A percentile of sorted numbers; 0 where there are none."""
    return found[min(len(found) - 1, int(share * len(found)))] if found else 0.0


class Crowd:
    """All tables and all sockets."""

    def __init__(self, port: int, threads: int = 16) -> None:
        self.port = port
        self.tables: list[Table] = []
        self.owners: dict[int, tuple[Table, int, Socket]] = {}
        self.poller = select.epoll()
        self.arrivals: deque[tuple[Table, int, Socket, list[bytes]]] = deque()
        self.bell = os.eventfd(0, os.EFD_NONBLOCK)
        self.poller.register(self.bell, select.EPOLLIN)
        self.threads = ThreadPoolExecutor(threads)
        self.closing = False
        self.bytes = self.updates = 0
        self._begin_stretch()

    def _begin_stretch(self) -> None:
        self.latencies: list[float] = []
        self.back: list[float] = []
        self.lost = 0
        self.begun = time.perf_counter()

    def create(self, tables: int, seats: int) -> None:
        """Tables with people at them, and their games begun."""
        requests = Requests(self.port)
        for _ in range(tables):
            tokens = [requests.post("/api/guest", {"name": f"Player {seat}"})["token"] for seat in range(seats)]
            wanted = {"game": "nine", "seats": seats, "options": {"rounds": ROUNDS}, "public": True}
            table = Table(requests.post("/api/tables", wanted, tokens[0])["id"], tokens)
            self.tables.append(table)
            sockets = []
            for seat in range(seats):
                socket, _ = self._open(table, seat)
                if seat:
                    ask(socket, {"type": "sit", "seat": seat, "id": 1})
                sockets.append(socket)
            last = max(ask(socket, {"type": "ready", "id": 2}) for socket in sockets[1:])
            sockets[0].wait_for(lambda said, last=last: begins_after(said, last), "everybody to be ready")
            ask(sockets[0], {"type": "start", "id": 3})
            for seat, socket in enumerate(sockets):
                self._register(table, seat, socket)
                socket.seen = 0
            self.pump(0)  # pings want to be answered in time

    def _open(self, table: Table, seat: int) -> tuple[Socket, list[bytes]]:
        """A socket, and everything it has said up to the first update and together with it."""
        headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
        socket = Socket(self.port, f"/api/tables/{table.key}/live", headers, seat)
        said: list[bytes] = []
        end = time.monotonic() + 10
        try:
            while not any(message.startswith(UPDATE) for message in said):
                said += socket.receive()
                if time.monotonic() > end:
                    raise SocketClosed("there was no first update")
                select.select([], [], [], 0.002)
        except BaseException:
            socket.close()
            raise
        return socket, said

    def _register(self, table: Table, seat: int, socket: Socket) -> None:
        table.sockets[seat] = socket
        self.owners[socket.fileno()] = (table, seat, socket)
        self.poller.register(socket.fileno(), select.EPOLLIN)

    def _lose(self, fd: int) -> None:
        """A connection is gone: somebody tries to come back, in a thread, until it works."""
        table, seat, socket = self.owners.pop(fd)
        self.poller.unregister(fd)
        socket.close()
        table.sockets[seat] = None
        self.lost += 1
        self.threads.submit(self._come_back, table, seat)

    def _come_back(self, table: Table, seat: int) -> None:
        waits = iter(ANEW)
        while not self.closing:
            time.sleep(next(waits, 1.0) * random.uniform(0.5, 1.0))  # not all at once
            try:
                socket, said = self._open(table, seat)
            except (OSError, SocketClosed):
                continue
            self.arrivals.append((table, seat, socket, said))
            os.eventfd_write(self.bell, 1)
            return

    def pump(self, timeout: float) -> None:
        """Take in what has arrived, and whoever has come back."""
        for fd, _ in self.poller.poll(timeout):
            if fd == self.bell:
                os.eventfd_read(self.bell)
                continue
            table, _, socket = self.owners[fd]
            try:
                for message in socket.receive():
                    self._note(table, socket, message)
            except OSError:
                self._lose(fd)
        while self.arrivals:
            table, seat, socket, said = self.arrivals.popleft()
            self._register(table, seat, socket)
            for message in said:
                self._note(table, socket, message)
            self.back.append(time.perf_counter() - self.begun)
            table.sent_at = 0.0  # whether the last move arrived is told by the position: if not, it is sent again
        self._go_on()

    def _note(self, table: Table, socket: Socket, message: bytes) -> None:
        if message.startswith(UPDATE):
            self.updates += 1
            self.bytes += len(message)
            socket.seen = max(socket.seen, number_after(POSITION, message))
            table.shown = max(table.shown, socket.seen)
            if table.due and table.idle:
                self.latencies.append(time.perf_counter() - table.due)
                table.due = 0.0
                if table.backlog:
                    self.move(table, table.backlog.popleft())
        elif message.startswith(REFUSED):
            table.sent_at = time.perf_counter() - AGAIN + 0.2

    def _go_on(self) -> None:
        """Moves that nobody has seen are sent again."""
        now = time.perf_counter()
        if now - getattr(self, "_looked", 0.0) < 0.1:
            return
        self._looked = now
        for table in self.tables:
            if table.due and table.shown < table.wanted and now - table.sent_at > AGAIN:
                self._send(table)

    def move(self, table: Table, due: float) -> None:
        """The table's next move falls due."""
        if table.due:
            table.backlog.append(due)
            return
        table.wanted += 1
        table.due = due
        self._send(table)

    def _send(self, table: Table) -> None:
        number = table.wanted - 1
        socket = table.sockets[number % len(table.tokens)]
        table.sent_at = time.perf_counter()
        if socket is None:
            return
        message = b'{"type":"play","move":"claim %d","position":%d}' % (number % CELLS + 1, number)
        try:
            socket.send(message)
        except OSError:
            self._lose(socket.fileno())

    def play(self, rate: float, seconds: float, patience: float = 60.0) -> Stretch:
        """Moves fall due at an even rate, table after table; it ends when everybody is back and has seen them all."""
        self._begin_stretch()
        total, given = int(rate * seconds), 0
        while given < total:
            wait = self.begun + given / rate - time.perf_counter()
            if wait <= 0:
                self.move(self.tables[given % len(self.tables)], self.begun + given / rate)
                given += 1
            self.pump(max(0.0, wait - 0.002))
        return self._settle(patience)

    def race(self, seconds: float, patience: float = 60.0) -> Stretch:
        """A table's next move when everybody has the last one, everywhere at once."""
        self._begin_stretch()
        while time.perf_counter() - self.begun < seconds:
            now = time.perf_counter()
            for table in self.tables:
                if not table.due:
                    self.move(table, now)
            self.pump(0.05)
        moved, took = len(self.latencies), time.perf_counter() - self.begun
        return self._settle(patience)._replace(moves=moved, seconds=took)

    def _settle(self, patience: float) -> Stretch:
        end = time.perf_counter() + patience
        while any(table.due or table.backlog or None in table.sockets for table in self.tables):
            if time.perf_counter() > end:
                stuck = [table for table in self.tables if table.due or None in table.sockets]
                raise PeerError(f"{len(stuck)} tables did not recover within {patience:g} s, the first: {stuck[0]}")
            self.pump(0.05)
        took = time.perf_counter() - self.begun
        return Stretch(len(self.latencies), took, sorted(self.latencies), self.lost, sorted(self.back))

    def spread_anew(self, patience: float = 120.0) -> None:
        """Everybody hangs up and comes back: so that a new server gets its share."""
        self._begin_stretch()
        for fd in list(self.owners):
            self._lose(fd)
        self._settle(patience)

    def close(self) -> None:
        """Hang up everywhere."""
        self.closing = True
        self.threads.shutdown(cancel_futures=True)
        for _, _, socket in self.owners.values():
            socket.close()
        for _, _, socket, _ in self.arrivals:
            socket.close()
        self.poller.close()
        os.close(self.bell)


def begins_after(said: bytes, last: int) -> bool:
    """Whether an update shows the log up to there."""
    return said.startswith(UPDATE) and number_after(SEQ, said) >= last
