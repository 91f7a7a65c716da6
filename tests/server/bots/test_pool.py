from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from pandarium import protocol
from pandarium.bots import RandomBot
from pandarium.kit.tournament import Stakes
from pandarium.protocol.pace import Pace
from pandarium.server.bots import pool as pool_module
from pandarium.server.bots import process
from pandarium.server.bots.pool import SLICE, BotPool
from pandarium.server.bots.queue import Lane
from pandarium.server.ops.now import now_ms
from pandarium.server.tables.clocks import Timer
from pandarium.tournament.bot_tables import Job, Slice, play_slice
from pandarium.tournament.plan import make_plan
from server.harness import PATIENCE
from server.support import ANN, TableHarness


@pytest.fixture
async def pool():  # type: ignore[no-untyped-def]
    pool = BotPool(1)
    yield pool
    await pool.stop()


async def test_a_bot_gives_a_legal_move_of_its_seat(pool: BotPool) -> None:
    harness = TableHarness.create("royale", 1, ["hard"])
    seat = harness.table.actors()[0]
    assert await pool.choose(harness.table, seat, "hard") in harness.legal(seat)


async def test_advice_is_legal_labelled_and_has_a_reason(pool: BotPool) -> None:
    harness = TableHarness.create("royale", 2)
    seat = harness.table.actors()[0]
    advice = await pool.advise(harness.table, seat)
    assert {one.move for one in advice} <= set(harness.legal(seat))
    assert all(one.label and one.why for one in advice)


async def test_a_killed_bot_process_is_replaced_and_the_move_is_made(pool: BotPool) -> None:
    harness = TableHarness.create("royale", 1, ["random"])
    seat = harness.table.actors()[0]
    await pool.choose(harness.table, seat, "random")
    assert pool._pool is not None
    for child in list(pool._pool._processes):  # type: ignore[union-attr]
        os.kill(child, signal.SIGKILL)
    assert await pool.choose(harness.table, seat, "random") in harness.legal(seat)


async def test_a_thought_without_end_does_not_keep_the_others_waiting(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = TableHarness.create("royale", 1, ["random"])
    seat = harness.table.actors()[0]
    await pool.choose(harness.table, seat, "random")
    monkeypatch.setattr("pandarium.server.bots.pool._PATIENCE", 0.3)
    stuck = pool._pool
    with pytest.raises(TimeoutError):
        await pool._think(harness.table, time.sleep, 600)
    monkeypatch.undo()
    async with asyncio.timeout(PATIENCE):
        assert await pool.choose(harness.table, seat, "random") in harness.legal(seat)
    assert pool._pool is not stuck


async def test_a_thought_without_end_that_nobody_waits_for_is_broken_off_as_well(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness = TableHarness.create("royale", 1, ["random"])
    seat = harness.table.actors()[0]
    await pool.choose(harness.table, seat, "random")
    monkeypatch.setattr("pandarium.server.bots.pool._PATIENCE", 0.3)
    monkeypatch.setattr("pandarium.server.bots.pool._LATER", 0.0)
    gone = asyncio.create_task(pool._think(harness.table, time.sleep, 600))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait([gone])
    async with asyncio.timeout(120), pool._places.taken("somebody else", Lane.BOTS):
        pass


async def test_tables_of_bots_alone_do_not_keep_people_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[str] = []
    monkeypatch.setattr(
        process,
        "choose",
        lambda game, level, *position: thoughts.append(level) or time.sleep(0.02),
    )
    pool = BotPool(0)
    crowd = [TableHarness.create("signs", 1, ["random"] * 3, start=False) for _ in range(20)]
    for harness in crowd:
        harness.send(ANN, protocol.Leave())
        harness.send(ANN, protocol.PutBot(seat=0, level="random"))
        harness.send(ANN, protocol.Start())
    person = TableHarness.create("signs", 1, ["hard"])
    asked = [asyncio.create_task(pool.choose(harness.table, 1, "random")) for harness in crowd]
    await asyncio.sleep(0)
    await pool.choose(person.table, 1, "hard")
    assert thoughts.index("hard") <= 1, "only the thought that was under way comes before"
    await asyncio.gather(*asked)
    assert len(thoughts) == 21
    await pool.stop()


def quick_moves(pool: BotPool) -> float | None:
    return pool._metrics.registry.get_sample_value("pandarium_bot_quick_moves_total")


async def test_where_no_process_is_free_in_time_a_quicker_bot_moves(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(pool_module, "_WAIT", 0.0)
    monkeypatch.setattr(process, "choose", lambda game, level, *position: asked.append(level) or "a move")
    harness = TableHarness.create("royale", 1, ["hard"])
    async with pool._places.taken("somebody else", Lane.PEOPLE):
        assert await pool.choose(harness.table, harness.table.actors()[0], "hard") == "a move"
    assert asked == ["greedy"]
    assert quick_moves(pool) == 1


async def test_where_processes_die_again_and_again_a_quicker_bot_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    async def die(*_: object) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(BotPool, "_ask", die)
    pool = BotPool(1)
    harness = TableHarness.create("pandante", 1, ["strong"])
    seat = harness.table.actors()[0]
    assert await pool.choose(harness.table, seat, "strong") in harness.legal(seat)
    assert quick_moves(pool) == 1


async def test_in_real_time_a_quicker_bot_moves_before_the_clock_of_the_table_does(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "choose", lambda game, level, *position: level)
    table = TableHarness.create("wildstyle", 1, ["strong"]).table
    timer = Timer(since=now_ms(), seconds=20, seats=frozenset({0, 1}))
    table.timer = timer
    monkeypatch.setattr(pool_module, "now_ms", lambda: timer.due)
    async with asyncio.timeout(120), pool._places.taken("somebody else", Lane.PEOPLE):
        assert await pool.choose(table, 1, "strong@quick") == "planner"
    assert quick_moves(pool) == 1


async def test_bots_have_no_clock_that_could_run_out_while_they_wait() -> None:
    harness = TableHarness.create("pandante", 0, ["strong"] * 2, pace=Pace(kind="live", bank=60, increment=0))
    assert harness.table.actors()
    assert harness.table.deadline() is None


async def test_a_tournament_asks_for_a_slice_and_not_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    async def note(pool: BotPool, place: object, job: object, *args: object) -> Slice:
        asked.append((job, *args))
        return Slice([], None)

    monkeypatch.setattr(BotPool, "_ask", note)
    plan = make_plan("pandante", bot="strong")
    jobs = [Job(Stakes((104, 104), 0, marks=(0, 0)), bytes(32))]
    await BotPool(1).play_slice("host", plan, jobs, None)
    assert asked == [(play_slice, plan, jobs, None, SLICE)]
    assert SLICE <= 0.05


async def test_a_bot_that_cannot_think_plays_the_time_out_move(pool: BotPool) -> None:
    harness = TableHarness.create("royale", 1, ["random"])
    seat = harness.table.actors()[0]
    assert harness.table.match is not None
    expected = harness.table.match.game.say(harness.table.match.state.timeout(seat))
    assert await pool.choose(harness.table, seat, "no such level") == expected


async def test_without_processes_a_thread_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    choose = RandomBot.choose
    monkeypatch.setattr(RandomBot, "choose", lambda *args: seen.append(os.getpid()) or choose(*args))
    pool = BotPool(0)
    harness = TableHarness.create("royale", 1, ["random"])
    seat = harness.table.actors()[0]
    assert await pool.choose(harness.table, seat, "random") in harness.legal(seat)
    assert seen == [os.getpid()]
    await pool.stop()


def test_a_bot_process_loads_nothing_of_the_server() -> None:
    """Each is started from nothing, while somebody waits for its first move."""
    code = "import pandarium.server.bots.process, sys; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert "pandarium.core.bot" in loaded
    assert not loaded & {"asyncio", "litestar", "prometheus_client", "sqlalchemy", "structlog"}
    assert not [name for name in loaded if name.startswith(("pandarium.protocol", "pandarium.server.tables"))]


_PARENT = """
import asyncio, os, sys
from server.support import TableHarness
from pandarium.server.bots.pool import BotPool

async def main():
    pool = BotPool(1)
    harness = TableHarness.create("royale", 1, ["random"])
    await pool.choose(harness.table, harness.table.actors()[0], "random")
    print(*pool._pool._processes, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_bot_processes_do_not_outlive_a_killed_server(tmp_path) -> None:  # type: ignore[no-untyped-def]
    script = tmp_path / "parent.py"
    script.write_text(_PARENT)
    path = os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "PYTHONPATH": path}
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=env)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait(120)
    parent.stdout.close()
    end = time.monotonic() + 120
    while time.monotonic() < end and _alive(child):
        time.sleep(0.02)
    assert not _alive(child)


def _alive(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
