from __future__ import annotations

import json
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Pandarium
from pandarium.cli import study
from pandarium.core.registry import game as find_game
from pandarium.sim.study_results import StudyResult
from pandarium.sim.study_runner import questions

FEW = ["study", "royale", "--games", "6", "--workers", "1", "--questions", "margins,lead"]


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing on stderr about the engine, so that stderr is for what is tested."""
    monkeypatch.setattr("pandarium.buildinfo.is_compiled", lambda *_: True)


def test_answers_in_the_terminal_in_the_order_of_the_study(pandarium: Pandarium) -> None:
    ran = pandarium(*FEW)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.index("Is a lead safe?") < ran.out.index("How clearly are games won?")
    assert "18 games" in ran.out
    assert ran.out.rstrip().endswith("pandarium study royale --games 6 --seed 0 --questions margins,lead")
    assert max(map(len, ran.out.splitlines())) <= 80


def test_the_list_of_questions(pandarium: Pandarium) -> None:
    ran = pandarium("study", "royale", "--list")
    assert [line.split()[0] for line in ran.out.splitlines()] == [question.name for question in questions("royale")]
    some = pandarium("study", "royale", "--list", "--questions", "lead")
    assert some.out == "lead  Is a lead safe?\n"


def test_a_report_with_pictures_and_data(pandarium: Pandarium, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    ran = pandarium(*FEW, "--out", tmp_path / "found", "--rows")
    assert ran.code == 0
    assert f"Written: {tmp_path / 'found' / 'report.md'}" in ran.out
    assert {file.name for file in (tmp_path / "found").iterdir()} == {
        "report.md",
        *(f"{name}.{end}" for name in ("lead", "margins") for end in ("svg", "csv", "rows.csv")),
    }
    assert "![" in (tmp_path / "found" / "report.md").read_text("utf-8")


def test_without_matplotlib_there_is_a_report_without_pictures(
    pandarium: Pandarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandarium.sim.study_plots.find_spec", lambda *_: None)
    ran = pandarium(*FEW, "--out", tmp_path)
    assert ran.code == 0
    assert ran.err == "without pictures: plots need matplotlib: pip install 'pandarium[plots]'\n"
    assert "![" not in (tmp_path / "report.md").read_text("utf-8")
    assert not list(tmp_path.glob("*.svg"))


def test_json_on_stdout_and_nothing_else_the_same_on_any_number_of_cores(pandarium: Pandarium, tmp_path: Path) -> None:
    words = ["study", "royale", "--games", 20, "--questions", "lead", "--seed", 5, "--workers"]
    one = StudyResult.from_json(pandarium(*words, 1, "--json", "-").out)
    ran = pandarium(*words, 2, "--json", tmp_path / "found.json")
    assert "Is a lead safe?" in ran.out
    two = StudyResult.from_json((tmp_path / "found.json").read_text("utf-8"))
    assert one.answers == two.answers
    assert (one.seed, one.games, one.command) == (
        5,
        20,
        "pandarium study royale --games 20 --seed 5 --questions lead",
    )
    assert json.loads(one.to_json())["answers"][0]["measures"][0][0]["group"] == {"pity": "with pity dice", "round": 1}


def test_a_game_without_questions_gets_general_ones(pandarium: Pandarium) -> None:
    ran = pandarium("study", "leduc", "--games", 8, "--workers", 1)
    assert ran.code == 0
    for words in ("How long does a game last?", "How do games end?", "Does playing better pay?"):
        assert words in ran.out


def test_ctrl_c_answers_from_what_was_played_and_writes_it(
    pandarium: Pandarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(games: int) -> Any:
        def advance(done: int) -> None:
            if done >= 9:
                raise KeyboardInterrupt

        return nullcontext(advance)

    monkeypatch.setattr(study, "progress_bar", interrupt)
    words = ["study", "royale", "--games", 100_000, "--questions", "margins", "--workers", 1]
    ran = pandarium(*words, "--out", tmp_path)
    assert ran.code == 130
    assert "(interrupted)" in ran.out
    assert "Traceback" not in ran.err
    assert "It was interrupted" in (tmp_path / "report.md").read_text("utf-8")


def test_a_terminal_gets_a_bar_over_all_tables(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert "/18" in pandarium(*FEW).err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["royal"], "did you mean 'royale'"),
        (["royale", "--questions", "leed"], "no question called 'leed' (did you mean 'lead'?); choose from: children"),
        (["royale", "--questions", ""], "there is no question called ''"),
        (["royale", "--games", "0"], "--games takes a whole number from 1"),
        (["royale", "--seed", "-3"], "--seed takes a whole number from 0"),
        (["royale", "--workers", "none"], "--workers takes a whole number from 1"),
        (["royale", "--rows"], "--rows needs --out"),
        (["royale", "--out", "/nowhere/at/all"], "--out: there is no directory /nowhere/at"),
        (["royale", "--json", "/nowhere/found.json"], "there is no directory /nowhere"),
    ],
)
def test_mistakes_are_one_line_before_the_first_game(pandarium: Pandarium, words: list[str], message: str) -> None:
    ran = pandarium("study", *words)
    assert ran.code == 2
    assert message in ran.line


def test_a_file_in_the_way_is_told_before_the_first_game(pandarium: Pandarium, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here first")
    assert "is a file, not a directory" in pandarium("study", "royale", "--out", tmp_path / "file").line
    assert (tmp_path / "file").read_text() == "here first"


def test_a_report_is_not_written_over_unless_somebody_says_so(pandarium: Pandarium, tmp_path: Path) -> None:
    page = tmp_path / "report.md"
    page.write_text("hours of games")
    ran = pandarium(*FEW, "--out", tmp_path)
    assert ran.code == 2
    assert "report.md is there already; --force writes over it" in ran.line
    assert page.read_text() == "hours of games"
    assert pandarium(*FEW, "--out", tmp_path, "--force").code == 0
    assert "Is a lead safe?" in page.read_text("utf-8")
    page.unlink()
    assert "lead.csv is there already, and 1 more" in pandarium(*FEW, "--out", tmp_path).line
    other = ["study", "royale", "--games", "6", "--workers", "1", "--questions", "scores"]
    assert pandarium(*other, "--out", tmp_path).code == 0, "files of other questions stay where they are"
    assert (tmp_path / "lead.csv").exists()


@pytest.mark.parametrize(("answer", "code", "text"), [("y\n", 0, "Is a lead safe?"), ("\n", 1, "hours of games")])
def test_somebody_at_a_terminal_is_asked(
    pandarium: Pandarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, code: int, text: str
) -> None:
    page = tmp_path / "report.md"
    page.write_text("hours of games")
    monkeypatch.setattr(study, "progress_bar", lambda games: nullcontext())
    monkeypatch.setattr(study, "at_a_terminal", lambda: True)
    monkeypatch.setattr("typer.confirm", lambda words, **_: "Write over it?" in words and answer == "y\n")
    assert pandarium(*FEW, "--out", tmp_path).code == code
    assert text in page.read_text("utf-8")


def test_a_changed_pack_is_compared_on_the_same_deals(pandarium: Pandarium, tmp_path: Path) -> None:
    own = find_game("royale").folder / "content"
    words = ["study", "royale", "--games", "6", "--workers", "1", "--questions", "margins", "--change"]
    ran = pandarium(*words, own, "--out", tmp_path)
    assert ran.code == 0
    assert "Nothing changes, in none of 9 figures" in ran.out
    assert f"pandarium study royale --games 6 --seed 0 --change {own} --questions margins" in ran.out
    assert "| seats | as printed | changed | difference | 95 % | games |" in (tmp_path / "report.md").read_text("utf-8")
    assert "a content pack is a folder with .toml files" in pandarium(*words, tmp_path / "none").line


def test_help_has_an_example_and_loads_nothing_heavy(pandarium: Pandarium) -> None:
    assert "Example: pandarium study royale" in pandarium("study", "--help").out
    code = """
import sys
from pandarium.cli import main
main(["study", "--help"])
heavy = {"rich", "matplotlib", "msgspec", "pandarium.kit.study", "pandarium.sim", "pandarium.games.royale"}
sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
