"""Whether another machine has the same program: games are the same games only where all that plays them is the same."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pandarium.buildinfo import is_compiled
from pandarium.core.errors import UnknownGame
from pandarium.core.registry import folder

_PACKAGE = Path(__file__).resolve().parents[1]
_PARTS = ("core", "kit", "bots", "sim")
"""What results depend on, besides the game."""
_KINDS = (".py", ".toml")


class Build(NamedTuple):
    """What plays a game on one machine."""

    game: str
    compiled: bool
    source: str
    """A hash of our own files."""
    game_source: str | None
    """A hash of the game's files; None: there is no such game."""


def this_build(game: str) -> Build:
    """What plays this game here."""
    try:
        game_source = _hash(folder(game))
    except UnknownGame:
        game_source = None
    return Build(game, is_compiled(), _hash(*(_PACKAGE / part for part in _PARTS)), game_source)


def difference(there: Build, here: Build) -> str | None:
    """What is different there, as the rest of a sentence; None: nothing.

    >>> here = this_build("royale")
    >>> difference(here._replace(game_source=None), here)
    "has no game called 'royale'"
    """
    if there.source != here.source:
        return "has another build of pandarium: its source is not the same"
    if there.compiled != here.compiled:
        return f"has {_engine(there)}, here is {_engine(here)}"
    if there.game_source is None:
        return f"has no game called {here.game!r}"
    if there.game_source != here.game_source:
        return f"has another {here.game!r}: its files are not the same"
    return None


def _engine(build: Build) -> str:
    return "a compiled engine" if build.compiled else "an interpreted engine"


def _hash(*folders: Path) -> str:
    found = sha256()
    for place in folders:
        for file in sorted(place.rglob("*"), key=lambda file: file.relative_to(place).as_posix()):
            if file.suffix in _KINDS:
                found.update(f"{place.name}/{file.relative_to(place).as_posix()}\n".encode())
                found.update(sha256(file.read_bytes()).digest())
    return found.hexdigest()
