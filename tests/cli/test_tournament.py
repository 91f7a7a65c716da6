"""`pandarium tournament`: a whole tournament in the terminal, and calling one at a server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandarium.cli import main


def test_a_tournament_of_bots_ends_with_one_winner(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "pandante", "--bots", "8", "--level", "random", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert "832 gold bought" in out
    assert " won after " in out


def test_results_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "cup.json"
    words = ["tournament", "pandante", "--bots", "5", "--level", "random", "--late", "1", "--rebuys", "1"]
    assert main([*words, "--json", str(file)]) == 0
    report = json.loads(file.read_text())
    assert sum(report["chips"].values()) == report["bought"] >= 5 * 104
    assert report["standings"][0][:2] == [1, report["winner"]]
    capsys.readouterr()
    assert main([*words, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["winner"] == report["winner"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["royale"], "not played as a tournament"),
        (["pandante", "--bots", "1"], "at least 2 players"),
        (["pandante", "--rebuys", "1"], "--rebuys needs --late"),
        (["pandante", "--level", "genius"], "genius"),
        (["pandante", "-o", "diamonds=yes"], "PD-G1"),
    ],
)
def test_what_cannot_be_ends_in_one_line(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", *words]) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
