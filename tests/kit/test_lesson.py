"""Lessons: what is read, what is refused, and that a refusal names the place."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import pandarium
from pandarium.core.errors import BadContent
from pandarium.core.game import Game
from pandarium.kit.lesson import (
    Lesson,
    LessonAnswer,
    Step,
    check_step,
    has_lesson,
    lesson_languages,
    read_lesson,
    set_stage,
    translate_lesson,
    try_move,
)

ROYALE = pandarium.game("royale")
NAMES = ["Pan", "Mei"]


def step(**fields: Any) -> Step:
    """The first pick of a game of two: seat 1 may take b8, r8 or c6."""
    return Step(**{"title": "A pick", "text": "Pick.", "seat": 1, "seed": 7, **fields})


def answer(*moves: str, right: bool = True, **fields: Any) -> LessonAnswer:
    return LessonAnswer(**{"moves": list(moves), "right": right, "text": "So it is.", **fields})


def check(wrong_step: Step, names: list[str] = NAMES, game: Game = ROYALE) -> None:
    check_step(
        game, Lesson(title="L", tagline="t", minutes=1, names=names, steps=[wrong_step]), wrong_step, "lesson.step[0]"
    )


def test_a_step_may_only_tell_something():
    check(step())


def test_a_question_with_an_answer_to_every_move_is_fine():
    check(step(ask="Take one.", answers=[answer("take b8"), answer("take *", right=False)]))


def test_the_first_answer_that_fits_is_given():
    asked = step(ask="Take one.", answers=[answer("take b8", text="Blue."), answer("take *", text="Other.")])
    assert [found.text for move in ("take b8", "take r8") if (found := asked.answer(move))] == ["Blue.", "Other."]
    assert asked.answer("pass") is None


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"ask": "Take one.", "answers": [answer("take b8")]}, "no answer to take r8, take c6"),
        ({"ask": "Take one.", "answers": [answer("take *"), answer("pass")]}, "fits no move; the moves are take b8"),
        ({"ask": "Take one.", "answers": [answer("*", right=False)]}, "no move is right"),
        ({"ask": "Take one."}, "a question has answers"),
        ({"answers": [answer("*")]}, "only a question has"),
        ({"rules": ["PR-99"]}, "there is no rule 'PR-99'"),
        ({"ask": "?", "answers": [answer("*", rules=["XX-1"])]}, "there is no rule 'XX-1'"),
        ({"moves": [(1, "take g20")]}, "there is no green d20 in the pool"),
        ({"moves": [(1, "jump")]}, "cannot read the move 'jump'"),
        ({"seats": 1}, "takes 2 to 10 players"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"options": {"childern": True}}, "did you mean 'children'"),
        ({"position": {"seats": 2}}, "missing required field"),
        ({"seat": 2}, "seat 2 and 2 names for 2 players"),
        ({"seats": 3}, "2 names for 3 players"),
    ],
)
def test_what_cannot_be_played_as_told_is_refused_with_its_place(fields, reason):
    with pytest.raises(BadContent, match=reason) as caught:
        check(step(**fields))
    assert str(caught.value).startswith("lesson.step[0]")


def test_a_stage_is_what_the_moves_lead_to_with_the_events_of_the_last_one():
    dealt, moved = set_stage(ROYALE, step()), set_stage(ROYALE, step(moves=[(1, "take b8")]))
    assert (dealt.state.actors(), moved.state.actors()) == ([1], [0])
    sentences = [ROYALE.sentence(ROYALE.redact(event, 0), NAMES) for event in moved.events]
    assert sentences == ["Mei takes the blue d8"]
    assert len(dealt.events) > 1  # the first roll


def test_a_stage_may_be_a_position_on_paper():
    position = set_stage(ROYALE, step()).state.dump()
    assert set_stage(ROYALE, step(position=position, seed=1)).state.dump() == position


def test_trying_a_move_leaves_the_stage_as_it_was():
    stage = set_stage(ROYALE, step())
    before = stage.state.dump()
    after = try_move(stage, 1, ROYALE.read("take b8"))
    assert stage.state.dump() == before != after.state.dump()
    assert after.events


class Elsewhere:
    """A game whose folder is another one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __getattr__(self, name: str) -> Any:
        return getattr(ROYALE, name)


def words_of(folder: Path) -> Path:
    """The folder of a game in which its lessons lie, with the rulebook that they cite."""
    words = folder / "words"
    words.mkdir(exist_ok=True)
    shutil.copy(ROYALE.folder / "words" / "rulebook.md", words)
    return words


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("title = ", "lesson.toml: not valid TOML"),
        ("title = 'x'", "lesson: Object missing required field `tagline`"),
        (
            "title='x'\ntagline='x'\nminutes=1\nnames=['a','b']\n[[step]]\ntitle='x'\ntext='x'\nsede=1",
            r"lesson\.step\[0\]: Object contains unknown field `sede`",
        ),
        (
            "title='x'\ntagline='x'\nminutes=1\nnames=['a']\n[[step]]\ntitle='x'\ntext='x'",
            r"lesson\.step\[0\]: seat 0 and 1 names for 2 players",
        ),
    ],
)
def test_a_broken_file_is_refused_with_the_place(tmp_path, text, reason):
    (words_of(tmp_path) / "lesson.toml").write_text(text, encoding="utf-8")
    game: Any = Elsewhere(tmp_path)
    assert has_lesson(game)
    with pytest.raises(BadContent, match=reason):
        read_lesson(game)


def test_a_game_without_a_lesson_has_none(tmp_path):
    game: Any = Elsewhere(tmp_path)
    assert not has_lesson(game)
    with pytest.raises(BadContent, match=r"lesson.toml: no such file"):
        read_lesson(game)


LESSON = """
title = "A pick"
tagline = "Pick a die."
minutes = 1
names = ["Pan", "Mei"]
[[step]]
title = "Look"
text = "Three dice."
seed = 7
[[step]]
title = "Take"
text = "You are Mei."
rules = ["PR-11"]
ask = "Take one."
seat = 1
seed = 7
[[step.answers]]
moves = ["take b8"]
right = true
text = "Blue."
[[step.answers]]
moves = ["take *"]
text = "Not blue."
"""
GERMAN = """
title = "Eine Wahl"
tagline = "Nimm einen Würfel."
[[step]]
title = "Schau"
text = "Drei Würfel."
[[step]]
title = "Nimm"
text = "Du bist Mei."
ask = "Nimm einen."
[[step.answers]]
text = "Blau."
[[step.answers]]
text = "Nicht blau."
"""


def read_german(folder: Path, words: str, language: str = "de", file: str = "lesson.de.toml") -> Lesson:
    """A lesson of two steps in that language, with this translation beside it."""
    (words_of(folder) / "lesson.toml").write_text(LESSON, encoding="utf-8")
    (words_of(folder) / file).write_text(words, encoding="utf-8")
    game: Any = Elsewhere(folder)
    return translate_lesson(game, read_lesson(game), language)


def test_a_translation_changes_the_words_and_nothing_else(tmp_path):
    look, take = (german := read_german(tmp_path, GERMAN)).steps
    assert (german.title, german.tagline, look.title, look.text) == (
        *("Eine Wahl", "Nimm einen Würfel.", "Schau", "Drei Würfel."),
    )
    assert (take.title, take.text, take.ask) == ("Nimm", "Du bist Mei.", "Nimm einen.")
    assert [found.text for move in ("take b8", "take r8") if (found := take.answer(move))] == ["Blau.", "Nicht blau."]
    assert (german.names, german.minutes, take.rules, take.seat, take.seed) == (NAMES, 1, ["PR-11"], 1, 7)
    assert [(one.moves, one.right) for one in take.answers] == [(["take b8"], True), (["take *"], False)]


@pytest.mark.parametrize("language", ["en", "fr", "..", ""])
def test_a_language_without_a_file_is_english(tmp_path, language):
    assert read_german(tmp_path, GERMAN, language).title == "A pick"


def test_the_languages_of_a_lesson_are_its_files(tmp_path):
    read_german(tmp_path, GERMAN)
    for name in ("lesson.fr.toml", "lesson.en.toml", "lesson.deu.toml", "lesson.d.e.toml", "other.it.toml"):
        (words_of(tmp_path) / name).touch()
    game: Any = Elsewhere(tmp_path)
    assert lesson_languages(game) == ["en", "de", "fr"]


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        (GERMAN, "title = ", r"lesson\.de\.toml: not valid TOML"),
        ('tagline = "Nimm einen Würfel."', "", r"lesson\.de: Object missing required field `tagline`"),
        (GERMAN[GERMAN.index('[[step]]\ntitle = "Nimm') :], "", r"lesson\.de: 1 step, and the lesson has 2"),
        ('text = "Drei Würfel."', "", r"lesson\.de\.step\[0\]: Object missing required field `text`"),
        ('text = "Drei Würfel."', 'text = ""', r"lesson\.de\.step\[0\]\.text: .*length >= 1"),
        (
            'text = "Drei Würfel."',
            'text = "Drei."\nask = "Und?"',
            r"lesson\.de\.step\[0\]: the lesson asks nothing here",
        ),
        ('ask = "Nimm einen."', "", r"lesson\.de\.step\[1\]: no words for what is asked here: Take one\."),
        ('[[step.answers]]\ntext = "Blau."', "", r"lesson\.de\.step\[1\]: 1 answer, and the lesson has 2"),
        ('text = "Blau."', "", r"lesson\.de\.step\[1\]\.answers\[0\]: Object missing required field `text`"),
        ('text = "Blau."', 'text = "Blau."\nright = true', r"step\[1\]\.answers\[0\]: .*unknown field `right`"),
        ('text = "Du bist Mei."', 'text = "Mei."\nseed = 8', r"lesson\.de\.step\[1\]: .*unknown field `seed`"),
        ('text = "Du bist Mei."', 'text = "Mei."\nrules = []', r"lesson\.de\.step\[1\]: .*unknown field `rules`"),
    ],
)
def test_a_translation_that_does_not_fit_is_refused_with_its_place(tmp_path, right, wrong, reason):
    assert GERMAN.count(right) == 1
    with pytest.raises(BadContent, match=reason) as caught:
        read_german(tmp_path, GERMAN.replace(right, wrong))
    assert str(caught.value).startswith("lesson.de")


def test_answers_too_many_are_counted_too(tmp_path):
    with pytest.raises(BadContent, match=r"lesson\.de\.step\[1\]: 3 answers, and the lesson has 2"):
        read_german(tmp_path, f'{GERMAN}[[step.answers]]\ntext = "Noch eine."')
