"""No acknowledged move is ever lost, however servers die: SIGKILL at any moment, bots killed, a worker frozen.

PANDARIUM_KILL_SEED=8 kills at other moments, PANDARIUM_KILLS makes it longer.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from server.chaos import (
    ChaosRun,
    Plan,
    Player,
    Sent,
    check_chaos,
    check_record,
    read_logs,
    redis_url,
)
from server.harness import PATIENCE, Person, Server
from server.interruptions import standing_still
from server.postgres import postgres_database

pytestmark = pytest.mark.long

Kill = Callable[[ChaosRun], Awaitable[float]]
"""Kills servers, starts them again, and says when it killed them."""
USUAL = 8
KILLS = int(os.environ.get("PANDARIUM_KILLS", USUAL))
"""With more than usual (PANDARIUM_KILLS=100) the four games are played, not their small relatives."""
PLANS = [
    Plan("royale", 2, ["random", "greedy"]),
    *(
        [Plan("signs", 3, ["random"]), Plan("grab", 3, ["random"], bank=None)]
        if KILLS <= USUAL
        else [
            Plan("pilfering", 2, ["random"]),
            Plan("pandante", 2, ["random", "cautious"]),
            Plan("wildstyle", 2, ["random"], bank=None),
        ]
    ),
    Plan("royale", 2, [], bank=5, sleeper=True),
]


@pytest.fixture
def chance() -> random.Random:
    """Chance that can be repeated."""
    return random.Random(os.environ.get("PANDARIUM_KILL_SEED", "7"))


@pytest.fixture
def postgres() -> Iterator[str]:
    """A database of its own."""
    with postgres_database() as url:
        yield url


async def test_no_acknowledged_move_is_lost_when_the_only_server_is_killed_again_and_again(
    tmp_path: Path, chance: random.Random
) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    server = Server(tmp_path, url, limits="0")

    async def kill(chaos: ChaosRun) -> float:
        server.kill()
        killed = time.monotonic()
        await chaos.start(server)
        return killed

    await weather(url, [server], chance, kill)


async def test_no_acknowledged_move_is_lost_when_two_servers_share_a_database_and_are_killed(
    tmp_path: Path, chance: random.Random, postgres: str
) -> None:
    servers = [Server(tmp_path, postgres, limits="0", redis=redis_url()) for _ in range(2)]

    async def kill(chaos: ChaosRun) -> float:
        dying = chance.choice([servers[:1], servers[1:], servers])
        for server in dying:
            server.kill()
        killed = time.monotonic()
        for server in dying:
            server.launch()
        await chaos.any_answers()  # the others start while people play on
        return killed

    await weather(postgres, servers, chance, kill)


async def weather(url: str, servers: list[Server], chance: random.Random, kill: Kill) -> None:
    """Play, kill, play on; then let every game end, and look at the logs."""
    chaos = ChaosRun(servers, chance)
    try:
        await chaos.start(*servers)
        people = [[Person(servers[0], f"P{n}{m}") for m in range(plan.people)] for n, plan in enumerate(PLANS)]
        async with asyncio.TaskGroup() as group:
            for plan, who in zip(PLANS, people, strict=True):
                group.create_task(chaos.keep_playing(plan, who))
            for number in range(KILLS):
                await asyncio.sleep(chance.uniform(0.0, 0.8))
                killed = await kill(chaos)
                if number % 4 == 3 or number == KILLS - 1:
                    await chaos.bots_go_on(killed)
            chaos.calm = True
        logs = await read_logs(url, {player.table for player in chaos.players})
        figures = check_chaos(chaos, logs)
        for player in chaos.players:
            if player.seat == 0:
                headers = {"authorization": f"Bearer {player.person.token}"}
                answer = await chaos.http.get(f"{servers[0].url}/api/tables/{player.table}/record", headers=headers)
                check_record(answer.content, logs[player.table][0])
        print(figures)  # noqa: T201
        assert figures["acknowledged"] > 0
        assert figures["by bots"] > 0
        assert figures["by clocks"] > 0
        assert figures["connections"] > len(chaos.players)
    finally:
        await chaos.http.aclose()
        for server in servers:
            server.kill()


def bot_processes(server: Server) -> list[int]:
    """The processes in which the bots of a server think."""
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(pid) for pid in children if b"spawn_main" in command_line(pid)]


def command_line(pid: str) -> bytes:
    """What a process was started with; nothing when it has ended meanwhile."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


async def test_bots_play_on_when_their_process_is_killed(tmp_path: Path, chance: random.Random) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    server = Server(tmp_path, url, limits="0")
    chaos = ChaosRun([server], chance)
    kills = 0
    try:
        await chaos.start(server)
        people = [Person(server, "Ann")]
        async with asyncio.TaskGroup() as group:
            group.create_task(chaos.keep_playing(Plan("royale", 1, ["random", "greedy", "hard"]), people))
            while kills < 4:
                await asyncio.sleep(chance.uniform(0.0, 0.3))
                for pid in bot_processes(server)[:1]:  # the others may go with it
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                        kills += 1
                    await chaos.bots_go_on(time.monotonic())
            chaos.calm = True
        check_chaos(chaos, await read_logs(url, {player.table for player in chaos.players}))
        assert "bot failed" not in server.log.read_text()
    finally:
        await chaos.http.aclose()
        server.kill()


async def test_a_worker_that_was_frozen_while_another_took_over_plays_nothing_twice(
    tmp_path: Path, chance: random.Random, postgres: str
) -> None:
    frozen, other = (Server(tmp_path, postgres, limits="0", redis=redis_url()) for _ in range(2))
    chaos = ChaosRun([frozen, other], chance)
    try:
        await chaos.start(frozen, other)
        person = Person(frozen, "Ann")
        table, _ = person.create_table(frozen, game="royale", seats=3, bots=["random", "greedy"])
        assert person.say(frozen, table, type="start")["type"] == "done"
        with standing_still(frozen):
            stopped = time.monotonic()
            chaos.servers = [other]
            player = Player(chaos, person, table, 0)
            playing = asyncio.create_task(player.play_to_the_end())
            chaos.begun[table] = 0.0
            await chaos.bots_go_on(stopped)
            player.sleeps = True  # so that the game is under way when the frozen one thaws
        await until(lambda: '"table lost to another worker"' in frozen.log.read_text())
        chaos.servers = [frozen, other]
        chaos.players = [player]
        player.sleeps = False
        await chaos.say(person, table, type="say", text="I am awake")
        await asyncio.wait_for(playing, PATIENCE)
        figures = check_chaos(chaos, await read_logs(postgres, {table}))
        assert figures["by bots"] > 0
        logs = await read_logs(postgres, {table})
        player.sent.append(Sent(table, 0, "never", "take b8", 0, done=9))
        with pytest.raises(AssertionError, match="acknowledged and is lost"):  # the checks above do see a lost move
            check_chaos(chaos, logs)
    finally:
        await chaos.http.aclose()
        frozen.kill()
        other.kill()


async def until(fits: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(seconds):
        while not fits():
            await asyncio.sleep(0.05)
