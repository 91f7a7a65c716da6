"""Evenings at a real table that several phones share, and evenings among one's own games."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from sqlalchemy import update

from games.royale.test_companion import whole_game
from pandarium.companion.evening import MOST_ENTRIES
from pandarium.protocol.evenings import CODE_LETTERS
from pandarium.protocol.pace import DAY
from pandarium.server.app import create_app
from pandarium.server.evenings import watch
from pandarium.server.http import evenings as handlers
from pandarium.server.http.site import SITE
from pandarium.server.ops.limits import EVENING_CODES, EVENINGS_SHARED
from pandarium.server.run import listen, uvicorn_options
from pandarium.server.settings import Settings
from pandarium.server.store import schema
from server.harness import PATIENCE
from server.http.conftest import Open, Web, refused

BEGUN = 1_700_000_000_000
ENDED = BEGUN + 45 * 60_000
EVENING = {"evening": "mi4x", "game": "royale", "names": ["Ann", "Ben"], "options": {}, "begun": BEGUN}


async def share(web: Web, *entries: str, **more: Any) -> dict[str, Any]:
    answer = await web.post("/api/evenings", {**EVENING, "entries": list(entries), **more})
    assert answer.status_code == 201, answer.text
    begun: dict[str, Any] = answer.json()
    return begun


async def write(web: Web, shared: dict[str, Any], version: int, *entries: str) -> httpx.Response:
    return await web.ask("PATCH", f"/api/evenings/{shared['id']}", {"version": version, "entries": list(entries)})


async def somebody_waits(web: Web) -> None:
    """Until a phone waits for what comes next."""
    async with asyncio.timeout(PATIENCE):
        while not web.site.evenings._waiting:
            await asyncio.sleep(0)


async def test_a_code_is_enough_to_see_an_evening_and_to_enter_something(web: Web) -> None:
    begun = await share(web, "A roll 3")
    shared = begun["shared"]
    assert len(shared["code"]) == 4
    assert set(shared["code"]) <= set(CODE_LETTERS)
    opened = await web.get(f"/api/evenings/codes/{shared['code'].lower()}")
    assert opened.json() == shared
    assert "secret" not in opened.text
    assert shared == {
        **EVENING,
        "id": shared["id"],
        "code": shared["code"],
        "version": 0,
        "entries": ["A roll 3"],
        "next": None,
    }
    changed = await write(web, shared, 0, "A roll 3", "B roll 5")
    assert changed.json() == {**shared, "version": 1, "entries": ["A roll 3", "B roll 5"]}
    assert (await web.get(f"/api/evenings/{shared['id']}")).json() == changed.json()


def test_no_letter_is_taken_for_another() -> None:
    assert not set("ILOU01") & set(CODE_LETTERS)
    assert len({handlers.new_code() for _ in range(50)}) > 40


async def test_whoever_did_not_see_the_newest_is_told_and_nothing_is_lost_or_doubled(web: Web) -> None:
    shared = (await share(web, "A roll 3"))["shared"]
    answers = await asyncio.gather(
        write(web, shared, 0, "A roll 3", "B roll 5"),
        write(web, shared, 0, "A roll 3", "B roll 6"),
        write(web, shared, 0),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    told = next(answer for answer in answers if answer.status_code == 409)
    assert "somebody else has entered something" in refused(told, 409, "stale")
    won = next(answer for answer in answers if answer.status_code == 200)
    assert (await web.get(f"/api/evenings/{shared['id']}")).json() == won.json()


async def test_who_waits_is_told_as_soon_as_something_changes_or_ends(web: Web) -> None:
    begun = await share(web)
    shared = begun["shared"]
    path = f"/api/evenings/{shared['id']}"
    waiting = [asyncio.create_task(web.get(f"{path}?after=0")) for _ in range(2)]
    assert (await write(web, shared, 0, "A roll 3")).status_code == 200
    assert [(await task).json()["version"] for task in waiting] == [1, 1]
    assert (await web.get(f"{path}?after=0")).json()["entries"] == ["A roll 3"]  # it was asleep: no waiting
    waiting = [asyncio.create_task(web.get(f"{path}?after=1"))]
    assert (await web.post(f"{path}/end", {"secret": begun["secret"]})).status_code == 204
    assert "not shared any more" in refused(await waiting[0], 404, "malformed")


async def test_a_rematch_is_begun_once_and_told_to_all(web: Web) -> None:
    old = (await share(web))["shared"]
    waiting = asyncio.create_task(web.get(f"/api/evenings/{old['id']}?after=0"))
    first = await share(web, evening="mi5y", rematch_of=old["id"])
    assert (await waiting).json() == {**old, "version": 1, "next": first["shared"]["id"]}
    second = await share(web, evening="mi6z", rematch_of=old["id"])
    assert second == {"shared": first["shared"], "secret": ""}
    gone = await share(web, evening="mi7", rematch_of="e_gone")  # what is not shared any more is no hindrance
    assert (gone["shared"]["evening"], bool(gone["secret"])) == ("mi7", True)


async def test_what_another_worker_writes_is_found(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LOOK_SECONDS", 0.01)
    async with opened() as one, opened() as other:
        shared = (await share(one))["shared"]
        waiting = asyncio.create_task(one.get(f"/api/evenings/{shared['id']}?after=0"))
        await somebody_waits(one)
        assert (await write(other, shared, 0, "A roll 3")).status_code == 200
        assert (await waiting).json()["entries"] == ["A roll 3"]


async def test_nobody_waits_for_ever_and_not_while_the_server_stops(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = (await share(web))["shared"]
    path = f"/api/evenings/{shared['id']}?after=0"
    with monkeypatch.context() as patch:
        patch.setattr(watch, "WAIT_SECONDS", 0.01)
        assert (await web.get(path)).json() == shared
        patch.setattr(watch, "MOST_WAITING", 0)
        assert "too many phones" in refused(await web.get(path), 429, "limit")
    monkeypatch.setattr(watch, "WAIT_SECONDS", 1e6)
    waiting = asyncio.create_task(web.get(path))
    await somebody_waits(web)
    web.app.answer_waiting()
    assert (await waiting).json() == shared
    assert (await web.get(path)).json() == shared  # nor does anybody begin to


def test_a_server_that_stops_answers_those_who_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "WAIT_SECONDS", 1e6)
    chosen = Settings.load({}, database=f"sqlite:///{tmp_path}/tables.db", limits=0, log_level="error", grace=600)
    listening = listen("127.0.0.1", 0)
    app = create_app(chosen)
    server = uvicorn.Server(uvicorn.Config(app, **uvicorn_options(chosen)))
    running = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    running.start()
    while not server.started:
        assert running.is_alive(), "the server does not start"
        running.join(0.01)
    url = f"http://127.0.0.1:{listening.getsockname()[1]}/api/evenings"
    shared = httpx.post(url, json={**EVENING, "entries": []}, timeout=PATIENCE).json()["shared"]
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(httpx.get, f"{url}/{shared['id']}?after=0", timeout=PATIENCE)
        while not (app.rest.state[SITE].evenings._waiting or waiting.done()):
            running.join(0.01)
        server.should_exit = True
        assert waiting.result().json() == shared
    running.join(PATIENCE)
    assert not running.is_alive()


async def test_sharing_is_ended_by_whoever_began_it_and_by_nobody_else(web: Web) -> None:
    begun = await share(web)
    path = f"/api/evenings/{begun['shared']['id']}"
    answer = await web.post(f"{path}/end", {"secret": "a guess"})
    assert "only the phone that has shared" in refused(answer, 403, "not allowed")
    assert (await web.post(f"{path}/end", {"secret": begun["secret"]})).status_code == 204
    refused(await web.get(path), 404, "malformed")
    refused(await web.post(f"{path}/end", {"secret": begun["secret"]}), 404, "malformed")
    refused(await write(web, begun["shared"], 0, "A roll 3"), 404, "malformed")
    code = begun["shared"]["code"]
    assert "no evening is shared by this code" in refused(
        await web.get(f"/api/evenings/codes/{code}"), 404, "malformed"
    )


async def test_a_code_opens_nothing_a_day_after_the_last_entry(web: Web) -> None:
    shared = (await share(web))["shared"]
    a_day_ago = update(schema.shared_evenings).values(changed=schema.shared_evenings.c.changed - DAY - 1)
    await web.site.store.run(lambda connection: connection.execute(a_day_ago))
    refused(await web.get(f"/api/evenings/codes/{shared['code']}"), 404, "malformed")
    assert (await web.get(f"/api/evenings/{shared['id']}")).json() == shared  # who has joined stays
    assert (await write(web, shared, 0, "A roll 3")).status_code == 200
    assert (await web.get(f"/api/evenings/codes/{shared['code']}")).status_code == 200


async def test_codes_cannot_be_guessed_nor_evenings_shared_without_end(opened: Open) -> None:
    async with opened(limits=1) as web:
        code = (await share(web))["shared"]["code"]
        for _ in range(EVENING_CODES.burst - 1):
            assert (await web.get("/api/evenings/codes/AAAA")).status_code == 404
        assert (await web.get(f"/api/evenings/codes/{code}")).status_code == 200
        answer = await web.get(f"/api/evenings/codes/{code}")
        assert "too many codes of evenings tried" in refused(answer, 429, "flood")
        for _ in range(EVENINGS_SHARED.burst - 1):
            await share(web)
        refused(await web.post("/api/evenings", {**EVENING, "entries": []}), 429, "flood")


async def test_another_code_is_drawn_when_one_is_taken(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["KQTR", "KQTR", "MWXA"])
    monkeypatch.setattr(handlers, "new_code", lambda: next(codes))
    assert [(await share(web))["shared"]["code"] for _ in range(2)] == ["KQTR", "MWXA"]
    monkeypatch.setattr(handlers, "new_code", lambda: "KQTR")
    refused(await web.post("/api/evenings", {**EVENING, "entries": []}), 503, "busy")


async def test_what_cannot_be_an_evening_is_not_shared(web: Web) -> None:
    answer = await web.post("/api/evenings", {**EVENING, "names": ["Ann"], "entries": []})
    assert "takes 2 to 10 players" in refused(answer, 400, "malformed")
    answer = await web.post("/api/evenings", {**EVENING, "game": "leduc", "entries": []})
    assert "no companion" in refused(answer, 404, "malformed")
    refused(await web.post("/api/evenings", {**EVENING, "evening": "../x", "entries": []}), 400, "malformed")
    shared = (await share(web))["shared"]
    refused(await write(web, shared, 0, *["A roll 3"] * (MOST_ENTRIES + 1)), 400, "malformed")
    refused(await web.get("/api/evenings/codes/A1BC"), 400, "malformed")


# among one's own games


def finished(**more: Any) -> dict[str, Any]:
    names = ["Ann", "Ben", "Cem"]
    return {**EVENING, "names": names, "entries": whole_game(3, 8), "ended": ENDED, "seat": 1, **more}


async def test_a_finished_evening_goes_among_ones_games_once_and_counts_nowhere(web: Web) -> None:
    ben = await web.guest("Ben")
    me = (await web.get("/api/me", ben)).json()["me"]["id"]
    answer = await web.post("/api/me/evenings", finished(), ben)
    assert answer.status_code == 201, answer.text
    game = answer.json()
    assert (game["table"], game["real"], game["public"], game["seat"], game["after"]) == ("mi4x", True, False, 1, None)
    assert (game["started"], game["ended"]) == (BEGUN, ENDED)
    assert [seat["name"] for seat in game["seats"]] == ["Ann", "Ben", "Cem"]
    assert [seat.get("person") for seat in game["seats"]] == [None, me, None]
    points = (await web.post("/api/games/royale/companion", _entries())).json()["outcome"]
    assert (game["score"], game["won"]) == (points["scores"][1], 1 in points["winners"])
    assert game["place"] == 1 + sum(score > game["score"] for score in points["scores"])

    assert "among your games already" in refused(
        await web.post("/api/me/evenings", finished(seat=0), ben), 409, "not allowed"
    )
    assert (await web.get(f"/api/people/{me}/games", ben)).json() == [game]
    profile = (await web.get(f"/api/people/{me}/profile", ben)).json()
    assert profile["tallies"] == profile["ratings"] == []
    assert (await web.get("/api/ratings/royale")).json() == []
    ann = await web.guest("Ann")
    assert (await web.get(f"/api/people/{me}/games", ann)).json() == []  # nobody else's business
    assert (await web.post("/api/me/evenings", finished(seat=0), ann)).status_code == 201  # she played, too


def _entries() -> dict[str, Any]:
    told = finished()
    return {name: told[name] for name in ("names", "options", "entries")}


async def test_evenings_stand_among_other_games_in_the_order_of_play(web: Web) -> None:
    ben = await web.guest("Ben")
    me = (await web.get("/api/me", ben)).json()["me"]["id"]
    for number in range(3):
        told = finished(evening=f"mi{number}", ended=ENDED + number)
        assert (await web.post("/api/me/evenings", told, ben)).status_code == 201
    first = (await web.get(f"/api/people/{me}/games?limit=2", ben)).json()
    assert [game["table"] for game in first] == ["mi2", "mi1"]
    more = await web.get(f"/api/people/{me}/games?limit=2&before={first[-1]['ended']},{first[-1]['table']}", ben)
    assert [game["table"] for game in more.json()] == ["mi0"]
    assert (await web.get(f"/api/people/{me}/games?game=pandante", ben)).json() == []
    plays = (await web.get("/api/me/plays", ben)).json()
    assert [play["sourcePlayId"] for play in plays] == ["mi2", "mi1", "mi0"]
    assert plays[0]["location"] == ""
    assert [player["sourcePlayerId"] for player in plays[0]["players"]] == ["Ann", me, "Cem"]
    assert (await web.ask("DELETE", "/api/me/evenings/mi1", None, ben)).status_code == 204
    refused(await web.ask("DELETE", "/api/me/evenings/mi1", None, ben), 404, "malformed")
    exported = (await web.get("/api/me/export", ben)).json()
    assert [one["evening"] for one in exported["evenings"]] == ["mi2", "mi0"]


async def test_only_what_is_over_and_true_to_the_rules_gets_there(web: Web) -> None:
    ben = await web.guest("Ben")
    entries = whole_game(3, 8)
    for wrong in (entries[:-1], [*entries, "A roll 3"], ["A roll 9", *entries]):
        answer = await web.post("/api/me/evenings", finished(entries=wrong), ben)
        assert "when it is over" in refused(answer, 409, "wrong time")
    assert "one of the 3" in refused(await web.post("/api/me/evenings", finished(seat=3), ben), 400, "malformed")
    refused(await web.post("/api/me/evenings", finished(names=["Ann"], seat=0), ben), 400, "malformed")
    refused(await web.post("/api/me/evenings", finished()), 401, "unknown person")
    ahead = (await web.post("/api/me/evenings", finished(begun=2**52, ended=2**53), ben)).json()
    assert ahead["started"] == ahead["ended"] < 2**52  # a phone's clock is wrong, ours is not
