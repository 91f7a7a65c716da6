"""What the four games fill into the questions that all are asked."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pytest

from pandarium.kit.study import Never, Player, Question, Results, StudyTable
from pandarium.kit.study.decisions import FORCED, REAL, SAME
from pandarium.kit.study.standard import course_of_play, real_decisions
from pandarium.sim.study_runner import questions, run_study

QUICK = {"royale": "greedy", "pilfering": "team", "pandante": "cautious", "wildstyle": "filler"}
"""Who plays fast, also where nothing is compiled."""
SAME_FOR_ALL = ["restricted", "thought", "luck", "course", "turns", "decisions"]


def standard(game: str) -> Any:
    return import_module(f"pandarium.games.{game}.study.standard")


class Kept(Results):
    """A move that somebody never makes is made only where no other is listed."""

    never: Never

    def before(self, state: Any, seat: int, move: int) -> None:
        if self.never(state, seat, move):
            assert all(self.never(state, seat, other) for other in state.legal(seat))


@pytest.mark.parametrize("game", QUICK)
def test_all_games_are_asked_the_same(game: str) -> None:
    assert [question.name for question in questions(game)][-6:] == SAME_FOR_ALL


def _each_restriction() -> list[tuple[str, str]]:
    return [(game, name) for game in QUICK for name in standard(game).RESTRICTIONS]


@pytest.mark.parametrize(("game", "name"), _each_restriction())
def test_a_restriction_is_kept(game: str, name: str) -> None:
    rules: Mapping[str, Never] = standard(game).RESTRICTIONS
    watching = type("KeptHere", (Kept,), {"never": staticmethod(rules[name])})
    table = StudyTable(2, Player(QUICK[game], name, rules[name]))
    found, _ = run_study(game, 1, asked=[Question("q", "?", [table], watching, [])], workers=1)
    assert found.games == 1


@pytest.mark.parametrize("game", QUICK)
def test_the_course_of_a_game_is_noted(game: str) -> None:
    asked = course_of_play([StudyTable(2, QUICK[game], name="t")], standard(game).Standing, "moment")
    found, rows = run_study(game, 3, asked=asked, workers=1)
    moments = [int(at) for at in rows["course"].column("moment")]
    assert len(moments) > 3
    assert all(0 <= float(chance) <= 1 for chance in rows["course"].column("winner"))
    assert len(rows["turns"]) == 3
    assert found.answers[0].finding.startswith("t: ")


@pytest.mark.parametrize("game", QUICK)
def test_decisions_are_drawn_and_tried(game: str) -> None:
    few = type("Few", (standard(game).Choices,), {"playouts": 2, "plays_on": QUICK[game], "others": 1})
    asked = real_decisions([StudyTable(2, QUICK[game])], few)
    _, rows = run_study(game, 2, asked=[asked], workers=1)
    assert len(rows["decisions"]) == 2
    assert set(rows["decisions"].column("fate")) <= {REAL, SAME, FORCED}
    assert all(isinstance(kind, str) and kind for kind in rows["decisions"].column("decision"))
