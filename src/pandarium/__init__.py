"""Pandarium: four panda games, one table.

>>> import pandarium
>>> game = pandarium.game("royale")
>>> state = game.start(seats=3, seed=7)
>>> while state.actors():
...     seat = state.actors()[0]
...     state.play(seat, state.legal(seat)[0])
>>> state.outcome().reason
'highest total after 10 rounds (PR-13)'

With PANDARIUM_PURE=1 in the environment the .py files are used even where there are compiled modules, too.
"""

from __future__ import annotations

import os as _os
from typing import TYPE_CHECKING as _TYPE_CHECKING

if _os.environ.get("PANDARIUM_PURE", "").lower() not in ("", "0", "false", "no", "off"):
    from pandarium._pure import install as _install

    _install()

if _TYPE_CHECKING:
    from pandarium.core.errors import (
        BadContent,
        BadData,
        BadMove,
        BadOption,
        BadRecord,
        BadSeats,
        IllegalMove,
        NoUndo,
        PandariumError,
        UnknownGame,
    )
    from pandarium.core.game import Game
    from pandarium.core.match import Match
    from pandarium.core.meta import Meta, Option
    from pandarium.core.outcome import Outcome
    from pandarium.core.record import Record
    from pandarium.core.registry import game, meta, mount, names
    from pandarium.core.rng import Rng
    from pandarium.core.state import Setup, State

__version__ = "0.2.0"

_HOME = {
    "errors": ("BadContent BadData BadMove BadOption BadRecord BadSeats IllegalMove NoUndo PandariumError UnknownGame"),
    "game": "Game",
    "match": "Match",
    "meta": "Meta Option",
    "outcome": "Outcome",
    "record": "Record",
    "registry": "game meta mount names",
    "rng": "Rng",
    "state": "Setup State",
}
_WHERE = {name: f"pandarium.core.{module}" for module, found in _HOME.items() for name in found.split()}

__all__ = [
    "BadContent",
    "BadData",
    "BadMove",
    "BadOption",
    "BadRecord",
    "BadSeats",
    "Game",
    "IllegalMove",
    "Match",
    "Meta",
    "NoUndo",
    "Option",
    "Outcome",
    "PandariumError",
    "Record",
    "Rng",
    "Setup",
    "State",
    "UnknownGame",
    "game",
    "meta",
    "mount",
    "names",
]


def __getattr__(name: str) -> object:
    """Load public names when they are first asked for, so that `import pandarium` costs next to nothing."""
    if name not in _WHERE:
        raise AttributeError(f"module 'pandarium' has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(_WHERE[name]), name)
    globals()[name] = found
    return found
