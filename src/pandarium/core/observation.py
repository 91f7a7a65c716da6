"""The layout of observations: what each byte of `state.observe(seat)` means."""

from __future__ import annotations

from typing import NamedTuple


class Piece(NamedTuple):
    """A named stretch of an observation."""

    name: str
    length: int
    help: str


class Observation(NamedTuple):
    """The layout of what `state.observe(seat)` returns."""

    pieces: tuple[Piece, ...]

    @property
    def length(self) -> int:
        """Bytes in all."""
        return sum(piece.length for piece in self.pieces)

    def split(self, data: bytes) -> dict[str, bytes]:
        """The same bytes, cut into their named pieces."""
        parts: dict[str, bytes] = {}
        at = 0
        for piece in self.pieces:
            parts[piece.name] = data[at : at + piece.length]
            at += piece.length
        return parts
