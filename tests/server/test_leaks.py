from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pandarium.core import registry
from pandarium.core.rng import Rng
from pandarium.kit.talk import TalkRules
from pandarium.protocol.pace import Pace
from pandarium.server.store import Store, TableRow, TournamentRow, tournaments
from pandarium.server.tables import log
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.parts import Agreement
from pandarium.server.tournaments.terms import Terms
from pandarium.testing.compare import but_for_the_generator, encode
from pandarium.tournament import log as night
from pandarium.tournament.plan import make_plan

from .harness import Server
from .leaks import MOST_MOVES, ParallelTables
from .mutants import MUTANTS, TOURNAMENT_MUTANTS
from .support import games_mounted
from .whole_games import CHAT, PASSWORD, Truth, WholeGame, account, examine, truth
from .worlds import Guest, Leak, LocalServer, ViewerSocket, search, start_local_server

with games_mounted():
    GAMES = registry.names()


# twins


def hides_something(tables: ParallelTables) -> bool:
    """Whether the game says that there is more to hide than the generator."""
    start = tables.game.start(seats=tables.seats, seed=1)
    position = start
    for number in range(10):
        for viewer in tables.viewers:
            if but_for_the_generator(position.resample(viewer, Rng(number))) != but_for_the_generator(position):
                return True
        if position.actors():
            seat = position.actors()[0]
            position.play(seat, position.legal(seat)[0])
    return False


@pytest.mark.parametrize("game", GAMES)
async def test_nobody_can_tell_two_worlds_apart_that_the_game_shows_alike(game: str, tmp_path: Path):
    async with start_local_server(tmp_path) as local_server:
        tables = ParallelTables(local_server, game)
        await tables.begin()
        try:
            await tables.play()
        finally:
            await tables.end()
        assert tables.real.table.status == "ended" or tables.real.table.position >= MOST_MOVES
        assert tables.compared["drawn"] > 300
        assert tables.compared["chosen"] > 100
        assert bool(tables.compared["hidden"]) == hides_something(tables)
        assert (tables.heard > 0) == (tables.game.capability(TalkRules) is not None and tables.seats > 1)


@pytest.mark.parametrize("mutant", MUTANTS)
async def test_every_hole_is_found(mutant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    game, make = MUTANTS[mutant]
    async with start_local_server(tmp_path) as local_server:
        make(monkeypatch)
        tables = ParallelTables(local_server, game, seats=2)
        await tables.begin()
        try:
            with pytest.raises(Leak):
                await tables.play()
        finally:
            await tables.end()


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
    answer = httpx.post(f"{server.url}/api/accounts", json=wanted, timeout=120)
    rita = answer.json()
    cookie = answer.headers["set-cookie"].partition(";")[0].partition("=")[2]
    httpx.post(f"{server.url}/api/sessions", json={"handle": "red-panda", "password": "a wrong one"}, timeout=120)
    httpx.get(f"{server.url}/api/me", headers={"cookie": f"pandarium={cookie}"}, timeout=120).raise_for_status()
    return {text.encode() for text in (PASSWORD, "a wrong one", rita["token"], rita["csrf"], cookie, "$argon2")}


@pytest.mark.parametrize("game", GAMES)
async def test_no_byte_of_a_whole_game_holds_a_secret(game: str, server: Server, account_secrets: set[bytes]):
    with httpx.Client(timeout=120) as client:
        whole_game = WholeGame(server, game, client)
        await whole_game.play()
    store = await Store.open(server.env["PANDARIUM_DATABASE"])
    known, hidden = await truth(store, whole_game.id, whole_game.wires)
    await store.close()
    assert min(whole_game.marks.values()) >= 10
    assert examine(whole_game, known, hidden, account_secrets) > 50
    sessions = {person.token.encode() for person in whole_game.people}
    operators = server.log.read_bytes(), httpx.get(f"{server.url}/metrics", timeout=120).content
    for where, data in zip(("log", "metrics"), operators, strict=True):
        never = {CHAT.encode(), whole_game.invite.encode()}
        search(data, hidden | sessions | account_secrets | never, where)
    search(operators[1], {whole_game.id.encode()}, "metrics")


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


class PrivateTable:
    """A private table of signs for two, with a friend who has the link and a stranger who has not."""

    def __init__(self, local_server: LocalServer, people: list[Guest], loaded: LoadedTable, invite: str) -> None:
        self.local_server = local_server
        self.ann, self.ben, self.friend, self.stranger = people
        self.loaded = loaded
        self.id, self.invite = loaded.table.id, invite

    @classmethod
    async def enter(cls, local_server: LocalServer, **wanted: Any) -> PrivateTable:
        people = [await local_server.guest(name) for name in ("Ann", "Ben", "Fay", "Sam")]
        loaded, invite = await local_server.create_table(people[0], "5e" * 32, **{"game": "signs", "seats": 2} | wanted)
        return cls(local_server, people, loaded, invite)

    async def start(self) -> None:
        await self.send(self.ben, type="sit")
        await self.send(self.ben, type="ready")
        await self.send(self.ann, type="start")

    async def send(self, guest: Guest | None, **message: Any) -> int:
        path = f"/api/tables/{self.id}/messages?invite={'' if guest is self.stranger else self.invite}"
        return (await self.local_server.rest(guest, "POST", path, message)).status_code

    async def get(self, guest: Guest | None, path: str = "/state", invite: str = "") -> httpx.Response:
        both = "&" if "?" in path else "?"
        return await self.local_server.rest(guest, "GET", f"/api/tables/{self.id}{path}{both}invite={invite}")

    async def play_out(self) -> None:
        while actors := self.loaded.table.actors():
            guest = (self.ann, self.ben)[actors[0]]
            assert await self.send(guest, type="play", move="leaf", position=self.loaded.table.position) == 200

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
        socket = ViewerSocket(self.local_server, self.stranger, self.id, invite)
        await socket.task
        assert [msgspec.json.decode(received)["type"] for received in socket.received] == ["refused", "websocket.close"]
        await self.expect_unlisted()

    async def expect_unlisted(self) -> None:
        lists = [f"/api/tables?status={status}&limit=100" for status in ("open", "running", "ended")]
        lists += [f"/api/tables/mine?status={status}" for status in ("open", "running", "ended", "closed")]
        lists += [f"/api/people/{guest.id}/history" for guest in (self.ann, self.ben)]
        for path in [*lists, "/", "/openapi.json", f"/api/people/{self.ann.id}", "/metrics"]:
            answer = await self.local_server.rest(self.stranger, "GET", path)
            assert answer.status_code == 200
            search(answer.content, {self.id.encode(), self.invite.encode()}, path)


@pytest.fixture
async def local_server(tmp_path: Path) -> AsyncIterator[LocalServer]:
    async with start_local_server(tmp_path) as opened:
        yield opened


async def test_a_private_table_is_closed_to_strangers_before_during_and_after_the_game(local_server: LocalServer):
    table = await PrivateTable.enter(local_server)
    await table.expect_closed_doors()
    await table.start()
    await table.send(table.ann, type="say", text=CHAT)
    await table.expect_closed_doors(invite="wrong")
    await table.play_out()
    assert table.loaded.table.status == "ended"
    await table.expect_closed_doors()
    assert CHAT in (await table.get(table.friend, "/state?since=0", table.invite)).text


async def test_a_given_up_private_table_is_closed_to_strangers(local_server: LocalServer):
    table = await PrivateTable.enter(local_server)
    await table.send(table.ann, type="close")
    await table.expect_closed_doors()


async def test_where_nobody_is_to_watch_the_link_opens_the_door_until_the_game_starts_only(local_server: LocalServer):
    table = await PrivateTable.enter(local_server, spectators=False)
    socket = ViewerSocket(local_server, table.friend, table.id, table.invite)
    assert (await table.get(table.friend, invite=table.invite)).status_code == 200
    await table.start()
    await socket.gone()
    assert all(b'"view"' not in received and b'"started"' not in received for received in socket.received)
    assert msgspec.json.decode(socket.received[-1])["type"] == "websocket.close"
    for path in ("", "/state", "/replay", "/record"):
        assert (await table.get(table.friend, path, table.invite)).status_code == 403
    await table.play_out()
    assert (await table.get(table.friend, "/record", table.invite)).status_code == 403
    await socket.close()


async def test_other_eyes_are_lent_when_the_game_is_over(local_server: LocalServer):
    table = await PrivateTable.enter(local_server)
    await table.start()
    await table.send(table.ben, type="play", move="leaf", position=0)

    async def through(guest: Guest) -> list[int]:
        return [
            (await table.get(guest, f"/replay?as={eyes}", table.invite)).status_code for eyes in (0, 1, "spectator")
        ]

    assert await through(table.ann) == [200, 403, 200]
    assert await through(table.friend) == [403, 403, 200]
    assert b"leaf" not in (await table.get(table.ann, "/replay")).content
    assert b"leaf" not in (await table.get(table.ann, "/replay?as=spectator")).content
    assert b"leaf" in (await table.get(table.ben, "/replay")).content
    await table.play_out()
    assert [await through(guest) for guest in (table.ann, table.friend)] == [[200] * 3] * 2


@pytest.mark.parametrize("how", ["leave", "resign"])
async def test_whoever_goes_sees_what_their_own_seat_sees_and_no_more(local_server: LocalServer, how: str):
    table = await PrivateTable.enter(local_server, seats=3)
    await table.send(table.friend, type="sit")
    await table.send(table.friend, type="ready")
    await table.start()
    await table.send(table.ben, type=how)
    await table.send(table.ann, type="play", move="leaf", position=0)
    update = (await table.get(table.ben, "/state?since=0")).json()
    assert table.loaded.table.match is not None
    seat = table.loaded.table.seat_of(table.ben.id)
    assert (update["you"]["seat"], update.get("legal", [])) == (seat, [])
    assert update["view"] == msgspec.to_builtins(table.loaded.table.match.state_for(seat).view(seat))
    assert "leaf" not in str(update)
    assert (await table.get(table.ben, "/replay?as=0")).status_code == 403
    assert (await table.get(table.ben, "/record")).status_code == 409


async def test_whose_seat_was_freed_is_a_stranger_and_the_next_one_there_inherits_nothing(local_server: LocalServer):
    table = await PrivateTable.enter(local_server)
    await table.send(table.ben, type="sit")
    socket = ViewerSocket(local_server, table.ben, table.id)
    await socket.has_received(1)
    await table.send(table.ann, type="free", seat=1)
    await socket.gone()
    assert msgspec.json.decode(socket.received[-1])["type"] == "websocket.close"
    assert (await table.get(table.ben)).status_code == 403
    assert await table.send(table.friend, type="sit") == 200
    answer = await table.get(table.friend, "/state?since=0")
    search(answer.content, {table.ben.token.encode(), table.ben.csrf.encode()}, "the next one")
    assert answer.json()["you"]["person"] == table.friend.id
    assert [row["id"] for row in (await local_server.rest(table.ben, "GET", "/api/tables/mine")).json()] == []
    await socket.close()


async def test_gaps_in_a_history_do_not_tell_of_private_games(local_server: LocalServer):
    public = await PrivateTable.enter(local_server, public=True)
    await public.start()
    await public.play_out()
    local_server.now += 1000
    loaded, invite = await local_server.create_table(public.ann, "5f" * 32, game="signs", seats=2)
    private = PrivateTable(local_server, [public.ann, public.ben, public.friend, public.stranger], loaded, invite)
    await private.start()
    await private.play_out()
    answer = await local_server.rest(public.stranger, "GET", f"/api/people/{public.ann.id}/history?limit=1")
    assert [row["id"] for row in answer.json()] == [public.id]


# deals of a tournament


class Deal(PrivateTable):
    """A deal of a running tournament, two cards face down: Ann and Ben play it, Gil at another table of the same night.

    Fay has the link and may watch.
    """

    gil: Guest

    @classmethod
    async def dealt(cls, local_server: LocalServer) -> Deal:
        people = [await local_server.guest(name) for name in ("Ann", "Ben", "Fay", "Sam")]
        gil = await local_server.guest("Gil")
        now, hub = local_server.now, local_server.hub
        plan = make_plan("pandante")
        players = {"Ann": people[0], "Ben": people[1], "Gil": gil}
        entries: list[night.Entry] = [night.Entered(person=one.id, name=name) for name, one in players.items()]
        entries += [night.Filled(count=1), night.Started(tables=[[0, 1], [2, 3]])]
        entries += [night.Dealt(table=1, live="g_first"), night.Dealt(table=2, live="g_second")]
        await tournaments.create(
            hub.store,
            TournamentRow(
                id="c_night",
                game="leduc",
                terms=msgspec.json.encode(Terms(plan=plan, pace=Pace(kind="live"))),
                secret="7a" * 32,
                invite="come-in",
                host=people[0].id,
                status="running",
                public=False,
                driver=None,
                created=now,
                changed=now,
                players=4,
                winner=None,
            ),
            [night.encode(entry) for entry in entries],
            [person.id for person in players.values()],
        )
        agreement = Agreement(game="leduc", seats=2, hints=False, tournament="c_night")
        row = TableRow(
            id="g_first",
            game="leduc",
            rules=registry.meta("leduc").rules,
            agreement=msgspec.json.encode(agreement),
            secret="5e" * 32,
            invite="come-in",
            host=people[0].id,
            status="running",
            public=False,
            driven=True,
            driver=hub.worker,
            created=now,
            changed=now,
            outcome=None,
            rematch_of=None,
        )
        sat = [log.Sat(seat=seat, person=people[seat].id, name=("Ann", "Ben")[seat]) for seat in (0, 1)]
        await hub.create_running(row, [*sat, log.Started()])
        deal = cls(local_server, people, await hub.load("g_first"), "come-in")
        deal.gil = gil
        return deal

    async def fold(self) -> None:
        """Ann raises and Ben folds: nobody has seen the other's card."""
        assert await self.send(self.ann, type="play", move="raise", position=0) == 200
        assert await self.send(self.ben, type="play", move="fold", position=1) == 200
        assert self.loaded.table.status == "ended"

    async def doors(self, guest: Guest | None, invite: str) -> dict[str, tuple[int, bytes]]:
        """All that this guest gets, by every way there is."""
        paths = ("", "/state?since=0", "/replay", "/replay?as=0", "/replay?as=1", "/replay?as=spectator", "/record")
        found: dict[str, tuple[int, bytes]] = {}
        for path in paths:
            answer = await self.get(guest, path, invite)
            found[path] = answer.status_code, answer.content
        if guest is not None and invite:
            for changes in (False, True):
                socket = ViewerSocket(self.local_server, guest, self.id, invite, changes=changes)
                await socket.has_received(1)
                found[f"socket {changes}"] = 101, socket.received[0]
                await socket.close()
        lists = [f"/api/people/{self.ann.id}/history", "/api/tables/mine?status=ended", "/api/tables?status=ended"]
        for path in (*lists, f"/api/tournaments/c_night?invite={invite}", "/api/tournaments/mine"):
            answer = await self.local_server.rest(guest, "GET", path)
            found[path] = answer.status_code, answer.content
        return found

    async def end_tournament(self) -> None:
        ended = tournaments.change("c_night", status="ended", changed=self.local_server.now, winner="Ann")
        await self.local_server.hub.store.run(ended)


def shows_card(content: bytes, seat: int) -> bool:
    """Whether that seat's card is in any view or event of an answer."""

    def cards(part: Any) -> Iterator[object]:
        if isinstance(part, dict):
            if part.get("event") in {"dealt", "shown"} and part.get("seat") == seat:
                yield part.get("card")
            if "to_call" in part:  # a view; lists and tournaments have players as well
                yield part["players"][seat].get("card")
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from cards(inner)

    return any(card is not None for card in cards(msgspec.json.decode(content)))


async def expect_secrets_kept(deal: Deal) -> None:
    """While the tournament runs nobody learns more than what their own seat saw; raises Leak."""
    seats = {"Ann": 0, "Ben": 1}
    people = {"Ann": deal.ann, "Ben": deal.ben, "Fay, who watches": deal.friend, "Gil of another table": deal.gil}
    for name, guest in people.items():
        seat = seats.get(name)
        doors = await deal.doors(guest, deal.invite)
        for path, (_, content) in doors.items():
            search(content, {b"5e" * 32, b"7a" * 32}, f"{path} for {name}")
        wanted = {"": 200, "/replay": 200, "/replay?as=spectator": 200, "/record": 409}
        wanted |= {f"/replay?as={n}": 200 if seat == n else 403 for n in (0, 1)}
        wanted["/api/tournaments/c_night?invite=come-in"] = 200
        expect_codes(doors, wanted, name)
        for path, content in [(path, content) for path, (code, content) in doors.items() if code in (101, 200)]:
            for other in {0, 1} - {seat}:
                if shows_card(content, other):
                    raise Leak(f"{name} sees the card of {other} at {path}")
    closed = dict.fromkeys(("", "/state?since=0", "/replay", "/replay?as=0", "/replay?as=spectator", "/record"), 403)
    tournament = "/api/tournaments/c_night?invite="
    expect_codes(await deal.doors(deal.gil, ""), closed | {tournament: 200}, "Gil without the link")
    for stranger in (deal.stranger, None):
        expect_codes(await deal.doors(stranger, ""), closed | {tournament: 403}, "a stranger")


def expect_codes(doors: dict[str, tuple[int, bytes]], wanted: dict[str, int], name: str) -> None:
    found = {path: doors[path][0] for path in wanted}
    if found != wanted:
        raise Leak(f"{name}: {found}, and not {wanted}")


async def test_a_running_tournament_keeps_the_secrets_of_its_deals(local_server: LocalServer):
    deal = await Deal.dealt(local_server)
    await deal.fold()
    await expect_secrets_kept(deal)
    shown = (await local_server.rest(deal.gil, "GET", "/api/tournaments/c_night")).json()
    assert (shown["status"], shown["you"]["live"], shown["tables"][0]["live"]) == ("running", "g_second", "g_first")
    refused = (await deal.get(deal.ann, "/record", deal.invite)).json()
    assert refused["message"]["code"] == "protocol.record_after_tournament"


@pytest.mark.parametrize("mutant", TOURNAMENT_MUTANTS)
async def test_every_hole_of_a_tournament_is_found(
    mutant: str, local_server: LocalServer, monkeypatch: pytest.MonkeyPatch
):
    TOURNAMENT_MUTANTS[mutant](monkeypatch)
    deal = await Deal.dealt(local_server)
    await deal.fold()
    with pytest.raises(Leak):
        await expect_secrets_kept(deal)


async def test_when_the_tournament_is_over_its_deals_are_open(local_server: LocalServer):
    deal = await Deal.dealt(local_server)
    await deal.fold()
    watching = ViewerSocket(local_server, deal.friend, deal.id, deal.invite)
    await watching.has_received(1)
    await deal.end_tournament()
    local_server.hub.disclose_deals("c_night")
    while b"5e" * 32 not in watching.received[-1]:  # before it there may be others, about who is here
        await watching.has_received(len(watching.received) + 1)
    await watching.close()
    for guest in (deal.ann, deal.ben, deal.friend):
        doors = await deal.doors(guest, deal.invite)
        assert {code for code, _ in doors.values()} == {200, 101}
        assert b"5e" * 32 in doors["/record"][1]
        assert b"5e" * 32 in doors[""][1]
        assert shows_card(doors["/replay?as=0"][1], 0)
        assert shows_card(doors["/replay?as=1"][1], 1)
    assert (await deal.get(deal.stranger, "/record")).status_code == 403
