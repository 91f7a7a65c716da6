"""What a move costs, in instructions: the same in every run, however busy the machine is.

    python bench/server/instructions.py build/before build/after

Each tree (a compiled copy, as `compiled.py` makes it) runs in one process under `valgrind --tool=callgrind`: tables
with four sockets each, from the bytes of a frame that has arrived to the bytes that are handed to the network, with the
commit between them. At every table a move is made; when all sockets have it, the next. Counted are the event loop's
thread and the one that writes; what the kernel does is not, nor what happens by the clock. Two runs of one tree differ
by about 0.1 %. What a difference is worth of a whole server `cpu.py` says. `--profile` names the functions in C.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SEATS = 4
WARM_UP = 12
"""Moves at each table before anything is counted: by then it is known what everybody may do."""


def main() -> None:
    """Count for every tree; a process of its own does the work."""
    parser = argparse.ArgumentParser(description="Instructions that a move takes, of several trees.")
    parser.add_argument("trees", nargs="*", type=Path, help="compiled copies")
    parser.add_argument("--tables", type=int, default=48)
    parser.add_argument("--moves", type=int, default=18, help="at each table")
    parser.add_argument("--changes", action="store_true", help="sockets that want no more than what changes")
    parser.add_argument("--profile", type=int, default=0, help="show so many functions")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        import uvloop

        with tempfile.TemporaryDirectory() as folder:
            uvloop.run(play(Path(folder), arguments.tables, arguments.moves, arguments.changes))
        return
    for tree in arguments.trees:
        with tempfile.TemporaryDirectory() as folder:
            count(tree.resolve(), Path(folder), arguments)


def count(tree: Path, folder: Path, arguments: argparse.Namespace) -> None:
    """One tree under callgrind, which begins to count when it is told to."""
    out = folder / "callgrind"
    counting = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--separate-threads=yes", "-q"]
    again = [f"--tables={arguments.tables}", f"--moves={arguments.moves}", "--inside"]
    again += ["--changes"] if arguments.changes else []
    env = {**os.environ, "PYTHONPATH": str(tree), "PANDARIUM_GAMES": str(tree / "examples"), "PYTHONHASHSEED": "0"}
    command = [*counting, f"--callgrind-out-file={out}", sys.executable, __file__, *again]
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    moves = arguments.tables * arguments.moves
    counts = {file.name: total(file) / moves for file in sorted(folder.glob("callgrind-*")) if total(file)}
    threads = ", ".join(f"{name.partition('-')[2]}: {each:,.0f}" for name, each in counts.items())
    print(f"{tree}: {sum(counts.values()):,.0f} instructions a move (by thread {threads})", flush=True)
    if arguments.profile:
        files = [folder / name for name in counts]
        shown = subprocess.run(["callgrind_annotate", *files[:1]], check=True, capture_output=True, text=True).stdout
        print("\n".join(shown.splitlines()[: arguments.profile + 25]))


def total(file: Path) -> int:
    """The instructions that a file of callgrind's is about."""
    found = re.search(r"^totals: (\d+)", file.read_text("utf-8", "replace"), re.MULTILINE)
    return int(found[1]) if found else 0


# In the process that is counted: imports are here, since they are of the tree.


class Screen(asyncio.Transport):
    """Stands for the network under one socket, and notes what has come."""

    def __init__(self, screens: Screens) -> None:
        super().__init__()
        self.screens = screens
        self.last = b""

    def write(self, data: Any) -> None:
        """Something is sent."""
        self.last = data
        screens = self.screens
        screens.missing -= 1
        if screens.missing == 0:
            screens.complete.set()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Nothing is known of it."""
        return default

    def is_closing(self) -> bool:
        """It stays."""
        return False

    def close(self) -> None:
        """It is not closed."""

    abort = pause_reading = resume_reading = close


class Screens:
    """All of them, and what they wait for."""

    def __init__(self) -> None:
        self.missing = 0
        self.complete = asyncio.Event()

    async def wait(self, messages: int, data: bytes, ends: Iterable[asyncio.Protocol]) -> None:
        """Let that arrive at the server's ends of some sockets, and wait until so many messages have come."""
        self.missing = messages
        self.complete.clear()
        for end in ends:
            end.data_received(data)
        await self.complete.wait()


async def play(folder: Path, tables: int, moves: int, changes: bool) -> None:
    """Set the tables, warm up, have counted."""
    import uvicorn
    from uvicorn.server import ServerState

    from pandarium import protocol
    from pandarium.server.bots.driver import Driver
    from pandarium.server.cluster.bus import make_bus
    from pandarium.server.notifications.detector import Detector
    from pandarium.server.ops.gc import tune_gc
    from pandarium.server.ops.metrics import Metrics
    from pandarium.server.people.identity import Identity
    from pandarium.server.run import uvicorn_options
    from pandarium.server.settings import Settings
    from pandarium.server.sockets.sockets import Sockets
    from pandarium.server.sockets.websocket import WebSocket
    from pandarium.server.store import PersonRow, Store
    from pandarium.server.tables.hub import Hub
    from pandarium.server.tables.judge import Asker

    settings = Settings.load({"PANDARIUM_DATABASE": f"sqlite:///{folder / 'bench.db'}", "PANDARIUM_LIMITS": "0"})
    store = await Store.open(settings.database)
    hub = Hub(store, settings, Metrics(), make_bus(settings), "w")
    Driver(hub), Detector(hub)  # as far as a move meets them; nothing that happens by the clock is counted
    identity = Identity("a key for nobody else")
    sockets = Sockets(hub, identity)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await sockets(scope, receive, send, scope["path"].rpartition("/")[2])

    config = uvicorn.Config(app, **{**uvicorn_options(settings), "lifespan": "off", "log_config": None})
    screens, state = Screens(), ServerState()
    ends: list[list[WebSocket]] = []
    shown: list[Screen] = []
    for number in range(tables):
        people = [f"p_{number}_{seat}" for seat in range(SEATS)]
        for person in people:
            await store.create_person(PersonRow(person, f"Player {person[-1]}", "", None, None, 0))
        askers = [Asker(person, f"Player {person[-1]}") for person in people]
        wanted = protocol.NewTable(game="nine", seats=SEATS, options={"rounds": 1000}, public=True)
        id = (await hub.create(askers[0], wanted)).id
        for seat in range(1, SEATS):
            await hub.handle(id, askers[seat], protocol.Sit(seat=seat), "")
            await hub.handle(id, askers[seat], protocol.BeReady(ready=True), "")
        await hub.handle(id, askers[0], protocol.Start(), "")
        ends.append([])
        for person in people:
            end = WebSocket(config, state, {})
            screen = Screen(screens)
            end.connection_made(screen)
            request = (
                f"GET /{id}{'?changes=1' if changes else ''} HTTP/1.1\r\nhost: here\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                f"authorization: Bearer {identity.issue(person)}\r\n\r\n"
            )
            await screens.wait(2, request.encode(), [end])
            ends[-1].append(end)
            shown.append(screen)
    hub.presence.stop()

    async def waves(first: int, count: int) -> None:
        for number in range(first, first + count):
            text = b'{"type":"play","move":"claim %d","position":%d}' % (number % 9 + 1, number)
            frame = bytes((0x81, 0x80 | len(text))) + bytes(4) + text
            await screens.wait(tables * SEATS, frame, [table[number % SEATS] for table in ends])
            assert b'"done"' in shown[number % SEATS].last, "a move that was not carried out"

    tune_gc()
    await waves(0, WARM_UP)
    instrument(True)
    await waves(WARM_UP, moves)
    instrument(False)
    for end in (end for table in ends for end in table):
        end.connection_lost(None)
    await asyncio.sleep(0.1)
    await store.close()


def instrument(counting: bool) -> None:
    """Have valgrind count from here on, or not any more; without valgrind nothing happens."""
    switch = ["callgrind_control", f"--instr={'on' if counting else 'off'}", str(os.getpid())]
    subprocess.run(switch, check=False, capture_output=True)


if __name__ == "__main__":
    main()
