"""What there is to play."""

from __future__ import annotations

import pytest

import pandarium
from pandarium.bots import levels
from pandarium.bots.ladder import level_result
from pandarium.core.meta import Option
from pandarium.core.registry import names
from pandarium.kit.rulebook import Rulebook
from pandarium.server.http import games
from server.http.conftest import Web, refused


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


async def test_a_game_tells_how_strong_its_levels_are(web: Web) -> None:
    ladder = (await web.get("/api/games/royale")).json()["ladder"]
    measured = level_result(pandarium.game("royale"), "greedy")
    assert measured is not None
    assert ladder["greedy"] == {
        "rating": measured.rating,
        "won": None,
        "interval": list(measured.interval),
        "games": measured.games,
    }
    together = (await web.get("/api/games/pilfering")).json()["ladder"]
    assert all(level["rating"] is None and 0 <= level["won"] <= 1 for level in together.values())
    assert (await web.get("/api/games/leduc")).json()["ladder"] == {}, "nobody measured them"


async def test_an_option_tells_for_how_many_players_it_is(web: Web) -> None:
    shown = {option["name"]: option["seats"] for option in (await web.get("/api/games/pilfering")).json()["options"]}
    assert (shown["solo_suspicion"], shown["timer"], shown["level"]) == ([1, 1], [2, 4], None)


async def test_choices_have_words_for_people(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    options = (
        Option("length", "How long it takes.", 2, (1, 2), {1: "short", 2: "as printed"}),
        Option("bluff", "Whether one may.", True),
        Option("pack", "Which cards.", "base", ("base", "night_market"), {"base": "The first box"}),
    )
    meta = pandarium.game("royale").meta._replace(options=options)
    monkeypatch.setattr(type(pandarium.game("royale")), "meta", meta)
    monkeypatch.setattr(games, "_shown", games._shown.__wrapped__)
    shown = (await web.get("/api/games/royale")).json()["options"]
    assert [(option["choices"], option["labels"]) for option in shown] == [
        ([1, 2], ["short", "as printed"]),
        ([False, True], ["no", "yes"]),
        (["base", "night_market"], ["The first box", "night market"]),
    ]


async def test_the_rulebook_comes_paragraph_by_paragraph(web: Web) -> None:
    rules = (await web.get("/api/games/royale/rules")).json()
    assert [rule["id"] for rule in rules] == [rule.id for rule in Rulebook.of(pandarium.game("royale")).rules]
    assert all(rule["text"] for rule in rules)


async def test_the_rulebook_comes_in_the_language_that_is_asked_for_and_says_so(web: Web) -> None:
    german = (await web.get("/api/games/royale/rules?language=de")).json()
    assert german == [rule._asdict() for rule in Rulebook.of(pandarium.game("royale"), "de").rules]
    assert {rule["language"] for rule in german} == {"de"}
    unknown = (await web.get("/api/games/royale/rules?language=xx")).json()
    assert unknown == (await web.get("/api/games/royale/rules")).json()
    assert {rule["language"] for rule in unknown} == {"en"}


async def test_an_unknown_game_is_answered_with_those_there_are(web: Web) -> None:
    for path in ("/api/games/royal", "/api/games/royal/rules"):
        reason = refused(await web.get(path), 404, "malformed")
        assert "did you mean 'royale'?" in reason


async def test_a_game_without_a_sign_is_known_by_the_letters_of_its_rules(web: Web) -> None:
    shown = (await web.get("/api/games/leduc")).json()
    assert (shown["sign"], shown["colour"]) == ("LH", "")


async def test_a_game_says_whether_it_can_be_learned_by_doing(web: Web) -> None:
    listed = (await web.get("/api/games")).json()
    lessons = (await web.get("/api/lessons")).json()
    assert {game["name"] for game in listed if game["lesson"]} == {lesson["game"] for lesson in lessons}


async def test_a_game_says_whether_and_how_it_is_played_as_a_tournament(web: Web) -> None:
    listed = {game["name"]: game["tournaments"] for game in (await web.get("/api/games")).json()}
    assert listed["pandante"]
    assert not listed["royale"]
    offer = (await web.get("/api/games/pandante")).json()["tournament"]
    assert offer == {
        "rule": "PD-G3",
        "seats": 6,
        "buy_in": 104,
        "minutes": 15,
        "level": "cautious",
        "options": ["casinos", "champions"],
    }
    assert (await web.get("/api/games/royale")).json()["tournament"] is None
