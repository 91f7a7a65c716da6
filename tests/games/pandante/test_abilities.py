"""Light and Dark abilities: PD-L1 to PD-L6, PD-D1 to PD-D6."""

from __future__ import annotations

import pytest

from .table import BOARD, at, do, find, gold, hand, options_of, refused

pytestmark = pytest.mark.conformance

DARK = {"abilities": "dark"}


# Light


def test_pd_l1_each_opponent_pays_5_or_folds_clockwise() -> None:
    """PD-L1: each opponent pays 5 or folds, clockwise."""
    state = at("announce", "k1 k2", "k3 k4", "k5 k6", "", turn=1, claims="pair pair pair -")
    do(state, "announce raise", "go")
    assert state.actors() == [2]  # clockwise from who raised; folded players are not asked
    do(state, "pay")
    assert state.actors() == [0]
    do(state, "fold")
    assert gold(state) == [44, 44, 39, 44]
    assert state.pot == 25
    assert state.view(None).players[0].folded


def test_pd_l2_draw_discard_and_reveal_a_card_that_was_kept() -> None:
    """PD-L2: draw, discard, and reveal a card that was kept."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", top="p10")
    do(state, "announce draw", "go", "discard k1")
    assert options_of(state) == ["reveal k2", "reveal p10"]
    assert refused(state, 0, "reveal k1") == "that card is not in your hand (PD-6)"
    events = do(state, "reveal p10")
    assert find(events, "cards")[0].cards == ["p10"]
    assert [(held.card, held.open) for held in state.view(1).players[0].hand] == [("p10", True), (None, False)]


def test_pd_l2_the_card_may_be_one_that_lies_open_already() -> None:
    """PD-L2: a card you kept is any of them, so two Draws need not open two cards."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", top="p10 p8")
    do(state, "announce draw", "announce draw", "go", "discard k1", "reveal k2", "discard p8")
    assert options_of(state) == ["reveal k2", "reveal p10"]
    before = state.sealed
    other = state.clone()
    do(state, "reveal k2")
    do(other, "reveal p10")
    assert [(held.card, held.open) for held in state.view(1).players[0].hand] == [("k2", True), (None, False)]
    assert [held.open for held in other.view(1).players[0].hand] == [True, True]
    assert (state.sealed, other.sealed) == (before, before + 1)  # nothing new was seen, so it may be taken back


def test_pd_l2_where_all_that_was_kept_lies_open_there_is_nothing_to_choose() -> None:
    more = {"queue": [{"ability": "draw"}], "shown": [["k1", "k2"], []], "keep": 2}
    state = at("discard", "k1 k2 p10", "k3 k4", turn=0, claims="pair pair", **more)  # type: ignore[arg-type]
    do(state, "discard p10")
    assert state.actors() == [1]


def test_pd_l3_a_new_hand_and_perhaps_a_lower_claim() -> None:
    """PD-L3: a new hand and perhaps a lower claim."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="three pair", top="p1 p2")
    do(state, "announce new-hand", "go")
    assert hand(state, 0) == "p1 p2"
    assert options_of(state) == ["keep", "lower"]
    low = state.clone()
    do(state, "keep")
    do(low, "lower")
    assert (state.view(None).players[0].claim, low.view(None).players[0].claim) == ("three", "pair")


def test_pd_l3_nothing_is_below_a_pair() -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair")
    do(state, "announce new-hand", "go")
    assert state.actors() == [1]


def test_pd_l4_a_sixth_community_card() -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", top="p1")
    do(state, "announce add", "go")
    row = state.view(None).board[0]
    assert (row.cards[5], row.adder) == ("p1", 0)


def test_pd_l4_replace_it_for_5_to_the_last_adder_or_leave_it() -> None:
    more = {"board": f"{BOARD} + p1", "adders": [1, None], "top": "p2", "claims": "pair pair"}
    state = at("announce", "k1 k2", "k3 k4", turn=0, **more)  # type: ignore[arg-type]
    do(state, "announce add", "go")
    assert state.view(None).aside == ["p2"]
    assert state.view(0).yours.pay_price == 5
    left = state.clone()
    do(state, "place low")
    do(left, "place none")
    assert (state.view(None).board[0].cards[5], state.view(None).board[0].adder, gold(state)) == ("p2", 0, [39, 49])
    assert (left.view(None).board[0].cards[5], left.view(None).board[0].adder, gold(left)) == ("p1", 1, [44, 44])
    assert (state.view(None).discards, left.view(None).discards) == (1, 1)


def test_pd_l4_faq_adding_twice_costs_nothing() -> None:
    """PD-L4: FAQ, general: if I use Add twice, do I pay myself 5 gold? In other words: it is free."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", top="p1 p2")
    do(state, "announce add", "announce add", "go")
    assert state.view(0).yours.pay_price == 0
    do(state, "place low")
    assert gold(state) == [44, 44]
    assert state.view(None).board[0].cards[5] == "p2"


def test_pd_l5_peek_shows_one_card_to_one_player() -> None:
    """PD-L5: peek shows one card to one player."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair")
    events = do(state, "announce peek B", "go")
    assert find(events, "peeked")[0].card is None
    seen = [held.card for held in state.view(0).players[1].hand]
    assert seen in (["k3", None], ["k4", None])
    assert [held.card for held in state.view(None).players[1].hand] == [None, None]


def test_pd_l5_what_was_seen_is_uncertain_after_a_hidden_discard() -> None:
    more = {"seen": [[[], ["k3"]], [[], []], [[], []]], "top": "p1"}
    state = at("announce", "k1 k2", "k3 k4", turn=1, claims="pair pair", **more)  # type: ignore[arg-type]
    assert [held.card for held in state.view(0).players[1].hand] == ["k3", None]
    do(state, "announce draw", "go", "discard k4")
    assert [held.card for held in state.view(0).players[1].hand] == [None, None]


def test_pd_l6_sleep_folds_and_gives_a_card_more_in_the_next_gambit() -> None:
    """PD-L6: sleep folds and gives a card more in the next gambit."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair")
    do(state, "announce sleep", "go")
    assert state.view(None).phase == "coin"  # the other one is alone
    do(state, "hide")
    assert len(hand(state, 0).split()) == 3
    while state.actors() != [0]:
        do(state, "bet pair")
    do(state, "bet pair")
    assert state.view(None).phase == "discard extra"
    do(state, options_of(state)[0])
    assert len(hand(state, 0).split()) == 2


def test_pd_l6_the_card_is_lost_by_sitting_out() -> None:
    state = at("coin", "", "k3 k4", "", turn=1, claims="- pair -", real=[1], slept=[0], broke=[0])
    do(state, "hide")
    assert state.view(None).players[0].sits_out
    assert not state.view(None).players[0].extra
    while state.gambit == 2:
        moves = options_of(state)
        do(state, "fold" if "fold" in moves else "hide")
    assert len(hand(state, 0).split()) == 2


# Dark


def test_pd_d1_pay_5_or_take_a_new_hand() -> None:
    """PD-D1: pay 5 or take a new hand."""
    state = at("announce", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="pair pair pair", options=DARK, top="p1 p2")
    do(state, "announce dilemma", "go")
    assert options_of(state) == ["pay", "redraw"]
    do(state, "redraw", "pay")
    assert hand(state, 1) == "p1 p2"
    assert hand(state, 2) == "k5 k6"
    assert gold(state) == [44, 44, 39]
    assert state.pot == 25


def test_pd_d2_draw_a_card_and_put_one_on_the_deck() -> None:
    """PD-D2: draw a card and put one on the deck."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", options=DARK, top="p1")
    do(state, "announce ex-draw", "go")
    assert options_of(state) == ["top k1", "top k2", "top p1"]
    do(state, "top k1")
    assert hand(state, 0) == "k2 p1"
    assert (state.view(0).top, state.view(1).top) == (["k1"], [None])
    do(state, "announce ex-draw", "go")
    assert "k1" in hand(state, 1)
    assert "k1" in [held.card for held in state.view(0).players[1].hand]  # who put it there knows where it went


def test_pd_d3_a_new_fifth_community_card() -> None:
    """PD-D3: a new fifth community card."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", options=DARK, top="p1")
    do(state, "announce delete", "go")
    assert state.view(None).board[0].cards[:5] == ["r1", "b3", "g5", "o7", "p1"]
    assert state.view(None).discards == 1


def test_pd_d4_trade_random_cards() -> None:
    """PD-D4: trade random cards."""
    for seed in range(8):
        state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", options=DARK, rng=[seed, seed + 1])
        events = do(state, "announce trade B", "go")
        assert [(e.source, e.target, e.count) for e in find(events, "cards")] == [
            ("hand 1", "hand 0", 1),
            ("hand 0", "hand 1", 1),
        ]
        both = hand(state, 0).split() + hand(state, 1).split()
        assert sorted(both) == ["k1", "k2", "k3", "k4"]
        assert len(hand(state, 0).split()) == 2
        given = [held.card for held in state.view(0).players[1].hand if held.card]
        assert len(given) == 1  # one knows the card that one gave


def test_pd_d5_the_claim_goes_down_one_space_but_not_below_a_pair() -> None:
    """PD-D5: the claim goes down one space but not below a pair."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="straight pair", options=DARK)
    do(state, "announce lower", "announce lower", "go")
    assert state.view(None).players[0].claim == "pair"
    events = do(state, "announce lower", "go")
    assert find(events, "ability")[0].works is False
    assert state.view(None).players[1].claim == "pair"


def test_pd_d6_a_new_hand_then_perhaps_fold() -> None:
    """PD-D6: a new hand, then perhaps fold."""
    state = at("announce", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="pair pair pair", options=DARK, top="p1 p2")
    do(state, "announce long-shot", "go")
    assert hand(state, 0) == "p1 p2"
    assert options_of(state) == ["stay", "fold"]
    folded = state.clone()
    do(state, "stay")
    do(folded, "fold")
    assert not state.view(None).players[0].folded
    assert folded.view(None).players[0].folded
    assert state.actors() == folded.actors() == [1]
