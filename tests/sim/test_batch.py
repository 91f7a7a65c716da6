from __future__ import annotations

import re
from typing import Any

import pytest

import pandarium
from pandarium.sim import Report, simulate
from pandarium.sim import batch as batches


def same(one: Report, other: Report) -> bool:
    return one.rows == other.rows and one.moves == other.moves and one.games == other.games


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_workers() -> None:
    one = simulate("royale", ["random"], 60, seats=3, seed=4, workers=1)
    two = simulate("royale", ["random"], 60, seats=3, seed=4, workers=2)
    assert same(one, two)
    assert not same(one, simulate("royale", ["random"], 60, seats=3, seed=5, workers=1))


def test_every_bot_sits_in_every_seat_equally_often(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, str]] = []

    def watch(bot: Any, state: Any, seat: int, rng: Any) -> int:
        seen.append((seat, bot.name))
        moves: list[int] = state.legal(seat)
        return moves[0]

    monkeypatch.setattr(batches, "ask", watch)
    simulate("royale", ["random", "greedy"], 12, seats=3, workers=1)
    picks = {key: seen.count(key) for key in seen if key[1] == "greedy"}
    assert set(picks) == {(0, "greedy"), (1, "greedy"), (2, "greedy")}


def test_wins_add_up_to_the_games_even_when_shared() -> None:
    report = simulate("royale", ["greedy", "random"], 40, seats=5, workers=1)
    assert sum(row.wins for row in report.rows) == pytest.approx(40)
    assert [row.seats for row in report.rows] == [40 * 3, 40 * 2]
    assert [row.fair for row in report.rows] == [0.6, 0.4]


def test_without_seats_there_are_as_many_as_bots_or_the_fewest() -> None:
    assert simulate("royale", ["random"], 1, workers=1).seats == 2
    assert simulate("royale", ["random"] * 4, 1, workers=1).seats == 4


def test_progress_is_told_how_many_games_are_done() -> None:
    heard: list[int] = []
    simulate("royale", ["random"], 30, seats=2, workers=1, progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 30


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_batch_reports_what_was_played(workers: int) -> None:
    def stop(done: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    report = simulate("royale", ["random"], 100_000, seats=2, workers=workers, progress=stop)
    assert report.interrupted
    assert 8 <= report.games < 100_000
    assert report.rows[0].seats == 2 * report.games


def test_the_report_says_how_to_get_it_again() -> None:
    report = simulate("royale", ["random"], 3, seats=2, options={"children": True}, seed=9, workers=1)
    assert report.command == (
        "pandarium simulate royale --games 3 --bots random --seats 2 --seed 9 --option children=yes"
    )
    assert report.options == {"children": True, "first_roll": False}


def test_json_and_back() -> None:
    report = simulate("royale", ["random"], 3, seats=2, workers=1)
    assert Report.from_json(report.to_json()) == report


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "at least 1 game"),
        ({"workers": 0}, "at least 1 worker"),
        ({"bots": []}, "at least one bot"),
        ({"bots": ["best"]}, "no Panda Royale bot called 'best'"),
        ({"seats": 11}, "2 to 10 players"),
        ({"bots": ["random"] * 3, "seats": 2}, "3 bots do not fit at a table for 2"),
        ({"game": "royal"}, "did you mean 'royale'"),
        ({"options": {"childern": True}}, "did you mean 'children'"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"content": "/nowhere"}, "a content pack is a folder"),
    ],
)
def test_bad_input_is_refused_before_the_first_game(wrong: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"game": "royale", "bots": ["random"], "games": 1, **wrong}
    with pytest.raises(pandarium.PandariumError, match=re.escape(message)):
        simulate(**given)
