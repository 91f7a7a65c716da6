"""The oracle by itself: every example and answer of the rulebook, by rule, and a literal search beside its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations, product
from random import Random
from typing import Any

import pytest

from .oracle import (
    BACK_DOOR_TRADE,
    CAUGHT,
    EARLY_ROUNDS,
    ESCAPED,
    FAILED,
    KEY,
    LOCKED_GATE,
    MEERKATS,
    MUDDY_PAWS,
    NO_CARD,
    PLANS,
    RUBBISH_RUMMAGE,
    SHARING_IS_CARING,
    TIME_UP,
    TOO_EARLY,
    TORCH_BEAM,
    Area,
    Cards,
    Laid,
    Options,
    Play,
    Position,
    duty_can_be_done,
    effect,
    every_card,
    every_play,
    laying_plays,
    may_be,
    number,
    options_for,
    plays,
    points,
    random_table,
    readings,
    step,
    suit,
    weight,
)

NENAL, ARIA = Area(MEERKATS["Nenal"]), Area(MEERKATS["Aria"])
OTHERS = ("p1", "p2", "b7")
"""A hand that says nothing, for players who do not matter."""


def area(cards: str, *sets: tuple[int, int], likes: str = MEERKATS["Nenal"]) -> Area:
    """An area: its cards, and each set as the places of its first and last card."""
    return Area(
        likes,
        tuple(cards.split()),
        tuple(Laid(first, last - first + 1, last - first + 1) for first, last in sets),
    )


def one_set(cards: str, likes: str = MEERKATS["Nenal"]) -> Area:
    return area(cards, (0, len(cards.split()) - 1), likes=likes)


def table(hand: str, first: Area = NENAL, second: Area = ARIA, **more: Any) -> Position:
    """Two players, the first to act, with the actions ahead unless told otherwise."""
    given: dict[str, Any] = {
        "hands": (tuple(hand.split()), OTHERS),
        "areas": (first, second),
        "deck": ("y7", "y6", "y5", "y4", "y3"),
        "hideout": ("p5", "g7", "r7"),
        "phase": "actions",
        "panda": 20,
        "keeper": 3,
        "pandas": ("sharing", "crafty"),
        "used": (True, True),
    }
    return Position(**{**given, **more})


def alone(hand: str, first: Area = NENAL, second: Area = ARIA, **more: Any) -> Position:
    given: dict[str, Any] = {
        "hands": (tuple(hand.split()),),
        "secret": ("g1", "g2", "b1"),
        "pandas": ("sharing",),
        "used": (True,),
    }
    return table(hand, first, second, **{**given, **more})


def new(cards: str, where: int = 0, **more: Any) -> Play:
    return Play("new", where, tuple(cards.split()), **more)


def reuse(cards: str, where: int = 0) -> Play:
    return Play("reuse", where, tuple(cards.split()))


def extend(card: str, where: int = 0, **more: Any) -> Play:
    return Play("extend", where, (card,), **more)


def take(position: Position, count: int, using: str | None = None) -> Play:
    return Play("take", cards=position.hideout[-count:], using=using)


def stash(card: str) -> Play:
    return Play("stash", cards=(card,))


def moved(before: Position, play: Play) -> tuple[int, int]:
    """How far panda and keeper go."""
    after = step(before, play)
    return after.panda - before.panda, after.keeper - before.keeper


def swaps(position: Position) -> set[tuple[int | None, str]]:
    return {(play.place, play.cards[0]) for play in laying_plays(position, "swap")}


def play_all(position: Position, *these: Play) -> Position:
    for play in these:
        position = step(position, play)
    return position


ALL_CARDS = " ".join(every_card(9))
PASS = Play("pass")


# components and set-up


def test_pp_c1_c2_c4_points() -> None:
    assert [points(card) for card in ("r1", "r2", "p6", KEY)] == [2, 1, 2, 0]
    assert sum(points(card) for card in every_card(9)) == 50
    assert [weight(card) for card in ("r1", "r2", KEY)] == [2, 1, 2]


@pytest.mark.parametrize(
    ("level", "players", "win", "limit", "top", "start"),
    [
        ("intro", 4, 29, 6, 9, 8),
        ("normal", 3, 35, 6, 8, 8),
        ("hard", 2, 35, 5, 7, 7),
        ("intro", 1, 29, 6, 7, 7),
        ("normal", 1, 35, 6, 7, 7),
        ("hard", 1, 35, 5, 7, 6),
    ],
)
def test_pp_s1_s2_s4_levels(level: str, players: int, win: int, limit: int, top: int, start: int) -> None:
    options, panda = options_for(level, players)
    assert (options.win, options.limit, options.top, panda) == (win, limit, top, start)
    assert options.count_stash == (level != "intro")  # PP-3


# refresh


def test_pp_t2_three_ways_to_refresh() -> None:
    position = table("r1 r2", phase="refresh", deck=("g4",), hideout=("r3", "y5", "b7"))
    assert set(every_play(position)) == {
        Play("draw"),
        Play("take", cards=("b7",)),
        Play("take", cards=("r3", "y5", "b7")),  # r1 r2 r3 goes to Nenal; y5 goes nowhere
    }
    assert step(position, Play("draw")).hands[0] == ("r1", "r2", "g4")


def test_pp_t2_alone_never_more_than_twelve_cards() -> None:
    eleven = "r1 r2 r4 y1 y3 y5 g2 g4 b1 b3 p7"
    position = alone(eleven, phase="refresh", hideout=("y7", "r3", "g6"))
    assert [play for play in every_play(position) if len(play.cards) > 1] == []
    assert len(step(position, take(position, 1)).hand) == 12


def test_pp_t3_a_single_card_from_the_hideout_is_not_stashed() -> None:
    position = table("r1 g5", phase="refresh", hideout=("p5", "g7", "r7"))
    after = play_all(position, take(position, 1), PASS)
    assert set(every_play(after)) == {stash("r1"), stash("g5")}


def test_pp_t3_a_single_card_may_be_played_and_if_alone_the_stash_is_skipped() -> None:
    position = table("r1 r2", phase="refresh", hideout=("p5", "g7", "r3"))
    taken = step(position, take(position, 1))
    assert new("r1 r2 r3") in every_play(taken)
    kept = table("r1 r2 r3", phase="refresh", hideout=("p5", "g7", "y1"))
    after = play_all(kept, take(kept, 1), new("r1 r2 r3"), PASS)
    assert (after.seat, after.hands[0], after.hideout) == (1, ("y1",), ("p5", "g7", "y7"))


def test_pp_t3_keys_are_interchangeable() -> None:
    position = table(f"r1 {KEY}", phase="refresh", hideout=("p5", "g7", KEY))
    taken = step(position, take(position, 1))
    assert stash(KEY) in every_play(step(taken, PASS))
    gone = play_all(taken, Play("discard", cards=(KEY,)), PASS)
    assert stash(KEY) in every_play(gone)
    single = table("r1", phase="refresh", hideout=("p5", "g7", KEY))
    assert every_play(play_all(single, take(single, 1), PASS)) == [stash("r1")]


def test_pp_t3_not_given_away_by_sharing() -> None:
    position = table("r1", phase="refresh", used=(False, True), hideout=("p5", "g7", "r7"))
    given = {play.cards for play in every_play(step(position, take(position, 1))) if play.kind == "share"}
    assert given == {("r1",)}


def test_pp_t4_the_example_from_green_1_to_purple_4() -> None:
    position = table("p5 p6", one_set("p1 p2 p3"), phase="refresh", hideout=("y1", "p4", "r6", "b2", "g1"))
    after = step(position, take(position, 4))
    assert after.hideout == ("y1",)
    assert set(after.hand) == {"p5", "p6", "p4", "r6", "b2", "g1"}
    assert after.keeper == position.keeper + 4
    assert PASS not in every_play(after)
    assert PASS in every_play(step(after, new("p4 p5 p6")))
    assert PASS in every_play(step(after, extend("p4")))


def test_pp_t4_a_pick_up_can_lose_at_once() -> None:
    position = table("r1 r2", phase="refresh", panda=8, keeper=4, hideout=("r3", "y5", "b7"))
    assert step(position, take(position, 3)).over == CAUGHT
    assert step(replace(position, keeper=3), take(position, 3)).over is None


def test_pp_t5_the_chosen_card_may_be_swapped_in() -> None:
    position = table("p1 p2", one_set(f"r3 {KEY} r5"), phase="refresh", hideout=("y1", "r4", "g1"))
    after = step(position, take(position, 2))
    assert PASS in every_play(step(after, Play("swap", 0, ("r4",), 1)))


def test_pp_t5_a_key_may_be_discarded_and_keys_are_interchangeable() -> None:
    position = table(f"p1 {KEY}", phase="refresh", hideout=("y1", KEY, "g1"))
    after = step(position, take(position, 2))
    assert after.duty == KEY
    assert step(after, Play("discard", cards=(KEY,))).duty is None


def test_pp_t5_a_key_may_not_be_chosen_behind_the_locked_gate() -> None:
    position = table("p1 p3", phase="refresh", hideout=("y1", KEY, "g1"))
    assert take(position, 2) in every_play(position)
    assert take(position, 2) not in every_play(replace(position, locked=True))


def test_pp_t5_three_actions_are_enough_but_not_four() -> None:
    # each run opens the door for the next: y1 y2 y3, g3 g4 g5, b5 b6 b7, p7 p8 p9
    three = table("y1 y2 y3 g3 g4 g5 b5 b6", area("r1"), area("r2"), phase="refresh", hideout=("g9", "b7", "r9"))
    assert take(three, 2) in every_play(three)
    assert not duty_can_be_done(step(three, take(three, 2)), 2)
    four = replace(three, hands=((*three.hand, "b7", "p7", "p8"), OTHERS), hideout=("g9", "p9", "r9"))
    assert take(four, 2) not in every_play(four)
    picked = replace(four, hands=((*four.hand, "p9"), OTHERS), phase="actions", duty="p9")
    assert duty_can_be_done(picked, 4)


def test_pp_t5_actions_that_spoil_the_duty_are_not_legal() -> None:
    position = table(
        "r4 r5 y5 g5", one_set("p3 p4 p5"), one_set("r1 r2 r3", "ygp"), phase="refresh", hideout=("y1", "r6", "b1")
    )
    after = step(position, take(position, 2))
    assert extend("r4", 1) in every_play(after)
    assert new("r5 y5 g5") not in every_play(after)  # the way from 4 over 5 to 6 would be gone
    assert new("r5 y5 g5") in every_play(replace(after, duty=None))


def test_pp_t5_markers_do_not_matter() -> None:
    position = table("r1 r2", phase="refresh", panda=10, keeper=5, hideout=("y1", "r3", "g1"))
    low = replace(position, panda=9, options=Options(limit=0))
    after = step(position, take(position, 2))
    assert after.over is None
    assert take(low, 2) in every_play(low)
    assert step(low, take(low, 2)).over == CAUGHT


def test_pp_t5_an_unused_crafty_counts_sharing_does_not() -> None:
    full = one_set("g7 y7 b7")
    position = table("r1 r2", full, full, phase="refresh", hideout=("y1", "r3", "g1"))
    crafty = replace(position, pandas=("crafty", "sharing"), used=(False, False))
    sharing = replace(position, used=(False, False))
    assert take(position, 2) not in every_play(position)
    assert take(crafty, 2) in every_play(crafty)
    assert take(sharing, 2) not in every_play(sharing)


def test_pp_t5_the_floor_applies_alone() -> None:
    position = alone("r1 r2", phase="refresh", hideout=("y1", "r3", "g1"))
    assert take(position, 2) not in every_play(position)  # only g1 would be left
    near = replace(position, panda=31)
    assert take(near, 2) in every_play(near)  # 31 + 2 + 1 + 1 is the goal
    more = replace(position, hands=(("r1", "r2", "y5"),))
    assert take(more, 2) in every_play(more)


def test_pp_t6_one_player_alone_pays_4_6_8_8() -> None:
    position = table("r1 r2", phase="refresh", panda=99, hideout=("r3", "g1"))
    paid = []
    for _ in range(4):
        after = step(position, take(position, 2))
        paid.append(after.keeper - position.keeper)
        position = replace(position, keeper=after.keeper, suspect=after.suspect, suspicion=after.suspicion)
    assert paid == [4, 6, 8, 8]


def test_pp_t6_another_player_takes_the_card_on_its_first_side() -> None:
    position = table("r1 r2", phase="refresh", suspect=1, suspicion=4, hideout=("r3", "g1"))
    after = step(position, take(position, 2))
    assert (after.keeper - position.keeper, after.suspect, after.suspicion) == (4, 0, 2)


def test_pp_4_alone_there_is_no_raised_suspicion() -> None:
    position = alone("r1 r2 b5 b6", phase="refresh", hideout=("r3", "g1"))
    after = step(position, take(position, 2))
    assert (after.keeper - position.keeper, after.suspect) == (4, None)


# sets


@pytest.mark.parametrize(
    ("cards", "worth"),
    [("r2 r3 r4", 3), ("g5 y5 r5", 3), ("b6 b5 b4", 4), ("g5 y5 b5 r5", 5)],
)
def test_pp_a1_a2_the_captions_of_new_sets(cards: str, worth: int) -> None:
    end = cards[0] + "9"
    others = [card for card in ("p9", "r9", "y9") if card != end]
    position = table(cards + " p1", one_set(" ".join([*others[:2], end]), "bgp" if "b5" not in cards else "xyz"))
    assert moved(position, new(cards)) == (worth, 1)


@pytest.mark.parametrize(
    ("there", "cards", "worth"),
    [("g6 g5 g4", "r4 b4", 3), ("g6 g5 g4", "b4 p4 y4", 4), ("r7 b7 g7", "g6 g5", 3)],
)
def test_pp_a3_the_captions_of_reused_cards(there: str, cards: str, worth: int) -> None:
    position = table(cards + " p1", one_set(there, "ryp"))
    assert moved(position, reuse(cards)) == (worth, 1)


def test_pp_a1_what_is_no_set() -> None:
    position = table("r9 r1 r2 g4 r6 y6", Area("rygbp"))
    laid = {frozenset(play.cards) for play in every_play(position) if play.kind == "new"}
    assert laid == set()  # 9-1-2 does not wrap, nothing else has three cards
    assert new("r1 r2 r3") in every_play(table("r1 r2 r3 p9"))
    assert new("r3 r2 r1") in every_play(table("r1 r2 r3 p9"))
    assert new("r2 r1 r3") not in every_play(table("r1 r2 r3 p9"))


def test_pp_a2_the_first_card_matches_preference_or_end_card() -> None:
    hand = "g1 g2 g3 r1"
    assert new("g1 g2 g3") not in every_play(table(hand))  # Nenal likes r y b
    assert new("g1 g2 g3", 1) in every_play(table(hand))
    assert new("g1 g2 g3") in every_play(table(hand, one_set("r1 y1 b1")))
    assert new("g3 g2 g1") not in every_play(table(hand, one_set("r1 y1 b1")))
    assert new("g3 g2 g1") in every_play(table(hand, one_set("g7 g6 g5")))


def test_pp_a3_the_end_card_can_lead_in_another_direction_or_kind() -> None:
    position = table("r4 r3 y5 g5 p1", one_set("r3 r4 r5"))
    assert reuse("r4 r3") in every_play(position)
    assert reuse("y5 g5") in every_play(position)
    assert reuse("r4 r3 y5") not in every_play(position)


def test_pp_a3_faq_only_the_last_card_of_a_longer_run_counts() -> None:
    position = table("r4 r5 p1", one_set("r1 r2 r3"))
    assert moved(position, reuse("r4 r5")) == (3, 1)  # not the 2 of the red 1


def test_pp_a4_extend_by_one_card_in_the_same_direction() -> None:
    up = table("r4 r2 p1 p3", one_set("r1 r2 r3"))
    assert moved(up, extend("r4")) == (1, 1)
    assert extend("r2") not in every_play(up)
    same = table("g3 p3 r4 p1", one_set("r3 y3 b3"))
    assert {play.cards for play in every_play(same) if play.kind == "extend"} == {("g3",), ("p3",)}
    assert moved(same, extend("g3")) == (2, 1)
    assert extend("p3") in every_play(step(same, extend("g3")))
    assert moved(table(f"{KEY} p1", one_set("r1 r2 r3")), extend(KEY)) == (0, 3)


def test_pp_a4_only_the_rightmost_set_is_extended() -> None:
    position = table("r6 r7 p1", area("r3 r4 r5 y5 b5", (0, 2), (2, 4)))
    assert not [play for play in every_play(position) if play.kind == "extend"]


def test_pp_a5_all_three_preferences_pay_one_more_but_not_on_extension() -> None:
    assert moved(table("r4 y4 b4 p1"), new("r4 y4 b4")) == (4, 1)
    assert moved(table("r4 y4 g4 p1"), new("r4 y4 g4")) == (3, 1)
    assert moved(table("b4 p1", one_set("r4 y4 g4")), extend("b4")) == (1, 1)
    assert moved(table("b4 y4 p1", one_set("r6 r5 r4")), reuse("b4 y4")) == (4, 1)


def test_pp_a5_keys_count_and_the_bonus_fixes_them() -> None:
    position = table(f"y4 b4 {KEY} r4 g4 p1")
    after = step(position, new(f"y4 b4 {KEY}"))
    assert (after.panda - position.panda, after.keeper - position.keeper) == (3, 3)
    assert may_be(after.areas[0], -1, after.options) == {"r4"}
    assert swaps(after) == {(2, "r4")}
    assert {play.cards[0] for play in every_play(after) if play.kind == "extend"} == {"g4"}


def test_pp_a6_below_and_at_the_limit() -> None:
    five = table("r6 r7 p1", one_set("r1 r2 r3 r4 r5"))
    assert moved(five, extend("r6")) == (1, 1)  # reaches the limit
    assert moved(step(five, extend("r6")), extend("r7")) == (1, 3)
    six = table("r7 r8 p1", one_set("r1 r2 r3 r4 r5 r6"))
    assert moved(six, reuse("r7 r8")) == (3, 3)  # re-uses the Limit card
    hard = replace(five, options=Options(limit=5))
    assert moved(hard, extend("r6")) == (1, 3)


def test_pp_a7_keys_pay_also_when_reused_but_not_when_extended() -> None:
    first = table(f"r1 {KEY} r3 r4 p1")
    assert moved(first, new(f"r1 {KEY} r3")) == (3, 3)
    assert moved(step(first, new(f"r1 {KEY} r3")), extend("r4")) == (1, 1)
    reused = table("r5 r6 p1", one_set(f"r2 r3 {KEY}"))
    assert moved(reused, reuse("r5 r6")) == (2, 3)


def test_pp_a8_a_key_is_all_it_can_be_and_narrows() -> None:
    position = table(f"{KEY} {KEY} r4 r5 r6 y4 p1")
    after = step(position, new(f"r4 {KEY} {KEY}", 0))
    assert may_be(after.areas[0], -1, after.options) == {"y4", "b4"}  # Nenal's bonus was due
    other = table(f"{KEY} {KEY} p4 p5 p6 p7 y4 r1", second=Area("pr"))
    other = replace(other, areas=(Area("pxz"), NENAL))  # nobody's bonus
    after = step(other, new(f"p4 {KEY} {KEY}", 0))
    assert may_be(after.areas[0], -1, after.options) == {"p6", "p2", "r4", "y4", "g4", "b4"}
    assert {play.cards[0] for play in every_play(after) if play.kind == "extend"} == {"p7", "y4"}
    longer = step(after, extend("p7"))
    assert swaps(longer) == {(1, "p5"), (2, "p6")}


def test_pp_a8_at_least_one_natural_card_and_no_duplicates() -> None:
    position = table(f"{KEY} {KEY} {KEY} p1")
    assert not [play for play in every_play(position) if play.kind == "new" and "p1" not in play.cards]
    assert reuse(f"{KEY} {KEY}") in every_play(table(f"{KEY} {KEY} p1", one_set("r1 r2 r3")))
    assert reuse(f"{KEY} {KEY}") not in every_play(table(f"{KEY} {KEY} p1", one_set(f"r1 r2 {KEY}")))
    five = table(f"{KEY} p1", one_set("r4 y4 g4 b4 p4"))
    assert extend(KEY) not in every_play(five)


def test_pp_a8_a_match_does_not_narrow() -> None:
    there = replace(one_set(f"g4 y4 {KEY}"), likes="pxz")  # r4, b4 or p4
    position = table("r1 r2 r3 b1 b2 b3 p4 b4 p1", there)
    for cards in ("r1 r2 r3", "b1 b2 b3"):
        after = step(position, new(cards))
        assert may_be(after.areas[0], 2, after.options) == {"r4", "b4", "p4"}


def test_pp_a8_up_and_down_differ_though_they_begin_and_end_alike() -> None:
    position = table(f"{KEY} r4 r5 {KEY} p1")
    found = [done for done in plays(position) if done.kind == "new" and len(done.content) == 4 and done.area == 0]
    ends = {(done.first, done.last, done.ends) for done in found}
    assert (KEY, KEY, frozenset({"r6"})) in ends
    assert (KEY, KEY, frozenset({"r3"})) in ends


def test_pp_a8_orders_of_the_middle_are_one_effect() -> None:
    position = table("r4 y4 g4 b4 p1")
    for done, ways in plays(position).items():
        if done.kind == "new" and len(done.content) == 4 and (done.first, done.last) == ("r4", "b4"):
            assert {way.cards for way in ways} == {("r4", "y4", "g4", "b4"), ("r4", "g4", "y4", "b4")}
            break
    else:
        pytest.fail("no such effect")


def test_pp_a8_faq_a_key_may_duplicate_a_card_of_another_set() -> None:
    position = table(f"{KEY} r1 r3 p1", one_set("r3 r2 r1"))
    assert new(f"r1 {KEY} r3") in every_play(position)


def test_pp_a9_keys_stand_for_numbers_of_the_deck() -> None:
    options, _ = options_for("normal", 2)
    position = table(f"r6 r7 {KEY} p1", options=options)
    assert new(f"r6 r7 {KEY}") not in every_play(position)
    assert new(f"{KEY} r6 r7") in every_play(position)
    assert new(f"r6 r7 {KEY}") in every_play(replace(position, options=replace(options, key_top=9)))


def test_pp_a10_first_example_any_missing_colour() -> None:
    assert swaps(table(ALL_CARDS, one_set(f"b4 {KEY} g4", "ppp"))) == {(1, "r4"), (1, "p4"), (1, "y4")}
    position = table("r4 y4 b3", one_set(f"b4 {KEY} g4", "ppp"))
    after = step(position, Play("swap", 0, ("r4",), 1))
    assert after.areas[0].cards == ("b4", "r4", "g4")
    assert (after.panda, after.keeper) == (position.panda, position.keeper)
    assert KEY in after.hand


def test_pp_a10_second_example_only_the_green_4() -> None:
    position = table(ALL_CARDS, area(f"b4 r4 {KEY} g5 g6", (0, 2), (2, 4)))
    assert swaps(position) == {(2, "g4")}


def test_pp_a11_a_discarded_key_pushes_the_keeper_back() -> None:
    position = table(f"{KEY} p1", keeper=1)
    after = step(position, Play("discard", cards=(KEY,)))
    assert (after.keeper, after.hand) == (-1, ("p1",))


def test_pp_a12_once_per_game() -> None:
    position = table("r1 r2", used=(False, True))
    share = Play("share", cards=("r1",), seat=1, using="sharing")
    after = play_all(position, share, Play("give", cards=("p1",)))
    assert sorted(after.hands[0]) == ["p1", "r2"]
    assert sorted(after.hands[1]) == ["b7", "p2", "r1"]
    assert not [play for play in every_play(after) if play.kind == "share"]


def test_pp_c6_sharing_alone_is_with_the_secret_stash() -> None:
    position = alone("r1 r2", used=(False,))
    after = step(position, Play("share", cards=("r1", "g2"), using="sharing"))
    assert (sorted(after.hand), sorted(after.secret)) == (["g2", "r2"], ["b1", "g1", "r1"])


def test_pp_c6_greedy_takes_two_as_one() -> None:
    position = table("r1 r2", phase="refresh", pandas=("greedy", "crafty"), used=(False, False))
    after = step(position, take(position, 2, "greedy"))
    assert (after.keeper, after.suspect, after.duty) == (position.keeper, None, None)
    assert set(every_play(step(after, PASS))) == {stash("r1"), stash("r2")}
    few = replace(position, hands=((), OTHERS))
    assert step(step(few, take(few, 2, "greedy")), PASS).seat == 1


@pytest.mark.parametrize(("multi", "suspect", "paid"), [(4, None, 2), (3, None, 2), (4, 0, 4)])
def test_pp_c6_sneaky_halves_the_pick_up_alone(multi: int, suspect: int | None, paid: int) -> None:
    position = table(
        "r1 r2",
        phase="refresh",
        hideout=("r3", "g1"),
        pandas=("sneaky", "crafty"),
        used=(False, False),
        suspect=suspect,
        options=Options(multi=multi),
    )
    after = step(position, take(position, 2, "sneaky"))
    assert after.keeper - position.keeper == paid
    assert after.suspect == 0


def test_pp_c6_charming_pays_one_above_the_limit() -> None:
    full = one_set("r1 r2 r3 r4 r5 r6")
    position = table(f"r7 {KEY} r8 r9 p1", full, pandas=("charming", "crafty"), used=(False, False))
    assert moved(position, extend("r7", using="charming")) == (1, 1)
    assert moved(position, replace(reuse(f"r7 {KEY}"), using="charming")) == (2, 3)
    early = table("r4 p1", one_set("r1 r2 r3"), early=True, pandas=("charming", "crafty"), used=(False, False))
    assert moved(early, extend("r4", using="charming")) == (1, 1)
    used = step(position, extend("r7", using="charming"))
    assert not [play for play in every_play(used) if play.using]


def test_pp_c6_crafty_needs_no_match_but_the_preference() -> None:
    position = table("g1 g2 g3 p9", one_set("r7 y7 b7"), Area("rbp"), pandas=("crafty", "sharing"), used=(False, True))
    assert {play.area for play in every_play(position) if play.using == "crafty"} == {0}
    assert step(position, new("g1 g2 g3", using="crafty")).used == (True, True)


def test_pp_a15_one_run_or_two_sets() -> None:
    hand = "p1 p2 g4 g5 g6 g7 g8"
    few, many = one_set("y1 p1 g1", "rbx"), one_set("b4 b5 b6 b7 b8 b9", "rbx")
    for start, room, one, two in ((few, 9, 1, 2), (replace(many, cards=(*many.cards[:-1], "g9")), 6, 3, 6)):
        position = table(hand, area(" ".join(start.cards), likes="rbx"), panda=30, options=Options(limit=room))
        split = play_all(position, new("g4 g5 g6"), reuse("g7 g8"))
        assert (split.panda - position.panda, split.keeper - position.keeper) == (6, two)
        assert moved(position, new("g4 g5 g6 g7 g8")) == (5, one)


def test_pp_a13_no_cards_no_actions() -> None:
    position = table("r1 r2 r3")
    after = step(position, new("r1 r2 r3"))
    assert (after.seat, after.timer_seat, after.timer) == (1, 0, 1)
    assert after.keeper == position.keeper + 2


def test_pp_a14_alone_two_cards_stay() -> None:
    position = alone("r1 r2 r3 p1")
    assert new("r1 r2 r3") not in every_play(position)
    assert new("r1 r2 r3") in every_play(replace(position, hands=(("r1", "r2", "r3", "p1", "p2"),)))
    near = replace(position, panda=31)
    after = step(near, new("r1 r2 r3"))
    assert after.panda == 35
    end = play_all(after, PASS, stash("p1"))
    assert end.over == ESCAPED  # 4 + 3 in the Secret Stash
    assert end.keeper == after.keeper + 3  # and no +1
    assert Play("discard", cards=(KEY,)) not in every_play(alone(f"{KEY} p1"))
    assert new("r1 r2 r3") not in every_play(replace(near, keeper=34))


def test_pp_s6_easier_below_the_limit_sets_are_free_but_keys_pay() -> None:
    position = table(f"r1 r2 r3 {KEY} p1", options=Options(free_below=True))
    assert moved(position, new("r1 r2 r3")) == (4, 0)
    assert moved(position, new(f"r1 r2 r3 {KEY}")) == (4, 2)
    full = table("r7 p1", one_set("r1 r2 r3 r4 r5 r6"), options=Options(free_below=True))
    assert moved(full, extend("r7")) == (1, 3)


# end of turn and of the game


def test_pp_e1_e2_e4_the_end_of_a_turn() -> None:
    position = table("r1 r2", hideout=("p5",))
    after = play_all(position, PASS, stash("r1"))
    assert after.hideout == ("p5", "r1", "y7")
    assert (after.seat, after.phase, after.keeper) == (1, "refresh", position.keeper + 1)
    tight = replace(position, keeper=position.panda - 1)
    assert play_all(tight, PASS, stash("r1")).over == CAUGHT


def test_pp_e2_the_panda_moves_first() -> None:
    position = table("r1 r2 r3 p1", panda=8, keeper=7)
    assert step(position, new("r1 r2 r3")).over is None
    assert step(replace(position, keeper=11), new("r1 r2 r3")).over == CAUGHT


def test_pp_e3_e5_the_check_is_a_choice() -> None:
    position = table("r1 r2 r3", panda=35)
    ahead = step(position, new("r1 r2 r3"))
    assert ahead.phase == "check"
    won = step(ahead, Play("escape"))
    assert (won.over, won.keeper) == (ESCAPED, ahead.keeper + 3)
    on = step(ahead, Play("go on"))
    assert (on.phase, on.seat, on.over) == ("refresh", 1, None)
    late = replace(ahead, keeper=36)
    assert step(late, Play("escape")).over == FAILED


def test_pp_e3_not_without_a_player_out_nor_short_of_the_goal() -> None:
    assert play_all(table("r1 r2", panda=60), PASS, stash("r1")).phase == "refresh"
    assert step(table("r1 r2 r3", panda=30), new("r1 r2 r3")).phase == "refresh"


def test_pp_e4_no_card_for_a_needed_draw_loses() -> None:
    position = table("r1 r2", hideout=("p5",), deck=())
    assert play_all(position, PASS, stash("r1")).over == NO_CARD
    refresh = table("r1 r2", phase="refresh", deck=())
    assert Play("draw") not in every_play(refresh)
    assert take(refresh, 1) in every_play(refresh)


def test_pp_e5_keys_cost_two() -> None:
    position = table("r1 r2 r3", panda=35, hands=(("r1", "r2", "r3"), (KEY, KEY, "r5")))
    ahead = step(position, new("r1 r2 r3"))
    assert step(ahead, Play("escape")).keeper == ahead.keeper + 5


def test_pp_e6_the_timer_and_the_raised_suspicion() -> None:
    position = table("r1", suspect=1, suspicion=4)
    after = play_all(position, PASS, stash("r1"))
    assert (after.timer_seat, after.timer, after.suspect, after.suspicion_gone) == (0, 1, None, True)
    again = replace(after, hideout=("p3", "g1"), hands=((), OTHERS), panda=30)
    paid = step(again, take(again, 2))
    assert (paid.keeper - again.keeper, paid.suspect) == (4, None)


def test_pp_e7_time_is_up_when_the_holder_is_reached_the_third_time() -> None:
    position = play_all(table("r1", panda=30), PASS, stash("r1"))
    seen = []
    while not position.over:
        position = play_all(position, Play("draw"), PASS)
        position = step(position, every_play(position)[0])
        seen.append(position.timer)
    assert (seen, position.over) == ([2, 3, 4], TIME_UP)


def test_pp_e7_another_player_out_turns_it_after_the_check() -> None:
    position = table("r1", panda=40, hands=(("r1",), (), ("b3", "b4")), timer_seat=1, timer=1, pandas=(), used=())
    ahead = play_all(position, PASS, stash("r1"))
    assert (ahead.phase, ahead.timer) == ("check", 1)
    after = step(ahead, Play("go on"))
    assert (after.seat, after.phase, after.timer) == (1, "check", 3)  # once for that, once for the holder's turn
    assert step(replace(ahead, timer=3), Play("go on")).over == TIME_UP
    assert step(replace(ahead, timer=3), Play("escape")).over == ESCAPED
    last = replace(ahead, timer=3, options=Options(last_check=True))
    assert step(last, Play("go on")).over == ESCAPED


def test_pp_e8_a_player_who_is_out_only_pays_and_checks() -> None:
    position = table("", panda=20, seat=1, hands=((), ("b3", "b4")), timer_seat=0, timer=1)
    after = play_all(position, PASS, stash("b3"))
    assert (after.seat, after.phase, after.timer) == (1, "refresh", 2)
    assert after.keeper == position.keeper + 2
    near = play_all(replace(position, panda=40), PASS)
    checked = play_all(near, stash("b3"), Play("go on"))
    assert (checked.seat, checked.phase) == (0, "check")
    assert set(every_play(checked)) == {Play("escape"), Play("go on")}


# alone


def test_pp_1_the_secret_stash_matches_if_it_can() -> None:
    def choice(secret: str, end: str) -> set[str]:
        position = alone("r1 r2", phase="secret", secret=tuple(secret.split()), hideout=("p5", "g7", end))
        return {play.cards[0] for play in every_play(position)}

    assert choice(f"r4 g6 {KEY}", "r6") == {"r4", "g6"}
    assert choice(f"r4 g5 {KEY}", "p6") == {"r4", "g5", KEY}
    assert choice(f"r4 g6 {KEY}", KEY) == {"r4", "g6", KEY}
    assert choice("r4 g6 p1", "y2") == {"r4", "g6", "p1"}


def test_pp_1_it_is_refilled() -> None:
    after = play_all(alone("r1 r2 p1"), PASS, stash("r1"), Play("secret", cards=("g1",)))
    assert after.hideout == ("p5", "g7", "r7", "r1", "g1")
    assert after.secret == ("g2", "b1", "y7")
    assert (after.phase, after.seat) == ("refresh", 0)


def test_pp_2_no_cards_left_ends_the_game() -> None:
    assert step(replace(alone("p1"), phase="stash"), stash("p1")).over == TOO_EARLY
    assert step(alone("p1", phase="stash", panda=35), stash("p1")).over == ESCAPED


def test_pp_3_the_secret_stash_counts_except_at_intro() -> None:
    position = alone("p1", phase="stash", panda=35, keeper=33)
    assert step(position, stash("p1")).over == FAILED
    assert step(replace(position, options=Options(count_stash=False)), stash("p1")).over == ESCAPED


def test_pp_v1_suspicion_on_an_area() -> None:
    position = alone(
        "r1 r2 r4 r5 g1 g2", phase="refresh", hideout=("r3", "b1"), options=Options(solo_suspicion=True), panda=30
    )
    after = play_all(position, take(position, 2), new("r1 r2 r3"))
    assert after.suspicious_area == 0
    assert moved(after, extend("r4")) == (1, 1)
    assert step(after, extend("r4")).suspicious_area == 0
    again = step(after, reuse("r4 r5"))
    assert (again.keeper - after.keeper, again.suspicious_area) == (3, None)
    tight = replace(after, keeper=after.panda - 2)
    assert step(tight, reuse("r4 r5")).over == CAUGHT  # before the set saves anybody
    replaced = alone(
        "r4 r5 g1 g2", one_set("r1 r2 r3"), suspicious_area=0, duty="r4", options=Options(solo_suspicion=True)
    )
    replaced = step(replaced, reuse("r4 r5"))
    assert (replaced.keeper, replaced.suspicious_area) == (3 + 1 + 2, 0)


def test_pp_v1_none_for_a_discarded_key() -> None:
    position = alone(f"{KEY} r1 r2 r3", duty=KEY, options=Options(solo_suspicion=True))
    assert step(position, Play("discard", cards=(KEY,))).suspicious_area is None


# Foiled Plans


def drawn(plan: str, hand: str, *later: str, **more: Any) -> Position:
    """The position after drawing that plan to refresh the hand."""
    position = table(hand, phase="refresh", deck=(plan, *later, "y7", "y6"), **more)
    return step(position, Play("draw"))


def test_pp_f1_resolved_and_replaced() -> None:
    after = drawn(TORCH_BEAM, "r1 r2")
    assert (after.keeper, after.hand, after.phase) == (5, ("r1", "r2", "y7"), "actions")
    assert drawn(TORCH_BEAM, "r1", panda=5).over == CAUGHT
    assert drawn(MUDDY_PAWS, "r1").hideout == ("g7", "r7")
    assert drawn(MUDDY_PAWS, TORCH_BEAM.split()[0], TORCH_BEAM).keeper == 5
    bare = table("r1", phase="refresh", deck=(TORCH_BEAM,))
    assert step(bare, Play("draw")).over == NO_CARD


def test_pp_f1_at_the_top_up_for_the_player_whose_turn_it_is() -> None:
    position = table("r1 r2", hideout=("p5",), deck=(EARLY_ROUNDS, "y7", LOCKED_GATE, "y6"))
    after = play_all(position, PASS, stash("r1"))
    assert (after.early, after.early_next, after.seat) == (False, frozenset({0}), 1)
    later = play_all(after, Play("draw"), PASS, stash("p1"))
    assert (later.early, later.early_next, later.locked) == (True, frozenset(), False)


def test_pp_f1_in_the_secret_stash() -> None:
    position = alone("r1 r2 p1", deck=(TORCH_BEAM, "y7"))
    after = play_all(position, PASS, stash("r1"), Play("secret", cards=("g1",)))
    assert (after.keeper, after.secret) == (3 + 1 + 2, ("g2", "b1", "y7"))


def test_pp_f2_rubbish_rummage() -> None:
    found = drawn(RUBBISH_RUMMAGE, "r1 r2 g3", "g5")
    assert (found.phase, found.found) == ("rummage", "g5")
    after = step(found, Play("rummage", 0))
    assert after.areas[0] == Area(NENAL.likes, ("g5",))
    assert after.hand == ("r1", "r2", "g3", "y7")
    assert (after.panda, after.keeper) == (found.panda, found.keeper)
    full = table("r7 r8 r9 p1", area("r1 r2 r3 r4 r5 r6", (0, 4)))
    assert extend("r7") not in every_play(full)
    assert moved(full, reuse("r7 r8")) == (3, 3)  # the loose card counts to the limit and can be re-used


def test_pp_f2_an_area_opened_so_asks_for_a_match() -> None:
    position = table("g1 g2 g3 r1 r2 r3 p1", area("g5"))
    assert new("g1 g2 g3") in every_play(position)
    assert new("r1 r2 r3") not in every_play(position)


def test_pp_f2_a_loose_key_is_anything_until_it_is_part_of_a_set() -> None:
    position = table(f"{ALL_CARDS}", area(f"r4 y4 g4 {KEY}", (0, 2)))
    assert may_be(position.areas[0], -1, position.options) == set(every_card(9))
    assert {card for _, card in swaps(position)} == set(every_card(9))
    few = table("g1 g2 g3 p1", area(KEY))
    only_matched = step(few, new("g1 g2 g3"))
    assert may_be(only_matched.areas[0], 0, few.options) == set(every_card(9))
    assert moved(few, new("g1 g2 g3")) == (4, 1)
    reused = step(few, reuse("g2 g3"))
    assert (reused.panda - few.panda, reused.keeper - few.keeper) == (3, 3)
    assert may_be(reused.areas[0], 0, few.options) == {"g1"}


def back_doors(position: Position) -> set[Cards]:
    return {play.cards for play in every_play(position) if play.kind == "back door"}


def test_pp_f3_back_door_trade() -> None:
    there = one_set("r4 r5 r6")
    position = drawn(BACK_DOOR_TRADE, "r1 r2 r3 g9 p9", areas=(there, ARIA))
    assert position.phase == "back door"
    assert back_doors(position) == {("r1", "r2", "r3"), ("r3", "r2", "r1")}
    after = step(position, Play("back door", 0, ("r1", "r2", "r3")))
    assert after.areas[0].cards == ("r1", "r2", "r3", "r4", "r5", "r6")
    assert (after.panda - position.panda, after.keeper - position.keeper) == (4, 1)
    assert (after.phase, after.hand) == ("actions", ("g9", "p9", "y7"))
    no = step(position, Play("no back door"))
    assert (no.phase, no.areas, no.hand[-1]) == ("actions", position.areas, "y7")
    assert {
        play.cards for play in every_play(replace(after, hands=(("r7", "r4"), OTHERS))) if play.kind == "extend"
    } == {("r7",)}


def test_pp_f3_the_higher_penalty_the_last_card_and_the_bonus() -> None:
    there = one_set("r4 r5 r6 r7 r8 r9")
    position = drawn(BACK_DOOR_TRADE, "r4 y4 b4 p9", areas=(there, ARIA))
    assert moved(replace(position, deck=("y7",)), Play("back door", 0, ("r4", "y4", "b4"))) == (4, 3)
    assert all("p9" not in cards for cards in back_doors(position))
    other = drawn(BACK_DOOR_TRADE, "g1 g2 g3 p9", areas=(there, ARIA))
    assert other.phase == "actions"  # nothing matches, nothing is asked


def test_pp_f3_the_last_card_matches_the_leftmost() -> None:
    position = drawn(BACK_DOOR_TRADE, "b4 b5 b6 p9", areas=(one_set("r4 r5 r6"), ARIA))
    assert back_doors(position) == {("b6", "b5", "b4")}


def test_pp_f3_it_is_a_set_for_the_suspicion_on_an_area() -> None:
    play = Play("back door", 0, ("r3", "r2", "r1"))
    position = alone("r1 r2 r3 p1 p2", one_set("r4 r5 r6"), phase="back door", drawing="refresh", suspicious_area=0)
    after = step(position, play)
    assert (after.keeper - position.keeper, after.suspicious_area) == (3, None)
    assert step(replace(position, keeper=18), play).over == CAUGHT


def test_pp_f3_going_out_by_it_at_the_top_up_turns_the_timer() -> None:
    position = table("r1 r2 r3", one_set("r4 r5 r6"), phase="back door", drawing="hideout", hideout=("p5", "g7"))
    play = Play("back door", 0, ("r3", "r2", "r1"))
    first = step(position, play)
    assert (first.timer_seat, first.timer, first.seat) == (0, 1, 1)
    later = step(replace(position, hands=(position.hand, OTHERS, ()), timer_seat=2, timer=1), play)
    assert (later.timer_seat, later.timer, later.seat) == (2, 2, 1)


def test_pp_f3_at_the_top_up_followed_by_a_caught_check() -> None:
    position = table("r1 r2 r3 p1 p2", one_set("r4 r5 r6"), hideout=("p5",), deck=(BACK_DOOR_TRADE, "y7"))
    asked = play_all(position, PASS, stash("p1"))
    assert asked.phase == "back door"
    play = Play("back door", 0, ("r1", "r2", "r3"))
    after = step(asked, play)
    assert (after.hideout, after.seat) == (("p5", "p1", "y7"), 1)
    assert step(replace(asked, keeper=23), play).over == CAUGHT


def test_pp_f4_sharing_is_caring() -> None:
    after = drawn(SHARING_IS_CARING, "r1 r2", swaps=(("r2", "p2"),))
    assert [sorted(hand) for hand in after.hands] == [["p2", "r1", "y7"], ["b7", "p1", "r2"]]
    three = drawn(SHARING_IS_CARING, "r1", hands=(("r1",), (), ("b3",)), swaps=(("r1", "b3"),), timer_seat=1, timer=1)
    assert three.hands == (("b3", "y7"), (), ("r1",))
    all_in = drawn(SHARING_IS_CARING, "r1", hands=(("r1",), ("g3",), ("b3",)), swaps=(("r1", "g3"),))
    assert all_in.hands == (("g3", "y7"), ("r1",), ("b3",))
    solo = alone("r1 r2", phase="refresh", deck=(SHARING_IS_CARING, "y7"), swaps=(("r1", "g2"),))
    assert sorted(step(solo, Play("draw")).secret) == ["b1", "g1", "r1"]


def test_pp_f5_early_rounds_and_locked_gate() -> None:
    early = drawn(EARLY_ROUNDS, "r1 r2 r3 p1")
    assert moved(early, new("r1 r2 r3")) == (4, 3)
    locked = drawn(LOCKED_GATE, f"r1 r2 {KEY} p1")
    assert {play.kind for play in every_play(locked)} == {"pass"}
    assert reuse("r4 r5") in every_play(
        replace(locked, areas=(one_set(f"r1 r2 {KEY}"), ARIA), hands=(("r4", "r5"), OTHERS))
    )


# a literal search beside the oracle's own


def is_set(cards: Cards) -> bool:
    """PP-A1, word by word."""
    if len(cards) < 3:
        return False
    suits, numbers = [suit(card) for card in cards], [number(card) for card in cards]
    steps = {after - before for before, after in pairwise(numbers)}
    if len(set(suits)) == 1:
        return steps in ({1}, {-1})
    return steps == {0} and len(set(suits)) == len(suits)


def literal_sets(hand: Cards, before: Cards, top: int) -> set[Cards]:
    """All permutations of hand cards, each Key as each card there is."""
    found = set()
    for length in range(1, len(hand) + 1):
        for order in set(permutations(hand, length)):
            cards = before + order
            if all(card == KEY for card in cards):
                continue
            meant = [every_card(top) if card == KEY else (card,) for card in cards]
            if any(is_set(reading) for reading in product(*meant)):
                found.add(order)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_the_oracle_finds_what_a_literal_search_finds(seed: int) -> None:
    random = Random(seed)
    options, _ = options_for("normal", 2)
    deck = [card for card in every_card(5) if suit(card) in "rgy"]
    keys = seed % 3
    hand = (*random.sample(deck, 5 - keys), *[KEY] * keys)
    end = random.choice([card for card in deck if card not in hand])
    position = table(" ".join(hand), area(end), area(KEY if keys < 2 else "p7"), options=options)
    crafty = replace(position, pandas=("crafty", "sharing"), used=(False, True))
    expected = literal_sets(hand, (), 7)
    assert {play.cards for play in laying_plays(crafty, "new") if play.area == 0} == expected
    expected = literal_sets(hand, (end,), 7)
    assert {play.cards for play in laying_plays(position, "reuse") if play.area == 0} == expected
    if keys < 2:
        expected = literal_sets(hand, (KEY,), 7)
        assert {play.cards for play in laying_plays(position, "reuse") if play.area == 1} == expected


def literal_readings(there: Area, top: int) -> set[Cards]:
    """Every card for every Key of the area, as long as all its sets are sets."""
    found = set()
    for cards in product(*(every_card(top) if card == KEY else (card,) for card in there.cards)):
        if all(is_set(cards[laid.start : laid.start + laid.length]) for laid in there.sets):
            found.add(cards)
    return found


@pytest.mark.parametrize(
    "there",
    [
        area(f"r4 {KEY} {KEY} r7", (0, 2), (2, 3)),
        area(f"r4 {KEY} {KEY} g6 y6", (0, 2), (2, 4)),
        area(f"{KEY} r4 {KEY} y4 {KEY}", (0, 2), (2, 4)),
        area(f"r4 y4 {KEY} {KEY} b2", (0, 2), (2, 4)),
    ],
)
def test_the_oracle_reads_keys_as_a_literal_search_does(there: Area) -> None:
    options = Options(top=7, key_top=7)
    complete = replace(there, sets=tuple(laid for laid in there.sets if laid.length >= 3))
    literal = literal_readings(complete, 7)
    for place, card in enumerate(complete.cards):
        if card == KEY and any(laid.start <= place < laid.start + laid.length for laid in complete.sets):
            assert may_be(complete, place, options) == {cards[place] for cards in literal}


def begin(players: int, level: str, random: Random) -> Position:
    """A game as it starts, with three Foiled Plans that leave nothing to chance."""
    options, panda = options_for(level, players)
    loot = [*every_card(options.top), *[KEY] * (4 if players == 4 else 3)]
    random.shuffle(loot)
    hands = tuple(tuple(loot.pop() for _ in range(6)) for _ in range(players))
    hideout = tuple(loot.pop() for _ in range(3))
    secret = tuple(loot.pop() for _ in range(3 if players == 1 else 0))
    deck = loot + random.sample([plan for plan in PLANS if plan != SHARING_IS_CARING], 3)
    random.shuffle(deck)
    likes = random.sample(sorted(MEERKATS.values()), 2)
    return Position(
        hands,
        (Area(likes[0]), Area(likes[1])),
        tuple(deck),
        hideout,
        secret,
        options,
        panda=panda,
        pandas=tuple(random.sample(["sharing", "greedy", "sneaky", "charming", "crafty"], players)),
        used=(False,) * players,
    )


def all_loot(position: Position) -> Counter[str]:
    """Every Loot card and Key that is not in the box."""
    places = [*position.hands, position.deck, position.hideout, position.secret, *(a.cards for a in position.areas)]
    cards = [card for place in places for card in place if card not in PLANS]
    cards += [position.sharing[1]] if position.sharing else []
    cards += [position.found] if position.found else []
    return Counter(cards)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_whole_games_end_and_lose_no_card(players: int) -> None:
    for seed, level in enumerate(("intro", "normal", "hard")):
        random = Random(seed)
        position = begin(players, level, random)
        while not position.over:
            found = [ways[0] for ways in plays(position).values()]
            laying = [play for play in found if play.kind in ("new", "reuse", "extend", "back door")]
            play = random.choice(laying if laying and random.random() < 0.7 else found)
            after = step(position, play)
            muddy = MUDDY_PAWS in position.deck and MUDDY_PAWS not in after.deck
            boxed = all_loot(position) - all_loot(after)
            assert not all_loot(after) - all_loot(position)
            assert boxed.total() <= (play.kind == "discard") + muddy
            assert boxed[KEY] or play.kind != "discard"
            position = after


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_tables_are_tables(players: int) -> None:
    random = Random(players)
    for _ in range(6):
        position = random_table(random, players)
        loot = all_loot(position)
        assert loot.pop(KEY, 0) <= (4 if players == 4 else 3)
        assert set(loot) <= set(every_card(position.options.top))
        assert all(count == 1 for count in loot.values())
        assert all(readings(there, position.options.key_top) for there in position.areas)
        assert not any(laid.length < 3 for there in position.areas for laid in there.sets)


def test_effects_tell_the_markers() -> None:
    position = table(f"r1 r2 r3 {KEY} p1")
    for play in every_play(position):
        done, after = effect(position, play), step(position, play)
        if play.kind != "pass":
            assert (done.panda, done.keeper) == (after.panda - position.panda, after.keeper - position.keeper)


def test_a_duty_that_is_not_in_hand_cannot_be_done() -> None:
    assert not duty_can_be_done(table("r1 r2 r3", duty="r4"))
    assert duty_can_be_done(table("r1 r2 r3"))


def test_the_oracle_refuses_what_is_not_allowed() -> None:
    with pytest.raises(ValueError, match="not allowed"):
        step(table("r1 r2 r3"), new("r1 r3 r2"))
