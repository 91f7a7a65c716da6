"""MoveList: moves being listed, without a Python object for each."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

USUAL: Final = 32
"""Room for as many moves as most positions offer."""

MOST_READY: Final = 4096
READY: Final[list[Any]] = list(range(MOST_READY))
"""Small numbers, ready made: lists of moves share these objects instead of making new ones."""


@mypyc_attr(acyclic=True, free_list_len=1)
class MoveList:
    """A list that only grows. Whoever lists brings one."""

    items: vec[i64]
    """Only the first `length` of them count."""
    length: i64

    def __init__(self, room: i64 = USUAL) -> None:
        self.items = vec[i64](capacity=room)
        self.length = 0

    def add(self, move: i64) -> None:
        """One move more."""
        length: i64 = self.length
        if length < len(self.items):
            self.items[length] = move
        else:
            self.items = append(self.items, move)
        self.length = length + 1

    def to_list(self) -> list[int]:
        """The moves as people's Python knows them."""
        items = self.items
        if self.length < len(items):
            items = items[: self.length]
        return [READY[move] if move < MOST_READY else move for move in items]
