"""The ladder: what a round robin plays, and that ratings find the order of players whose strength is known."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import exp
from pathlib import Path

import msgspec
import pytest

import pandarium
from pandarium.bots import levels
from pandarium.bots.ladder import Ladder, LevelResult, Source, anchor_of, ladder_file, level_result, read_ladder
from pandarium.bots.ratings import MU, Rating, rate_game
from pandarium.core.errors import BadData, PandariumError
from pandarium.core.rng import Rng
from pandarium.sim.ladder import GameResult, LadderPlayer, count_wins, make_ladder, plan, rate, to_toml

NAMES = ("weak", "usual", "good", "best")
STRENGTHS = {"weak": 0.0, "usual": 1.0, "good": 2.0, "best": 3.0}
"""A step is a game won in 73 of 100."""


def results_of(strengths: dict[str, float], deals: int, seed: int = 3) -> list[GameResult]:
    """Pairs and tables for four of players who win as often as they are stronger (Plackett–Luce)."""
    rng = Rng(seed)
    found = []
    lineups = [*combinations(strengths, 2), tuple(strengths)]
    for table, lineup in enumerate(lineups):
        for deal in range(deals):
            left = list(lineup)
            order = []
            while left:
                weights = [exp(strengths[name]) for name in left]
                point = rng.below(1_000_000) / 1_000_000 * sum(weights)
                place = next(i for i in range(len(left)) if point < sum(weights[: i + 1]))
                order.append(left.pop(place))
            places = tuple(1 + order.index(name) for name in lineup)
            found.append(GameResult((table, deal), lineup, places, True))
    return found


@pytest.fixture(scope="module")
def fitted() -> dict[str, LevelResult]:
    return rate(results_of(STRENGTHS, 60), NAMES)


def test_ratings_find_the_order_of_known_strengths(fitted: dict[str, LevelResult]) -> None:
    mus = [fitted[name].mu or 0.0 for name in NAMES]
    assert mus == sorted(mus)
    assert all(stronger - weaker > 2 for weaker, stronger in pairwise(mus))


def test_the_level_in_the_middle_has_what_a_new_person_begins_with(fitted: dict[str, LevelResult]) -> None:
    assert anchor_of(NAMES) == "good"
    assert fitted["good"].mu == MU
    assert fitted["good"].interval == (fitted["good"].rating, fitted["good"].rating)


def test_a_rating_is_what_people_see_of_themselves(fitted: dict[str, LevelResult]) -> None:
    for result in fitted.values():
        assert result.rating == pytest.approx(Rating(result.mu or 0, result.sigma or 0).certain, abs=0.03)


def test_intervals_hold_the_rating_and_tell_the_levels_apart(fitted: dict[str, LevelResult]) -> None:
    for name in NAMES:
        low, high = fitted[name].interval
        assert low <= (fitted[name].rating or 0.0) <= high
    assert fitted["weak"].interval[1] < fitted["good"].interval[0]


def test_the_order_of_games_matters_little(fitted: dict[str, LevelResult]) -> None:
    again = rate(results_of(STRENGTHS, 60)[::-1], NAMES)
    for name in NAMES:
        assert (again[name].mu or 0.0) == pytest.approx(fitted[name].mu, abs=1.0)


def test_equal_players_are_rated_alike() -> None:
    found = rate(results_of(dict.fromkeys(NAMES, 0.0), 40), NAMES)
    for result in found.values():
        assert abs((result.mu or 0.0) - MU) < 2.5


def test_who_does_not_learn_becomes_surer_for_ever() -> None:
    settled = {"a": Rating(25.0, 0.5), "b": Rating(25.0, 0.5)}
    assert rate_game(["a", "b"], [1, 2], settled, learning=False)["a"].sigma < 0.5
    assert (
        rate_game(["a", "b"], [1, 2], settled)["a"].sigma
        > rate_game(["a", "b"], [1, 2], settled, learning=False)["a"].sigma
    )


def test_a_share_of_wins_where_all_play_together() -> None:
    games = [GameResult((0, deal), ("team", "team"), (1, 1), deal % 4 == 0) for deal in range(40)]
    found = count_wins(games, ["team"])["team"]
    assert (found.won, found.games, found.rating) == (0.25, 40, None)
    assert found.interval[0] < 0.25 < found.interval[1]
    assert str(found.message) == "wins 25%"
    assert found.message.render("de") == "gewinnt 25\N{NO-BREAK SPACE}%"


@pytest.mark.parametrize("name", ["royale", "pilfering", "pandante", "wildstyle"])
def test_every_level_of_our_games_stands_on_the_ladder(name: str) -> None:
    game = pandarium.game(name)
    kept = read_ladder(game)
    assert kept is not None
    assert list(kept.levels) == levels(game)


# What is played


def test_every_pair_meets_and_all_meet_at_mixed_tables() -> None:
    game = pandarium.game("pandante")
    planned = plan(game, 10)
    pairs = [table.levels for table in planned.tables if len(table.levels) == 2]
    mixed = [table.levels for table in planned.tables if len(table.levels) == 4]
    assert pairs == list(combinations(levels(game), 2))
    assert mixed == list(combinations(levels(game), 4))
    assert all(table.games % len(table.levels) == 0 for table in planned.tables)


def test_where_levels_are_few_each_comes_twice_in_turn() -> None:
    mixed = [table.levels for table in plan(pandarium.game("royale"), 12).tables if len(table.levels) == 4]
    assert [Counter(lineup).most_common(1)[0] for lineup in mixed] == [("random", 2), ("greedy", 2), ("hard", 2)]


def test_a_game_for_two_has_no_mixed_tables() -> None:
    assert {len(table.levels) for table in plan(pandarium.game("leduc"), 4).tables} == {2}


def test_who_plays_together_sits_with_its_like() -> None:
    tables = plan(pandarium.game("pilfering"), 10).tables
    assert {(len(table.levels), len(set(table.levels)), table.games) for table in tables} == {(2, 1, 5), (4, 1, 5)}


def test_a_deal_is_played_from_every_seat_with_the_same_cards() -> None:
    player = LadderPlayer(plan(pandarium.game("leduc"), 4))
    results = [result for _, result in player.play(0, 0, 4).results]
    first, second = player.plan.tables[0].levels
    assert [result.players for result in results] == [(first, second), (second, first)] * 2
    assert [result.deal for result in results] == [(0, 0), (0, 0), (0, 1), (0, 1)]
    assert player.play(0, 1, 3).results == [(number, results[number]) for number in (1, 2)]


def test_a_ladder_is_the_same_on_any_number_of_workers() -> None:
    received: list[int] = []
    made = make_ladder("leduc", 6, workers=1, progress=received.append)
    assert make_ladder("leduc", 6, workers=2) == made
    assert received[-1] == sum(table.games for table in plan(pandarium.game("leduc"), 6).tables)
    assert made.source.command == "pandarium ladder leduc --games 6 --write"
    assert made.source.anchor == anchor_of(levels(pandarium.game("leduc")))
    assert list(made.levels) == levels(pandarium.game("leduc"))


def test_without_openskill_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(PandariumError, match=r"pip install 'pandarium\[server\]'"):
        make_ladder("leduc", 2, workers=1)


# What is kept


def ladder_of(**level_results: LevelResult) -> Ladder:
    command = "pandarium ladder x --games 1 --write"
    tables = ["2 seats: a, b; 4 games"]
    source = Source(command=command, tables=tables, seed=1, pandarium="0", rules=1, engine="compiled")
    return Ladder(source=source, levels=level_results)


def test_what_is_written_is_what_is_read() -> None:
    rated = LevelResult(rating=20.5, mu=23.5, sigma=1.0, interval=(-1.0, 22.0), games=10)
    shared = LevelResult(won=0.25, interval=(0.1, 0.4), games=8)
    ladder = ladder_of(a=rated, b=shared)
    assert msgspec.toml.decode(to_toml(ladder), type=Ladder) == ladder


@pytest.mark.parametrize("name", ["royale", "pilfering", "pandante", "wildstyle"])
def test_our_games_have_a_ladder_of_their_levels(name: str) -> None:
    """Levels that came later may be missing, but none is there that the game does not have."""
    game = pandarium.game(name)
    ladder = read_ladder(game)
    assert ladder is not None
    assert set(ladder.levels) <= set(levels(game))
    assert ladder.source.command.startswith(f"pandarium ladder {name} --games ")
    for result in ladder.levels.values():
        assert (result.won is not None) == game.meta.cooperative
        assert result.interval[0] <= result.strength <= result.interval[1]
    assert to_toml(ladder) == ladder_file(game).read_text(encoding="utf-8"), "it is written by the command"


def test_a_level_without_data_has_none() -> None:
    game = pandarium.game("leduc")
    assert read_ladder(game) is None
    assert level_result(game, "random") is None
    royale = pandarium.game("royale")
    assert level_result(royale, "nobody") is None
    assert level_result(royale, "greedy") is not None
    assert level_result(royale, "greedy@quick") == level_result(royale, "greedy")


@pytest.mark.parametrize("text", ["levels = 3", "[source", "[source]\ncommand = 4"])
def test_a_broken_file_is_named(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ladder.toml"
    file.write_text(text)
    monkeypatch.setattr("pandarium.bots.ladder.ladder_file", lambda game: file)
    with pytest.raises(BadData, match=r"ladder\.toml"):
        read_ladder(pandarium.game("leduc"))
