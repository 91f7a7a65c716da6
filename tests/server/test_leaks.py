from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pandarium.core import registry
from pandarium.core.rng import Rng
from pandarium.server.store import Store
from pandarium.server.tables.live import Live
from pandarium.testing.compare import but_for_the_generator, encode

from .harness import Server
from .leaks import MOST_MOVES, Party
from .mutants import MUTANTS
from .support import games_mounted
from .whole_games import CHAT, PASSWORD, Evening, Truth, account, examine, truth
from .worlds import Ear, Guest, House, Leak, open_house, search

with games_mounted():
    GAMES = registry.names()


# twins


def hides_something(party: Party) -> bool:
    """Whether the game says that there is more to hide than the generator."""
    start = party.game.start(seats=party.seats, seed=1)
    position = start
    for number in range(10):
        for viewer in party.viewers:
            if but_for_the_generator(position.resample(viewer, Rng(number))) != but_for_the_generator(position):
                return True
        if position.actors():
            seat = position.actors()[0]
            position.play(seat, position.legal(seat)[0])
    return False


@pytest.mark.parametrize("game", GAMES)
async def test_nobody_can_tell_two_worlds_apart_that_the_game_shows_alike(game: str, tmp_path: Path):
    async with open_house(tmp_path) as house:
        party = Party(house, game)
        await party.begin()
        try:
            await party.play()
        finally:
            await party.end()
        assert party.real.table.status == "ended" or party.real.table.position >= MOST_MOVES
        assert party.compared["drawn"] > 300
        assert party.compared["chosen"] > 100
        assert bool(party.compared["hidden"]) == hides_something(party)


@pytest.mark.parametrize("mutant", MUTANTS)
async def test_every_hole_is_found(mutant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    game, make = MUTANTS[mutant]
    async with open_house(tmp_path) as house:
        make(monkeypatch)
        party = Party(house, game, seats=2)
        await party.begin()
        try:
            with pytest.raises(Leak):
                await party.play()
        finally:
            await party.end()


# whole games on a real server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("leaks")
    with Server(folder, f"sqlite:///{folder}/t.db", limits="0", log_level="debug").start() as running:
        yield running


@pytest.fixture(scope="module")
def account_secrets(server: Server) -> set[bytes]:
    """What there is to hide about somebody with an account: password and hash, sessions, cookies."""
    wanted = {"handle": "red-panda", "password": PASSWORD, "name": "Rita"}
    answer = httpx.post(f"{server.url}/api/accounts", json=wanted, timeout=20)
    told = answer.json()
    cookie = answer.headers["set-cookie"].partition(";")[0].partition("=")[2]
    httpx.post(f"{server.url}/api/sessions", json={"handle": "red-panda", "password": "a wrong one"}, timeout=20)
    httpx.get(f"{server.url}/api/me", headers={"cookie": f"pandarium={cookie}"}, timeout=20).raise_for_status()
    return {text.encode() for text in (PASSWORD, "a wrong one", told["token"], told["csrf"], cookie, "$argon2")}


@pytest.mark.parametrize("game", GAMES)
async def test_no_byte_of_a_whole_game_holds_a_secret(game: str, server: Server, account_secrets: set[bytes]):
    with httpx.Client(timeout=20) as client:
        evening = Evening(server, game, client)
        await evening.play()
    store = await Store.open(server.env["PANDARIUM_DATABASE"])
    known, hidden = await truth(store, evening.id, evening.wires)
    await store.close()
    assert min(evening.marks.values()) >= 10
    assert examine(evening, known, hidden, account_secrets) > 50
    sessions = {person.token.encode() for person in evening.people}
    operators = server.log.read_bytes(), httpx.get(f"{server.url}/metrics", timeout=20).content
    for where, data in zip(("log", "metrics"), operators, strict=True):
        never = {CHAT.encode(), evening.invite.encode()}
        search(data, hidden | sessions | account_secrets | never, where)
    search(operators[1], {evening.id.encode()}, "metrics")


def test_an_update_with_anything_else_in_it_is_found():
    due = Truth("running", {"card": None}, [], None, [])
    good = {"seq": 1, "table": {}, "view": {"card": None}, "news": [{"seq": 1, "events": []}]}
    account(encode(good), 0, {(1, 0): due})
    for change in (
        {"view": {"card": "king"}},
        {"legal": [{"move": "fold"}]},
        {"phrases": [{"id": "top", "words": "I could top it."}]},
        {"news": [{"seq": 1, "move": "fold"}]},
        {"news": [{"seq": 1, "events": [{"what": "king"}]}]},
        {"table": {"secret": "5e"}},
    ):
        with pytest.raises(Leak):
            account(encode(good | change), 0, {(1, 0): due})
    with pytest.raises(Leak):
        search(b'{"seed":123}', {b"123"}, "anywhere")


# who may look at all


class Room:
    """A private table of signs for two, with a friend who has the link and a stranger who has not."""

    def __init__(self, house: House, people: list[Guest], live: Live, invite: str) -> None:
        self.house = house
        self.ann, self.ben, self.friend, self.stranger = people
        self.live = live
        self.id, self.invite = live.table.id, invite

    @classmethod
    async def enter(cls, house: House, **wanted: Any) -> Room:
        people = [await house.guest(name) for name in ("Ann", "Ben", "Fay", "Sam")]
        live, invite = await house.lay(people[0], "5e" * 32, **{"game": "signs", "seats": 2} | wanted)
        return cls(house, people, live, invite)

    async def start(self) -> None:
        await self.send(self.ben, type="sit")
        await self.send(self.ben, type="ready")
        await self.send(self.ann, type="start")

    async def send(self, guest: Guest | None, **message: Any) -> int:
        path = f"/api/tables/{self.id}/messages?invite={'' if guest is self.stranger else self.invite}"
        return (await self.house.rest(guest, "POST", path, message)).status_code

    async def get(self, guest: Guest | None, path: str = "/state", invite: str = "") -> httpx.Response:
        both = "&" if "?" in path else "?"
        return await self.house.rest(guest, "GET", f"/api/tables/{self.id}{path}{both}invite={invite}")

    async def play_out(self) -> None:
        while actors := self.live.table.actors():
            guest = (self.ann, self.ben)[actors[0]]
            assert await self.send(guest, type="play", move="leaf", position=self.live.table.position) == 200

    async def expect_closed_doors(self, invite: str = "") -> None:
        """Whoever has only that invite learns nothing by any way there is."""
        answers = set()
        for guest in (self.stranger, None):
            for path in ("", "/state", "/state?since=0", "/replay", "/replay?as=0", "/replay?as=spectator", "/record"):
                answer = await self.get(guest, path, invite)
                assert answer.status_code == 403, path
                answers.add(answer.content)
        assert len(answers) == 1
        for message in ({"type": "say", "text": "hi"}, {"type": "hint"}, {"type": "ping"}, {"type": "rematch"}):
            assert await self.send(self.stranger, **message) == 403
        ear = Ear(self.house, self.stranger, self.id, invite)
        await ear.task
        assert [msgspec.json.decode(heard)["type"] for heard in ear.heard] == ["refused", "websocket.close"]
        await self.expect_unlisted()

    async def expect_unlisted(self) -> None:
        lists = [f"/api/tables?status={status}&limit=100" for status in ("open", "running", "ended")]
        lists += [f"/api/tables/mine?status={status}" for status in ("open", "running", "ended", "closed")]
        lists += [f"/api/people/{guest.id}/history" for guest in (self.ann, self.ben)]
        for path in [*lists, "/", "/openapi.json", f"/api/people/{self.ann.id}", "/metrics"]:
            answer = await self.house.rest(self.stranger, "GET", path)
            assert answer.status_code == 200
            search(answer.content, {self.id.encode(), self.invite.encode()}, path)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as opened:
        yield opened


async def test_a_private_table_is_closed_to_strangers_before_during_and_after_the_game(house: House):
    room = await Room.enter(house)
    await room.expect_closed_doors()
    await room.start()
    await room.send(room.ann, type="say", text=CHAT)
    await room.expect_closed_doors(invite="wrong")
    await room.play_out()
    assert room.live.table.status == "ended"
    await room.expect_closed_doors()
    assert CHAT in (await room.get(room.friend, "/state?since=0", room.invite)).text


async def test_a_given_up_private_table_is_closed_to_strangers(house: House):
    room = await Room.enter(house)
    await room.send(room.ann, type="close")
    await room.expect_closed_doors()


async def test_where_nobody_is_to_watch_the_link_opens_the_door_until_the_game_starts_only(house: House):
    room = await Room.enter(house, spectators=False)
    ear = Ear(house, room.friend, room.id, room.invite)
    assert (await room.get(room.friend, invite=room.invite)).status_code == 200
    await room.start()
    await ear.gone()
    assert all(b'"view"' not in heard and b'"started"' not in heard for heard in ear.heard)
    assert msgspec.json.decode(ear.heard[-1])["type"] == "websocket.close"
    for path in ("", "/state", "/replay", "/record"):
        assert (await room.get(room.friend, path, room.invite)).status_code == 403
    await room.play_out()
    assert (await room.get(room.friend, "/record", room.invite)).status_code == 403
    await ear.close()


async def test_other_eyes_are_lent_when_the_game_is_over(house: House):
    room = await Room.enter(house)
    await room.start()
    await room.send(room.ben, type="play", move="leaf", position=0)

    async def through(guest: Guest) -> list[int]:
        return [(await room.get(guest, f"/replay?as={eyes}", room.invite)).status_code for eyes in (0, 1, "spectator")]

    assert await through(room.ann) == [200, 403, 200]
    assert await through(room.friend) == [403, 403, 200]
    assert b"leaf" not in (await room.get(room.ann, "/replay")).content
    assert b"leaf" not in (await room.get(room.ann, "/replay?as=spectator")).content
    assert b"leaf" in (await room.get(room.ben, "/replay")).content
    await room.play_out()
    assert [await through(guest) for guest in (room.ann, room.friend)] == [[200] * 3] * 2


@pytest.mark.parametrize("how", ["leave", "resign"])
async def test_whoever_goes_sees_what_their_own_seat_sees_and_no_more(house: House, how: str):
    room = await Room.enter(house, seats=3)
    await room.send(room.friend, type="sit")
    await room.send(room.friend, type="ready")
    await room.start()
    await room.send(room.ben, type=how)
    await room.send(room.ann, type="play", move="leaf", position=0)
    update = (await room.get(room.ben, "/state?since=0")).json()
    assert room.live.table.match is not None
    seat = room.live.table.seat_of(room.ben.id)
    assert (update["you"]["seat"], update.get("legal", [])) == (seat, [])
    assert update["view"] == msgspec.to_builtins(room.live.table.match.state.view(seat))
    assert "leaf" not in str(update)
    assert (await room.get(room.ben, "/replay?as=0")).status_code == 403
    assert (await room.get(room.ben, "/record")).status_code == 409


async def test_whose_seat_was_freed_is_a_stranger_and_the_next_one_there_inherits_nothing(house: House):
    room = await Room.enter(house)
    await room.send(room.ben, type="sit")
    ear = Ear(house, room.ben, room.id)
    await ear.has_heard(1)
    await room.send(room.ann, type="free", seat=1)
    await ear.gone()
    assert msgspec.json.decode(ear.heard[-1])["type"] == "websocket.close"
    assert (await room.get(room.ben)).status_code == 403
    assert await room.send(room.friend, type="sit") == 200
    told = await room.get(room.friend, "/state?since=0")
    search(told.content, {room.ben.token.encode(), room.ben.csrf.encode()}, "the next one")
    assert told.json()["you"]["person"] == room.friend.id
    assert [row["id"] for row in (await house.rest(room.ben, "GET", "/api/tables/mine")).json()] == []
    await ear.close()


async def test_gaps_in_a_history_do_not_tell_of_private_games(house: House):
    public = await Room.enter(house, public=True)
    await public.start()
    await public.play_out()
    house.now += 1000
    live, invite = await house.lay(public.ann, "5f" * 32, game="signs", seats=2)
    private = Room(house, [public.ann, public.ben, public.friend, public.stranger], live, invite)
    await private.start()
    await private.play_out()
    told = await house.rest(public.stranger, "GET", f"/api/people/{public.ann.id}/history?limit=1")
    assert [row["id"] for row in told.json()] == [public.id]
