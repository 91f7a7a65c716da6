"""The bots of Panda Royale: exact expectations, sound choices, and strength that shows."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandarium
from pandarium import Rng
from pandarium.bots import make
from pandarium.core.bot import ask, ask_advice
from pandarium.games.royale.bots import Greedy, Hard
from pandarium.games.royale.bots.expected_score import VARIANCE_SCALE, Hand, Odds
from pandarium.games.royale.bots.outline import Outline, rule_of_thumb
from pandarium.games.royale.bots.search import CERTAIN, Search, chance_to_win
from pandarium.games.royale.content import own_content, read_content
from pandarium.games.royale.engine.dice import CODES, DiceSet, handful, list_kinds
from pandarium.games.royale.engine.moves import PASS
from pandarium.games.royale.engine.scoring import FACE_BITS, line_total, score_roll
from pandarium.sim import simulate

from .table import at_draft, at_trade, die_in, game, own_pack

pytestmark = pytest.mark.conformance


def dice(codes: str) -> int:
    return handful([CODES.index(code) for code in codes.split()])


def every_score(dice_set: DiceSet, hand: int) -> list[int]:
    """What the hand scores on each of its possible rolls, by the rules themselves."""
    sides = [range(dice_set.sides[kind]) for kind in list_kinds(hand)]
    scores = []
    for roll in product(*sides):
        faces = sum(face << (index * FACE_BITS) for index, face in enumerate(roll))
        scores.append(line_total(score_roll(dice_set, hand, faces)))
    return scores


def mean_by_brute_force(dice_set: DiceSet, hand: int) -> Fraction:
    scores = every_score(dice_set, hand)
    return Fraction(sum(scores), len(scores))


def expected(dice_set: DiceSet, codes: str) -> Fraction:
    odds = Odds(dice_set)
    return Fraction(int(Hand(odds, dice(codes)).score()), int(odds.scale))


HANDS = [
    "y6",
    "p8 p12",
    "b6 b8",
    "b6 s6",
    "s6 s6 b8",
    "r6",
    "r6 r8",
    "r6 r6 r8",
    "g20 c6",
    "y8 p8 k12",
    "r6 s6 b12",
    "c6 c6*",
]


@pytest.mark.parametrize("codes", HANDS)
def test_the_expected_score_is_exact(codes: str) -> None:
    assert expected(own_content(), codes) == mean_by_brute_force(own_content(), dice(codes))


def test_the_expected_score_follows_the_faces_of_a_content_pack() -> None:
    pack = own_pack()
    die_in(pack, "r6")["faces"] = [-6, -6, -6, 4, 5, 6]
    assert expected(read_content(pack), "r6 r6") == mean_by_brute_force(read_content(pack), dice("r6 r6"))


@pytest.mark.parametrize("codes", ["r6 r8", "b6 s6", "p8 y6"])
def test_the_variance_is_right_to_a_quarter_a_die(codes: str) -> None:
    scores = every_score(own_content(), dice(codes))
    mean = sum(scores) / len(scores)
    exact = sum((score - mean) ** 2 for score in scores) / len(scores)
    found = Hand(Odds(own_content()), dice(codes)).variance() / VARIANCE_SCALE
    assert found == pytest.approx(exact, abs=len(codes.split()))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(CODES), max_size=9), st.sampled_from(CODES[:12]))
def test_gain_and_loss_are_the_difference_of_two_scores(codes: list[str], more: str) -> None:
    odds = Odds(own_content())
    kind = CODES.index(more)
    before = Hand(odds, dice(" ".join(codes)))
    after = Hand(odds, dice(" ".join([*codes, more])))
    assert before.gain(kind) == after.score() - before.score() == after.loss(kind)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(CODES), max_size=9), st.sampled_from(CODES[:12]))
def test_adding_and_dropping_a_die_leaves_a_hand_as_it_was(codes: list[str], more: str) -> None:
    odds = Odds(own_content())
    fresh, used = Hand(odds, dice(" ".join(codes))), Hand(odds, dice(" ".join(codes)))
    used.add(CODES.index(more))
    used.drop(CODES.index(more))
    assert (used.dice, used.score(), used.variance()) == (fresh.dice, fresh.score(), fresh.variance())


# Greedy


@pytest.mark.parametrize(
    ("hand", "theirs", "pool", "best", "why"),
    [
        ("y6", "y6", "g20 b6 r6", "take g20", "+10.5 a round"),
        ("y6", "y6", "p12 g20 c6", "take p12", "+13.0 a round"),
        ("b12 b12 b8", "y6 y6 p8", "g20 s6 p12", "take s6", "it doubles all your blue"),
        ("r8 r8 r8", "y6 y6 p8", "g20 r8 b12", "take r8", "red number 4 multiplies them all"),
        ("s6 p8", "y6 y6", "b12 g20 y8", "take b12", "your glitter doubles it"),
    ],
)
def test_greedy_drafts_what_adds_most_to_a_round(hand: str, theirs: str, pool: str, best: str, why: str) -> None:
    state = at_draft(hand, f"{theirs} k12", pool=pool, panda=0)
    advice = ask_advice(Greedy(), state, 0, Rng(0))
    assert game.say(advice[0].move) == best
    assert why in str(advice[0].why)
    assert ask(Greedy(), state, 0, Rng(0)) == advice[0].move
    assert [line.value for line in advice] == sorted((line.value for line in advice), reverse=True)


def test_greedy_trades_for_the_best_die_on_the_table() -> None:
    state = at_trade("y6 c6 k12", "y6 g20", "y6 b8", panda=1, turn=0)
    assert game.say(ask(Greedy(), state, 0, Rng(0))) == "trade B g20"


@pytest.mark.parametrize(
    ("totals", "best"), [((3, 5, 4), "trade B g20"), ((3, 4, 5), "trade C g20"), ((3, 4, 4), "trade B g20")]
)
def test_of_equal_trades_greedy_makes_the_one_that_costs_the_leader(totals: tuple[int, ...], best: str) -> None:
    sheet = [[[points, 0, 0, 0, 0, 0, 0], [0] * 7] for points in totals]
    state = at_trade("y6 c6 k12", "y6 g20", "y6 g20", panda=1, turn=0, sheet=sheet)
    assert game.say(ask(Greedy(), state, 0, Rng(0))) == best


def test_among_equals_greedy_goes_round_from_its_own_seat() -> None:
    state = at_trade("y6 g20", "y6 c6 k12", "y6 g20", panda=0, turn=1)
    assert game.say(ask(Greedy(), state, 1, Rng(0))) == "trade C g20"


def test_greedy_passes_when_no_trade_gains() -> None:
    state = at_trade("y6 c6 k12", "y6 r6", panda=1, turn=0)
    advice = ask_advice(Greedy(), state, 0, Rng(0))
    assert advice[0].move == PASS
    assert str(advice[0].why) == "keeps what you have; the best trade would bring +0.0 a round"


# Hard


@pytest.mark.many
def test_hard_chooses_alike_from_the_same_generator_and_only_legal_moves() -> None:
    state = game.start(seats=4, seed=5)
    rng = Rng(2)
    while actors := state.actors():
        seat = actors[0]
        move = ask(Hard(24), state, seat, rng.clone())
        assert move == ask(Hard(24), state.clone(), seat, rng)
        state.play(seat, move)


def test_hard_says_how_likely_its_moves_win() -> None:
    state = game.start(seats=3, seed=5)
    seat = state.actors()[0]
    advice = ask_advice(Hard(), state, seat, Rng(0))
    assert {line.move for line in advice} == set(state.legal(seat))
    assert all(0 <= line.value <= 1 and "wins" in str(line.why) for line in advice)


def test_with_one_move_there_is_nothing_to_search() -> None:
    state = at_draft("y6 r6", "y6 k12", pool="b6 b6", panda=0, turn=1)
    assert game.say(ask(Hard(), state, 1, Rng(0))) == "take b6"
    assert str(ask_advice(Hard(), state, 1, Rng(0))[0].why).startswith("wins 60%; +3.5 a round")


def test_hard_looks_into_the_most_promising_trades_and_passing() -> None:
    theirs = "y6 y8 p8 p12 b6 b8 b12 s6 r6"
    state = at_trade("y6 c6 r8 r8 r8 r8 r8 r8 r8", theirs + " k12", panda=1, turn=0)
    tried = [line.move for line in ask_advice(Hard(), state, 0, Rng(0))]
    assert PASS in tried
    assert game.read("trade B r6") in tried  # an eighth red die
    assert len(tried) == 7


@pytest.mark.parametrize(("lead", "least", "most"), [(0, 0.45, 0.55), (200, 0.99, 1.0), (-200, 0.0, 0.01)])
def test_the_chance_to_win_follows_the_lead(lead: int, least: float, most: float) -> None:
    state = game.start(seats=2, seed=1)
    outline = Outline(state, Odds(own_content()))  # type: ignore[arg-type]
    for seat, total in enumerate((300 + lead, 300)):
        outline.totals[seat] = total * outline.odds.scale
        outline.variances[seat] = 900 * VARIANCE_SCALE
    assert least <= chance_to_win(outline, 0) / CERTAIN <= most


def test_the_move_of_the_rule_of_thumb_is_always_a_candidate() -> None:
    state = game.start(seats=10, seed=8)
    rng = Rng(4)
    trades = 0
    while actors := state.actors():
        search = Search(state, actors[0], Rng(0))  # type: ignore[arg-type]
        assert rule_of_thumb(search.outline) in [candidate.move for candidate in search.candidates]
        moves = state.legal(actors[0])
        trades += len(moves) > 12
        state.play(actors[0], moves[rng.below(len(moves))])
    assert trades > 3


# Strength


@pytest.mark.strength
@pytest.mark.parametrize(("stronger", "weaker", "games"), [("greedy", "random", 60), ("hard", "greedy", 40)])
def test_each_level_beats_the_one_below(stronger: str, weaker: str, games: int) -> None:
    report = simulate("royale", [stronger, weaker], games, seats=4, seed=3, workers=1)
    assert report.rows[0].win_rate > 0.55


def test_levels_are_built_by_name() -> None:
    assert isinstance(make(pandarium.game("royale"), "greedy"), Greedy)
    assert isinstance(make(pandarium.game("royale"), "hard"), Hard)
