"""A gambit: PD-1 to PD-10."""

from __future__ import annotations

import pytest

from pandarium.games.pandante.engine.moves import bet

from .table import at, do, everyone, find, game, gold, hand, options_of, refused, tags

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


# PD-3


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


# PD-4


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


# PD-5


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


# PD-6


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


# PD-7


def test_pd_7_none_one_or_two_also_the_same_twice() -> None:
    """PD-7: none, one or two, also the same twice."""
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair")
    do(state, "announce peek B", "announce peek B")
    assert options_of(state) == ["go"]
    assert refused(state, 0, "announce draw") == "you have announced as many abilities as you may (PD-7)"
    do(state, "go")
    assert state.actors() == [1]
    do(state, "go")
    assert state.view(None).phase == "upgrade"


def test_pd_7_announced_together_then_resolved_one_at_a_time() -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", top="p10 p8")
    events = do(state, "announce draw", "announce add")
    assert tags(events) == ["announced", "announced"]
    assert state.view(1).board[0].cards[5] is None
    do(state, "go", "discard k1", "reveal k2")
    assert state.view(None).board[0].cards[5] == "p8"


@pytest.mark.parametrize(
    ("abilities", "alone", "other"), [("light", "sleep", "draw"), ("dark", "long-shot", "ex-draw")]
)
def test_pd_7_sleep_and_long_shot_go_with_no_other(abilities: str, alone: str, other: str) -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", options={"abilities": abilities})
    do(state, f"announce {alone}")
    assert options_of(state) == ["go"]
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", options={"abilities": abilities})
    do(state, f"announce {other}")
    assert refused(state, 0, f"announce {alone}") == "Sleep and Long Shot go with no other ability (PD-7)"


def test_pd_7_a_target_who_has_folded_is_spared() -> None:
    state = at("announce", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="pair pair pair")
    events = do(state, "announce raise", "announce peek B", "go", "fold", "pay")
    assert find(events, "ability")[-1].works is False
    assert not find(events, "peeked")


def test_pd_7_targets_are_part_of_the_announcement_and_still_in() -> None:
    state = at("announce", "k1 k2", "k3 k4", "", turn=0, claims="pair pair -")
    assert refused(state, 0, "announce peek A").endswith("(PD-7)")
    assert refused(state, 0, "announce peek C").endswith("(PD-7)")
    assert "announce peek B" in options_of(state)


@pytest.mark.parametrize(("abilities", "wrong"), [("light", "dilemma"), ("dark", "raise")])
def test_pd_7_one_side_of_the_card(abilities: str, wrong: str) -> None:
    state = at("announce", "k1 k2", "k3 k4", turn=0, claims="pair pair", options={"abilities": abilities})
    assert refused(state, 0, f"announce {wrong}") == "that ability is not on this side of the card (PD-7)"


# PD-8


def test_pd_8_an_upgrade_costs_2_and_nobody_has_to_match_it() -> None:
    """PD-8: an upgrade costs 2, and nobody has to match it."""
    state = at("upgrade", "k1 k2", "k3 k4", turn=0, claims="pair three")
    do(state, "upgrade four")
    assert gold(state) == [42, 44]
    assert state.actors() == [1]
    do(state, "pass")
    assert state.view(None).hotseat == 0


def test_pd_8_only_higher_and_only_once() -> None:
    state = at("upgrade", "k1 k2", "k3 k4", turn=0, claims="flush three")
    assert options_of(state) == ["pass", "upgrade five", "upgrade straight-flush"]
    assert refused(state, 0, "upgrade flush") == "an upgrade is a higher claim (PD-8)"


def test_pd_8_who_claims_the_highest_hand_is_not_asked() -> None:
    state = at("upgrade", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="pair straight-flush pair")
    do(state, "pass")
    assert state.actors() == [2]


# PD-9


def test_pd_9_tied_players_speak_in_turn_order() -> None:
    state = at("upgrade", "k1 k2", "k3 k4", "k5 k6", turn=2, claims="straight pair straight")
    do(state, "pass")
    assert state.view(None).phase == "tie-break"
    assert state.actors() == [0]
    do(state, "say 7")
    assert state.actors() == [2]
    do(state, "say 9")
    assert state.view(None).hotseat == 2  # 9 beats 7


def test_pd_9_what_one_says_goes_with_the_claim() -> None:
    state = at("tie-break", "k1 k2", "k3 k4", turn=0, claims="straight straight")
    assert options_of(state) == [f"say {number}" for number in range(5, 11)]
    assert refused(state, 0, "say 4") == "that is not what one says about such a hand (PD-9)"
    state = at("tie-break", "k1 k2", "k3 k4", turn=0, claims="floosh floosh")
    assert len(options_of(state)) == 66
    assert {"say 0 red", "say 10 black"} <= set(options_of(state))
    state = at("tie-break", "k1 k2", "k3 k4", turn=0, claims="full-house full-house")
    assert len(options_of(state)) == 90
    assert "say 7 over 3" in options_of(state)
    state = at("tie-break", "k1 k2", "k3 k4", turn=0, claims="three three")
    assert options_of(state) == [f"say {number}" for number in range(1, 11)]


def test_pd_9_it_binds_and_who_said_less_comes_later() -> None:
    """PD-9: three straights: 9, 8 and 8. The 9 is exposed, then both 8s take the hotseat without speaking again."""
    said = [{"number": 9, "colour": None, "pair": None}] + [{"number": 8, "colour": None, "pair": None}] * 2
    state = at("challenge", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="straight straight straight", hot=[0], said=said)
    events = do(state, "1: challenge", "2: trust")
    assert find(events, "judged")[0].fate == "exposed"
    assert [event.seat for event in find(events, "hotseat")] == [1]
    assert state.view(None).players[2].showdown == "waiting"


def test_pd_9_the_next_tie_speaks_anew() -> None:
    state = at("challenge", "k1 k2", "k3 k4", "k5 k6", turn=0, claims="four pair pair", hot=[0])
    do(state, "1: challenge", "2: trust")
    assert state.view(None).phase == "tie-break"
    assert state.actors() == [1]


# PD-10


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
