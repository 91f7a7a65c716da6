"""Betting: PD-3 and PD-4."""

from __future__ import annotations

import pytest

from pandarium.games.pandante.engine.moves import bet

from .table import at, do, gold, options_of, refused

pytestmark = pytest.mark.conformance

SPLASH = "r1 b3 g5"


def test_pd_3_faq_a_bet_is_exactly_2_gold() -> None:
    """PD-3: FAQ, general: can I bet a different amount than 2 gold? No."""
    state = at("bet", "k1 k2", "k3 k4", turn=0, board=SPLASH)
    do(state, "bet flush")
    assert gold(state) == [42, 44]
    assert state.pot == 22
    assert refused(state, 1, bet(15)) == "there is no such hand (PD-H1)"


def test_pd_3_fold_or_any_claim_and_nobody_shows_a_card() -> None:
    state = at("bet", "k1 k2", "k3 k4", turn=0, board=SPLASH)
    assert len(options_of(state)) == 11
    do(state, "bet straight-flush")
    assert state.view(1).players[0].claim == "straight-flush"
    assert all(held.card is None for held in state.view(1).players[0].hand)


def test_pd_3_faq_no_second_claim_in_the_same_round() -> None:
    """FAQ, general: can I change my claim later in that same betting round? No, in the next one."""
    state = at("bet", "k1 k2", "k3 k4", "k5 k6", turn=0, board=SPLASH)
    do(state, "bet three")
    assert refused(state, 0, "bet four") == "it is not your turn (PD-S3)"
    do(state, "bet three", "bet three", "pass", "pass", "pass")
    assert state.view(None).street == "paws"
    assert options_of(state)[:3] == ["fold", "bet three", "bet straight"]


def test_pd_3_a_claim_never_goes_down() -> None:
    state = at("bet", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5 o7", claims="four pair")
    assert refused(state, 0, "bet pair") == "a claim stays or rises, it never goes down (PD-3)"
    assert options_of(state) == ["fold", "bet four", "bet flush", "bet five", "bet straight-flush"]


def test_pd_4_faq_bets_of_who_folds_stay_in_the_pot() -> None:
    """PD-4: FAQ, general: which gold is in the pot? Antes and bets are, and a folded player's bets stay."""
    state = at("bet", "k1 k2", "k3 k4", "k5 k6", turn=0, board="r1 b3 g5 o7", claims="pair pair pair", staked=[2, 2, 2])
    do(state, "fold")
    view = state.view(None)
    assert (view.pot, view.players[0].staked, view.players[0].folded) == (20, 0, True)
    assert view.players[0].hand == []
    assert view.discards == 2


def test_pd_4_who_folded_may_still_challenge() -> None:
    state = at("challenge", "", "k3 k4", "k5 k6", turn=1, claims="- four pair", hot=[1])
    assert 0 in state.actors()
