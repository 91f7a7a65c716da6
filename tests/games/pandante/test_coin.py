"""The Golden Panda Coin: PD-32 and PD-33."""

from __future__ import annotations

import pytest

from .table import at, do, find, game, hand, options_of, refused

pytestmark = pytest.mark.conformance

LIAR = "k2 k4"
"""With the usual board: nothing at all."""
PAIR = "k1 k10"
"""With the usual board: a pair of 1s."""


def test_pd_32_win_alone_with_a_lie_and_show_it() -> None:
    state = at("challenge", LIAR, PAIR, turn=0, claims="four pair", hot=[0])
    do(state, "trust")
    assert options_of(state) == ["hide", "show"]
    events = do(state, "show")
    assert find(events, "shown")[0].cards == ["k2", "k4"]
    assert (find(events, "coin")[0].source, find(events, "coin")[0].target) == (None, 0)
    assert state.view(None).coin == 0


def test_pd_32_it_is_stolen_from_its_holder() -> None:
    state = at("coin", LIAR, PAIR, turn=0, claims="four pair", real=[0], coin=1)
    events = do(state, "show")
    assert (find(events, "coin")[0].source, find(events, "coin")[0].target) == (1, 0)


def test_pd_32_the_truth_earns_no_coin() -> None:
    state = at("coin", PAIR, LIAR, turn=0, claims="pair -", real=[0], folded=[1])
    assert options_of(state) == ["hide"]
    assert refused(state, 0, "show") == "what you claimed is true, so there is no lie to show (PD-32)"


def test_pd_32_more_than_claimed_is_no_lie() -> None:
    """PD-32: Panda Coin: with 4 of a kind, saying 3 of a kind is not a lie."""
    state = at("coin", "k1 b1", "k6 k8", turn=0, board="r1 g1 b3 g5 o7", claims="three -", real=[0], folded=[1])
    assert options_of(state) == ["hide"]


def test_pd_32_a_false_statement_is_a_lie() -> None:
    said = [{"number": 5, "colour": None, "pair": None}, None]
    state = at("coin", PAIR, LIAR, turn=0, claims="pair pair", real=[0], said=said)
    assert options_of(state) == ["hide", "show"]


def test_pd_32_faq_the_last_one_may_show_a_lie_if_something_was_claimed() -> None:
    """FAQ, general: the last player may show a lie for the coin, but not without having claimed anything."""
    state = at("bet", LIAR, PAIR, turn=1, board="r1 b3 g5", claims="four -")
    do(state, "fold", "show")
    assert state.view(None).coin == 0
    state = at("bet", LIAR, PAIR, turn=0, board="r1 b3 g5")
    do(state, "fold")
    assert state.gambit == 2  # nothing was claimed, so there is nothing to ask


def test_pd_32_no_coin_for_a_split() -> None:
    said = [{"number": 4, "colour": None, "pair": None}] * 2
    state = at("challenge", LIAR, "k6 k8", turn=1, claims="pair pair", hot=[1], real=[0], said=said)
    do(state, "trust")
    assert state.view(None).phase != "coin"
    assert state.view(None).coin is None


def test_pd_33_the_coin_draws_5_and_discards_5_in_place_of_one_ability() -> None:
    """PD-33: the coin draws 5 and discards 5 in place of one ability."""
    state = at("announce", LIAR, PAIR, turn=0, claims="four pair", coin=0, top="p1 p2 p3 p4 p5")
    do(state, "announce coin", "announce peek B")
    assert options_of(state) == ["go"]
    assert state.view(None).coin is None  # back in the middle
    do(state, "go")
    assert hand(state, 0) == "k2 k4 p1 p2 p3 p4 p5"
    do(state, *(f"discard {code}" for code in ("k2", "k4", "p1", "p2", "p3")))
    assert hand(state, 0) == "p4 p5"


def test_pd_33_only_its_holder_and_not_with_sleep() -> None:
    state = at("announce", LIAR, PAIR, turn=0, claims="four pair", coin=1)
    assert refused(state, 0, "announce coin") == "you do not have the Golden Panda Coin (PD-33)"
    state = at("announce", LIAR, PAIR, turn=0, claims="four pair", coin=0)
    do(state, "announce sleep")
    assert refused(state, 0, "announce coin") == "Sleep and Long Shot go with no other ability (PD-7)"
    assert game.start(2, seed=1).view(None).coin is None
