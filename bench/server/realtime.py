"""Real time under load: from a touch to every screen at the table.

    PYTHONPATH=build/compiled python bench/server/realtime.py --tables 50 --seats 5 --rate 4

Everybody at every table of Wildstyle acts so many times a second on what they last saw, whether or not the server keeps
up. Runs on Linux with two cores: the server on one, this on the other.
"""

from __future__ import annotations

import argparse
import gc
import heapq
import json
import os
import random
import select
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import msgspec
from load import allow_sockets, say
from pandarium_io import DONE, REFUSED, SEQ, UPDATE, Pandarium, Postgres, Sqlite, ask, number_after
from peer import Surroundings
from wire import Socket

ROOT = Path(__file__).resolve().parents[2]
PEERS: dict[str, type[Pandarium]] = {kind.name: kind for kind in (Sqlite, Postgres)}
LAST_RESORT = ("pass", "clear", "scrap", "rush")
ID = b'"id":'
CHANGES = b'{"type":"changes"'
_LOOKS = 20
"""How often to look at a table whose clock goes on meanwhile."""


KEPT = ("you", "table", "actors", "timer_since", "timer_due", "legal", "may", "phrases")
"""What `changes` leaves out when it is as before."""
PASSING = ("type", "now", "since", "news")
"""What belongs to one message, not to the table."""


def patched(shown: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The whole state of a screen after a message: an update, or what has changed."""
    if message["type"] == "update":
        return message
    for key in ("seq", "position", *(key for key in KEPT if key in message)):
        shown[key] = message[key]
    shown.get("view", {}).update(message.get("view", {}))
    for name, items in message.get("items", {}).items():
        for place, item in items.items():
            shown["view"][name][int(place)] = item
    return shown


def without_passing(shown: dict[str, Any]) -> dict[str, Any]:
    """What two looks at the same table must have in common; empty values may be left out."""
    return {key: value for key, value in shown.items() if value not in (None, [], False) and key not in PASSING}


class Table:
    """Sockets by seat, and when which number of the log was seen where."""

    def __init__(self, key: str, tokens: list[str], sockets: list[Socket]) -> None:
        self.key = key
        self.tokens = tokens
        self.sockets = sockets
        self.arrived: list[dict[int, float]] = [{} for _ in sockets]
        self.newest = [0] * len(sockets)
        self.shown: list[dict[str, Any]] = [{} for _ in sockets]
        """The whole state that each screen has."""


class Touch(NamedTuple):
    """An action that was done: when it was sent, and its number."""

    table: Table
    sent: float
    seq: int


class Players:
    """Everybody at all tables."""

    def __init__(self, tables: list[Table], rate: float, chance: random.Random) -> None:
        self.tables = tables
        self.rate = rate
        self.chance = chance
        self.sent: dict[tuple[int, int, int], float] = {}
        self.touches: list[Touch] = []
        self.refused: list[float] = []
        self.late: list[float] = []
        """How late this program itself was."""
        self.number = 0
        self.measuring = False
        """Whether what is sent now counts."""
        self.bytes = self.updates = 0
        self._poll = select.epoll()
        self._places: dict[int, tuple[int, int]] = {}
        for at, table in enumerate(tables):
            for seat, socket in enumerate(table.sockets):
                self._places[socket.fileno()] = at, seat
                self._poll.register(socket.fileno(), select.EPOLLIN)

    def play(self, seconds: float) -> None:
        """Everybody acts for so long."""
        begin = time.perf_counter()
        due = [
            (begin + self.chance.random() / self.rate, at, seat)
            for at, table in enumerate(self.tables)
            for seat in range(len(table.sockets))
        ]
        heapq.heapify(due)
        while (now := time.perf_counter()) < begin + seconds:
            while due[0][0] <= now:
                when, at, seat = due[0]
                heapq.heapreplace(due, (when + self.chance.uniform(0.7, 1.3) / self.rate, at, seat))
                self._act(at, seat, when)
            self.listen(max(0.0, min(due[0][0] - time.perf_counter(), 0.05)))

    def settle(self, seconds: float) -> None:
        """Let what is under way arrive."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.listen(0.05)

    def _act(self, at: int, seat: int, due: float) -> None:
        table = self.tables[at]
        legal = [one["move"] for one in table.shown[seat].get("legal", ())]
        wanted = [move for move in legal if not move.startswith(LAST_RESORT)] or legal
        if not wanted:
            return
        self.number += 1
        text = b'{"type":"play","id":%d,"move":"%s"}' % (self.number, self.chance.choice(wanted).encode())
        now = time.perf_counter()
        if self.measuring:
            self.sent[at, seat, self.number] = now
            self.late.append(now - due)
        table.sockets[seat].send(text)

    def listen(self, seconds: float) -> None:
        """Take in what has come."""
        for number, _ in self._poll.poll(seconds):
            at, seat = self._places[number]
            table = self.tables[at]
            messages = table.sockets[seat].receive()
            now = time.perf_counter()
            for message in messages:
                self._take_in(table, at, seat, message, now)

    def _take_in(self, table: Table, at: int, seat: int, message: bytes, now: float) -> None:
        if message.startswith((UPDATE, CHANGES)):
            seq = number_after(SEQ, message)
            for one in range(table.newest[seat] + 1, seq + 1):
                table.arrived[seat][one] = now
            table.newest[seat] = seq
            table.shown[seat] = patched(table.shown[seat], msgspec.json.decode(message))
            self.updates += 1
            self.bytes += len(message)
        elif message.startswith((DONE, REFUSED)):
            sent = self.sent.pop((at, seat, number_after(ID, message)), None)
            if sent is None:
                return
            if message.startswith(DONE):
                self.touches.append(Touch(table, sent, number_after(SEQ, message)))
            else:
                self.refused.append(now - sent)

    def latencies(self) -> list[float]:
        """Milliseconds from each touch to the last screen of its table, as far as all have it."""
        found = []
        for table, sent, seq in self.touches:
            seen = [arrived.get(seq) for arrived in table.arrived]
            found.append(max((one or float("inf")) for one in seen) - sent)
        return sorted(1000 * one for one in found)


def percentile(sorted_values: Sequence[float], share: float) -> float:
    """The value that so large a share does not exceed."""
    return (
        sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))] if sorted_values else float("nan")
    )


def commits(port: int) -> tuple[float, float]:
    """Seconds that the server has waited for its commits, and how many they were."""
    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = dict(line.rsplit(b" ", 1) for line in answer.read().splitlines() if not line.startswith(b"#"))
    return float(lines[b"pandarium_commit_seconds_sum"]), float(lines[b"pandarium_commit_seconds_count"])


def create(peer: Pandarium, seats: int) -> Table:
    """A table of guests who want to hear what changes, as our own clients do."""
    tokens = [peer.requests.post("/api/guest", {"name": f"Player {seat}"})["token"] for seat in range(seats)]
    key = peer.requests.post("/api/tables", {"game": "wildstyle", "seats": seats, "public": True}, tokens[0])["id"]
    sockets: list[Socket] = []
    for seat, token in enumerate(tokens):
        socket = Socket(peer.port, f"/api/tables/{key}/live?changes=1", {"Authorization": f"Bearer {token}"}, seat)
        socket.wait_for(lambda message: message.startswith(UPDATE), "the first update")
        if seat:
            ask(socket, {"type": "sit", "seat": seat, "id": 1})
            ask(socket, {"type": "ready", "id": 2})
        sockets.append(socket)
    return Table(key, tokens, sockets)


def wrong_screens(peer: Pandarium, players: Players) -> int:
    """Screens that do not show what the server says when it is asked for the whole."""
    wrong = 0
    for table in players.tables:
        for seat in range(len(table.sockets)):
            for _ in range(_LOOKS):
                whole = state(peer, table, seat)
                players.listen(0.01)
                if whole["seq"] == table.shown[seat]["seq"]:
                    break
            wrong += without_passing(whole) != without_passing(table.shown[seat])
    return wrong


def state(peer: Pandarium, table: Table, seat: int) -> dict[str, Any]:
    """The table as the server shows it to somebody who asks."""
    request = Request(f"http://127.0.0.1:{peer.port}/api/tables/{table.key}/state")
    request.add_header("Authorization", f"Bearer {table.tokens[seat]}")
    with urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def read_arguments() -> argparse.Namespace:
    """What the user wants."""
    parser = argparse.ArgumentParser(description="Real time under load: from a touch to every screen.")
    parser.add_argument("--peer", default="ours-sqlite", choices=PEERS)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=5, choices=(2, 3, 4, 5))
    parser.add_argument("--rate", type=float, default=4, help="actions a second of each player (4)")
    parser.add_argument(
        "--warm-up", type=float, default=5, help="seconds; ready check and first countdown are in it (5)"
    )
    parser.add_argument("--seconds", type=float, default=12, help="that count; a round lasts about 14 (12)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", default="postgresql://postgres@127.0.0.1:5432/test", help="to make databases in")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379/9")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench-server" / "results")
    return parser.parse_args()


def main() -> None:
    """Measure, show, write."""
    arguments = read_arguments()
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise SystemExit("this takes two cores: one for the server, one for the load")
    os.sched_setaffinity(0, {cores[1]})
    allow_sockets(arguments.tables * arguments.seats + 200)
    around = Surroundings(ROOT / "build" / "bench-server", cores[0], arguments.postgres, arguments.redis)
    peer = PEERS[arguments.peer](around)
    try:
        peer.start()
        figures = measure(peer, arguments)
    finally:
        peer.stop()
    arguments.out.mkdir(parents=True, exist_ok=True)
    name = f"realtime-{arguments.peer}-{arguments.tables}x{arguments.seats}.json"
    (arguments.out / name).write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print(json.dumps(figures, indent=1))


def measure(peer: Pandarium, arguments: argparse.Namespace) -> dict[str, float]:
    """Fill the server, let everybody play, and count."""
    tables = []
    for number in range(arguments.tables):
        if number % 10 == 0:
            say(f"table {number + 1} of {arguments.tables}")
        tables.append(create(peer, arguments.seats))
    players = Players(tables, arguments.rate, random.Random(arguments.seed))
    for table in tables:
        table.sockets[0].send(b'{"type":"start","id":3}')
        players.listen(0.0)
    players.settle(1.0)
    gc.collect()
    gc.freeze()
    gc.disable()
    say("playing")
    players.play(arguments.warm_up)
    players.bytes = players.updates = 0
    players.measuring = True
    waited, written = commits(peer.port)
    cpu, own, began = peer.process.cpu_seconds(), time.process_time(), time.perf_counter()
    players.play(arguments.seconds)
    players.measuring = False
    took = time.perf_counter() - began
    cpu, own = peer.process.cpu_seconds() - cpu, time.process_time() - own
    players.settle(3.0)
    waited, written = (after - before for after, before in zip(commits(peer.port), (waited, written), strict=True))
    done, late = players.latencies(), sorted(1000 * one for one in players.late)
    refused = sorted(1000 * one for one in players.refused)
    wrong = wrong_screens(peer, players)
    for table in tables:
        for socket in table.sockets:
            socket.close()
    return {
        "tables": arguments.tables,
        "seats": arguments.seats,
        "actions sent": len(players.late),
        "actions a second": round(len(players.late) / arguments.seconds, 1),
        "done": len(done),
        "refused (late touches)": len(refused),
        "unanswered": len(players.sent),
        "touch to every screen, ms p50": round(percentile(done, 0.50), 1),
        "p95": round(percentile(done, 0.95), 1),
        "p99": round(percentile(done, 0.99), 1),
        "touch to refusal, ms p50": round(percentile(refused, 0.50), 1),
        "refusal p95": round(percentile(refused, 0.95), 1),
        "updates": players.updates,
        "screens that show something else than the server": wrong,
        "bytes an update": round(players.bytes / max(players.updates, 1)),
        "commits": written,
        "a commit, ms mean": round(1000 * waited / max(written, 1), 1),
        "server cpu": round(cpu / took, 2),
        "load cpu": round(own / took, 2),
        "load late, ms p99": round(percentile(late, 0.99), 1),
        "load average of the machine": round(os.getloadavg()[0], 1),
    }


if __name__ == "__main__":
    main()
