"""Whole games on a real server, with all that it ever sent to anybody, and what each of them should have been sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import httpx
import msgspec

from pandarium.core import registry
from pandarium.kit.talk import TalkRules
from pandarium.server.store import Store
from pandarium.server.tables import log, storage
from pandarium.testing.compare import difference

from .harness import ConnectionClosed, Person, Server, Wire
from .worlds import Leak, Viewer, needles, search

CHAT = "the bamboo is ripe"
_TAKEN_BACK = (0, 3, 6)
"""Turns after which somebody tries to take their move back."""
PASSWORD = "correct horse battery bamboo"


class Truth(NamedTuple):
    """What one viewer may know when the log has come to some number."""

    status: str
    view: Any
    legal: list[str]
    moved: str | None
    """The text of the last entry's move, if it was this viewer's."""
    events: list[Any]
    """What the last entry told this viewer."""
    phrases: Sequence[Any] = ()
    """What the game lets this viewer say."""


class Received(NamedTuple):
    """Something that was sent to somebody."""

    what: str
    data: bytes
    over: bool
    """Whether the game was over by then."""


class Visitor(Person):
    """Somebody whose requests share a connection."""

    def __init__(self, server: Server, name: str, client: httpx.Client) -> None:
        super().__init__(server, name)
        self._client = client

    def ask(self, server: Server, method: str, path: str, body: Any = None) -> httpx.Response:
        """One REST call; the answer is kept, headers and all."""
        headers = {"authorization": f"Bearer {self.token}"}
        answer = self._client.request(method, server.url + path, json=body, headers=headers)
        raw = b"".join(b"%s: %s\n" % header for header in answer.headers.raw)
        self.received.append((f"{method} {path.partition('?')[0]}", raw + answer.content))
        return answer


class WholeGame:
    """One game from creating the table to the end, with a stranger at the door."""

    def __init__(self, server: Server, game: str, client: httpx.Client) -> None:
        low, high = registry.meta(game).seats
        in_turns = registry.meta(game).pace != "real time"  # else a bot would be through before anybody looked
        seats = min(high, max(low, 3)) if in_turns else low
        self.server = server
        self.game = game
        self.seats = seats
        bots = ["random"] if seats > low and in_turns else []
        self.players = [Visitor(server, f"Player {seat}", client) for seat in range(seats - len(bots))]
        self.eve = Visitor(server, "Eve", client)
        self.sam = Visitor(server, "Sam", client)
        """A stranger."""
        self.people: list[Person] = [*self.players, self.eve, self.sam]
        self.id, self.invite = self.players[0].create_table(server, game=game, seats=seats, bots=bots)
        self.wires: dict[Viewer, Wire] = {
            seat: Wire(server, person, self.id, self.invite) for seat, person in enumerate(self.players)
        }
        self.wires[None] = Wire(server, self.eve, self.id, self.invite)
        self.marks: dict[Person, int] = dict.fromkeys(self.people, 0)
        """How many of everybody's REST answers were given before the end."""
        self.refused: list[str] = []
        """What was sent to the stranger's sockets."""

    # playing

    async def play(self) -> None:
        """The whole game."""
        for seat, person in list(enumerate(self.players))[1:]:
            assert person.say(self.server, self.id, self.invite, type="sit", seat=seat)["type"] == "done"
            person.say(self.server, self.id, type="ready")
        for wire in self.wires.values():
            await wire.open()
        await self.wires[0].ask(type="start")
        await self._look_around()
        turn = 0
        while await self._someone_moves(turn):
            turn += 1
            if turn == 4:
                await self._look_around()
        for wire in self.wires.values():
            await wire.until(lambda update: update["table"]["status"] == "ended")
            await wire.close()

    async def _someone_moves(self, turn: int) -> bool:
        """Whoever of the people may; False when the game is over."""
        newest = max(wire.seq for wire in self.wires.values())
        for wire in self.wires.values():
            await wire.until(lambda update: update["seq"] >= newest)
        updates = {seat: wire.update or {} for seat, wire in self.wires.items()}
        if any(update["table"]["status"] == "ended" for update in updates.values()):
            return False
        able = [seat for seat, update in updates.items() if update.get("legal")]
        if not able:
            await self.wires[0].until(lambda update: update["seq"] > newest)
            return True
        wire = self.wires[able[turn % len(able)]]
        reply = await wire.play(lambda legal: turn * 7 % len(legal))
        if turn in _TAKEN_BACK:
            reply = await wire.ask(type="undo")  # granted or not, as the case may be
        await wire.until(lambda update: update["seq"] >= reply.get("seq", 0))
        return True

    async def _look_around(self) -> None:
        """What else is said, tried and read in the middle of a game."""
        await self.wires[0].ask(type="say", text=CHAT)
        for wire in self.wires.values():
            await wire.ask(type="play", move="nonsense", position=0)
            await wire.ask(type="undo", position=999)
            await wire.send_raw("{")
            await wire.next()
        for person in self.people:
            self._read(person, "" if person is self.sam else self.invite)
        await self._knock()
        self._remember()

    def _read(self, person: Person, invite: str) -> None:
        at = f"/api/tables/{self.id}"
        for path in ("", "/state", "/state?since=0", "/replay", "/replay?as=spectator", "/replay?as=1", "/record"):
            person.ask(self.server, "GET", f"{at}{path}{'&' if '?' in path else '?'}invite={invite}")
        for path in ("/api/tables?status=running", "/api/tables/mine", f"/api/people/{self.players[0].id}/history"):
            person.ask(self.server, "GET", path)

    async def _knock(self) -> None:
        """The stranger tries to come in."""
        wire = Wire(self.server, self.sam, self.id, "wrong")
        await wire.open()
        try:
            while True:
                await wire.next()
        except ConnectionClosed:
            self.refused += wire.received

    def _remember(self) -> None:
        """If the game still goes on, nothing that was received until here may hold what is shown at the end."""
        shown = self.players[0].ask(self.server, "GET", f"/api/tables/{self.id}").json()
        if shown["status"] == "running":
            self.marks = {person: len(person.received) for person in self.people}

    # what was sent

    def received_by(self, person: Person, wire: Wire | None) -> list[Received]:
        """Everything that somebody was sent, by socket and REST."""
        mark = self.marks[person]
        messages = [Received(what, data, number >= mark) for number, (what, data) in enumerate(person.received)]
        for text in wire.received if wire else self.refused:
            message = json.loads(text)
            over = message["type"] == "update" and message["table"]["status"] == "ended"
            messages.append(Received(message["type"], text.encode(), over))
        return messages


async def truth(store: Store, id: str, viewers: Iterable[Viewer]) -> tuple[dict[tuple[int, Viewer], Truth], set[bytes]]:
    """What everybody may know at every number of the log, from the log; and what nobody may before the end."""
    row = await store.table(id)
    assert row is not None
    table = storage.blank(row)()
    known: dict[tuple[int, Viewer], Truth] = {}
    hidden: set[bytes] = set()
    for entry in await store.entries(id):
        what = log.decode(entry.body)
        table.apply(what, entry.at)
        hidden |= needles(table)
        for viewer in viewers:
            known[table.seq, viewer] = _known(table, what, viewer)
    return known, hidden


def _known(table: Any, entry: log.AnyEntry, viewer: Viewer) -> Truth:
    game, state, step = table.game, table.state_for(viewer), table.recent[-1]
    legal = state.legal(viewer) if state and viewer is not None and viewer in table.actors() else []
    secret = step.secret == "chosen" and entry.seat != viewer  # others choose at the same time
    events = [] if secret else [game.redact(event, viewer) for event in step.events]
    talk = game.capability(TalkRules) if table.status == "running" else None
    return Truth(
        table.status,
        msgspec.to_builtins(state.view(viewer)) if state else None,
        [game.say(move) for move in legal],
        entry.move if isinstance(entry, log.Moved) and entry.seat == viewer else None,
        [msgspec.to_builtins(event) for event in events if event is not None],
        msgspec.to_builtins(talk.phrases(state.view(viewer), viewer, table.recent_phrases))
        if talk and state and viewer is not None
        else [],
    )


def account(data: bytes, viewer: Viewer, known: dict[tuple[int, Viewer], Truth]) -> None:
    """Raise Leak unless an update is what this viewer may know at its number, and nothing else."""
    update = msgspec.json.decode(data)
    now = known[update["seq"], viewer]
    legal = [move["move"] for move in update.get("legal", [])]
    phrases = update.get("phrases", [])
    parts = ("view", update.get("view"), now.view), ("legal", legal, now.legal), ("phrases", phrases, now.phrases)
    for what, sent, due in parts:
        if _plain(sent) != _plain(due):
            raise Leak(f"{what} to viewer {viewer} at {update['seq']}: {difference(sent, due)}")
    for line in update.get("news", []):
        then = known[line["seq"], viewer]
        events = [event["what"] for event in line.get("events", [])]
        if _plain(events) != _plain(then.events) or line.get("move") != then.moved:
            raise Leak(f"news to viewer {viewer}: {line}")
    if (update["table"].get("secret") is not None) != (now.status in ("ended", "closed")):
        raise Leak(f"the secret, to viewer {viewer} at {update['seq']}")


def _plain(data: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(data))


def examine(played: WholeGame, known: dict[tuple[int, Viewer], Truth], hidden: set[bytes], others: set[bytes]) -> int:
    """Raise Leak when somebody was sent what they may not know; how many messages there were."""
    count = 0
    seats: dict[Person, Viewer] = {person: seat for seat, person in enumerate(played.players)} | {played.eve: None}
    for person in played.people:
        wire = played.wires[seats[person]] if person in seats else None
        messages = played.received_by(person, wire)
        count += len(messages)
        tokens = {other.token.encode() for other in played.people if other is not person} | others
        for over in (False, True):
            data = b"\n".join(one.data for one in messages if one.over is over)
            search(
                data, tokens | (set() if over else hidden), f"{person.name}, {'after' if over else 'before'} the end"
            )
        everything = b"\n".join(one.data for one in messages)
        if person in (played.eve, played.sam):
            search(everything, {played.invite.encode()}, person.name)
        if person is played.sam:
            search(everything, {played.id.encode(), CHAT.encode()}, "the stranger")
        for one in messages:
            if one.what == "update":
                account(one.data, seats[person], known)
    return count
