"""What holds for the first lesson of every game; what a lesson says about its own game is tested beside that game."""

from __future__ import annotations

import re
from functools import cache

import pytest

import pandarium
from pandarium.kit.language import languages
from pandarium.kit.lesson import Lesson, Step, lesson_languages, read_lesson, set_stage, translate_lesson
from pandarium.kit.rulebook import Rulebook

from .test_every_rule import GAMES

WORDS_A_MINUTE = 150
SAME = ("", "Snacks")
"""What is said alike in two languages."""
STEPS = [(name, step) for name in GAMES for step in read_lesson(pandarium.game(name)).steps]

every_game = pytest.mark.parametrize("name", GAMES)
every_step = pytest.mark.parametrize(("name", "step"), STEPS, ids=lambda part: getattr(part, "title", part))
every_question = pytest.mark.parametrize(
    ("name", "step"), [(name, step) for name, step in STEPS if step.ask], ids=lambda part: getattr(part, "title", part)
)
every_language = pytest.mark.parametrize("language", languages())
every_translation = pytest.mark.parametrize("language", [code for code in languages() if code != "en"])


@cache
def lesson_in(name: str, language: str) -> Lesson:
    game = pandarium.game(name)
    return translate_lesson(game, read_lesson(game), language)


def texts(lesson: Lesson) -> list[str]:
    """Everything that it tells, in its order."""
    told = [[step.title, step.text, step.ask, *(answer.text for answer in step.answers)] for step in lesson.steps]
    return [lesson.title, lesson.tagline, *(text for step in told for text in step)]


def figures(text: str) -> list[str]:
    """The numbers in a text, however they are written and in whatever order they stand."""
    return sorted(figure.replace(",", ".") for figure in re.findall(r"[+−]?\d+(?:[.,]\d+)?", text))


@every_translation
@every_game
def test_it_is_told_in_every_language_with_the_same_figures(name: str, language: str) -> None:
    assert language in lesson_languages(pandarium.game(name))
    english, translated = lesson_in(name, "en"), lesson_in(name, language)
    assert translated.language == language
    for said, theirs in zip(texts(english), texts(translated), strict=True):
        assert figures(said) == figures(theirs), (said, theirs)
        assert said != theirs or said in SAME, said


@every_language
@every_game
def test_it_is_short(name: str, language: str) -> None:
    lesson = lesson_in(name, language)
    assert lesson.minutes == 3
    assert 5 < len(lesson.steps) <= 10
    words = [word for step in lesson.steps for word in f"{step.text} {step.ask}".split() if re.search(r"\w", word)]
    assert len(words) < lesson.minutes * WORDS_A_MINUTE, "to be read and done in that time"


@every_step
def test_every_step_names_the_rules_it_tells(name: str, step: Step) -> None:
    known = {rule.id for rule in Rulebook.of(pandarium.game(name)).rules}
    assert set(step.rules) <= known
    assert step.rules
    assert all(answer.rules and set(answer.rules) <= known for answer in step.answers)


@every_question
def test_whoever_is_asked_can_act_and_some_move_is_right(name: str, step: Step) -> None:
    game = pandarium.game(name)
    state = set_stage(game, step).state
    assert step.seat in state.actors()
    found = [step.answer(game.say(move)) for move in state.legal(step.seat)]
    assert any(answer is not None and answer.right for answer in found)
