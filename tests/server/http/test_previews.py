"""What a messenger shows of a link, and what it does not show to those without it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest

from server.http.conftest import Open, Web
from server.http.test_pages import CLIENT
from server.http.test_tables import running

PLAIN = (CLIENT / "index.html").read_bytes()


@pytest.fixture
async def site(opened: Open) -> AsyncIterator[Web]:
    """A server with a web client."""
    async with opened(static=CLIENT) as found:
        yield found


async def shown(site: Web, path: str, **headers: str) -> dict[str, str]:
    """The title of the page at that path, and what its head tells programs."""
    answer = await site.get(path, **headers)
    assert answer.status_code == 200
    title = re.search("<title>(.*?)</title>", answer.text)
    tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', answer.text))
    return {"page": title[1] if title else "", **tags}


async def test_the_link_names_game_host_options_and_who_sits(site: Web) -> None:
    host = await site.guest("Ann & <b>")
    options = {"children": True}
    created = await site.create_table(host, seats=4, bots=["random"], options=options, pace={"kind": "days", "days": 3})
    told = await shown(site, f"/t/{created['id']}?invite={created['invite']}")
    assert told["page"] == told["title"] == "Ann &amp; &lt;b&gt; invites you to Panda Royale"
    assert told["url"] == f"http://panda.test/t/{created['id']}", "an invite is not repeated where it may be kept"
    assert told["image"] == "http://panda.test/icon-512.png"
    who, free, pace, children = told["description"].split(" · ")
    assert who.startswith("At the table: Ann &amp; &lt;b&gt;, ")
    assert (free, pace, children) == ("2 seats free", "3 days a move", "Children")


async def test_in_german(site: Web) -> None:
    created = await site.create_table(await site.guest("Ann"))
    told = await shown(site, f"/t/{created['id']}?invite={created['invite']}", accept_language="de-AT,en;q=0.5")
    assert told["title"] == "Ann lädt dich zu Panda Royale ein"
    assert told["description"] == "Am Tisch: Ann · ein Platz frei · ohne Uhr"


@pytest.mark.parametrize("token", ["", "?invite=wrong", "?share=wrong"])
@pytest.mark.parametrize("page", ["t", "replay"])
async def test_without_the_token_a_private_table_tells_nothing(site: Web, page: str, token: str) -> None:
    created = await site.create_table(await site.guest("Ann"))
    for table in (created["id"], "t_nowhere"):
        answer = await site.get(f"/{page}/{table}{token}", accept_encoding="identity")
        assert (answer.status_code, answer.content) == (200, PLAIN)


async def test_a_public_table_tells_it_to_all(site: Web) -> None:
    created = await site.create_table(await site.guest("Ann"), public=True)
    assert (await shown(site, f"/t/{created['id']}"))["title"] == "Ann invites you to Panda Royale"


async def test_a_replay_tells_who_played_and_the_scores_to_whoever_has_its_link(site: Web) -> None:
    table, invite, host, friend = await running(site)
    assert (await shown(site, f"/t/{table}?invite={invite}"))["title"] == "Panda Royale: the game is under way"
    await site.say(table, friend, type="resign")
    share = (await site.get(f"/api/tables/{table}/share", host)).json()["token"]
    told = await shown(site, f"/replay/{table}?share={share}&at=3")
    assert told["title"] == "Panda Royale: the replay"
    assert re.match(r"At the table: Ann \d+, Bao \d+ · ", told["description"])
    assert share not in str(told)
    unopened = await site.get(f"/t/{table}?share={share}", accept_encoding="identity")
    assert unopened.content == PLAIN, "a link to read does not open the table"
