"""Step 3, trade: PR-10, clause by clause."""

from __future__ import annotations

import pytest

from pandarium.games.royale.engine.moves import take, trade
from pandarium.games.royale.engine.trading import begin_trade

from .table import at_draft, at_trade, dice_of, do, options_of, refused

pytestmark = pytest.mark.conformance


# Who trades, and when


@pytest.mark.parametrize(("panda", "order"), [(0, [1, 2, 3, 0]), (1, [2, 3, 0, 1]), (3, [0, 1, 2, 3])])
def test_pr_10_clockwise_from_the_left_of_the_token_holder_last(panda: int, order: list[int]) -> None:
    """PR-10: the left of the token begins, its holder has the last word."""
    state = at_trade("y6 c6 k12", "y6 c6 k12", "y6 c6", "y6 c6", panda=panda, turn=order[0])
    turns = []
    while state.view(None).step == "trade":
        turns += state.actors()
        do(state, "pass")
    assert turns == order
    assert state.actors() == [panda]  # and now the draft


def test_pr_10_the_trade_begins_at_the_left_of_the_token() -> None:
    state = at_trade("y6 c6 k12", "y6 c6", "y6 c6", panda=1, turn=1)
    begin_trade(state)
    assert state.actors() == [2]


def test_pr_10_players_without_a_clear_die_are_skipped() -> None:
    state = at_trade("y6 c6 k12", "y6 g20 k12", "y6 g20", "y6 c6", panda=0, turn=3)
    begin_trade(state)
    assert state.actors() == [3]
    do(state, "pass")
    assert state.actors() == [0]


def test_pr_10_without_any_clear_die_the_draft_begins_at_once() -> None:
    state = at_draft("y6 g20 k12", "y6", pool="b6 b6", panda=0, turn=1)
    do(state, "take b6")
    assert (state.view(None).round, state.view(None).step) == (2, "draft")


def test_pr_10_one_turn_each_whoever_passed_is_not_asked_again() -> None:
    state = at_trade("y6 c6 k12", "y6 c6", "y6 c6", panda=2, turn=0)
    do(state, "pass", "trade A y6", "pass")
    assert state.view(None).step == "draft"
    assert dice_of(state, 0) == "c6 c6 k12"  # seat 0 had a clear die to offer, but its turn was over


# What a trade does


def test_pr_10_give_a_clear_die_and_take_one_of_theirs() -> None:
    state = at_trade("y6 c6", "y6 g20 k12", panda=1, turn=0)
    do(state, "trade B g20")
    assert dice_of(state, 0) == "y6 g20"
    assert dice_of(state, 1) == "y6 c6 k12"


def test_pr_10_any_one_of_their_dice_from_any_other_player() -> None:
    state = at_trade("y6 c6 k12", "p8 g20", "y6 y6", panda=1, turn=0)
    assert options_of(state) == ["pass", "trade B p8", "trade B g20", "trade C y6"]


def test_pr_10_every_kind_of_die_may_be_taken_but_pink() -> None:
    theirs = "y6 y8 p8 p12 b6 b8 b12 s6 r6"
    mine = "y6 c6 r8 r8 r8 r8 r8 r8 r8"
    state = at_trade(mine, theirs + " k12", panda=1, turn=0)
    assert options_of(state) == ["pass", *(f"trade B {code}" for code in theirs.split())]


def test_pr_10_pink_dice_cannot_be_taken() -> None:
    state = at_trade("y6 c6", "y6 g20 k12", panda=1, turn=0)
    assert refused(state, 0, "trade B k12") == "pink dice cannot be taken in a trade (PR-10)"


def test_pr_10_they_cannot_refuse() -> None:
    state = at_trade("y6 c6 c6", "y6 g20 p12 k12", panda=1, turn=0)
    do(state, "trade B g20")
    assert state.actors() == [0]
    assert dice_of(state, 1) == "y6 p12 c6* k12"


def test_pr_10_a_kind_they_have_twice_is_one_choice() -> None:
    state = at_trade("y6 c6 b8", "y6 g20 g20 k12", panda=1, turn=0)
    assert options_of(state) == ["pass", "trade B y6", "trade B g20"]


def test_pr_10_the_pink_die_stays_with_its_player_through_a_trade() -> None:
    state = at_trade("y6 c6 k12", "y6 g20", panda=1, turn=0)
    do(state, "trade B g20")
    assert dice_of(state, 0) == "y6 g20 k12"


# How often


def test_pr_10_any_number_of_trades_in_a_turn() -> None:
    state = at_trade("c6 c6 c6", "y6 g20 p12 k12", "y6 y6 b12", panda=2, turn=0)
    do(state, "trade B g20", "trade C b12", "trade B p12")
    assert state.view(None).step == "draft"
    assert dice_of(state, 0) == "p12 b12 g20"


def test_pr_10_or_none_and_one_may_stop_after_some() -> None:
    state = at_trade("y6 c6 c6", "y6 g20 p12 k12", panda=1, turn=0)
    do(state, "trade B g20", "pass")
    assert state.view(None).step == "draft"
    assert dice_of(state, 0) == "y6 g20 c6"


def test_pr_10_the_turn_ends_with_the_last_clear_die_to_offer() -> None:
    state = at_trade("y6 c6 k12", "y6 c6", "y6 g20", panda=2, turn=0)
    do(state, "trade C g20")
    assert state.actors() == [1]


def test_pr_10_each_clear_die_pays_for_one_trade() -> None:
    state = at_trade("y6 c6 c6 b8", "y6 g20 p12 p12 k12", panda=1, turn=0)
    do(state, "trade B g20", "trade B p12")
    assert state.view(None).step == "draft"
    assert dice_of(state, 0) == "y6 p12 b8 g20"


# Dice that were just traded


def test_pr_10_a_die_just_acquired_by_trade_may_be_taken() -> None:
    state = at_trade("y6 c6 k12", "y6 g20", "y6 c6", panda=2, turn=0)
    do(state, "trade B g20")
    assert "trade A g20" in options_of(state)
    do(state, "trade A g20")
    assert [dice_of(state, seat) for seat in range(3)] == ["y6 c6 k12", "y6 c6", "y6 g20"]


def test_pr_10_a_clear_die_given_cannot_be_offered_again_this_round() -> None:
    state = at_trade("y6 c6 k12", "y6 g20", panda=1, turn=0)
    do(state, "trade B g20")
    assert state.view(None).step == "draft"  # seat 1 now has a clear die, but not one to offer


def test_pr_10_a_clear_die_may_be_taken_but_not_offered_again_this_round() -> None:
    state = at_trade("y6 c6 k12", "y6 c6", "y6 g20", panda=2, turn=0)
    do(state, "trade B c6")
    assert state.view(None).step == "draft"  # both clear dice have been traded now, seat 1 cannot offer either


def test_pr_10_taking_a_clear_die_leaves_the_others_of_that_player_free() -> None:
    state = at_trade("y6 c6 c6 k12", "y6 c6 c6", panda=1, turn=0)
    do(state, "trade B c6")
    assert dice_of(state, 0) == "y6 c6 c6* k12"
    assert dice_of(state, 1) == "y6 c6 c6*"
    do(state, "pass")
    assert state.actors() == [1]


def test_pr_10_own_clear_dice_may_be_offered_beside_one_just_received() -> None:
    state = at_trade("y6 c6 k12", "y6 c6", "y6 g20", panda=2, turn=0)
    do(state, "trade B y6")
    assert dice_of(state, 1) == "c6 c6*"
    do(state, "trade C g20")
    assert state.view(None).step == "draft"  # one trade only: the other clear die came by trade
    assert dice_of(state, 1) == "g20 c6"


def test_pr_10_a_traded_clear_die_may_still_be_taken_by_others() -> None:
    state = at_trade("y6 c6 k12", "y6 g20", "y6 c6", panda=2, turn=0)
    do(state, "trade B g20")
    assert options_of(state) == ["pass", "trade A y6", "trade A g20", "trade B y6", "trade B c6*"]
    do(state, "trade B c6*")
    assert dice_of(state, 1) == "y6 c6"
    assert dice_of(state, 2) == "y6 c6"


def test_pr_10_taking_a_free_clear_die_and_a_traded_one_are_two_choices() -> None:
    state = at_trade("y6 y6 k12", "y6 c6 k12", "c6 c6*", "y6 g20", panda=3, turn=1)
    assert {"trade C c6", "trade C c6*"} <= set(options_of(state))
    take_free, take_traded = state, state.clone()
    do(take_free, "trade C c6")
    do(take_traded, "trade C c6*")
    assert take_free.view(None).step == "draft"  # seat 2 has nothing left to offer
    assert take_traded.actors() == [2]


def test_pr_10_in_the_next_step_all_clear_dice_are_alike_again() -> None:
    state = at_trade("y6 c6 k12", "y6 c6", "y6 g20", panda=2, turn=0)
    do(state, "trade B c6")
    hands = [dice_of(state, seat) for seat in range(3)]
    assert hands == ["y6 c6 k12", "y6 c6", "y6 g20"]


def test_pr_10_a_traded_clear_die_may_be_offered_in_the_next_round() -> None:
    state = at_trade("y6 c6", "y6 g20 k12", panda=1, turn=0)
    do(state, "trade B g20")
    while state.view(None).step == "draft":
        state.play(state.actors()[0], state.legal(state.actors()[0])[0])
    assert (state.view(None).round, state.view(None).step) == (3, "trade")
    assert 1 in state.actors()
    assert len(options_of(state)) > 1


# What is refused


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("trade A y6", "you trade with another player, not with yourself (PR-10)"),
        ("trade D y6", "there is nobody in that seat (PR-10)"),
        ("trade B p12", "that player has no purple d12 (PR-10)"),
        ("trade B c6*", "that player has no traded clear d6 (PR-10)"),
        ("take g20", "new dice are chosen after the trades, not now (PR-11)"),
        (trade(1, 14), "there is no such die (PR-C1)"),
        (trade(1, 15), "there is no such die (PR-C1)"),
        (trade(1, 10) + 4096, "there is no such move in this game (PR-1)"),
        (3 + 16, "there is no such move in this game (PR-1)"),
        (4, "there is no such move in this game (PR-1)"),
    ],
)
def test_pr_10_what_is_no_trade_is_refused(move: str | int, message: str) -> None:
    state = at_trade("y6 c6", "y6 g20 k12", "y6 b8", panda=1, turn=0)
    assert refused(state, 0, move) == message


@pytest.mark.parametrize("seat", [1, 2])
def test_pr_10_nobody_trades_out_of_turn(seat: int) -> None:
    state = at_trade("y6 c6", "y6 c6 k12", "y6 c6", panda=2, turn=0)
    assert refused(state, seat, "trade A y6") == "it is not your turn (PR-1)"
    assert refused(state, seat, "pass") == "it is not your turn (PR-1)"
    assert state.legal(seat) == []


def test_pr_10_no_trade_during_the_draft() -> None:
    state = at_draft("y6 c6 k12", "y6 g20", pool="b6 b8 r8", panda=0)
    assert refused(state, 0, "trade B g20") == (
        "dice are traded after the pity dice and before the draft, not now (PR-10)"
    )
    assert refused(state, 0, take(15)) == "there is no such die (PR-C1)"


def test_pr_10_a_move_in_a_trade_reveals_nothing_until_the_draft_is_drawn() -> None:
    state = at_trade("y6 c6 c6", "y6 g20 c6 k12", panda=1, turn=0)
    sealed = state.sealed
    do(state, "trade B g20", "pass")
    assert state.sealed == sealed
    do(state, "pass")
    assert state.sealed != sealed
