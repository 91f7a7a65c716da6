"""What two machines must have in common, and the words where they do not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pandarium.sim import same_build
from pandarium.sim.same_build import difference, this_build

ROOT = Path(__file__).parents[2]


def test_the_same_build_is_the_same() -> None:
    assert difference(this_build("royale"), this_build("royale")) is None


def test_every_difference_has_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    here = this_build("leduc")
    engine, other = ("a compiled engine", "an interpreted engine")[:: 1 if here.compiled else -1]
    assert difference(here._replace(compiled=not here.compiled), here) == f"has {other}, here is {engine}"
    assert difference(here._replace(source="?"), here) == "has another build of pandarium: its source is not the same"
    assert difference(here._replace(game_source="?"), here) == "has another 'leduc': its files are not the same"
    assert difference(here._replace(game_source=None), here) == "has no game called 'leduc'"
    assert this_build("nowhere").game_source is None


def test_rules_and_content_count_and_what_python_writes_beside_them_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tmp_path / "leduc"
    shutil.copytree(ROOT / "examples" / "leduc", game, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(same_build, "folder", lambda name: game)
    before = this_build("leduc").game_source
    (game / "__pycache__").mkdir()
    (game / "__pycache__" / "game.cpython-311.pyc").touch()
    assert this_build("leduc").game_source == before
    with (game / "engine" / "state.py").open("a") as file:
        file.write("# changed\n")
    rules = this_build("leduc").game_source
    (game / "content").mkdir(exist_ok=True)
    (game / "content" / "more.toml").touch()
    assert len({before, rules, this_build("leduc").game_source}) == 3
