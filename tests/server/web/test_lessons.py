"""Lessons over the wire: everything a browser needs to teach, and no rule left for it to know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pandarium
from pandarium.core.lesson import read_lesson, set_stage, try_move
from pandarium.server.web import lessons
from server.web.conftest import Web, refused

GAME = pandarium.game("royale")


async def fetch(web: Web) -> dict[str, Any]:
    answer = await web.get("/api/games/royale/lesson")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    shown: dict[str, Any] = answer.json()
    return shown


async def test_lessons_are_listed_with_their_length(web: Web) -> None:
    listed = (await web.get("/api/lessons")).json()
    lesson = read_lesson(GAME)
    assert {"game": "royale", "title": lesson.title, "tagline": lesson.tagline, "minutes": 3, "steps": 9} in listed


async def test_every_step_comes_with_the_view_of_its_seat(web: Web) -> None:
    shown = await fetch(web)
    for told, step in zip(shown["steps"], read_lesson(GAME).steps, strict=True):
        view = GAME.read_view(told["view"])
        assert view == set_stage(GAME, step).state.view(step.seat)
        assert (told["title"], told["seat"], told["ask"]) == (step.title, step.seat, step.ask)
        assert told["view"]["you"] == step.seat


async def test_every_legal_move_comes_with_its_answer_and_what_it_leads_to(web: Web) -> None:
    shown = await fetch(web)
    for told, step in zip(shown["steps"], read_lesson(GAME).steps, strict=True):
        stage = set_stage(GAME, step)
        legal = stage.state.legal(step.seat) if step.ask else []
        assert [move["move"] for move in told["moves"]] == [GAME.say(move) for move in legal]
        for move, sent in zip(legal, told["moves"], strict=True):
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


async def test_a_game_without_a_lesson_says_where_its_rules_are(
    web: Web, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lessons._lesson.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(GAME, "folder", tmp_path)
        reason = refused(await web.get("/api/games/royale/lesson"), 404, "malformed")
        assert "/api/games/royale/rules" in reason
        assert "royale" not in {lesson["game"] for lesson in (await web.get("/api/lessons")).json()}
    lessons._lesson.cache_clear()


async def test_a_broken_lesson_hides_itself_and_nothing_else(
    web: Web, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "lesson.toml").write_text("title = 3", encoding="utf-8")
    lessons._lesson.cache_clear()
    with monkeypatch.context() as patched:
        patched.setattr(GAME, "folder", tmp_path)
        refused(await web.get("/api/games/royale/lesson"), 404, "malformed")
        assert (await web.get("/api/games")).status_code == 200
    lessons._lesson.cache_clear()
