"""Finished games: verified by the server, and as plays for other programs."""

from __future__ import annotations

import csv
import io

from pandarium.core.fair import commitment
from server.http.conftest import Open, Web, refused
from server.http.table_of_two import account, give_up, guest, play_out


async def test_a_finished_game_is_verified_by_the_one_verifier(web: Web) -> None:
    ann, ben = await guest(web, "Ann"), await guest(web, "Ben")
    table = await play_out(web, ann, ben)
    found = (await web.get(f"/api/tables/{table}/verification")).json()
    assert found["sound"] is True
    assert commitment(bytes.fromhex(found["secret"])) == found["commitment"]
    codes = [finding["message"]["code"].removeprefix("kit.verify.") for finding in found["findings"]]
    assert codes == ["commitment", "deal_from_secret", "entries_salted", "outcome"]
    assert {finding["holds"] for finding in found["findings"]} == {True}


async def test_a_game_under_way_is_not_verified_and_a_private_one_not_by_strangers(web: Web) -> None:
    ann, ben = await guest(web, "Ann"), await guest(web, "Ben")
    running = await web.create_table(ann.token, public=True, bots=["random"])
    await web.say(running["id"], ann.token, type="start")
    refused(await web.get(f"/api/tables/{running['id']}/verification"), 409, "wrong time")
    refused(await web.get(f"/api/tables/{running['id']}/play"), 409, "wrong time")
    private = await play_out(web, ann, ben, public=False)
    for path in ("verification", "play", "result"):
        refused(await web.get(f"/api/tables/{private}/{path}"), 403, "no access")
        share = (await web.get(f"/api/tables/{private}/share", ann.token)).json()["token"]
        assert (await web.get(f"/api/tables/{private}/{path}?share={share}")).status_code == 200


async def test_verifying_has_a_limit(opened: Open) -> None:
    async with opened(limits=0.2) as web:
        answers = [(await web.get("/api/tables/t_none/verification")).status_code for _ in range(3)]
    assert answers == [404, 404, 429]


async def test_a_game_goes_to_bg_stats(web: Web) -> None:
    ann, ben = await account(web, "Ann"), await guest(web, "Ben")
    table = await give_up(web, ann, ben)
    play = (await web.get(f"/api/tables/{table}/play", ben.token)).json()
    assert (play["sourceName"], play["sourcePlayId"], play["game"]["sourceGameId"]) == ("Pandarium", table, "leduc")
    assert [(player["name"], player["sourcePlayerId"]) for player in play["players"]] == [
        ("Ann", ann.id),
        ("Ben", ben.id),
    ]
    assert [player["rank"] for player in play["players"]] == [1, 2]
    assert [player["winner"] for player in play["players"]] == [True, False]
    assert play["durationMin"] >= 1


async def test_ones_history_is_a_file_for_programs_and_for_spreadsheets(web: Web) -> None:
    ann, ben = await guest(web, "=Ann"), await guest(web, "Ben")
    table = await give_up(web, ann, ben, public=False)
    plays = await web.get("/api/me/plays", ann.token)
    assert [play["sourcePlayId"] for play in plays.json()] == [table]
    assert "attachment" in plays.headers["content-disposition"]
    answer = await web.get("/api/me/plays.csv", ann.token)
    assert answer.headers["content-type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(line["play"], line["player"]) for line in lines] == [(table, "'=Ann"), (table, "Ben")]
    refused(await web.get("/api/me/plays"), 401, "unknown person")
    assert (await web.get("/api/me/plays?game=royale", ann.token)).json() == []
