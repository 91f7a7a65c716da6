from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.conftest import Pandarium
from pandarium.bots import ladder as ladders


def test_a_ladder_is_shown_and_kept(pandarium: Pandarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ladder.toml"
    monkeypatch.setattr(ladders, "ladder_file", lambda game: file)
    words = ["ladder", "leduc", "--games", 4, "--workers", 1]
    shown = pandarium(*words)
    assert shown.code == 0
    assert "Leduc" in shown.out
    assert "rating" in shown.out
    assert not file.exists()
    written = pandarium(*words, "--write")
    assert written.out.endswith(f"Written: {file}\n")
    assert "[levels.random]" in file.read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_written_is_named_before_the_games(
    pandarium: Pandarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladders, "ladder_file", lambda game: tmp_path / "gone" / "ladder.toml")
    refused = pandarium("ladder", "leduc", "--write")
    assert refused.code == 2
    assert "cannot be written" in refused.err


def test_without_openskill_it_is_one_line(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    refused = pandarium("ladder", "leduc", "--games", 2)
    assert refused.code == 2
    assert "pip install 'pandarium[server]'" in refused.err


@pytest.mark.parametrize(("language", "said"), [("en", "rating "), ("de", "Wertung ")])
def test_the_list_of_games_says_how_strong_levels_are(
    pandarium: Pandarium, language: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PANDARIUM_LANGUAGE", language)
    out = pandarium("games").out
    assert re.search(rf" cautious +{said}\d+", out)
    assert re.search(r" greedy {8,}\w", out), "of levels that nobody measured nothing is said"
    assert ("wins " if language == "en" else "gewinnt ") in out
