"""Lessons: a game's `lesson.toml`, in which people learn it by doing. Every position is one of the engine's own.

A step tells something, and may ask for a move. It says where it takes place (a `position` on paper, or a `seed` with
the `moves` played since), and which of the legal moves are right, with an answer for every one of them.
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
from pandarium.core.meta import OptionValue
from pandarium.core.state import State

FILE = "lesson.toml"

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=600)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is said to some moves."""

    moves: Annotated[list[str], msgspec.Meta(min_length=1)]
    """Patterns in the game's notation; `*` stands for anything."""
    right: bool = False
    text: Words
    rules: list[str] = []


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step: something to read beside the table, and perhaps something to do there."""

    title: Title
    text: Words
    rules: list[str] = []
    """IDs of the rules that say so."""
    seat: Seat = 0
    """Through whose eyes, and who is asked."""
    ask: str = ""
    """What is to be done; empty: only look."""
    answers: list[Answer] = []
    """The first that fits a move is the answer to it; every legal move has one."""
    position: dict[str, Any] | None = None
    seats: int = 2
    options: dict[str, OptionValue] = {}
    seed: int = 0
    moves: list[tuple[Seat, str]] = []

    def answer(self, move: str) -> Answer | None:
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
    steps: Annotated[list[Step], msgspec.Meta(min_length=1)] = msgspec.field(name="step")


class Stage(NamedTuple):
    """A position of a lesson, and the raw events that led to it."""

    state: State
    events: list[Any]


def has_lesson(game: Game) -> bool:
    """Whether there is a lesson for this game."""
    return (game.folder / FILE).is_file()


def read_lesson(game: Game) -> Lesson:
    """The game's lesson, every step of it tried out; raises BadContent with the place and the reason."""
    lesson = _read(game.folder / FILE)
    for number, step in enumerate(lesson.steps):
        check_step(game, lesson, step, f"lesson.step[{number}]")
    return lesson


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
    """Raise BadContent unless the step can be played as it is told."""
    try:
        state = set_stage(game, step).state
        legal = [game.say(move) for move in state.legal(step.seat)]
        for rule in [*step.rules, *(rule for answer in step.answers for rule in answer.rules)]:
            game.rulebook.find(rule)
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


def _read(file: Path) -> Lesson:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadContent(FILE, f"not valid TOML: {error}") from None
    except OSError as error:
        raise BadContent(FILE, (error.strerror or "cannot be read").lower()) from None
    return decode(data, Lesson, "lesson")
