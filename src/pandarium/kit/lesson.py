"""Lessons: a game's `words/lesson.toml`, in which people learn it by doing. Every position is one of the engine's own.

A step says something, and may ask for a move. It says where it takes place (a `position` as data, or a `seed` with
the `moves` played since), and which of the legal moves are right, with an answer for every one of them.

A `lesson.<language>.toml` next to it says the same in another language: words only, in the same order.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from pandarium.core.content import decode
from pandarium.core.errors import BadContent, PandariumError
from pandarium.core.game import Game, check_seed
from pandarium.core.message import ENGLISH
from pandarium.core.meta import OptionValue
from pandarium.core.state import State
from pandarium.kit.language import WORDS, translated, translations
from pandarium.kit.rulebook import Rulebook

FILE = "lesson.toml"

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=600)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=100)]


class LessonAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is said to some moves."""

    moves: Annotated[list[str], msgspec.Meta(min_length=1)]
    """Patterns in the game's notation; `*` stands for anything."""
    right: bool = False
    text: Words
    rules: list[str] = []


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step: something to read next to the table, and perhaps something to do there."""

    title: Title
    text: Words
    rules: list[str] = []
    """IDs of the rules that say so."""
    seat: Seat = 0
    """Through whose eyes, and who is asked."""
    ask: str = ""
    """What is to be done; empty: only look."""
    answers: list[LessonAnswer] = []
    """The first that fits a move is the answer to it; every legal move has one."""
    position: dict[str, Any] | None = None
    seats: int = 2
    options: dict[str, OptionValue] = {}
    seed: int = 0
    moves: list[tuple[Seat, str]] = []

    def answer(self, move: str) -> LessonAnswer | None:
        """What is said to this move, given in notation."""
        for answer in self.answers:
            if any(fnmatchcase(move, pattern) for pattern in answer.moves):
                return answer
        return None


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole lesson."""

    title: Title
    tagline: Words
    minutes: Annotated[int, msgspec.Meta(ge=1, le=60)]
    names: Annotated[list[Title], msgspec.Meta(min_length=1)]
    """The players, by seat."""
    language: str = ENGLISH
    """Of its words."""
    steps: Annotated[list[Step], msgspec.Meta(min_length=1)] = msgspec.field(name="step")


class AnswerWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An answer in another language."""

    text: Words


class StepWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step in another language."""

    title: Title
    text: Words
    ask: str = ""
    answers: list[AnswerWords] = []


class LessonWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson in another language: the words, never what is played."""

    title: Title
    tagline: Words
    steps: list[StepWords] = msgspec.field(name="step")


class Stage(NamedTuple):
    """A position of a lesson, and the raw events that led to it."""

    state: State
    events: list[Any]


def has_lesson(game: Game) -> bool:
    """Whether there is a lesson for this game."""
    return (game.folder / WORDS / FILE).is_file()


def read_lesson(game: Game) -> Lesson:
    """The game's lesson, every step of it tried out; raises BadContent with the place and the reason."""
    lesson = decode(_read(game.folder / WORDS / FILE), Lesson, "lesson")
    for number, step in enumerate(lesson.steps):
        check_step(game, lesson, step, f"lesson.step[{number}]")
    return lesson


def lesson_languages(game: Game) -> list[str]:
    """The languages that the game's lesson can be read in; English first."""
    return translations(game, FILE)


def translate_lesson(game: Game, lesson: Lesson, language: str) -> Lesson:
    """The game's lesson in another language, or as it is where there is no such file.

    Raises BadContent with the place and the reason.
    """
    file = translated(game, FILE, language)
    if file.name == FILE:
        return lesson
    words = decode(_read(file), LessonWords, file.stem)
    return msgspec.structs.replace(fit_words(lesson, words, file.stem), language=language)


def fit_words(lesson: Lesson, words: LessonWords, place: str) -> Lesson:
    """The lesson in these words; raises BadContent unless there are words for every text of it, and no others."""
    if len(words.steps) != len(lesson.steps):
        raise BadContent(place, f"{_count(words.steps, 'step')}, and the lesson has {len(lesson.steps)}")
    steps = [
        _fit_step(step, translated, f"{place}.step[{number}]")
        for number, (step, translated) in enumerate(zip(lesson.steps, words.steps, strict=True))
    ]
    return msgspec.structs.replace(lesson, title=words.title, tagline=words.tagline, steps=steps)


def set_stage(game: Game, step: Step) -> Stage:
    """The position that a step takes place in; the events are those of the last move, or of the deal."""
    if step.position is not None:
        return Stage(game.load(step.position), [])
    events: list[Any] = []
    state = game.setup(step.seats, step.options).start(check_seed(step.seed), events)
    for seat, move in step.moves:
        events = []
        state.play(seat, game.read(move), events)
    return Stage(state, events)


def try_move(stage: Stage, seat: int, move: int) -> Stage:
    """What a move leads to; the stage itself stays as it is."""
    events: list[Any] = []
    after = stage.state.clone()
    after.play(seat, move, events)
    return Stage(after, events)


def check_step(game: Game, lesson: Lesson, step: Step, place: str) -> None:
    """Raise BadContent unless the step can be played as it is written."""
    try:
        state = set_stage(game, step).state
        legal = [game.say(move) for move in state.legal(step.seat)]
        for rule in [*step.rules, *(rule for answer in step.answers for rule in answer.rules)]:
            Rulebook.of(game).find(rule)
    except PandariumError as error:
        raise BadContent(place, str(error)) from None
    seats: int = state.setup.seats
    if not step.seat < seats <= len(lesson.names):
        raise BadContent(place, f"seat {step.seat} and {len(lesson.names)} names for {seats} players")
    if bool(step.ask) != bool(step.answers):
        raise BadContent(place, "a question has answers, and only a question has")
    if step.ask:
        _check_answers(step, legal, place)


def _check_answers(step: Step, legal: Sequence[str], place: str) -> None:
    """Every legal move has an answer, every answer a move, and one of them is right."""
    given = {move: step.answer(move) for move in legal}
    if silent := [move for move, answer in given.items() if answer is None]:
        raise BadContent(place, f"no answer to {', '.join(silent)}")
    for number, answer in enumerate(step.answers):
        if answer not in given.values():
            raise BadContent(f"{place}.answers[{number}]", f"fits no move; the moves are {', '.join(legal)}")
    if not any(answer and answer.right for answer in given.values()):
        raise BadContent(place, "no move is right")


def _fit_step(step: Step, words: StepWords, place: str) -> Step:
    if step.ask and not words.ask:
        raise BadContent(place, f"no words for what is asked here: {step.ask}")
    if words.ask and not step.ask:
        raise BadContent(place, "the lesson asks nothing here")
    if len(words.answers) != len(step.answers):
        raise BadContent(place, f"{_count(words.answers, 'answer')}, and the lesson has {len(step.answers)}")
    answers = [
        msgspec.structs.replace(answer, text=translated.text)
        for answer, translated in zip(step.answers, words.answers, strict=True)
    ]
    return msgspec.structs.replace(step, title=words.title, text=words.text, ask=words.ask, answers=answers)


def _count(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}" if len(things) == 1 else f"{len(things)} {name}s"


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadContent(file.name, f"not valid TOML: {error}") from None
    except OSError as error:
        raise BadContent(file.name, (error.strerror or "cannot be read").lower()) from None
