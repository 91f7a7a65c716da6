from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap

import pytest

import pandarium
from pandarium import PandariumError, UnknownGame
from pandarium.core import registry

META = """
    from pandarium.games.royale.meta import META as ROYALE

    META = ROYALE._replace(name={name!r}, title="Toy")
"""
GAME = """
    from pandarium.games.royale.game import PandaRoyale

    from {package}.meta import META


    class Toy(PandaRoyale):
        meta = META


    GAME = Toy()
"""


def write_game(folder, name, package, meta=META, game=GAME):
    place = folder / name
    place.mkdir(parents=True)
    (place / "__init__.py").touch()
    (place / "meta.py").write_text(textwrap.dedent(meta.format(name=name, package=package)))
    (place / "game.py").write_text(textwrap.dedent(game.format(name=name, package=package)))
    return place


@pytest.fixture
def shelf(monkeypatch):
    """Lets a test add games, and takes them away afterwards."""
    places = registry._shelf()
    before = list(places)
    modules = set(sys.modules)
    yield places
    places[:] = before
    for name in set(sys.modules) - modules:
        if "toy" in name:
            del sys.modules[name]
    for cached in (registry._packages, registry.meta, registry.game):
        cached.cache_clear()


def run(code, **env):
    """The code in a fresh process; what it prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **env},
    )
    return json.loads(done.stdout)


def test_games_in_the_box_are_found_sorted():
    assert "royale" in pandarium.names()
    assert pandarium.names() == sorted(pandarium.names())


def test_a_game_is_the_same_object_each_time():
    assert pandarium.game("royale") is pandarium.game("royale")
    assert pandarium.game("royale").meta is pandarium.meta("royale")


def test_meta_does_not_load_the_engine():
    code = """
        import json, sys, pandarium
        title = pandarium.meta("royale").title
        print(json.dumps([title, [name for name in sys.modules if name.startswith("pandarium.games.royale.")]]))
    """
    assert run(code) == ["Panda Royale", ["pandarium.games.royale.meta"]]


@pytest.mark.parametrize("name", ["royal", "Royale", "roayle"])
def test_a_name_that_is_nearly_right_is_suggested(name):
    with pytest.raises(
        UnknownGame, match=f"there is no game called '{name}' .did you mean 'royale'.*choose from: .*royale"
    ):
        pandarium.game(name)
    with pytest.raises(UnknownGame, match="did you mean 'royale'"):
        pandarium.meta(name)


@pytest.mark.parametrize("name", ["", "chess", "../royale", "royale.meta", "os", "__init__"])
def test_a_name_that_no_game_has_is_refused(name):
    with pytest.raises(UnknownGame) as caught:
        pandarium.game(name)
    assert caught.value.name == name


def test_a_folder_that_is_mounted_adds_its_games(tmp_path, shelf):
    write_game(tmp_path, "toy_mounted", "pandarium.games.toy_mounted")
    pandarium.mount(tmp_path)
    assert "toy_mounted" in pandarium.names()
    game = pandarium.game("toy_mounted")
    assert game.meta.title == "Toy"
    assert game.start(seats=2, seed=1).actors()


def test_mounting_twice_is_mounting_once(tmp_path, shelf):
    pandarium.mount(tmp_path, str(tmp_path))
    pandarium.mount(tmp_path)
    assert shelf.count(str(tmp_path)) == 1


def test_a_mounted_folder_that_does_not_exist_adds_nothing(tmp_path, shelf):
    before = pandarium.names()
    pandarium.mount(tmp_path / "nowhere")
    assert pandarium.names() == before


def test_what_is_no_game_folder_is_passed_over(tmp_path, shelf):
    (tmp_path / "toy_without_meta").mkdir()
    (tmp_path / "toy.txt").touch()
    write_game(tmp_path, "toy-with-hyphen", "x")
    pandarium.mount(tmp_path)
    assert [name for name in pandarium.names() if name.startswith("toy")] == []


def test_a_game_in_the_box_keeps_its_name(tmp_path, shelf):
    write_game(tmp_path, "royale", "pandarium.games.royale")
    pandarium.mount(tmp_path)
    assert pandarium.game("royale").meta.title == "Panda Royale"


def test_the_environment_names_folders_with_games(tmp_path):
    write_game(tmp_path / "a", "toy_a", "pandarium.games.toy_a")
    write_game(tmp_path / "b", "toy_b", "pandarium.games.toy_b")
    folders = os.pathsep.join([str(tmp_path / "a"), "", str(tmp_path / "b"), str(tmp_path / "nowhere")])
    code = """
        import json, pandarium
        found = [name for name in pandarium.names() if name.startswith("toy")]
        print(json.dumps([found, pandarium.game("toy_b").start(2, seed=3).actors()]))
    """
    assert run(code, PANDARIUM_GAMES=folders)[0] == ["toy_a", "toy_b"]


def test_an_installed_package_offers_a_game_by_entry_point(tmp_path, shelf, monkeypatch):
    package = tmp_path / "toy_package"
    write_game(package, "inner", "toy_package.inner", META.replace("{name!r}", "'toy_entry'"))
    (package / "__init__.py").touch()
    info = tmp_path / "toy_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-package\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[pandarium.games]\ntoy_entry = toy_package.inner\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry._packages.cache_clear()
    assert "toy_entry" in pandarium.names()
    assert pandarium.game("toy_entry").meta.name == "toy_entry"


@pytest.mark.parametrize(
    ("meta", "game"),
    [
        ("import no_such_module", GAME),
        ("1 +", GAME),
        ("raise RuntimeError('two\\nlines')", GAME),
        ("1 / 0", GAME),
        ("", GAME),
        ("META = 'Toy'", GAME),
        (META, "from pandarium.core import no_such_name"),
        (META, "def broken(:"),
        (META, "undefined_name"),
        (META, ""),
        (META, "GAME = 5"),
        (META, "from pandarium.games.royale.game import PandaRoyale as GAME"),
    ],
)
def test_a_broken_game_is_named_with_what_is_wrong(tmp_path, shelf, meta, game):
    write_game(tmp_path, "toy_broken", "pandarium.games.toy_broken", meta, game)
    pandarium.mount(tmp_path)
    with pytest.raises(PandariumError, match="game 'toy_broken'") as caught:
        pandarium.game("toy_broken")
    assert "\n" not in str(caught.value)
    assert pandarium.game("royale").meta.name == "royale"


def test_an_entry_point_to_nowhere_is_named(tmp_path, shelf, monkeypatch):
    info = tmp_path / "toy_nowhere-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-nowhere\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[pandarium.games]\ntoy_nowhere = no_such_package.toy\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry._packages.cache_clear()
    with pytest.raises(PandariumError, match="game 'toy_nowhere' cannot be loaded"):
        pandarium.meta("toy_nowhere")
