"""Lessons: each with every answer played out here, so that a browser can teach a game without knowing its rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import msgspec
import structlog
from litestar import Response, get

from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.message import ENGLISH, Message
from pandarium.core.registry import game as find_game
from pandarium.kit.lesson import (
    Lesson,
    Stage,
    Step,
    has_lesson,
    lesson_languages,
    read_lesson,
    set_stage,
    translate_lesson,
    try_move,
)
from pandarium.protocol import GameEvent
from pandarium.protocol.rest import LessonListed, LessonMove, LessonShown, LessonStep
from pandarium.server.http.games import GAMES, GameName, Language, all_metas, known_game
from pandarium.server.http.refusals import missing

_log = structlog.get_logger("pandarium.web")


@get("/api/lessons", tags=GAMES, summary="All lessons, in your language")
async def list_lessons(language: Language = ENGLISH) -> list[LessonListed]:
    """Every game that can be learned here by doing; in `language` where there is a translation, else in English."""
    found = ((meta.name, _lesson(meta.name, _spoken(meta.name, language))) for meta in all_metas())
    return [_listed(name, lesson) for name, lesson in found if lesson is not None]


@get("/api/games/{game:str}/lesson", tags=GAMES, summary="A game by doing, in your language")
async def show_lesson(game: GameName, language: Language = ENGLISH) -> Response[LessonShown]:
    """The lesson, step by step: what you see, what you may do, and what is said to each of it.

    Its words are in `language` where there is a translation, else in English; everything else is the same in all.
    """
    found = known_game(game)
    spoken = _spoken(found.meta.name, language)
    if _lesson(found.meta.name, spoken) is None:
        raise missing(Message("protocol.no_lesson", {"title": found.meta.title, "game": game}))
    return Response(_encoded(found.meta.name, spoken), media_type="application/json")  # type: ignore[arg-type]


def _spoken(name: str, language: str) -> str:
    """The language that the lesson comes in: only such are kept in memory, whatever people ask for."""
    return language if language in _languages(name) else ENGLISH


@cache
def _languages(name: str) -> list[str]:
    return lesson_languages(find_game(name))


@cache
def _english(name: str) -> Lesson | None:
    """The game's lesson; a broken one is as good as none, and the log says why."""
    game = find_game(name)
    try:
        return read_lesson(game) if has_lesson(game) else None
    except PandariumError as error:
        _log.error("lesson", game=name, reason=str(error))
        return None


@cache
def _lesson(name: str, language: str) -> Lesson | None:
    """The same in another language; a broken translation leaves the English words, and the log says why."""
    lesson = _english(name)
    if lesson is None:
        return None
    try:
        return translate_lesson(find_game(name), lesson, language)
    except PandariumError as error:
        _log.error("lesson", game=name, language=language, reason=str(error))
        return lesson


@cache
def _encoded(name: str, language: str) -> bytes:
    lesson = _lesson(name, language)
    assert lesson is not None
    return msgspec.json.encode(show(find_game(name), lesson))


def show(game: Game, lesson: Lesson) -> LessonShown:
    """The lesson as its learner sees it."""
    steps: list[LessonStep] = []
    last: tuple[object, ...] = ()
    for step in lesson.steps:
        here = (step.position, step.seats, step.options, step.seed, step.moves)
        # Who stays in the same position has seen what led to it.
        steps.append(_show_step(game, lesson.names, step, again=here == last))
        last = here
    return LessonShown(
        game=game.meta.name,
        title=lesson.title,
        tagline=lesson.tagline,
        language=lesson.language,
        minutes=lesson.minutes,
        names=lesson.names,
        steps=steps,
    )


def _listed(name: str, lesson: Lesson) -> LessonListed:
    return LessonListed(
        game=name,
        title=lesson.title,
        tagline=lesson.tagline,
        language=lesson.language,
        minutes=lesson.minutes,
        steps=len(lesson.steps),
    )


def _show_step(game: Game, names: Sequence[str], step: Step, again: bool) -> LessonStep:
    stage = set_stage(game, step)
    return LessonStep(
        title=step.title,
        text=step.text.strip(),
        rules=step.rules,
        ask=step.ask,
        seat=step.seat,
        view=stage.state.view(step.seat),
        events=[] if again else _show_events(game, names, step.seat, stage.events),
        actors=stage.state.actors(),
        moves=[_show_move(game, names, step, stage, move) for move in stage.state.legal(step.seat)] if step.ask else [],
    )


def _show_move(game: Game, names: Sequence[str], step: Step, stage: Stage, move: int) -> LessonMove:
    after = try_move(stage, step.seat, move)
    text = game.say(move)
    answer = step.answer(text)
    assert answer is not None  # or the lesson would not have been read
    return LessonMove(
        move=text,
        label=game.label(move, names),
        what=game.describe(move),
        right=answer.right,
        text=answer.text,
        rules=answer.rules,
        view=after.state.view(step.seat),
        events=_show_events(game, names, step.seat, after.events),
        actors=after.state.actors(),
    )


def _show_events(game: Game, names: Sequence[str], seat: int, events: Iterable[Any]) -> list[GameEvent]:
    """Raw events, as this seat may know them."""
    seen = [game.redact(event, seat) for event in events]
    return [GameEvent(game.sentence(event, names), event) for event in seen if event is not None]


HANDLERS: Final = [list_lessons, show_lesson]
