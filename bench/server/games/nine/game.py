"""The front door of Nine Cells: the contract, filled in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from pandarium.core.errors import BadContent
from pandarium.core.game import Game
from pandarium.core.layout import Layout, Piece
from pandarium.games.nine.engine.flow import NineDeal
from pandarium.games.nine.engine.moves import CELLS
from pandarium.games.nine.meta import META
from pandarium.games.nine.position import dump, load
from pandarium.games.nine.view import redact, view
from pandarium.games.nine.words import notation as words


class NineCells(Game):
    """Nine Cells."""

    meta = META
    folder = Path(__file__).parent
    observation = Layout(
        (
            Piece("lucky", 1, "own lucky cell, from 1; 0 when the game is over"),
            Piece("seat", 1, "own seat"),
            Piece("turn", 1, "the seat to act"),
            Piece("over", 1, "1 when the game is over"),
            Piece("owners", CELLS, "who has claimed each cell: 0 nobody, else the seat from 1"),
        )
    )

    def build(self, seats: int, options: dict[str, Any], content: Any) -> NineDeal:
        """Everything fixed before the first card."""
        if content is not None:
            raise BadContent("content", "this game has none")
        return NineDeal(self, seats, options, None, options["rounds"])

    def say(self, move: int) -> str:
        """`claim 5`."""
        return words.say(move)

    def read(self, text: str) -> int:
        """The move in that notation."""
        return words.read(text)

    def describe(self, move: int) -> msgspec.Struct:
        """The move as a struct."""
        return words.describe(move)

    def label(self, move: int, names: Sequence[str]) -> str:
        """A move as a player would say it."""
        return f"Claim cell {move}"

    def sentence(self, event: Any, names: Sequence[str]) -> str:
        """An event as a sentence."""
        return words.tell(event, names)

    def view(self, state: Any, viewer: int | None) -> msgspec.Struct:
        """The table as this viewer sees it."""
        return view(state, viewer)

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> msgspec.Struct:
        """An event as this viewer hears of it."""
        return redact(event, viewer)

    def dump(self, state: Any) -> dict[str, Any]:
        """The whole position."""
        return dump(state)

    def load(self, data: Any) -> Any:
        """The position that `dump` wrote."""
        return load(self, data)


GAME = NineCells()
