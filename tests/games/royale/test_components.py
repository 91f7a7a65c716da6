"""What is in the box: PR-C1 and PR-C2."""

from __future__ import annotations

from collections import Counter

import pytest

from pandarium.games.royale.content import own_content
from pandarium.games.royale.engine.dice import CODES, count, handful
from pandarium.games.royale.engine.rolling import roll
from pandarium.games.royale.engine.scoring import list_values

from .table import BAG, at_draft, game, own_pack

SIDES = {
    "y6": 6,
    "y8": 8,
    "p8": 8,
    "p12": 12,
    "b6": 6,
    "b8": 8,
    "b12": 12,
    "s6": 6,
    "r6": 6,
    "r8": 8,
    "g20": 20,
    "c6": 6,
    "k12": 12,
}


def printed_on(code: str) -> list[int]:
    dice_set = own_content()
    kind = CODES.index(code)
    return [dice_set.value(kind, face) for face in range(dice_set.sides[kind])]


def test_pr_c1_the_box_holds_106_dice() -> None:
    """PR-C1: ten yellow d6 and four pink d12 beside the bag, 92 dice in it."""
    state = game.start(seats=10, seed=1)
    on_the_table = state.view(None)
    hands = [code for player in on_the_table.players for code in player.dice]
    assert Counter(hands) == {"y6": 10, "k12": 4}
    assert len(hands) + len(on_the_table.pool) + sum(on_the_table.bag.values()) == 106


def test_pr_c1_the_bag_starts_with_92_dice() -> None:
    drawn = game.start(seats=2, seed=1).view(None)
    assert Counter(drawn.bag) + Counter(drawn.pool) == Counter(BAG.split())
    assert len(BAG.split()) == 92


@pytest.mark.parametrize(("code", "sides"), [(code, sides) for code, sides in SIDES.items() if code[0] != "r"])
def test_pr_c1_a_die_shows_one_to_n(code: str, sides: int) -> None:
    assert printed_on(code) == list(range(1, sides + 1))


def test_pr_c1_seven_clans_by_colour() -> None:
    colours = {die["code"]: die["colour"] for die in own_pack()["dice"]["die"]}
    assert set(colours.values()) == {"yellow", "purple", "blue", "red", "green", "clear", "pink"}
    assert set(colours) == set(SIDES)
    assert [die["code"] for die in own_pack()["dice"]["die"] if die.get("glitter")] == ["s6"]


def test_pr_c2_the_lower_half_of_a_red_die_is_negative() -> None:
    """PR-C2: black numbers count negative."""
    assert printed_on("r6") == [-1, -2, -3, 4, 5, 6]
    assert printed_on("r8") == [-1, -2, -3, -4, 5, 6, 7, 8]


@pytest.mark.parametrize("code", SIDES)
def test_pr_c1_every_face_comes_up_equally_often(code: str) -> None:
    state = at_draft("y6 k12", "y6", pool="b6 b6 b6", panda=0)
    hand = handful([CODES.index(code)])
    shown = Counter(list_values(state.fixed.dice, hand, roll(state, hand))[0] for _ in range(200 * SIDES[code]))
    assert sorted(shown) == sorted(printed_on(code))
    chi_squared = sum((times - 200) ** 2 / 200 for times in shown.values())
    freedom = SIDES[code] - 1
    assert chi_squared < freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations above what fair dice give


def test_pr_c1_every_die_in_the_bag_is_drawn_equally_often() -> None:
    setup = game.setup(seats=10)
    games = 300
    drawn: Counter[str] = Counter()
    for seed in range(games):
        drawn.update(setup.start(seed).view(None).pool)
    dice_set = own_content()
    assert sum(drawn.values()) == 11 * games
    for code, times in drawn.items():
        expected = games * 11 * count(dice_set.bag, CODES.index(code)) / 92
        assert abs(times - expected) < 4 * expected**0.5
