from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Pandarium
from pandarium import scaffold
from pandarium.core.errors import PandariumError
from pandarium.scaffold import TEMPLATE, choose_prefix, create

ROOT = Path(__file__).parents[2]


def run(*words: object, games: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, which finds the games in that folder."""
    env = {**os.environ, "PANDARIUM_GAMES": str(games), **more}
    words = tuple(str(word) for word in words)
    return subprocess.run([sys.executable, "-m", *words], env=env, capture_output=True, text=True, check=False)  # type: ignore[list-item]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one new game in it, `lantern_walk`."""
    folder = tmp_path_factory.mktemp("games")
    create("lantern_walk", None, folder)
    return folder


def test_the_folder_has_all_a_game_has(games: Path) -> None:
    files = {file.relative_to(games).as_posix() for file in games.rglob("*") if file.is_file()}
    assert files == {
        f"lantern_walk/{file}"
        for file in (
            "__init__.py",
            "bots/__init__.py",
            "content.py",
            "content/race.toml",
            "engine/__init__.py",
            "engine/climbing.py",
            "engine/ending.py",
            "engine/events.py",
            "engine/faults.py",
            "engine/flow.py",
            "engine/knowledge.py",
            "engine/legal.py",
            "engine/moves.py",
            "engine/setting_up.py",
            "engine/state.py",
            "game.py",
            "layouts.py",
            "meta.py",
            "position.py",
            "terminal.py",
            "tests/test_lantern_walk.py",
            "view.py",
            "words/__init__.py",
            "words/en.json",
            "words/labels.py",
            "words/notation.py",
            "words/rulebook.md",
            "words/sentences.py",
        )
    }


def test_nothing_of_the_template_shows_through(games: Path) -> None:
    for file in games.rglob("*"):
        if file.is_file():
            text = file.read_text().lower()
            assert "bamboodash" not in text
            assert "bamboo dash" not in text
            assert "bd-" not in text
            assert "_bd_" not in text
    assert "# Lantern Walk\n" in (games / "lantern_walk" / "words" / "rulebook.md").read_text()
    assert 'prefix="LW"' in (games / "lantern_walk" / "meta.py").read_text()


def test_the_game_is_found(games: Path) -> None:
    ran = run("pandarium", "games", games=games)
    assert ran.returncode == 0, ran.stderr
    assert "Lantern Walk" in ran.stdout
    assert "royale" in ran.stdout


def test_the_game_is_played_to_its_end_at_once(games: Path) -> None:
    words = ["play", "lantern_walk", "--humans", 0, "--bots", "steady,careful,random", "--seed", 3, "--plain"]
    ran = run("pandarium", *words, games=games)
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    assert "wins" in ran.stdout


def test_the_game_keeps_the_contract_and_its_own_tests(games: Path) -> None:
    ran = run("pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, games / "lantern_walk", games=Path("nowhere"))
    assert ran.returncode == 0, ran.stdout[-3000:]
    assert " passed" in ran.stdout


def test_the_game_is_strictly_typed(games: Path) -> None:
    cache = ROOT / ".mypy_cache" / "scaffold"
    words = ["--strict", "--config-file", os.devnull, "--cache-dir", cache, games / "lantern_walk"]
    ran = run("mypy", *words, games=games, MYPYPATH=str(ROOT / "src"))
    assert ran.returncode == 0, ran.stdout


def test_the_game_is_tidy(games: Path) -> None:
    config = ["--config", ROOT / "pyproject.toml", "--no-cache"]
    ours = ["--config", 'lint.isort.known-first-party = ["pandarium"]']
    check = run("ruff", "check", *config, *ours, games / "lantern_walk", games=games)
    assert check.returncode == 0, check.stdout
    shape = run("ruff", "format", "--check", *config, games / "lantern_walk", games=games)
    assert shape.returncode == 0, shape.stdout


def test_new_game_says_how_to_go_on(pandarium: Pandarium, shelf: Path) -> None:
    ran = pandarium("new-game", "moon_walk", "--title", "Panda on the Moon")
    assert ran.code == 0
    assert "PANDARIUM_GAMES=. pandarium play moon_walk" in ran.out
    assert "pytest moon_walk" in ran.out
    assert 'title="Panda on the Moon"' in (shelf / "moon_walk" / "meta.py").read_text()


def test_new_game_goes_where_it_is_told(pandarium: Pandarium, shelf: Path, tmp_path: Path) -> None:
    there = tmp_path / "else" / "where"
    ran = pandarium("new-game", "moon_walk", "--into", there)
    assert ran.code == 0
    assert f"PANDARIUM_GAMES={there} pandarium play moon_walk" in ran.out
    assert (there / "moon_walk" / "game.py").is_file()
    assert list(shelf.iterdir()) == []


def test_inside_a_checkout_it_joins_the_other_games(pandarium: Pandarium, shelf: Path) -> None:
    games = shelf / "src" / "pandarium" / "games"
    games.mkdir(parents=True)
    (games / "__init__.py").touch()
    (shelf / "pyproject.toml").touch()
    (shelf / "docs").mkdir()
    os.chdir(shelf / "docs")
    assert pandarium("new-game", "moon_walk").code == 0
    assert (games / "moon_walk" / "game.py").is_file()


def test_what_is_there_stays_as_it_is(pandarium: Pandarium, shelf: Path) -> None:
    (shelf / "moon_walk").mkdir()
    ran = pandarium("new-game", "moon_walk")
    assert "is there already; nothing was written" in ran.line
    assert ran.code == 2
    assert list((shelf / "moon_walk").iterdir()) == []


def test_a_place_that_is_a_file_is_one_line(pandarium: Pandarium, shelf: Path) -> None:
    (shelf / "file").touch()
    assert "cannot be written" in pandarium("new-game", "moon_walk", "--into", shelf / "file").line


def test_a_failure_in_the_middle_leaves_nothing_behind(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(PandariumError, match="no space left on device"):
        create("moon_walk", None, shelf)
    assert list(shelf.iterdir()) == []


def test_the_template_has_no_loose_ends() -> None:
    """What is filled in must be what the template calls itself."""
    meta = (TEMPLATE / "meta.py").read_text()
    assert f'name="{scaffold.OWN_NAME}"' in meta
    assert f'title="{scaffold.OWN_TITLE}"' in meta
    assert f'prefix="{scaffold.OWN_PREFIX}"' in meta


@pytest.mark.parametrize(
    ("name", "taken", "prefix"),
    [
        ("lantern_walk", [], "LW"),
        ("lantern_walk", ["LW"], "LA"),
        ("dash", [], "DA"),
        ("dash", ["DA", "DS", "DH"], "DB"),
        ("g2048", [], "GA"),
        ("a_1", [], "AB"),
    ],
)
def test_rules_get_two_letters_from_the_name_that_no_other_game_has(name: str, taken: list[str], prefix: str) -> None:
    assert choose_prefix(name, [*taken, "AA"]) == prefix


@pytest.mark.parametrize(
    "name", ["", "x", "Dash", "2dash", "da-sh", "da sh", "dásh", "../dash", "d" * 31, "match", "_d"]
)
def test_names_that_no_package_can_have_are_refused(shelf: Path, name: str) -> None:
    with pytest.raises(PandariumError):
        create(name, None, shelf)
    assert list(shelf.iterdir()) == []


def test_longest_names_stay_tidy(tmp_path: Path) -> None:
    create("d" * 30, "W" * 60, tmp_path)
    config = ["--config", ROOT / "pyproject.toml", "--no-cache"]
    ran = run("ruff", "format", "--check", *config, tmp_path, games=tmp_path)
    assert ran.returncode == 0, ran.stdout
    ran = run("ruff", "check", "--select", "E501", *config, tmp_path, games=tmp_path)
    assert ran.returncode == 0, ran.stdout
