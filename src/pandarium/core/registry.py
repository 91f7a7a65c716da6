"""Which games there are: folders in `pandarium/games`, folders named by PANDARIUM_GAMES, and entry points.

A game is a package with a `meta.py` (holding META) and a `game.py` (holding GAME). It is found

- as a folder in `pandarium/games`;
- as a folder in one of the directories that the environment variable PANDARIUM_GAMES lists (they are mounted as
  `pandarium.games.<folder>`, so that a game can move between the two without a change);
- as an entry point in the group `pandarium.games`, whose value is the package: `mygame = "my_package.mygame"`.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from pandarium.core.errors import PandariumError, UnknownGame
from pandarium.core.meta import Meta

if TYPE_CHECKING:
    from pandarium.core.game import Game

GROUP = "pandarium.games"


def _shelf() -> list[str]:
    """The directories that hold game folders. By name, since core must not import what builds on it."""
    return cast("list[str]", import_module(GROUP).__path__)


@cache
def _packages() -> dict[str, str]:
    """Name of every game and the package it lives in; the first to claim a name keeps it."""
    found: dict[str, str] = {}
    for place in _shelf():
        folder = Path(place)
        names = sorted(child.name for child in folder.iterdir()) if folder.is_dir() else []
        for name in names:
            if name.isidentifier() and (folder / name / "meta.py").is_file():
                found.setdefault(name, f"{GROUP}.{name}")
    for entry in entry_points(group=GROUP):
        found.setdefault(entry.name, entry.value)
    return found


def mount(*folders: str | os.PathLike[str]) -> None:
    """Add directories that hold game folders, as PANDARIUM_GAMES does at the start."""
    for folder in folders:
        place = str(Path(folder).resolve())
        if place not in _shelf():
            _shelf().append(place)
    _packages.cache_clear()


def names() -> list[str]:
    """The names of all games, sorted."""
    return sorted(_packages())


def folder(name: str) -> Path:
    """Where a game's files lie; raises UnknownGame."""
    package = _packages().get(name)
    if package is None:
        raise UnknownGame(name, _packages())
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise PandariumError(f"game {name!r}: there is no package {package}")
    return Path(spec.origin).parent


@cache
def meta(name: str) -> Meta:
    """What a game says about itself, without loading its engine."""
    package = _packages().get(name)
    if package is None:
        raise UnknownGame(name, _packages())
    found = getattr(_load(name, package, "meta"), "META", None)
    if not isinstance(found, Meta):
        raise PandariumError(f"game {name!r}: {package}.meta.META is not a pandarium.core.meta.Meta")
    return found


@cache
def game(name: str) -> Game:
    """The game of that name; raises UnknownGame.

    >>> game("royale").meta.title
    'Panda Royale'
    """
    from pandarium.core.game import Game

    meta(name)
    package = _packages()[name]
    found = getattr(_load(name, package, "game"), "GAME", None)
    if not isinstance(found, Game):
        raise PandariumError(f"game {name!r}: {package}.game.GAME is not a pandarium.core.game.Game")
    return found


def _load(name: str, package: str, module: str) -> ModuleType:
    try:
        return import_module(f"{package}.{module}")
    except Exception as error:  # whatever a third-party module does wrong
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise PandariumError(f"game {name!r} cannot be loaded from {package}.{module}: {what}") from error


def optional_module(name: str, module: str) -> ModuleType | None:
    """An optional module of a game, such as `study`; None where it has none."""
    meta(name)
    package = _packages()[name]
    if find_spec(f"{package}.{module}") is None:
        return None
    return _load(name, package, module)
