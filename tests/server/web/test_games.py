"""What there is to play."""

from __future__ import annotations

import pandarium
from pandarium.bots import levels
from pandarium.core.registry import names
from server.web.conftest import Web, refused


async def test_every_game_of_the_registry_is_listed(web: Web) -> None:
    listed = (await web.get("/api/games")).json()
    assert [game["name"] for game in listed] == names()
    assert all(game["title"] and game["tagline"] for game in listed)


async def test_a_game_tells_its_options_its_seats_and_its_bots(web: Web) -> None:
    game = pandarium.game("royale")
    shown = (await web.get("/api/games/royale")).json()
    assert (shown["title"], shown["seats"]) == (game.meta.title, list(game.meta.seats))
    assert shown["bots"] == levels(game)
    assert [option["name"] for option in shown["options"]] == [option.name for option in game.meta.options]
    assert all(option["help"] and option["default"] in option["choices"] for option in shown["options"])
    assert (shown["rules"], shown["pace"]) == (game.meta.rules, "turns")


async def test_the_rulebook_comes_paragraph_by_paragraph(web: Web) -> None:
    rules = (await web.get("/api/games/royale/rules")).json()
    assert [rule["id"] for rule in rules] == [rule.id for rule in pandarium.game("royale").rulebook.rules]
    assert all(rule["text"] for rule in rules)


async def test_an_unknown_game_is_answered_with_those_there_are(web: Web) -> None:
    for path in ("/api/games/royal", "/api/games/royal/rules"):
        reason = refused(await web.get(path), 404, "malformed")
        assert "did you mean 'royale'?" in reason
