"""Tables without a socket: laying, finding, playing, looking back."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from pandarium.bots.names import BOT_NAMES
from pandarium.core.record import Record
from pandarium.server.store import Store
from pandarium.server.store.public_list import FEW_LISTED
from pandarium.server.store.schema import DEAL
from server.harness import PATIENCE
from server.http.conftest import Open, Web, refused

DICE = ["take g20", "take b8", "take r8", "take c6"]
"""More kinds of dice than a table of two has in its pool."""


async def running(web: Web, **wanted: Any) -> tuple[str, str, str, str]:
    """A running table of two people: its id, its invite, and their tokens."""
    host, friend = await web.guest("Ann"), await web.guest("Bao")
    created = await web.create_table(host, **wanted)
    table, invite = created["id"], created["invite"]
    for answer in (
        await web.say(table, friend, invite, type="sit"),
        await web.say(table, friend, type="ready"),
        await web.say(table, host, type="start"),
    ):
        assert answer.status_code == 200, answer.text
    return table, invite, host, friend


async def test_a_new_table_has_an_id_an_invite_and_a_link_for_friends(web: Web) -> None:
    created = await web.create_table(await web.guest())
    assert created["url"] == f"http://panda.test/t/{created['id']}?invite={created['invite']}"
    assert len(created["invite"]) >= 20


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"seats": 99},
        {"options": {"children": "maybe"}},
        {"options": {"colour": True}},
        {"bots": ["genius"]},
        {"bots": ["random", "random"]},
    ],
)
async def test_tables_that_cannot_be_are_refused(web: Web, wrong: dict[str, Any]) -> None:
    answer = await web.post("/api/tables", {"game": "royale", "seats": 2, **wrong}, await web.guest())
    refused(answer, 400, "bad table")


@pytest.mark.parametrize("wrong", [{"seats": "2"}, {"seats": 0}, {"public": 1}, {"colour": "red"}, {"pace": "fast"}])
async def test_nothing_is_bent_to_fit(web: Web, wrong: dict[str, Any]) -> None:
    answer = await web.post("/api/tables", {"game": "royale", "seats": 2, **wrong}, await web.guest())
    refused(answer, 400, "malformed")


async def test_only_somebody_lays_tables(web: Web) -> None:
    refused(await web.post("/api/tables", {"game": "royale", "seats": 2}), 401, "unknown person")


async def test_rated_tables_are_for_accounts(web: Web) -> None:
    rated = {"game": "royale", "seats": 2, "rated": True}
    with_clock = {**rated, "pace": {"kind": "live"}}
    refused(await web.post("/api/tables", with_clock, await web.guest()), 403, "not allowed")
    refused(await web.post("/api/tables", rated, await web.guest()), 400, "bad table")


async def test_nobody_sits_at_more_tables_than_the_server_allows(opened: Open) -> None:
    async with opened(max_tables_per_person=2) as web:
        token = await web.guest()
        first = await web.create_table(token)
        await web.create_table(token)
        one_more = {"game": "royale", "seats": 2}
        assert "2 tables" in refused(await web.post("/api/tables", one_more, token), 429, "limit")
        await web.say(first["id"], token, type="close")
        await web.create_table(token)


HOME, ELSEWHERE = ({"x_forwarded_for": address} for address in ("198.51.100.7", "203.0.113.9"))
OPEN = {"game": "royale", "seats": 2, "public": True}


async def test_a_flood_of_tables_from_one_address_hides_nobodys_table(opened: Open) -> None:
    async with opened(proxies=1) as web:
        alone = (await web.post("/api/tables", OPEN, await web.guest("Ann"), **ELSEWHERE)).json()["id"]
        for _ in range(100):
            flooder = await web.guest()
            for _ in range(5):
                assert (await web.post("/api/tables", OPEN, flooder, **HOME)).status_code == 201
        first = [table["id"] for table in (await web.get("/api/tables")).json()]
        assert len(first) == 20
        assert alone in first[: FEW_LISTED + 1]
        found: list[str] = []
        place = ""
        while page := (await web.get(f"/api/tables?limit=100{place}")).json():
            found += [table["id"] for table in page]
            place = f"&before={page[-1]['changed']},{page[-1]['id']}"
        assert len(found) == len(set(found)) == 501


async def test_one_person_has_so_many_open_tables_and_no_more(opened: Open) -> None:
    async with opened(limits=1, max_open_tables=3) as web:
        ann, ben = await web.guest(), await web.guest()
        tables = [await web.create_table(ann) for _ in range(3)]
        reason = refused(await web.post("/api/tables", OPEN, ann), 429, "limit")
        assert reason == "you have 3 open tables that wait for players; start or close one first"
        await web.create_table(ben)
        await web.say(tables[0]["id"], ann, type="close")
        started = await web.create_table(ann, bots=["random"])
        assert (await web.say(started["id"], ann, type="start")).status_code == 200
        await web.create_table(ann)


async def test_one_address_has_so_many_open_tables_and_no_more(opened: Open) -> None:
    async with opened(limits=1, proxies=1, max_open_tables_by_address=4) as web:
        guests = [await web.guest() for _ in range(4)]
        for guest in guests:
            assert (await web.post("/api/tables", OPEN, guest, **HOME)).status_code == 201
        reason = refused(await web.post("/api/tables", OPEN, guests[0], **HOME), 429, "limit")
        assert reason.startswith("4 open tables from your address wait for players")
        assert (await web.post("/api/tables", OPEN, guests[0], **ELSEWHERE)).status_code == 201
        mine = (await web.get("/api/tables/mine", guests[1])).json()
        await web.say(mine[0]["id"], guests[1], type="close")
        assert (await web.post("/api/tables", OPEN, guests[0], **HOME)).status_code == 201


async def test_of_many_who_create_tables_at_once_no_more_succeed_than_may(opened: Open) -> None:
    async with opened(limits=1, proxies=1, max_open_tables_by_address=4) as web:
        guests = [await web.guest() for _ in range(12)]
        answers = await asyncio.gather(*(web.post("/api/tables", OPEN, guest, **HOME) for guest in guests))
        assert sorted(answer.status_code for answer in answers) == [201] * 4 + [429] * 8


async def test_no_address_is_kept_and_nothing_of_it_when_the_table_is_over(opened: Open) -> None:
    async with opened(proxies=1) as web:
        ann = await web.guest()
        id = (await web.post("/api/tables", OPEN, ann, **HOME)).json()["id"]
        row = await web.site.store.table(id)
        assert row is not None
        assert row.origin
        assert HOME["x_forwarded_for"] not in str(msgspec.structs.asdict(row))
        await web.say(id, ann, type="close")
        row = await web.site.store.table(id)
        assert row is not None
        assert row.origin == ""


async def test_public_tables_are_listed_and_private_ones_are_not(web: Web) -> None:
    token = await web.guest("Ann")
    public = await web.create_table(token, public=True, seats=3, bots=["random"])
    private = await web.create_table(token)
    listed = (await web.get("/api/tables")).json()
    assert [table["id"] for table in listed] == [public["id"]]
    ann, free, bot = (seat.get("name", "") for seat in listed[0]["seats"])
    assert (ann, free) == ("Ann", "")
    assert bot in BOT_NAMES
    assert listed[0]["seats"][2]["bot"] == "random"
    assert public["invite"] not in str(listed)
    assert (await web.get("/api/tables?game=leduc")).json() == []
    assert (await web.get("/api/tables?status=running")).json() == []
    mine = (await web.get("/api/tables/mine", token)).json()
    assert {table["id"] for table in mine} == {public["id"], private["id"]}
    assert (await web.get("/api/tables/mine?status=ended", token)).json() == []


async def whose_turn(web: Web, table: str, who: str) -> list[int]:
    """What the list of that person's tables says about whose turn it is."""
    listed = (await web.get("/api/tables/mine", who)).json()
    return next(row["actors"] for row in listed if row["id"] == table)


async def test_a_list_says_whose_turn_it_is(opened: Open) -> None:
    async with opened() as web:
        table, _, host, friend = await running(web)
        idle = await web.create_table(host)
        state = (await web.get(f"/api/tables/{table}/state", host)).json()
        assert await whose_turn(web, table, host) == state["actors"]
        assert await whose_turn(web, idle["id"], host) == []
        acting = [host, friend][state["actors"][0]]
        legal = (await web.get(f"/api/tables/{table}/state", acting)).json()["legal"]
        await web.say(table, acting, type="play", move=legal[0]["move"], position=0)
        after = (await web.get(f"/api/tables/{table}/state", host)).json()["actors"]
        assert after != state["actors"]
        assert await whose_turn(web, table, friend) == after
    async with opened() as web:  # and so it does when the table is not in memory
        assert await whose_turn(web, table, host) == after
        assert table not in [loaded.table.id for loaded in web.site.hub.loaded_tables()]
        await web.say(table, host, type="ask", what="pause")
        await web.say(table, friend, type="answer", yes=True)
        assert await whose_turn(web, table, host) == []


async def test_a_list_shows_the_pictures_of_those_who_sit_there(web: Web) -> None:
    token = (await web.post("/api/guest", {"name": "Ann", "avatar": "crown"})).json()["token"]
    friend = (await web.post("/api/guest", {"name": "Bao", "avatar": "🎋"})).json()["token"]
    created = await web.create_table(token, seats=3, bots=["random"])
    await web.say(created["id"], friend, created["invite"], type="sit")
    (listed,) = (await web.get("/api/tables/mine", token)).json()
    assert [seat.get("avatar", "") for seat in listed["seats"]] == ["crown", "🎋", ""]


async def test_lists_go_on_where_the_last_one_ended(web: Web) -> None:
    token = await web.guest()
    created = [(await web.create_table(token, public=True))["id"] for _ in range(3)]
    found: list[str] = []
    before = ""
    while page := (await web.get(f"/api/tables?limit=1{before}")).json():
        found.append(page[0]["id"])
        before = f"&before={page[0]['changed']},{page[0]['id']}"
    assert found == created[::-1]


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=101",
        "limit=x",
        "before=-1",
        "before=5,",
        "before=5,a b",
        "status=closed",
        "status=",
        "game=" + "x" * 41,
    ],
)
async def test_questions_that_make_no_sense_are_refused(web: Web, query: str) -> None:
    reason = refused(await web.get(f"/api/tables?{query}"), 400, "malformed")
    assert reason.startswith(query.partition("=")[0])


async def test_a_private_table_opens_to_its_invite_alone(web: Web) -> None:
    host, stranger = await web.guest("Ann"), await web.guest("Eve")
    created = await web.create_table(host)
    path = f"/api/tables/{created['id']}"
    for who in (stranger, ""):
        for part in ("", "/state", "/record", "/replay"):
            refused(await web.get(f"{path}{part}?invite=wrong", who), 403, "no access")
    refused(await web.say(created["id"], stranger, type="sit"), 403, "no access")
    for who in (stranger, ""):
        shown = await web.get(f"{path}?invite={created['invite']}", who)
        assert (shown.status_code, shown.json()["id"]) == (200, created["id"])
        assert "invite" not in shown.text
    assert (await web.get(path, host)).status_code == 200


@pytest.mark.parametrize("part", ["", "/state", "/record", "/replay"])
async def test_a_table_that_is_not_there_is_unknown(web: Web, part: str) -> None:
    refused(await web.get(f"/api/tables/t_nothing{part}"), 404, "unknown table")


async def test_500_tables_that_do_not_exist_cost_one_look_each_and_hold_up_nobody(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = await web.guest()
    there = (await web.create_table(host))["id"]
    made_up = {f"{kind}_nothing{number}" for number in range(250) for kind in ("t", DEAL)}
    looks: Counter[str] = Counter()
    all_look, go_on = asyncio.Event(), asyncio.Event()
    read = Store.read
    read_table = Store.table

    async def held_up(id: str) -> None:
        looks[id] += 1
        if len(looks) == len(made_up):
            all_look.set()
        await go_on.wait()

    async def slow_table(store: Store, id: str) -> Any:
        if id in made_up:
            await held_up(id)
        return await read_table(store, id)

    async def slow_read(store: Store, statement: Any) -> Any:
        for id in made_up.intersection(map(str, statement.compile().params.values())):
            await held_up(id)
        return await read(store, statement)

    monkeypatch.setattr(Store, "table", slow_table)
    monkeypatch.setattr(Store, "read", slow_read)
    strangers = [asyncio.ensure_future(web.get(f"/api/tables/{id}")) for id in sorted(made_up)]
    async with asyncio.timeout(PATIENCE):
        await all_look.wait()
        for page in (f"/api/tables/{there}/state", f"/api/tables/{there}/replay", "/api/tables", "/health"):
            assert (await web.get(page, host)).status_code in (200, 409), page
    assert not any(stranger.done() for stranger in strangers)
    go_on.set()
    for answer in await asyncio.gather(*strangers):
        refused(answer, 404, "unknown table")
    assert set(looks.values()) == {1}
    assert [loaded.table.id for loaded in web.site.hub.loaded_tables()] == [there]


async def test_a_game_can_be_played_by_requests_alone(web: Web) -> None:
    table, _, host, friend = await running(web)
    tokens = {0: host, 1: friend}
    for _ in range(4):
        states = {seat: (await web.get(f"/api/tables/{table}/state", who)).json() for seat, who in tokens.items()}
        seat, state = next((seat, state) for seat, state in states.items() if state.get("legal"))
        move = {"type": "play", "move": state["legal"][0]["move"], "position": state["position"], "id": 7}
        answer = await web.say(table, tokens[seat], **move)
        assert (answer.status_code, answer.json()["type"], answer.json()["id"]) == (200, "done", 7)
    since = (await web.get(f"/api/tables/{table}/state?since=0", host)).json()
    assert [line["type"] for line in since["news"]][-5:] == ["started", *["moved"] * 4]


async def test_refused_moves_name_the_rule_and_change_nothing(web: Web) -> None:
    table, _, host, friend = await running(web)
    before = (await web.get(f"/api/tables/{table}/state", host)).json()
    idle = friend if before.get("legal") else host
    acting = host if idle is friend else friend
    refused(await web.say(table, idle, type="play", move="take b8", position=0), 409, "not your turn")
    legal = {move["move"] for move in (await web.get(f"/api/tables/{table}/state", acting)).json()["legal"]}
    absent = next(move for move in DICE if move not in legal)
    answer = await web.say(table, acting, type="play", move=absent, position=0)
    refused(answer, 409, "illegal move")
    assert answer.json()["rule"].startswith("PR-")
    refused(await web.say(table, acting, type="play", move="dance", position=0), 400, "bad move")
    refused(await web.say(table, acting, type="play", move="take b8", position=9), 409, "stale")
    assert (await web.get(f"/api/tables/{table}/state", host)).json()["seq"] == before["seq"]


async def test_chat_is_held_to_its_own_pace(opened: Open) -> None:
    async with opened(limits=0.4) as web:
        token = await web.guest()
        created = await web.create_table(token)
        codes = [(await web.say(created["id"], token, type="say", text="hello")).status_code for _ in range(5)]
    assert codes[:3] == [200, 200, 200]
    assert 429 in codes


async def test_a_record_is_given_when_the_game_is_over_and_not_before(web: Web) -> None:
    table, invite, host, friend = await running(web, public=True)
    refused(await web.get(f"/api/tables/{table}/record", host), 409, "wrong time")
    assert "secret" not in (await web.get(f"/api/tables/{table}", host)).json()
    await web.say(table, host, type="resign")
    answer = await web.get(f"/api/tables/{table}/record", friend)
    record = Record.from_json(answer.content)
    assert (record.game, record.players) == ("royale", ["Ann", "Bao"])
    today = datetime.now(UTC).date()
    names = [f"royale-{day}-{table}.json" for day in (today, today - timedelta(days=1))]
    assert answer.headers["content-disposition"] in [f'attachment; filename="{name}"' for name in names]
    assert b'\n "game": "royale",\n' in answer.content
    assert (await web.get(f"/api/tables/{table}", host)).json()["secret"] == record.secret
    ended = (await web.get("/api/tables?status=ended")).json()
    assert [(row["id"], row["outcome"]["winners"]) for row in ended] == [(table, [1])]
    assert [row["together"] for row in ended] == [False]
    person = (await web.get("/api/me", friend)).json()["me"]["id"]
    history = (await web.get(f"/api/people/{person}/history")).json()
    assert [row["id"] for row in history] == [table]
    assert invite not in str(ended)


async def test_private_games_stay_out_of_a_history(web: Web) -> None:
    table, _, host, friend = await running(web)
    await web.say(table, host, type="resign")
    person = (await web.get("/api/me", friend)).json()["me"]["id"]
    assert (await web.get(f"/api/people/{person}/history")).json() == []
    assert [row["id"] for row in (await web.get("/api/tables/mine?status=ended", friend)).json()] == [table]


async def test_a_replay_shows_what_its_viewer_could_see(web: Web) -> None:
    table, _, host, _ = await running(web)
    own = (await web.get(f"/api/tables/{table}/replay", host)).json()
    assert [frame["news"]["type"] for frame in own] == ["started"]
    assert (await web.get(f"/api/tables/{table}/replay?as=0", host)).json() == own
    assert (await web.get(f"/api/tables/{table}/replay?as=spectator", host)).status_code == 200
    refused(await web.get(f"/api/tables/{table}/replay?as=1", host), 403, "not allowed")
    refused(await web.get(f"/api/tables/{table}/replay?as=7", host), 400, "bad table")
    refused(await web.get(f"/api/tables/{table}/replay?as=god", host), 400, "malformed")
    await web.say(table, host, type="resign")
    assert (await web.get(f"/api/tables/{table}/replay?as=1", host)).status_code == 200


async def test_lists_tell_how_a_game_stands(web: Web) -> None:
    table, invite, host, friend = await running(web, public=True)
    listed = {row["id"]: row for row in (await web.get("/api/tables?status=running")).json()}[table]
    spectator = (await web.get(f"/api/tables/{table}/state?invite={invite}", await web.guest("Cleo"))).json()["view"]
    assert listed["standing"] == {"scores": [one["total"] for one in spectator["players"]], "done": 1, "of": 10}
    assert (listed["tournament"], listed["tournament_title"]) == (None, "")
    assert (await web.say(table, friend, type="resign")).status_code == 200
    (ended,) = (await web.get("/api/tables/mine?status=ended", host)).json()
    assert ended["standing"] is None
    assert ended["outcome"]["scores"] == listed["standing"]["scores"]


async def test_lists_know_who_plays_where_the_host_began_with_fewer(web: Web) -> None:
    host, friend = await web.guest("Ann"), await web.guest("Bao")
    created = await web.create_table(host, seats=5)
    table, invite = created["id"], created["invite"]
    await web.say(table, friend, invite, type="sit", seat=3)
    await web.say(table, friend, type="ready")
    (row,) = (await web.get("/api/tables/mine", host)).json()
    assert [seat.get("name", "") for seat in row["seats"]] == ["Ann", "", "", "Bao", ""]
    assert (await web.say(table, host, type="start", fewer=True)).status_code == 200
    (row,) = (await web.get("/api/tables/mine", friend)).json()
    assert [seat["name"] for seat in row["seats"]] == ["Ann", "Bao"]
