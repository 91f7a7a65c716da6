"""The page about bots that win or lose together, shown with Pilfering Pandas."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pandarium
from pandarium.kit.strength import StrengthPlan, strength_plan
from pandarium.sim import cooperative_strength, strength
from pandarium.sim.cooperative_strength import LevelRun, WinnableDeals, count_all_winnable, count_winnable, plan

game = pandarium.game("pilfering")
NORMAL = strength_plan(game).options[0]


def test_every_level_plays_with_its_like_at_every_table() -> None:
    lines = plan(game, 1000)
    assert {line.levels[0] for line in lines} == {"beginner", "team", "strong"}
    fast = [line for line in lines if line.levels == ("team",)]
    assert len(fast) == len(strength_plan(game).options) * 4
    assert {line.games for line in fast} == {1000}
    assert [line.seats for line in fast[:4]] == [1, 2, 3, 4]


def test_who_thinks_long_plays_less() -> None:
    lines = [line for line in plan(game, 1000) if line.levels == ("strong",)]
    games = [(line.options["level"], line.games) for line in lines[::4]]
    assert games == [("normal", 400), ("intro", 100), ("hard", 100)]
    alone = 2 * len(strength_plan(game).options) * 4 * 1000 + 4 * 400 + 8 * 100
    assert strength.total(game, 1000) == alone + 1000 + 2 * 100


def test_every_level_plays_with_every_other() -> None:
    pairs = [line for line in plan(game, 1000) if len(line.levels) > 1]
    assert [(line.levels, line.seats, line.games, line.options) for line in pairs] == [
        (("beginner", "team"), 2, 1000, NORMAL),
        (("beginner", "strong"), 2, 100, NORMAL),
        (("team", "strong"), 2, 100, NORMAL),
    ]


def test_a_page_with_its_intervals_and_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        LevelRun(("beginner",), 2, 4, NORMAL),
        LevelRun(("team",), 3, 2, {"level": "hard"}),
        LevelRun(("team",), 3, 2, {"level": "hard", "foiled_plans": True}),
        LevelRun(("beginner", "team"), 2, 4, NORMAL),
    ]
    monkeypatch.setattr(cooperative_strength, "plan", lambda game, games: lines)
    monkeypatch.setattr(
        cooperative_strength, "count_all_winnable", lambda game, deals: [WinnableDeals(2, NORMAL, 10, 9)]
    )
    file, received = tmp_path / "strength.md", list[int]()
    file.write_text("# How strong the bots of Panda Royale are\n\nVery.\n", encoding="utf-8")
    page = strength.write("pilfering", file, 4, workers=1, progress=received.append)
    assert received[-1] == 12
    assert "\n| normal | beginner | **" in page
    assert "\n| hard | team |  | **" in page
    assert "foiled_plans" not in page
    assert "| 2 players |\n|---:|\n| **90.0%** (60% – 98%) |" in page
    assert "\n| | beginner | team |\n|---|---:|---:|\n| beginner | **" in page
    assert cells(page, "beginner")[1] == cells(page, "team")[0]
    assert cells(page, "team")[1] == ""
    assert strength_plan(game).about_pairs in page
    figures = (tmp_path / "strength" / "pilfering.csv").read_text(encoding="utf-8")
    assert "pandarium simulate pilfering --games 4 --bots beginner --seats 2 --seed 1\n" in figures
    assert "--bots team --seats 3 --seed 1 --option level=hard --option foiled_plans=yes\n" in figures
    assert "normal,beginner + team," in figures
    assert '--bots beginner,team --seats 2 --seed 1"\n' in figures
    kept = file.read_text(encoding="utf-8")
    assert kept.startswith("# How strong the bots of Panda Royale are\n\nVery.\n")
    assert kept.endswith(page)


def cells(page: str, level: str) -> list[str]:
    """The row of that level in the table of pairs."""
    row = next(line for line in page.splitlines() if line.startswith(f"| {level} |"))
    return [cell.strip() for cell in row.split("|")[2:-1]]


def test_how_many_deals_can_be_won(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([True, False, True, True])

    class Told(StrengthPlan):
        def winnable(self, state: Any, rng: Any) -> bool:
            return next(answers)

    monkeypatch.setattr(game, "capabilities", {StrengthPlan: Told})
    assert count_winnable(game, 2, NORMAL, 4) == WinnableDeals(2, NORMAL, 4, 3)


def test_a_game_without_a_search_with_open_cards_says_nothing() -> None:
    assert count_all_winnable(pandarium.game("royale"), 5) == []
