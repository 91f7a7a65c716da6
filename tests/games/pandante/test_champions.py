"""Champions and Diamond Dreams: PD-P1 to PD-P7, PD-DD1 to PD-DD3. Seats are black, blue, green, orange, red, purple."""

from __future__ import annotations

from typing import Any

import pytest

from pandarium.games.pandante.engine.flow import Pandante

from .table import BOARD, at, do, find, game, gold, hand, options_of, refused

pytestmark = pytest.mark.conformance

SPLASH = "r1 b3 g5"
PAWS = "r1 b3 g5 o7"


def champions(phase: str, *hands: str, **more: Any) -> Pandante:
    """With champions by seat, unless said otherwise."""
    options = {"champions": True, **more.pop("options", {})}
    more.setdefault("claims", " ".join(["pair" if cards else "-" for cards in hands]))
    return at(phase, *hands, options=options, **more)


# Lea-Leafa


def test_pd_p1_keeps_one_extra_snack_card_until_the_abilities() -> None:
    state = champions("snack", "", "k3 k4", "k5 k6", turn=2, board=SPLASH, top="p1 p2 p4 p3")
    do(state, "snack")
    assert state.actors() == [1]  # no discard
    assert hand(state, 2) == "k5 k6 p1"
    do(state, "bet pair", "bet pair", "pass", "snack")
    assert options_of(state) == ["discard k5", "discard k6", "discard p1", "discard p4"]  # one in all
    do(state, "discard k5", "bet pair", "bet pair")
    assert (state.view(None).phase, state.actors()) == ("discard leaf", [2])
    do(state, "discard k6")
    assert hand(state, 2) == "p1 p4"


def test_pd_p1_faq_one_extra_card_in_total_with_a_big_snack() -> None:
    """PD-P1: FAQ, Lea-Leafa: with a Big Snack you only get to keep one extra card."""
    more: dict[str, Any] = {"options": {"diamonds": True}, "diamonds": [3, 3, 3], "top": "p1 p2 p3"}
    state = champions("snack", "", "k3 k4", "k5 k6", turn=2, board=PAWS, **more)
    do(state, "snack 1", "discard k5", "discard k6")
    assert hand(state, 2) == "p1 p2 p3"
    assert state.view(None).phase == "bet"


# Cassy


def test_pd_p2_faq_cassy_orders_the_next_two_cards() -> None:
    """PD-P2: FAQ, Cassy: look at the next two community cards and choose the order; they are not part of her hand."""
    state = game.start(3, {"champions": True}, seed=5)
    while state.view(None).phase == "champions":
        do(state, f"champion {['black', 'blue', 'green'][state.actors()[0]]}")
    assert isinstance(state, Pandante)
    assert (state.view(None).phase, state.actors()) == ("cassy", [1])
    low, high = state.view(1).yours.coming
    assert state.view(0).yours.coming == []
    assert len(hand(state, 1).split()) == 2
    do(state, "next high")
    while state.view(None).street != "tail":
        do(state, "bet pair" if state.view(None).phase == "bet" else "pass")
    assert state.view(None).board[0].cards[3:5] == [high, low]


# Fern


def test_pd_p3_takes_the_fifth_card_and_puts_one_of_his_own_there() -> None:
    state = champions("fern", "g2 o4", "k3 k4", turn=0, antes=6)
    assert options_of(state) == ["pass", "steal g2", "steal o4", "steal p9"]
    do(state, "steal g2")
    assert state.view(None).board[0].cards[4] == "g2"
    assert hand(state, 0) == "o4 p9"
    assert gold(state)[0] == 44  # no black card there
    assert "p9" in [held.card for held in state.view(1).players[0].hand]  # everybody saw him take it


def test_pd_p3_a_black_card_earns_the_antes() -> None:
    state = champions("fern", "k2 o4", "k3 k4", turn=0, antes=6)
    do(state, "steal k2")
    assert (gold(state)[0], state.pot) == (50, 14)


def test_pd_p3_faq_fern_may_put_a_black_card_right_back() -> None:
    """PD-P3: FAQ, Fern: if the fifth card is black, he can steal it and put it right back to steal the antes."""
    state = champions("fern", "g2 o4", "k3 k4", turn=0, board="r1 b3 g5 o7 k9", antes=6)
    do(state, "steal k9")
    assert (gold(state)[0], hand(state, 0)) == (50, "g2 o4")
    assert state.view(None).board[0].cards[4] == "k9"


def test_pd_p3_only_his_own_cards_and_he_may_decline() -> None:
    state = champions("fern", "g2 o4", "k3 k4", turn=0, antes=6)
    assert refused(state, 0, "steal k3").endswith("(PD-P3)")
    do(state, "pass")
    assert state.view(None).phase == "announce"


def test_pd_p3_the_joker_counts_as_black() -> None:
    """PD-P3: the Joker counts as any colour, so also as black: from his hand, or put right back."""
    state = champions("fern", "joker o4", "k3 k4", turn=0, antes=6)
    do(state, "steal joker")
    assert (gold(state)[0], state.pot) == (50, 14)
    state = champions("fern", "g2 o4", "k3 k4", turn=0, board="r1 b3 g5 o7 joker", antes=6)
    do(state, "steal joker")
    assert (gold(state)[0], hand(state, 0)) == (50, "g2 o4")


# Ours


def test_pd_p4_orange_snacks_one_space_cheaper() -> None:
    """PD-P4: orange snacks one space cheaper."""
    hands = ["k1 k2", "", "", "k3 k4"]
    for claims, price in (("floosh - - pair", 4), ("three - - pair", 0), ("pair - - pair", 0)):
        state = champions("snack", *hands, turn=3, board=SPLASH, claims=claims)
        assert state.view(3).yours.snack_price == price


def test_pd_p5_red_pays_3_a_player_for_a_false_accusation() -> None:
    """PD-P5: red pays 3 a player for a false accusation."""
    hands = ["k1 g4", "", "", "", "k3 k4"]
    state = champions("challenge", *hands, turn=0, claims="pair - - - pair", hot=[0], folded=[1, 2, 3], said=[None] * 5)
    events = do(state, "1: trust", "2: trust", "3: trust", "4: challenge")
    assert [event.amount for event in find(events, "gold") if event.reason == "challenge"] == [15]


def test_pd_p6_purple_upgrades_last_and_free() -> None:
    """PD-P6: purple upgrades last and free."""
    colours = ["purple", "black", "blue"]
    state = champions("bet", "k1 k2", "k3 k4", "k5 k6", turn=2, board=BOARD, claims="pair pair pair", colours=colours)
    do(state, "bet pair", "pass", "go", "go", "go")
    order = []
    while state.view(None).phase == "upgrade":
        order += state.actors()
        before = gold(state)
        do(state, "upgrade three")
        assert gold(state)[order[-1]] == before[order[-1]] - (0 if order[-1] == 0 else 2)
    assert order == [1, 2, 0]


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_pd_p6_also_when_purple_deals(dealer: int) -> None:
    colours = ["red", "purple", "orange"]
    first = (dealer + 1) % 3
    more: dict[str, Any] = {"claims": "pair pair pair", "colours": colours, "dealer": dealer}
    state = champions("announce", "k1 k2", "k3 k4", "k5 k6", turn=dealer, **more)
    do(state, "go")
    order = []
    while state.view(None).phase == "upgrade":
        order += state.actors()
        do(state, "pass")
    assert order == [*[(first + step) % 3 for step in range(3) if (first + step) % 3 != 1], 1]


def test_pd_p7_faq_green_discards_then_fern_steals_then_abilities() -> None:
    """PD-P7: FAQ, Lea-Leafa: green discards her extra card, Fern can steal the fifth card, then the abilities."""
    state = champions("bet", "k1 k2", "", "k5 k6 p2", turn=2, board=BOARD, leaf=True)
    do(state, "bet pair")
    assert (state.view(None).phase, state.actors()) == ("discard leaf", [2])
    do(state, "discard p2")
    assert (state.view(None).phase, state.actors()) == ("fern", [0])
    do(state, "pass")
    assert state.view(None).phase == "announce"


def test_pd_p7_doublepaw_den_comes_before_lea_leafa() -> None:
    second = [["o1", "o2"], [], ["o3", "o4"]]
    state = champions(
        "drop hand",
        "k1 k2",
        "",
        "k5 k6 p2",
        turn=0,
        second_hands=second,
        leaf=True,
        casino=6,
        options={"casinos": True},
    )
    do(state, "drop 1", "drop 2")
    assert (state.view(None).phase, state.actors()) == ("discard leaf", [2])


# Diamond Dreams

DREAMS: dict[str, Any] = {"options": {"diamonds": True}}


@pytest.mark.parametrize(("seats", "bank"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_pd_dd1_three_each_and_some_from_the_bank(seats: int, bank: int) -> None:
    state = game.start(seats, {"diamonds": True}, seed=1)
    assert [player.diamonds for player in state.view(None).players] == [3] * seats
    assert state.view(None).pot_diamonds == bank


@pytest.mark.parametrize("ability", ["raise", "sleep", "long-shot"])
def test_pd_dd1_folding_from_an_ability_takes_a_diamond(ability: str) -> None:
    """PD-DD1: Folding from a Raise, Sleep or Long Shot takes one from the pot."""
    options = {"diamonds": True, "abilities": "dark" if ability == "long-shot" else "light"}
    more: dict[str, Any] = {"diamonds": [3, 3, 3], "pot_diamonds": 1, "options": options}
    state = at("announce", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="pair pair pair", **more)
    do(state, f"announce {ability}", "go", *([] if ability == "sleep" else ["fold"]))
    who = 1 if ability == "raise" else 0
    assert state.view(None).players[who].diamonds == 4
    assert state.view(None).pot_diamonds == 0
    if ability == "raise":
        do(state, "fold")
        assert state.view(None).players[2].diamonds == 3  # there is none left


def test_pd_dd1_folding_a_bet_takes_none() -> None:
    state = at("bet", "k1 k2", "k3 k4", "k5 k6", turn=0, board=SPLASH, diamonds=[3, 3, 3], pot_diamonds=2, **DREAMS)
    do(state, "fold")
    assert state.view(None).players[0].diamonds == 3


def test_pd_dd1_they_go_where_the_pot_goes() -> None:
    said = [{"number": 1, "colour": None, "pair": None}] * 2
    more: dict[str, Any] = {"diamonds": [3, 3], "pot_diamonds": 3, "said": said, **DREAMS}
    state = at("challenge", "k1 k4", "b1 k6", turn=1, claims="pair pair", hot=[1], real=[0], **more)
    events = do(state, "trust")
    assert (find(events, "pot")[0].diamonds, find(events, "pot")[0].diamonds_left) == (1, 1)


def test_pd_dd2_two_extra_cards_for_each_diamond() -> None:
    """PD-DD2: Big Snacks: one diamond and the snack: draw 3, then discard 3."""
    more: dict[str, Any] = {"diamonds": [2, 3], "top": "p1 p2 p3", **DREAMS}
    state = at("snack", "k1 k2", "k3 k4", turn=0, board=PAWS, claims="pair pair", **more)
    assert options_of(state) == ["pass", "snack", "snack 1", "snack 2"]
    assert refused(state, 0, "snack 3") == "you have too few diamonds for that (PD-DD1)"
    do(state, "snack 1")
    assert hand(state, 0) == "k1 k2 p1 p2 p3"
    do(state, "discard k1", "discard k2", "discard p1")
    assert hand(state, 0) == "p2 p3"
    assert state.view(None).players[0].diamonds == 1
    assert state.view(None).pot_diamonds == 0  # to the bank, not to the pot


def test_pd_dd2_on_the_paws_only() -> None:
    state = at("snack", "k1 k2", "k3 k4", turn=0, board=SPLASH, claims="pair pair", diamonds=[2, 3], **DREAMS)
    assert options_of(state) == ["pass", "snack"]
    assert refused(state, 0, "snack 1").endswith("(PD-DD2)")


def test_pd_dd3_big_draw_on_top_of_two_abilities() -> None:
    """PD-DD3: Big Abilities: pay two diamonds, then Raise, Draw, Big Draw, Big Draw."""
    more: dict[str, Any] = {"diamonds": [2, 3], "top": "p1 p2 p3 p4 p5", **DREAMS}
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", **more)
    do(state, "announce raise", "announce draw", "announce big-draw", "announce big-draw")
    assert refused(state, 0, "announce big-draw") == "you have too few diamonds for that (PD-DD1)"
    assert state.view(None).players[0].diamonds == 0
    do(state, "go", "pay", "discard k1", "reveal k2", "discard k2")
    assert options_of(state) == ["top p1", "top p2", "top p3"]
    do(state, "top p3")
    assert hand(state, 0) == "p1 p2 p3 p4"  # the second Big Draw began with the card put on top
    do(state, "discard p1", "top p2")
    assert hand(state, 0) == "p3 p4"


def test_pd_dd3_big_add_deals_two_and_keeps_one_at_most() -> None:
    more: dict[str, Any] = {"diamonds": [2, 3], "top": "p1 p2", "board": f"{BOARD} + b8", "adders": [1, None], **DREAMS}
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", **more)
    do(state, "announce big-add", "go")
    assert state.view(None).aside == ["p1", "p2"]
    assert options_of(state) == ["place low", "place high", "place none"]
    do(state, "place high")
    assert state.view(None).board[0].cards[5] == "p2"
    assert gold(state) == [39, 49]
    assert state.view(None).discards == 2


def test_pd_dd3_not_with_sleep_and_not_without_dreams() -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", diamonds=[2, 3], **DREAMS)
    do(state, "announce sleep")
    assert refused(state, 0, "announce big-draw").endswith("(PD-7)")
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair")
    assert refused(state, 0, "announce big-draw") == "big abilities come with Diamond Dreams (PD-DD3)"
