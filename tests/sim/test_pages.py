from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

import pandarium
from pandarium.sim import simulate
from pandarium.sim.plots import plot
from pandarium.sim.strength import comparisons, table_sizes, write


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
    heard: list[int] = []
    page = write("leduc", file, games=6, workers=1, progress=heard.append)
    game = pandarium.game("leduc")
    assert file.read_text(encoding="utf-8") == page
    assert table_sizes(game) == [2]
    assert heard[-1] == 6 * comparisons(game)
    assert page.count("\n| 2 |") == comparisons(game)
    assert "pandarium strength leduc --games 6" in page


def test_table_sizes_are_small_middle_and_large() -> None:
    assert table_sizes(pandarium.game("royale")) == [2, 4, 10]
