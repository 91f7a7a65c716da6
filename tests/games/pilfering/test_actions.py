"""Actions: PP-A, clause by clause, with every worked example and answer of the rulebooks."""

from __future__ import annotations

import pytest

from .table import area, at, do, game, hand, lies, listed, loose, markers, refused, tags

pytestmark = pytest.mark.conformance

EMPTY = area("")


# PP-A1: what a set is


@pytest.mark.parametrize(
    "cards",
    [
        "r4 r5 r6",
        "r6 r5 r4",
        "r1 r2 r3 r4 r5 r6 r7",
        "r4 y4 b4",
        "b4 r4 y4",
        "r4 y4 g4 b4 p4",
        "r4 key r6",
        "key r5 r6",
    ],
)
def test_pp_a1_runs_up_and_down_and_equal_numbers(cards: str) -> None:
    """PP-A1: runs up and down and equal numbers."""
    state = at("act", cards + " p7 p6", "b2")
    do(state, f"set 1 {cards}")
    assert lies(state) == cards


@pytest.mark.parametrize(
    "cards", ["r4 r5", "r4 r5 r7", "r4 r6 r5", "r4 y5 r6", "r4 y4 b5", "r4 r5 y5", "r6 r7 r1", "r7 r1 r2"]
)
def test_pp_a1_everything_else_is_none(cards: str) -> None:
    assert refused(at("act", cards + " p7", "b2"), f"set 1 {cards}") == "PP-A1"


def test_pp_a1_no_wrap_from_nine_to_one() -> None:
    state = at("act", "r8 r9 r1 key b1", "b2", "b3", "b4")
    assert refused(state, "set 1 r8 r9 r1") == "PP-A1"
    assert refused(state, "set 1 r8 r9 key") == "PP-A1"
    assert refused(state, "set 1 key r1 r9") == "PP-A1"


def test_pp_a1_cards_must_be_in_hand() -> None:
    assert refused(at("act", "r4 r5 b1", "r6"), "set 1 r4 r5 r6") == "PP-A1"
    assert refused(at("act", "r4 r5 b1", "key"), "set 1 r4 r5 key") == "PP-A1"
    assert refused(at("act", "r4 key b1", "key"), "set 1 r4 key key") == "PP-A1"


def test_pp_a1_the_order_inside_a_number_set_is_the_players() -> None:
    state = at("act", "r4 y4 g4 b4 p1", "b2")
    orders = [move for move in listed(state, "set 1") if move.count("4") == 4]
    assert len(orders) == 3 * 3  # first (a suit that Nenal likes) and last; what lies between is listed once
    do(state, "set 1 r4 b4 g4 y4")  # any order can be laid
    assert lies(state) == "r4 b4 g4 y4"
    one = at("act", "r4 y4 g4 b4 p1", "b2")
    assert one.canon(0, game.read("set 1 r4 b4 g4 y4")) == game.read("set 1 r4 g4 b4 y4")


# PP-A2: completely new sets


def test_pp_a2_the_first_card_matches_number_or_suit_of_the_end_card() -> None:
    state = at("act", "g3 g4 g5 r6 r7 r5 b3 y3 p1", "b2", areas=[area("r1 r2 r3"), EMPTY])
    assert "set 1 g3 g4 g5" in listed(state)  # the number
    assert "set 1 r6 r7" not in listed(state)
    assert "set 1 r5 r6 r7" in listed(state)  # the suit
    assert refused(state, "set 1 g5 g4 g3") == "PP-A2"


def test_pp_a2_an_empty_area_asks_for_a_suit_that_the_meerkat_likes() -> None:
    """PP-A2: FAQ: only the first card of the first set must match a preference."""
    state = at("act", "g4 g5 g6 r4 y4 b1", "b2")
    assert refused(state, "set 1 g4 g5 g6") == "PP-A2"
    assert refused(state, "set 1 g4 r4 y4") == "PP-A2"
    do(state, "set 1 r4 y4 g4")
    state = at("act", "g4 g5 g6 b1", "b2", areas=[area("r2 r3 r4"), EMPTY])
    do(state, "set 1 g4 g5 g6")  # Nenal does not care for green, and takes it


def test_pp_a2_only_the_new_cards_score() -> None:
    state = at("act", "r4 r5 r6 b1", "b2", areas=[area("r1 r2 r3"), EMPTY])
    do(state, "set 1 r4 r5 r6")
    assert markers(state) == (8 + 3, 1)
    state = at("act", "r1 r2 r3 b1", "b2")
    do(state, "set 1 r1 r2 r3")
    assert markers(state) == (8 + 4, 1)  # r1 is worth 2


# PP-A3: going on from the end card


def test_pp_a3_two_cards_with_the_end_card() -> None:
    """PP-A3: FAQ: only the last card of the area is added, even if it forms a longer set."""
    state = at("act", "b6 g6 b1", "b2", areas=[area("r4 r5 r6"), EMPTY])
    do(state, "reuse 1 b6 g6")
    assert markers(state) == (8 + 3, 1)
    state = at("act", "r4 r5 b1", "b2", areas=[area("r1 r2 r3"), EMPTY])
    do(state, "reuse 1 r4 r5")
    assert markers(state) == (8 + 3, 1)  # r3 r4 r5, not the whole run


def test_pp_a3_a_new_direction_or_kind() -> None:
    state = at("act", "r6 r5 y6 p1", "b2", areas=[area("y7 b7 r7"), EMPTY])
    do(state, "reuse 1 r6 r5")
    assert lies(state) == "y7 b7 r7 r6 r5"
    assert state.dump()["areas"][0]["sets"] == [[0, 3, 0], [2, 3, 0]]


def test_pp_a3_not_with_one_card_nor_on_an_empty_area() -> None:
    state = at("act", "r4 r5 b1", "b2", areas=[area("r1 r2 r3"), EMPTY])
    assert refused(state, "reuse 1 r4") == "PP-A1"
    assert refused(state, "reuse 1 r5 r4") == "PP-A3"
    assert refused(state, "reuse 2 r4 r5") == "PP-A3"


# PP-A4: extensions


def test_pp_a4_one_card_in_kind_and_direction() -> None:
    """PP-A4: one card in kind and direction."""
    state = at("act", "r4 r5 g3 b1", "b2", areas=[area("r1 r2 r3"), EMPTY])
    assert listed(state, "extend") == ["extend 1 r4"]
    do(state, "extend 1 r4", "extend 1 r5")
    assert markers(state) == (8 + 2, 2)  # each its own action
    assert refused(state, "extend 1 g3") == "PP-A4"
    down = at("act", "r2 r6 b1", "b2", areas=[area("r5 r4 r3"), EMPTY])
    assert listed(down, "extend") == ["extend 1 r2"]
    equal = at("act", "r2 g4 p4 r4 b1", "b2", areas=[area("y4 b4 key"), EMPTY])
    assert listed(equal, "extend") == ["extend 1 r4", "extend 1 g4", "extend 1 p4"]


def test_pp_a4_only_the_right_most_set() -> None:
    state = at("act", "r4 b1", "b2", areas=[area("r1 r2 r3 b3 g3", (0, 3), (2, 3)), EMPTY])
    assert listed(state, "extend") == []


def test_pp_a4_by_a_key() -> None:
    state = at("act", "key b1", "b2", areas=[area("r1 r2 r3"), EMPTY])
    do(state, "extend 1 key")
    assert markers(state) == (8, 1 + 2)


# PP-A5: favourites


def test_pp_a5_all_three_suits_give_one_more() -> None:
    """PP-A5: all three suits give one more."""
    state = at("act", "r4 y4 b4 p1", "b2")
    log = do(state, "set 1 r4 y4 b4")
    assert markers(state) == (8 + 3 + 1, 1)
    assert [event.why for event in log if tags([event]) == ["panda"]] == ["points", "bonus"]
    state = at("act", "r4 y4 g4 p1", "b2")
    do(state, "set 1 r4 y4 g4")
    assert markers(state) == (8 + 3, 1)


def test_pp_a5_not_when_it_grows() -> None:
    state = at("act", "b4 p1", "b2", areas=[area("r4 y4 g4"), EMPTY])
    do(state, "extend 1 b4")
    assert markers(state) == (8 + 1, 1)


def test_pp_a5_the_end_card_and_keys_count() -> None:
    state = at("act", "y6 b6 p1", "b2", areas=[area("r4 r5 r6"), EMPTY])
    do(state, "reuse 1 y6 b6")
    assert markers(state)[0] == 8 + 3 + 1
    state = at("act", "r4 y4 key p1", "b2")
    do(state, "set 1 r4 key y4")
    assert markers(state) == (8 + 2 + 1, 1 + 2)


def test_pp_a5_taking_the_bonus_settles_what_the_key_is() -> None:
    state = at("act", "r4 y4 key b4 g4 p1", "b2")
    do(state, "set 1 r4 key y4")
    assert refused(state, "extend 1 b4") == "PP-A4"  # the Key is the blue 4
    assert listed(state, "swap") == ["swap 1 2 b4"]
    assert "extend 1 g4" in listed(state)


# PP-A6: what it costs


def test_pp_a6_one_below_the_limit_three_once_it_is_reached() -> None:
    """PP-A6: 1 below the limit, 3 once it is reached."""
    state = at("act", "r4 r5 r6 r7 b1 p1", "b2", areas=[area("r1 r2 r3"), EMPTY])
    log = do(state, "set 1 r4 r5 r6")
    assert markers(state)[1] == 1  # reaching it costs 1
    assert [(event.area, event.place, event.card) for event in log if tags([event]) == ["limit"]] == [(0, 5, "r6")]
    do(state, "extend 1 r7")
    assert markers(state)[1] == 1 + 3
    assert state.view(None).areas[0].mark == 5


def test_pp_a6_keys_count_to_the_limit() -> None:
    state = at("act", "r6 b1", "b2", areas=[area("y1 y2 y3 key r4 r5", (0, 3), (3, 3)), EMPTY])
    do(state, "extend 1 r6")
    assert markers(state)[1] == 3


def test_pp_a6_going_on_from_the_limit_card_costs_three() -> None:
    state = at("act", "b6 g6 b1", "b2", areas=[area("r1 r2 r3 r4 r5 r6"), EMPTY])
    do(state, "reuse 1 b6 g6")
    assert markers(state)[1] == 3


# PP-A7: Keys cost


def test_pp_a7_each_key_costs_two() -> None:
    """PP-A7: FAQ: no Panda Points for a Key, it only moves the keeper."""
    state = at("act", "r4 key key b1", "b2")
    do(state, "set 1 r4 key key")
    assert markers(state) == (8 + 1 + 1, 1 + 4)  # one point, and the Keys may be the missing favourites


def test_pp_a7_going_on_from_a_key_pays_again_extending_does_not() -> None:
    """FAQ: re-using a Key in a new set advances the keeper again."""
    state = at("act", "r5 r6 b1", "b2", areas=[area("r2 r3 key"), EMPTY])
    do(state, "reuse 1 r5 r6")
    assert markers(state) == (8 + 2, 1 + 2)
    state = at("act", "r5 b1", "b2", areas=[area("r2 r3 key"), EMPTY])
    do(state, "extend 1 r5")
    assert markers(state) == (8 + 1, 1)


# PP-A8: what a Key is


def test_pp_a8_a_key_keeps_every_identity_until_cards_follow() -> None:
    """PP-A8: FAQ: you need not say, but it must be a legal play when another card is placed next to it."""
    state = at("act", "r4 key key r6 p1", "b2")
    do(state, "set 1 key r4 key")
    kinds = state.view(None).areas[0].sets[0].kinds
    assert kinds == ["number"]  # r, y, b: the bonus settled it
    state = at("act", "y4 key key y6 p1", "b2", meerkats=(2, 0))
    do(state, "set 1 key y4 key")
    assert state.view(None).areas[0].sets[0].kinds == ["number", "up", "down"]
    assert state.view(None).areas[0].end == ["r4", "y3", "y5", "g4", "b4", "p4"]
    do(state, "extend 1 y6")
    assert state.view(None).areas[0].sets[0].kinds == ["up"]
    assert state.view(None).areas[0].keys[0].readings == ["y3"]


def test_pp_a8_a_key_never_doubles_a_card_of_its_set() -> None:
    state = at("act", "r4 p1", "b2", areas=[area("key y4 b4"), EMPTY], meerkats=(1, 0))
    do(state, "extend 1 r4")
    assert state.view(None).areas[0].keys[0].readings == ["g4", "p4"]
    five = at("act", "key p1", "b2", areas=[area("r4 y4 g4 b4 key"), EMPTY])
    assert listed(five, "extend") == []


def test_pp_a8_a_key_may_double_a_card_of_another_set() -> None:
    """FAQ: a Key can duplicate a card in the area that is not in the same set."""
    state = at("act", "r2 key r4 p1", "b2", areas=[area("y3 b3 r3"), EMPTY])
    do(state, "set 1 r2 key r4")
    assert state.view(None).areas[0].keys[0].readings == ["r3"]


def test_pp_a8_a_key_at_the_end_matches_if_anything_it_may_be_does() -> None:
    state = at("act", "g4 g5 g6 p1", "b2", areas=[area("r4 b4 key"), EMPTY])
    do(state, "set 1 g4 g5 g6")
    assert state.view(None).areas[0].keys[0].readings == ["y4", "g4", "p4"]  # a mere match settles nothing
    run = at("act", "g4 g5 g6 p1", "b2", areas=[area("r1 r2 key"), EMPTY])
    assert refused(run, "set 1 g4 g5 g6") == "PP-A2"


def test_pp_a8_identities_hold_across_sets_that_share_a_key() -> None:
    state = at("act", "g5 g6 r5 r6 p1", "b2", areas=[area("r4 b4 key"), EMPTY])
    assert refused(state, "reuse 1 r5 r6") == "PP-A3"  # r4 is there already
    do(state, "reuse 1 g5 g6")
    assert state.view(None).areas[0].keys[0].readings == ["g4"]


def test_pp_a8_up_or_down_is_a_different_play() -> None:
    state = at("act", "r4 r5 key key p1", "b2")
    moves = listed(state, "set 1")
    assert {"set 1 key r4 r5 key", "set 1 key r5 r4 key"} <= set(moves)
    assert len(moves) == len(set(moves))
    assert moves.count("set 1 key r4 key") == 1  # up, down or equal: one play


def test_pp_a8_at_least_one_loot_card_in_each_set() -> None:
    state = at("act", "key key key p1", "b2")
    assert refused(state, "set 1 key key key") == "PP-A1"
    onto = at("act", "key key p1", "b2", areas=[loose("key"), EMPTY])
    assert refused(onto, "reuse 1 key key") == "PP-A3"


def test_pp_a9_a_key_may_be_a_number_that_left_the_deck() -> None:
    """PP-A9: "any card not in the same set": also an 8 that was taken out for two players, a 9 for three."""
    state = at("act", "r6 r7 key b1", "b2")
    do(state, "set 1 r6 r7 key")
    assert state.view(None).areas[0].end == ["r8"]
    do(at("act", "r7 r8 key b1", "b2", "b3"), "set 1 r7 r8 key")
    assert refused(at("act", "r8 r9 key b1", "b2", "b3", "b4"), "set 1 r8 r9 key") == "PP-A1"  # there is no 10


def test_pp_a9_with_ghost_keys_no_it_is_none_of_them() -> None:
    """PP-A9: harder."""
    no_ghosts = {"ghost_keys": False}
    state = at("act", "r6 r7 key b1", "b2", options=no_ghosts)
    assert refused(state, "set 1 r6 r7 key") == "PP-A1"
    do(state, "set 1 key r6 r7")
    assert refused(at("act", "r7 r8 key b1", "b2", "b3", options=no_ghosts), "set 1 r7 r8 key") == "PP-A1"


def test_pp_a10_the_first_example_any_missing_colour() -> None:
    """PP-A10: the seed: you may replace the Key card with a red-4, purple-4 or a yellow-4."""
    state = at("act", "r4 p4 y4 r5 b1", "b2", areas=[area("g4 key b4"), EMPTY])
    assert listed(state, "swap") == ["swap 1 2 r4", "swap 1 2 y4", "swap 1 2 p4"]
    do(state, "swap 1 2 p4")
    assert lies(state) == "g4 p4 b4"
    assert hand(state) == "r4 r5 y4 b1 key"
    assert markers(state) == (8, 0)


def test_pp_a10_the_second_example_only_the_green_four() -> None:
    """The seed: only a green-4, so that both the 4-4-4 set and the 4-5-6 set remain valid."""
    shared = area("r4 b4 key g5 g6", (0, 3), (2, 3))
    state = at("act", "g4 p4 y4 b1", "b2", areas=[shared, EMPTY])
    assert listed(state, "swap") == ["swap 1 3 g4"]
    assert refused(state, "swap 1 3 p4") == "PP-A10"
    assert refused(state, "swap 1 2 p4") == "PP-A10"
    assert refused(state, "swap 1 9 p4") == "PP-A10"


def test_pp_a10_in_any_area_and_anywhere_in_it() -> None:
    state = at("act", "r2 b1", "b2", areas=[EMPTY, area("r1 key r3 r4 r5 y5 b5", (0, 5), (4, 3))])
    assert listed(state, "swap") == ["swap 2 2 r2"]


def test_pp_a10_keys_inside_a_number_set_are_alike() -> None:
    state = at("act", "g4 b1", "b2", areas=[area("r4 key key y4"), EMPTY], meerkats=(2, 0))
    assert listed(state, "swap") == ["swap 1 2 g4"]
    assert state.canon(0, game.read("swap 1 3 g4")) == game.read("swap 1 2 g4")
    do(state, "swap 1 3 g4")  # but any of them can be taken
    assert lies(state) == "r4 key g4 y4"


def test_pp_a11_a_discarded_key_drives_the_keeper_back() -> None:
    """PP-A11: a discarded Key drives the keeper back."""
    state = at("act", "r4 key b1", "b2", keeper=1)
    do(state, "discard")
    assert markers(state) == (8, -1)
    assert state.dump()["box"] == ["key"]
    assert refused(state, "discard") == "PP-A11"


def test_pp_a12_an_ability_once_and_in_ones_own_turn() -> None:
    """PP-A12: FAQ: once per game; not when you are out."""
    state = at("act", "r4 b1", "b2", spent=[0])
    assert refused(state, "share r4 B") == "PP-A12"
    assert refused(at("act", "r4 b1", "b2", pandas=["crafty", "sharing"]), "share b2 A", seat=1) == "PP-T1"
    assert at("stash", "r4 b1", "b2").view(0).players[0].ability


def test_pp_a13_pass_ends_the_actions() -> None:
    state = at("act", "r4 b1", "b2")
    do(state, "pass")
    assert listed(state) == ["stash r4", "stash b1"]
    assert refused(state, "pass") == "PP-A13"


def test_pp_a13_with_an_empty_hand_there_are_no_more_actions() -> None:
    """PP-A13: FAQ: you cannot continue playing with zero cards in your hand."""
    state = at("act", "r4 r5 r6", "b2")
    log = tags(do(state, "set 1 r4 r5 r6"))
    assert log == ["played", "panda", "keeper", "out", "timer", "keeper", "turn"]
    assert state.actors() == [1]


@pytest.mark.parametrize(("above", "split", "whole"), [(False, (6, 2), (5, 1)), (True, (6, 6), (5, 3))])
def test_pp_a15_a_run_of_five_as_two_sets_or_one(above: bool, split: tuple[int, int], whole: tuple[int, int]) -> None:
    """PP-A15: the seed's worked example: 4-5-6-7-8, all worth 1."""
    lie = area("g1 g2 g3 g4 y4 b4", (0, 4), (3, 3)) if above else EMPTY
    cards = "r4 r5 r6 r7 r8 b1"
    two = at("act", cards, "b2", "b3", areas=[lie, EMPTY], panda=20)
    do(two, "set 1 r4 r5 r6", "reuse 1 r7 r8")
    assert (int(two.panda) - 20, int(two.keeper)) == split
    one = at("act", cards, "b2", "b3", areas=[lie, EMPTY], panda=20)
    do(one, "set 1 r4 r5 r6 r7 r8")
    assert (int(one.panda) - 20, int(one.keeper)) == whole
