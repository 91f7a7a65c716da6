"""Tournaments on real servers (PD-G3): people and bots to the end, servers killed in the middle, one winner.

PANDARIUM_TOURNAMENT_BOTS=1000 plays the killed ones with as many bots; best with a compiled engine.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from games.pandante.packs import examples
from pandarium.core.registry import game as find_game
from pandarium.server.admin import tables as admin_tables
from pandarium.server.admin.people import NotThere
from pandarium.server.ops.now import now_ms
from pandarium.server.store import EntryRow, Store, tournaments
from pandarium.tournament import TournamentState, log
from pandarium.tournament.plan import make_plan
from server.chaos import redis_url
from server.harness import Person, Server, Wire
from server.interruptions import TRIES, unwritable
from server.postgres import postgres_database

BOTS = int(os.environ.get("PANDARIUM_TOURNAMENT_BOTS", "30"))
PATIENCE = 300.0 + BOTS / 2
"""Seconds: far more than anything takes on a quiet machine, enough on a busy one."""
START = 120.0
"""The same for a server that starts."""

LONG = {"kind": "live", "bank": 600, "increment": 30}
"""A pace with which nobody runs out of time, however slow this process is."""

Shown = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all who do not kill it."""
    folder = tmp_path_factory.mktemp("server")
    with Server(folder, f"sqlite:///{folder}/t.db", limits="0").start(START) as running:
        yield running


def call(server: Server, host: Person, **wanted: Any) -> str:
    """A new tournament; its id."""
    quick = {"game": "pandante", "level_seconds": 2, "bots_seconds": 0, "break_seconds": 0}
    answer = host.ask(server, "POST", "/api/tournaments", {**quick, **wanted})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def send(server: Server, who: Person, id: str, kind: str, **more: Any) -> Shown:
    """A message to it."""
    answer = who.ask(server, "POST", f"/api/tournaments/{id}/messages", {"type": kind, **more})
    shown: Shown = answer.json()
    return shown


def look(server: Server, who: Person, id: str) -> Shown:
    """As that person sees it; all chips are somewhere, whenever one looks."""
    answer = who.ask(server, "GET", f"/api/tournaments/{id}")
    assert answer.status_code == 200, answer.text
    shown: Shown = answer.json()
    assert sum(shown["chips"].values()) == shown["bought"]
    return shown


def until(
    server: Server, who: Person, id: str, fits: Callable[[Shown], bool], *deeds: Callable[[Shown], None]
) -> Shown:
    """Look again and again."""
    end = time.monotonic() + PATIENCE
    while not fits(shown := look(server, who, id)):
        assert time.monotonic() < end, f"it does not come to an end: {shown}"
        for deed in deeds:
            deed(shown)
        time.sleep(0.02 if deeds else 0.2)
    return shown


def play_on(server: Server, who: Person) -> Callable[[Shown], None]:
    """At the table where that person plays now, the first legal move, if it is their turn."""

    def deed(shown: Shown) -> None:
        live = who.ask(server, "GET", f"/api/tournaments/{shown['id']}").json()["you"].get("live")
        if live is None:
            return
        answer = who.ask(server, "GET", f"/api/tables/{live}/state")
        if answer.status_code != 200:  # dealt, and not created yet
            return
        state = answer.json()
        assert state["table"]["tournament"] == shown["id"]
        if state.get("legal"):
            who.say(server, live, type="play", move=state["legal"][0]["move"], position=state["position"])

    return deed


def ended(shown: Shown) -> bool:
    return bool(shown["status"] == "ended")


def check_results(shown: Shown, players: int) -> None:
    """One winner, with all that nobody took away."""
    assert shown["left"] == 1
    assert shown["players"] == players
    first = shown["standings"][0]
    assert (first["place"], first["name"]) == (1, shown["winner"])
    assert [one["place"] for one in shown["standings"]].count(1) == 1
    assert shown["chips"] == {"players": first["chips"], "pots": 0, "taken": shown["bought"] - first["chips"]}
    assert len(shown["secret"]) == 64


async def read_rows(url: str, id: str) -> list[EntryRow]:
    """The log as it is stored."""
    store = await Store.open(url)
    try:
        return await store.entries(id)
    finally:
        await store.close()


async def driven(url: str, id: str) -> None:
    """Wait until a server has taken the tournament."""
    store = await Store.open(url)
    try:
        async with asyncio.timeout(PATIENCE):
            while (row := await tournaments.find(store, id)) is None or row.driver is None:
                await asyncio.sleep(0.05)
    finally:
        await store.close()


async def check_log(url: str, id: str, shown: Shown) -> list[log.AnyEntry]:
    """The log, walked through: sound at every entry, and it leads to what was shown."""
    rows = await read_rows(url, id)
    wanted = {name: shown[name] for name in ("level_seconds", "most", "late_levels", "rebuys", "bot")}
    field = TournamentState(make_plan("pandante", **wanted))
    entries = [log.decode(row.body) for row in rows]
    for row, entry in zip(rows, entries, strict=True):
        field.apply(entry, row.at)
        field.check()
    assert field.status == "ended"
    assert field.players[field.winner or 0].name == shown["winner"]
    assert sum(isinstance(entry, log.Finished) for entry in entries) == 1
    return entries


async def test_pd_g3_people_and_bots_play_to_the_end(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    id = call(server, ann, title="  Friday   night ", bots=6)
    shown = send(server, ben, id, "sign up")
    assert (shown["title"], shown["players"], shown["status"]) == ("Friday night", 8, "open")
    assert shown["secret"] is None
    assert send(server, ben, id, "start")["code"] == "not allowed"
    shown = send(server, ann, id, "start")
    assert [len(table["players"]) for table in shown["tables"]] == [4, 4]
    shown = until(server, ann, id, ended, play_on(server, ann), play_on(server, ben))
    check_results(shown, 8)
    entries = await check_log(server.env["PANDARIUM_DATABASE"], id, shown)
    lives = [entry.live for entry in entries if isinstance(entry, log.Dealt) and entry.live]
    assert lives
    record = ann.ask(server, "GET", f"/api/tables/{lives[-1]}/state?invite={shown['invite']}").json()
    assert record["table"]["status"] == "ended"
    mine = ben.ask(server, "GET", "/api/tournaments/mine?status=ended").json()
    assert [(one["id"], one["winner"]) for one in mine] == [(id, shown["winner"])]


def test_pd_g3_who_is_gone_is_played_for_and_may_come_back(server: Server) -> None:
    ann = Person(server, "Ann")
    id = call(server, ann, bots=5, level_seconds=600)
    send(server, ann, id, "start")
    shown = until(server, ann, id, lambda shown: bool(shown["you"].get("live")))
    live = shown["you"]["live"]
    until(server, ann, id, lambda _: ann.ask(server, "GET", f"/api/tables/{live}/state").status_code == 200)
    assert ann.say(server, live, type="resign")["code"] == "not allowed"
    assert ann.say(server, live, type="ask", what="pause")["code"] in {"not allowed", "wrong time"}
    assert ann.say(server, live, type="leave")["type"] == "done"
    shown = until(server, ann, id, lambda shown: bool(shown["you"].get("away")) or bool(shown["you"].get("out")))
    if not shown["you"].get("out"):
        assert not send(server, ann, id, "come back")["you"].get("away", False)


def next_live(server: Server, who: Person, id: str, *deeds: Callable[[Shown], None], after: str = "") -> str:
    """The table where that person plays now, once it exists, and another than that one."""
    shown = until(server, who, id, lambda shown: shown["you"].get("live") not in {None, after}, *deeds)
    live = str(shown["you"]["live"])
    until(server, who, id, lambda _: who.ask(server, "GET", f"/api/tables/{live}/state").status_code == 200)
    return live


def talk_at(server: Server, who: Person, live: str) -> list[tuple[str, str, int | None]]:
    """All that was said at a table: who, what, from which seat."""
    state = who.ask(server, "GET", f"/api/tables/{live}/state?since=0").json()
    talk = [news for news in state["news"] if news["type"] == "said"]
    return [(news["name"], news["text"], news.get("seat")) for news in talk]


def test_talk_goes_on_from_deal_to_deal_and_deals_are_found_in_their_tournament(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    id = call(server, ann, bots=1, level_seconds=600, enter=False)
    send(server, ben, id, "sign up")
    send(server, ann, id, "start")
    first = next_live(server, ben, id)
    assert ben.say(server, first, type="say", text="I never lie")["type"] == "done"
    running = ben.ask(server, "GET", "/api/tables/mine").json()
    assert [table["id"] for table in running] == [first]  # where one plays now
    second = next_live(server, ben, id, play_on(server, ben), after=first)
    seats = ben.ask(server, "GET", f"/api/tables/{second}").json()["seats"]
    seat = next(number for number, one in enumerate(seats) if one.get("person") == ben.id)
    assert talk_at(server, ben, second) == [("Ben", "I never lie", seat)]
    for who in (ann, ben):
        assert who.ask(server, "GET", "/api/tables/mine?status=ended").json() == []
    assert ann.ask(server, "GET", "/api/tables/mine").json() == []  # who only hosts it does not sit there
    *_, played = look(server, ben, id)["you"]["deals"]  # the second may be over by now
    assert (played["live"], played["table"], played["deal"]) == (first, 1, 1)
    assert ben.ask(server, "GET", f"/api/tables/{first}/replay").status_code == 200  # as Ben saw it
    record = ben.ask(server, "GET", f"/api/tables/{first}/record")
    assert (record.status_code, record.json()["message"]) == (409, {"code": "protocol.record_after_tournament"})


def test_late_registration_and_re_buy(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    id = call(server, ann, bots=3, enter=False, level_seconds=300, late_levels=1, rebuys=2, bots_seconds=600)
    assert send(server, ann, id, "rebuy")["code"] == "not seated"
    send(server, ann, id, "start")
    shown = send(server, ben, id, "sign up")
    assert (shown["players"], shown["bought"]) == (4, 4 * 104)
    assert send(server, ben, id, "sign off")["code"] == "wrong time"
    shown = until(server, ben, id, lambda shown: shown["you"].get("table") is not None)
    assert send(server, ben, id, "rebuy")["bought"] == 4 * 104  # in already: there is nothing to do


def test_a_file_of_the_server_is_no_level(server: Server) -> None:
    """`net:FILE` is for who owns the machine: it is refused alike whether the file is there or not."""
    ann = Person(server, "Ann")
    said = []
    for level in ("net:/etc/hosts", "net:/nowhere"):
        answer = ann.ask(server, "POST", "/api/tournaments", {"game": "pandante", "bot": level})
        assert answer.status_code in {400, 409}, answer.text
        said.append(answer.json()["reason"].replace(level, "net:FILE"))
    assert said[0] == said[1]
    assert "has no bot called 'net:FILE'" in said[0]


def test_what_cannot_be_is_refused(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    for wanted, why in (
        ({"game": "royale"}, "not played as a tournament"),
        ({"rebuys": 1}, "while late comers are let in"),
        ({"bots": 6, "most": 6}, "more than 6 players"),
        ({"options": {"abilities": "dark"}}, "PD-G1"),
        ({"pace": {"kind": "relaxed"}}, "have a clock"),
        ({"bot": "genius"}, "genius"),
    ):
        answer = ann.ask(server, "POST", "/api/tournaments", {"game": "pandante", **wanted})
        assert answer.status_code in {400, 409}, answer.text
        assert why in answer.json()["reason"]
    id = call(server, ann, public=False)
    assert ben.ask(server, "GET", f"/api/tournaments/{id}").status_code == 403
    assert id not in [one["id"] for one in ben.ask(server, "GET", "/api/tournaments").json()]
    assert ben.ask(server, "GET", "/api/tournaments/c_nothing").status_code == 404
    assert send(server, ann, id, "start")["reason"].startswith("it takes 2 players")
    invite = look(server, ann, id)["invite"]
    assert ben.ask(server, "GET", f"/api/tournaments/{id}?invite={invite}").status_code == 200
    assert send(server, ann, id, "cancel")["status"] == "cancelled"
    wanted = {"game": "pandante", "seats": 2, "options": {"gambling": "tournament", "stakes": "gold=1000000"}}
    answer = ann.ask(server, "POST", "/api/tables", wanted)
    assert "stakes" in answer.json()["reason"]  # such tables are created by tournaments alone


def test_pd_g3_a_tournament_is_played_with_the_hosts_pack(tmp_path: Path) -> None:
    """PD-G1, PD-S4: as a table is, and it keeps its pack when the server is started without one."""
    folder = tmp_path / "packs" / "pandante"
    folder.mkdir(parents=True)
    shutil.copytree(find_game("pandante").folder / "content", folder, dirs_exist_ok=True)
    (folder / "casinos.toml").write_text(examples()["casinos"], encoding="utf-8")
    numbers = (folder / "numbers.toml").read_text(encoding="utf-8")
    numbers = numbers.replace('title = "Pandánte, second edition"', 'title = "Mine"').replace("104", "164")
    (folder / "numbers.toml").write_text(numbers, encoding="utf-8")
    database = f"sqlite:///{tmp_path}/t.db"
    with Server(tmp_path, database, limits="0", content=str(folder.parent)).start(START) as first:
        host = Person(first, "Ada")
        id = call(first, host, bots=3, options={"casinos": True})
        send(first, host, id, "start")
        shown = until(first, host, id, lambda now: bool(now["you"].get("live")))
        assert (shown["content"], shown["buy_in"], shown["bought"]) == ("Mine", 164, 4 * 164)
        assert host.ask(first, "GET", "/api/games/pandante").json()["tournament"]["buy_in"] == 164
    with Server(tmp_path, database, limits="0").start(START) as second:
        live = shown["you"]["live"]
        until(second, host, id, lambda now: host.ask(second, "GET", f"/api/tables/{live}/state").status_code == 200)
        table = host.ask(second, "GET", f"/api/tables/{live}/state").json()
        assert table["table"]["content"] == "Mine"
        assert table["view"]["casino"]["name"] in {"Hall of Mirrors", "High Roller Suite"}
        check_results(until(second, host, id, ended, play_on(second, host)), 4)


def test_it_starts_by_itself_at_its_time_or_is_called_off(server: Server) -> None:
    ann = Person(server, "Ann")
    for seconds in (1.5, 15, 60, 120):
        soon = int((time.time() + seconds) * 1000)
        full = call(server, ann, bots=3, enter=False, starts=soon)
        empty = call(server, ann, starts=soon)
        before = look(server, ann, full)
        if time.time() * 1000 < soon:  # else this process stood still so long: once more, with more time
            break
    assert before["status"] == "open"
    until(server, ann, full, lambda shown: shown["status"] != "open")
    shown = until(server, ann, empty, lambda shown: shown["status"] != "open")
    assert (shown["status"], shown["why"]) == ("cancelled", "too few players had signed up when it was to start")
    assert shown["why_message"] == {"code": "protocol.cancelled.too_few"}


def test_news_come_as_soon_as_there_are_some(server: Server) -> None:
    ann = Person(server, "Ann")
    id = call(server, ann)
    seq = look(server, ann, id)["seq"]
    began = time.monotonic()
    assert ann.ask(server, "GET", f"/api/tournaments/{id}?since={seq}&wait=1").json()["seq"] == seq
    assert time.monotonic() - began > 0.9


def test_news_that_are_there_are_not_waited_for(server: Server) -> None:
    ann = Person(server, "Ann")
    id = call(server, ann)
    seq = look(server, ann, id)["seq"]

    def seconds() -> float:
        began = time.monotonic()
        assert ann.ask(server, "GET", f"/api/tournaments/{id}?since={seq - 1}&wait=20").json()["seq"] == seq
        return time.monotonic() - began

    assert any(seconds() < 20 for _ in range(5)), "it waits each time, and not only where the machine stands still"


def under_way(server: Server, who: Person, id: str, fits: Callable[[Shown], bool]) -> bool:
    """Wait until this fits; False if the tournament was over before anybody looked, since this process stood still."""
    return not ended(until(server, who, id, lambda shown: fits(shown) or ended(shown)))


async def on(server: Server, work: Callable[[Store], Awaitable[None]]) -> None:
    """What an operator does on the database of a server that runs."""
    store = await Store.open(server.env["PANDARIUM_DATABASE"])
    try:
        await work(store)
    finally:
        await store.close()


async def test_an_operator_closes_a_deal_and_the_house_plays_it_on(server: Server) -> None:
    ann = Person(server, "Ann")
    slow = {"pace": {"kind": "live", "bank": 600, "increment": 60}, "level_seconds": 3600}
    id = call(server, ann, bots=5, enter=True, **slow)
    send(server, ann, id, "start")
    first = until(server, ann, id, lambda shown: bool(shown["you"].get("live")))["you"]["live"]
    assert ann.ask(server, "GET", f"/api/tables/{first}").status_code == 200
    await on(server, lambda store: admin_tables.close(store, first, "We look into it."))
    after = until(server, ann, id, lambda shown: shown["you"].get("live") not in (None, first))
    assert after["status"] == "running"
    end = time.monotonic() + PATIENCE
    while (table := ann.ask(server, "GET", f"/api/tables/{first}").json())["status"] != "closed":
        assert time.monotonic() < end, "operators' notices are read every second"
    assert table["closed_message"]["params"] == {"words": "We look into it."}


async def test_an_operator_calls_a_tournament_off_and_its_tables_are_closed(server: Server) -> None:
    ann = Person(server, "Ann")
    slow = {"pace": {"kind": "live", "bank": 600, "increment": 60}, "level_seconds": 3600}
    id = call(server, ann, bots=5, enter=True, **slow)
    send(server, ann, id, "start")
    live = until(server, ann, id, lambda shown: bool(shown["you"].get("live")))["you"]["live"]
    assert ann.ask(server, "GET", f"/api/tables/{live}").status_code == 200
    await on(server, lambda store: admin_tables.close(store, id, ""))
    shown = until(server, ann, id, lambda shown: bool(shown["status"] == "cancelled"))
    assert shown["why"] == "the operators of this server called it off"
    end = time.monotonic() + PATIENCE
    while ann.ask(server, "GET", f"/api/tables/{live}").json()["status"] != "closed":
        assert time.monotonic() < end
    with pytest.raises(NotThere, match="called off"):
        await on(server, lambda store: admin_tables.close(store, id, ""))
    assert log.decode((await read_rows(server.env["PANDARIUM_DATABASE"], id))[-1].body).__class__ is log.Cancelled


async def test_pd_g3_the_only_server_is_killed_in_the_middle_and_one_wins(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    with Server(tmp_path, url, limits="0", guest_bots=str(BOTS)).start(START) as server:
        ann = Person(server, "Ann")

        def killed_twice(id: str) -> bool:
            for part in (0.8, 0.4):
                if not under_way(server, ann, id, lambda shown, part=part: shown["left"] <= part * BOTS):
                    return False
                server.kill()
                server.start(START)
                found = look(server, ann, id)["seq"]
                until(server, ann, id, lambda shown, found=found: shown["seq"] > found)  # it has been taken over
            return True

        for _ in range(TRIES):
            if killed_twice(id := call_and_start(server, ann)):
                break
        shown = until(server, ann, id, ended)
        check_results(shown, BOTS)
        entries = await check_log(url, id, shown)
        assert sum(isinstance(entry, log.TimeGivenBack) for entry in entries) >= 2


def call_and_start(server: Server, host: Person) -> str:
    """A tournament of bots that has begun."""
    id = call(server, host, bots=BOTS, enter=False, level_seconds=1)
    send(server, host, id, "start")
    return id


async def play_a_little(wires: list[Wire]) -> list[list[int]]:
    """Everybody makes a move or more at their sockets, never the first (which may be to fold): the places in the log
    that the server answered each of them with."""
    answered: list[list[int]] = [[] for _ in wires]
    end = time.monotonic() + PATIENCE
    while not all(answered):
        assert time.monotonic() < end, "nobody can move"
        for wire, mine in zip(wires, answered, strict=True):
            with suppress(TimeoutError):
                await wire.next(0.2)
            if wire.update and wire.update.get("legal") and wire.seq >= max(mine, default=0):
                reply = await wire.play(lambda legal: min(1, len(legal) - 1))
                if reply["type"] == "done":
                    mine.append(reply["seq"])
    return answered


async def test_an_outage_is_not_on_the_clock_of_levels(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    with Server(tmp_path, url, limits="0").start(START) as server:
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        id = call(server, ann, level_seconds=2, pace=LONG)
        send(server, ben, id, "sign up")
        send(server, ann, id, "start")
        next_live(server, ann, id)
        with unwritable(url):
            begun = now_ms()
            await asyncio.sleep(4)
            ms = now_ms() - begun
        level = look(server, ann, id)["level"]
        until(server, ann, id, lambda shown: shown["level"] > level + 1)
        rows = await read_rows(url, id)
    field = TournamentState(make_plan("pandante", level_seconds=2))
    for row in rows:
        entry = log.decode(row.body)
        if isinstance(entry, log.Raised):
            assert row.at >= field.next_level_at(), "no level was shorter than all others"
        field.apply(entry, row.at)
    assert ms <= field.forgiven <= rows[-1].at - field.started


async def test_pd_g3_people_at_a_table_come_back_to_it_after_the_server_was_killed(tmp_path: Path) -> None:
    """SIGKILL in the middle of a deal: the same table with every answered move, all chips, and the deal goes on."""
    url = f"sqlite:///{tmp_path}/t.db"
    with Server(tmp_path, url, limits="0", guest_bots=str(BOTS)).start(START) as server:
        ann, ben = people = [Person(server, "Ann"), Person(server, "Ben")]
        id = call(server, ann, bots=2, level_seconds=3600, pace=LONG)
        send(server, ben, id, "sign up")
        send(server, ann, id, "start")
        live = next_live(server, ann, id)
        for _ in range(2):
            done = await play_a_little([await Wire(server, who, live).open() for who in people])
            server.kill()
            server.start(START)
            assert look(server, ann, id)["you"]["live"] == live  # and all chips are somewhere
            for who, answered in zip(people, done, strict=True):
                state = who.ask(server, "GET", f"/api/tables/{live}/state?since=0").json()
                # Whose choice it was is not told of those that others make in secret.
                moved = [(news["seq"], news.get("seat")) for news in state["news"] if news["type"] == "moved"]
                assert {(seq, state["you"]["seat"]) for seq in answered} <= set(moved)
        after = next_live(server, ann, id, play_on(server, ann), play_on(server, ben), after=live)
        # The newest comes first, and the one that follows may be over as well: somebody folds at once.
        assert look(server, ann, id)["you"]["deals"][-1]["live"] == live
        entries = [log.decode(row.body) for row in await read_rows(url, id)]
        assert sum(isinstance(entry, log.TimeGivenBack) for entry in entries) >= 2
        dealt = [entry.live for entry in entries if isinstance(entry, log.Dealt)]
        assert dealt[0] == live
        assert after in dealt[1:]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """One database for both workers."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/t.db"
    else:
        with postgres_database() as url:
            yield url


async def test_pd_g3_of_two_servers_one_is_killed_in_the_middle_and_one_wins(url: str, tmp_path: Path) -> None:
    first, second = (Server(tmp_path, url, limits="0", guest_bots=str(BOTS), redis=redis_url()) for _ in range(2))
    with first.start(START):  # alone at first, so that it is the one that drives
        ann = Person(first, "Ann")
        id = call(first, ann, bots=BOTS, enter=False, level_seconds=1)
        await driven(url, id)
        with second.start(START):
            send(second, ann, id, "start")
            for _ in range(TRIES):
                if under_way(second, ann, id, lambda shown: shown["deals"] > 5):
                    break
                id = call_and_start(first, ann)
            first.kill()
            shown = until(second, ann, id, ended)
            check_results(shown, BOTS)
            assert "tournament taken over" in second.log.read_text()
            await check_log(url, id, shown)
