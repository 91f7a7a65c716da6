"""What the observers of the study write down is what happened, and any bot can be asked for."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest

from pandarium import PandariumError, Rng
from pandarium.games.pilfering.content import PANDA_CODES
from pandarium.games.pilfering.engine.cards import KEY, size
from pandarium.games.pilfering.study import (
    DEEDS,
    PLAYER,
    STUDY,
    Deeds,
    Escape,
    Keys,
    Opening,
    Pairs,
    Pandas,
    any_panda,
    questions_for,
)
from pandarium.games.pilfering.study.observers import deed_of
from pandarium.kit.study import Observer, Question, StudyTable
from pandarium.sim.study_runner import questions, run_study

from .table import game

PAGE = Path(__file__).parents[3] / "docs" / "study" / "pilfering.md"


def watch(observer: type[Observer], table: StudyTable, games: int = 4) -> list[dict[str, Any]]:
    _, rows = run_study("pilfering", games, asked=[Question("q", "?", [table], observer, [])], workers=1)
    found = rows["q"]
    return [dict(zip(found.columns, line, strict=True)) for line in zip(*found.columns.values(), strict=True)]


def test_the_study_is_found_and_asks_for_all_that_a_designer_wants_to_know() -> None:
    asked = [question.name for question in questions("pilfering")]
    assert asked == [question.name for question in STUDY]
    assert {"winning", "endings", "length", "pandas", "panda-pairs", "meerkat-pairs", "cards"} <= set(asked)


def test_any_bot_can_be_asked_for_by_name() -> None:
    asked = questions("pilfering", "beginner")
    assert {table.players for table in asked[0].tables} == {"beginner"}
    assert PLAYER in game.bots()
    with pytest.raises(PandariumError, match="beginner"):
        questions_for("grizzly")
    with pytest.raises(PandariumError, match="who plays"):
        questions("royale", "greedy")


def test_the_command_says_which_bot_played() -> None:
    found, _ = run_study("pilfering", 1, only=["keys"], bot="beginner", workers=1)
    assert found.command == "pandarium study pilfering --games 1 --seed 0 --bot beginner --questions keys"
    assert found.answers[0].command == found.command


def test_pandas_by_luck_are_all_there_and_travel_to_other_processes() -> None:
    made = any_panda("beginner")
    assert pickle.loads(pickle.dumps(made)) is made
    state, bot, rng, seen = game.start(seats=1, seed=1), made(), Rng(1), set()
    for _ in range(80):
        seen.add(game.say(bot.choose(state, 0, rng)).removeprefix("choose "))
    assert seen == set(PANDA_CODES)


def test_a_row_about_the_end_agrees_with_the_rules_pp_e9() -> None:
    for row in watch(Escape, StudyTable(2, "beginner", {"level": "intro"})):
        assert row["level"] == "intro"
        assert (row["won"] == 1.0) == ("escaped" in row["ending"])
        assert row["lead"] > 0 or row["ending"].startswith("caught")
        assert "PP-" not in row["ending"]


def test_deeds_are_told_apart_pp_a2_pp_a3_pp_a4_pp_t4() -> None:
    texts = ("set 1 r1 r2 r3", "reuse 1 r4 r5", "extend 1 r4", "left 1 r1 r2 r3", "pick 2", "swap 1 1 r4", "discard")
    assert [deed_of(game.read(text)) for text in texts] == list(DEEDS)
    assert deed_of(game.read("pick 1")) == deed_of(game.read("pass")) == deed_of(game.read("stash r1")) == ""
    rows = watch(Deeds, StudyTable(2, "beginner"), 2)
    assert len(rows) == 2 * len(DEEDS)
    assert all((row["times"] > 0) == (row["done"] == 1.0) for row in rows)


def test_everybody_is_counted_with_their_panda_and_pairs_have_no_order() -> None:
    rows = watch(Pandas, StudyTable(3, any_panda("beginner")), 2)
    assert len(rows) == 6
    for row in watch(Pairs, StudyTable(2, any_panda("beginner")), 4):
        pandas, meerkats = row["pandas"].split(" + "), row["meerkats"].split(" + ")
        assert pandas == sorted(pandas)
        assert meerkats == sorted(meerkats)
        assert len(set(meerkats)) == len(set(pandas)) == 2


class Dealt(Opening):
    """Checks that the hands were seen when they had six cards each (PP-S3)."""

    def end(self, state: Any, outcome: Any) -> Any:
        assert self.hands is not None
        assert [size(hand) for hand in self.hands] == [6, 6]
        return super().end(state, outcome)


def test_opening_hands_are_seen_as_they_were_dealt_pp_s3() -> None:
    rows = watch(Dealt, StudyTable(2, "beginner"), 3)
    keys = sum(row["keys"] for row in watch(Keys, StudyTable(2, "beginner"), 3))
    assert len(rows) + keys == 3 * 12
    assert {row["number"] for row in rows} <= set(range(1, 8))
    assert KEY not in {row["number"] for row in rows}


def test_the_page_says_how_it_was_made() -> None:
    text = PAGE.read_text()
    assert "`pandarium study pilfering --games" in text
    for question in STUDY:
        assert question.ask in text
