"""Profiles, histories and lists of the best: what is counted when a game ends, and who may see what of it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text

from pandarium.server.store import RatingRow
from pandarium.server.store import jobs as writes
from server.http.conftest import Web, refused
from server.http.table_of_two import account, give_up, guest


async def profile(web: Web, person: str, who: str = "") -> dict[str, Any]:
    found: dict[str, Any] = (await web.get(f"/api/people/{person}/profile", who)).json()
    return found


async def test_a_game_that_ends_is_in_both_histories_with_place_and_rating(web: Web) -> None:
    ann, ben = await account(web, "Ann"), await account(web, "Ben")
    table = await give_up(web, ann, ben, rated=True)
    games = {who.id: (await web.get(f"/api/people/{who.id}/games", who.token)).json() for who in (ann, ben)}
    assert [[game["table"] for game in played] for played in games.values()] == [[table], [table]]
    winner, loser = sorted((played[0] for played in games.values()), key=lambda game: game["place"])
    assert (winner["won"], loser["won"], winner["place"], loser["place"]) == (True, False, 1, 2)
    assert (winner["before"], loser["before"]) == (0.0, 0.0)
    assert winner["after"] > 0 > loser["after"]
    assert [seat["name"] for seat in winner["seats"]] == ["Ann", "Ben"]
    changes = (await web.get(f"/api/tables/{table}/result")).json()["changes"]
    assert {change["seat"]: change["after"] for change in changes} == {
        game["seat"]: game["after"] for game in (winner, loser)
    }
    (point,) = (await web.get(f"/api/people/{ann.id}/ratings/leduc")).json()
    assert (point["table"], point["before"]) == (table, 0.0)
    mine = [(await web.get("/api/ratings/leduc/mine", who.token)).json() for who in (ann, ben)]
    assert sorted(found["place"] for found in mine) == [1, 2]


async def test_games_are_counted_by_players_and_bots_and_filtered_by_game(web: Web) -> None:
    ann, ben = await account(web, "Ann"), await account(web, "Ben")
    tables = [await give_up(web, ann, ben) for _ in range(3)]
    (tally,) = (await profile(web, ann.id))["tallies"]
    assert {**tally, "won": 0} == {"game": "leduc", "seats": 2, "level": "", "games": 3, "won": 0}
    first = (await web.get(f"/api/people/{ann.id}/games?limit=2", ann.token)).json()
    assert [game["table"] for game in first] == tables[:0:-1]
    last = f"{first[-1]['ended']},{first[-1]['table']}"
    assert [game["table"] for game in (await web.get(f"/api/people/{ann.id}/games?before={last}")).json()] == tables[:1]
    assert (await web.get(f"/api/people/{ann.id}/games?game=royale", ann.token)).json() == []
    assert len((await web.get(f"/api/people/{ann.id}/games?game=leduc", ann.token)).json()) == 3
    assert (await profile(web, ann.id, ben.token))["together"] == 3


async def test_of_others_nobody_sees_what_was_played_among_friends(web: Web) -> None:
    ann, ben, eve = await account(web, "Ann"), await account(web, "Ben"), await guest(web, "Eve")
    private = await give_up(web, ann, ben, public=False, rated=True)
    for stranger in ("", eve.token, ben.token):
        found = await profile(web, ann.id, stranger)
        assert (found["tallies"], found["you"]) == ([], False)
        assert (await web.get(f"/api/people/{ann.id}/games", stranger)).json() == []
        assert (await web.get(f"/api/people/{ann.id}/ratings/leduc", stranger)).json() == []
    own = await profile(web, ann.id, ann.token)
    assert [tally["games"] for tally in own["tallies"]] == [1]
    assert [game["table"] for game in (await web.get(f"/api/people/{ann.id}/games", ann.token)).json()] == [private]
    refused(await web.get(f"/api/tables/{private}/result", eve.token), 403, "no access")


async def test_a_profile_that_is_switched_off_shows_name_and_picture_alone(web: Web) -> None:
    ann, ben = await account(web, "Ann"), await account(web, "Ben")
    table = await give_up(web, ann, ben, rated=True)
    hidden = await web.ask("PATCH", "/api/me", {"hidden": True}, ann.token)
    assert hidden.json()["hidden"] is True
    found = await profile(web, ann.id, ben.token)
    assert (found["name"], found["hidden"], found["ratings"], found["tallies"]) == ("Ann", True, [], [])
    assert found["created"] == 0
    assert (await web.get(f"/api/people/{ann.id}", ben.token)).json()["ratings"] == []
    for path in ("games", "history", "ratings/leduc"):
        assert (await web.get(f"/api/people/{ann.id}/{path}", ben.token)).json() == []
    assert {row["who"] for row in (await web.get("/api/ratings/leduc")).json()} == {ben.id}
    assert [change["seat"] for change in (await web.get(f"/api/tables/{table}/result")).json()["changes"]] == [1]
    own = (await web.get(f"/api/tables/{table}/result", ann.token)).json()["changes"]
    assert [change["seat"] for change in own] == [0, 1]
    assert len((await profile(web, ann.id, ann.token))["tallies"]) == 1
    mine = (await web.get("/api/ratings/leduc/mine", ben.token)).json()
    assert mine["place"] == 1


async def test_the_mail_address_and_the_login_name_are_nowhere_in_a_profile(web: Web) -> None:
    ann = await account(web, "Ann")
    assert (await profile(web, ann.id, ann.token)).keys().isdisjoint({"mail", "handle"})


async def test_places_count_those_ahead_and_bots_with_them(web: Web) -> None:
    ann = await account(web, "Ann")
    rows = [RatingRow("bot:hard", "royale", 30.0, 1.0, 5), RatingRow(ann.id, "royale", 20.0, 1.0, 5)]
    await web.site.store.run(writes.rate([*rows, RatingRow("p_low", "royale", 10.0, 1.0, 5)]))
    found = (await web.get("/api/ratings/royale/mine", ann.token)).json()
    assert (found["place"], found["rating"]["rating"]) == (2, 17.0)
    assert (await web.get("/api/ratings/wildstyle/mine", ann.token)).json() == {"place": None, "rating": None}
    refused(await web.get("/api/ratings/royale/mine"), 401, "unknown person")


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM results WHERE person = 'p' ORDER BY ended DESC LIMIT 20",
        "SELECT * FROM results WHERE person = 'p' AND game = 'g' ORDER BY ended DESC LIMIT 20",
        "SELECT who FROM ratings WHERE game = 'g' ORDER BY score DESC, who DESC LIMIT 50",
        "SELECT * FROM invitations WHERE person = 'p'",
    ],
)
async def test_histories_and_lists_of_the_best_are_read_by_index(web: Web, sql: str) -> None:
    plan = str(await web.site.store.read(text(f"EXPLAIN QUERY PLAN {sql}")))
    assert "SEARCH" in plan
    assert "SCAN" not in plan
    assert "TEMP B-TREE" not in plan
