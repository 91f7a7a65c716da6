"""`--workers 2`: several processes behind one address, one of them killed in the middle of a game."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.chaos import redis_url
from server.harness import HTTP, PATIENCE, Person, Server, Wire

ENOUGH = 10_000
"""Looks at a game after which it will not go on any more."""


def children(process: int) -> list[int]:
    """The processes that this one has started."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in listed]


def is_worker(process: int) -> bool:
    return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()


async def test_a_game_goes_on_when_one_of_two_workers_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path, f"sqlite:///{tmp_path}/t.db", redis=redis_url(), workers="2").start()
    try:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        table, invite = ann.create_table(server, game="royale", seats=3, bots=["random"])
        wires = [await Wire(server, ann, table).open(), await Wire(server, ben, table, invite).open()]
        assert (await wires[1].ask(type="sit"))["type"] == "done"
        assert (await wires[1].ask(type="ready"))["type"] == "done"
        assert (await wires[0].ask(type="start"))["type"] == "done"
        await play(wires, until=8)

        assert server.process is not None
        workers = [child for child in children(server.process.pid) if is_worker(child)]
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        for wire in wires:
            await wire.close()
        async with asyncio.timeout(PATIENCE):
            while not is_gone(workers[0]):  # whoever is passed on to it while it dies must come again
                await asyncio.sleep(0.01)
        wires = [await Wire(server, person, table).open() for person in (ann, ben)]
        await play(wires, until=10**6)
        assert wires[0].update is not None
        assert wires[0].update["table"]["status"] == "ended"
        for wire in wires:
            await wire.close()
        assert server.stop() == 0
    finally:
        if server.process is not None:
            server.kill()


def is_gone(process: int) -> bool:
    """Whether it has ended; whether somebody has asked what became of it does not matter."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def test_workers_end_when_the_process_that_started_them_is_killed(tmp_path: Path) -> None:
    server = Server(tmp_path, f"sqlite:///{tmp_path}/t.db", redis=redis_url(), workers="2", grace="0").start()
    try:
        assert server.process is not None
        assert server.process.pid is not None
        ann = Person(server, "Ann")
        table, _ = ann.create_table(server, game="royale", seats=2, bots=["greedy"])
        assert ann.say(server, table, type="start")["type"] == "done"  # so that a bot thinks in a process, too
        workers = [child for child in children(server.process.pid) if is_worker(child)]
        below = [child for worker in workers for child in children(worker)]
        assert len(workers) == 2
        os.kill(server.process.pid, signal.SIGKILL)  # it alone, not its group
        end = time.monotonic() + PATIENCE
        while left := [process for process in (*workers, *below) if not is_gone(process)]:
            assert time.monotonic() < end, f"{left} live on"
            time.sleep(0.05)
        with pytest.raises(httpx.TransportError):
            HTTP.get(f"{server.url}/health")
    finally:
        server.kill()


async def play(wires: list[Wire], until: int) -> None:
    """Both people play whatever is legal first, until that many log entries or the end."""
    for _ in range(ENOUGH):
        newest = max(wire.seq for wire in wires)
        updates = [await up_to(wire, newest) for wire in wires]
        if len({update["seq"] for update in updates}) > 1:
            continue  # one is ahead: it may be the turn of another who has not read that yet
        if updates[0]["table"]["status"] == "ended" or updates[0]["seq"] >= until:
            return
        mover = next((wire for wire, update in zip(wires, updates, strict=True) if update.get("legal")), None)
        if mover is None:
            await wires[0].next()  # a bot thinks
            continue
        seen, reply = mover.seq, await mover.play()
        if reply.get("code") != "busy":  # whoever is refused has not seen what came before their move
            await up_to(mover, reply["seq"] if reply["type"] == "done" else seen + 1)
    raise AssertionError(f"it does not go on: {updates}")


async def up_to(wire: Wire, seq: int) -> dict[str, Any]:
    return await wire.until(lambda update: update["seq"] >= seq)
