"""People who play on whatever happens to their servers, and what must be true of the logs afterwards."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import time
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import pytest
import redis
from websockets.exceptions import WebSocketException

from pandarium.core.record import Record, outcome_of
from pandarium.kit.verify import check
from pandarium.server.store import EntryRow, Store, TableRow
from pandarium.server.tables import log

from .harness import PATIENCE, Person, Server, Wire

REDIS = os.environ.get("PANDARIUM_TEST_REDIS", "redis://127.0.0.1:6379/0")
LOST = (OSError, TimeoutError, WebSocketException, httpx.TransportError)
"""What a client sees of a server that dies."""


def redis_url() -> str:
    """A Redis that is there; the test is skipped where there is none."""
    with redis.Redis.from_url(REDIS, socket_connect_timeout=60) as asked:
        try:
            asked.ping()
        except redis.RedisError as error:
            pytest.skip(f"no Redis to test with (PANDARIUM_TEST_REDIS): {error}")
    return REDIS


class Sent(msgspec.Struct):
    """A move that a person sent, and what became of it as far as they know."""

    table: str
    seat: int
    key: str
    move: str
    position: int
    done: int | None = None
    """The number that it was acknowledged with, the first time it was acknowledged at all."""
    again: bool = False
    refused: str | None = None


class Plan(msgspec.Struct, frozen=True):
    """A kind of table that is played at again and again."""

    game: str
    people: int
    bots: list[str]
    bank: int | None = 600
    """Seconds on each clock; None for no clocks."""
    sleeper: bool = False
    """The last of the people does not move before the clock has moved for them."""


class ChaosRun:
    """Servers on one database, and people who play there; `calm` means that no new games are begun."""

    def __init__(self, servers: list[Server], chance: random.Random) -> None:
        self.servers = servers
        self.chance = chance
        self.calm = False
        self.players: list[Player] = []
        self.chats: list[tuple[str, str, int | None]] = []
        self.bot_moved: dict[str, float] = {}
        """When somebody last heard of a bot's move at each table."""
        self.begun: dict[str, float] = {}
        """When the game began at each table with bots: at the others nobody waits for one."""
        self.http = httpx.AsyncClient(timeout=PATIENCE)

    async def start(self, *servers: Server) -> None:
        """Start servers side by side, and wait until they answer."""
        for server in servers:
            server.launch()
        for server in servers:
            await self.insist(lambda s=server: self.http.get(f"{s.url}/health"), lambda a: a.status_code == 200)  # type: ignore[misc]

    async def any_answers(self) -> None:
        """Wait until one of the servers answers."""

        async def ask() -> bool:
            for server in self.servers:
                try:
                    if (await self.http.get(f"{server.url}/health")).status_code == 200:
                        return True
                except LOST:
                    continue
            return False

        await self.insist(ask, bool)

    def server(self) -> Server:
        """Any of the servers that are said to run."""
        return self.chance.choice([server for server in self.servers if server.process is not None] or self.servers)

    async def say(self, person: Person, table: str, invite: str = "", **message: Any) -> dict[str, Any]:
        """A message by REST, to any server."""
        address = f"{self.server().url}/api/tables/{table}/messages?invite={invite}"
        headers = {"authorization": f"Bearer {person.token}"}
        reply: dict[str, Any] = (await self.http.post(address, json=message, headers=headers)).json()
        return reply

    async def insist(self, ask: Callable[[], Any], enough: Callable[[Any], bool]) -> Any:
        """Ask until there is an answer that is enough."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = await ask()
                if enough(answer):
                    return answer
                assert time.monotonic() < end, answer
            except LOST:
                assert time.monotonic() < end
            await asyncio.sleep(0.1)

    async def keep_playing(self, plan: Plan, people: list[Person]) -> None:
        """One game after another until it is calm, and the last one to its end."""
        while True:
            await self.game(plan, people)
            if self.calm:
                return

    async def game(self, plan: Plan, people: list[Person]) -> None:
        """Create a table, sit down, play to the end."""
        host = people[0]
        seats = len(people) + len(plan.bots)
        wanted: dict[str, Any] = {"game": plan.game, "seats": seats, "bots": plan.bots}
        if plan.bank is not None:
            wanted["pace"] = {"kind": "live", "bank": plan.bank, "increment": 0}

        async def create_table() -> httpx.Response:
            headers = {"authorization": f"Bearer {host.token}"}
            return await self.http.post(f"{self.server().url}/api/tables", json=wanted, headers=headers)

        created = (await self.insist(create_table, lambda answer: answer.status_code == 201)).json()
        table, invite = created["id"], created["invite"]
        for seat, person in enumerate(people[1:], 1):
            for message in ({"type": "sit", "seat": seat}, {"type": "ready"}):
                await self.insist(
                    lambda p=person, m=message: self.say(p, table, invite, **m),  # type: ignore[misc]
                    lambda reply: reply["type"] == "done",
                )
        under_way = "the game is under way"
        await self.insist(
            lambda: self.say(host, table, type="start"),
            lambda reply: reply["type"] == "done" or reply.get("reason") == under_way,
        )
        if plan.bots:
            self.begun[table] = time.monotonic()
        last = len(people) - 1
        players = [Player(self, p, table, n, plan.sleeper and n == last) for n, p in enumerate(people)]
        self.players += players
        async with asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play_to_the_end())

    async def bots_go_on(self, before: float) -> None:
        """Wait for a bot's move at a table that was begun before that time; it must come in time."""
        end = time.monotonic() + PATIENCE

        def waiting() -> list[str]:
            over = {player.table for player in self.players if player.over}
            return [table for table, begun in self.begun.items() if begun < before and table not in over]

        now = time.monotonic()
        while waiting() and not any(self.bot_moved.get(table, 0.0) > now for table in waiting()):
            assert time.monotonic() < end, f"no bot moves at any of {waiting()}"
            await asyncio.sleep(0.02)


class Player:
    """One person at one table. Comes back with `since`, sends again what was not answered, notes everything."""

    keys = itertools.count(1)

    def __init__(self, chaos: ChaosRun, person: Person, table: str, seat: int, sleeps: bool = False) -> None:
        self.chaos = chaos
        self.person = person
        self.table = table
        self.seat = seat
        self.sleeps = sleeps
        self.seen = 0
        self.over = False
        self.news: list[dict[str, Any]] = []
        self.sent: list[Sent] = []
        self.pending: Sent | None = None
        self.connections = 0
        self._read = 0
        self._wire = Wire(chaos.servers[0], person, table)

    async def play_to_the_end(self) -> None:
        """Connect, play, connect again …"""
        chance = self.chaos.chance
        while not self.over:
            try:
                self._wire.server = self.chaos.server()
                self._wire.update = None  # what to decide on comes with the new connection
                await self._wire.open(self.seen)
                self.connections += 1
                await self._play_on()
            except LOST:
                await asyncio.sleep(chance.uniform(0.05, 0.3))
            finally:
                self._digest()
                await self._wire.close()

    async def _play_on(self) -> None:
        wire, chance = self._wire, self.chaos.chance
        while not self.over:
            if self.pending is None:
                await wire.until(lambda update: self._can_move(update) or _is_over(update))
                await asyncio.sleep(chance.uniform(0.0, 0.15))
                self._digest()
                if not self.over and wire.update and self._can_move(wire.update):
                    self._decide(wire.update)
            if self.pending is not None:
                seq = await self._send(self.pending)
                await wire.until(lambda update, seq=seq: update["seq"] >= seq)  # type: ignore[misc]
            self._digest()
            if chance.random() < 0.05:
                await self._chat()
            if chance.random() < 0.05:
                return  # and come back, perhaps to another server

    def _can_move(self, update: dict[str, Any]) -> bool:
        self._digest()
        return bool(update.get("legal")) and not self.sleeps

    def _decide(self, update: dict[str, Any]) -> None:
        move = self.chaos.chance.choice(update["legal"])["move"]
        key = f"key {next(self.keys)}"
        self.pending = Sent(self.table, self.seat, key, move, update["position"])
        self.sent.append(self.pending)

    async def _send(self, sent: Sent) -> int:
        """Send a move, or send it again; the number to wait for."""
        message: dict[str, Any] = {"type": "play", "move": sent.move, "position": sent.position, "key": sent.key}
        if self.chaos.chance.random() < 0.25:
            reply = await self.chaos.say(self.person, self.table, **message)
        else:
            reply = await self._wire.ask(**message)
        if reply["type"] == "done":
            sent.done, sent.again = reply["seq"], reply.get("again", False)
        elif reply["code"] in {"busy", "flood"}:
            await asyncio.sleep(0.1)
            return 0
        else:
            sent.refused = f"{reply['code']}: {reply['reason']}"
        self.pending = None
        return sent.done or 0

    async def _chat(self) -> None:
        text = f"hello {next(self.keys)}"
        number = len(self.chaos.chats)
        self.chaos.chats.append((self.table, text, None))
        reply = await self._wire.ask(type="say", text=text)
        if reply["type"] == "done":
            self.chaos.chats[number] = (self.table, text, reply["seq"])
        else:  # or one talks there by phrases alone
            assert reply["code"] == "busy" or reply.get("rule") == "PP-X1", reply

    def _digest(self) -> None:
        """Take in the news that came: each number once, none missing, over all connections."""
        for text in self._wire.received[self._read :]:
            self._read += 1
            update = msgspec.json.decode(text)
            if update["type"] != "update":
                continue
            news = update.get("news", [])
            assert update["since"] == self.seen, (update["since"], self.seen)
            assert [one["seq"] for one in news] == list(range(self.seen + 1, update["seq"] + 1))
            self.seen = update["seq"]
            self.news += news
            self.over = _is_over(update)
            if any(one.get("by") == "bot" for one in news):
                self.chaos.bot_moved[self.table] = time.monotonic()
            if any(one.get("by") == "clock" and one.get("seat") == self.seat for one in news):
                self.sleeps = False


def _is_over(update: dict[str, Any]) -> bool:
    return update["table"]["status"] in {"ended", "closed"}


async def read_logs(url: str, tables: set[str]) -> dict[str, tuple[TableRow, list[EntryRow]]]:
    """What the database holds, read without any server."""
    store = await Store.open(url)
    try:
        found: dict[str, tuple[TableRow, list[EntryRow]]] = {}
        for table in tables:
            row = await store.table(table)
            assert row is not None
            found[table] = row, await store.entries(table)
        return found
    finally:
        await store.close()


def check_chaos(chaos: ChaosRun, logs: dict[str, tuple[TableRow, list[EntryRow]]]) -> dict[str, int]:
    """What was acknowledged is there, once, in its place; what nobody sent is not; everybody saw all of it."""
    entries = {table: [log.decode(row.body) for row in rows] for table, (_, rows) in logs.items()}
    for table, (row, rows) in logs.items():
        assert [entry.seq for entry in rows] == list(range(1, len(rows) + 1)), table
        assert row.status == "ended", (table, row.status)
    sent = {one.key: one for player in chaos.players for one in player.sent}
    moved: dict[str, int] = {}
    for table, log_of_table in entries.items():
        for seq, entry in enumerate(log_of_table, 1):
            if isinstance(entry, log.Moved) and entry.by == "person":
                one = sent[entry.key]
                assert entry.key not in moved, f"{one} was played twice"
                assert (one.table, one.seat, one.move) == (table, entry.seat, entry.move)
                moved[entry.key] = seq
    for one in sent.values():
        if one.done is not None:
            place = moved.get(one.key) or _made_by_the_clock(one, entries[one.table])
            assert place, f"{one} was acknowledged and is lost"
            assert place == one.done or (one.again and place < one.done), one
        assert one.refused is None or one.key not in moved, f"{one} was refused and played"
    chatted = [(t, e.text, n) for t, es in entries.items() for n, e in enumerate(es, 1) if isinstance(e, log.Said)]
    for chat in chaos.chats:
        assert chat[2] is None or chat in chatted
        assert sum(chat[:2] == other[:2] for other in chatted) <= 1
    for player in chaos.players:
        _check_player(player, logs[player.table][1], entries[player.table])
    everything = [entry for log_of_table in entries.values() for entry in log_of_table]
    return {
        "tables": len(logs),
        "entries": len(everything),
        "acknowledged": sum(one.done is not None for one in sent.values()),
        "again": sum(one.again for one in sent.values()),
        "refused": sum(one.refused is not None for one in sent.values()),
        "by bots": sum(isinstance(e, log.Moved) and e.by == "bot" for e in everything),
        "by clocks": sum(isinstance(e, log.Moved) and e.by == "clock" for e in everything),
        "times given back": sum(isinstance(e, log.TimeGivenBack) for e in everything),
        "connections": sum(player.connections for player in chaos.players),
    }


def _made_by_the_clock(one: Sent, entries: list[Any]) -> int | None:
    """Where the clock made the very move that was sent, if it was faster: then the move counts as made."""
    moves = [(seq, entry) for seq, entry in enumerate(entries, 1) if isinstance(entry, log.Moved)]
    seq, made = moves[one.position]
    same = (made.seat, made.move, made.by) == (one.seat, one.move, "clock")
    return seq if one.again and same else None


def _check_player(player: Player, rows: list[EntryRow], entries: list[Any]) -> None:
    """The news that somebody got over all connections are the log, up to what others said after they had left."""
    assert [(one["seq"], one["at"]) for one in player.news] == [(row.seq, row.at) for row in rows[: player.seen]]
    assert all(isinstance(entry, log.Said) for entry in entries[player.seen :])
    for one, entry in zip(player.news, entries, strict=False):
        assert one["type"] == entry.__struct_config__.tag
        if isinstance(entry, log.Moved):
            if "seat" in one or entry.seat == player.seat:  # of choices that others make in secret nobody is told whose
                assert (one["seat"], one["by"]) == (entry.seat, entry.by)
            assert one.get("move") == (entry.move if entry.seat == player.seat else None)


def check_record(data: bytes, row: TableRow) -> Record:
    """A record that came from a server holds: `pandarium verify` has nothing to say against it."""
    record = Record.from_json(data)
    findings = list(check(record, record.commitment))
    assert all(finding.holds is not False for finding in findings), findings
    assert record.secret == row.secret
    assert outcome_of(record.final()) == record.outcome
    return record
