"""Pandánte in the terminal: the table, and pages with what there is to look up."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from pandarium.games.pandante.terminal.pages import cards_page, gold_page, hands_page
from pandarium.games.pandante.terminal.table import PALETTE, table_lines
from pandarium.games.pandante.view import PandanteView
from pandarium.kit.terminal import TerminalTable
from pandarium.kit.terminal_drawing import Page


class PandanteDrawing(Page):
    """The table, and its pages."""

    def __init__(self, view: PandanteView, names: Sequence[str], width: int) -> None:
        super().__init__(PALETTE, lambda inks: table_lines(view, names, width, inks))
        self.pages: tuple[tuple[str, RenderableType], ...] = (
            ("Gold", Page(PALETTE, lambda inks: gold_page(view, names))),
            ("Hands and odds", Page(PALETTE, lambda inks: hands_page(view))),
            ("Casino, champions, abilities", Page(PALETTE, lambda inks: cards_page(view, names))),
        )


class PandanteTable(TerminalTable):
    """How Pandánte looks in the terminal."""

    def draw(self, view: PandanteView, names: Sequence[str], width: int = 80) -> PandanteDrawing:
        """The table of that width, ready to be printed by Rich."""
        return PandanteDrawing(view, names, width)
