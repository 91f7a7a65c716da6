"""Bytes of a layout as inputs of a network: which byte each input looks at, and what it makes of it.

A category has an input for every value but 0, a flag or a bit has one. A count is divided by the highest it can be; a
number of two bytes, of which nobody knows the highest, becomes sign(n) × log(1 + |n| / 64). The same table serves numpy
(`pandarium.learn.encoding`) and `pandarium.kit.network`, which is compiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pandarium.core.layout import BITS, CATEGORY, FLAG, NUMBER, Layout, Piece

VALUE: Final = 0
"""The byte, scaled."""
EQUAL: Final = 1
"""1 where the byte is `wanted`."""
BIT: Final = 2
"""1 where that bit of the byte is set."""
WORD: Final = 3
"""Two bytes, the high one first, less `wanted`, scaled, and its logarithm."""

USUAL_NUMBER: Final = 64.0
"""About what a number is in these games."""


class Input(NamedTuple):
    """One input of a network."""

    byte: int
    how: int
    wanted: int
    scale: float


def inputs_of(layout: Layout) -> list[Input]:
    """The inputs that a layout gives, in order."""
    found: list[Input] = []
    at = 0
    for piece in layout.pieces:
        for byte in range(at, at + piece.length, 2 if piece.kind == NUMBER else 1):
            found.extend(_inputs(piece, byte))
        at += piece.length
    return found


def _inputs(piece: Piece, byte: int) -> Iterator[Input]:
    if piece.kind == CATEGORY:
        for wanted in range(1, piece.top + 1):
            yield Input(byte, EQUAL, wanted, 1.0)
    elif piece.kind == BITS:
        for bit in range(8):
            yield Input(byte, BIT, 1 << bit, 1.0)
    elif piece.kind == NUMBER:
        yield Input(byte, WORD, piece.zero, 1.0 / USUAL_NUMBER)
    else:
        yield Input(byte, VALUE, 0, 1.0 if piece.kind == FLAG else 1.0 / piece.top)
