"""A companion at a real table over the wire: entries in, what follows from them out, and nothing kept."""

from __future__ import annotations

from typing import Any

from pandarium.companion.evening import MOST_ENTRIES
from pandarium.server.ops.limits import COMPANION_ADVICE
from server.http.conftest import Open, Web, refused

PATH = "/api/games/royale/companion"
NAMES = ["Ann", "Ben"]
ROUND_1 = ["A roll 3", "B roll 5"]


async def told(web: Web, *entries: str, **more: Any) -> dict[str, Any]:
    answer = await web.post(PATH, {"names": NAMES, "entries": list(entries), **more})
    assert answer.status_code == 200, answer.text
    shown: dict[str, Any] = answer.json()
    return shown


async def test_a_game_says_whether_it_has_a_companion(web: Web) -> None:
    listed = {game["name"]: game["companion"] for game in (await web.get("/api/games")).json()}
    assert listed["royale"]
    assert not listed["leduc"]


async def test_entries_are_followed_without_anybody_being_known(web: Web) -> None:
    shown = await told(web, *ROUND_1)
    assert shown["points"] == [[3], [5]]
    assert shown["page"]["ask"] == {"ask": "pool", "draw": 3}
    assert [event["event"] for event in shown["entered"][1]["events"]] == [
        *("rolled", "rolled", "token", "scored", "scored", "pity"),
    ]
    assert shown["entered"][1]["text"][2] == "Ben has the highest yellow, 5, and takes the Panda token"


async def test_an_entry_that_does_not_fit_is_told_with_code_and_rule(web: Web) -> None:
    fault = (await told(web, *ROUND_1, "A take b8"))["fault"]
    assert (fault["index"], fault["rule"]) == (2, "PR-1")
    assert fault["message"]["code"] == "royale.companion.now.pool"
    assert fault["reason"] == "the dice drawn from the bag come first"


async def test_what_cannot_be_a_game_is_refused(web: Web) -> None:
    answer = await web.post(PATH, {"names": ["Ann"], "entries": []})
    assert "takes 2 to 10 players" in refused(answer, 400, "malformed")
    answer = await web.post(PATH, {"names": NAMES, "entries": ["A roll 3"] * (MOST_ENTRIES + 1)})
    refused(answer, 400, "malformed")
    answer = await web.post("/api/games/leduc/companion", {"names": NAMES})
    assert "no companion for the real table" in refused(answer, 404, "malformed")


async def test_advice_is_given_when_asked_for_and_has_its_own_limit(opened: Open) -> None:
    at_draft = [*ROUND_1, "pool b8 r6 g20"]
    async with opened(limits=1) as web:
        assert (await told(web, *at_draft))["advice"] == []
        for _ in range(COMPANION_ADVICE.burst):
            advice = (await told(web, *at_draft, advice=True))["advice"]
            assert {one["entry"] for one in advice} <= {"B take b8", "B take r6", "B take g20"}
        answer = await web.post(PATH, {"names": NAMES, "entries": at_draft, "advice": True})
        assert "too many requests for advice" in refused(answer, 429, "flood")
        assert (await told(web, *at_draft))["advice"] == []
