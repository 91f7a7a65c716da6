"""One deal for many: the deal of the day, challenges by link, and that nobody sees a deal before they played it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pandarium.cli import main
from pandarium.core import fair
from pandarium.server.store import challenges as rows
from server.harness import PATIENCE
from server.http.conftest import Open, Web, refused

TODAY = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
"""The logs of tables have the true time: so the days of these tests are those around the true one."""
NOON = int(TODAY.timestamp() * 1000)
HOUR = 3_600_000
DAY = 24 * HOUR


@pytest.fixture
async def web(opened: Open) -> AsyncIterator[Web]:
    """A server whose bots think in a thread: none of them is asked for much."""
    async with opened(bot_processes=0) as found:
        yield found


@pytest.fixture
def noon(web: Web) -> Web:
    """It is noon."""
    return at(web, NOON)


def at(web: Web, moment: int) -> Web:
    """What time it is for challenges."""
    assert web.app.hub is not None
    web.app.hub.challenges.now = lambda: moment
    return web


def day(later: int = 0) -> str:
    """Today, or so many days later."""
    return (TODAY + timedelta(days=later)).date().isoformat()


async def daily(web: Web, who: str, game: str = "leduc") -> dict[str, Any]:
    """Today's deal of that game."""
    found = (await web.get("/api/daily", who)).json()
    return next(one for one in found if one["game"] == game)


async def take(web: Web, id: str, who: str, **wanted: Any) -> str:
    """A table to play it at."""
    answer = await web.post(f"/api/challenges/{id}/tables", wanted, who)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["id"]
    return table


async def play_out(web: Web, table: str, *whos: str) -> dict[str, Any]:
    """First legal moves of these people, until the game is over."""
    async with asyncio.timeout(PATIENCE):
        for who in cycle(whos):
            state = (await web.get(f"/api/tables/{table}/state", who)).json()
            if state["table"]["status"] in {"ended", "closed"}:
                break
            if state.get("legal"):
                move = {"type": "play", "move": state["legal"][0]["move"], "position": state["position"]}
                await web.say(table, who, **move)
            await asyncio.sleep(0.005)  # a bot thinks
    shown: dict[str, Any] = state["table"]
    return shown


async def played(web: Web, id: str, who: str) -> str:
    """Somebody has played it."""
    table = await take(web, id, who)
    await play_out(web, table, who)
    return table


async def test_the_hash_of_tomorrow_is_published_today_and_the_secret_fits_it(noon: Web) -> None:
    who = await noon.guest("Ann")
    tomorrow = (await daily(noon, who))["next_commitment"]
    assert len(tomorrow) == 64
    at(noon, NOON + DAY)
    today = await daily(noon, who)
    assert (today["day"], today["commitment"]) == (day(1), tomorrow)
    assert today["created"] < NOON + DAY - 12 * HOUR + 1
    assert today["secret"] is None
    at(noon, NOON + 2 * DAY)
    revealed = (await noon.get(f"/api/challenges/{today['id']}", who)).json()
    assert fair.commitment(bytes.fromhex(revealed["secret"])) == tomorrow


async def test_what_is_of_tomorrow_is_not_there_today(noon: Web) -> None:
    await daily(noon, "")
    refused(await noon.get(f"/api/challenges/d_leduc_{day(1)}"), 404, "unknown table")


async def test_everybody_meets_the_same_deal_and_the_same_bots(noon: Web) -> None:
    tables = []
    for name in ("Ann", "Bao"):
        who = await noon.guest(name)
        table = await take(noon, (await daily(noon, who))["id"], who)
        await play_out(noon, table, who)
        replay = (await noon.get(f"/api/tables/{table}/replay?as=1", who)).json()
        tables.append([[frame.get("view"), frame["news"].get("move")] for frame in replay])
    first, second = (msgspec.json.encode(frames).replace(b"Bao", b"Ann") for frames in tables)
    assert first == second


async def test_one_game_counts_and_then_one_practises(noon: Web) -> None:
    who = await noon.guest("Ann")
    deal = await daily(noon, who)
    assert (deal["knows"], deal["open"], deal["practice"]) == ("nothing", True, False)
    path = f"/api/challenges/{deal['id']}/tables"
    refused(await noon.post(path, {"practice": True}, who), 403, "not allowed")
    table = await take(noon, deal["id"], who)
    assert (await daily(noon, who))["knows"] == "playing"
    refused(await noon.post(path, {}, who), 403, "not allowed")  # to give up is no way to a second try
    refused(await noon.post(path, {"practice": True}, who), 403, "not allowed")
    shown = await play_out(noon, table, who)
    assert (shown["challenge"], shown["listed"], shown["hints"]) == (deal["id"], True, False)
    refused(await noon.post(path, {}, who), 403, "not allowed")
    again = await take(noon, deal["id"], who, practice=True)
    await play_out(noon, again, who)
    results = (await noon.get(f"/api/challenges/{deal['id']}", who)).json()["results"]
    assert [one["table"] for one in results] == [table]
    assert results[0]["score"] == shown["outcome"]["scores"][0]


async def test_nobody_sees_anything_of_a_deal_before_they_have_played_it(noon: Web) -> None:
    ann, bao = await noon.guest("Ann"), await noon.guest("Bao")
    deal = await daily(noon, ann)
    answer = (await noon.post(f"/api/challenges/{deal['id']}/tables", {}, ann)).json()
    table, invite = answer["id"], answer["invite"]
    shared = (await noon.get(f"/api/tables/{table}/share", ann)).json()["token"]
    keys = f"invite={invite}&share={shared}"
    paths = ["", "/state", "/replay", "/replay?as=0", "/replay?as=spectator", "/record", "/content"]
    for over in (False, True):
        for path in paths:
            for who in (bao, ""):
                mark = "&" if "?" in path else "?"
                found = await noon.get(f"/api/tables/{table}{path}{mark}{keys}", who)
                assert found.status_code in {403, 409}, (over, path, found.text)
        assert (await noon.get(f"/api/challenges/{deal['id']}", bao)).json()["results"] is None
        if not over:
            await play_out(noon, table, ann)
    assert "secret" not in (await noon.get(f"/api/tables/{table}", ann)).json()  # nor does Ann know what comes
    refused(await noon.get(f"/api/tables/{table}/record", ann), 409, "wrong time")
    await played(noon, deal["id"], bao)
    assert (await noon.get(f"/api/tables/{table}/replay?as=1", bao)).status_code == 200


async def test_after_the_day_the_record_proves_the_deal_and_nothing_counts_any_more(noon: Web, tmp_path: Path) -> None:
    ann, bao = await noon.guest("Ann"), await noon.guest("Bao")
    deal = await daily(noon, ann)
    table = await played(noon, deal["id"], ann)
    waiting = await take(noon, deal["id"], bao, friends=True)
    at(noon, NOON + 13 * HOUR)  # the day is over, its secret not yet shown
    refused(await noon.post(f"/api/challenges/{deal['id']}/tables", {}, bao), 409, "wrong time")
    refused(await noon.say(waiting, bao, type="start", fill=deal["level"]), 409, "wrong time")
    refused(await noon.get(f"/api/tables/{table}/record", ann), 409, "wrong time")
    at(noon, NOON + 25 * HOUR)
    file = tmp_path / "record.json"
    file.write_bytes((await noon.get(f"/api/tables/{table}/record", ann)).content)
    assert main(["verify", str(file), "--commitment", deal["commitment"]]) == 0
    shown = (await noon.get(f"/api/challenges/{deal['id']}", bao)).json()
    assert (shown["open"], shown["practice"]) == (False, True)
    assert shown["results"] == []  # of a day's deal guests are not listed for others
    assert (await noon.get(f"/api/tables/{table}/replay", bao)).status_code == 200


async def test_what_is_not_over_when_the_secret_is_shown_does_not_count(noon: Web) -> None:
    ann = await noon.guest("Ann")
    deal = await daily(at(noon, NOON - 3 * DAY), ann)
    table = await take(noon, deal["id"], ann)
    at(noon, NOON)
    await noon.say(table, ann, type="resign")
    assert (await noon.get(f"/api/challenges/{deal['id']}", ann)).json()["results"] == []


async def test_accounts_are_listed_for_all(noon: Web) -> None:
    ann, bao = await noon.guest("Ann"), await noon.guest("Bao")
    deal = await daily(noon, ann)
    for who in (ann, bao):
        await played(noon, deal["id"], who)
    path = f"/api/challenges/{deal['id']}"
    assert [one["name"] for one in (await noon.get(path, bao)).json()["results"]] == ["Bao"]
    made = await noon.post("/api/accounts", {"handle": "ann", "password": "a long sentence"}, ann)
    assert made.status_code in {200, 201}, made.text
    assert sorted(one["name"] for one in (await noon.get(path, bao)).json()["results"]) == ["Ann", "Bao"]


async def test_a_team_plays_it_together_and_all_of_them_know_it_then(noon: Web) -> None:
    ann, bao, cat = await noon.guest("Ann"), await noon.guest("Bao"), await noon.guest("Cat")
    deal = await daily(noon, ann, "raft")
    answer = (await noon.post(f"/api/challenges/{deal['id']}/tables", {"seats": 2, "friends": True}, ann)).json()
    table, invite = answer["id"], answer["invite"]
    await played(noon, deal["id"], cat)
    refused(await noon.say(table, cat, invite, type="sit"), 403, "not allowed")  # who knows it sits at no such table
    for message in ({"type": "sit"}, {"type": "ready"}):
        assert (await noon.say(table, bao, invite, **message)).status_code == 200
    refused(await noon.say(table, ann, type="start", fewer=True), 403, "not allowed")
    assert (await noon.say(table, ann, type="start")).status_code == 200
    refused(await noon.post(f"/api/challenges/{deal['id']}/tables", {}, bao), 403, "not allowed")
    await play_out(noon, table, ann, bao)
    results = (await noon.get(f"/api/challenges/{deal['id']}", ann)).json()["results"]
    assert [(one["name"], one["people"], one["seats"]) for one in results if one["table"] == table] == [("Ann", 2, 2)]


async def test_who_starts_two_tables_at_once_is_listed_for_one(noon: Web) -> None:
    ann = await noon.guest("Ann")
    deal = await daily(noon, ann)
    first, second = [await take(noon, deal["id"], ann, friends=True) for _ in range(2)]
    answers = await asyncio.gather(*(noon.say(t, ann, type="start", fill=deal["level"]) for t in (first, second)))
    begun = [t for t, answer in zip((first, second), answers, strict=True) if answer.status_code == 200]
    for table in begun:
        await play_out(noon, table, ann)
    results = (await noon.get(f"/api/challenges/{deal['id']}", ann)).json()["results"]
    assert len(results) == 1


async def test_moves_stand_where_they_count(noon: Web) -> None:
    ann = await noon.guest("Ann")
    table = await take(noon, (await daily(noon, ann, "royale"))["id"], ann)
    async with asyncio.timeout(PATIENCE):
        while not (state := (await noon.get(f"/api/tables/{table}/state", ann)).json()).get("legal"):
            await asyncio.sleep(0.005)
    await noon.say(table, ann, type="play", move=state["legal"][0]["move"], position=state["position"])
    assert "moves stand" in refused(await noon.say(table, ann, type="ask", what="undo"), 403, "not allowed")


# challenges by link


async def finished(web: Web, *whos: str, **wanted: Any) -> str:
    """A finished table of the first of them and a bot, or of both."""
    created = await web.create_table(whos[0], game="leduc", bots=["random"] * (2 - len(whos)), **wanted)
    for who in whos[1:]:
        await web.say(created["id"], who, created["invite"], type="sit")
        await web.say(created["id"], who, type="ready")
    await web.say(created["id"], whos[0], type="start")
    await play_out(web, created["id"], *whos)
    return created["id"]


async def test_a_finished_table_hands_on_its_deal(web: Web) -> None:
    ann, bao = await web.guest("Ann"), await web.guest("Bao")
    table = await finished(web, ann)
    link = (await web.post(f"/api/tables/{table}/challenge", None, ann)).json()
    assert link["url"] == f"http://panda.test/challenge/{link['id']}"
    assert (await web.post(f"/api/tables/{table}/challenge", None, ann)).json() == link
    refused(await web.post(f"/api/tables/{table}/challenge", None, bao), 403, "no access")
    before = (await web.get(f"/api/challenges/{link['id']}", bao)).json()
    assert (before["by"], before["knows"], before["results"], before["day"]) == ("Ann", "nothing", None, None)
    refused(await web.post(f"/api/challenges/{link['id']}/tables", {}, ann), 403, "not allowed")
    refused(await web.get(f"/api/tables/{table}/replay", bao), 403, "no access")
    theirs = await played(web, link["id"], bao)
    after = (await web.get(f"/api/challenges/{link['id']}", bao)).json()
    assert {one["table"] for one in after["results"]} == {table, theirs}
    opening = [(await web.get(f"/api/tables/{t}/replay?as=0", bao)).json()[0]["view"] for t in (table, theirs)]
    assert opening[0]["players"][0]["card"] == opening[1]["players"][0]["card"]


async def test_who_has_looked_at_the_game_is_not_listed(web: Web) -> None:
    ann, bao = await web.guest("Ann"), await web.guest("Bao")
    table = await finished(web, ann, public=True)
    link = (await web.post(f"/api/tables/{table}/challenge", None, ann)).json()
    assert (await web.get(f"/api/tables/{table}/replay?as=0", bao)).status_code == 200
    assert (await web.get(f"/api/challenges/{link['id']}", bao)).json()["knows"] == "seen"
    refused(await web.post(f"/api/challenges/{link['id']}/tables", {}, bao), 403, "not allowed")
    practice = await take(web, link["id"], bao, practice=True)
    await play_out(web, practice, bao)
    assert [one["table"] for one in (await web.get(f"/api/challenges/{link['id']}", bao)).json()["results"]] == [table]


async def test_nothing_is_handed_on_before_the_end(web: Web) -> None:
    ann = await web.guest("Ann")
    created = await web.create_table(ann, game="leduc", bots=["random"])
    await web.say(created["id"], ann, type="start")
    refused(await web.post(f"/api/tables/{created['id']}/challenge", None, ann), 409, "wrong time")


async def test_a_rematch_of_a_challenge_is_a_game_like_any_other(web: Web) -> None:
    ann = await web.guest("Ann")
    deal = await daily(web, ann)
    table = await played(web, deal["id"], ann)
    again = (await web.say(table, ann, type="rematch")).json()["table"]
    shown = (await web.get(f"/api/tables/{again}", ann)).json()
    assert "challenge" not in shown


async def test_who_is_forgotten_is_gone_from_the_lists(noon: Web) -> None:
    ann, bao = await noon.guest("Ann"), await noon.guest("Bao")
    deal = await daily(noon, ann)
    for who in (ann, bao):
        await played(noon, deal["id"], who)
    assert (await noon.post("/api/me/deletion", {}, bao)).status_code == 204
    found = await rows.attempts_at(noon.site.store, deal["id"])
    assert [one.name for one in found] == ["Ann"]
