from __future__ import annotations

import csv
import io
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

import pandarium
from pandarium.bots import levels
from pandarium.core.game import Game
from pandarium.kit.strength import strength_plan
from pandarium.sim import simulate, strength
from pandarium.sim.report import SimulationReport
from pandarium.sim.simulation_plot import plot
from pandarium.sim.strength import Comparison, measured_sizes, plan, table_sizes, total, write
from pandarium.sim.strength_page import GainLine, StrengthLine, pivot, read_gains


def test_the_table_fits_eighty_columns() -> None:
    report = simulate("royale", ["greedy", "random"], 20, seats=4, workers=1)
    console = Console(file=io.StringIO(), width=80)
    console.print(report.table())
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert "Panda Royale, 4 seats, 20 games" in lines[0]
    assert max(map(len, lines)) <= 80
    assert any(line.split()[0] == "greedy" and line.count("%") == 4 for line in lines if line.strip())


@pytest.mark.parametrize("name", ["scores.png", "scores.svg"])
def test_plots_are_written_in_the_format_of_their_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    plot(simulate("royale", ["greedy", "random"], 30, seats=2, workers=1), file)
    start = file.read_bytes()[:200]
    assert start.startswith(b"\x89PNG") if name.endswith("png") else b"<?xml" in start


def test_a_plot_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    report = simulate("royale", ["random"], 2, seats=2, workers=1)
    with pytest.raises(pandarium.PandariumError, match="cannot be drawn"):
        plot(report, tmp_path / "missing" / "scores.png")


def test_without_a_finished_game_there_is_nothing_to_draw(tmp_path: Path) -> None:
    report = simulate("royale", ["random"], 2, seats=2, workers=1)
    with pytest.raises(pandarium.PandariumError, match="nothing to draw"):
        plot(msgspec.structs.replace(report, games=0), tmp_path / "scores.png")


def test_strength_compares_every_level_with_the_one_below(tmp_path: Path) -> None:
    file = tmp_path / "strength.md"
    received: list[int] = []
    page = write("leduc", file, games=6, workers=1, progress=received.append)
    game = pandarium.game("leduc")
    assert file.read_text(encoding="utf-8") == page
    assert table_sizes(game) == [2]
    assert received[-1] == total(game, 6) == 6 * len(plan(game))
    assert page.count("\n| greedy : random | **") == len(plan(game))
    assert "pandarium strength leduc --games 6" in page
    assert "[leduc.csv](strength/leduc.csv)" in page
    with (tmp_path / "strength" / "leduc.csv").open(encoding="utf-8") as kept:
        (row,) = csv.DictReader(kept)
    assert (row["who"], row["seats"], row["games"], row["fair"]) == ("greedy : random", "2", "6", "50%")
    assert float(row["low"]) <= float(row["share"]) <= float(row["high"])
    assert row["command"] == "pandarium simulate leduc --games 6 --bots greedy,random --seats 2 --seed 1 --mirrored"


def test_a_game_with_sparring_partners_meets_the_hardest_of_them() -> None:
    game = pandarium.game("pandante")
    lines = plan(game)
    best = [line for line in lines if line.stronger == "master"]
    assert {line.weaker for line in best} == {"liar", "newcomer", "cautious", "regular", "strong", None}
    assert {line.options.get("abilities", "light") for line in best} == {"light", "dark"}
    others = [line for line in plan(game, 60) if line.weaker in ("liar", None) and line.stronger == "master"]
    assert {(line.seats, line.games) for line in others} == {(2, 60), (4, 60), (6, 60), (4, 30), (6, 20)}
    assert len(best) == 6 * 2 * 3


def test_neighbours_on_the_ladder_are_close_and_play_more_games() -> None:
    game = pandarium.game("pandante")
    more = {(line.stronger, line.weaker) for line in plan(game, 60) if line.games > 60}
    ladder = [level for level in levels(game) if level in game.bots()]
    assert more == {(stronger, weaker) for weaker, stronger in pairwise(ladder)}


def test_beside_sparring_partners_the_lower_levels_meet_the_one_below() -> None:
    game = pandarium.game("pandante")
    lines = [line for line in plan(game) if line.stronger != "master"]
    assert list(dict.fromkeys((line.stronger, line.weaker) for line in lines)) == [
        ("newcomer", "liar"),
        ("cautious", "newcomer"),
        ("regular", "cautious"),
        ("strong", "regular"),
    ]
    assert [line.options for line in lines[::3]] == [*strength_plan(game).options] * 4
    assert [line.seats for line in lines[:3]] == [2, 4, 6]


def test_the_hardest_partner_is_sought_at_every_size_of_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pandarium.game("pandante")
    pattern = simulate("pandante", ["cautious", "rock"], 1, seats=2, workers=1)
    nemesis = {2: "caller", 4: "mixer", 6: "sleeper"}

    def play(game: Game, line: Comparison, weaker: str, *more: object, **named: object) -> SimulationReport:
        rate = 0.3 if nemesis[line.seats] == weaker else 0.9
        first, second = pattern.rows
        rows = [msgspec.structs.replace(first, win_rate=rate), msgspec.structs.replace(second, bot=weaker)]
        return msgspec.structs.replace(pattern, seats=line.seats, rows=rows)

    monkeypatch.setattr(strength, "_play", play)
    trials = strength.try_partners(game, {}, 500, 1)
    assert len(trials) == len(strength_plan(game).sparring()) * 3
    for seats, weaker in nemesis.items():
        met = strength.compare(game, Comparison("strong", None, seats, 500, {}), trials)
        assert met.rows[1].bot == weaker


def test_sparring_partners_share_a_row_and_are_named_in_it() -> None:
    lines = [
        StrengthLine("light", "strong : cautious", "", 2, 500, 0.896, 0.866, 0.92, "50%", "", 1.0, "one"),
        StrengthLine("light", "strong : hardest partner", "caller", 2, 500, 0.706, 0.665, 0.744, "50%", "", 1.0, "two"),
        StrengthLine(
            "light", "strong : hardest partner", "sleeper", 4, 250, 0.64, 0.579, 0.697, "50%", "", 1.0, "three"
        ),
    ]
    assert pivot(lines, "stronger : weaker") == [
        "| with | stronger : weaker | 2 players, fair 50% | 4 players, fair 50% |",
        "|---|---|---:|---:|",
        "| light | strong : cautious | **89.6%** (87% – 92%) |  |",
        "| light | strong : hardest partner | **70.6%** (66% – 74%, caller) | **64.0%** (58% – 70%, sleeper) |",
    ]


def test_what_learners_take_stands_at_the_end_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "strength.md"
    game = pandarium.game("leduc")
    line = GainLine("greedy", 2, "", "everything", 1000, 3, 400, 0.61, 0.57, 0.65, 0.6, 0.5, "pandarium exploit leduc")
    with pytest.raises(pandarium.BadData, match="has no page about Leduc"):
        strength.write_gain(game, file, line)
    write("leduc", file, games=2, workers=1)
    strength.write_gain(game, file, line)
    strength.write_gain(game, file, line._replace(best=0.62))
    other = line._replace(bot="random", best=0.8)
    strength.write_gain(game, file, other)
    text = file.read_text(encoding="utf-8")
    assert text.count("## What a learner takes from them") == 1
    assert "| greedy | 2 | everything | 1,000 | 3 | **62.0%** (57% – 65%) | 60.0% | 50% |" in text
    assert "| random | 2 | everything | 1,000 | 3 | **80.0%** (57% – 65%) | 60.0% | 50% |" in text
    assert read_gains(tmp_path / "strength" / "leduc-exploit.csv") == [line._replace(best=0.62), other]
    again = write("leduc", file, games=3, workers=1)
    assert again.endswith(text[text.index("## What a learner takes") :])


def test_a_page_leaves_the_pages_of_other_games_alone(tmp_path: Path) -> None:
    file = tmp_path / "strength.md"
    first = write("leduc", file, games=2, workers=1)
    other = "# How strong the bots of Another are\n\nNot at all.\n"
    file.write_text(f"{other}\n{first}", encoding="utf-8")
    again = write("leduc", file, games=3, workers=1)
    assert again != first
    assert file.read_text(encoding="utf-8") == f"{other}\n{again}"


def test_a_file_that_is_no_such_page_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "_play", lambda *_: pytest.fail("it must be said before the first game"))
    file = tmp_path / "letter.md"
    for letter in (b"# Dear panda\n", b"\xff\xfe"):
        file.write_bytes(letter)
        with pytest.raises(pandarium.BadData, match="no page about strength"):
            write("leduc", file, games=2, workers=1)
        assert file.read_bytes() == letter


def test_table_sizes_are_small_middle_and_large() -> None:
    assert table_sizes(pandarium.game("royale")) == [2, 4, 10]


def test_a_game_may_name_the_tables_at_which_its_bots_are_measured() -> None:
    game = pandarium.game("wildstyle")
    assert measured_sizes(game) == [2, 3, 4, 5]
    assert {line.seats for line in plan(game, 10)} == {2, 3, 4, 5}
    assert measured_sizes(pandarium.game("royale")) == table_sizes(pandarium.game("royale"))


def test_a_page_says_that_luck_is_taken_off() -> None:
    report = simulate("royale", ["greedy", "random"], 140, seats=2, mirrored=True, adjusted=True, workers=1)
    page = strength.render(pandarium.game("royale"), [report], [], 140)
    assert "Luck is taken off the shares" in page
    assert f"**{report.rows[0].share:.1%}**" in page
