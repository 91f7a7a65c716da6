"""Words for Nine Cells: notation both ways, moves as structs, events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pandarium.core.errors import BadMove
from pandarium.games.nine import view as seen
from pandarium.games.nine.engine.moves import CELLS

_SAID = {cell: f"claim {cell}" for cell in range(1, CELLS + 1)}
_MEANING = {text: cell for cell, text in _SAID.items()}


class Claim(msgspec.Struct, frozen=True, tag_field="move", tag="claim"):
    """Claim an empty cell (NC-4)."""

    cell: int


def describe(move: int) -> Claim:
    """A move as a struct."""
    say(move)
    return Claim(move)


def say(move: int) -> str:
    """A move in notation: `claim 5`."""
    if move not in _SAID:
        raise BadMove(str(move), "cells are numbered from 1 to 9")
    return _SAID[move]


def read(text: str) -> int:
    """The move in that notation; case and spaces do not matter."""
    words = " ".join(text.split()).lower()
    if words not in _MEANING:
        raise BadMove(text, "write 'claim' and the number of a cell, from 'claim 1' to 'claim 9'")
    return _MEANING[words]


def tell(event: Any, names: Sequence[str]) -> str:
    """One event as a sentence."""
    match event:
        case seen.DrewLucky(seat, None):
            return f"{names[seat]} draws a lucky cell"
        case seen.DrewLucky(seat, cell):
            return f"{names[seat]} draws a lucky cell: {cell}"
        case seen.ClaimedCell(seat, cell):
            return f"{names[seat]} claims cell {cell}"
        case seen.ScoredRound(seat, cell, points):
            return f"{names[seat]} shows lucky cell {cell} and scores {points}"
    return "The game is over: " + ", ".join(f"{name} {score}" for name, score in zip(names, event.scores, strict=True))
