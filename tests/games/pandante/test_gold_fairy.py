"""The Gold Fairy: PD-30 and PD-31."""

from __future__ import annotations

import pytest

from .table import at, do, find, gold, options_of, tags

pytestmark = pytest.mark.conformance

LIAR = "k2 k4"
"""With the usual board: nothing at all."""
PAIR = "k1 k10"
"""With the usual board: a pair of 1s."""


def test_pd_30_below_20_is_filled_to_20_just_before_the_ante() -> None:
    """PD-30: below 20 is filled to 20 just before the ante."""
    state = at("bet", LIAR, PAIR, "k6 k8", turn=0, board="r1 b3 g5", gold=[7, 20, 44], pot=0)
    events = do(state, "fold", "fold")
    refills = [(event.target, event.amount) for event in find(events, "gold") if event.reason == "refill"]
    assert refills == [(0, 13)]
    assert gold(state) == [17, 17, 41]


def test_pd_31_the_fairy_pays_debts_and_one_sits_out() -> None:
    """PD-31: the Gold Fairy pays debts, and one sits out."""
    state = at("bet", LIAR, PAIR, turn=0, board="r1 b3 g5", gold=[1, 44], pot=6)
    events = do(state, "bet pair")
    assert [(event.source, event.amount) for event in find(events, "gold")] == [("fairy", 1), (0, 2)]
    assert gold(state)[0] == 0
    assert state.view(None).players[0].below_zero
    assert state.pot == 8


def test_pd_31_even_after_winning_and_without_a_refill_while_away() -> None:
    state = at("challenge", PAIR, "", "", turn=0, claims="pair - -", hot=[0], gold=[0, 44, 44], broke=[0], pot=15)
    do(state, "1: trust", "2: trust", "hide")
    view = state.view(None)
    assert view.players[0].sits_out
    assert view.players[0].gold == 15  # no ante, no refill
    assert view.players[0].hand == []
    while state.gambit == 2:
        moves = options_of(state)
        do(state, "fold" if "fold" in moves else "hide")
    assert not state.view(None).players[0].sits_out
    assert gold(state)[0] == 17  # filled to 20, then the ante


def test_pd_31_gold_that_comes_later_is_kept() -> None:
    state = at("challenge", PAIR, "k3 k6", "", turn=0, claims="three pair -", hot=[0], gold=[0, 44, 44], broke=[0])
    do(state, "1: challenge", "2: trust")  # a lie: the fairy pays
    assert gold(state) == [0, 49, 44]
    assert state.fairy == sum(gold(state)) + 20 - 3 * 44


def test_pd_31_a_single_player_takes_the_pot_at_once() -> None:
    state = at("challenge", LIAR, PAIR, turn=0, claims="four pair", hot=[0], gold=[3, 44], pot=9)
    events = do(state, "challenge", "hide")  # exposed and below 0, so nobody can challenge the pair
    assert [event.seat for event in find(events, "sits out")] == [0]
    assert state.gambit == 3  # gambit 2 was over before it began
    assert tags(events).count("gambit") == 2


def test_pd_31_all_sit_out_and_the_gambit_is_skipped() -> None:
    state = at("coin", PAIR, "", turn=0, claims="pair -", real=[0], broke=[0, 1], gold=[10, 0])
    events = do(state, "hide")
    assert [event.gambit for event in find(events, "gambit")] == [2, 3]
    assert gold(state) == [17, 17]


def test_pd_31_too_little_gold_is_no_excuse() -> None:
    state = at("raise", PAIR, LIAR, turn=1, performer=0, claims="pair pair", queue=[{"ability": "raise"}], gold=[44, 2])
    assert options_of(state) == ["pay", "fold"]
    do(state, "pay")
    assert gold(state)[1] == 0
    assert state.view(None).players[1].below_zero
