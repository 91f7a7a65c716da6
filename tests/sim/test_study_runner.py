"""Studies: intervals that are right, numbers that come again, rows that are refused in words."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pandarium
import pandarium.games
from pandarium.core import registry
from pandarium.core.outcome import Outcome
from pandarium.core.state import State
from pandarium.games.royale.bots import Greedy
from pandarium.kit.study import (
    Length,
    Observer,
    Question,
    Results,
    Row,
    StudyTable,
    mean,
)
from pandarium.sim import simulate
from pandarium.sim.general_questions import general_questions
from pandarium.sim.study_page import rows_csv
from pandarium.sim.study_player import StudyChunk
from pandarium.sim.study_runner import _contiguous, count_games, questions, run_study

from .conftest import RunScript, rest_of

ROOT = Path(__file__).parents[2]
TWO = StudyTable(2, "random")
SCORES = Question("scores", "What is scored?", [TWO], Results, [mean("score", by="seat")])


# Playing


class Counting(Observer):
    """Tests that an observer hears everything in order."""

    events = True

    def deal(self, state: State, events: list[Any]) -> None:
        self.received = ["deal"]
        assert events, "the first roll"

    def before(self, state: State, seat: int, move: int) -> None:
        self.received.append("before")
        assert move in state.legal(seat)

    def after(self, state: State, seat: int, move: int, events: list[Any]) -> None:
        self.received.append("after")
        assert events

    def end(self, state: State, outcome: Outcome) -> Row:
        pairs = (len(self.received) - 1) // 2
        assert self.received == ["deal"] + ["before", "after"] * pairs
        assert not state.actors()
        return {"moves": pairs, "first": self.bots[0]}


class First(Greedy):
    """A bot of one's own."""

    name = "first"

    def choose(self, state: State, seat: int, rng: Any) -> int:
        return state.legal(seat)[0]


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_workers() -> None:
    asked = [question._replace(plots=()) for question in questions("royale") if question.name in {"dice", "lead"}]
    quick = [question._replace(tables=question.tables[:1]) for question in asked]
    one, rows = run_study("royale", 40, asked=quick, seed=4, workers=1)
    two, again = run_study("royale", 40, asked=quick, seed=4, workers=2)
    assert one.answers == two.answers
    assert one.moves == two.moves
    assert {name: rows_csv(table) for name, table in rows.items()} == {
        name: rows_csv(table) for name, table in again.items()
    }
    other, _ = run_study("royale", 40, asked=quick, seed=5, workers=1)
    assert other.answers != one.answers


def test_games_are_those_that_simulate_plays() -> None:
    report = simulate("royale", ["greedy", "random"], 30, seats=3, seed=8, workers=1)
    asked = Question("q", "?", [StudyTable(3, ("greedy", "random"))], Results, [mean("score", by="bot")])
    found, _ = run_study("royale", 30, asked=[asked], seed=8, workers=1)
    assert {figure.group["bot"]: figure.value for figure in found.answers[0].figures} == pytest.approx(
        {row.bot: row.mean for row in report.rows}
    )
    assert found.moves == report.moves


def test_observers_hear_the_deal_every_move_and_the_end() -> None:
    asked = Question("q", "?", [StudyTable(2, (First, "random"))], Counting, [mean("moves", by="first")])
    found, rows = run_study("royale", 6, asked=[asked], workers=1)
    assert rows["q"].column("first") == ["first", "random"] * 3
    assert rows["q"].column("bots") == ["first, random"] * 6
    assert sum(int(moves) for moves in rows["q"].column("moves")) == found.moves


def test_bots_and_observers_of_an_importable_module_go_to_other_processes() -> None:
    from pandarium.games.royale.study import FAITHFUL, SeatResults

    asked = Question("q", "?", [StudyTable(3, FAITHFUL)], SeatResults, [mean("trades")])
    found, _ = run_study("royale", 12, asked=[asked], workers=2)
    assert found.answers[0].figures[0].value == 0
    assert found.games == 12


def test_tables_that_questions_share_are_played_once() -> None:
    length = Question("length", "?", [TWO, StudyTable(3, "random", part=0.5)], Length, [mean("moves", by="seats")])
    found, _ = run_study("royale", 10, asked=[SCORES, length], workers=1)
    assert (found.games, count_games([SCORES, length], 10)) == (15, 15)
    assert [played.games for played in found.answers[1].played] == [10, 5]


def test_a_question_gets_the_same_answer_alone_and_in_company() -> None:
    company, _ = run_study("royale", 12, only=["margins", "rescue"], workers=1)
    alone, _ = run_study("royale", 12, only=["rescue"], workers=1)
    assert [answered.name for answered in company.answers] == ["rescue", "margins"], "in the order of the study"
    assert company.answers[0] == alone.answers[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_study_answers_from_what_was_played(workers: int) -> None:
    def stop(done: int) -> None:
        if done >= 12:
            raise KeyboardInterrupt

    asked = [SCORES._replace(tables=[TWO, StudyTable(3, "random")])]
    found, rows = run_study("royale", 100_000, asked=asked, workers=workers, progress=stop)
    assert found.interrupted
    played = [table.games for table in found.answers[0].played]
    assert sum(played) == found.games < 100_000
    assert workers == 2 or min(played) >= 1, "tables take turns"
    for seats, games in zip((2, 3), played, strict=True):
        numbers = [
            n for n, at in zip(rows["scores"].number, rows["scores"].column("seats"), strict=True) if at == seats
        ]
        assert sorted(set(numbers)) == list(range(games)), "an unbroken row of games"


def test_after_ctrl_c_nothing_behind_a_gap_counts() -> None:
    """Games that are over quickly must not count for more than those that still go on."""
    chunks = [StudyChunk(0, first, 2, 9, 0.1, []) for first in (4, 0, 8, 2)]
    assert [chunk.first for chunk in _contiguous(chunks)] == [0, 2, 4]
    assert _contiguous(chunks[2:3]) == []


SCRIPT = """
from pandarium.kit.study import Observer, Question, StudyTable, mean
from pandarium.sim.study_runner import run_study

class Mine(Observer):
    def end(self, state, outcome):
        return {"best": max(outcome.scores)}

def report_progress(done):
    print(done, flush=True)

asked = [Question("q", "?", [StudyTable(10, "greedy")], Mine, [mean("best")])]
found, _ = run_study("royale", GAMES, asked=asked, workers=2, progress=report_progress)
print("interrupted" if found.interrupted else "complete", found.games)
"""


def test_a_script_may_bring_its_own_observer_and_be_interrupted(run_script: RunScript) -> None:
    for games, last in (("6", "complete 6"), ("10**7", r"interrupted [1-9]\d*")):
        script = run_script(SCRIPT.replace("GAMES", games))
        assert script.stdout is not None
        assert int(script.stdout.readline()) > 0
        if games != "6":
            os.killpg(script.pid, signal.SIGINT)
        out, err = rest_of(script)
        assert err == ""
        assert re.fullmatch(last, out.splitlines()[-1])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "at least 1 game"),
        ({"workers": 0}, "at least 1 worker"),
        ({"game": "royal"}, "did you mean 'royale'"),
        ({"only": ["dise"]}, "no question called 'dise' (did you mean 'dice'?)"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"asked": [SCORES._replace(tables=[StudyTable(11, "random")])]}, "2 to 10 players"),
        ({"asked": [SCORES._replace(tables=[StudyTable(2, "best")])]}, "no Panda Royale bot called 'best'"),
        ({"asked": [SCORES._replace(tables=[StudyTable(2, ())])]}, "name at least one bot"),
        ({"asked": [SCORES._replace(tables=[StudyTable(2, ["random"] * 3)])]}, "3 bots for 2 seats"),
        ({"asked": [SCORES._replace(tables=[StudyTable(2, "random", {"childern": True})])]}, "did you mean 'children'"),
        ({"asked": [SCORES._replace(measures=[mean("gold")])]}, "question 'scores': there is no column 'gold'"),
    ],
)
def test_bad_input_is_refused_in_words(wrong: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"game": "royale", "games": 1, "workers": 1, **wrong}
    with pytest.raises(pandarium.PandariumError, match=re.escape(message)):
        run_study(**given)


# Where questions come from


def test_a_game_without_a_study_gets_general_questions() -> None:
    assert registry.optional_module("leduc", "study") is None
    asked = questions("leduc")
    assert [question.name for question in asked] == [
        "length",
        "seats",
        "levels",
        "endings",
        "scores",
        "luck",
        "decisions",
    ]
    found, _ = run_study("leduc", 12, workers=1)
    assert all(answered.rows for answered in found.answers)
    endings = next(answered for answered in found.answers if answered.name == "endings")
    assert sum(figure.value for figure in endings.figures) == pytest.approx(1)
    levels = next(answered for answered in found.answers if answered.name == "levels")
    assert {figure.group["bot"] for figure in levels.measures[0]} == {"random", "greedy"}


def test_where_all_win_together_nobody_asks_for_the_best_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pandarium.game("leduc")
    monkeypatch.setattr(type(game), "meta", game.meta._replace(cooperative=True))
    asked = {question.name: question for question in general_questions(game)}
    assert "seats" not in asked
    assert [table.title for table in asked["levels"].tables] == ["2 × random", "2 × greedy"], "each level by itself"


@pytest.fixture
def leduc_copy(tmp_path: Path) -> Iterator[Callable[[str, str], None]]:
    """Leduc under another name, with a study."""

    def add(name: str, text: str) -> None:
        skip = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / "examples" / "leduc", tmp_path / name, ignore=skip)
        for file in (tmp_path / name).rglob("*.py"):
            renamed = file.read_text("utf-8").replace("games.leduc", f"games.{name}").replace('"leduc"', f'"{name}"')
            file.write_text(renamed, "utf-8")
        (tmp_path / name / "study.py").write_text(text.replace("games.leduc", f"games.{name}"), "utf-8")
        pandarium.mount(tmp_path)

    yield add
    shelf = pandarium.games.__path__
    shelf.remove(str(tmp_path.resolve()))
    registry._packages.cache_clear()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("number", "STUDY = 3", "STUDY is not a list of pandarium.kit.study.Question"),
        ("nothing", "", "STUDY is not a list"),
        ("broken", "1 / 0", "cannot be loaded from pandarium.games.broken.study: ZeroDivisionError"),
        (
            "twice",
            "from pandarium.kit.study import Length, Question\nSTUDY = [Question('a', '?', [], Length, [])] * 2",
            "two questions are called a",
        ),
    ],
)
def test_a_broken_study_says_what_is_wrong_with_it(
    leduc_copy: Callable[[str, str], None], name: str, text: str, message: str
) -> None:
    leduc_copy(name, text)
    with pytest.raises(pandarium.PandariumError, match=re.escape(message)):
        questions(name)


def test_the_example_of_the_page_works(leduc_copy: Callable[[str, str], None]) -> None:
    """docs/study.md asks a question of Leduc hold'em, in one listing that is a whole study.py."""
    page = (ROOT / "docs" / "study.md").read_text("utf-8")
    listings = re.findall(r"^\*\*`leduc/study.py`\*\*.*?^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(listings) == 1
    leduc_copy("bluff", listings[0])
    found, _ = run_study("bluff", 300, workers=1)
    assert [answered.name for answered in found.answers] == ["raises"]
    assert re.fullmatch(r"A raise with a king brings .* chips, with a jack .*", found.answers[0].finding)
    again, _ = run_study("bluff", 300, workers=2)
    assert again.answers == found.answers


def test_the_script_of_the_page_works() -> None:
    page = (ROOT / "docs" / "study.md").read_text("utf-8")
    script = re.findall(r"^```python\n(from .*?)^```$", page, re.MULTILINE | re.DOTALL)[-1]
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=True)
    assert [line.split("}")[0] for line in ran.stdout.splitlines()] == [f"{{'seat': {seat}" for seat in (1, 2, 3)]
