"""Studies: intervals that are right, numbers that come again, rows that are refused in words."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

import pandarium
import pandarium.games
from pandarium.core import registry
from pandarium.core.outcome import Outcome
from pandarium.core.state import State
from pandarium.core.study import (
    Bars,
    Figures,
    HeatMap,
    Histogram,
    Length,
    Lines,
    Observer,
    Plot,
    Question,
    Results,
    Row,
    Table,
    mean,
    rate,
    share,
    win_share,
)
from pandarium.games.royale.bots import Greedy
from pandarium.sim import simulate
from pandarium.sim.answers import NOTHING_PLAYED, Study, answer, tables
from pandarium.sim.estimate import Measured, Rows, Sample, difference, mean_with_interval, rate_with_interval
from pandarium.sim.general import general_questions
from pandarium.sim.page import figures_csv, rows_csv, write
from pandarium.sim.pictures import draw
from pandarium.sim.stats import student_t, wilson
from pandarium.sim.study import Chunk, _unbroken, count_games, questions, study

ROOT = Path(__file__).parents[2]
TWO = Table(2, "random")
SCORES = Question("scores", "What is scored?", [TWO], Results, [mean("score", by="seat")])


def sample(*values: float, games: list[int] | None = None) -> Sample:
    made = Sample()
    for number, value in zip(games or range(len(values)), values, strict=True):
        made.add(number, value)
    return made


def rows_of(*rows: Any, games: list[int] | None = None) -> Rows:
    made = Rows()
    for number, row in zip(games or range(len(rows)), rows, strict=True):
        made.add(number, row)
    return made


# Intervals


@pytest.mark.parametrize(
    ("freedom", "level", "value"),
    [
        (1, 0.95, 12.7062),
        (2, 0.95, 4.30265),
        (5, 0.95, 2.57058),
        (9, 0.99, 3.24984),
        (30, 0.95, 2.04227),
        (31, 0.95, 2.03951),
        (60, 0.99, 2.66028),
        (1000, 0.95, 1.96234),
    ],
)
def test_student_t_matches_the_tables(freedom: int, level: float, value: float) -> None:
    assert student_t(freedom, level) == pytest.approx(value, abs=2e-5)


def test_without_freedom_there_is_no_t() -> None:
    with pytest.raises(ValueError, match="two observations"):
        student_t(0)


def test_one_row_a_game_gives_the_textbooks_interval() -> None:
    value, low, high = mean_with_interval(sample(4.0, 8.0, 6.0, 10.0, 2.0))
    # mean 6, sd sqrt(10), five observations: 6 ± 2.77645 · sqrt(10 / 5)
    assert value == 6
    assert low == pytest.approx(6 - 3.92649, abs=1e-4)
    assert high == pytest.approx(6 + 3.92649, abs=1e-4)


def test_one_game_says_nothing_about_the_others() -> None:
    assert mean_with_interval(sample(4.0, 5.0, games=[0, 0])) == (4.5, None, None)


def test_rows_that_repeat_their_game_are_no_more_evidence() -> None:
    once = mean_with_interval(sample(1.0, 5.0, 3.0))
    often = mean_with_interval(sample(*[1.0] * 9, *[5.0] * 9, *[3.0] * 9, games=[0] * 9 + [1] * 9 + [2] * 9))
    assert often == pytest.approx(once)
    assert rate_with_interval(sample(1, 1, 0, 0, games=[0, 0, 1, 1]))[1:] == pytest.approx(wilson(0.5, 1))


def test_a_rate_with_one_row_a_game_is_wilsons() -> None:
    assert rate_with_interval(sample(*[1.0] * 81, *[0.0] * 182)) == pytest.approx(
        (81 / 263, 0.25529, 0.36618), abs=1e-4
    )


def test_rows_that_balance_within_a_game_do_not_feign_precision() -> None:
    """Two seats, one winner: the rate over both is a half by necessity, and the interval no narrower than for coins."""
    both = sample(*[1.0, 0.0] * 50, games=[game for game in range(50) for _ in "ab"])
    assert rate_with_interval(both)[1:] == pytest.approx(wilson(50, 100))


def test_a_difference_of_pairs_is_that_of_their_differences() -> None:
    one, other = sample(10.0, 20.0, 33.0), sample(9.0, 18.0, 30.0)
    assert difference(one, other) == pytest.approx(mean_with_interval(sample(1.0, 2.0, 3.0)))


def test_a_difference_of_strangers_adds_their_variances() -> None:
    one, other = sample(1.0, 3.0, 5.0, 7.0), sample(2.0, 2.0, 6.0, 6.0, games=[10, 11, 12, 13])
    value, low, high = difference(one, other)
    assert value == 0
    assert low is not None
    assert high == -low
    assert high == pytest.approx(student_t(3) * (20 / 3 / 4 + 16 / 3 / 4) ** 0.5)


def test_a_difference_needs_two_games_of_each() -> None:
    assert difference(sample(1.0, 2.0), sample(1.0)) == (0.5, None, None)


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    """A thousand studies of twelve rolls of a die, and of six games with two equal rows each."""
    rng = pandarium.Rng(3)
    hits = clustered = 0
    for _ in range(1000):
        _, low, high = mean_with_interval(sample(*(float(1 + rng.below(6)) for _ in range(12))))
        hits += low is not None and high is not None and low <= 3.5 <= high
        faces = [float(1 + rng.below(6)) for _ in range(12)]
        _, low, high = mean_with_interval(
            sample(*(face for face in faces for _ in "ab"), games=[n // 2 for n in range(24)])
        )
        clustered += low is not None and high is not None and low <= 3.5 <= high
    assert 925 <= hits <= 975
    assert 925 <= clustered <= 975


# Measures


def test_groups_come_in_order_numbers_by_size_words_as_told() -> None:
    rows = rows_of(*({"n": n, "die": die, "x": 1} for n in (10, 9) for die in ("red", "blue", "green")))
    taken = Measured(mean("x", by="n die"), rows, {"die": ["green", "red", "blue"]})
    assert list(taken.figures) == [(n, die) for n in (9, 10) for die in ("green", "red", "blue")]


def test_comparisons_stay_within_what_else_is_equal() -> None:
    rows = rows_of(
        *(
            {"seats": seats, "place": place, "x": seats * 10 + place}
            for seats in (2, 3)
            for place in (1, 2)
            for _ in "ab"
        )
    )
    found = Measured(mean("x", by="seats place", compare="place"), rows, {}).differences()
    assert [(gap.figure.group, gap.against.group["place"], gap.value) for gap in found] == [
        ({"seats": 2, "place": 2}, 1, 1.0),
        ({"seats": 3, "place": 2}, 1, 1.0),
    ]


def test_shares_of_words_add_up() -> None:
    rows = rows_of(*({"reason": reason} for reason in ("fold", "fold", "pair", "fold")))
    figures = Measured(share("reason"), rows, {}).figures
    assert {key: figure.text for key, figure in figures.items()} == {("fold",): "75.0%", ("pair",): "25.0%"}


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        (mean("word"), "column 'word' holds words ('a'): ask for share() instead"),
        (rate("big"), "column 'big' goes beyond 0 to 1 (7): ask for mean() instead"),
        (mean("nothing"), "there is no column 'nothing'; the rows have: word, x, big"),
        (mean("x", by="nowhere"), "there is no column 'nowhere'"),
    ],
)
def test_a_measure_that_does_not_fit_says_why(measure: Any, message: str) -> None:
    with pytest.raises(pandarium.PandariumError, match=re.escape(message)):
        Measured(measure, rows_of({"word": "a", "x": 1, "big": 7}), {})


def test_comparing_what_is_not_grouped_is_refused_at_once() -> None:
    with pytest.raises(pandarium.PandariumError, match="compare='seat' is no column of by="):
        mean("x", by="seats", compare="seat")


def test_rows_of_another_shape_are_refused() -> None:
    rows = rows_of({"a": 1})
    with pytest.raises(pandarium.PandariumError, match="the same columns: a; here is one with b"):
        rows.add(1, {"b": 1})


def test_a_victory_is_shared_or_everybodys() -> None:
    outcome = Outcome((0, 1), (3, 3, 1), "")
    assert [win_share(outcome, seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    assert [win_share(outcome, seat, cooperative=True) for seat in range(3)] == [1.0, 1.0, 0.0]


# Findings


def found_for(measure: Any, rows: Rows, **more: Any) -> str:
    return answer(Question("q", "?", [TWO], Results, [measure], **more), rows, [], "").finding


def test_a_finding_names_the_ends_only_when_they_differ_by_more_than_chance() -> None:
    apart = rows_of(*({"bot": bot, "x": x + 50 * (bot == "hard")} for x in range(6) for bot in ("easy", "hard")))
    assert found_for(mean("x", by="bot"), apart) == "x: hard highest with 52.5, easy lowest with 2.5"
    near = rows_of(*({"bot": bot, "x": (7 * x + (bot == "hard")) % 5} for x in range(6) for bot in ("easy", "hard")))
    assert found_for(mean("x", by="bot"), near) == "x: no difference that is more than chance"


def test_a_finding_of_ones_own_gives_way_when_its_groups_are_missing() -> None:
    def say(found: Figures) -> str:
        return f"blue has {found.get(bot='blue').text}"

    rows = rows_of({"bot": "red", "x": 1}, {"bot": "red", "x": 1})
    assert found_for(mean("x", by="bot"), rows, plots=[Bars(say=say)]) == "x: 1.0 (1.0 – 1.0)"
    blue = rows_of({"bot": "blue", "x": 1}, {"bot": "blue", "x": 1})
    assert found_for(mean("x", by="bot"), blue, plots=[Bars(say=say)]) == "blue has 1.0"


def test_without_rows_that_is_the_finding() -> None:
    assert found_for(mean("x"), Rows(), plots=[Bars()]) == NOTHING_PLAYED


# Playing


class Counting(Observer):
    """Tests that an observer hears everything in order."""

    events = True

    def deal(self, state: State, events: list[Any]) -> None:
        self.heard = ["deal"]
        assert events, "the first roll"

    def before(self, state: State, seat: int, move: int) -> None:
        self.heard.append("before")
        assert move in state.legal(seat)

    def after(self, state: State, seat: int, move: int, events: list[Any]) -> None:
        self.heard.append("after")
        assert events

    def end(self, state: State, outcome: Outcome) -> Row:
        pairs = (len(self.heard) - 1) // 2
        assert self.heard == ["deal"] + ["before", "after"] * pairs
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
    one, rows = study("royale", 40, asked=quick, seed=4, workers=1)
    two, again = study("royale", 40, asked=quick, seed=4, workers=2)
    assert one.answers == two.answers
    assert one.moves == two.moves
    assert {name: rows_csv(table) for name, table in rows.items()} == {
        name: rows_csv(table) for name, table in again.items()
    }
    other, _ = study("royale", 40, asked=quick, seed=5, workers=1)
    assert other.answers != one.answers


def test_games_are_those_that_simulate_plays() -> None:
    report = simulate("royale", ["greedy", "random"], 30, seats=3, seed=8, workers=1)
    asked = Question("q", "?", [Table(3, ("greedy", "random"))], Results, [mean("score", by="bot")])
    found, _ = study("royale", 30, asked=[asked], seed=8, workers=1)
    assert {figure.group["bot"]: figure.value for figure in found.answers[0].figures} == pytest.approx(
        {row.bot: row.mean for row in report.rows}
    )
    assert found.moves == report.moves


def test_observers_hear_the_deal_every_move_and_the_end() -> None:
    asked = Question("q", "?", [Table(2, (First, "random"))], Counting, [mean("moves", by="first")])
    found, rows = study("royale", 6, asked=[asked], workers=1)
    assert rows["q"].column("first") == ["first", "random"] * 3
    assert rows["q"].column("bots") == ["first, random"] * 6
    assert sum(int(moves) for moves in rows["q"].column("moves")) == found.moves


def test_bots_and_observers_of_an_importable_module_go_to_other_processes() -> None:
    from pandarium.games.royale.study import Faithful, Sittings

    asked = Question("q", "?", [Table(3, Faithful)], Sittings, [mean("trades")])
    found, _ = study("royale", 12, asked=[asked], workers=2)
    assert found.answers[0].figures[0].value == 0
    assert found.games == 12


def test_tables_that_questions_share_are_played_once() -> None:
    length = Question("length", "?", [TWO, Table(3, "random", part=0.5)], Length, [mean("moves", by="seats")])
    found, _ = study("royale", 10, asked=[SCORES, length], workers=1)
    assert (found.games, count_games([SCORES, length], 10)) == (15, 15)
    assert [played.games for played in found.answers[1].played] == [10, 5]


def test_a_question_gets_the_same_answer_alone_and_in_company() -> None:
    company, _ = study("royale", 12, only=["margins", "rescue"], workers=1)
    alone, _ = study("royale", 12, only=["rescue"], workers=1)
    assert [answered.name for answered in company.answers] == ["rescue", "margins"], "in the order of the study"
    assert company.answers[0] == alone.answers[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_study_answers_from_what_was_played(workers: int) -> None:
    def stop(done: int) -> None:
        if done >= 12:
            raise KeyboardInterrupt

    asked = [SCORES._replace(tables=[TWO, Table(3, "random")])]
    found, rows = study("royale", 100_000, asked=asked, workers=workers, progress=stop)
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
    chunks = [Chunk(0, first, 2, 9, 0.1, []) for first in (4, 0, 8, 2)]
    assert [chunk.first for chunk in _unbroken(chunks)] == [0, 2, 4]
    assert _unbroken(chunks[2:3]) == []


SCRIPT = """
from pandarium.core.study import Observer, Question, Table, mean
from pandarium.sim.study import study

class Mine(Observer):
    def end(self, state, outcome):
        return {"best": max(outcome.scores)}

def tell(done):
    print(done, flush=True)

asked = [Question("q", "?", [Table(10, "greedy")], Mine, [mean("best")])]
found, _ = study("royale", GAMES, asked=asked, workers=2, progress=tell)
print("interrupted" if found.interrupted else "complete", found.games)
"""


def test_a_script_may_bring_its_own_observer_and_be_interrupted(tmp_path: Path) -> None:
    for games, last in (("6", "complete 6"), ("10**7", r"interrupted [1-9]\d*")):
        file = tmp_path / "script.py"
        file.write_text(SCRIPT.replace("GAMES", games), encoding="utf-8")
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        script = subprocess.Popen([sys.executable, str(file)], text=True, start_new_session=True, **pipes)
        assert script.stdout is not None
        assert int(script.stdout.readline()) > 0
        if games != "6":
            os.killpg(script.pid, signal.SIGINT)
        out, err = script.communicate(timeout=60)
        assert re.fullmatch(last, out.splitlines()[-1])
        assert err == ""


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "at least 1 game"),
        ({"workers": 0}, "at least 1 worker"),
        ({"game": "royal"}, "did you mean 'royale'"),
        ({"only": ["dise"]}, "no question called 'dise' (did you mean 'dice'?)"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"asked": [SCORES._replace(tables=[Table(11, "random")])]}, "2 to 10 players"),
        ({"asked": [SCORES._replace(tables=[Table(2, "best")])]}, "no Panda Royale bot called 'best'"),
        ({"asked": [SCORES._replace(tables=[Table(2, ())])]}, "name at least one bot"),
        ({"asked": [SCORES._replace(tables=[Table(2, ["random"] * 3)])]}, "3 bots for 2 seats"),
        ({"asked": [SCORES._replace(tables=[Table(2, "random", {"childern": True})])]}, "did you mean 'children'"),
        ({"asked": [SCORES._replace(measures=[mean("gold")])]}, "question 'scores': there is no column 'gold'"),
    ],
)
def test_bad_input_is_refused_in_words(wrong: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"game": "royale", "games": 1, "workers": 1, **wrong}
    with pytest.raises(pandarium.PandariumError, match=re.escape(message)):
        study(**given)


# Where questions come from


def test_a_game_without_a_study_gets_general_questions() -> None:
    assert registry.part("leduc", "study") is None
    asked = questions("leduc")
    assert [question.name for question in asked] == ["length", "seats", "levels", "endings", "scores"]
    found, _ = study("leduc", 12, workers=1)
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
def twin(tmp_path: Path) -> Iterator[Callable[[str, str], None]]:
    """Leduc under another name, with a study."""

    def lay(name: str, text: str) -> None:
        skip = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / "examples" / "leduc", tmp_path / name, ignore=skip)
        for file in (tmp_path / name).glob("*.py"):
            renamed = file.read_text("utf-8").replace("games.leduc", f"games.{name}").replace('"leduc"', f'"{name}"')
            file.write_text(renamed, "utf-8")
        (tmp_path / name / "study.py").write_text(text.replace("games.leduc", f"games.{name}"), "utf-8")
        pandarium.mount(tmp_path)

    yield lay
    shelf = pandarium.games.__path__
    shelf.remove(str(tmp_path.resolve()))
    registry._packages.cache_clear()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("number", "STUDY = 3", "STUDY is not a list of pandarium.core.study.Question"),
        ("nothing", "", "STUDY is not a list"),
        ("broken", "1 / 0", "cannot be loaded from pandarium.games.broken.study: ZeroDivisionError"),
        (
            "twice",
            "from pandarium.core.study import Length, Question\nSTUDY = [Question('a', '?', [], Length, [])] * 2",
            "two questions are called a",
        ),
    ],
)
def test_a_broken_study_says_what_is_wrong_with_it(
    twin: Callable[[str, str], None], name: str, text: str, message: str
) -> None:
    twin(name, text)
    with pytest.raises(pandarium.PandariumError, match=re.escape(message)):
        questions(name)


def test_the_example_of_the_page_works(twin: Callable[[str, str], None]) -> None:
    """docs/study.md asks a question of Leduc hold'em, in one listing that is a whole study.py."""
    page = (ROOT / "docs" / "study.md").read_text("utf-8")
    listings = re.findall(r"^\*\*`leduc/study.py`\*\*.*?^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(listings) == 1
    twin("bluff", listings[0])
    found, _ = study("bluff", 300, workers=1)
    assert [answered.name for answered in found.answers] == ["raises"]
    assert re.fullmatch(r"A raise with a king brings .* chips, with a jack .*", found.answers[0].finding)
    again, _ = study("bluff", 300, workers=2)
    assert again.answers == found.answers


def test_the_script_of_the_page_works() -> None:
    page = (ROOT / "docs" / "study.md").read_text("utf-8")
    script = re.findall(r"^```python\n(from .*?)^```$", page, re.MULTILINE | re.DOTALL)[-1]
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert [line.split("}")[0] for line in ran.stdout.splitlines()] == [f"{{'seat': {seat}" for seat in (1, 2, 3)]


# On paper


@pytest.fixture(scope="module")
def small() -> tuple[Study, list[Question], dict[str, Rows]]:
    asked = [
        Question(
            "scores",
            "What is scored?",
            [TWO, Table(3, "random", name="three")],
            Results,
            [mean("score", by="table seat", compare="seat"), rate("won", by="seat"), mean("score")],
            [Bars(), Lines("seat", 0), HeatMap("seat", "table"), Histogram("score", "table"), Bars(base=None)],
            "A note.",
        ),
        Question("endings", "How does it end?", [TWO], Length, [share("reason")], [Bars()]),
    ]
    found, rows = study("royale", 8, asked=asked, workers=1)
    return found, asked, rows


def test_json_and_back(small: tuple[Study, list[Question], dict[str, Rows]]) -> None:
    found, _, _ = small
    data = json.loads(found.to_json())
    assert data["answers"][0]["measures"][0][0].keys() >= {"group", "value", "low", "high", "games", "rows"}
    assert Study.from_json(found.to_json()) == found
    with pytest.raises(pandarium.BadData, match="not a Pandarium study"):
        Study.from_json("{}")


def test_csv_has_a_line_for_every_figure_and_every_row(small: tuple[Study, list[Question], dict[str, Rows]]) -> None:
    found, _, rows = small
    figures = list(csv.DictReader(io.StringIO(figures_csv(found.answers[0]))))
    assert list(figures[0]) == ["measure", "kind", "table", "seat", "rows", "games", "value", "low", "high", "sd"]
    assert len(figures) == 5 + 3 + 1
    assert float(figures[0]["low"]) < float(figures[0]["value"]) < float(figures[0]["high"])
    lines = list(csv.DictReader(io.StringIO(rows_csv(rows["scores"]))))
    assert list(lines[0]) == ["game", "table", "seats", "bots", "seat", "bot", "score", "won"]
    assert len(lines) == 8 * 2 + 8 * 3


def test_the_page_has_findings_tables_pictures_and_commands(
    small: tuple[Study, list[Question], dict[str, Rows]], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    found, asked, rows = small
    written = write(found, asked, rows, tmp_path / "found", with_rows=True)
    page = (tmp_path / "found" / "report.md").read_text("utf-8")
    names = {file.name for file in (tmp_path / "found").iterdir()}
    pictures = {picture.file for answered in written.answers for picture in answered.pictures}
    assert pictures == {"scores.svg", *(f"scores-{n}.svg" for n in range(2, 6)), "endings.svg"}
    assert names == pictures | {"report.md", "scores.csv", "scores.rows.csv", "endings.csv", "endings.rows.csv"}
    for link in re.findall(r"\]\(([^)#]+)\)", page):
        assert (tmp_path / "found" / link).is_file()
    for answered in written.answers:
        assert f"## {answered.ask}\n\n**{answered.finding}.**" in page
        assert answered.command in page
        assert f"](#{re.sub('[^a-z ]', '', answered.ask.lower()).replace(' ', '-')})" in page
    assert found.command in page


def test_a_page_with_a_name_keeps_its_pictures_in_a_folder_of_that_name(
    small: tuple[Study, list[Question], dict[str, Rows]], tmp_path: Path
) -> None:
    found, asked, rows = small
    write(found, asked, rows, tmp_path / "royale.md")
    assert "(royale/scores.csv)" in (tmp_path / "royale.md").read_text("utf-8")
    assert (tmp_path / "royale" / "scores.csv").is_file()


def test_pictures_are_the_same_every_time_and_small(
    small: tuple[Study, list[Question], dict[str, Rows]], tmp_path: Path
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


def test_a_line_along_words_is_refused(small: tuple[Study, list[Question], dict[str, Rows]], tmp_path: Path) -> None:
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
    found, rows = study("royale", 4, asked=[asked], workers=1)
    write(found, [asked], rows, tmp_path)
    assert [file.name for file in tmp_path.glob("*.svg")] == ["scores.svg"]


def test_an_answer_without_games_is_still_a_page(tmp_path: Path) -> None:
    nothing = msgspec.structs.replace(
        study("royale", 1, asked=[SCORES], workers=1)[0],
        answers=[answer(SCORES._replace(plots=[Bars(), Lines("seat")]), Rows(), [], "cmd")],
        interrupted=True,
    )
    write(nothing, [SCORES], {"scores": Rows()}, tmp_path / "x")
    page = (tmp_path / "x" / "report.md").read_text("utf-8")
    assert NOTHING_PLAYED in page
    assert "It was interrupted" in page


def test_the_terminal_gets_eighty_columns_and_the_ends_of_long_lists() -> None:
    many = Question(
        "q", "?", [Table(10, "random")], Results, [mean("score", by="seat won bot score", words="own score")]
    )
    found, _ = study("royale", 6, asked=[many, SCORES], workers=1)
    console = Console(file=io.StringIO(), width=80)
    for table in tables(found):
        console.print(table)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    assert any("between them" in line for line in lines)
    assert any(re.search(r"seat 1\s+\d+\.\d\s+\d+\.\d – \d+\.\d\s+6", line) for line in lines)
