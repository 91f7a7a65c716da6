"""What the observers of Wildstyle's study write down is what happened."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pandarium.core.outcome import Outcome
from pandarium.games.wildstyle.engine.scoring import score_lines
from pandarium.games.wildstyle.study import STUDY, observers
from pandarium.games.wildstyle.study.observers import Crews, Margins, Objectives, RoundEnds, Sets, Sides, Tags
from pandarium.kit.study import Observer, Question, Row, StudyTable
from pandarium.sim.estimate import Rows
from pandarium.sim.study_runner import questions, run_study

DOCS = Path(__file__).parents[3] / "docs" / "study"
FILLERS = StudyTable(3, "filler")


def watch(observer: type[Observer], table: StudyTable = FILLERS, games: int = 3) -> Rows:
    _, rows = run_study("wildstyle", games, asked=[Question("q", "?", [table], observer, [])], workers=1)
    return rows["q"]


def lines(rows: Rows) -> list[dict[str, Any]]:
    return [dict(zip(rows.columns, line, strict=True)) for line in zip(*rows.columns.values(), strict=True)]


class CheckedTags(Tags):
    """Every tag on the map has its row, and no single one is worth more than the score."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        rows = super().end(state, outcome)
        assert len(rows) == sum(state.count_tags(seat) for seat in range(len(self.bots)))
        assert max(int(row["worth"]) for row in rows) <= max(outcome.scores)
        return rows


def test_every_tag_on_the_map_is_counted_ws_20() -> None:
    rows = lines(watch(CheckedTags))
    assert {"Railway", "Apartment"} <= {row["icon"] for row in rows}
    assert sum(row["worth"] for row in rows) > 0


class CheckedObjectives(Objectives):
    """Objectives and tags together are the score."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        rows = super().end(state, outcome)
        for seat, score in enumerate(outcome.scores):
            mine = rows[3 * seat : 3 * seat + 3]
            assert sum(int(row["points"]) for row in mine) + score_lines(state, seat)[1] == score
        return rows


def test_what_objectives_brought_adds_up_to_the_score_ws_20() -> None:
    rows = lines(watch(CheckedObjectives))
    assert len(rows) == 3 * 3 * 3
    assert Counter(row["side"] for row in rows) == {"A": 18, "B": 9}, "WS-S2"


class CheckedSides(Sides):
    """All tags lie on one of the boards."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        rows = super().end(state, outcome)
        assert sum(int(row["tags"]) for row in rows) == sum(state.count_tags(seat) for seat in range(len(self.bots)))
        return rows


def test_every_board_on_the_map_has_a_row_ws_s1() -> None:
    rows = lines(watch(CheckedSides))
    assert len(rows) == 3 * 3
    assert all(re.fullmatch("[1-5][ab]", row["side"]) for row in rows)


class CheckedRounds(RoundEnds):
    """The tags left on the mats in the end are those that the last row tells of."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        rows = super().end(state, outcome)
        left = sum(state.mat_of(seat) for seat in range(len(self.bots))) / len(self.bots)
        assert rows[-1]["left"] == left
        return rows


@pytest.mark.parametrize("table", [FILLERS, StudyTable(3, "filler", {"pace": "turns"}), StudyTable(2, "random")])
def test_every_round_has_an_end_and_a_cause_ws_12_ws_13(table: StudyTable) -> None:
    rows = lines(watch(CheckedRounds, table))
    assert [row["round"] for row in rows] == [1, 2, 3] * 3
    assert {row["cause"] for row in rows} <= {observers.EMPTY, observers.LEFT, observers.WAITING}
    assert all(row["actions"] > 0 for row in rows)


class CheckedSets(Sets):
    """Every tag on the map came from a set."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        rows = super().end(state, outcome)
        fates = Counter(str(row["fate"]) for row in rows)
        tags = sum(state.count_tags(seat) for seat in range(len(self.bots)))
        assert fates["tagged"] + fates["rushed"] == tags
        return rows


@pytest.mark.parametrize("bot", ["filler", "random"])
def test_what_became_of_every_set_ws_7_ws_8_ws_10(bot: str) -> None:
    rows = lines(watch(CheckedSets, StudyTable(3, bot)))
    assert all(row["done"] == (row["fate"] == "tagged") for row in rows)
    assert all(0 <= row["shared"] <= 3 for row in rows)


def test_crews_and_margins_are_those_of_the_outcome_ws_32() -> None:
    crews = lines(watch(Crews, games=2))
    assert sum(row["won"] for row in crews) == pytest.approx(2)
    assert all(row["tags"] <= 18 for row in crews)
    assert all((row["rushed"] == "no cop car") == (row["cars"] == 0) for row in crews)
    margins = lines(watch(Margins, games=2))
    for game in range(2):
        best, second, _ = sorted((row["score"] for row in crews[3 * game : 3 * game + 3]), reverse=True)
        assert margins[game]["margin"] == best - second


def test_the_questions_are_those_that_the_command_finds() -> None:
    assert [question.name for question in questions("wildstyle")] == [question.name for question in STUDY]


@pytest.mark.parametrize("question", STUDY, ids=lambda question: question.name)
def test_the_page_answers_every_question_with_pictures_that_are_there(question: Question) -> None:
    page = (DOCS / "wildstyle.md").read_text(encoding="utf-8")
    assert f"## {question.ask}" in page
    pictures = [picture for picture in re.findall(r"\]\((\S+\.svg)\)", page) if f"/{question.name}" in picture]
    assert len(pictures) >= 1
    assert all((DOCS / picture).is_file() for picture in pictures)
