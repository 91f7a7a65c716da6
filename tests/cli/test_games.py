from __future__ import annotations

from pathlib import Path

import pytest

import pandarium as package
from cli.conftest import Pandarium
from pandarium import bots
from pandarium.core import registry
from pandarium.core.meta import Option


@pytest.mark.usefixtures("wide")
def test_games_lists_every_game_with_all_one_can_choose(pandarium: Pandarium) -> None:
    ran = pandarium("games")
    assert (ran.code, ran.err) == (0, "")
    for name in package.names():
        meta = package.meta(name)
        for word in (name, meta.title, meta.tagline):
            assert word in ran.out
        for option in meta.options:
            assert f"-o {option.name}=" in ran.out
        for level in bots.levels(package.game(name)):
            assert level in ran.out
    assert "2–10     15–45" in ran.out
    assert "-o children=no|yes" in ran.out


@pytest.mark.usefixtures("wide")
def test_games_tells_what_the_choices_of_an_option_are_called(
    pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = (Option("length", "How long it takes.", 2, (1, 2), {1: "short", 2: "as printed"}),)
    game = package.game("royale")
    monkeypatch.setattr(type(game), "meta", game.meta._replace(options=options))
    output = pandarium("games").out
    assert "-o length=2|1" in output
    assert "1: short; 2: as printed" in output


def test_games_fits_a_small_terminal(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert max(len(line) for line in pandarium("games").out.splitlines()) <= 80


@pytest.mark.usefixtures("wide")
def test_a_broken_game_does_not_hide_the_others(
    pandarium: Pandarium, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ruin").mkdir()
    (tmp_path / "ruin" / "meta.py").write_text("import nothing_of_that_name")
    shelf = registry._shelf()
    package.mount(tmp_path)
    try:
        ran = pandarium("games")
        assert ran.code == 0
        assert "game 'ruin' cannot be loaded" in ran.out
        assert "Panda Royale" in ran.out
    finally:
        shelf.remove(str(tmp_path))
        registry._packages.cache_clear()
