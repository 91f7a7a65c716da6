from __future__ import annotations

import pytest

import pandarium
from pandarium.bots.names import BOT_NAMES
from pandarium.cli.players import count_seats, read_players, seat_players
from pandarium.core.record import Record

GAME = pandarium.game("royale")


def test_people_sit_first_and_levels_go_around() -> None:
    seating = seat_players(5, 2, ["hard", "random"], ["Ann"])
    assert seating.names == ["Ann", "Player 2", "Bamboo (hard)", "Mochi (random)", "Lantern (hard)"]
    assert seating.levels == {2: "hard", 3: "random", 4: "hard"}


def test_one_person_without_a_name_is_you() -> None:
    assert seat_players(2, 1, ["hard"], []).names == ["Player", "Bamboo (hard)"]


def test_bots_play_alone() -> None:
    assert seat_players(2, 0, ["hard"], []).levels == {0: "hard", 1: "hard"}


def test_a_bot_gives_way_to_a_person_of_its_name() -> None:
    assert seat_players(2, 1, ["hard"], ["bamboo"]).names == ["bamboo", "Mochi (hard)"]


def test_names_do_not_run_out() -> None:
    names = seat_players(30, 0, ["hard"], []).names
    assert len(set(names)) == 30
    assert names[len(BOT_NAMES)] == "Bamboo 2 (hard)"


@pytest.mark.parametrize(
    ("seats", "humans", "levels", "total"),
    [(None, 1, [], 4), (None, 1, ["a", "b", "c", "d"], 5), (None, 9, ["a", "b"], 10), (2, 1, [], 2), (None, 0, [], 4)],
)
def test_four_sit_down_unless_more_are_named(seats: int | None, humans: int, levels: list[str], total: int) -> None:
    assert count_seats(GAME, seats, humans, levels) == total


def test_a_record_tells_who_is_a_bot() -> None:
    seated = seat_players(4, 1, ["hard", "random"], ["Ann"])
    record = Record(game="royale", rules=1, seats=4, seed=1, players=seated.names)
    assert read_players(record) == seated


def test_parentheses_elsewhere_make_no_bot() -> None:
    record = Record(game="royale", rules=1, seats=2, seed=1, players=["(hard) Ann", "Bo(hard)"])
    assert read_players(record).levels == {}
