"""What the observers of Pandánte's study write down is what happened."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from pandarium.core.outcome import Outcome
from pandarium.games.pandante.engine import judging, phases
from pandarium.games.pandante.engine.hands import LIE
from pandarium.games.pandante.study.observers import (
    Abilities,
    Casinos,
    Champions,
    Claims,
    Evenings,
    Gambits,
    Hotseats,
    Places,
)
from pandarium.games.pandante.study.questions import IDLE, STUDY
from pandarium.kit.study import Level, Observer, Question, Row, StudyTable, level_of
from pandarium.sim.estimate import Rows
from pandarium.sim.study_runner import run_study

DOCS = Path(__file__).parents[3] / "docs" / "study"
GAMES = 6


def watch(observer: type[Observer], table: StudyTable, games: int = GAMES, seed: int = 0) -> list[dict[str, Any]]:
    _, rows = run_study("pandante", games, asked=[Question("q", "?", [table], observer, [])], seed=seed, workers=1)
    return lines(rows["q"])


def lines(rows: Rows) -> list[dict[str, Any]]:
    return [dict(zip(rows.columns, line, strict=True)) for line in zip(*rows.columns.values(), strict=True)]


class Counted(Gambits):
    """Compares the gold of every gambit with the purses."""

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        start = int(state.numbers.start)
        given: dict[int, int] = defaultdict(int)
        for seat, amount in self.fairy_gold:
            given[seat] += amount
        for seat in range(len(self.bots)):
            assert sum(gambit.gold[seat] for gambit in self.played) + given[seat] == outcome.scores[seat] - start
        return [{"seats": len(self.bots)}]

    def deal(self, state: Any, events: list[Any]) -> None:
        self.fairy_gold: list[tuple[int, int]] = []
        super().deal(state, events)

    def read(self, happened: list[Any]) -> None:
        from pandarium.games.pandante.engine import events

        self.fairy_gold += [(event[3], event[1]) for event in happened if event[0] == events.GOLD and event[2] == 11]
        super().read(happened)


@pytest.mark.parametrize("options", [{}, {"abilities": "dark", "casinos": True, "champions": True}])
def test_the_gold_of_all_gambits_and_the_fairy_is_what_everybody_has_pd_30_pd_31(options: dict[str, Any]) -> None:
    assert len(watch(Counted, StudyTable(4, "liar", options))) == GAMES


class Judged(Hotseats):
    """Judges every hotseat once more, at the moment of the first choice."""

    def deal(self, state: Any, events: list[Any]) -> None:
        self.truth: dict[tuple[int, int], bool] = {}
        super().deal(state, events)

    def before(self, state: Any, seat: int, move: int) -> None:
        super().before(state, seat, move)
        if state.phase == phases.CHALLENGING:
            self.truth.setdefault(
                (len(self.played), int(state.turn)), int(judging.judge_hand(state, state.turn)) == LIE
            )

    def end(self, state: Any, outcome: Outcome) -> list[Row]:
        seen = {
            (number, seat): gambit.lies[seat] for number, gambit in enumerate(self.played, 1) for seat in gambit.hot
        }
        assert seen == {key: lie for key, lie in self.truth.items() if key in seen}
        return super().end(state, outcome)


def test_a_lie_is_what_the_cards_do_not_hold_in_the_hotseat_pd_22() -> None:
    rows = watch(Judged, StudyTable(4, "liar"))
    assert {row["truth"] for row in rows} == {"true", "a lie"}
    exposed = [row for row in rows if row["lie"] and row["challenged"]]
    assert exposed
    assert {row["won"] for row in exposed} == {0.0}, "PD-22: a liar who is challenged folds"


def test_claims_count_everybody_who_stays_and_no_pot_twice_pd_23() -> None:
    rows = watch(Claims, StudyTable(4, "cautious"))
    hot = watch(Hotseats, StudyTable(4, "cautious"))
    assert [row for row in rows if row["hot"]] == hot
    gambits = sum(row["gambits"] for row in watch(Evenings, StudyTable(4, "cautious")))
    assert 0 < sum(row["won"] for row in rows) <= gambits


def test_dark_abilities_are_used_only_on_the_dark_side_pd_s4() -> None:
    light = {row["ability"] for row in watch(Abilities, StudyTable(4, "cautious"))}
    dark = {row["ability"] for row in watch(Abilities, StudyTable(4, "cautious", {"abilities": "dark"}))}
    assert {"raise", "none"} <= light
    assert {"dilemma", "none"} <= dark
    assert light & dark <= {"none", "coin"}


def test_idle_announces_nothing_and_else_plays_like_cautious() -> None:
    assert {row["ability"] for row in watch(Abilities, StudyTable(4, IDLE))} == {"none"}


def test_every_gambit_has_one_casino_and_every_seat_one_place_pd_k1_pd_s3() -> None:
    casinos = watch(Casinos, StudyTable(4, "cautious", {"casinos": True}), 20)
    assert "none" not in {row["casino"] for row in casinos}
    assert len({row["casino"] for row in casinos}) > 6
    places = watch(Places, StudyTable(3, "cautious"))
    for start in range(0, len(places), 3):
        assert sorted(row["place"] for row in places[start : start + 3]) == [1, 2, 3]


def test_six_players_have_the_six_champions_pd_p1() -> None:
    rows = watch(Champions, StudyTable(6, "cautious", {"champions": True}), 2)
    for start in (0, 6):
        assert len({row["champion"] for row in rows[start : start + 6]}) == 6
        assert sum(row["edge"] for row in rows[start : start + 6]) == pytest.approx(0, abs=1e-9)


def quick(question: Question) -> Question:
    """Without bots that think, which take long without a compiler."""

    def thinks(level: Level) -> bool:
        return level_of(level) in {"strong", "master"}

    return question._replace(tables=[table for table in question.tables if not any(map(thinks, table.levels))])


@pytest.mark.many
def test_the_whole_study_answers_with_few_games() -> None:
    """Every question is asked; sentences that lack their figures leave it to the general words."""
    asked = [short for question in STUDY if question.name != "decisions" and (short := quick(question)).tables]
    found, _ = run_study("pandante", 2, asked=asked, workers=1)
    assert len(found.answers) == len(asked) >= 6


def test_the_page_answers_every_question_with_a_picture() -> None:
    page = (DOCS / "pandante.md").read_text(encoding="utf-8")
    for question in STUDY:
        assert f"## {question.ask}" in page
    pictures = re.findall(r"\]\((pandante/[a-z0-9-]+\.svg)\)", page)
    assert len(pictures) >= sum(len(question.plots) for question in STUDY)
    assert all((DOCS / picture).is_file() for picture in pictures)
    assert "no difference that is more than chance" not in page.split("##")[0]
