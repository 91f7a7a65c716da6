"""A game as printed and one with other content, on the same deals."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

import pandarium
from pandarium.core.content import read_pack
from pandarium.kit.study import Question, Results, StudyTable, mean, rate, share
from pandarium.sim.changed_content import CHANGED, PRINTED, with_change
from pandarium.sim.study_page import write
from pandarium.sim.study_runner import Change, run_study

OWN = read_pack(pandarium.game("royale").folder / "content")
ASKED = Question(
    "scores",
    "What is scored?",
    [StudyTable(2, "greedy"), StudyTable(3, "greedy", name="three")],
    Results,
    [mean("score", by="table"), rate("won", by="table seat"), share("seat", by="table")],
)


def test_the_printed_pack_changes_exactly_nothing() -> None:
    found, _ = run_study("royale", 20, asked=[ASKED], change=Change("own", OWN), workers=1)
    answer = found.answers[0]
    assert len(answer.differences) == 2 + 5 + 5 + 1, "every figure is compared with its like"
    assert {(one.value, one.low, one.high) for one in answer.differences} == {(0.0, 0.0, 0.0)}
    assert answer.finding == "Nothing changes, in none of 13 figures"
    assert found.games == 80
    assert found.command == "pandarium study royale --games 20 --seed 0 --change own"


def _richer() -> dict[str, object]:
    """Yellow dice are worth ten points more."""
    pack = deepcopy(OWN)
    for die in pack["dice"]["die"]:
        if die["colour"] == "yellow":
            die["faces"] = [face + 10 for face in die["faces"]]
    return pack


def test_a_change_shows_in_pairs_and_on_the_page(tmp_path: Path) -> None:
    change = Change("richer", _richer())
    found, rows = run_study("royale", 30, asked=[ASKED], change=change, workers=1)
    scores = [one for one in found.answers[0].differences if one.figure.kind == "mean"]
    assert all(one.clear and one.value > 50 for one in scores)
    assert scores[0].figure.group == {"table": "2 × greedy", "content": CHANGED}
    assert scores[0].against.group == {"table": "2 × greedy", "content": PRINTED}
    assert "figures change by more than chance" in found.answers[0].finding
    asked = with_change([ASKED], change.pack)
    write(found, asked, rows, tmp_path)
    page = (tmp_path / "report.md").read_text("utf-8")
    assert page.startswith("# What 120 games of Panda Royale say about richer")
    assert "| table | as printed | changed | difference | 95 % | games |" in page
    assert (
        f"| 2 × greedy | {scores[0].against.text} | {scores[0].figure.text} | **{scores[0].show(scores[0].value)}** |"
        in page
    )


def test_a_table_with_content_of_its_own_is_left_out() -> None:
    other = ASKED._replace(tables=[*ASKED.tables, StudyTable(2, "greedy", content=OWN, name="own")])
    assert [table.title for table in with_change([other], OWN)[0].tables] == [
        "2 × greedy, as printed",
        "three, as printed",
        "2 × greedy, changed",
        "three, changed",
    ]
    assert with_change([ASKED._replace(tables=[StudyTable(2, "greedy", content=OWN)])], OWN) == []


def test_a_pack_that_cannot_be_is_refused_before_the_first_game() -> None:
    with pytest.raises(pandarium.PandariumError):
        run_study("royale", 2, asked=[ASKED], change=Change("bad", {"dice": {}}), workers=1)
