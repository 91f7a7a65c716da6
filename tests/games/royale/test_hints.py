"""What a hint says, and that its numbers are true: each is counted again here, from the dice alone."""

from __future__ import annotations

from itertools import product
from statistics import fmean

import pytest

from pandarium.core.bot import ask_advice
from pandarium.core.rng import Rng
from pandarium.games.royale.bots import Greedy, Hard
from pandarium.games.royale.bots.hints import token_chances
from pandarium.games.royale.content import own_content
from pandarium.games.royale.engine.dice import CODES, handful
from pandarium.games.royale.engine.flow import Royale

from .table import at_draft, at_trade, game

FACES = {
    "y6": range(1, 7),
    "y8": range(1, 9),
    "p8": range(1, 9),
    "p12": range(1, 13),
    "b6": range(1, 7),
    "b8": range(1, 9),
    "b12": range(1, 13),
    "s6": range(1, 7),
    "r6": (-1, -2, -3, 4, 5, 6),
    "r8": (-1, -2, -3, -4, 5, 6, 7, 8),
    "g20": range(1, 21),
    "c6": range(1, 7),
}
"""PR-C1, PR-C2, as the rules print them."""


def round_score(codes: list[str]) -> float:
    """PR-4 to PR-8: the mean over every roll there is."""
    return fmean(_one_roll(codes, faces) for faces in product(*(FACES[code] for code in codes)))


def _one_roll(codes: list[str], faces: tuple[int, ...]) -> int:
    by_colour: dict[str, int] = {}
    for code, face in zip(codes, faces, strict=True):
        colour = "b" if code == "s6" else code[0]
        by_colour[colour] = by_colour.get(colour, 0) + face
    factors = {"p": 2, "b": 2 if "s6" in codes else 1, "r": sum(code[0] == "r" for code in codes)}
    return sum(factors.get(colour, 1) * pips for colour, pips in by_colour.items())


def said(state: Royale, seat: int = 0, language: str = "en") -> dict[str, str]:
    return {game.say(line.move): line.message.render(language) for line in ask_advice(Greedy(), state, seat, Rng(0))}


@pytest.mark.parametrize(
    ("hand", "theirs", "die"),
    [
        ("b12 b8", "y6 y6", "s6"),
        ("r8 r6", "y6 y6", "r8"),
        ("s6 b6", "y6 y6", "b12"),
        ("p8 y6", "y6 g20", "p12"),
        ("y6 g20", "y6 g20", "r6"),
    ],
)
def test_what_a_die_adds_is_the_mean_over_every_roll(hand: str, theirs: str, die: str) -> None:
    held = hand.split()
    line = said(at_draft(hand, f"{theirs} k12", pool=f"{die} c6 y8", panda=0))[f"take {die}"]
    assert line.startswith(f"{round_score([*held, die]) - round_score(held):+.1f} a round")


def test_a_glitter_die_doubles_what_blue_is_there() -> None:
    line = said(at_draft("b12 b8", "y6 y6 k12", pool="s6 c6 y8", panda=0))["take s6"]
    assert line == f"+18.0 a round: it doubles all your blue, {round_score(['b12', 'b8']):.1f} so far"


def test_a_red_die_multiplies_from_what_to_what() -> None:
    line = said(at_draft("r8 r6", "y6 y6 k12", pool="r8 c6 y8", panda=0))["take r8"]
    before, after = round_score(["r8", "r6"]), round_score(["r8", "r6", "r8"])
    assert line.endswith(f"red number 3 multiplies them all, {before:.1f} becomes {after:.1f}")


def test_a_first_red_die_says_what_a_second_would_add() -> None:
    line = said(at_draft("y6 g20", "y6 g20 k12", pool="r6 c6 y8", panda=0))["take r6"]
    more = round_score(["r6", "r6"]) - round_score(["r6"])
    assert line == f"+1.5 a round alone; a second one would add {more:+.1f}, since each multiplies all red"


def test_pr_3_the_token_goes_by_every_roll_of_the_yellow_dice_ties_aside() -> None:
    hands = [["y6", "y8"], ["y6", "y6"], ["y8"]]
    wins = [0, 0, 0]
    for rolls in product(*(product(*(FACES[code] for code in hand)) for hand in hands)):
        sums = [sum(roll) for roll in rolls]
        if sums.count(max(sums)) == 1:
            wins[sums.index(max(sums))] += 1
    found = token_chances(own_content(), [handful([CODES.index(code) for code in hand]) for hand in hands])
    assert found == pytest.approx([count / sum(wins) for count in wins])


def test_pr_2_a_yellow_die_says_what_it_does_for_the_token() -> None:
    line = said(at_draft("y6 g20", "y6 g20 k12", pool="y8 c6 b6", panda=0))["take y8"]
    # 6 x 8 x 6 rolls of y6 and y8 against y6: 253 are higher, 20 lower
    assert line == "+4.5 a round, and the Panda token in 93% instead of 50%, as the yellow dice lie"


def test_pr_1_for_the_last_roll_the_token_is_of_no_use_any_more() -> None:
    nine = "y6 g20 g20 g20 g20 p12 p12 p8 p8"
    lines = said(at_draft(nine, f"{nine} k12", pool="y8 c6 b6", panda=0))
    assert (lines["take y8"], lines["take c6"]) == ("+4.5 a round", "+3.5 a round")


def test_pr_10_a_clear_die_says_what_it_can_be_traded_for() -> None:
    line = said(at_draft("y6 p8", "y6 g20 k12", pool="y8 c6 b6", panda=0))["take c6"]
    assert line == "+3.5 a round, and next round a trade: +7.0 more for a green d20"


def test_pr_10_a_trade_says_what_both_sides_make_of_it() -> None:
    state = at_trade("y6 s6 c6 k12", "y6 b12 s6", panda=1, turn=0)
    line = said(state)["trade B b12"]
    theirs = round_score(["s6", "c6"]) - round_score(["b12", "s6"])
    assert line == f"+9.5 a round: your glitter doubles it; {theirs:+.1f} for them".replace("-", "−")


def test_hints_are_said_in_german_with_its_comma() -> None:
    state = at_draft("b12 b8", "y6 y6 k12", pool="s6 c6 y8", panda=0)
    assert said(state, language="de")["take s6"] == "+18,0 pro Runde: er verdoppelt dein ganzes Blau, bisher 11,0"


def test_the_chance_to_win_is_near_what_playing_it_out_gives() -> None:
    """Two equal hands, the last draft, and a die each that is worth the same: the lead decides."""
    nine = "y6 g20 g20 g20 g20 p12 p12 p8 p8"
    state = at_draft(nine, f"{nine} k12", pool="b6 b6 b6", panda=0)
    (best,) = ask_advice(Hard(400), state, 0, Rng(3))
    wins = 0.0
    for seed in range(2000):
        copy = state.resample(0, Rng(seed))
        while actors := copy.actors():
            copy.play(actors[0], copy.legal(actors[0])[0])
        outcome = copy.outcome()
        assert outcome is not None
        wins += (0 in outcome.winners) / len(outcome.winners)
    assert abs(best.value - wins / 2000) < 0.04


def test_states_that_a_seat_cannot_tell_apart_give_the_same_hint() -> None:
    state = game.start(seats=3, seed=5)
    seat = state.actors()[0]
    twin = state.resample(seat, Rng(9))
    assert ask_advice(Hard(20), state, seat, Rng(1)) == ask_advice(Hard(20), twin, seat, Rng(1))
