"""One game in many worlds at once (see `worlds`): nobody may find a byte by which to know theirs from the real one."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from hashlib import blake2b
from itertools import product
from typing import Any

import msgspec

from pandarium.core import registry
from pandarium.core.rng import Rng
from pandarium.kit.talk import TalkRules
from pandarium.server.tables import judge
from pandarium.testing.compare import but_for_the_generator, difference, encode

from .worlds import Guest, Leak, LocalServer, Viewer, World, knowledge, needles, other_deal, search

MOST_MOVES = 80
"""Longer games are left here; `whole_games` plays them to the end."""
_LOOK_EVERY = 7
"""Later in a game people look around only now and then."""
_READ_AT = (3, 28)
"""Turns after which everything is read that REST tells."""
_IDLE: list[dict[str, Any]] = [
    {"type": "sit", "seat": 1},
    {"type": "bot", "seat": 0},
    {"type": "free", "seat": 0},
    {"type": "ready"},
    {"type": "start"},
    {"type": "close"},
    {"type": "rematch"},
    {"type": "return"},
    {"type": "ping"},
    {"type": "hint"},
    {"type": "undo", "position": 10_000},
    {"type": "play", "move": "", "position": 0},
    {"type": "play", "position": -1},
    {"type": "look", "seat": 0},
]
"""Messages that change nothing at a table where a game is under way."""


class ParallelTables:
    """People at a table, in all its worlds."""

    def __init__(self, server: LocalServer, game: str, seats: int | None = None) -> None:
        low, high = registry.meta(game).seats
        self.server = server
        self.game = registry.game(game)
        self.seats = seats or min(high, max(low, 3))
        self.viewers: list[Viewer] = [*range(self.seats), None]
        self.guests: dict[Viewer, Guest] = {}
        self.real: World
        self.twins: list[World] = []
        """Worlds that their viewers still cannot know from the real one."""
        self.worlds: list[World] = []
        self.rng = Rng(int.from_bytes(game.encode()) % 2**60)
        self.compared: Counter[str] = Counter()
        self.heard = 0
        """Phrases that bots were told of."""
        """How many comparisons there were, by the kind of world; `hidden`: while something else was hidden."""
        self._ever: set[int] = set()
        """Moves that somebody might have made at some time."""
        self._hides: dict[World, tuple[tuple[Any, ...], bool]] = {}

    # creating the tables

    async def begin(self) -> None:
        """Create all the tables, seat everybody, start."""
        for viewer in self.viewers:
            self.guests[viewer] = await self.server.guest("Eve" if viewer is None else f"Player {viewer}")
        name = self.game.meta.name
        secret = self._secret("the real one")
        self.real = await self._create("real", secret)
        for viewer in self.viewers:
            drawn = self._secret(f"drawn for {viewer}")
            self.server.twins[drawn] = (secret, viewer, int.from_bytes(name.encode()) % 1000)
            self.twins.append(await self._create("drawn", drawn, viewer))
            self.twins.append(await self._create("chosen", secret, viewer))
            dealt = other_deal(self.real.table, viewer)
            if dealt is not None:
                self.twins.append(await self._create("dealt", dealt, viewer))
        for world in (self.real, *self.twins):
            await world.listen(self.server, self.guests)
        for socket in (socket for world in (self.real, *self.twins) for socket in world.sockets.values()):
            socket.received.clear()  # in which order they came is of no interest

    def _secret(self, what: str) -> str:
        return blake2b(f"{self.game.meta.name}: {what}".encode(), digest_size=32).hexdigest()

    async def _create(self, kind: str, secret: str, viewer: Viewer = None) -> World:
        pace = {"kind": "relaxed"} if self.game.meta.pace == "real time" else {"kind": "live", "bank": 20_000}
        wanted = {"game": self.game.meta.name, "seats": self.seats, "public": True, "pace": pace}
        loaded, invite = await self.server.create_table(self.guests[0], secret, **wanted)
        for seat in range(1, self.seats):
            await self._send(loaded.table.id, seat, {"type": "sit", "seat": seat})
            await self._send(loaded.table.id, seat, {"type": "ready"})
        await self._send(loaded.table.id, 0, {"type": "start"})
        world = World(kind, loaded, invite, viewer)
        self.worlds.append(world)
        return world

    async def _send(self, table: str, viewer: Viewer, message: dict[str, Any]) -> None:
        answer = await self.server.rest(self.guests[viewer], "POST", f"/api/tables/{table}/messages", message)
        assert answer.status_code == 200, answer.text

    async def end(self) -> None:
        """Everybody hangs up."""
        for world in self.worlds:
            await world.close()

    # playing

    async def play(self) -> None:
        """The whole game, with all that people do beside it; raises Leak."""
        habits = [self.take_back, self.talk, self.pause, self.take_back, self.walk_out, self.ask_to_take_back]
        await self.look_around(read=True)
        for turn in range(MOST_MOVES):
            if self.real.table.timer is not None and not self.real.table.actors():
                await self.let_the_clock_ring()
            actors = self.real.table.actors()
            if not actors:
                break
            self.server.now += 1500
            seat = actors[self.rng.below(len(actors))]
            legal = self.real.match.state.legal(seat)
            await self.move(seat, legal[self.rng.below(len(legal))])
            if self.real.table.status == "running" and (turn < len(habits) or turn % _LOOK_EVERY == 0):
                await self.look_around(read=turn in _READ_AT)
                await habits[turn % len(habits)](seat)

    async def let_the_clock_ring(self) -> None:
        """In real time nobody but the table's own clock moves after a countdown: it does, in all worlds."""
        assert self.real.table.timer is not None
        now = self.server.now = self.real.table.timer.due
        for world in (self.real, *self.twins):
            await self.server.hub.commit(world.loaded, lambda table: judge.time_out(table, now))
        await self.compare()

    async def move(self, seat: int, move: int) -> None:
        """A seat's move; in worlds where it cannot be the same, one that looks the same."""
        attempt = self.real.match.attempt(seat, move)
        known = {viewer: knowledge(attempt.after, attempt.events, viewer) for viewer in self.viewers}
        messages: dict[World, Any] = {self.real: self._play_message(move)}
        for world in self.twins[:]:
            choice = move if world.kind == "drawn" else world.fitting(seat, move, known[world.viewer])
            if choice is None:
                self.twins.remove(world)
            else:
                messages[world] = self._play_message(choice)
        await self._do(seat, messages)

    def _play_message(self, move: int) -> dict[str, Any]:
        return {"type": "play", "move": self.game.say(move), "position": self.real.table.position, "id": 1}

    async def do(self, viewer: Viewer, **message: Any) -> bytes:
        """Anything else that somebody does, in all worlds; the answer in the real one."""
        return await self._do(viewer, dict.fromkeys([self.real, *self.twins], message))

    async def _do(self, viewer: Viewer, messages: dict[World, Any]) -> bytes:
        asked = [world.sockets[viewer].ask(message) for world, message in messages.items()]
        answers = dict(zip(messages, await asyncio.gather(*asked), strict=True))
        kinds = {world: msgspec.json.decode(answer)["type"] for world, answer in answers.items()}
        for world in self.twins[:]:
            # What somebody else may do may well depend on what they alone know.
            if world.viewer != viewer and kinds[world] != kinds[self.real]:
                self.twins.remove(world)
        await self.compare()
        return answers[self.real]

    async def talk(self, seat: int) -> None:
        """Somebody says something, also by a phrase of the game, and somebody who watches waves."""
        await self.do(seat, type="say", text="What was that?")
        rules = self.game.capability(TalkRules)
        if rules is not None:
            phrase = next(iter(rules.phrases(self.real.match.state_for(seat).view(seat), seat)))
            said = {"id": phrase.id, "params": {gap: choices[0].value for gap, choices in phrase.params.items()}}
            await self.do(seat, type="phrase", phrase=said)
            await self.look_around()
        await self.do(None, type="react", what="👏")

    async def take_back(self, seat: int) -> None:
        """A seat takes its move back as long as it may, and others try."""
        if self.real.match.may_undo(seat):
            await self.do(seat, type="undo", position=self.real.table.position)
            await self.look_around()

    async def pause(self, seat: int) -> None:
        """A pause that all agree upon."""
        await self.do(seat, type="ask", what="pause")
        await self.look_around()
        await self._all_answer()
        await self.look_around()
        await self.do(seat, type="resume")

    async def ask_to_take_back(self, seat: int) -> None:
        """All agree to a move being taken back."""
        await self.do(seat, type="ask", what="undo")
        await self.look_around()
        await self._all_answer()
        await self.look_around()

    async def _all_answer(self) -> None:
        for other in sorted(self.real.table.asked.waiting) if self.real.table.asked else []:
            await self.do(other, type="answer", yes=True)

    async def walk_out(self, seat: int) -> None:
        """A seat goes and comes back."""
        await self.do(seat, type="leave")
        await self.look_around()
        await self.do(seat, type="return")

    # looking

    async def compare(self) -> None:
        """All that the sockets were sent since the last time, in every world against the real one."""
        worlds = [self.real, *self.twins]
        for world in worlds:
            await world.quiet()
        if self.real.table.status != "running":
            return
        for world in self.twins[:]:
            viewer, seen = world.viewer, world.match.state.view(world.viewer)
            if world.kind != "drawn" and encode(seen) != encode(self.real.match.state.view(viewer)):
                self.twins.remove(world)
                continue
            here, there = self.real.sockets[viewer].received, world.sockets[viewer].received
            self._search(world, viewer, there)
            for one, other in zip(here, there, strict=False):
                self.expect_the_same(world, "socket", one, other)
            if len(here) != len(there):
                raise Leak(f"{self._where(world)}: {len(here)} messages here, {len(there)} there")
        for viewer in self.viewers:
            self._search(self.real, viewer, self.real.sockets[viewer].received)
        for world, viewer in product(worlds, self.viewers):
            world.sockets[viewer].received.clear()

    def expect_the_same(self, world: World, what: str, here: bytes, there: bytes) -> None:
        """The viewer of that world must not know it from the real one by these bytes."""
        here, there = self.real.plain(here), world.plain(there)
        if here != there:
            raise Leak(f"{self._where(world)}, {what}: {difference(here, there)}")
        self.compared[world.kind] += 1
        self.compared["hidden"] += self.hides(world)

    def hides(self, world: World) -> bool:
        """Whether something else is hidden in that world."""
        states = (self.real.match.state, world.match.state)
        if self._hides.get(world, ((), False))[0] != states:
            one, other = map(but_for_the_generator, states)
            self._hides[world] = (states, one != other)
        return self._hides[world][1]

    def _where(self, world: World) -> str:
        return f"{self.game.meta.name}, viewer {world.viewer}, {world.kind}, position {self.real.table.position}"

    def _search(self, world: World, viewer: Viewer, received: Iterable[bytes]) -> None:
        hidden = needles(world.table) | {guest.token.encode() for guest in self.guests.values()}
        hidden |= {guest.csrf.encode() for guest in self.guests.values()}
        if viewer is None:
            hidden.add(world.invite.encode())
        search(b"\n".join(received), hidden, f"{self.game.meta.name}, to viewer {viewer}")

    async def look_around(self, read: bool = False) -> None:
        """Every viewer tries whatever must be refused, and reads whatever there is to read, in every world."""
        for viewer in self.viewers:
            twins = [world for world in self.twins if world.viewer == viewer]
            if not twins:
                continue
            messages = self._refusable([self.real, *twins], viewer)
            await asyncio.gather(*(world.sockets[viewer].ask_all(messages) for world in (self.real, *twins)))
            if viewer is not None:
                self._let_bots_listen(viewer, twins)
            if viewer in self.real.table.actors():
                await self._let_bots_think(viewer, twins)
            if read:
                await self._read(viewer, twins)
        await self.compare()

    def _let_bots_listen(self, seat: int, twins: list[World]) -> None:
        """A bot in that seat has heard the same in every world."""
        here = self.real.table.conversation.heard_by(seat)
        self.heard += len(here)
        for world in twins:
            there = world.table.conversation.heard_by(seat)
            self.expect_the_same(world, "what a bot has heard", encode(here), encode(there))

    async def _let_bots_think(self, seat: int | None, twins: list[World]) -> None:
        """A bot in that seat is given the same to think about in every world."""
        assert seat is not None
        choose = self.server.hub.bots.choose
        here = await choose(self.real.table, seat, "random")
        for world in twins:
            self.expect_the_same(
                world, "a bot's position", here.encode(), (await choose(world.table, seat, "random")).encode()
            )

    def _refusable(self, worlds: list[World], viewer: Viewer) -> list[Any]:
        """Messages that change nothing: above all moves that are legal for others, or in other worlds."""
        table = self.real.table
        messages: list[Any] = [*_IDLE, b"{", b"\xff", b'{"type":"say","text":"' + b"x" * 5000 + b'"}']
        own = set(self.real.match.state.legal(viewer)) if viewer is not None else set()
        texts = self._moves_of_others(worlds, own)
        positions = [(text, table.position) for text in texts]
        for text, position in [*positions, *product(texts[:2], (0, table.position + 7, None))]:
            messages.append({"type": "play", "move": text, "position": position})
        if viewer is None or not self.real.match.may_undo(viewer) or table.paused or table.seats[viewer].stand_in:
            messages.append({"type": "undo"})
        if table.asked is None or viewer not in table.asked.waiting:
            messages.append({"type": "answer", "yes": True})
        if table.paused is None:
            messages.append({"type": "resume"})
        if table.paused is not None or (viewer is not None and table.seats[viewer].stand_in):
            messages = [
                message for message in messages if message not in ({"type": "return"}, {"type": "bot", "seat": 0})
            ]
        return messages

    def _moves_of_others(self, worlds: list[World], own: set[int]) -> list[str]:
        states = [world.match.state for world in worlds]
        now = {move for state, seat in product(states, range(self.seats)) for move in state.legal(seat)}
        past, self._ever = self._ever - now, self._ever | now
        texts = [self.game.say(move) for moves in (now - own, past - own) for move in some(moves, 6)]
        return [*texts, "undo by consent", "nonsense", "🐼 \u202e"]

    async def _read(self, viewer: Viewer, twins: list[World]) -> None:
        seq = self.real.table.seq
        worlds = [self.real, *twins]
        here, *others = await asyncio.gather(*(self._rest(world, viewer, seq) for world in worlds))
        for world, there in zip(twins, others, strict=True):
            for what, answer in here.items():
                self.expect_the_same(world, what, answer, there[what])
            self._search(world, viewer, there.values())
        self._search(self.real, viewer, here.values())

    async def _rest(self, world: World, viewer: Viewer, seq: int) -> dict[str, bytes]:
        """Everything that REST tells this viewer about the table."""
        guest, at = self.guests[viewer], f"/api/tables/{world.table.id}"
        since = {0, seq // 2, max(seq - 17, 0), seq - 1, seq, seq + 5}
        paths = ["", "/state", "/replay", "/replay?as=spectator", "/replay?as=99", "/record", "/nothing"]
        paths += [*(f"/state?since={n}" for n in since), *(f"/replay?as={n}" for n in range(self.seats))]
        answers: dict[str, bytes] = {}
        for path in paths:
            answer = await self.server.rest(guest, "GET", at + path)
            answers[f"GET {path}"] = encode([answer.status_code, sorted(answer.headers.items()), answer.text])
        bodies: list[Any] = [{"type": "play", "move": "nonsense", "position": 0}, {"type": "x"}, [], None]
        for number, body in enumerate(bodies):
            answer = await self.server.rest(guest, "POST", f"{at}/messages", body)
            answers[f"POST {number}"] = encode([answer.status_code, answer.text])
        for path in ("?status=running&limit=100", "?limit=100", "/mine?limit=100", "/mine?status=ended"):
            listed = (await self.server.rest(guest, "GET", f"/api/tables{path}")).json()
            answers[f"list {path}"] = encode([row for row in listed if row["id"] == world.table.id])
        return answers


def some(moves: set[int], count: int) -> list[int]:
    """At most so many of them, from all over."""
    return sorted(moves)[:: max(1, -(-len(moves) // count))]
