"""The refresh and its consequences: PP-T, clause by clause."""

from __future__ import annotations

import pytest

import pandarium

from .table import area, at, do, hand, listed, markers, refused, tags, won

pytestmark = pytest.mark.conformance


def test_pp_t1_refresh_act_stash_keeper_top_up_next_player() -> None:
    """PP-T1: refresh, act, stash, keeper, top-up, next player."""
    state = at("refresh", "r4 r5 r6 b1", "b2", hideout="g1 g2 g3")
    log = tags(do(state, "pick 1", "set 1 r4 r5 r6", "pass", "stash b1"))
    assert log == ["picked", "played", "panda", "keeper", "passed", "stashed", "keeper", "turn"]
    assert state.actors() == [1]


def test_pp_t1_after_each_action_the_panda_moves_before_the_keeper() -> None:
    state = at("act", "r4 r5 r6 b1", "b2", panda=8, keeper=7)
    assert tags(do(state, "set 1 r4 r5 r6"))[:3] == ["played", "panda", "keeper"]
    assert markers(state) == (11, 8)
    assert won(state) is None  # the keeper would have been on 8 had it moved first


def test_pp_t1_nobody_else_moves() -> None:
    state = at("refresh", "r4 r5", "b2")
    assert refused(state, "draw", seat=1) == "PP-T1"
    assert refused(state, "set 1 r4 r5 r6") == "PP-T1"
    assert refused(at("act", "r4 r5", "b2"), "draw") == "PP-T2"


def test_pp_t2_deck_or_the_right_end_of_the_hideout() -> None:
    state = at("refresh", "r4 r5 b1", "b2", hideout="g1 r6 g3")
    assert listed(state) == ["draw", "pick 1", "pick 2"]
    assert refused(state, "pick 4") == "PP-T2"
    top = state.dump()["deck"][0]
    one = state.clone()
    do(one, "draw")
    assert top in hand(one).split()
    do(state, "pick 1")
    assert hand(state) == "r4 r5 g3 b1"


def test_pp_t2_no_hand_limit_but_twelve_alone() -> None:
    """PP-T2: the seed's example: a pick-up that takes the total to 13 cannot be taken."""
    eleven = "r1 r2 r4 r5 y1 y2 y4 y5 g1 g2 g4"
    state = at("refresh", eleven, hideout="b3 r3 b1")
    assert refused(state, "pick 2") == "PP-T2"
    assert listed(state) == ["draw", "pick 1"]
    ten = eleven.removesuffix(" g4")
    assert "pick 2" in listed(at("refresh", ten, hideout="b3 r3 b1"))
    assert "pick 2" in listed(at("refresh", eleven, "b2", hideout="b3 r3 b1"))


def test_pp_t3_a_single_card_cannot_be_stashed_or_shared() -> None:
    """PP-T3: a single card cannot be stashed or shared."""
    state = at("refresh", "r4 b1", "b2", hideout="g1 g2 g3")
    do(state, "pick 1")
    assert refused(state, "share g3 B") == "PP-T3"
    do(state, "pass")
    assert refused(state, "stash g3") == "PP-T3"
    assert listed(state) == ["stash r4", "stash b1"]


def test_pp_t3_if_nothing_else_is_left_nothing_is_stashed() -> None:
    state = at("refresh", "r4 r5 r6", "b2", hideout="g1 g2 g3")
    do(state, "pick 1", "set 1 r4 r5 r6")
    log = do(state, "pass")
    assert "stashed" not in tags(log)
    assert hand(state) == "g3"
    assert state.actors() == [1]


def test_pp_t3_keys_are_all_alike() -> None:
    state = at("refresh", "r4 key", "b2", hideout="g1 g2 key")
    do(state, "pick 1", "pass")
    assert listed(state) == ["stash r4", "stash key"]  # one of two
    state = at("refresh", "r4 b1", "b2", hideout="g1 g2 key")
    do(state, "pick 1")
    assert "discard" in listed(state)
    do(state, "pass")
    assert listed(state) == ["stash r4", "stash b1"]
    state = at("refresh", "r4 key b1", "b2", hideout="g1 g2 key")
    do(state, "pick 1", "discard", "pass")
    assert "stash key" in listed(state)


def test_pp_t4_the_chosen_card_and_all_to_its_right_for_four_at_once() -> None:
    """PP-T4: the seed's example: from the left-most taken card everything to the right comes along."""
    state = at("refresh", "p5 p6 b1", "b2", hideout="y1 p4 r1 g1", areas=[area(""), area("")])
    log = do(state, "pick 3")
    assert [card for event in log if tags([event]) == ["picked"] for card in event.cards] == ["p4", "r1", "g1"]
    assert markers(state) == (8, 4)
    assert state.dump()["hideout"] == ["y1"]
    assert state.dump()["duty"] == "p4"


def test_pp_t4_it_can_lose_the_game_at_once() -> None:
    state = at("refresh", "r4 r5 b1", "b2", hideout="g1 r6 g3", keeper=4)
    do(state, "pick 2")
    assert won(state) is False
    assert "PP-E2" in state.outcome().reason  # type: ignore[union-attr]


def test_pp_t5_the_turn_cannot_end_before_the_card_is_played() -> None:
    """PP-T5: the seed's example: at the end of my turn the purple-4 cannot be in my hand or in the Hideout."""
    state = at("refresh", "p5 p6 b1", "b2", hideout="y1 p4 r2 g1")
    do(state, "pick 3")
    assert refused(state, "pass") == "PP-T5"
    assert all("p4" in move for move in listed(state, "set"))
    do(state, "set 2 p4 p5 p6")
    assert state.dump()["duty"] is None
    assert "pass" in listed(state)


def test_pp_t5_no_pick_up_if_the_card_could_not_be_played() -> None:
    state = at("refresh", "r1 b1", "b2", hideout="g5 y7 p3")
    assert refused(state, "pick 2") == "PP-T5"
    assert refused(state, "pick 3") == "PP-T5"


@pytest.mark.parametrize(
    ("hideout", "move", "words"),
    [
        ("g5 y7 p3", "pick 2", "you could not play the yellow 7 this turn, and you would have to"),
        ("g1 r4 g3", "pass", "first play the red 4 that you picked up from"),
        ("g1 r4 g3", "share r5 B", "then you could not play the red 4 any more, and you have to"),
        ("g5 key p3", "pass", "first play the Key that you picked up from"),
    ],
)
def test_pp_t5_a_refusal_calls_the_card_by_its_name(hideout: str, move: str, words: str) -> None:
    state = at("refresh", "r5 r6 b1", "b2", hideout=hideout)
    if move != "pick 2":
        do(state, "pick 2")
    with pytest.raises(pandarium.IllegalMove) as refusal:
        state.play(0, pandarium.game("pilfering").read(move))
    assert refusal.value.reason == words


def test_pp_t5_a_key_may_be_discarded_instead() -> None:
    state = at("refresh", "r1 b1", "b2", hideout="g5 key p3")
    do(state, "pick 2")
    assert refused(state, "pass") == "PP-T5"
    do(state, "discard")
    assert markers(state) == (8, 2)
    assert "pass" in listed(state)


def test_pp_t5_a_swap_for_a_key_counts() -> None:
    state = at("refresh", "b1 b3", "b2", hideout="g1 r5 g3", areas=[area("r4 key r6"), area("")])
    do(state, "pick 2", "swap 1 2 r5")
    assert state.dump()["duty"] is None
    assert "pass" in listed(state)


def test_pp_t5_an_extension_counts() -> None:
    state = at("refresh", "b1 b3", "b2", hideout="g1 r5 g3", areas=[area("r2 r3 r4"), area("")])
    do(state, "pick 2", "extend 1 r5")
    assert state.dump()["duty"] is None


def test_pp_t5_a_way_of_three_actions_is_enough_and_four_are_too_many() -> None:
    """Extensions one by one: g5 needs g4 before it. Where they can go down together, fewer actions will do."""
    for cards, allowed in (("g4 g5 b1", True), ("g4 b1", False)):
        state = at("refresh", cards, "b7", hideout="y1 g6 p2", areas=[area("g1 g2 g3"), area("")])
        assert ("pick 2" in listed(state)) is allowed


def test_pp_t5_actions_that_leave_no_way_are_refused() -> None:
    state = at("refresh", "r5 r6 b5 g5 b1", "b2", hideout="g1 r4 g3", areas=[area("r1 r2 r3"), area("")])
    do(state, "pick 2")
    lost = "set 1 r5 b5 g5"
    assert refused(state, lost) == "PP-T5"  # r4 still extends r1 r2 r3 only while that is the end
    assert "extend 1 r4" in listed(state)


def test_pp_t5_sharing_must_leave_a_way() -> None:
    state = at("refresh", "r5 r6 b1", "b2", hideout="g1 r4 g3")
    do(state, "pick 2")
    assert refused(state, "share r5 B") == "PP-T5"
    assert refused(state, "share r4 B") == "PP-T5"
    assert "share b1 B" in listed(state)


def test_pp_t5_crafty_counts_as_a_way() -> None:
    cards = {"hideout": "g1 r4 g3", "areas": [area("b1 b2 b3"), area("y1 y2 y3")]}
    plain = at("refresh", "r5 r6 p1", "p2", pandas=["sharing", "crafty"], **cards)
    assert refused(plain, "pick 2") == "PP-T5"
    crafty = at("refresh", "r5 r6 p1", "p2", pandas=["crafty", "sharing"], **cards)
    do(crafty, "pick 2")
    assert all("r4" in move and "ability" in move for move in listed(crafty))
    spent = at("refresh", "r5 r6 p1", "p2", pandas=["crafty", "sharing"], spent=[0], **cards)
    assert refused(spent, "pick 2") == "PP-T5"


def test_pp_t5_another_set_first_may_open_the_way() -> None:
    lie = [area("b1 b2 b3"), area("y1 y2 y3")]
    state = at("refresh", "r6 r7 b4 g4 p1", "p2", hideout="g1 r5 r4", areas=lie)
    do(state, "pick 2")  # b4 extends, r4 b4.. no: the extension brings a 4 to the end, and r4 r5 r6 follow
    assert refused(state, "pass") == "PP-T5"
    do(state, "extend 1 b4", "set 1 r4 r5 r6")
    assert state.dump()["duty"] is None


def test_pp_t5_the_locked_gate_keeps_keys_from_it() -> None:
    state = at(
        "refresh",
        "r1 b1",
        "b2",
        hideout="g5 key p3",
        options={"foiled_plans": True},
        plans_gone=["gate", "torch"],
        gate="now",
        gate_seat=0,
    )
    assert refused(state, "pick 2") == "PP-T5"


def test_pp_t6_suspicion_costs_four_six_eight_eight() -> None:
    """PP-T6: the seed's example: Sammie pays 6 with the card at +2, then 8."""
    paid = []
    suspect, side = None, 2
    for _ in range(4):
        state = at("refresh", "r4 r5 b1", "b2", hideout="g1 r6 g3", panda=40, suspect=suspect, suspicion=side)
        do(state, "pick 2")
        paid.append(int(state.keeper))
        suspect, side = state.dump()["suspect"], state.dump()["suspicion"]
    assert paid == [4, 6, 8, 8]
    assert (suspect, side) == (0, 4)


def test_pp_t6_another_players_pick_up_takes_the_card_and_resets_it() -> None:
    state = at("refresh", "r4 r5 b1", "b2", hideout="g1 r6 g3", panda=40, suspect=1, suspicion=4)
    do(state, "pick 2")
    assert int(state.keeper) == 4
    assert (state.dump()["suspect"], state.dump()["suspicion"]) == (0, 2)


def test_pp_t6_a_single_card_raises_no_suspicion() -> None:
    state = at("refresh", "r4 r5 b1", "b2", suspect=0)
    do(state, "pick 1")
    assert markers(state) == (8, 0)


def test_the_price_is_shown_before_it_is_paid() -> None:
    state = at("refresh", "r4 r5 b1", "b2", hideout="g1 r6 g3", suspect=0)
    seen = state.view(0)
    assert seen.pick_up == [6, 4]
    assert [(one.move, one.panda, one.keeper) for one in seen.previews] == [("pick 2", 0, 6)]
