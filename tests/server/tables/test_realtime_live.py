"""Real time on real servers: many touch at once, the table has a clock, bots react like people, servers are killed."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from pandarium import protocol
from pandarium.bots.speed import FACTORS, FASTEST, SPEEDS
from pandarium.server.bots.driver import Driver, _usual_speed
from pandarium.server.cluster.bus import MemoryBus
from pandarium.server.ops.metrics import Metrics
from pandarium.server.settings import Settings
from pandarium.server.store import Store
from pandarium.server.tables import apply, log, storage
from pandarium.server.tables.hub import Hub
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table
from server.chaos import read_logs, redis_url
from server.golden import check_golden_rule
from server.harness import PATIENCE, Person, Server, Wire
from server.postgres import postgres_database
from server.support import PEOPLE

LAST_RESORT = ("pass", "clear", "scrap", "rush")
DELAY = 400
TRIES = 20
"""How often a countdown of three seconds is begun before nobody hopes any more that this process is fast enough."""


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    """One worker with its driver."""
    url = f"sqlite:///{tmp_path}/t.db"
    settings = Settings(database=url, bot_delay=DELAY, limits=0)
    hub = Hub(await Store.open(url), settings, Metrics(), MemoryBus(), "w1")
    driver = Driver(hub)
    await hub.start()
    await driver.start()
    yield hub
    await driver.stop()
    await hub.stop()
    await hub.store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def workers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[Server]]]:
    """One worker on a file, or two that share PostgreSQL and Redis."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path}/t.db"
        servers = [Server(tmp_path, url, limits="0")]
        yield url, servers
    else:
        with postgres_database() as url:
            servers = [Server(tmp_path, url, limits="0", redis=redis_url()) for _ in range(2)]
            yield url, servers
            for server in servers:
                server.kill()
    for server in servers:
        server.kill()


async def create_table(hub: Hub, people: int, bots: list[str] | None = None) -> LoadedTable:
    """A table of so many people and these bots, started."""
    wanted = protocol.NewTable(game="wildstyle", seats=people + len(bots or []), bots=bots or [])
    created = await hub.create(PEOPLE[0], wanted)
    for asker in PEOPLE[1:people]:
        await hub.handle(created.id, asker, protocol.Sit(), created.invite)
        await hub.handle(created.id, asker, protocol.BeReady(), "")
    await hub.handle(created.id, PEOPLE[0], protocol.Start(), "")
    return await hub.load(created.id)


async def begin(hub: Hub, loaded: LoadedTable, people: int) -> None:
    """Everybody is ready, and the countdown runs down."""
    for asker in PEOPLE[:people]:
        await hub.handle_at(loaded, asker, protocol.Play(move="ready"))
    await until(lambda: phase(loaded) == "play")


def phase(loaded: LoadedTable) -> str:
    assert loaded.table.match is not None
    name: str = loaded.table.match.state.view(None).phase
    return name


def wishes(loaded: LoadedTable, seat: int) -> list[str]:
    """What makes sense."""
    match = loaded.table.match
    assert match is not None
    return [m for m in map(match.game.say, match.state.legal(seat)) if not m.startswith(LAST_RESORT)]


async def until(fits: Any) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(PATIENCE):
        while not fits():
            await asyncio.sleep(0.01)


async def entries(hub: Hub, loaded: LoadedTable) -> list[tuple[int, log.AnyEntry]]:
    """The log as it is stored, with its times."""
    return [(row.at, log.decode(row.body)) for row in await hub.store.entries(loaded.table.id)]


async def blank_of(hub: Hub, loaded: LoadedTable) -> Table:
    row = await hub.store.table(loaded.table.id)
    assert row is not None
    return storage.blank(row)()


# the table's clock


async def test_the_clock_says_go_three_seconds_after_the_last_ready(hub: Hub) -> None:
    loaded = await create_table(hub, 2)
    await begin(hub, loaded, 2)
    moved = [(at, entry) for at, entry in await entries(hub, loaded) if isinstance(entry, log.Moved)]
    assert [(entry.move, entry.by) for _, entry in moved] == [
        ("ready", "person"),
        ("ready", "person"),
        ("go", "clock"),
    ]
    assert moved[2][0] - moved[1][0] >= 3_000


async def test_somebody_who_does_not_say_ready_keeps_nobody_waiting_for_ever(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apply, "PATIENCE", 1)
    loaded = await create_table(hub, 2)
    await hub.handle_at(loaded, PEOPLE[0], protocol.Play(move="ready"))
    await until(lambda: phase(loaded) == "play")
    moved = [entry for _, entry in await entries(hub, loaded) if isinstance(entry, log.Moved)]
    assert [(entry.seat, entry.move, entry.by) for entry in moved] == [
        (0, "ready", "person"),
        (1, "ready", "clock"),
        (0, "go", "clock"),
    ]


async def test_a_killed_server_counts_down_anew_and_says_go_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    server = Server(tmp_path, url, limits="0").start()
    try:
        people = [Person(server, name) for name in ("Ann", "Ben")]
        for _ in range(TRIES):
            id, invite = people[0].create_table(server, game="wildstyle", seats=2)
            for message in ({"type": "sit"}, {"type": "ready"}):
                people[1].say(server, id, invite, **message)
            people[0].say(server, id, type="start")
            for person in people:
                assert person.say(server, id, type="play", move="ready")["type"] == "done"
            server.kill()  # in the middle of the countdown
            if len(await moves_at(url, id)) == 2:
                break
            server.start()  # this process stood still until it was over: once more
        else:
            raise AssertionError(f"no countdown of {TRIES} could be interrupted")
        time.sleep(3.5)  # and back after it would have been over
        server.start()
        wire = await Wire(server, people[1], id).open()
        await wire.until(lambda update: update["view"]["phase"] == "play")
        for update in map(json.loads, wire.received):
            if update["view"]["phase"] == "countdown":
                assert update["timer_due"]
                assert update.get("actors", []) == []
        _, rows = (await read_logs(url, {id}))[id]
        stored = [(row.at, log.decode(row.body)) for row in rows]
        away = next(at for at, entry in stored if isinstance(entry, log.TimeGivenBack))
        gone = [(at, entry) for at, entry in stored if isinstance(entry, log.Moved) and entry.move == "go"]
        assert [entry.by for _, entry in gone] == ["clock"]
        assert gone[0][0] - away >= 3_000
    finally:
        server.kill()


async def moves_at(url: str, table: str) -> list[log.Moved]:
    """The moves in a table's log."""
    _, rows = (await read_logs(url, {table}))[table]
    return [entry for row in rows if isinstance(entry := log.decode(row.body), log.Moved)]


# touches


async def test_what_many_touch_at_once_goes_to_one_and_the_others_hear_why(hub: Hub) -> None:
    """WS-40: all start from the same position; the log has what came first, and the others are told the rule."""
    loaded = await create_table(hub, 4)
    await begin(hub, loaded, 4)
    chance = random.Random(3)
    done, rules, keys = 0, Counter[str](), itertools.count()
    acknowledged: set[str] = set()

    async def touch(seat: int, move: str) -> None:
        nonlocal done
        await asyncio.sleep(chance.uniform(0, 0.02))
        key = f"key {next(keys)}"
        try:
            await hub.handle_at(loaded, PEOPLE[seat], protocol.Play(move=move, position=position, key=key))
        except Refusal as refusal:
            rules[refusal.rule if refusal.reason else ""] += 1
        else:
            acknowledged.add(key)
            done += 1

    for _ in range(25):
        position = loaded.table.position
        touches = [(seat, chance.choice(wishes(loaded, seat))) for seat in range(4) if wishes(loaded, seat)]
        twice = [(seat, move) for seat, move in touches if move.startswith(("take", "add"))]  # the same card again
        await asyncio.gather(*(touch(seat, move) for seat, move in [*touches, *twice]))
    stored = await entries(hub, loaded)
    played = [entry for _, entry in stored if isinstance(entry, log.Moved) and entry.key]
    assert {entry.key for entry in played} == acknowledged
    assert len(played) == done
    assert rules
    assert all(rule.startswith("WS-") for rule in rules), rules
    again = await blank_of(hub, loaded)
    check_golden_rule(again, stored)
    assert again.match is not None
    assert loaded.table.match is not None
    assert again.match.state.dump() == loaded.table.match.state.dump()


async def test_one_card_at_a_time_whoever_plays_on_whichever_worker(workers: tuple[str, list[Server]]) -> None:
    """WS-1, with people on different workers who touch without waiting to see what the others did."""
    url, servers = workers
    for server in servers:
        server.launch()
    for server in servers:
        server.wait()
    people = [Person(servers[0], name) for name in ("Ann", "Ben", "Cat", "Dan")]
    id, invite = people[0].create_table(servers[0], game="wildstyle", seats=4)
    for person in people[1:]:
        for message in ({"type": "sit"}, {"type": "ready"}):
            assert person.say(servers[-1], id, invite, **message)["type"] == "done"
    assert people[0].say(servers[0], id, type="start")["type"] == "done"
    wires = [await Wire(servers[n % len(servers)], person, id).open() for n, person in enumerate(people)]
    for wire in wires:
        assert (await wire.ask(type="play", move="ready"))["type"] == "done"
    replies = await asyncio.gather(*(hurry(wire, random.Random(seat), 40) for seat, wire in enumerate(wires)))
    last = max(reply["seq"] for answers in replies for _, reply in answers if reply["type"] == "done")
    views = [(await wire.until(lambda update: update["seq"] >= last))["view"] for wire in wires]
    assert len({str(view["hexes"]) + str(view["shares"]) + str(view["piles"]) for view in views}) == 1
    for wire in wires:
        await wire.close()
    row, rows = (await read_logs(url, {id}))[id]
    stored = [(one.at, log.decode(one.body)) for one in rows]
    kinds = check_golden_rule(storage.blank(row)(), stored)
    places = {entry.key: seq for seq, (_, entry) in enumerate(stored, 1) if isinstance(entry, log.Moved) and entry.key}
    answered = {key: reply for answers in replies for key, reply in answers}
    assert places == {key: reply["seq"] for key, reply in answered.items() if reply["type"] == "done"}
    refusals = [reply for reply in answered.values() if reply["type"] == "refused"]
    assert all(reply["rule"].startswith("WS-") for reply in refusals), refusals
    assert kinds["go by clock"] == 1
    assert len(places) > 60


async def hurry(wire: Wire, chance: random.Random, actions: int) -> list[tuple[str, dict[str, Any]]]:
    """Somebody who decides, and touches a moment later, whatever has happened since; each key with its answer."""
    answers: list[tuple[str, dict[str, Any]]] = []
    await wire.until(lambda update: update["view"]["phase"] == "play")
    while len(answers) < actions:
        assert wire.update is not None
        legal = [one["move"] for one in wire.update.get("legal", []) if not one["move"].startswith(LAST_RESORT)]
        if not legal:
            break
        await asyncio.sleep(chance.uniform(0.0, 0.05))
        key, seen = f"{wire.person.name} {len(answers)}", wire.seq
        reply = await wire.ask(type="play", move=chance.choice(legal), key=key)
        answers.append((key, reply))
        # Whoever is refused has not seen what somebody else did, and would touch the same again and again.
        news = reply["seq"] if reply["type"] == "done" else seen + 1
        await wire.until(lambda update, seq=news: update["seq"] >= seq)  # type: ignore[misc]
    return answers


# bots


@pytest.mark.usefixtures("default_logging")
async def test_bots_are_ready_at_once_react_like_people_and_are_never_at_fault(hub: Hub) -> None:
    with capture_logs() as logged:
        loaded = await create_table(hub, 1, ["filler", "filler", "random"])
        await until(lambda: loaded.table.position == 3)
        assert loaded.table.actors() == [0], "the bots are ready, the person is not"
        await begin(hub, loaded, 1)
        chance = random.Random(7)
        for _ in range(40):  # somebody who is much faster than they are
            if moves := wishes(loaded, 0):
                with suppress(Refusal):  # a bot's touch, on its way to the disk, came first
                    await hub.handle_at(loaded, PEOPLE[0], protocol.Play(move=chance.choice(moves)))
            await asyncio.sleep(0.05)
        await until(lambda: all(acted(loaded, seat) > 2 for seat in (1, 2, 3)))
    stored = await entries(hub, loaded)
    check_golden_rule(await blank_of(hub, loaded), stored)
    go = next(at for at, entry in stored if isinstance(entry, log.Moved) and entry.move == "go")
    for seat, slowness in ((1, 1.0), (2, 1.0), (3, 2.0)):
        times = [go]
        for at, entry in stored:
            if isinstance(entry, log.Moved) and entry.seat == seat and at > go and entry.by == "bot":
                times += [at] if entry.move != "pass" else []
        waits = [after - before for before, after in itertools.pairwise(times)]
        assert waits, f"the bot in seat {seat} did nothing"
        assert min(waits) >= 0.6 * slowness * DELAY * 0.9, waits
        assert len(set(waits)) > 1, "no two reactions are alike"
    assert complaints_about_bots(logged) == []


def complaints_about_bots(logged: Iterable[Any]) -> list[Any]:
    """What bots are at fault for. That one found no time to think, and a quicker one moved, is the machine's affair."""
    loud = (line for line in logged if line["log_level"] in {"error", "warning"} and "bot" in line["event"])
    return [line for line in loud if line["event"] != "a quicker bot moves"]


def acted(loaded: LoadedTable, seat: int) -> int:
    """How often that seat has done something."""
    return sum(entry.seat == seat and entry.move != "pass" for entry in loaded.table.moves[4:])


async def test_a_bot_whose_touch_came_too_late_is_asked_again(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    choose = hub.bots.choose

    async def choose_too_late(of: Table, seat: int, level: str) -> str:
        """The first touch of all is one that has become impossible by the time it comes."""
        asked.append(of.position)
        if len(asked) == 1:
            move = next(move for move in wishes(loaded, 0) if move.startswith("add"))
            await hub.handle_at(loaded, PEOPLE[0], protocol.Play(move=move))
            return "take 1 Rt 1"
        return await choose(of, seat, level)

    loaded = await create_table(hub, 1, ["filler"])
    monkeypatch.setattr(hub.bots, "choose", choose_too_late)
    with capture_logs() as logged:
        await begin(hub, loaded, 1)
        await until(lambda: any(mover == "bot" for mover in loaded.table.movers[4:]))
    assert len(asked) >= 2
    assert asked[1] > asked[0]
    assert complaints_about_bots(logged) == []


async def test_a_bot_that_is_wrong_without_anybody_having_moved_is_at_fault(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def choose_nonsense(of: Table, seat: int, level: str) -> str:
        return "take 1 Rt 1"

    loaded = await create_table(hub, 1, ["filler"])
    monkeypatch.setattr(hub.bots, "choose", choose_nonsense)
    with capture_logs() as logged:
        await begin(hub, loaded, 1)
        await until(lambda: any(mover == "bot" for mover in loaded.table.movers[3:]))
    assert "bot made no legal move" in [line["event"] for line in logged]


async def test_a_bot_that_says_how_fast_it_is_reacts_so(hub: Hub) -> None:
    loaded = await create_table(hub, 1, ["filler@quick"])
    driver = Driver(hub)
    taken = [driver._delay(loaded.table, "filler@quick") for _ in range(200)]
    assert FASTEST / 1000 <= min(taken) < max(taken) <= 0.9 * FACTORS[-1] / 1000


def test_the_better_a_bot_the_faster_it_reacts() -> None:
    from pandarium.bots import levels
    from pandarium.core.registry import game

    wild = game("wildstyle")
    speeds = [_usual_speed(wild, level) for level in levels(wild)]
    assert speeds == sorted(speeds, reverse=True)
    assert (speeds[0], speeds[-1]) == (SPEEDS["calm"], SPEEDS["quick"])
