"""Step 1, roll and score: PR-1 to PR-8."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from pandarium.games.royale.engine.flow import Royale
from pandarium.games.royale.engine.rolling import highest_yellow, score_round
from pandarium.games.royale.engine.state import NOBODY

from .table import at_draft, dice_of, do, game, points, tag

pytestmark = pytest.mark.conformance


def tags(events: list[Any]) -> list[str]:
    return [tag(event) for event in events]


def only(kind: str, events: list[Any]) -> list[Any]:
    return [event for event in events if tag(event) == kind]


def last_pick(*hands: str, chance: int = 0, **more: Any) -> Royale:
    """Everyone but the last player has picked; after `take b6` the next round is rolled."""
    return at_draft(*hands, pool="b6 b6", panda=0, turn=len(hands) - 1, rng=(chance, 1), **more)


def roll_until(build: Callable[[int], Royale], wanted: Callable[[list[Any]], bool]) -> tuple[Royale, list[Any]]:
    """Dice cannot be forced, so try one chance after the other until the roll is of the kind wanted."""
    for chance in range(500):
        state = build(chance)
        events = do(state, "take b6")
        if wanted(events):
            return state, events
    raise AssertionError("no such roll in 500 tries")


def tied(events: list[Any]) -> bool:
    return bool(only("rerolled", events))


def shown(events: list[Any]) -> list[list[int]]:
    return [[die.value for die in event.dice if die.die[0] == "y"] for event in events]


# PR-1


def test_pr_1_a_round_is_roll_and_score_then_pity_then_trade_then_draft() -> None:
    """PR-1: the four steps of a round, in their order."""
    state, events = roll_until(lambda chance: last_pick("y6 c6 k12", "y6", chance=chance), lambda e: not tied(e))
    assert tags(events) == ["took", "returned", "rolled", "rolled", "token", "scored", "scored", "pity"]
    assert state.view(None).step == "trade"
    assert tags(do(state, "pass")) == ["passed", "pool"]
    assert state.view(None).step == "draft"


def test_pr_1_round_10_is_roll_and_score_only() -> None:
    def build(chance: int) -> Royale:
        return last_pick("y6 c6 c6 r6 r6 r6 r6 r8 r8 r8 k12", "y6" + " g20" * 8, chance=chance)

    state, events = roll_until(build, lambda events: not tied(events))
    assert tags(events) == ["took", "returned", "rolled", "rolled", "token", "scored", "scored", "ended"]
    assert state.view(None).round == 10
    assert state.view(None).step == "over"
    assert state.actors() == []
    assert "k12" in dice_of(state, 0)  # no pity step any more


# PR-2


def test_pr_2_all_players_roll_all_their_dice() -> None:
    """PR-2: everybody rolls everything at once."""
    state = last_pick("y6 y8 k12", "y6")
    rolls = only("rolled", do(state, "take b6"))
    assert [[die.die for die in roll.dice] for roll in rolls] == [["y6", "y8", "k12"], ["y6", "b6"]]


@pytest.mark.parametrize("winner", [0, 1])
def test_pr_2_the_highest_yellow_sum_takes_the_token(winner: int) -> None:
    def wanted(events: list[Any]) -> bool:
        first, second = map(sum, shown(only("rolled", events)))
        return (first < second) if winner else (first > second)

    state, events = roll_until(lambda chance: last_pick("y6 y8 k12", "y6", chance=chance), wanted)
    (token,) = only("token", events)
    assert token.seat == winner
    assert token.yellow == sum(shown(only("rolled", events))[winner])
    assert state.view(None).panda == winner


def test_pr_2_other_colours_do_not_count_for_the_token() -> None:
    def wanted(events: list[Any]) -> bool:
        first, second = only("rolled", events)
        return bool(first.dice[0].value < second.dice[0].value and first.dice[1].value == 20)

    state, _ = roll_until(lambda chance: last_pick("y6 g20", "y6 k12", chance=chance), wanted)
    assert state.view(None).panda == 1


# PR-3


def test_pr_3_a_tie_makes_all_players_roll_all_their_yellow_dice_again() -> None:
    """PR-3: not only the tied players roll again."""

    def build(chance: int) -> Royale:
        return last_pick("y6 y8 b8", "y6 y8 y8 k12", "y6 y8", chance=chance)

    _, events = roll_until(build, tied)
    again = only("rerolled", events)
    assert [event.seat for event in again[:3]] == [0, 1, 2]
    assert [[die.die for die in event.dice] for event in again[:3]] == [["y6", "y8"], ["y6", "y8", "y8"], ["y6", "y8"]]


def test_pr_3_even_a_player_far_behind_rolls_again_and_may_take_the_token() -> None:
    def build(chance: int) -> Royale:
        return last_pick("y6 g20", "y6 g20", "y6 k12", chance=chance)

    def wanted(events: list[Any]) -> bool:
        first = list(map(sum, shown(only("rolled", events))))
        return tied(events) and first[2] < max(first) and only("token", events)[0].seat == 2

    state, _ = roll_until(build, wanted)
    assert state.view(None).panda == 2


def test_pr_3_a_tie_for_second_place_is_none() -> None:
    def wanted(events: list[Any]) -> bool:
        first, second, third = map(sum, shown(only("rolled", events)))
        return first > second == third

    _, events = roll_until(lambda chance: last_pick("y6 y8", "y6 g20", "y6 k12", chance=chance), wanted)
    assert not tied(events)


def test_pr_3_only_a_tie_for_the_highest_sum_leaves_the_token_with_nobody() -> None:
    for sums in product((0, 4, 5, 6), repeat=4):
        state = at_draft("y6 k12", "y6 k12", "y6", "y6", pool="b6 b6 b6 b6 b6", panda=0, yellows=list(sums))
        highest = [seat for seat in range(4) if sums[seat] == max(sums)]
        assert highest_yellow(state) == (highest[0] if len(highest) == 1 else NOBODY)


def test_pr_3_they_roll_until_one_is_highest() -> None:
    state, events = roll_until(
        lambda chance: last_pick("y6 g20", "y6 k12", chance=chance), lambda e: len(only("rerolled", e)) >= 6
    )
    again = list(map(sum, shown(only("rerolled", events))))
    rounds = [again[at : at + 2] for at in range(0, len(again), 2)]
    assert all(first == second for first, second in rounds[:-1])
    assert rounds[-1][0] != rounds[-1][1]
    assert state.view(None).rerolls == len(rounds)
    assert [player.yellow for player in state.view(None).players] == rounds[-1]


def test_pr_3_the_yellow_dice_rolled_again_score() -> None:
    def wanted(events: list[Any]) -> bool:
        return tied(events) and shown(only("rolled", events)) != shown(only("rerolled", events)[-2:])

    state, events = roll_until(lambda chance: last_pick("y6 g20", "y6 k12", chance=chance), wanted)
    last = only("rerolled", events)[-2:]
    scored = only("scored", events)
    assert [event.line.colours[0] for event in scored] == list(map(sum, shown(last)))
    green = only("rolled", events)[0].dice[1]
    assert green.die == "g20"
    assert scored[0].line.colours[4] == green.value  # other colours lie as they fell
    assert [die.value for die in state.view(None).players[0].rolled] == [last[0].dice[0].value, green.value]


def test_pr_3_option_first_roll_the_first_roll_scores_and_the_last_decides_the_token() -> None:
    def build(chance: int) -> Royale:
        return last_pick("y6 g20", "y6 k12", chance=chance, options={"first_roll": True})

    def wanted(events: list[Any]) -> bool:
        return tied(events) and shown(only("rolled", events)) != shown(only("rerolled", events)[-2:])

    state, events = roll_until(build, wanted)
    first, last = shown(only("rolled", events)), shown(only("rerolled", events)[-2:])
    assert [event.line.colours[0] for event in only("scored", events)] == list(map(sum, first))
    assert state.view(None).panda == (0 if last[0] > last[1] else 1)
    assert only("token", events)[0].yellow == max(map(sum, last))


@pytest.mark.parametrize("first_roll", [False, True])
def test_pr_3_pity_goes_by_the_roll_that_scores(first_roll: bool) -> None:
    def build(chance: int) -> Royale:
        return last_pick("y6 b8", "y6 k12", chance=chance, options={"first_roll": first_roll})

    def totals(events: list[Any], yellow: str) -> list[int]:
        others = [sum(die.value for die in event.dice if die.die[0] != "y") for event in only("rolled", events)]
        yellows = map(sum, shown(only(yellow, events)[-2:]))
        return [other + yellow for other, yellow in zip(others, yellows, strict=True)]

    def wanted(events: list[Any]) -> bool:  # whoever is behind at first is ahead at last
        if not tied(events):
            return False
        first, last = totals(events, "rolled"), totals(events, "rerolled")
        return (first[0] - first[1]) * (last[0] - last[1]) < 0

    _, events = roll_until(build, wanted)
    scored = totals(events, "rolled" if first_roll else "rerolled")
    assert [event.line.total for event in only("scored", events)] == scored
    assert [event.seat for event in only("pity", events)] == [scored.index(min(scored))]


def test_pr_3_a_player_without_yellow_dice_has_0() -> None:
    state = last_pick("y6 y6 b8 k12", "g20 g20")
    events = do(state, "take b6")
    assert not tied(events)
    assert state.view(None).panda == 0
    assert state.view(None).players[1].yellow == 0
    assert state.view(None).players[1].lines[-1].colours[0] == 0


def test_pr_3_a_player_without_yellow_dice_rolls_none_again() -> None:
    def build(chance: int) -> Royale:
        return last_pick("y6 y8 b8", "y6 y6 g20", "g20 b12 k12", chance=chance)

    state, events = roll_until(build, tied)
    assert only("rerolled", events)[2].dice == []
    assert state.view(None).panda in {0, 1}


def test_pr_3_holds_in_round_10_too() -> None:
    def build(chance: int) -> Royale:
        return last_pick("y6 b12" + " g20" * 8, "y6 k12" + " p8" * 4 + " r6" * 4, chance=chance)

    state, events = roll_until(build, tied)
    assert tags(events)[-1] == "ended"
    last = list(map(sum, shown(only("rerolled", events)[-2:])))
    assert state.view(None).panda == last.index(max(last))
    assert [event.line.colours[0] for event in only("scored", events)] == last


# PR-4 to PR-8


@pytest.mark.parametrize(
    ("roll", "yellow"), [("y6:3", 3), ("y6:6 y8:8", 14), ("y6:1 y6:2 y8:3 y8:4", 10), ("g20:20 r6:6 k12:12", 0)]
)
def test_pr_4_yellow_dice_are_added_up(roll: str, yellow: int) -> None:
    """PR-4: yellow counts its face value."""
    assert points(roll).get("yellow", 0) == yellow


@pytest.mark.parametrize(("roll", "purple"), [("p8:8 p8:1", 18), ("p8:8 p12:1", 18), ("p12:12", 24), ("p8:1", 2)])
def test_pr_5_purple_dice_are_added_up_and_doubled(roll: str, purple: int) -> None:
    """PR-5: an 8 and a 1 make 18, as in the rulebook's example."""
    assert points(roll) == {"purple": purple}


@pytest.mark.parametrize(
    ("roll", "blue"),
    [
        ("b6:6 b8:8 b12:12", 26),
        ("b6:6 b8:8 b12:12 s6:1", 54),
        ("b6:3 s6:2 s6:5", 20),  # two glitter dice double once
        ("s6:4", 8),
    ],
)
def test_pr_6_blue_dice_are_added_up_and_doubled_once_if_any_glitters(roll: str, blue: int) -> None:
    """PR-6: one doubling, however many dice glitter."""
    assert points(roll) == {"blue": blue}


def test_pr_6_glitter_doubles_no_other_colour() -> None:
    assert points("y6:5 g20:7 c6:3 k12:11 s6:1") == {"yellow": 5, "green": 7, "clear": 3, "pink": 11, "blue": 2}


@pytest.mark.parametrize(
    ("roll", "red"),
    [
        ("r6:6 r6:5 r8:-4 r8:-1", 24),
        ("r6:6 r6:5 r8:-4 r6:-1", 24),
        ("r6:6", 6),
        ("r8:8 r8:8 r6:6", 66),
        ("r6:-3", -3),
        ("r6:-3 r8:-4", -14),
        ("r6:4 r8:-4", 0),
    ],
)
def test_pr_7_red_dice_multiply_by_their_number(roll: str, red: int) -> None:
    """PR-7: 6 + 5 - 4 - 1 with four dice makes 24, as in the rulebook's example."""
    assert points(roll).get("red", 0) == red


def test_pr_7_other_dice_do_not_multiply_red() -> None:
    assert points("r6:5 r6:4 g20:1 b6:1 y6:1")["red"] == 18


def test_pr_7_a_round_can_be_worth_less_than_nothing() -> None:
    state = at_draft("y6 r6 r6 k12", "y6 r8 r8", pool="b6 b6 b6", panda=0)
    score_round(state, None)
    assert state.view(None).players[0].lines[-1].colours == (1, 0, 0, -4, 0, 0, 1)  # every die shows its first face
    assert state.view(None).players[0].total == -2


def test_pr_8_green_clear_and_pink_dice_are_added_up() -> None:
    """PR-8: green, clear and pink count their face value."""
    assert points("g20:20 g20:13") == {"green": 33}
    assert points("c6:6 c6:1 c6:2") == {"clear": 9}
    assert points("k12:12") == {"pink": 12}


def test_pr_8_pink_counts_in_the_round_score_but_never_as_yellow() -> None:
    def wanted(events: list[Any]) -> bool:
        first, second = only("rolled", events)
        return bool(first.dice[0].value < second.dice[0].value and first.dice[-1].value == 12)

    state, events = roll_until(lambda chance: last_pick("y6 b6 k12", "y6", chance=chance), wanted)
    assert state.view(None).panda == 1
    assert only("scored", events)[0].line.colours[6] == 12
    assert only("scored", events)[0].line.total == sum(only("scored", events)[0].line.colours)


def test_pr_8_a_die_of_every_colour() -> None:
    assert points("y6:2 y8:3 p12:4 b8:5 s6:6 r6:-1 r8:7 g20:19 c6:3 k12:10") == {
        "yellow": 5,
        "purple": 8,
        "blue": 22,
        "red": 12,
        "green": 19,
        "clear": 3,
        "pink": 10,
    }


def test_the_highest_and_the_lowest_hands_there_are() -> None:
    assert points("r8:8 " * 9 + "r6:6") == {"red": 780}
    assert points("r8:-4 " * 9 + "r6:-3") == {"red": -390}
    assert points("g20:20 " * 10 + "k12:12") == {"green": 200, "pink": 12}
    assert points("b12:12 " * 9 + "s6:6") == {"blue": 228}
    assert points("p12:12 " * 7 + "p8:8 " * 3) == {"purple": 216}


def test_pr_2_the_dice_of_a_new_game_are_rolled_before_anyone_acts() -> None:
    for player in game.start(3, seed=4).view(None).players:
        (die,) = player.rolled
        assert die.die == "y6"
        assert player.total == die.value
