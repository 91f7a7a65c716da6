"""A gambit from the deal to the last one left: PD-1, PD-2 and PD-10."""

from __future__ import annotations

import pytest

from .table import at, do, everyone, find, game, gold, hand, options_of

pytestmark = pytest.mark.conformance

SPLASH = "r1 b3 g5"


def test_pd_1_two_private_cards_each_and_an_ante_of_3() -> None:
    """PD-1: two private cards each and an ante of 3."""
    state = game.start(4, seed=2)
    for seat in range(4):
        assert len(state.view(seat).players[seat].hand) == 2
        assert all(held.card is None for held in state.view((seat + 1) % 4).players[seat].hand)
    assert gold(state) == [41] * 4


def test_pd_1_new_cards_every_gambit() -> None:
    state = at("bet", "k1 k2", "k3 k4", turn=0, board=SPLASH)
    do(state, "fold")
    assert state.gambit == 2
    assert len(hand(state, 0).split()) == 2
    assert hand(state, 0) != "k1 k2"


def test_pd_2_splash_paws_tail_upgrade_showdown() -> None:
    """PD-2: the steps of a gambit, all of them, with players who do as little as they can."""
    state = at("bet", "k1 k2", "k3 k4", turn=0, board=SPLASH)
    seen = []
    events = []
    while state.gambit == 1:
        view = state.view(None)
        cards = sum(card is not None for card in view.board[0].cards)
        if not seen or seen[-1] != (view.phase, cards):
            seen.append((view.phase, cards))
        move = {"bet": "bet pair", "tie-break": "say 3", "coin": "hide"}.get(view.phase, options_of(state)[0])
        events += do(state, move)
    steps = [("bet", 3), ("snack", 3), ("bet", 4), ("snack", 4), ("bet", 5), ("announce", 5), ("upgrade", 5)]
    assert seen == [*steps, ("tie-break", 5), ("challenge", 5)]
    streets = [event.street for event in find(events, "street")]
    assert streets[:6] == ["paws", "tail", "abilities", "upgrade", "tie-break", "showdown"]


def test_pd_10_faq_the_last_one_wins_at_once() -> None:
    """PD-10: FAQ, general: everyone except one folds before the showdown. No challenges, the pot is theirs."""
    state = at("bet", "k1 k2", "k3 k4", "k5 k6", turn=0, board="r1 b3 g5 o7", claims="pair pair pair")
    events = do(state, "fold", "fold")
    assert find(events, "pot")[0].winners == [2]
    assert state.view(None).phase == "coin"
    do(state, "hide")
    assert state.gambit == 2


def test_pd_10_also_in_the_middle_of_abilities() -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="four pair")
    do(state, "announce raise", "announce draw", "go", "fold")
    assert state.view(None).phase == "coin"
    assert state.actors() == [0]


def test_pd_10_the_last_one_left_in_the_showdown_takes_the_hotseat() -> None:
    state = at("challenge", "k1 k2", "k3 k4", turn=0, claims="four pair", hot=[0])
    do(state, "challenge")
    assert state.view(None).hotseat == 1
    everyone(state, "trust")
    assert state.view(None).phase == "coin"
