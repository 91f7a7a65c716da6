"""Tournaments on real servers (PD-G3): people and bots to the end, servers killed in the middle, one winner.

PANDARIUM_TOURNAMENT_BOTS=1000 plays the killed ones with as many bots; best with a compiled engine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pandarium.server.store import Store
from pandarium.tournament import Field, log
from pandarium.tournament.plan import make_plan

from .harness import Person, Server
from .storm import postgres_schema, redis_url

BOTS = int(os.environ.get("PANDARIUM_TOURNAMENT_BOTS", "30"))
PATIENCE = 120.0 + BOTS / 2
"""Seconds: far more than anything takes on a quiet machine, enough on a busy one."""
START = 120.0
"""The same for a server that starts."""

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


def tell(server: Server, who: Person, id: str, kind: str, **more: Any) -> Shown:
    """A message to it."""
    answer = who.ask(server, "POST", f"/api/tournaments/{id}/messages", {"type": kind, **more})
    shown: Shown = answer.json()
    return shown


def look(server: Server, who: Person, id: str) -> Shown:
    """As that person sees it; all gold is somewhere, whenever one looks."""
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
        if answer.status_code != 200:  # dealt, and not laid yet
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
    assert shown["chips"] == {"players": first["gold"], "pots": 0, "taken": shown["bought"] - first["gold"]}
    assert len(shown["secret"]) == 64


async def check_log(url: str, id: str, shown: Shown) -> list[log.AnyEntry]:
    """The log, walked through: sound at every entry, and it leads to what was shown."""
    store = await Store.open(url)
    try:
        rows = await store.entries(id)
    finally:
        await store.close()
    wanted = {name: shown[name] for name in ("level_seconds", "most", "late_levels", "rebuys", "bot")}
    field = Field(make_plan("pandante", **wanted))
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
    shown = tell(server, ben, id, "sign up")
    assert (shown["title"], shown["players"], shown["status"]) == ("Friday night", 8, "open")
    assert shown["secret"] is None
    assert tell(server, ben, id, "start")["code"] == "not allowed"
    shown = tell(server, ann, id, "start")
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
    tell(server, ann, id, "start")
    shown = until(server, ann, id, lambda shown: bool(shown["you"].get("live")))
    live = shown["you"]["live"]
    until(server, ann, id, lambda _: ann.ask(server, "GET", f"/api/tables/{live}/state").status_code == 200)
    assert ann.say(server, live, type="resign")["code"] == "not allowed"
    assert ann.say(server, live, type="ask", what="pause")["code"] in {"not allowed", "wrong time"}
    assert ann.say(server, live, type="leave")["type"] == "done"
    shown = until(server, ann, id, lambda shown: bool(shown["you"].get("away")) or bool(shown["you"].get("out")))
    if not shown["you"].get("out"):
        assert not tell(server, ann, id, "come back")["you"].get("away", False)


def test_late_registration_and_re_buy(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    id = call(server, ann, bots=3, enter=False, level_seconds=300, late_levels=1, rebuys=2, bots_seconds=600)
    assert tell(server, ann, id, "rebuy")["code"] == "not seated"
    tell(server, ann, id, "start")
    shown = tell(server, ben, id, "sign up")
    assert (shown["players"], shown["bought"]) == (4, 4 * 104)
    assert tell(server, ben, id, "sign off")["code"] == "wrong time"
    shown = until(server, ben, id, lambda shown: shown["you"].get("table") is not None)
    assert tell(server, ben, id, "rebuy")["bought"] == 4 * 104  # in already: there is nothing to do


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
    assert tell(server, ann, id, "start")["reason"].startswith("it takes 2 players")
    invite = look(server, ann, id)["invite"]
    assert ben.ask(server, "GET", f"/api/tournaments/{id}?invite={invite}").status_code == 200
    assert tell(server, ann, id, "cancel")["status"] == "cancelled"
    wanted = {"game": "pandante", "seats": 2, "options": {"gambling": "tournament", "stakes": "gold=1000000"}}
    answer = ann.ask(server, "POST", "/api/tables", wanted)
    assert "stakes" in answer.json()["reason"]  # such tables are laid by tournaments alone


def test_it_starts_by_itself_at_its_time_or_is_called_off(server: Server) -> None:
    ann = Person(server, "Ann")
    soon = int(time.time() * 1000) + 1500
    full = call(server, ann, bots=3, enter=False, starts=soon)
    empty = call(server, ann, starts=soon)
    assert look(server, ann, full)["status"] == "open"
    until(server, ann, full, lambda shown: shown["status"] != "open")
    shown = until(server, ann, empty, lambda shown: shown["status"] != "open")
    assert (shown["status"], shown["why"]) == ("cancelled", "too few players had signed up when it was to start")


def test_news_come_as_soon_as_there_are_some(server: Server) -> None:
    ann = Person(server, "Ann")
    id = call(server, ann)
    seq = look(server, ann, id)["seq"]
    began = time.monotonic()
    assert ann.ask(server, "GET", f"/api/tournaments/{id}?since={seq}&wait=1").json()["seq"] == seq
    assert time.monotonic() - began > 0.9
    began = time.monotonic()
    assert ann.ask(server, "GET", f"/api/tournaments/{id}?since={seq - 1}&wait=20").json()["seq"] == seq
    assert time.monotonic() - began < 10


async def test_pd_g3_the_only_server_is_killed_in_the_middle_and_one_wins(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    with Server(tmp_path, url, limits="0").start(START) as server:
        ann = Person(server, "Ann")
        id = call(server, ann, bots=BOTS, enter=False, level_seconds=1)
        tell(server, ann, id, "start")
        for part in (0.8, 0.4):
            shown = until(server, ann, id, lambda shown, part=part: shown["left"] <= part * BOTS or ended(shown))
            assert not ended(shown)
            server.kill()
            server.start(START)
        shown = until(server, ann, id, ended)
        check_results(shown, BOTS)
        entries = await check_log(url, id, shown)
        assert sum(isinstance(entry, log.Adjourned) for entry in entries) == 2


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """One database for both workers."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/t.db"
    else:
        with postgres_schema() as schema:
            yield schema


async def test_pd_g3_of_two_servers_one_is_killed_in_the_middle_and_one_wins(url: str, tmp_path: Path) -> None:
    first, second = (Server(tmp_path, url, limits="0", redis=redis_url()) for _ in range(2))
    with first.start(START):  # alone at first, so that it is the one that drives
        ann = Person(first, "Ann")
        id = call(first, ann, bots=BOTS, enter=False, level_seconds=1)
        time.sleep(1.5)
        with second.start(START):
            tell(second, ann, id, "start")
            shown = until(second, ann, id, lambda shown: shown["gambits"] > 5 or ended(shown))
            assert not ended(shown)
            first.kill()
            shown = until(second, ann, id, ended)
            check_results(shown, BOTS)
            assert "tournament taken over" in second.log.read_text()
            await check_log(url, id, shown)
