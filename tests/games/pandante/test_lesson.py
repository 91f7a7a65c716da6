"""The first lesson: what it says about cards, claims and gold, against the engine."""

from __future__ import annotations

import pytest

import pandarium
from pandarium.games.pandante.engine.cards import DECK
from pandarium.games.pandante.engine.claims import CLAIMS, STRAIGHT_FLUSH
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.hand_counts import count_true
from pandarium.games.pandante.view import PandanteView
from pandarium.games.pandante.words.notation import CLAIM_CODES
from pandarium.kit.lesson import LessonAnswer, Step, read_lesson, set_stage, try_move

GAME = pandarium.game("pandante")
LESSON = read_lesson(GAME)
STEPS = {step.title: step for step in LESSON.steps}
ASKED = [step for step in LESSON.steps if step.ask]

every_question = pytest.mark.parametrize("step", ASKED, ids=lambda step: step.title)


def seen(title: str) -> PandanteView:
    """What the learner sees at the beginning of a step."""
    view: PandanteView = set_stage(GAME, STEPS[title]).state.view(0)
    return view


def told(title: str, move: str) -> list[str]:
    """What the learner hears after a move."""
    stage = try_move(set_stage(GAME, STEPS[title]), 0, GAME.read(move))
    seen = [event for raw in stage.events if (event := GAME.redact(raw, 0)) is not None]
    return [GAME.sentence(event, LESSON.names) for event in seen]


def after(title: str, move: str) -> PandanteView:
    """What the learner sees after a move."""
    view: PandanteView = try_move(set_stage(GAME, STEPS[title]), 0, GAME.read(move)).state.view(0)
    return view


def answers(step: Step) -> dict[str, LessonAnswer]:
    """The answer to every legal move."""
    legal = [GAME.say(move) for move in set_stage(GAME, step).state.legal(step.seat)]
    return {move: answer for move in legal if (answer := step.answer(move))}


def mine(view: PandanteView) -> set[str | None]:
    return {held.card for held in view.players[0].hand}


def true_claims(view: PandanteView) -> list[str]:
    assert view.yours is not None
    return view.yours.true_claims


@every_question
def test_the_learner_decides_and_can_go_wrong(step):
    assert set_stage(GAME, step).state.actors() == [step.seat]
    assert {answer.right for answer in answers(step).values()} == {True, False}


def test_pd1_two_cards_three_open_and_a_pair_of_eights():
    view = seen("Two cards, and three for all")
    assert mine(view) == {"g1", "o8"}
    assert view.board[0].cards.count(None) == 3
    assert "b8" in view.board[0].cards
    assert (view.pot, true_claims(view)) == (9, ["pair"])


def test_pds1_it_says_how_one_wins_and_what_the_coin_is_for():
    """PD-S1, PD-33: 90 gold for three players; five cards for the coin."""
    first = STEPS["Two cards, and three for all"]
    state = set_stage(GAME, first).state
    assert isinstance(state, Pandante)
    assert f"first to have {state.numbers.target} gold wins" in first.text
    assert "PD-33" in STEPS["It worked"].rules
    assert "in place of an ability, to draw 5 cards and discard 5" in STEPS["It worked"].text


def test_pd3_only_the_ticked_claim_is_right_at_first():
    step = STEPS["Claim a hand"]
    right = {move for move, answer in answers(step).items() if answer.right}
    assert right == {f"bet {claim}" for claim in true_claims(seen("Claim a hand"))}


def test_pd5_the_snack_is_free_and_brings_the_green_eight():
    view = seen("Snacks")
    assert view.yours is not None
    assert view.yours.snack_price == 0
    assert mine(after("Snacks", "snack")) == {"g1", "g8", "o8"}
    assert "three" in true_claims(seen("Keep the best"))
    assert "three" in true_claims(after("Keep the best", "discard g1"))
    for wrong in ("discard g8", "discard o8"):
        assert true_claims(after("Keep the best", wrong)) == ["pair"]


def test_pd3_a_lie_is_what_is_not_true():
    step, view = STEPS["The lie"], seen("The lie")
    assert true_claims(view) == ["pair"]
    assert mine(view) == {"g4", "g5"}
    numbers = {int(str(card)[1:]) for card in [*view.board[0].cards[:5], *mine(view)]}
    assert {1, 3, 4, 5} <= numbers
    assert 2 not in numbers
    right = {move for move, answer in answers(step).items() if answer.right}
    assert right == {f"bet {claim}" for claim in CLAIM_CODES if claim not in true_claims(view)}


def test_pd7_two_abilities_and_claims_as_told():
    view = seen("Abilities")
    assert view.abilities_left == 2
    assert [player.claim for player in view.players] == ["straight", "pair", "pair"]


def test_pd32_the_unchallenged_lie_wins_and_may_be_shown():
    view = seen("It worked")
    assert (view.phase, view.pot, view.turn) == ("coin", 0, 0)
    assert "straight" not in true_claims(view)
    assert "Pan takes the Golden Panda Coin" in told("It worked", "show")
    assert after("It worked", "show").coin == 0
    assert after("It worked", "hide").coin is None


def test_pd22_no_two_cards_make_that_straight_flush():
    state = set_stage(GAME, STEPS["Call the liar"]).state
    assert isinstance(state, Pandante)
    table = int(state.row(0))
    unseen = ((1 << DECK) - 1) & ~table & ~int(state.hands[0])
    assert len(CLAIM_CODES) == CLAIMS
    assert count_true(STRAIGHT_FLUSH, 0, table, unseen) == 0
    colours = [str(card)[0] for card in seen("Call the liar").board[0].cards[:5]]
    assert max(colours.count(colour) for colour in colours) == 2
    assert "Bo pays Pan 5 gold" in told("Call the liar", "challenge")
    assert "Bo is exposed as a liar" in told("Call the liar", "challenge")


def test_pd22_the_pair_of_threes_lies_open_and_doubting_it_costs_15():
    view = seen("Do not cry wolf")
    assert view.yours is not None
    assert view.yours.challenge_price == 15
    assert view.players[0].folded
    assert [str(card)[1:] for card in view.board[0].cards[:5]].count("3") == 2
    assert "Pan pays Mei 15 gold" in told("Do not cry wolf", "challenge")
    assert "Nobody challenges Mei" in told("Do not cry wolf", "trust")
