"""The casinos: PD-K1 to PD-K12, with the answers of the FAQ."""

from __future__ import annotations

from typing import Any

import pytest

from pandarium.games.pandante.engine.flow import Pandante

from .table import BOARD, at, do, everyone, find, game, gold, hand, options_of, refused

pytestmark = pytest.mark.conformance

CHAMPIONS = {"champions": True}
DARK = {"abilities": "dark"}


def dealt(casino: int, seats: int = 3, options: dict[str, Any] | None = None) -> Pandante:
    """The first gambit that is played in this casino; champions go by seat: black, blue, green, ..."""
    chosen = {"casinos": True, **(options or {})}
    for seed in range(2000):
        state = game.start(seats, chosen, seed=seed)
        while state.view(None).phase == "champions":
            do(state, f"champion {['black', 'blue', 'green', 'orange', 'red', 'purple'][state.actors()[0]]}")
        if state.casino == casino:
            assert isinstance(state, Pandante)
            return state
    raise AssertionError(casino)


def test_pd_k1_the_joker_is_one_of_the_splash_cards() -> None:
    """PD-K1: the Joker is one of the splash cards."""
    state = dealt(1)
    assert state.view(None).board[0].cards[2] == "joker"
    assert all("joker" not in hand(state, seat) for seat in range(3))


def test_pd_k2_a_free_card_after_each_round_of_snacks() -> None:
    """PD-K2: a free card after each round of snacks."""
    state = at("snack", "k1 k2", "k3 k4", turn=1, board="r1 b3 g5", claims="pair pair", casino=2, top="p1 p2")
    do(state, "pass")
    assert (state.view(None).phase, state.actors()) == ("discard treat", [0])
    assert hand(state, 0) == "k1 k2 p1"
    do(state, "discard p1")
    assert hand(state, 1) == "k3 k4 p2"
    do(state, "discard k3")
    assert state.view(None).street == "paws"
    assert gold(state) == [44, 44]


def test_pd_k3_up_to_three_abilities() -> None:
    """PD-K3: up to three abilities."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=3)
    do(state, "announce peek B", "announce peek B")
    assert len(options_of(state)) > 1
    do(state, "announce peek B")
    assert options_of(state) == ["go"]


def test_pd_k4_rearrange_the_top_three_cards() -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=4, top="p3 p1 p2")
    do(state, "announce rearrange", "go")
    assert state.view(0).top == ["p3", "p1", "p2"]
    assert state.view(1).top == [None, None, None]
    assert len(options_of(state)) == 6
    do(state, "order 213")
    assert state.view(0).top == ["p2", "p1", "p3"]


@pytest.mark.parametrize(
    ("order", "top"),
    [("123", "p1 p2 p3"), ("132", "p1 p3 p2"), ("231", "p2 p3 p1"), ("312", "p3 p1 p2"), ("321", "p3 p2 p1")],
)
def test_pd_k4_every_order_is_what_it_says(order: str, top: str) -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=4, top="p3 p1 p2")
    do(state, "announce rearrange", "go", f"order {order}")
    assert state.view(0).top == top.split()


def test_pd_k4_faq_a_rune_beats_a_natural_hand() -> None:
    """PD-K4: FAQ, casinos: 55 and the Joker with a rune beats 555 without."""
    said = [{"number": 5, "colour": None, "pair": None}] * 2
    more: dict[str, Any] = {"board": "r5 b3 g1 o7 p9", "claims": "three three", "said": said, "casino": 4}
    for runes, winner in (([0, 0], 0), ([0, 1], 1)):
        state = at("challenge", "k5 g5", "o5 joker", turn=1, hot=[1], real=[0], runes=runes, **more)
        events = do(state, "challenge")
        assert find(events, "pot")[0].winners == [winner]


def test_pd_k4_runes_are_gained_by_an_ability_there_only() -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=4)
    do(state, "announce rune", "announce rune", "go")
    assert state.view(None).players[0].runes == 2
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=3)
    assert refused(state, 0, "announce rune") == "that ability is not there in this casino (PD-K4)"


def test_pd_k5_faq_five_more_gold_and_all_cards_at_once() -> None:
    """PD-K5: FAQ, Bunny Hop Hotel: the usual 3 gold, then 5 more."""
    state = dealt(5)
    view = state.view(None)
    assert view.pot == 3 * 8
    assert view.antes == 9
    assert all(view.board[0].cards[:5])
    do(state, "bet pair", "bet pair", "bet pair")
    assert state.view(None).phase == "snack"
    do(state, "pass", "pass", "pass")
    assert state.view(None).phase == "announce"


def test_pd_k5_no_big_snack() -> None:
    more: dict[str, Any] = {"options": {"diamonds": True}, "diamonds": [3, 3]}
    state = at("snack", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=5, **more)
    assert refused(state, 0, "snack 1").endswith("(PD-DD2)")


def test_pd_k5_faq_fern_steals_only_the_3s_and_cassy_does_nothing() -> None:
    """FAQ, Bunny Hop Hotel: 3 gold per player, not 8; Cassy's ability does nothing."""
    state = dealt(5, options=CHAMPIONS)
    assert state.view(None).phase == "bet"  # Cassy was not asked
    more: dict[str, Any] = {"antes": 9, "pot": 24, "options": CHAMPIONS}
    state = at("fern", "k1 g2", "k3 k4", "k5 k6", turn=0, claims="pair pair pair", casino=5, **more)
    do(state, "steal k1")
    assert gold(state)[0] == 44 + 9


def test_pd_k5_faq_delete_works() -> None:
    """FAQ, Bunny Hop Hotel: Delete works as usual here."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=5, options=DARK, top="p1")
    do(state, "announce delete", "go")
    assert state.view(None).board[0].cards[4] == "p1"


def doublepaw(phase: str, **more: Any) -> Pandante:
    """Two players with two hands each."""
    more.setdefault("claims", "pair pair")
    more.setdefault("second_hands", [["o1", "o2"], ["o3", "o4"]])
    return at(phase, "k1 k2", "k3 k4", casino=6, **more)


def test_pd_k6_two_hands_of_two() -> None:
    state = dealt(6)
    view = state.view(0).players[0]
    assert (len(view.hand), len(view.second_hand)) == (2, 2)
    assert state.view(1).players[0].second_hand[0].card is None


def test_pd_k6_faq_look_at_the_snack_then_choose_the_hand() -> None:
    """PD-K6: FAQ, Doublepaw Den: look at the snack card, then decide which hand you add it to."""
    state = doublepaw("snack", turn=0, board="r1 b3 g5", top="p1")
    do(state, "snack")
    assert state.view(0).aside == ["p1"]
    assert state.view(1).aside == [None]
    do(state, "hand 2")
    assert options_of(state) == ["discard o1", "discard o2", "discard p1"]
    assert refused(state, 0, "discard k1") == "that card is not in your hand (PD-6)"
    do(state, "discard o1")
    assert [held.card for held in state.view(0).players[0].second_hand] == ["o2", "p1"]


def test_pd_k6_faq_a_big_snack_goes_to_one_hand() -> None:
    """FAQ, Doublepaw Den: with a Big Snack all cards go to the same hand."""
    more: dict[str, Any] = {"options": {"diamonds": True}, "diamonds": [3, 3], "top": "p1 p2 p3"}
    state = doublepaw("snack", turn=0, board="r1 b3 g5 o7", **more)
    do(state, "snack 1", "hand 1", "discard k1", "discard k2", "discard p1")
    assert hand(state, 0) == "p2 p3"
    assert [held.card for held in state.view(0).players[0].second_hand] == ["o1", "o2"]


def test_pd_k6_one_hand_goes_before_the_abilities() -> None:
    state = doublepaw("drop hand", turn=0)
    do(state, "drop 1", "drop 2")
    assert (hand(state, 0), hand(state, 1)) == ("o1 o2", "k3 k4")
    assert state.view(None).phase == "announce"


def test_pd_k7_no_fifth_card_but_betting_and_abilities() -> None:
    state = at("snack", "k1 k2", "k3 k4", turn=1, board="r1 b3 g5 o7", claims="pair pair", casino=7)
    do(state, "pass")
    assert (state.view(None).phase, state.view(None).street) == ("bet", "tail")
    assert state.view(None).board[0].cards[4] is None
    do(state, "bet pair", "bet pair")
    assert state.view(None).phase == "announce"


def test_pd_k7_faq_add_and_big_add_use_the_sixth_slot() -> None:
    """PD-K7: FAQ, Hard Times Mill: you can still add to the sixth slot, and Big Add too."""
    more: dict[str, Any] = {"options": {"diamonds": True}, "diamonds": [3, 3], "top": "p1 p2 p3"}
    state = at("announce", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5 o7", claims="pair pair", casino=7, **more)
    do(state, "announce add", "announce big-add", "go", "place high")
    assert state.view(None).board[0].cards == ["r1", "b3", "g5", "o7", None, "p3"]


def test_pd_k7_faq_delete_and_fern_do_nothing() -> None:
    """FAQ, Hard Times Mill: Delete does nothing here, Fern's ability neither."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5 o7", claims="pair pair", casino=7, options=DARK)
    events = do(state, "announce delete", "go")
    assert find(events, "ability")[0].works is False
    more: dict[str, Any] = {"options": CHAMPIONS, "street": "tail"}
    state = at("bet", "k1 k2", "k3 k4", turn=1, board="r1 b3 g5 o7", claims="pair pair", casino=7, **more)
    do(state, "bet pair")
    assert state.view(None).phase == "announce"


def test_pd_k7_faq_cassy_chooses_the_fourth_card() -> None:
    """FAQ, Hard Times Mill: Cassy's ability still works."""
    state = dealt(7, options=CHAMPIONS)
    assert state.actors() == [1]
    low, high = state.view(1).yours.coming
    do(state, "next high")
    assert state.view(1).yours.coming == [high, None]
    assert low in state.view(1).yours.known_discards
    assert state.view(None).discards == 1


def test_pd_k8_faq_an_unchallenged_truth_folds() -> None:
    """PD-K8: FAQ, Liar's Lair: if you really have the hand, it is as if you folded, and the rest play on."""
    state = at("challenge", "k1 b1", "k3 k4", "k6 k8", turn=0, claims="three pair straight", hot=[0], casino=8)
    events = everyone(state, "trust")
    assert find(events, "shown")[0].verdict == "true"
    assert find(events, "judged")[0].fate == "too honest"
    assert state.view(None).hotseat == 2
    assert 0 in state.actors()  # who was honest may challenge


def test_pd_k8_a_liar_wins_and_takes_the_coin() -> None:
    state = at("challenge", "k2 k10", "k3 k4", turn=0, claims="four pair", hot=[0], casino=8)
    events = do(state, "trust")
    assert find(events, "judged")[0].fate == "real"
    assert find(events, "coin")[0].target == 0
    assert find(events, "pot")[0].winners == [0]


def test_pd_k8_faq_if_nobody_wins_the_pot_rolls_over() -> None:
    """FAQ, Liar's Lair: if none of them wins either, the pot rolls over."""
    state = at("challenge", "k1 b1", "k3 k4", turn=0, claims="three pair", hot=[0], casino=8)
    events = do(state, "trust", "trust")
    assert find(events, "pot")[0].winners == []


def test_pd_k8_the_last_one_before_the_showdown_wins_as_always() -> None:
    state = at("bet", "k1 b1", "k3 k4", turn=1, claims="three pair", casino=8)
    events = do(state, "fold")
    assert find(events, "pot")[0].winners == [0]


ROW = "p2 p4 p6 p8 p10"


def test_pd_k9_faq_add_and_delete_name_a_row() -> None:
    """PD-K9: FAQ, Quince's Palace: name which row you are targeting before you do it."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, second_row=ROW, claims="pair pair", casino=9, top="b8")
    assert {"announce add", "announce add 2"} <= set(options_of(state))
    do(state, "announce add 2", "go")
    assert state.view(None).board[1].cards[5] == "b8"
    more: dict[str, Any] = {"options": DARK, "top": "b8"}
    state = at("announce", "k1 k2", "k3 k4", turn=0, second_row=ROW, claims="pair pair", casino=9, **more)
    do(state, "announce delete 2", "go")
    assert [row.cards[4] for row in state.view(None).board] == ["p9", "b8"]
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair")
    assert refused(state, 0, "announce add 2") == "there is no such row of community cards (PD-K9)"


def test_pd_k9_faq_cassy_sees_both_fourth_cards() -> None:
    """FAQ, Quince's Palace: the fourth card of row 1 and of row 2, but not the fifth of either."""
    state = dealt(9, options=CHAMPIONS)
    coming = state.view(1).yours.coming
    assert [card is not None for card in coming] == [True, False, True, False]
    assert state.view(0).yours.coming == []
    while state.view(None).street == "splash":
        do(state, "bet pair" if state.view(None).phase == "bet" else "pass")
    assert [row.cards[3] for row in state.view(None).board] == [coming[0], coming[2]]


def test_pd_k9_a_claim_may_use_either_row_and_fern_picks_one() -> None:
    state = at(
        "challenge",
        "k2 o10",
        "k3 k4",
        turn=0,
        second_row=ROW,
        claims="pair pair",
        casino=9,
        hot=[0],
        said=[{"number": 10, "colour": None, "pair": None}, {"number": 9, "colour": None, "pair": None}],
    )
    events = do(state, "challenge")
    assert find(events, "judged")[0].fate == "true"
    state = at("fern", "k1 g2", "k3 k4", turn=0, second_row=ROW, claims="pair pair", casino=9, options=CHAMPIONS)
    do(state, "steal g2 2")
    assert [row.cards[4] for row in state.view(None).board] == ["p9", "g2"]
    assert hand(state, 0) == "k1 p10"


def test_pd_k10_bets_and_upgrades_cost_4() -> None:
    """PD-K10: bets and upgrades cost 4."""
    state = at("bet", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", casino=10)
    do(state, "bet pair")
    assert gold(state)[0] == 40
    state = at("upgrade", "k1 k2", "k3 k4", turn=0, claims="pair pair", casino=10)
    do(state, "upgrade three")
    assert gold(state)[0] == 40


def test_pd_k11_everyone_sees_a_card_of_the_next_player() -> None:
    """PD-K11: everyone sees a card of the next player."""
    state = at("bet", "k1 k2", "k3 k4", "k5 k6", turn=2, board=BOARD, claims="pair pair pair", casino=11)
    events = do(state, "bet pair")
    assert [(event.seat, event.other) for event in find(events, "peeked")] == [(0, 1), (1, 2), (2, 0)]
    assert sum(held.card is not None for held in state.view(0).players[1].hand) == 1
    assert sum(held.card is not None for held in state.view(0).players[2].hand) == 0


def test_pd_k12_snacks_cost_1_a_space() -> None:
    """PD-K12: snacks cost 1 a space."""
    state = at("snack", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5", claims="pair floosh", casino=12)
    assert state.view(0).yours.snack_price == 3


@pytest.mark.parametrize(("second", "moves"), [("o1 o2", ["hide"]), ("o2 o4", ["hide", "show"])])
def test_pd_k6_while_there_are_two_hands_either_may_be_true(second: str, moves: list[str]) -> None:
    """The last one before the abilities has two hands: it is a lie only if neither holds the claim."""
    hands = [second.split(), ["o3", "p4"]]
    state = at("bet", "k2 k4", "k3 k6", turn=1, board="r1 b7 g9", claims="pair -", casino=6, second_hands=hands)
    do(state, "fold")
    assert options_of(state) == moves
    assert game.load(state.dump()).dump() == state.dump()
