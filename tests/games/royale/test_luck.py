"""The luck of a roll is nothing on average, exactly: it can be taken off without shifting what is measured."""

from __future__ import annotations

from itertools import product

import pytest

from pandarium.bots import make
from pandarium.core.rng import Rng
from pandarium.games.royale.bots.expected_score import Odds
from pandarium.games.royale.content import own_content
from pandarium.games.royale.engine.dice import CODES, handful
from pandarium.games.royale.engine.scoring import FACE_BITS, score_roll
from pandarium.games.royale.luck import luck_of_roll
from pandarium.kit.luck import LuckRules
from pandarium.sim.turn_order import in_random_order

from .table import game

DICE = own_content()


def lucks(codes: str) -> list[int]:
    """The luck of every way in which these dice can fall."""
    hand = handful([CODES.index(code) for code in codes.split()])
    sides = sorted((CODES.index(code), DICE.sides[CODES.index(code)]) for code in codes.split())
    odds = Odds(DICE)
    found = []
    for faces in product(*(range(number) for _, number in sides)):
        packed = sum(face << (FACE_BITS * place) for place, face in enumerate(faces))
        found.append(luck_of_roll(score_roll(DICE, hand, packed), hand, odds))
    return found


@pytest.mark.parametrize("codes", ["g20", "p8 p12", "b6 b8", "b8 s6 s6", "r6", "r6 r8 r6", "c6 k12", "p8 b6 s6 r6"])
def test_over_all_rolls_luck_adds_up_to_nothing(codes: str) -> None:
    found = lucks(codes)
    assert sum(found) == 0
    assert max(found) > 0


def test_yellow_dice_are_no_luck() -> None:
    """PR-3: after a tie they roll again, so that their mean is another."""
    assert set(lucks("y6 y8")) == {0}
    assert set(lucks("y6 g20")) == set(lucks("g20"))


def test_in_games_luck_is_nothing_on_average_whoever_plays() -> None:
    rules = game.capability(LuckRules)
    assert rules is not None
    bots = [make(game, "greedy"), make(game, "random"), make(game, "greedy")]
    chance = Rng(5)
    sums = [0, 0, 0]
    squares = [0, 0, 0]
    games = 300
    for _ in range(games):
        state = game.start(3, {}, chance.bits())
        meter = rules.meter()
        meter.look(state)
        for seat, move in in_random_order(state, bots, chance):
            state.play(seat, move)
            meter.look(state)
        for seat, luck in enumerate(meter.luck()):
            sums[seat] += luck
            squares[seat] += luck * luck
    for total, square in zip(sums, squares, strict=True):
        assert square > 0
        assert total**2 < 9 * square  # three standard errors; the seed is fixed
