"""What if: going on from a position of a finished game, and never of one that is not over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from pandarium.core.record import Record
from server.http.conftest import Open, Web, refused
from server.http.test_challenges import daily, finished, play_out, take


@pytest.fixture
async def web(opened: Open) -> AsyncIterator[Web]:
    """A server whose bots think in a thread."""
    async with opened(bot_processes=0) as found:
        yield found


async def what_if(web: Web, table: str, who: str, **wanted: Any) -> dict[str, Any]:
    """The table that goes on with another."""
    answer = await web.post(f"/api/tables/{table}/what-if", {"position": 1, "seat": 0, **wanted}, who)
    assert answer.status_code == 201, answer.text
    shown: dict[str, Any] = (await web.get(f"/api/tables/{answer.json()['id']}", who)).json()
    return shown


async def opening(web: Web, table: str, who: str, seat: int) -> Any:
    """The first position of a table, as that seat saw it."""
    return (await web.get(f"/api/tables/{table}/replay?as={seat}", who)).json()[0]["view"]


async def test_one_goes_on_in_ones_own_place_with_what_one_knew(web: Web) -> None:
    ann = await web.guest("Ann")
    table = await finished(web, ann)
    frames = (await web.get(f"/api/tables/{table}/replay?as=0", ann)).json()
    new = await what_if(web, table, ann)
    assert (new["what_if"], new["status"], new["spectators"]) == (table, "running", False)
    assert await opening(web, new["id"], ann, 0) == frames[1]["view"]
    shown = await play_out(web, new["id"], ann)
    record = Record.from_json((await web.get(f"/api/tables/{new['id']}/record", ann)).content)
    assert record.position is not None
    outcome = record.final().outcome()
    assert outcome is not None
    assert list(outcome.scores) == shown["outcome"]["scores"]


async def test_hidden_cards_are_drawn_anew_or_as_they_were(web: Web) -> None:
    ann = await web.guest("Ann")
    table = await finished(web, ann)
    true = (await web.get(f"/api/tables/{table}/replay?as=1", ann)).json()[1]["view"]["players"][1]["card"]
    hands = set()
    for open in [True] + [False] * 60:
        new = await what_if(web, table, ann, open=open)
        match = (await web.site.hub.load(new["id"])).table.match
        assert match is not None
        hand = msgspec.to_builtins(match.record.deal().view(1))["players"][1]["card"]
        assert not open or hand == true
        hands.add(hand)
        if len(hands) > 1:
            break
    assert len(hands) > 1


async def test_from_anothers_place(web: Web) -> None:
    ann = await web.guest("Ann")
    table = await finished(web, ann)
    new = await what_if(web, table, ann, seat=1, level="random")
    assert [seat.get("bot") for seat in new["seats"]] == ["random", None]


async def test_not_while_the_game_goes_on(web: Web) -> None:
    ann = await web.guest("Ann")
    table = (await web.create_table(ann, game="leduc", bots=["random"]))["id"]
    wanted = {"position": 0, "seat": 0}
    refused(await web.post(f"/api/tables/{table}/what-if", wanted, ann), 409, "wrong time")
    await web.say(table, ann, type="start")
    refused(await web.post(f"/api/tables/{table}/what-if", wanted, ann), 409, "wrong time")


async def test_what_cannot_be_is_refused(web: Web) -> None:
    ann, bao = await web.guest("Ann"), await web.guest("Bao")
    table = await finished(web, ann)
    path = f"/api/tables/{table}/what-if"
    last = (await web.get(f"/api/tables/{table}/replay", ann)).json()[-1]["position"]
    refused(await web.post(path, {"position": last, "seat": 0}, ann), 409, "wrong time")
    refused(await web.post(path, {"position": last + 1, "seat": 0}, ann), 400, "bad table")
    refused(await web.post(path, {"position": 0, "seat": 2}, ann), 400, "bad table")
    refused(await web.post(path, {"position": 0, "seat": 0, "level": "genius"}, ann), 400, "bad table")
    refused(await web.post(path, {"position": 0, "seat": 0}, bao), 403, "no access")


async def test_a_deal_that_counts_does_not_get_out_this_way(web: Web) -> None:
    ann, bao = await web.guest("Ann"), await web.guest("Bao")
    deal = await daily(web, ann)
    table = await take(web, deal["id"], ann)
    refused(await web.post(f"/api/tables/{table}/what-if", {"position": 0, "seat": 0}, ann), 409, "wrong time")
    await play_out(web, table, ann)
    refused(await web.post(f"/api/tables/{table}/what-if", {"position": 0, "seat": 0}, bao), 403, "no access")
    new = await what_if(web, table, ann)
    share = (await web.get(f"/api/tables/{new['id']}/share", ann)).json()["token"]
    await play_out(web, new["id"], ann)
    for path in ("", "/replay", "/record", "/state"):
        answer = await web.get(f"/api/tables/{new['id']}{path}?share={share}", bao)
        assert answer.status_code == 403, (path, answer.text)
