"""Who may read what with which link: the invite, the read-only token of a replay, or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from server.http.conftest import Web, refused
from server.http.test_tables import running

READING = ["", "/content", "/replay", "/share"]
"""What a link to a replay opens, as parts of the table's address; when the game is over its record, too."""


async def shared(web: Web, table: str, who: str, invite: str = "") -> str:
    """The read-only token that somebody at the table passes on."""
    answer = await web.get(f"/api/tables/{table}/share?invite={invite}", who)
    assert answer.status_code == 200, answer.text
    token: str = answer.json()["token"]
    return token


@pytest.mark.parametrize("part", READING)
async def test_a_private_table_is_read_with_its_read_only_token(web: Web, part: str) -> None:
    table, invite, host, _ = await running(web)
    token, stranger = await shared(web, table, host), await web.guest("Cleo")
    assert token
    assert token not in invite
    assert invite not in token
    for who in (stranger, ""):  # nobody needs a name to read
        refused(await web.get(f"/api/tables/{table}{part}", who), 403, "no access")
        refused(await web.get(f"/api/tables/{table}{part}?share={token[:-1]}", who), 403, "no access")
        answer = await web.get(f"/api/tables/{table}{part}?share={token}", who)
        assert answer.status_code == 200, answer.text
        assert invite not in answer.text


async def test_a_read_only_token_gives_no_seat_no_word_and_no_line(web: Web) -> None:
    host, stranger = await web.guest("Ann"), await web.guest("Cleo")
    created = await web.create_table(host, seats=3)
    table = created["id"]
    token = await shared(web, table, host)
    for way in (f"share={token}", f"invite={token}"):
        for message in ({"type": "sit"}, {"type": "say", "text": "hello"}):
            refused(await web.post(f"/api/tables/{table}/messages?{way}", message, stranger), 403, "no access")
        refused(await web.get(f"/api/tables/{table}/state?{way}", stranger), 403, "no access")
    assert (await web.say(table, stranger, created["invite"], type="sit")).status_code == 200


async def test_while_the_game_runs_its_reader_sees_what_a_spectator_sees(web: Web) -> None:
    table, invite, host, _ = await running(web, game="leduc")
    token, stranger = await shared(web, table, host), await web.guest("Cleo")
    frames = (await web.get(f"/api/tables/{table}/replay?share={token}", stranger)).json()
    spectator = (await web.get(f"/api/tables/{table}/replay?as=spectator&invite={invite}", stranger)).json()
    assert frames == spectator
    assert all(player["card"] is None for frame in frames for player in frame["view"]["players"])
    for seat in (0, 1):
        answer = await web.get(f"/api/tables/{table}/replay?as={seat}&share={token}", stranger)
        refused(answer, 403, "not allowed")
    refused(await web.get(f"/api/tables/{table}/record?share={token}", stranger), 409, "wrong time")


async def over(web: Web, **wanted: Any) -> tuple[str, str, str, str]:
    """A table of two people where one of them has given up."""
    table, invite, host, friend = await running(web, **wanted)
    assert (await web.say(table, friend, type="resign")).status_code == 200
    return table, invite, host, friend


async def test_when_it_is_over_its_reader_sees_all(web: Web) -> None:
    table, _, host, _ = await over(web)
    token = await shared(web, table, host)
    for part in (*READING, "/record"):
        refused(await web.get(f"/api/tables/{table}{part}"), 403, "no access")
        assert (await web.get(f"/api/tables/{table}{part}?share={token}")).status_code == 200
    assert (await web.get(f"/api/tables/{table}/replay?as=1&share={token}")).status_code == 200


async def test_where_nobody_may_watch_players_show_a_game_when_it_is_over(web: Web) -> None:
    table, invite, host, friend = await running(web, spectators=False)
    token, stranger = await shared(web, table, host), await web.guest("Cleo")
    refused(await web.get(f"/api/tables/{table}/replay?share={token}", stranger), 403, "no access")
    refused(await web.get(f"/api/tables/{table}/share?invite={invite}", stranger), 403, "no access")
    assert (await web.say(table, friend, type="resign")).status_code == 200
    assert (await web.get(f"/api/tables/{table}/replay?share={token}", stranger)).status_code == 200


async def test_a_token_opens_its_own_table_alone(web: Web) -> None:
    table, invite, host, _ = await over(web)
    rematch = (await web.say(table, host, type="rematch")).json()["table"]
    token, stranger = await shared(web, table, host), await web.guest("Cleo")
    assert (await web.get(f"/api/tables/{rematch}?invite={invite}", stranger)).status_code == 200
    refused(await web.get(f"/api/tables/{rematch}?share={token}", stranger), 403, "no access")


async def test_whoever_came_by_a_link_comes_along_to_the_rematch(web: Web) -> None:
    table, invite, host, _ = await over(web)
    stranger = await web.guest("Cleo")
    for part in ("", "/state", "/replay", "/record"):
        assert (await web.get(f"/api/tables/{table}{part}?invite={invite}", stranger)).status_code == 200
    rematch = (await web.say(table, host, type="rematch")).json()["table"]
    told = (await web.get(f"/api/tables/{table}?invite={invite}", stranger)).json()
    assert told["rematch"] == rematch
    refused(await web.get(f"/api/tables/{rematch}/state", stranger), 403, "no access")
    assert (await web.get(f"/api/tables/{rematch}/state?invite={invite}", stranger)).status_code == 200


async def test_the_host_takes_all_links_back(web: Web) -> None:
    table, invite, host, friend = await running(web)
    token, stranger = await shared(web, table, host), await web.guest("Cleo")
    refused(await web.post(f"/api/tables/{table}/invite", {}, friend), 403, "not allowed")
    refused(await web.post(f"/api/tables/{table}/invite?invite={invite}", {}, stranger), 403, "not allowed")
    renewed = (await web.post(f"/api/tables/{table}/invite", {}, host)).json()["invite"]
    assert renewed != invite
    refused(await web.get(f"/api/tables/{table}/state?invite={invite}", stranger), 403, "no access")
    refused(await web.get(f"/api/tables/{table}/replay?share={token}", stranger), 403, "no access")
    assert (await web.get(f"/api/tables/{table}/state?invite={renewed}", stranger)).status_code == 200
    assert (await web.get(f"/api/tables/{table}/state", friend)).json()["you"]["invite"] == renewed
    again = await shared(web, table, host)
    assert again != token
    assert (await web.get(f"/api/tables/{table}/replay?share={again}", stranger)).status_code == 200


async def test_a_public_table_needs_no_token(web: Web) -> None:
    table, _, host, _ = await running(web, public=True)
    answer = (await web.get(f"/api/tables/{table}/share", host)).json()
    assert answer == {"token": "", "url": f"http://panda.test/replay/{table}"}
