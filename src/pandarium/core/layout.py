"""Layouts: what each byte of an observation and of a move's features means, and what each action number means."""

from __future__ import annotations

from typing import Final, NamedTuple

FLAG: Final = "flag"
"""1 or 0."""
CATEGORY: Final = "category"
"""One of several things, `top` the highest number; neighbours have nothing in common."""
COUNT: Final = "count"
"""How many."""
BITS: Final = "bits"
"""Every bit a flag."""
NUMBER: Final = "number"
"""Two bytes, the high one first; `zero` stands for 0."""

KINDS: Final = (FLAG, CATEGORY, COUNT, BITS, NUMBER)


class Piece(NamedTuple):
    """A named stretch of a layout: that many bytes of one kind."""

    name: str
    length: int
    """In bytes."""
    help: str
    kind: str = COUNT
    top: int = 255
    """The highest value that an item of it takes; 1 for a flag."""
    zero: int = 0
    """Of a NUMBER: what is written for 0."""

    @property
    def items(self) -> int:
        """How many values it holds."""
        return self.length // 2 if self.kind == NUMBER else self.length


class Layout(NamedTuple):
    """The layout of what `state.observe(seat)` returns, or of the features of a move."""

    pieces: tuple[Piece, ...]
    whole_history: bool = False
    """Of an observation: whether it tells everything that its seat has ever seen, not just how things stand."""

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

    def place(self, name: str) -> int:
        """Where the piece of that name begins.

        >>> Layout((Piece("gold", 2, "gold", NUMBER), Piece("cards", 1, "cards"))).place("cards")
        2
        """
        at = 0
        for piece in self.pieces:
            if piece.name == name:
                return at
            at += piece.length
        raise KeyError(name)


class ActionRange(NamedTuple):
    """Action numbers that mean the same kind of move."""

    name: str
    size: int
    help: str


MOVE_NUMBER: Final = Layout((Piece("move", 8, "the move as the engine writes it, the lowest byte first"),))
"""The features of a move in a game that does not name any."""
