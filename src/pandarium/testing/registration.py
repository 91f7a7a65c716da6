"""Register a game for a while, so that records and pickles find one that is not installed (yet)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType

from pandarium.core import registry
from pandarium.core.game import Game
from pandarium.core.message import catalogue


@contextmanager
def temporarily_registered(game: Game) -> Iterator[None]:
    """While this lasts, `pandarium.game(name)` is this very object; nothing is done for a game that it is already.

    >>> import pandarium
    >>> with temporarily_registered(pandarium.game("royale")):
    ...     pandarium.game("royale").meta.title
    'Panda Royale'
    """
    name = game.meta.name
    packages = registry._packages()
    former = packages.get(name)
    if former is not None and registry.game(name) is game:
        yield
        return
    package = f"{__name__}.{name}"
    folder = ModuleType(package)
    folder.__spec__ = ModuleSpec(package, None, origin=str(game.folder / "__init__.py"))
    sys.modules[package] = folder
    stand_ins = {"meta": ("META", game.meta), "game": ("GAME", game)}
    for module, (constant, value) in stand_ins.items():
        stand_in = ModuleType(f"{package}.{module}")
        setattr(stand_in, constant, value)
        sys.modules[stand_in.__name__] = stand_in
    packages[name] = package
    _forget()
    try:
        yield
    finally:
        if former is None:
            del packages[name]
        else:
            packages[name] = former
        for module in stand_ins:
            del sys.modules[f"{package}.{module}"]
        del sys.modules[package]
        _forget()


def _forget() -> None:
    registry.meta.cache_clear()
    registry.game.cache_clear()
    catalogue.cache_clear()
