"""The first lesson: every claim in it, against the engine and the rulebook."""

from __future__ import annotations

import re

import pytest

import pandarium
from pandarium.games.pilfering.view import PilferingView
from pandarium.kit.lesson import LessonAnswer, Step, read_lesson, set_stage, try_move

GAME = pandarium.game("pilfering")
LESSON = read_lesson(GAME)
STEPS = {step.title: step for step in LESSON.steps}
ASKED = [step for step in LESSON.steps if step.ask]

every_question = pytest.mark.parametrize("step", ASKED, ids=lambda step: step.title)


def seen(title: str) -> PilferingView:
    """What the learner sees at the beginning of a step."""
    view: PilferingView = set_stage(GAME, STEPS[title]).state.view(0)
    return view


def after(title: str, move: str) -> PilferingView:
    """What the learner sees after a move."""
    view: PilferingView = try_move(set_stage(GAME, STEPS[title]), 0, GAME.read(move)).state.view(0)
    return view


def answers(step: Step) -> dict[str, LessonAnswer]:
    """The answer to every legal move."""
    legal = [GAME.say(move) for move in set_stage(GAME, step).state.legal(step.seat)]
    return {move: answer for move in legal if (answer := step.answer(move))}


@every_question
def test_the_learner_is_to_move_and_every_legal_move_has_an_answer(step):
    state = set_stage(GAME, step).state
    assert state.actors() == [step.seat]
    assert len(answers(step)) == len(state.legal(step.seat))
    free = step.title == "A turn begins with a card"
    assert {answer.right for answer in answers(step).values()} == ({True} if free else {True, False})


@every_question
def test_what_a_move_is_said_to_do_to_the_markers_is_what_it_does(step):
    previews = {one.move: one for one in set_stage(GAME, step).state.view(0).previews}
    for move, answer in answers(step).items():
        if found := re.search(r"Pandas \+(\d)", answer.text):
            assert previews[move].panda == int(found[1]), move
        if found := re.search(r"[Kk]eeper ([+−])(\d)", answer.text):
            assert previews[move].keeper == int(found[2]) * (1 if found[1] == "+" else -1), move


def test_pp_s1_eight_behind_and_twenty_seven_to_go():
    view = seen("Two on one track")
    assert (view.panda - view.keeper, view.win - view.panda) == (8, 27)


def test_pp_a6_ten_ahead_after_the_first_trade():
    view = after("Three in a row", "set 1 r3 r4 r5")
    assert view.panda - view.keeper == 10


def test_pp_c5_the_loves_of_the_two_meerkats():
    first, second = seen("What Meerkats love").areas
    assert (first.meerkat, first.likes) == ("Nenal", ["r", "y", "b"])
    assert (second.meerkat, second.likes) == ("Aria", ["y", "g", "p"])


def test_pp_a6_the_first_area_is_full_and_the_second_is_not():
    first, second = seen("When it gets dear").areas
    assert (first.mark, first.charge, second.charge) == (5, 3, 1)


def test_pp_t5_the_green_six_must_be_played():
    view = after("Reaching deep", "pick 2")
    assert view.duty == "g6"
    assert any(one.move.startswith("set") for one in view.previews)


def test_pp_e5_two_points_to_drop_and_five_ahead():
    view = seen("Run!")
    assert (view.final_cost, view.panda - view.keeper, view.unknown_cards) == (2, 5, 0)
    won = after("Run!", "escape").outcome
    assert won is not None
    assert list(won.winners) == [0, 1]
