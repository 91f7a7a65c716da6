"""A fuzzer for the socket: several people at several tables of several games send whatever comes to mind.

Every message gets exactly one answer, nothing closes, nothing fails inside, and in the end each table is what its log
says.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pandarium import protocol
from pandarium.server.store import Store
from pandarium.server.tables import log, render, storage
from server.harness import Person, Server, Wire
from server.support import show_update

_MOST = 12
"""Tables, at most."""
_EXAMPLES = 80
"""Lists of messages that are sent."""
_TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("signs", {}),
    ("grab", {}),
    ("raft", {}),
    ("royale", {"bots": ["random"]}),
)
_replies: msgspec.json.Decoder[protocol.AnyReply] = msgspec.json.Decoder(protocol.AnyReply)

_numbers = st.one_of(st.integers(-3, 12), st.sampled_from([99, 100, 2**31, 2**53, 2**63, 2**64, 10**40]))
_texts = st.one_of(
    st.sampled_from(["stone", "paper", "leaf", "grab 3", "row", "take r6", "undo", "random", "pause", "🐼", ""]),
    st.text(max_size=20),
)
_values = st.recursive(
    st.one_of(st.none(), st.booleans(), _numbers, st.floats(), _texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_texts, inner, max_size=3)),
    max_leaves=5,
)
_fields = sorted({name for kind in get_args(protocol.AnyMessage) for name in kind.__struct_fields__})
_tags = sorted(kind.__struct_config__.tag for kind in get_args(protocol.AnyMessage))

_proper = st.sampled_from(get_args(protocol.AnyMessage)).flatmap(st.from_type)
"""Messages as they should be: of every kind, with any values that the struct allows."""
_almost = st.builds(
    lambda tag, number, rest: {"type": tag, **number, **rest},
    st.sampled_from([*_tags, "update", "nonsense"]),
    st.sampled_from([{}, {}, {}, {"id": 10**40}, {"id": 2**64}, {"id": -1}, {"id": "7"}]),
    st.dictionaries(st.sampled_from([*_fields, "extra"]), _values, max_size=3),
)
"""Messages of which some field may be anything."""


def _mutated(message: Any, cuts: list[tuple[int, int]]) -> bytes:
    """A message's bytes, some of them changed, some cut out."""
    data = bytearray(msgspec.json.encode(message))
    for where, what in cuts:
        at = where % (len(data) or 1)
        if what < 256:
            data[at : at + 1] = bytes([what])
        else:
            del data[at : at + what - 255]
    return bytes(data)


_broken = st.builds(
    _mutated, _proper, st.lists(st.tuples(st.integers(0, 200), st.integers(0, 270)), min_size=1, max_size=4)
)
_sensible = st.sampled_from(
    [
        *(protocol.Sit(seat=seat) for seat in (0, 1, 2)),
        *(protocol.PutBot(seat=seat, level="random") for seat in (0, 1, 2)),
        *(protocol.Free(seat=1), protocol.BeReady(), protocol.BeReady(ready=False), protocol.Start(fill="random")),
        *(protocol.Undo(), protocol.Ask(what="undo"), protocol.Ask(what="pause"), protocol.Answer(yes=True)),
        *(protocol.Answer(yes=False), protocol.Resume(), protocol.Resume(), protocol.Leave(), protocol.Return()),
        *(protocol.Return(), protocol.Say(text="hi"), protocol.React(what="🐼"), protocol.Hint(), protocol.Rematch()),
    ]
)
_moves = st.tuples(st.integers(0, 20), st.sampled_from([0, 0, 0, 0, -1, 1]), st.sampled_from(["", "", "a", "b"]))
"""Which of the legal moves, on which position counted from the newest, with which key."""
_sent = st.one_of(_sensible, _sensible, _moves, _moves, _moves, _proper, _almost, _broken, st.binary(max_size=60))
_step = st.tuples(st.integers(0, 11), _sent)


def _bytes(number: int, what: Any, update: dict[str, Any]) -> bytes:
    """What travels. Messages that can bear a number get one; moves are chosen from what the sender sees."""
    match what:
        case bytes():
            return what
        case (int() as which, int() as later, str() as key):
            legal = update.get("legal") or [{"move": "stone"}]
            position = max(0, update["position"] + later)
            return msgspec.json.encode(
                protocol.Play(id=number, move=legal[which % len(legal)]["move"], position=position, key=key)
            )
        case dict():
            return json.dumps({"id": number, **what}).encode()
    return msgspec.json.encode(msgspec.structs.replace(what, id=number))


class People:
    """Three people at four tables, and a socket for each at each. All of them sit down; some tables have begun."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = [Person(server, name) for name in ("Ann", "Ben", "Cat")]
        self.wires: list[Wire] = []
        self.tables: list[str] = []
        self.sent = 0
        self.answers: Counter[str] = Counter()

    async def gather(self) -> None:
        """Create the tables and sit down."""
        for game, wanted in _TABLES:
            self.wires += await self.create_table(game, **wanted)

    async def refresh(self) -> None:
        """New tables for those that are over."""
        for number, (game, wanted) in enumerate(_TABLES):
            first, *others = self.wires[3 * number : 3 * number + 3]
            if first.update and first.update["table"]["status"] in {"ended", "closed"} and len(self.tables) < _MOST:
                for wire in (first, *others):
                    await _leave(wire)
                self.wires[3 * number : 3 * number + 3] = await self.create_table(game, **wanted)

    async def create_table(self, game: str, **wanted: Any) -> list[Wire]:
        """A table for two people and perhaps a bot; the third person watches."""
        table, invite = self.people[0].create_table(
            self.server, game=game, seats=2 + len(wanted.get("bots", [])), **wanted
        )
        self.tables.append(table)
        wires = [await Wire(self.server, person, table, invite).open() for person in self.people]
        await wires[1].ask(type="sit")
        await wires[1].ask(type="ready")
        if game != "raft":
            await wires[0].ask(type="start", fill="random")
        return wires

    async def exchange(self, steps: list[tuple[int, Any]]) -> None:
        """Send everything at once, over all sockets; then each socket has had one answer to each message."""
        due: dict[int, list[bytes]] = {}
        for where, what in steps:
            self.sent += 1
            due.setdefault(where, []).append(_bytes(self.sent, what, self.wires[where].update or {"position": 0}))
        for where, messages in due.items():
            for data in messages:
                await self.wires[where].send_raw(data)
        for where, messages in due.items():
            await self._answers(self.wires[where], messages)

    async def _answers(self, wire: Wire, messages: list[bytes]) -> None:
        """One answer for each, and then nothing but the answer to a last ping."""
        await wire.send_raw('{"type":"ping","id":9007199254740991}')
        answers: list[protocol.AnyReply] = []
        last = False
        while not last or len(answers) < len(messages):
            await wire.next()
            reply = _replies.decode(wire.received.pop())
            if isinstance(reply, protocol.Pong) and reply.id == 2**53 - 1:
                last = True
            elif not isinstance(reply, protocol.Update):
                answers.append(reply)
                self.answers[reply.code if isinstance(reply, protocol.Refused) else type(reply).__name__] += 1
                assert not (isinstance(reply, protocol.Refused) and reply.code == "busy"), (messages, reply)
        assert len(answers) == len(messages), (messages, answers)


async def test_whatever_is_sent_is_answered_once_and_leaves_every_table_as_its_log_says(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/t.db"
    with Server(tmp_path, database, limits="0", bot_processes="1").start() as server:
        people_at_tables = People(server)
        await people_at_tables.gather()
        loop = asyncio.get_running_loop()

        @settings(
            max_examples=_EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(st.lists(_step, min_size=6, max_size=30))
        def fuzz(steps: list[tuple[int, Any]]) -> None:
            asyncio.run_coroutine_threadsafe(people_at_tables.exchange(steps), loop).result(300)
            asyncio.run_coroutine_threadsafe(people_at_tables.refresh(), loop).result(300)

        await asyncio.to_thread(fuzz)
        assert people_at_tables.answers["malformed"] > 30, people_at_tables.answers
        shown = {table: await _state(server, people_at_tables.people[0], table) for table in people_at_tables.tables}
        for wire in people_at_tables.wires:
            await _leave(wire)
        assert server.stop() == 0
        text = server.log.read_text()
        assert "Traceback" not in text, text[text.index("Traceback") - 200 :][:3000]
    await _compare(database, shown, people_at_tables.people[0])


async def _leave(wire: Wire) -> None:
    """Hang up with everything read: a client that is behind does not hear the goodbye."""
    await wire.ask(type="ping")
    await wire.close()


async def _state(server: Server, person: Person, table: str) -> dict[str, Any]:
    """What the host sees of a table at which nobody does anything any more."""
    for _ in range(1_000):
        answers = [await asyncio.to_thread(person.ask, server, "GET", f"/api/tables/{table}/state") for _ in range(2)]
        first, second = (answer.json() for answer in answers)
        if first["seq"] == second["seq"]:
            state: dict[str, Any] = second
            return state
    raise AssertionError(f"bots play on and on: {second}")


async def _compare(database: str, shown: dict[str, dict[str, Any]], person: Person) -> None:
    """What the log leads to, folded anew, is what was shown."""
    store = await Store.open(database)
    for id, live in shown.items():
        row, rows = await store.table(id), await store.entries(id)
        assert row is not None
        assert [entry.seq for entry in rows] == list(range(1, len(rows) + 1))
        until = [entry for entry in rows if entry.seq <= live["seq"]]
        table = storage.fold(row, until)
        assert table.stuck is None
        assert all(log.encode(log.decode(entry.body)) == entry.body for entry in rows)
        you = render.show_you(table, person.id, person.name)
        around = render.show_table(table, 0)
        again = msgspec.json.decode(msgspec.json.encode(show_update(table, you, around, 0, [], 0)))
        for part in ("seq", "position", "you", "view", "legal"):
            assert again.get(part) == live.get(part), (table.agreement.game, part)
        assert again.get("may", {}) == live.get("may", {}), table.agreement.game
        for one in (again, live):
            one["table"].pop("watching", None)
            for seat in one["table"]["seats"]:
                seat.pop("here", None)
        assert again["table"] == live["table"]
    await store.close()
