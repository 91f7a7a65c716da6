"""What bots think of a finished game: every decision, the chances along its course, once, and only afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from pandarium.server.analysis import analyst
from server.harness import PATIENCE
from server.http.conftest import Open, Web, refused
from server.http.test_challenges import daily, finished, play_out, take


@pytest.fixture
async def web(opened: Open, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Web]:
    """A server whose bots think in a thread, and not long."""
    monkeypatch.setattr(analyst, "PLAYOUTS", 6)
    async with opened(bot_processes=0) as found:
        yield found


async def analysed(web: Web, table: str, who: str, seat: int = 0) -> dict[str, Any]:
    """All that bots have to say."""
    path = f"/api/tables/{table}/analysis?as={seat}"
    answer = await web.post(path, None, who)
    assert answer.status_code == 200, answer.text
    async with asyncio.timeout(PATIENCE):
        while (found := (await web.get(path, who)).json())["done"] < found["of"]:
            await asyncio.sleep(0.005)  # a bot thinks
    shown: dict[str, Any] = found
    return shown


async def test_every_decision_has_an_opinion_and_the_curve_ends_with_the_result(web: Web) -> None:
    ann = await web.guest("Ann")
    table = await finished(web, ann)
    before = (await web.get(f"/api/tables/{table}/analysis", ann)).json()
    assert (before["done"], before["of"]) == (0, 0)
    found = await analysed(web, table, ann)
    frames = (await web.get(f"/api/tables/{table}/replay?as=0", ann)).json()
    mine = [frame["position"] - 1 for frame in frames if frame["news"].get("seat") == 0 and frame["news"].get("move")]
    assert [one["position"] for one in found["opinions"]] == mine
    for one in found["opinions"]:
        assert one["verdict"] in {"best", "good", "slip", "mistake"}
        assert (one["verdict"] == "best") == (one["best"] == one["move"])
        assert one["why"]
        assert one["what"]["move"] == one["move"]
        assert ("best_what" in one) == (one["verdict"] != "best")
    outcome = (await web.get(f"/api/tables/{table}", ann)).json()["outcome"]
    assert [point["position"] for point in found["curve"]] == [frame["position"] for frame in frames]
    winners = outcome["winners"]
    assert found["curve"][-1]["chances"] == [1 / len(winners) if seat in winners else 0 for seat in (0, 1)]
    assert set(found["turning_points"]) <= {point["position"] for point in found["curve"]}


async def test_it_is_thought_about_once(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bao = await web.guest("Ann"), await web.guest("Bao")
    table = await finished(web, ann, bao)
    first = await analysed(web, table, ann)

    def never(*_: object) -> None:
        raise AssertionError("it is known already")

    monkeypatch.setattr(web.site.hub.bots, "think_about_past", never)
    assert await analysed(web, table, bao) == first


async def test_not_while_the_game_or_its_tournament_goes_on(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await web.guest("Ann")
    table = (await web.create_table(ann, game="leduc", bots=["random"]))["id"]
    await web.say(table, ann, type="start")
    path = f"/api/tables/{table}/analysis"
    refused(await web.post(path, None, ann), 409, "wrong time")
    refused(await web.get(path, ann), 409, "wrong time")
    await play_out(web, table, ann)
    loaded = await web.site.hub.load(table)

    async def still_runs(_: object) -> None:
        """The tournament that the table is a deal of is not over."""

    monkeypatch.setattr(web.site.hub, "_disclose", still_runs)
    loaded.table.withheld = True
    for answer in (
        await web.post(path, None, ann),
        await web.get(path, ann),
        await web.post(f"/api/tables/{table}/what-if", {"position": 0, "seat": 0}, ann),
    ):
        assert "tournament" in refused(answer, 409, "wrong time")


async def test_not_of_a_deal_that_one_has_yet_to_play(web: Web) -> None:
    ann, bao = await web.guest("Ann"), await web.guest("Bao")
    table = await take(web, (await daily(web, ann))["id"], ann)
    await play_out(web, table, ann)
    await analysed(web, table, ann)
    for who in (bao, ""):
        refused(await web.get(f"/api/tables/{table}/analysis", who), 403, "no access")
    refused(await web.post(f"/api/tables/{table}/analysis", None, bao), 403, "no access")


async def test_one_game_at_a_time_for_everybody(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await web.guest("Ann")
    first, second = await finished(web, ann), await finished(web, ann)
    thinking = asyncio.Event()

    async def long(*_: object) -> Any:
        await thinking.wait()
        raise TimeoutError

    monkeypatch.setattr(web.site.hub.bots, "think_about_past", long)
    assert (await web.post(f"/api/tables/{first}/analysis", None, ann)).status_code == 200
    refused(await web.post(f"/api/tables/{second}/analysis", None, ann), 429, "flood")
    thinking.set()


async def test_a_seat_that_is_not_there_has_no_opinion(web: Web) -> None:
    ann = await web.guest("Ann")
    table = await finished(web, ann)
    refused(await web.post(f"/api/tables/{table}/analysis?as=7", None, ann), 400, "bad table")
