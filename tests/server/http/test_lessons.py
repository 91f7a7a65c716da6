"""Lessons over the wire: everything a browser needs to teach, and no rule left for it to know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pandarium
from pandarium.kit.lesson import read_lesson, set_stage, translate_lesson, try_move
from pandarium.server.http import lessons
from server.http.conftest import Web, refused

GAME = pandarium.game("royale")
FILES = [GAME.folder / "words" / "lesson.toml", GAME.folder / "words" / "rulebook.md"]


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Another folder for the game's words, of which nothing is known before or after."""
    kept = (lessons._languages, lessons._english, lessons._lesson, lessons._encoded)
    for one in kept:
        one.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(GAME, "folder", tmp_path)
        words = tmp_path / "words"
        words.mkdir()
        yield words
    for one in kept:
        one.cache_clear()


async def fetch(web: Web, asked: str = "") -> dict[str, Any]:
    answer = await web.get(f"/api/games/royale/lesson{asked}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    shown: dict[str, Any] = answer.json()
    return shown


async def test_lessons_are_listed_with_their_length(web: Web) -> None:
    listed = (await web.get("/api/lessons")).json()
    lesson = read_lesson(GAME)
    lid = {"game": "royale", "title": lesson.title, "tagline": lesson.tagline, "language": "en"}
    assert {**lid, "minutes": 3, "steps": 9} in listed


async def test_every_step_comes_with_the_view_of_its_seat(web: Web) -> None:
    shown = await fetch(web)
    for sent_step, step in zip(shown["steps"], read_lesson(GAME).steps, strict=True):
        view = GAME.read_view(sent_step["view"])
        assert view == set_stage(GAME, step).state.view(step.seat)
        assert (sent_step["title"], sent_step["seat"], sent_step["ask"]) == (step.title, step.seat, step.ask)
        assert sent_step["view"]["you"] == step.seat


async def test_every_legal_move_comes_with_its_answer_and_what_it_leads_to(web: Web) -> None:
    shown = await fetch(web)
    for sent_step, step in zip(shown["steps"], read_lesson(GAME).steps, strict=True):
        stage = set_stage(GAME, step)
        legal = stage.state.legal(step.seat) if step.ask else []
        assert [move["move"] for move in sent_step["moves"]] == [GAME.say(move) for move in legal]
        for move, sent in zip(legal, sent_step["moves"], strict=True):
            after = try_move(stage, step.seat, move)
            assert GAME.read_view(sent["view"]) == after.state.view(step.seat)
            assert sent["actors"] == after.state.actors()
            assert sent["label"] == GAME.label(move, shown["names"])
            assert sent["text"]
            assert sent["rules"]
            assert [event["text"] for event in sent["events"]]


async def test_a_step_in_the_same_position_does_not_tell_again_what_led_to_it(web: Web) -> None:
    first, second = (await fetch(web))["steps"][:2]
    assert first["view"] == second["view"]
    assert first["events"]
    assert not second["events"]


async def test_no_seed_and_no_position_on_paper_is_sent(web: Web) -> None:
    shown = await fetch(web)
    assert set(shown["steps"][0]) == {
        *("title", "text", "rules", "ask", "seat", "view", "events", "actors", "moves"),
    }
    assert "rng" not in (await web.get("/api/games/royale/lesson")).text


async def test_an_unknown_game_has_no_lesson(web: Web) -> None:
    assert "did you mean 'royale'?" in refused(await web.get("/api/games/royal/lesson"), 404, "malformed")


async def test_a_game_without_a_lesson_says_where_its_rules_are(web: Web, elsewhere: Path) -> None:
    reason = refused(await web.get("/api/games/royale/lesson"), 404, "malformed")
    assert "/api/games/royale/rules" in reason
    assert "royale" not in {lesson["game"] for lesson in (await web.get("/api/lessons")).json()}


async def test_a_broken_lesson_hides_itself_and_nothing_else(web: Web, elsewhere: Path) -> None:
    (elsewhere / "lesson.toml").write_text("title = 3", encoding="utf-8")
    refused(await web.get("/api/games/royale/lesson"), 404, "malformed")
    refused(await web.get("/api/games/royale/lesson?language=de"), 404, "malformed")
    assert (await web.get("/api/games")).status_code == 200


async def test_a_lesson_comes_in_the_language_that_is_asked_for(web: Web) -> None:
    german = translate_lesson(GAME, read_lesson(GAME), "de")
    shown = await fetch(web, "?language=de")
    assert (shown["title"], shown["tagline"]) == (german.title, german.tagline)
    for sent, step in zip(shown["steps"], german.steps, strict=True):
        assert (sent["title"], sent["text"], sent["ask"]) == (step.title, step.text.strip(), step.ask)
        answers = [step.answer(move["move"]) for move in sent["moves"]]
        assert [move["text"] for move in sent["moves"]] == [answer.text for answer in answers if answer]
    listed = {lesson["game"]: lesson for lesson in (await web.get("/api/lessons?language=de")).json()}
    assert (listed["royale"]["title"], listed["royale"]["tagline"]) == (german.title, german.tagline)


async def test_only_the_words_are_other_ones(web: Web) -> None:
    english, german = await fetch(web), await fetch(web, "?language=de")
    for shown in (english, german):
        del shown["title"], shown["tagline"], shown["language"]
        for step in shown["steps"]:
            del step["title"], step["text"], step["ask"]
            for move in step["moves"]:
                del move["text"]
    assert english == german


async def test_languages_without_a_translation_get_english_and_are_not_kept(web: Web) -> None:
    english = await fetch(web)
    kept = lessons._encoded.cache_info().currsize
    for language in ("en", "xx", "zz"):
        assert await fetch(web, f"?language={language}") == english
        assert (await web.get(f"/api/lessons?language={language}")).json() == (await web.get("/api/lessons")).json()
    assert lessons._encoded.cache_info().currsize == kept


@pytest.mark.parametrize("language", ["", "deutsch", "DE", "d1", "..%2Fde"])
async def test_what_is_no_language_is_refused(web: Web, language: str) -> None:
    for path in ("/api/lessons", "/api/games/royale/lesson"):
        refused(await web.get(f"{path}?language={language}"), 400, "malformed")


async def test_a_broken_translation_leaves_the_lesson_in_english(web: Web, elsewhere: Path) -> None:
    for file in FILES:
        (elsewhere / file.name).write_bytes(file.read_bytes())
    (elsewhere / "lesson.de.toml").write_text("title = 'Nur das'", encoding="utf-8")
    assert (await fetch(web, "?language=de"))["title"] == "Your first team"
    listed = (await web.get("/api/lessons?language=de")).json()
    assert "Your first team" in {lesson["title"] for lesson in listed}
    assert "Deine erste Lüge" in {lesson["title"] for lesson in listed}
