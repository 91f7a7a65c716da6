from __future__ import annotations

from pathlib import Path

import pytest

import pandarium as package
from cli.conftest import Pandarium
from pandarium import bots
from pandarium.cli.reading import plain, unwrap
from pandarium.core import registry
from pandarium.core.meta import Option


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


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
    told = pandarium("games").out
    assert "-o length=2|1" in told
    assert "1: short; 2: as printed" in told


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


def test_rules_in_a_pipe_are_plain_text(pandarium: Pandarium) -> None:
    ran = pandarium("rules", "royale")
    assert ran.code == 0
    assert ran.out.startswith("Panda Royale\n============\n")
    assert "*" not in ran.out
    assert "#" not in ran.out
    for rule in package.game("royale").rulebook.rules:
        assert f"{rule.id} {rule.title}." in ran.out


@pytest.mark.parametrize("wanted", ["PR-7", "pr-7", "7"])
@pytest.mark.usefixtures("wide")
def test_one_rule_by_its_id(pandarium: Pandarium, wanted: str) -> None:
    ran = pandarium("rules", "royale", wanted)
    assert ran.code == 0
    assert ran.out.startswith("PR-7 Red")
    assert "White numbers minus black numbers" in ran.out
    assert "PR-8" not in ran.out


@pytest.mark.usefixtures("wide")
def test_search_finds_rules_by_a_word_in_any_case(pandarium: Pandarium) -> None:
    ran = pandarium("rules", "royale", "--search", "GLITTER")
    assert ran.code == 0
    found = {line.split()[0] for line in ran.out.splitlines() if line.startswith("PR-")}
    expected = {rule.id for rule in package.game("royale").rulebook.rules if "glitter" in rule.text.lower()}
    assert found == expected


def test_on_a_terminal_the_rulebook_is_rendered(pandarium: Pandarium, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    ran = pandarium("rules", "royale")
    assert "\x1b[1m" in ran.out
    assert "**" not in ran.out


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("## A round", "A round\n-------"),
        ("**PR-1 Four\nsteps.** Roll", "PR-1 Four\nsteps. Roll"),
        ("the option *first_roll* counts", "the option first_roll counts"),
        ("2 * 3 * 4", "2 * 3 * 4"),
    ],
)
def test_marks_go_and_words_stay(markdown: str, text: str) -> None:
    assert plain(markdown) == text


def test_paragraphs_flow_and_tables_stand() -> None:
    assert unwrap("one\ntwo") == "one two"
    assert unwrap("see\n| a | b |") == "see\n| a | b |"
