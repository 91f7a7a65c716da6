"""A study on paper: JSON, CSV, pages, pictures, and the terminal."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

import pandarium
import pandarium.games
from pandarium.kit.study import (
    Bars,
    Differences,
    HeatMap,
    Histogram,
    Length,
    Lines,
    Plot,
    Question,
    Results,
    Stack,
    StudyTable,
    mean,
    rate,
    share,
)
from pandarium.sim.estimate import Rows
from pandarium.sim.plot_style import NIGHT, PAPER
from pandarium.sim.study_page import figures_csv, rows_csv, write
from pandarium.sim.study_plots import draw
from pandarium.sim.study_results import NOTHING_PLAYED, StudyResult, answer, tables
from pandarium.sim.study_runner import run_study

TWO = StudyTable(2, "random")
SCORES = Question("scores", "What is scored?", [TWO], Results, [mean("score", by="seat")])


@pytest.fixture(scope="module")
def small() -> tuple[StudyResult, list[Question], dict[str, Rows]]:
    asked = [
        Question(
            "scores",
            "What is scored?",
            [TWO, StudyTable(3, "random", name="three")],
            Results,
            [mean("score", by="table seat", compare="seat"), rate("won", by="seat"), mean("score")],
            [
                Bars(),
                Lines("seat", 0),
                HeatMap("seat", "table"),
                Histogram("score", "table"),
                Bars(base=None),
                Lines("seat", 0, doubling=True, fair=300.0),
                Differences(0),
            ],
            "A note.",
        ),
        Question("endings", "How does it end?", [TWO], Length, [share("reason")], [Bars(), Stack("reason")]),
    ]
    found, rows = run_study("royale", 8, asked=asked, workers=1)
    return found, asked, rows


def test_json_and_back(small: tuple[StudyResult, list[Question], dict[str, Rows]]) -> None:
    found, _, _ = small
    data = json.loads(found.to_json())
    assert data["answers"][0]["measures"][0][0].keys() >= {"group", "value", "low", "high", "games", "rows"}
    assert StudyResult.from_json(found.to_json()) == found
    with pytest.raises(pandarium.BadData, match="not a Pandarium study"):
        StudyResult.from_json("{}")


def test_csv_has_a_line_for_every_figure_and_every_row(
    small: tuple[StudyResult, list[Question], dict[str, Rows]],
) -> None:
    found, _, rows = small
    figures = list(csv.DictReader(io.StringIO(figures_csv(found.answers[0]))))
    assert list(figures[0]) == ["measure", "kind", "table", "seat", "rows", "games", "value", "low", "high", "sd"]
    assert len(figures) == 5 + 3 + 1
    assert float(figures[0]["low"]) < float(figures[0]["value"]) < float(figures[0]["high"])
    lines = list(csv.DictReader(io.StringIO(rows_csv(rows["scores"]))))
    assert list(lines[0]) == ["game", "table", "seats", "bots", "seat", "bot", "score", "won"]
    assert len(lines) == 8 * 2 + 8 * 3


def test_the_page_has_findings_tables_pictures_and_commands(
    small: tuple[StudyResult, list[Question], dict[str, Rows]], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    found, asked, rows = small
    written = write(found, asked, rows, tmp_path / "found", with_rows=True)
    page = (tmp_path / "found" / "report.md").read_text("utf-8")
    names = {file.name for file in (tmp_path / "found").iterdir()}
    pictures = {picture.file for answered in written.answers for picture in answered.pictures}
    assert pictures == {"scores.svg", *(f"scores-{n}.svg" for n in range(2, 8)), "endings.svg", "endings-2.svg"}
    assert names == pictures | {"report.md", "scores.csv", "scores.rows.csv", "endings.csv", "endings.rows.csv"}
    for link in re.findall(r"\]\(([^)#]+)\)", page):
        assert (tmp_path / "found" / link).is_file()
    for answered in written.answers:
        assert f"## {answered.ask}\n\n**{answered.finding}.**" in page
        assert answered.command in page
        assert f"](#{re.sub('[^a-z ]', '', answered.ask.lower()).replace(' ', '-')})" in page
    assert found.command in page


def test_a_page_with_a_name_keeps_its_pictures_in_a_folder_of_that_name(
    small: tuple[StudyResult, list[Question], dict[str, Rows]], tmp_path: Path
) -> None:
    found, asked, rows = small
    write(found, asked, rows, tmp_path / "royale.md")
    assert "(royale/scores.csv)" in (tmp_path / "royale.md").read_text("utf-8")
    assert (tmp_path / "royale" / "scores.csv").is_file()


def test_pictures_are_the_same_every_time_and_small(
    small: tuple[StudyResult, list[Question], dict[str, Rows]], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    found, asked, rows = small
    for number, picture in enumerate(found.answers[0].pictures):
        for name in ("one.svg", "two.svg"):
            draw(asked[0], found.answers[0], number, rows["scores"], tmp_path / name)
        drawn = (tmp_path / "one.svg").read_bytes()
        assert drawn == (tmp_path / "two.svg").read_bytes()
        assert len(drawn) < 60_000
        assert picture.title.split()[0].encode() in drawn


def test_a_line_along_words_is_refused(
    small: tuple[StudyResult, list[Question], dict[str, Rows]], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    found, asked, rows = small
    wrong = asked[0]._replace(plots=[Lines("table")])
    with pytest.raises(pandarium.PandariumError, match="this picture needs numbers, not"):
        draw(wrong, found.answers[0], 0, rows["scores"], tmp_path / "x.svg")


def test_pictures_of_groups_that_were_never_played_are_left_out(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    where: dict[str, Any] = {"table": "elsewhere"}
    plots: list[Plot] = [
        Bars(),
        HeatMap("seat", "seats", 0, where),
        Histogram("score", "seat", where),
        Lines("seat", 0, where),
    ]
    asked = SCORES._replace(measures=[mean("score", by="seats seat")], plots=plots)
    found, rows = run_study("royale", 4, asked=[asked], workers=1)
    write(found, [asked], rows, tmp_path)
    assert [file.name for file in tmp_path.glob("*.svg")] == ["scores.svg"]


def test_an_answer_without_games_is_still_a_page(tmp_path: Path) -> None:
    nothing = msgspec.structs.replace(
        run_study("royale", 1, asked=[SCORES], workers=1)[0],
        answers=[answer(SCORES._replace(plots=[Bars(), Lines("seat")]), Rows(), [], "cmd")],
        interrupted=True,
    )
    write(nothing, [SCORES], {"scores": Rows()}, tmp_path / "x")
    page = (tmp_path / "x" / "report.md").read_text("utf-8")
    assert NOTHING_PLAYED in page
    assert "It was interrupted" in page


def test_the_terminal_gets_eighty_columns_and_the_ends_of_long_lists() -> None:
    many = Question(
        "q", "?", [StudyTable(10, "random")], Results, [mean("score", by="seat won bot score", words="own score")]
    )
    found, _ = run_study("royale", 6, asked=[many, SCORES], workers=1)
    console = Console(file=io.StringIO(), width=80)
    for table in tables(found):
        console.print(table)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert any("between them" in line for line in lines)
    assert any(re.search(r"seat 1\s+\d+\.\d\s+\d+\.\d – \d+\.\d\s+6", line) for line in lines)


def test_pictures_have_a_night_side_and_all_colours_are_ours(
    small: tuple[StudyResult, list[Question], dict[str, Rows]], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    found, asked, rows = small
    write(found, asked, rows, tmp_path)
    for file in sorted(tmp_path.glob("*.svg")):
        svg = file.read_text("utf-8")
        day, night = svg.split("@media (prefers-color-scheme: dark)")[0], svg
        assert f"fill: {NIGHT[PAPER]} !important" in night, "paper turns to slate"
        assert NIGHT[PAPER] not in day
        used = set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})[;\"]", svg))
        assert used <= NIGHT.keys(), f"{file.name}: no colour that would stay the same at night"
