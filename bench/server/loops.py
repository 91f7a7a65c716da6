"""The two ways of putting tables under load, and the pump that both turn."""

from __future__ import annotations

import select
import time
from typing import NamedTuple

from peer import Peer, PeerError, Table
from wire import Socket

STALLED = 20.0
"""Seconds without any update after which a server is given up."""


class Taken(NamedTuple):
    """What a stretch of load gave."""

    seconds: float
    latencies: list[float]
    """Seconds from send (open loop: from when it was due) to the last seat's update, sorted."""
    unanswered: int
    server_cpu: float
    load_cpu: float
    bytes_per_update: float

    @property
    def rate(self) -> float:
        """Acknowledged moves a second."""
        return len(self.latencies) / self.seconds

    def percentile(self, share: float) -> float:
        """In milliseconds."""
        if not self.latencies:
            return float("nan")
        return self.latencies[min(len(self.latencies) - 1, int(share * len(self.latencies)))] * 1000


class Load:
    """All tables of a server, and the sockets at them."""

    def __init__(self, peer: Peer, tables: list[Table]) -> None:
        self.peer = peer
        self.tables = tables
        self.poller = select.epoll()
        self.sockets: dict[int, Socket] = {}
        self.latencies: list[float] = []
        self.updates = 0
        self.update_bytes = 0

    def seat(self, table: Table) -> None:
        """Connect a socket for every seat of a table."""
        for seat in range(table.seats):
            socket = self.peer.connect(table, seat)
            socket.owner = table
            table.sockets.append(socket)
            self.sockets[socket.fileno()] = socket
            self.poller.register(socket.fileno(), select.EPOLLIN)
        self.peer.begin(table)

    def send(self, table: Table, due: float) -> None:
        """The table's next move, by whoever's turn it is."""
        message = self.peer.move(table)
        socket = table.sockets[table.sent % table.seats]
        table.sent += 1
        table.missing = table.seats
        table.due = due
        socket.send(message)

    def pump(self, timeout: float) -> list[Table]:
        """Take in what has arrived; the tables whose last move has now reached every seat."""
        finished: list[Table] = []
        arrived = self.peer.arrived
        for fd, _ in self.poller.poll(timeout):
            socket = self.sockets[fd]
            for message in socket.receive():
                number = arrived(message)
                if number < 0:
                    answer = self.peer.reply(message)
                    if answer is not None:
                        socket.send(answer)
                    continue
                self.updates += 1
                self.update_bytes += len(message)
                if number > socket.seen:
                    socket.seen = number
                    table: Table = socket.owner
                    if number == table.sent and table.missing:
                        table.missing -= 1
                        if table.missing == 0:
                            self.latencies.append(time.perf_counter() - table.due)
                            finished.append(table)
        return finished

    def closed(self, seconds: float, warm_up: float) -> Taken:
        """Closed loop: a table's next move when all its sockets have the last one."""
        for table in self.tables:
            self.send(table, time.perf_counter())
        # Counting begins when all are at it: at the start a move of every table arrives at once.
        self.keep_going(warm_up)
        gauge = Gauge(self)
        self.keep_going(seconds)
        taken = gauge.read(0)
        self.drain(STALLED)
        return taken

    def keep_going(self, seconds: float) -> None:
        """Answer every move that has reached all seats with the next one."""
        now = last = time.perf_counter()
        end = now + seconds
        while now < end:
            finished = self.pump(0.5)
            for table in finished:
                self.send(table, time.perf_counter())
            now = time.perf_counter()
            if finished:
                last = now
            elif now - last > STALLED:
                raise PeerError(f"{self.peer.title} has been silent for {STALLED:g} s: {self.describe_stall()}")

    def open(self, rate: float, seconds: float) -> Taken:
        """Open loop: moves fall due at an even rate, table after table, whether or not the last has been answered."""
        gauge = Gauge(self)
        total = int(rate * seconds)
        given = 0
        while given < total:
            due = gauge.begun + given / rate
            wait = due - time.perf_counter()
            if wait <= 0:
                table = self.tables[given % len(self.tables)]
                if table.missing:
                    table.backlog.append(due)
                else:
                    self.send(table, due)
                given += 1
            # epoll counts in milliseconds and rounds up: the last one is spun away
            self.catch_up(self.pump(max(0.0, wait - 0.002)))
        # A server that cannot keep up is given time to catch up, and that time counts.
        return gauge.read(self.drain(STALLED))

    def catch_up(self, finished: list[Table]) -> None:
        """Moves that fell due while another was on its way."""
        for table in finished:
            if table.backlog:
                self.send(table, table.backlog.popleft())

    def drain(self, seconds: float) -> int:
        """Wait until nothing is on its way; how much still was at the end of patience."""
        end = time.perf_counter() + seconds
        while True:
            left = sum((table.missing > 0) + len(table.backlog) for table in self.tables)
            if not left or time.perf_counter() > end:
                return left
            self.catch_up(self.pump(0.05))

    def describe_stall(self) -> str:
        """Where it hangs."""
        stuck = [table for table in self.tables if table.missing]
        return f"{len(stuck)} of {len(self.tables)} tables wait, the first for move {stuck[0].sent if stuck else 0}"

    def close(self) -> None:
        """Hang up everywhere."""
        for socket in self.sockets.values():
            socket.close()
        self.poller.close()


class Gauge:
    """Clocks and counters, read before and after."""

    def __init__(self, load: Load) -> None:
        self.load = load
        load.latencies = []
        load.updates = 0
        load.update_bytes = 0
        self.server_cpu = load.peer.process.cpu_seconds()
        self.load_cpu = time.process_time()
        self.begun = time.perf_counter()

    def read(self, unanswered: int) -> Taken:
        """What happened since."""
        seconds = time.perf_counter() - self.begun
        load_cpu = (time.process_time() - self.load_cpu) / seconds
        server_cpu = (self.load.peer.process.cpu_seconds() - self.server_cpu) / seconds
        size = self.load.update_bytes / max(1, self.load.updates)
        return Taken(seconds, sorted(self.load.latencies), unanswered, server_cpu, load_cpu, size)
