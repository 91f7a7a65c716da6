"""The oracle by itself, by rule: every example and answer of the rulebook about sets, Keys and abilities."""

from __future__ import annotations

from dataclasses import replace

import pytest

from .oracle import (
    ESCAPED,
    KEY,
    Area,
    Options,
    Play,
    every_play,
    may_be,
    options_for,
    plays,
    step,
)
from .oracle_table import (
    ALL_CARDS,
    NENAL,
    OTHERS,
    PASS,
    alone,
    area,
    extend,
    moved,
    new,
    one_set,
    play_all,
    reuse,
    stash,
    swaps,
    table,
    take,
)


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


def test_pp_a9_keys_stand_for_numbers_that_left_the_deck_unless_forbidden() -> None:
    options, _ = options_for("normal", 2)
    position = table(f"r6 r7 {KEY} p1", options=options)
    assert new(f"r6 r7 {KEY}") in every_play(position)
    none = replace(position, options=replace(options, key_top=options.top))
    assert new(f"r6 r7 {KEY}") not in every_play(none)
    assert new(f"{KEY} r6 r7") in every_play(none)


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
    assert (after.seat, after.timer_seat, after.timer) == (1, 0, 0)
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
