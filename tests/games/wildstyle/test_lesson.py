"""The first lesson: every claim in it, against the engine and the rulebook."""

from __future__ import annotations

import pytest

import pandarium
from pandarium.games.wildstyle.view import WildView
from pandarium.kit.lesson import LessonAnswer, Step, read_lesson, set_stage, try_move

GAME = pandarium.game("wildstyle")
LESSON = read_lesson(GAME)
STEPS = {step.title: step for step in LESSON.steps}

every_step = pytest.mark.parametrize("step", LESSON.steps, ids=lambda step: step.title)


def seen(title: str) -> WildView:
    """What the learner sees at the beginning of a step."""
    view: WildView = set_stage(GAME, STEPS[title]).state.view(0)
    return view


def after(title: str, move: str) -> WildView:
    """What the learner sees after a move."""
    view: WildView = try_move(set_stage(GAME, STEPS[title]), 0, GAME.read(move)).state.view(0)
    return view


def answers(step: Step) -> dict[str, LessonAnswer]:
    """The answer to every legal move."""
    legal = [GAME.say(move) for move in set_stage(GAME, step).state.legal(step.seat)]
    return {move: answer for move in legal if (answer := step.answer(move))}


def right(title: str) -> list[str]:
    return [move for move, answer in answers(STEPS[title]).items() if answer.right]


def touching(view: WildView, name: str) -> set[str]:
    """The hexes around one."""
    here = next(hex for hex in view.hexes if hex.name == name)
    around = {(here.q + q, here.r + r) for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))}
    return {hex.name for hex in view.hexes if (hex.q, hex.r) in around}


@every_step
def test_only_readiness_cannot_go_wrong(step):
    assert all(answer.right for answer in answers(step).values()) == (step.title == "Everybody at once")


def test_ws2_all_wait_for_the_learner():
    assert [player.ready for player in seen("Everybody at once").players] == [False, True]
    assert after("Everybody at once", "ready").phase == "countdown"


def test_ws4_two_railways_and_a_mall():
    hand = seen("Start a set").players[0].hand
    assert hand is not None
    assert sorted(card[0] for card in hand) == ["M", "R", "R"]
    assert after("Same icon, any colour", "add Rl 1").players[0].sets[0] == ["Rt", "Rl"]


def test_ws3_a_drawn_card_comes_into_the_hand():
    before, drawn = seen("More cards"), after("More cards", "draw 2")
    assert (before.players[0].hand_size, drawn.players[0].hand_size) == (1, 2)
    assert (before.piles, drawn.piles) == ([26, 27], [26, 26])


def test_ws6_mei_shared_the_third_railway():
    pile = seen("What others leave").shares[1]
    assert pile.cards == ["Rw"]
    assert pile.touch is not None
    assert (pile.touch.seat, pile.touch.what) == (1, "shared")
    assert right("What others leave") == ["take 2 Rw 1"]
    assert len(after("What others leave", "take 2 Rw 1").players[0].sets[0]) == 3


def test_ws20_only_one_free_railway_touches_the_red_tag():
    view = seen("Tag!")
    railways = [move.split()[2] for move in answers(STEPS["Tag!"]) if move.startswith("tag")]
    assert [f"tag 1 {hex}" for hex in railways if hex in touching(view, "A10")] == right("Tag!") == ["tag 1 A5"]
    tagged = after("Tag!", "tag 1 A5").players[0]
    assert (tagged.solo, tagged.sets[0], tagged.mat) == ([], [], 4)


def test_ws5_nothing_fits_and_nothing_can_be_drawn():
    kinds = {move.split()[0] for move in answers(STEPS["Give to get"])}
    assert kinds == {"share", "rush", "scrap", "pass"}
    view = seen("Give to get")
    for move in right("Give to get"):
        _, card, pile = move.split()
        top = view.shares[int(pile) - 1].cards[-1]
        assert card[0] == top[0] or card[1] == top[1]
        assert any(f"draw {pile}" == GAME.say(then) for pile in (1, 2) for then in _legal_after("Give to get", move))


def _legal_after(title: str, move: str) -> list[int]:
    return list(try_move(set_stage(GAME, STEPS[title]), 0, GAME.read(move)).state.legal(0))


def test_ws8_a_rushed_mall_beside_the_others_pays_although_the_car_costs_a_tag():
    view = seen("Rush")
    assert (view.triggered, view.piles) == (True, [0, 0])
    assert next(icon.points for icon in view.icons if icon.code == "M") == 3
    before = view.players[0]
    for move in (move for move in answers(STEPS["Rush"]) if move.startswith("rush")):
        now = after("Rush", move).players[0]
        beside = bool(touching(view, move.split()[2]) & set(before.tags))
        assert (move in right("Rush")) == beside
        assert now.cars == 1
        assert now.score.tags - before.score.tags == (3 if beside else 0)


def test_ws22_the_fifth_tag_in_a_line_scores_the_objective_and_no_other_does():
    """WS-22, WS-24, WS-30: the points are those of the tiles."""
    title = "What decides it"
    view = seen(title)
    assert [(tile.code, tile.points) for tile in view.objectives] == [
        ("straight_shooter", 6),
        ("border_wars", 1),
        ("zone_control", 5),
    ]
    before = view.players[0].score
    for move in (move for move in answers(STEPS[title]) if move.startswith("tag")):
        gain = after(title, move).players[0].score.objectives[0] - before.objectives[0]
        assert gain == (6 if move in right(title) else 0)
    assert after(title, "tag 1 A1").players[0].score.tags - before.tags == 1
    assert right(title) == ["tag 1 A1"]


def test_ws20_giving_the_lonely_tag_wins_and_no_other_does():
    title = "Paying for it"
    assert seen(title).players[0].solo == ["B19"]
    for move, answer in answers(STEPS[title]).items():
        outcome = after(title, move).outcome
        assert outcome is not None
        assert (list(outcome.winners) == [0]) == answer.right
    won = after(title, "remove B19").outcome
    assert won is not None
    assert list(won.scores) == [14, 13]
