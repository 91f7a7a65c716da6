"""Friends by link, invitations to tables, playing again with the same people, and forgetting all of it."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from pandarium.server.store import schema
from server.http.conftest import Web, refused
from server.http.table_of_two import Player, account, give_up, guest


async def link_of(web: Web, who: Player) -> str:
    url: str = (await web.post("/api/me/friends/link", {}, who.token)).json()["url"]
    return url.rsplit("/", 1)[1]


async def befriend(web: Web, one: Player, other: Player) -> None:
    answer = await web.post("/api/me/friends", {"code": await link_of(web, one)}, other.token)
    assert answer.status_code == 201, answer.text


async def names(web: Web, who: Player) -> list[str]:
    return [friend["name"] for friend in (await web.get("/api/me/friends", who.token)).json()]


async def test_a_link_makes_two_people_friends_and_both_can_end_it(web: Web) -> None:
    ann, ben = await guest(web, "Ann"), await guest(web, "Ben")
    code = await link_of(web, ann)
    offer = (await web.get(f"/api/friends/{code}", ben.token)).json()
    assert (offer["name"], offer["you"], offer["friend"]) == ("Ann", False, False)
    assert (await web.get(f"/api/friends/{code}", ann.token)).json()["you"] is True
    refused(await web.post("/api/me/friends", {"code": code}, ann.token), 403, "not allowed")
    for _ in range(2):  # twice is once
        assert (await web.post("/api/me/friends", {"code": code}, ben.token)).status_code == 201
    assert (await names(web, ann), await names(web, ben)) == (["Ben"], ["Ann"])
    assert (await web.get(f"/api/people/{ann.id}/profile", ben.token)).json()["friend"] is True
    await web.ask("DELETE", f"/api/me/friends/{ann.id}", None, ben.token)
    assert (await names(web, ann), await names(web, ben)) == ([], [])


async def test_a_new_link_ends_the_old_one_and_an_old_one_opens_nothing(
    web: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = await guest(web, "Ann"), await guest(web, "Ben")
    old, new = await link_of(web, ann), await link_of(web, ann)
    refused(await web.get(f"/api/friends/{old}"), 404, "malformed")
    refused(await web.post("/api/me/friends", {"code": old}, ben.token), 404, "malformed")
    monkeypatch.setattr("pandarium.server.http.friends.now_ms", lambda: 2**50)
    refused(await web.get(f"/api/friends/{new}"), 404, "malformed")


async def test_friends_are_shown_at_public_tables_with_a_free_seat_and_at_no_others(web: Web) -> None:
    ann, ben = await guest(web, "Ann"), await guest(web, "Ben")
    await befriend(web, ann, ben)
    private = await web.create_table(ann.token)
    full = await web.create_table(ann.token, public=True, bots=["random"])
    public = await web.create_table(ann.token, public=True)
    (friend,) = (await web.get("/api/me/friends", ben.token)).json()
    assert [table["id"] for table in friend["tables"]] == [public["id"]]
    assert not {private["id"], full["id"]} & {table["id"] for table in friend["tables"]}


async def test_a_friend_is_asked_to_a_table_sees_it_and_comes_in(web: Web) -> None:
    ann, ben, eve = await guest(web, "Ann"), await guest(web, "Ben"), await guest(web, "Eve")
    await befriend(web, ann, ben)
    table = await web.create_table(ann.token)
    path = f"/api/tables/{table['id']}/invitations"
    refused(await web.post(path, {"people": [eve.id]}, ann.token), 403, "not allowed")
    refused(await web.post(path, {"people": [ann.id]}, ben.token), 403, "not seated")
    assert (await web.post(path, {"people": [ben.id]}, ann.token)).status_code == 204
    (asked,) = (await web.get("/api/me/invitations", ben.token)).json()
    assert (asked["name"], asked["table"]["id"], asked["invite"]) == ("Ann", table["id"], table["invite"])
    assert (await web.get("/api/me/invitations", eve.token)).json() == []
    assert (await web.say(table["id"], ben.token, asked["invite"], type="sit")).status_code == 200
    assert (await web.get("/api/me/invitations", ben.token)).json() == []


async def test_whoever_declines_or_has_muted_the_host_is_not_asked(web: Web) -> None:
    ann, ben, cem = await guest(web, "Ann"), await guest(web, "Ben"), await guest(web, "Cem")
    for other in (ben, cem):
        await befriend(web, ann, other)
    await web.post(f"/api/me/mutes/{ann.id}", None, cem.token)
    table = await web.create_table(ann.token, seats=3)
    asked = {"people": [ben.id, cem.id]}
    assert (await web.post(f"/api/tables/{table['id']}/invitations", asked, ann.token)).status_code == 204
    assert len((await web.get("/api/me/invitations", ben.token)).json()) == 1
    assert (await web.get("/api/me/invitations", cem.token)).json() == []
    await web.ask("DELETE", f"/api/me/invitations/{table['id']}", None, ben.token)
    assert (await web.get("/api/me/invitations", ben.token)).json() == []


async def test_invitations_end_when_the_game_begins(web: Web) -> None:
    ann, ben = await guest(web, "Ann"), await guest(web, "Ben")
    await befriend(web, ann, ben)
    table = await web.create_table(ann.token)
    await web.post(f"/api/tables/{table['id']}/invitations", {"people": [ben.id]}, ann.token)
    assert (await web.say(table["id"], ann.token, type="start", fill="random")).status_code == 200
    assert (await web.get("/api/me/invitations", ben.token)).json() == []
    count = select(func.count()).select_from(schema.invitations)
    assert (await web.site.store.read(count))[0][0] == 0


async def test_playing_again_makes_a_table_like_the_old_one_and_asks_the_others(web: Web) -> None:
    ann, ben, eve = await guest(web, "Ann"), await guest(web, "Ben"), await guest(web, "Eve")
    old = await give_up(web, ann, ben)
    refused(await web.post(f"/api/tables/{old}/again", None, eve.token), 403, "not seated")
    new = (await web.post(f"/api/tables/{old}/again", None, ann.token)).json()
    (asked,) = (await web.get("/api/me/invitations", ben.token)).json()
    assert (asked["table"]["id"], asked["table"]["game"], asked["table"]["public"]) == (new["id"], "leduc", False)
    assert [seat.get("name", "") for seat in asked["table"]["seats"]] == ["Ann", ""]


async def test_an_account_that_is_deleted_leaves_nothing_of_this_behind(web: Web) -> None:
    ann, ben = await account(web, "Ann"), await account(web, "Ben")
    await befriend(web, ann, ben)
    old = await give_up(web, ann, ben, rated=True)
    await web.post(f"/api/tables/{old}/again", None, ben.token)
    export = (await web.get("/api/me/export", ann.token)).json()
    assert [row["table"] for row in export["results"]] == [old]
    assert ([row["games"] for row in export["tallies"]], len(export["invitations"])) == ([1], 1)
    assert [row["name"] for row in export["friends"]] == ["Ben"]
    assert (await web.post("/api/me/deletion", {"password": "bamboo at dawn"}, ann.token)).status_code == 204
    for column in (
        *(schema.results.c.person, schema.tallies.c.person, schema.friends.c.person, schema.friends.c.friend),
        *(schema.invitations.c.person, schema.invitations.c.host, schema.codes.c.person),
    ):
        rows = await web.site.store.read(select(func.count()).select_from(column.table).where(column == ann.id))
        assert rows[0][0] == 0, column
    (game,) = (await web.get(f"/api/people/{ben.id}/games", ben.token)).json()
    assert sorted(seat["name"] for seat in game["seats"]) == ["Ben", "Panda"]
