"""The first lesson: every claim in it, against the engine and the rulebook."""

from __future__ import annotations

import re

import pytest

import pandarium
from pandarium.core.rng import from_words
from pandarium.games.royale.bots import Greedy
from pandarium.games.royale.view import RoyaleView
from pandarium.kit.lesson import LessonAnswer, Step, read_lesson, set_stage, try_move

GAME = pandarium.game("royale")
LESSON = read_lesson(GAME)
STEPS = {step.title: step for step in LESSON.steps}
ASKED = [step for step in LESSON.steps if step.ask]

every_question = pytest.mark.parametrize("step", ASKED, ids=lambda step: step.title)


def seen(title: str) -> RoyaleView:
    """What the learner sees at the beginning of a step."""
    view: RoyaleView = set_stage(GAME, STEPS[title]).state.view(0)
    return view


def after(title: str, move: str) -> RoyaleView:
    """What the learner sees after a move."""
    view: RoyaleView = try_move(set_stage(GAME, STEPS[title]), 0, GAME.read(move)).state.view(0)
    return view


def answers(step: Step) -> dict[str, LessonAnswer]:
    """The answer to every legal move."""
    legal = [GAME.say(move) for move in set_stage(GAME, step).state.legal(step.seat)]
    return {move: answer for move in legal if (answer := step.answer(move))}


@every_question
def test_questions_can_be_answered_wrong_but_where_either_die_will_do(step):
    free = step.title == "Comfort for the last"
    assert all(answer.right for answer in answers(step).values()) == free


@every_question
def test_what_a_move_is_said_to_add_is_what_it_adds(step):
    state = set_stage(GAME, step).state
    gains = {GAME.say(advice.move): advice.value for advice in Greedy().advise(state, 0, from_words(1, 2))}
    told = 0
    for move, answer in answers(step).items():
        for figure in re.findall(r"([\d.]+) a round", answer.text):
            assert float(figure) == pytest.approx(gains[move]), (move, answer.text)
            told += 1
        for figure in re.findall(r"would add ([\d.]+)", answer.text):
            assert float(figure.rstrip(".")) == pytest.approx(max(gains.values())), answer.text
    assert told


@every_question
def test_right_moves_add_more_than_wrong_ones(step):
    state = set_stage(GAME, step).state
    gains = {GAME.say(advice.move): advice.value for advice in Greedy().advise(state, 0, from_words(1, 2))}
    right = [gains[move] for move, answer in answers(step).items() if answer.right]
    wrong = [gains[move] for move, answer in answers(step).items() if not answer.right]
    assert min(right) > max(wrong, default=-100)
    assert max(gains, key=lambda move: gains[move]) in [m for m, answer in answers(step).items() if answer.right]


def test_pr2_you_rolled_six_and_have_the_token():
    view = seen("One die each")
    assert [player.yellow for player in view.players] == [6, 5, 4]
    assert (view.panda, view.turn, view.players[0].total) == (0, 0, 6)
    assert all(player.dice.count("y6") == 1 for player in view.players)
    assert sorted(view.pool) == ["b8", "g20", "p12", "r8"]


def test_pr11_the_third_step_goes_on_from_the_die_that_was_taken():
    took = after("The Panda token", "take p12").players[0].dice
    assert [move for move, answer in answers(STEPS["The Panda token"]).items() if answer.right] == ["take p12"]
    assert set(took) <= set(seen("Everything rolls again").players[0].dice)


def test_pr3_all_three_tied_with_six_and_mei_won_the_second_roll():
    stage = set_stage(GAME, STEPS["Everything rolls again"])
    told = [GAME.sentence(GAME.redact(event, 0), LESSON.names) for event in stage.events]
    assert [line for line in told if "y6:6" in line and line.count("rolls") == 1][:3] == [
        "Pan rolls y6:6 p12:2",
        "Mei rolls y6:6 g20:10",
        "Bo rolls y6:6 b8:5 k12:6",
    ]
    assert "The red d8 goes back into the bag" in told
    assert "Round 2: Pan scores 6 (yellow 2, purple 4)" in told
    assert seen("Everything rolls again").panda == 1


def test_pr9_six_was_the_lowest_and_brought_the_pink_die():
    view = seen("Comfort for the last")
    assert [player.lines[1].total for player in view.players] == [6, 15, 13]
    assert "k12" in view.players[0].dice
    assert sorted(view.pool) == ["c6", "y8"]


def test_pr2_the_yellow_die_wins_the_token_at_once():
    view = after("Comfort for the last", "take y8")
    assert [rolled.value for rolled in view.players[0].rolled if rolled.die in {"y6", "y8"}] == [2, 8]
    assert (view.round, view.panda, view.turn) == (3, 0, 0)


def test_pr7_no_red_at_first_then_two_that_make_ten():
    assert not any(die[0] == "r" for die in seen("Red alone is weak").players[0].dice)
    me = seen("Red in a pack is strong").players[0]
    assert [rolled.value for rolled in me.rolled if rolled.die[0] == "r"] == [6, -1]
    assert me.lines[-1].colours[3] == (6 - 1) * 2


def test_pr10_only_you_have_a_clear_die_and_pink_is_not_on_offer():
    view = seen("Clear dice are keys")
    assert [player.dice.count("c6") for player in view.players] == [1, 0, 0]
    assert any("k12" in player.dice for player in view.players[1:])
    assert not any("k12" in move for move in answers(STEPS["Clear dice are keys"]))
    traded = after("Clear dice are keys", "trade C p12")
    assert "p12" in traded.players[0].dice
    assert "c6" in traded.players[2].dice


def test_pr6_two_plain_blue_dice_and_one_of_them_just_traded():
    step = STEPS["Glitter"]
    assert step.moves[-1] == (0, "trade C b12")
    blue = [die for die in seen("Glitter").players[0].dice if die[0] in "bs"]
    assert blue == ["b8", "b12"]


def test_pr13_the_last_pick_decides_the_game():
    view = seen("The last pick")
    assert (view.round, len(view.pool)) == (9, 2)
    assert view.players[2].total - view.players[0].total == 28 == max(p.total for p in view.players) - 305
    assert sum(die[0] == "r" for die in view.players[0].dice) == 6
    won, lost = after("The last pick", "take r6"), after("The last pick", "take c6")
    assert won.outcome is not None
    assert lost.outcome is not None
    assert (list(won.outcome.winners), list(won.outcome.scores)) == ([0], [451, 376, 428])
    assert (list(lost.outcome.winners), list(lost.outcome.scores)) == ([2], [403, 376, 428])
    assert won.players[0].lines[-1].colours[3] == 133
