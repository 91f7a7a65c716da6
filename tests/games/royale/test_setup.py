"""Setting up: PR-S1."""

from __future__ import annotations

from typing import Any

import pytest

import pandarium

from .table import game, tag

PINK_DICE = {2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}


def opening(seats: int, **options: bool) -> tuple[Any, list[str]]:
    """A freshly dealt table and what was told, by kind of event."""
    log: list[Any] = []
    state = game.setup(seats, options).start(5, log)
    return state, [tag(game.redact(event, None)) for event in log]


@pytest.mark.parametrize("seats", range(2, 11))
def test_pr_s1_everyone_starts_with_one_yellow_d6(seats: int) -> None:
    """PR-S1: one yellow d6 for each player."""
    state, _ = opening(seats)
    assert [[rolled.die for rolled in player.rolled] for player in state.view(None).players] == [["y6"]] * seats


@pytest.mark.parametrize(("seats", "pink"), PINK_DICE.items())
def test_pr_s1_pink_dice_in_play_by_number_of_players(seats: int, pink: int) -> None:
    state, told = opening(seats)
    seen = state.view(None)
    assert seen.pity == pink
    assert sum(player.dice.count("k12") for player in seen.players) == pink
    assert told.count("pity") == pink


@pytest.mark.parametrize("seats", range(2, 11))
def test_pr_s1_the_other_yellow_d6_and_pink_dice_stay_out_of_the_game(seats: int) -> None:
    seen = opening(seats)[0].view(None)
    in_hands = [code for player in seen.players for code in player.dice]
    assert in_hands.count("y6") == seats
    assert len(in_hands) + len(seen.pool) + sum(seen.bag.values()) == 92 + seats + PINK_DICE[seats]
    assert not {"y6", "k12"} & {*seen.pool, *seen.bag}


def test_pr_s1_the_token_lies_in_the_middle_until_the_first_roll() -> None:
    _, told = opening(3)
    assert told[:3] == ["rolled"] * 3
    assert told.count("token") == 1
    assert told.index("token") < told.index("scored") < told.index("pity") < told.index("pool")


@pytest.mark.parametrize("seats", [1, 11, 0, -2, 2.0, True, "3", None])
def test_pr_s1_two_to_ten_players(seats: Any) -> None:
    with pytest.raises(pandarium.BadSeats, match="Panda Royale takes 2 to 10 players, not"):
        game.start(seats, seed=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"childern": True}, "did you mean 'children'"),
        ({"children": "maybe"}, "takes no, yes, not 'maybe'"),
        ({"children": 1}, "takes no, yes, not 1"),
        ({"first_roll": None}, "takes no, yes, not None"),
    ],
)
def test_unknown_options_and_values_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(pandarium.BadOption, match=message):
        game.start(3, options, seed=1)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", True])
def test_a_seed_is_a_whole_number_of_63_bits(seed: Any) -> None:
    with pytest.raises(pandarium.BadData, match="a seed is a whole number"):
        game.start(3, seed=seed)


def test_the_same_seed_deals_the_same_table_and_another_seed_another() -> None:
    assert game.start(4, seed=11).dump() == game.start(4, seed=11).dump()
    assert game.start(4, seed=11).dump() != game.start(4, seed=12).dump()
