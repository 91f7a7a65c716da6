"""The showdown and the end of the game: PD-20 to PD-25, PD-H5."""

from __future__ import annotations

import pytest

from .table import at, do, everyone, find, game, gold, options_of, refused

pytestmark = pytest.mark.conformance

LIAR = "k2 k4"
"""With the usual board: nothing at all."""
PAIR = "k1 k10"
"""With the usual board: a pair of 1s."""


def test_pd_20_tied_claims_share_the_showdown_and_the_earliest_is_first() -> None:
    """PD-20: tied claims share the showdown, and the earliest is first."""
    said = [{"number": 1, "colour": None, "pair": None}] * 3
    state = at("tie-break", PAIR, "b1 k6", "g1 k8", turn=2, claims="pair pair pair", said=[*said[:2], None])
    do(state, "say 1")
    assert state.view(None).hotseat == 0
    everyone(state, "trust")
    assert state.view(None).hotseat == 1


def test_pd_20_everyone_gets_their_turn_whatever_happened_before() -> None:
    said = [{"number": 1, "colour": None, "pair": None}] * 2
    state = at(
        "challenge", LIAR, "b1 k6", "g3 k8", turn=0, claims="pair pair -", hot=[0, 1], said=[*said, None], folded=[2]
    )
    events = do(state, "1: challenge", "2: trust")
    assert [event.fate for event in find(events, "judged")] == ["exposed"]
    assert state.view(None).hotseat == 1


def test_pd_20_lower_claims_come_only_after_all_above_were_exposed() -> None:
    state = at("challenge", LIAR, PAIR, turn=0, claims="four pair", hot=[0])
    do(state, "challenge")
    assert state.view(None).hotseat == 1
    state = at("challenge", LIAR, PAIR, turn=0, claims="four pair", hot=[0])
    do(state, "trust", "hide")
    assert state.gambit == 2  # the four is real, nobody looks at the pair


def test_pd_21_choices_are_secret_until_all_have_chosen() -> None:
    state = at("challenge", LIAR, PAIR, "g3 k8", turn=0, claims="four pair pair", hot=[0])
    assert state.actors() == [1, 2]
    one, other = state.clone(), state.clone()
    told = do(one, "2: challenge")
    assert told == do(other, "2: trust")
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)
    assert one.view(2).yours.challenges is True
    assert other.view(2).yours.challenges is False
    assert one.actors() == [1]
    assert refused(one, 2, "trust") == "you have made your choice (PD-21)"
    events = do(one, "1: trust")
    assert find(events, "challenged")[0].challengers == [2]


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 1)])
def test_pd_21_the_first_challenger_in_turn_order_counts(dealer: int, first: int) -> None:
    state = at("challenge", LIAR, PAIR, "g3 k8", turn=0, claims="four pair pair", hot=[0], dealer=dealer)
    events = do(state, "2: challenge", "1: challenge")
    assert find(events, "challenged")[0].counts == first
    assert gold(state)[first] == 49
    assert gold(state)[3 - first] == 44


def test_pd_21_folded_players_may_challenge_others_may_not() -> None:
    more = {"sitting": [3], "broke": [2]}
    state = at("challenge", LIAR, "", "g3 k8", "", turn=0, claims="four - pair -", hot=[0], **more)
    assert state.actors() == [1]
    assert refused(state, 0, "challenge").endswith("(PD-21)")  # the hotseat
    assert refused(state, 2, "challenge").endswith("(PD-21)")  # below 0 in this gambit
    assert refused(state, 3, "challenge").endswith("(PD-21)")  # sits out


def test_pd_21_faq_who_frolics_with_the_fairy_cannot_challenge() -> None:
    """PD-21: FAQ, general: can a player who is frolicking with the Gold Fairy still challenge hands? No."""
    state = at("challenge", LIAR, PAIR, "", turn=0, claims="four pair -", hot=[0], sitting=[2])
    assert state.actors() == [1]


def test_pd_21_exactly_0_may_challenge() -> None:
    state = at("challenge", LIAR, PAIR, turn=0, claims="four pair", hot=[0], gold=[44, 0])
    assert state.actors() == [1]


def test_pd_21_if_nobody_can_challenge_the_hand_is_real() -> None:
    state = at("upgrade", LIAR, PAIR, turn=1, claims="four pair", broke=[1])
    do(state, "pass")
    assert state.view(None).phase == "coin"


def test_pd_22_nobody_challenges_and_the_lie_is_real() -> None:
    state = at("challenge", LIAR, PAIR, turn=0, claims="four pair", hot=[0])
    events = do(state, "trust")
    assert find(events, "judged")[0].fate == "real"
    assert not find(events, "shown")
    assert gold(state) == [64, 44]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_pd_22_a_false_accuser_pays_5_for_each_player(seats: int) -> None:
    """PD-22: in a 4-player game the false accuser pays 20; folded players count."""
    hands = [PAIR, "g2 k6", *[""] * (seats - 2)]
    claims = " ".join(["pair", "pair", *["-"] * (seats - 2)])
    said = [{"number": 1, "colour": None, "pair": None}] * 2 + [None] * (seats - 2)
    state = at("challenge", *hands, turn=0, claims=claims, hot=[0, 1], said=said, gold=[44, 50] + [44] * (seats - 2))
    for seat in range(2, seats):
        do(state, f"{seat}: trust")
    events = do(state, "1: challenge")
    assert find(events, "judged")[0].fate == "true"
    assert find(events, "shown")[0].cards == ["k1", "k10"]
    assert gold(state)[:2] == [44 + 5 * seats, 50 - 5 * seats]


def test_pd_22_players_who_sit_out_count_too() -> None:
    state = at("challenge", PAIR, "g2 k6", "", turn=0, claims="pair - -", hot=[0], sitting=[2], folded=[1])
    do(state, "challenge")
    assert 44 - 15 in [player.gold for player in state.view(None).players] or gold(state)[1] == 26


def test_pd_22_a_liar_folds_and_pays_5() -> None:
    state = at("challenge", LIAR, PAIR, turn=0, claims="four pair", hot=[0])
    events = do(state, "challenge")
    assert find(events, "shown")[0].verdict == "lie"
    assert gold(state) == [39, 49]
    assert state.view(None).players[0].folded
    assert [held.card for held in state.view(None).players[0].hand] == ["k2", "k4"]


def test_pd_22_what_was_shown_is_told_with_what_it_really_is() -> None:
    """A liar's cards come with the community cards, and with the best hand that they make: an 'in truth' for all."""
    events = do(at("challenge", PAIR, LIAR, turn=0, claims="four pair", hot=[0]), "challenge")
    shown = find(events, "shown")[0]
    assert (shown.verdict, shown.hand) == ("lie", "pair")
    assert [sorted(row) for row in shown.community] == [["b3", "g5", "o7", "p9", "r1"]]
    events = do(at("challenge", "k2 k8", PAIR, turn=0, claims="four pair", hot=[0]), "challenge")
    assert find(events, "shown")[0].hand is None
    assert "a lie, it is nothing" in " ".join(game.sentence(event, ["Ann", "Ben"]) for event in events)


def test_pd_22_the_best_of_both_rows_is_what_it_really_is() -> None:
    """PD-K9: either row will do."""
    state = at("challenge", "k2 b8", PAIR, turn=0, claims="four pair", hot=[0], casino=9, second_row="r2 b2 g6 o4 p10")
    shown = find(do(state, "challenge"), "shown")[0]
    assert (shown.verdict, shown.hand, len(shown.community)) == ("lie", "three", 2)


def test_pd_22_before_choosing_one_knows_what_there_is_to_win_and_to_lose() -> None:
    state = at("challenge", LIAR, PAIR, "g3 k8", turn=0, claims="four pair pair", hot=[0])
    yours = state.view(1).yours
    assert (yours.challenge_price, yours.challenge_gain) == (15, 5)
    assert state.view(0).yours.challenge_gain is None


def test_pd_22_the_statement_must_be_true_too() -> None:
    said = [{"number": 3, "colour": None, "pair": None}, {"number": 3, "colour": None, "pair": None}]
    state = at("challenge", PAIR, "k3 k6", turn=0, claims="pair pair", hot=[0, 1], said=said)
    do(state, "challenge")  # a pair of 1s, not of 3s
    assert gold(state) == [39, 49]


def test_pd_h5_challenging_a_private_joker_costs_nothing() -> None:
    state = at("challenge", "k1 joker", "k3 k6", turn=0, claims="three pair", hot=[0], gold=[44, 60])
    events = do(state, "challenge")
    assert find(events, "shown")[0].verdict == "true by a private Joker"
    assert not [event for event in find(events, "gold") if event.reason == "challenge"]
    state = at(
        "challenge", "k1 k2", "k3 k6", turn=0, claims="three pair", hot=[0], board="r1 b3 g5 o7 joker", gold=[44, 60]
    )
    events = do(state, "challenge")
    assert find(events, "shown")[0].verdict == "true by the Joker on the table"
    assert [event.amount for event in find(events, "gold") if event.reason == "challenge"] == [10]  # no excuse


def test_pd_h5_natural_beats_joker_where_it_shows() -> None:
    """Joker: 8888 beats 888 and the Joker, unless nobody challenged it."""
    board = "r8 b8 o3 p5 g1"
    said = [{"number": 8, "colour": None, "pair": None}] * 2
    hands = ("k8 g8", "o8 joker")
    state = at("challenge", *hands, turn=1, board=board, claims="four four", hot=[1], real=[0], said=said, pot=21)
    events = do(state, "challenge")
    assert find(events, "pot")[0].winners == [0]
    assert not state.view(None).players[1].folded or state.gambit == 2
    state = at("challenge", *hands, turn=1, board=board, claims="four four", hot=[1], real=[0], said=said, pot=21)
    events = do(state, "trust")
    assert find(events, "pot")[0].winners == [0, 1]


def test_pd_23_two_split_and_odd_gold_stays() -> None:
    """PD-23: two split the pot, and odd gold stays."""
    said = [{"number": 1, "colour": None, "pair": None}] * 2
    state = at("challenge", PAIR, "b1 k6", turn=1, claims="pair pair", hot=[1], real=[0], said=said, pot=21)
    events = do(state, "trust")
    assert (find(events, "pot")[0].gold, find(events, "pot")[0].left) == (10, 1)
    assert state.pot == 1 + 2 * 3  # it waits for the next gambit, with its antes


def test_pd_23_three_or_more_and_the_pot_rolls_over() -> None:
    said = [{"number": 1, "colour": None, "pair": None}] * 3
    state = at("challenge", PAIR, "b1 k6", "g1 k8", turn=2, claims="pair pair pair", hot=[2], real=[0, 1], said=said)
    events = do(state, "0: trust", "1: trust")
    assert find(events, "pot")[0].gold == 0
    assert state.pot == 20 + 3 * 3


def test_pd_23_nobody_left_and_the_pot_rolls_over() -> None:
    state = at("challenge", LIAR, "k6 k8", turn=0, claims="four three", hot=[0])
    events = do(state, "challenge", "challenge")
    assert find(events, "pot")[0].winners == []
    assert state.pot >= 20 + 6


def test_pd_23_one_takes_it_all() -> None:
    state = at("challenge", PAIR, "k6 k8", turn=0, claims="pair -", hot=[0], folded=[1], pot=33)
    events = do(state, "trust")
    assert find(events, "pot")[0].winners == [0]
    assert gold(state)[0] == 77 or state.outcome() is not None


def test_pd_24_the_target_is_looked_at_after_the_gambit() -> None:
    """PD-24: the target is looked at after the gambit."""
    state = at("challenge", PAIR, "", turn=0, claims="pair -", hot=[0], pot=40)
    do(state, "trust", "hide")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((0,), (84, 44))
    assert outcome.reason == "the first to 75 gold (PD-24)"
    assert state.actors() == []
    assert refused(state, 0, "fold") == "the game is over (PD-24)"


def test_pd_24_the_most_gold_wins_and_equals_share() -> None:
    said = [{"number": 1, "colour": None, "pair": None}] * 2
    for golds, winners in (([60, 70], (1,)), ([70, 70], (0, 1))):
        state = at(
            "challenge", PAIR, "b1 k6", turn=1, claims="pair pair", hot=[1], real=[0], said=said, gold=golds, pot=30
        )
        do(state, "trust")
        assert state.outcome() is not None
        assert state.outcome().winners == winners  # type: ignore[union-attr]


def test_pd_24_below_the_target_the_next_gambit_begins() -> None:
    state = at("challenge", PAIR, "", turn=0, claims="pair -", hot=[0], pot=10)
    do(state, "trust", "hide")
    assert (state.outcome(), state.gambit) == (None, 2)


def test_pd_25_table_talk_is_no_move() -> None:
    """PD-25: what players say beside the table binds nobody: it is not in the state, and both choices stay open."""
    state = at("challenge", LIAR, PAIR, turn=0, claims="four pair", hot=[0])
    assert options_of(state) == ["trust", "challenge"]
