"""Foiled Plans: PP-F, clause by clause, with the FAQ's answers."""

from __future__ import annotations

from typing import Any

import pytest

from pandarium.games.pilfering.engine.flow import Pilfering

from .table import area, at, do, game, hand, lies, listed, loose, markers, refused, tags, won

pytestmark = pytest.mark.conformance

EMPTY = area("")
PLANS = {"foiled_plans": True}


def drawing(plan: str, *hands: str, step: str = "refresh", **more: Any) -> Pilfering:
    """The plan lies on top of the deck; under it as much as is wanted."""
    deck = more.pop("deck", "g7 y7 p7 r7")
    return at(step, *hands, deck=f"{plan} {deck}", **more)


def test_pp_f1_resolved_at_once_boxed_and_replaced() -> None:
    state = drawing("torch", "r4 b1", "b2")
    log = do(state, "draw")
    assert tags(log) == ["plan", "keeper", "drew"]
    assert hand(state) == "r4 g7 b1"
    assert "torch" in state.dump()["plans_gone"]


def test_pp_f1_at_the_top_up_for_the_player_whose_turn_it_is() -> None:
    """PP-F1: FAQ: resolve and replace it when topping up; it only affects the player whose turn it is."""
    state = drawing("torch", "r4 b1", "b2", step="stash", hideout="g1")
    log = do(state, "stash r4")
    assert [event.seat for event in log if tags([event]) == ["plan"]] == [0]
    assert state.dump()["hideout"] == ["g1", "r4", "g7"]


def test_pp_f1_at_the_secret_stash() -> None:
    """Green box: a plan drawn for the Secret Stash is resolved and replaced."""
    state = drawing("torch", "b1 b2", step="secret", hideout="g1 g2 g3", secret="r3 b4 key")
    do(state, "stash r3")
    assert sorted(state.dump()["secret"]) == ["b4", "g7", "key"]
    assert int(state.keeper) == 2


def test_pp_f1_no_replacement_loses() -> None:
    state = at("refresh", "r4 b1", "b2", deck="torch", plans_gone=["muddy"])
    do(state, "draw")
    assert won(state) is False
    assert "PP-E4" in state.outcome().reason  # type: ignore[union-attr]


def test_pp_f2_the_next_loot_card_goes_to_an_area_of_choice() -> None:
    """PP-F2: FAQ: Rubbish Rummage ignores the rules of the areas."""
    state = drawing("rummage", "r4 b1", "b2", areas=[area("r1 r2 r3"), EMPTY])
    do(state, "draw")
    assert listed(state) == ["place 1", "place 2"]
    assert refused(state, "draw") == "PP-T2"
    do(state, "place 1")
    assert lies(state) == "r1 r2 r3 g7"
    assert markers(state) == (8, 0)
    assert hand(state) == "r4 y7 b1"


def test_pp_f2_counts_to_the_limit_and_may_be_gone_on_from_but_not_extended() -> None:
    state = drawing("rummage", "r7 b7 p5 b1", "b2", areas=[area("r1 r2 r3 r4 r5"), EMPTY], deck="g7 y7 p7")
    do(state, "draw")
    log = do(state, "place 1")
    assert "limit" in tags(log)
    assert listed(state, "extend") == []
    do(state, "reuse 1 r7 b7")
    assert markers(state) == (8 + 3, 3)


def test_pp_f2_a_key_may_be_anything_until_one_goes_on_from_it() -> None:
    """PP-F2: re-used, it is paid for."""
    state = at("act", "r4 r5 g6 b1", "b2", areas=[loose("key"), EMPTY])
    assert "swap 1 1 g6" in listed(state)
    do(state, "reuse 1 r4 r5")
    assert markers(state) == (8 + 2, 1 + 2)
    assert state.view(None).areas[0].keys[0].readings == ["r3"]


def test_pp_f2_a_new_set_next_to_a_loose_key_takes_it_in() -> None:
    """PP-F2: FAQ: it can be anything until a set is placed next to it, then it is part of that set."""
    state = at("act", "g4 g5 g6 b1 g3 p7", "b2", areas=[loose("key"), EMPTY])
    do(state, "set 1 g4 g5 g6")
    assert markers(state) == (8 + 3, 1)  # by joining it costs and scores nothing
    lie = state.view(None).areas[0]
    assert [(one.start, one.length) for one in lie.sets] == [(0, 4)]
    assert lie.keys[0].readings == ["g3"]
    assert listed(state, "swap") == ["swap 1 1 g3"]
    do(state, "swap 1 1 g3")
    assert lies(state) == "g3 g4 g5 g6"


def test_pp_f2_the_key_must_have_something_to_be() -> None:
    """PP-F2: the next card in the set's run, or its number in a suit that it lacks."""
    hands = "r1 r2 r3 r7 r6 r5 y4 g4 b4 p4 r4"
    state = at("act", hands, "b2", areas=[loose("key"), EMPTY], options={"ghost_keys": False})
    assert refused(state, "set 1 r1 r2 r3") == "PP-F2"  # there is no red 0,
    assert refused(state, "set 1 r7 r6 r5") == "PP-F2"  # nor, in this deck, a red 8,
    assert refused(state, "set 1 r4 y4 g4 b4 p4") == "PP-F2"  # nor a sixth suit
    assert {"set 1 r3 r2 r1", "set 1 r5 r6 r7", "set 1 r4 y4 g4 b4"} <= set(listed(state))
    ghosts = at("act", hands, "b2", areas=[loose("key"), EMPTY])
    do(ghosts, "set 1 r7 r6 r5")
    assert ghosts.view(None).areas[0].keys[0].readings == ["r8"]


def test_pp_f2_crafty_does_not_make_a_set_of_what_is_none() -> None:
    """PP-F2, PP-C6: Crafty ignores the match, but a Key that joins must still be part of a set."""
    state = at("act", "r1 r2 r3 b1", "b2", areas=[loose("key"), EMPTY], pandas=["crafty", "greedy"])
    assert refused(state, "set 1 r1 r2 r3 ability") == "PP-F2"
    do(state, "set 1 r3 r2 r1")


def test_pp_f2_the_key_that_joins_earns_no_bonus() -> None:
    """PP-F2, PP-A5: the set's own cards do, or one goes on from the Key and pays for it. Nenal likes r, y and b."""
    state = at("act", "r4 y4 p4 b1", "b2", areas=[loose("key"), EMPTY])
    other = state.clone()
    do(state, "set 1 p4 r4 y4")
    assert markers(state) == (8 + 3, 1)
    assert not state.view(None).areas[0].sets[0].bonus
    do(other, "reuse 1 p4 r4 y4")
    assert markers(other) == (8 + 3 + 1, 1 + 2)


def test_pp_f2_a_bonus_settles_the_keys_that_earned_it_not_the_one_that_joined() -> None:
    """PP-F2, PP-A5: the Key from the hand is the blue 4, so the one that joined is not; also after a dump."""
    state = at("act", "r4 key y4 b4 g4 p4 b1", "b2", areas=[loose("key"), EMPTY])
    do(state, "set 1 r4 key y4")
    assert markers(state) == (8 + 2 + 1, 1 + 2)
    for same in (state, game.load(state.dump())):
        assert [key.readings for key in same.view(None).areas[0].keys] == [["g4", "p4"], ["b4"]]
    do(state, "swap 1 1 g4")
    assert game.load(state.dump()).view(None).areas[0].keys[0].readings == ["b4"]


def test_pp_f2_a_key_that_is_not_at_the_end_stays_loose() -> None:
    """PP-F2: only the Key that the set lies next to."""
    state = at("act", "g4 g5 g6 r1 b1", "b2", areas=[loose("key g3"), EMPTY])
    do(state, "set 1 g4 g5 g6")
    assert [(one.start, one.length) for one in state.view(None).areas[0].sets] == [(2, 3)]
    assert "swap 1 1 r1" in listed(state)


def test_pp_f2_a_set_at_the_back_door_takes_a_loose_key_in_as_its_last_card() -> None:
    """PP-F2, PP-F3: a set lies next to it there, too."""
    state = drawing("back-door", "g1 g2 g3 y3 y2 y1 g4 b1", "b2", areas=[loose("key"), EMPTY], deck="g7 y7")
    do(state, "draw")
    assert refused(state, "left 1 y3 y2 y1") == "PP-F2"
    do(state, "left 1 g1 g2 g3")
    assert markers(state) == (8 + 4, 1)
    lie = state.view(None).areas[0]
    assert [(one.start, one.length) for one in lie.sets] == [(0, 4)]
    assert (lie.end, lie.grows) == (["g4"], ["g5", "key"])
    do(state, "swap 1 4 g4")
    assert lies(state) == "g1 g2 g3 g4"


def test_pp_f2_going_on_from_a_loose_key_stays_inside_the_numbers_it_may_be() -> None:
    """PP-F2, PP-A9: what is listed can be played; without ghost Keys a lone Key is no 8 before b7 b6."""
    state = at("act", "b7 b6 b1", "b2", areas=[EMPTY, loose("key")], options={"ghost_keys": False})
    assert refused(state, "reuse 2 b7 b6") == "PP-A3"
    assert "reuse 2 b6 b7" in listed(state)
    for move in listed(state):
        do(state.clone(), move)


def test_pp_f2_an_area_opened_so_asks_for_a_match_not_for_a_favourite() -> None:
    state = at("act", "g4 g5 g6 r4 y4 b4 b1", "b2", areas=[loose("g7"), EMPTY])
    assert "set 1 g4 g5 g6" in listed(state)
    assert refused(state, "set 1 r4 y4 b4") == "PP-A2"


def test_pp_f3_a_set_on_the_left_whose_last_card_matches() -> None:
    state = drawing("back-door", "g3 g2 g1 y1 y2 b1", "b2", areas=[area("r3 r4 r5"), EMPTY])
    do(state, "draw")
    assert state.view(0).step == "door"
    assert refused(state, "left 1 g3 g2 g1") == "PP-F3"
    assert refused(state, "left 2 g1 g2 g3") == "PP-A3"  # nothing lies there
    do(state, "left 1 g1 g2 g3")
    assert lies(state) == "g1 g2 g3 r3 r4 r5"
    assert markers(state) == (8 + 4, 1)
    assert hand(state) == "y1 y2 g7 b1"
    assert state.view(0).step == "act"
    assert refused(state, "left 1 y1 y2 g7") == "PP-F3"  # once


def test_pp_f3_counts_to_the_limit_and_marks_the_right_most_card() -> None:
    """PP-F3: FAQ: it counts; if it reaches the limit, the right-most card is turned; beyond it costs 3."""
    state = drawing("back-door", "g1 g2 g3 p7 b1", "b2", areas=[area("r3 r4 r5"), EMPTY], deck="g7 y7")
    do(state, "draw", "left 1 g1 g2 g3")
    assert state.view(0).areas[0].mark == 5
    assert state.view(0).areas[0].sets[0].length == 3
    dear = drawing(
        "back-door", "g1 g2 g3 p7 b1", "b2", areas=[area("y3 y4 y5 y6 b6 r6", (0, 4), (3, 3)), EMPTY], deck="g7 y7"
    )
    do(dear, "draw", "left 1 g1 g2 g3")
    assert int(dear.keeper) == 3


def test_pp_f3_the_bonus_counts_and_one_may_decline() -> None:
    state = drawing("back-door", "r3 y3 b3 p1 b1", "b2", areas=[area("g3 g4 g5"), EMPTY])
    other = state.clone()
    do(state, "draw", "left 1 r3 y3 b3")
    assert markers(state)[0] == 8 + 4
    do(other, "draw", "pass")
    assert other.view(0).step != "door"
    assert len(hand(other).split()) == 6


def test_pp_f3_at_the_top_up_with_a_caught_check() -> None:
    lie = [area("y3 y4 y5 y6 b6 r6", (0, 4), (3, 3)), EMPTY]
    state = drawing("back-door", "g1 key g3 p7 b1", "b2", step="stash", hideout="p1", areas=lie, keeper=1, deck="g7 y7")
    do(state, "stash p7", "left 1 g1 key g3")  # 1 + 1 + 3 + 2 against 8 + 3
    assert won(state) is None
    state = drawing("back-door", "g1 key g3 p7 b1", "b2", step="stash", hideout="p1", areas=lie, keeper=6, deck="g7 y7")
    do(state, "stash p7", "left 1 g1 key g3")
    assert won(state) is False


def test_pp_f3_charming_helps_at_the_door_too() -> None:
    """PP-C6: one set this turn; a Back Door Trade is one, whether at the refresh or at the top-up."""
    lie = [area("y3 y4 y5 y6 b6 r6", (0, 4), (3, 3)), EMPTY]
    for step, first in (("refresh", "draw"), ("stash", "stash p7")):
        deck = {"hideout": "p1"} if step == "stash" else {}
        state = drawing(
            "back-door",
            "g1 g2 g3 p7 b1",
            "b2",
            step=step,
            areas=lie,
            deck="g7 y7",
            pandas=["charming", "greedy"],
            **deck,
        )
        do(state, first)
        before = int(state.keeper)
        do(state, "left 1 g1 g2 g3 ability")
        assert int(state.keeper) == before + 1
    cheap = drawing(
        "back-door",
        "g1 g2 g3 p7 b1",
        "b2",
        areas=[area("r3 r4 r5"), EMPTY],
        deck="g7 y7",
        pandas=["charming", "greedy"],
    )
    do(cheap, "draw")
    assert refused(cheap, "left 1 g1 g2 g3 ability") == "PP-A12"  # it would change nothing


def test_pp_f3_the_last_cards_at_the_door_end_the_turn() -> None:
    """PP-F3, PP-E6, PP-E8: who has no cards is out at once, and who is out does not refresh."""
    state = drawing("back-door", "g1 g2 g3", "b2", areas=[area("r3 r4 r5"), EMPTY])
    log = do(state, "draw", "left 1 g1 g2 g3")
    assert "drew" not in tags(log)
    assert state.view(None).timekeeper == 0
    assert state.actors() == [1]


def test_pp_f3_without_cards_or_areas_nothing_happens() -> None:
    state = drawing("back-door", "g1 g2 g3", "b2")
    assert "no-effect" in tags(do(state, "draw"))


def test_pp_f3_a_key_on_the_left_matches_what_it_may_be() -> None:
    state = at(
        "door",
        "g1 g2 g3 b1",
        "b2",
        areas=[area("key r4 r5"), EMPTY],
        options=PLANS,
        plans_gone=["back-door", "torch"],
        drawing="hand",
    )
    assert "left 1 g1 g2 g3" in listed(state)  # it is the r3
    assert refused(state, "left 1 g3 g2 g1") == "PP-F3"


def test_pp_f4_a_random_card_with_the_left_neighbour() -> None:
    """PP-F4: who is out is passed over."""
    state = drawing("caring", "r4 b1", "", "b2 b3", timer=1, timekeeper=1, deck="g7 y7 r7")
    log = do(state, "draw")
    swap = next(event for event in log if tags([event]) == ["exchanged"])
    assert (swap.seat, swap.other) == (0, 2)
    assert swap.given in {"r4", "b1"}
    assert swap.taken in {"b2", "b3"}
    assert swap.taken in hand(state)
    assert swap.given in hand(state, 2)


def test_pp_f4_alone_with_the_secret_stash() -> None:
    """FAQ: treat the Secret Stash as the player on your left."""
    state = drawing("caring", "r4 b1", secret="g1 g2 key")
    log = do(state, "draw")
    swap = next(event for event in log if tags([event]) == ["traded-secret"])
    assert swap.given in state.dump()["secret"]
    assert swap.taken in hand(state).split()


def test_pp_f4_a_side_without_cards() -> None:
    state = drawing("caring", "r4 b1", "", timer=1, timekeeper=1)
    assert "no-effect" in tags(do(state, "draw"))


def test_pp_f5_torch_beam() -> None:
    """PP-F5: Torch Beam: the keeper moves by 2."""
    state = drawing("torch", "r4 b1", "b2", keeper=6)
    do(state, "draw")
    assert won(state) is False


def test_pp_f5_muddy_paws() -> None:
    state = at(
        "refresh",
        "r4 b1",
        "b2",
        hideout="g1 g2 g3",
        options=PLANS,
        plans_gone=["torch"],
        deck=_deck_with("muddy", "r4 b1 b2 g1 g2 g3"),
    )
    do(state, "draw")
    assert state.dump()["hideout"] == ["g2", "g3"]
    assert state.dump()["box"] == ["g1"]


def _deck_with(plan: str, elsewhere: str) -> list[str]:
    """A whole deck for two under this plan."""
    loot = [f"{suit}{number}" for suit in "rygbp" for number in range(1, 8)]
    return [plan, *(card for card in loot if card not in elsewhere.split()), "key", "key", "key"]


def test_pp_f5_early_rounds_this_turn_or_the_next() -> None:
    state = drawing("early", "r4 r5 r6 b1", "b2")
    do(state, "draw", "set 1 r4 r5 r6")
    assert int(state.keeper) == 3
    late = drawing("early", "r4 b1", "b2 b3 b4 p1", step="stash", hideout="g1", deck="g7 y7 p7", plans_gone=["muddy"])
    do(late, "stash r4")
    assert late.view(None).early == "waiting"
    assert late.view(None).areas[0].charge == 1
    do(late, "pick 1", "pass", "stash p1")
    assert late.view(None).early == "now"
    assert late.view(None).areas[0].charge == 3
    do(late, "pick 1", "pass", "stash b1")
    assert late.view(None).early == "no"


def test_pp_f5_charming_beats_early_rounds() -> None:
    state = drawing("early", "r4 r5 r6 b1", "b2", pandas=["charming", "crafty"])
    do(state, "draw", "set 1 r4 r5 r6 ability")
    assert int(state.keeper) == 1


def test_pp_f5_locked_gate() -> None:
    state = drawing("gate", "r4 key r6 b1 r5", "b2", areas=[area("y1 key y3"), EMPTY], deck="y2 y7")
    do(state, "draw")
    assert refused(state, "set 1 r4 key r6") == "PP-F5"
    assert refused(state, "discard") == "PP-F5"
    do(state, "swap 1 2 y2")  # a Key may come to hand
    assert hand(state) == "r4 r5 r6 b1 key key"
