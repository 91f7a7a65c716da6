"""Setting up: PD-S1 to PD-S4."""

from __future__ import annotations

import pytest

import pandarium
from pandarium.games.pandante.engine.cards import CODES, COLOUR_NAMES

from .table import at, do, game, options_of, refused

pytestmark = pytest.mark.conformance


@pytest.mark.parametrize(("seats", "target"), [(2, 75), (3, 90), (4, 120), (5, 150), (6, 175)])
def test_pd_s1_44_gold_each_and_a_target_by_the_number_of_players(seats: int, target: int) -> None:
    """PD-S1: 44 gold each and a target by the number of players."""
    state = game.start(seats, seed=1)
    view = state.view(None)
    assert view.target == target
    assert [player.gold for player in view.players] == [41] * seats  # the ante is paid
    assert view.pot == 3 * seats


def test_pd_s2_61_cards() -> None:
    """PD-S2: 61 cards."""
    assert len(CODES) == len(set(CODES)) == 61
    assert COLOUR_NAMES == ["black", "blue", "green", "orange", "red", "purple"]
    assert CODES.count("joker") == 1
    assert game.start(2, seed=1).view(None).deck == 61 - 4 - 3


def test_pd_s3_left_of_the_dealer_acts_first_and_the_dealer_last() -> None:
    state = at("bet", "k1 k2", "k3 k4", "k5 k6", turn=2, board="r1 b3 g5", dealer=1)
    seats = []
    while state.view(None).phase == "bet":
        seats += state.actors()
        do(state, "bet pair")
    assert seats == [2, 0, 1]


def test_pd_s3_the_first_dealer_is_random() -> None:
    assert {game.start(4, seed=seed).view(None).dealer for seed in range(40)} == {0, 1, 2, 3}


def test_pd_s3_faq_the_button_does_not_skip_who_sits_out() -> None:
    """PD-S3: FAQ, general: does the dealer button skip over players who frolic with the Gold Fairy? No."""
    state = at("bet", "k1 k2", "k3 k4", "k5 k6", turn=0, board="r1 b3 g5", dealer=2, broke=[0])
    do(state, "fold", "fold")
    view = state.view(None)
    assert view.dealer == 0
    assert view.players[0].sits_out


def test_pd_s3_the_button_moves_left_every_gambit() -> None:
    state = at("bet", "k1 k2", "k3 k4", "k5 k6", turn=0, board="r1 b3 g5", dealer=2)
    for dealer in (0, 1, 2):
        while state.dealer == (dealer - 1) % 3:
            do(state, "fold")
        assert state.dealer == dealer


def test_pd_s3_nobody_acts_out_of_turn() -> None:
    state = at("bet", "k1 k2", "k3 k4", turn=0, board="r1 b3 g5")
    assert refused(state, 1, "bet pair") == "it is not your turn (PD-S3)"
    assert state.legal(1) == []


@pytest.mark.parametrize("abilities", ["light", "dark"])
@pytest.mark.parametrize("casinos", [False, True])
@pytest.mark.parametrize("champions", [False, True])
@pytest.mark.parametrize("diamonds", [False, True])
def test_pd_s4_modes_combine_freely(abilities: str, casinos: bool, champions: bool, diamonds: bool) -> None:
    """PD-S4: modes combine freely."""
    options = {"abilities": abilities, "casinos": casinos, "champions": champions, "diamonds": diamonds}
    state = game.start(3, options, seed=4)
    while state.view(None).phase == "champions":
        do(state, options_of(state)[0])
    view = state.view(None)
    assert (view.casino is not None) == casinos
    assert all((player.champion is not None) == champions for player in view.players)
    assert [player.diamonds for player in view.players] == [3 if diamonds else 0] * 3


def test_pd_s4_champions_are_chosen_one_each_from_the_dealers_left() -> None:
    state = game.start(3, {"champions": True}, seed=3)
    dealer = state.view(None).dealer
    first = (dealer + 1) % 3
    assert state.actors() == [first]
    assert options_of(state) == [f"champion {name}" for name in COLOUR_NAMES]
    do(state, "champion green")
    assert refused(state, (first + 1) % 3, "champion green").endswith("(PD-S4)")
    do(state, "champion red", "champion black")
    assert [state.view(None).players[(first + step) % 3].colour for step in range(3)] == ["green", "red", "black"]
    assert state.view(None).gambit == 1


def test_pd_s4_another_casino_each_gambit_until_all_were_visited() -> None:
    state = game.start(2, {"casinos": True}, seed=9)
    seen = []
    while len(seen) < 12 and state.actors():
        gambit = state.gambit
        seen.append(int(state.casino))
        while state.actors() and state.gambit == gambit:
            moves = options_of(state)
            do(state, "fold" if "fold" in moves else moves[0])
    assert len(set(seen)) == len(seen) > 3


@pytest.mark.parametrize("options", [{"abilities": "dark"}, {"diamonds": True}])
def test_pd_s4_the_gambling_mode_goes_with_some_only(options: dict[str, object]) -> None:
    with pytest.raises(pandarium.BadOption, match="PD-G1"):
        game.setup(3, {"gambling": "tournament", **options})
