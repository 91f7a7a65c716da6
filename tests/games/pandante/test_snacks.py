"""Snacks, deck and discards: PD-5 and PD-6."""

from __future__ import annotations

import pytest

from .table import at, do, find, game, gold, hand, options_of, refused, tags

pytestmark = pytest.mark.conformance

SPLASH = "r1 b3 g5"


@pytest.mark.parametrize(
    ("claims", "prices"),
    [
        ("four four pair", [0, 0, 12]),
        ("straight pair three", [0, 4, 2]),  # two spaces below: 4 gold; the example of the snack section
        ("floosh pair straight", [0, 6, 2]),  # three spaces below: 6 gold
    ],
)
def test_pd_5_2_gold_for_each_space_below_the_highest_claim(claims: str, prices: list[int]) -> None:
    """PD-5: 2 gold for each space below the highest claim."""
    state = at("snack", "k1 k2", "k3 k4", "k5 k6", turn=0, board=SPLASH, claims=claims)
    for seat, price in enumerate(prices):
        assert state.view(seat).yours.snack_price == price
        before = gold(state)[seat]
        do(state, "snack")
        assert gold(state)[seat] == before - price
        do(state, options_of(state)[0])


def test_pd_5_folded_claims_do_not_count() -> None:
    state = at("snack", "k1 k2", "", "k5 k6", turn=0, board=SPLASH, claims="pair five pair")
    assert state.view(0).yours.snack_price == 0


def test_pd_5_draw_one_then_discard_one_face_down() -> None:
    state = at("snack", "k1 k2", "k3 k4", turn=0, board=SPLASH, claims="pair pair", top="p10")
    events = do(state, "snack")
    assert find(events, "cards")[0].cards is None  # nobody else sees it
    assert hand(state, 0) == "k1 k2 p10"
    assert options_of(state) == ["discard k1", "discard k2", "discard p10"]
    assert refused(state, 0, "discard k3") == "that card is not in your hand (PD-6)"
    events = do(state, "discard k1")
    assert find(events, "cards")[0].cards is None
    assert hand(state, 0) == "k2 p10"


def test_pd_5_a_snack_is_optional_also_when_free() -> None:
    state = at("snack", "k1 k2", "k3 k4", turn=0, board=SPLASH, claims="pair pair")
    assert options_of(state) == ["pass", "snack"]
    do(state, "pass", "pass")
    assert gold(state) == [44, 44]


def test_pd_6_faq_nobody_looks_through_the_discards() -> None:
    """PD-6: FAQ, general: can players look through the discard pile? No; and it is empty at the start of a gambit."""
    state = at("discard snack", "k1 k2 k7", "k3 k4", turn=0, board=SPLASH, claims="pair pair", keep=2)
    do(state, "discard k7")
    assert state.view(1).discards == 1
    assert state.view(1).yours.known_discards == []
    assert state.view(0).yours.known_discards == ["k7"]  # who discarded it knows
    do(state, "pass", "fold", "hide")
    assert state.gambit == 2
    assert state.view(None).discards == 0


def test_pd_6_an_empty_deck_is_filled_with_the_discards() -> None:
    state = at("snack", "k1 k2", "k3 k4", turn=0, board=SPLASH, claims="pair pair")
    position = state.dump()
    position["discards"], position["deck"] = position["deck"], []
    state = game.load(position)
    events = do(state, "snack")
    assert tags(events)[0] == "shuffled"
    assert len(hand(state, 0).split()) == 3
    assert (state.view(None).deck, state.view(None).discards) == (53, 0)
