"""TableLayout: where title, board, status line, moves, log and keys stand on the screen."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Footer, Static

from pandarium.tui.base_app import WIDE, BaseApp
from pandarium.tui.drawing import PaintedLines, paint
from pandarium.tui.widgets import LogView, MainArea, MoveList, TableDrawing, TitleBar

LOG_LINES = 300
SIDE_WIDTH = 38
"""Of the log next to the table, as the style sheet has it."""
BELOW_THE_TABLE = 4
MOVES_SHOWN = 8
SHORTEST_SHEET = 4


class TableLayout(BaseApp):
    """Where people play, whoever keeps the match: this terminal, or a server."""

    def compose(self) -> ComposeResult:
        """Title, board, status line, moves and log, keys."""
        yield TitleBar()
        with MainArea(id="main"):
            with Horizontal(id="top"):
                yield TableDrawing()
                yield LogView(id="side")
            yield Static(id="status", markup=False)
            with Horizontal(id="below"):
                yield MoveList()
                yield LogView(id="log")
            yield Static(id="sheet")
        yield Footer(compact=True)

    @property
    def table_width(self) -> int:
        """Columns for the drawing. In a wide window the log stands next to it; the moves below have the whole width."""
        return super().table_width - (SIDE_WIDTH if self.size.width >= WIDE else 0)

    def put_on_table(self, drawing: RenderableType, keys: Mapping[str, str], mark: str | None, moves: int) -> None:
        """Show a drawing, with the keys of the moves on it and the chosen one marked."""
        width = self.table_width
        self.fit_board(BELOW_THE_TABLE)
        lines = paint(drawing, width, self.color_system, keys, mark)
        short: RenderableType | None = getattr(drawing, "short", None)
        height = self.table_screen.query_one("#main").size.height
        if short is not None and len(lines) + 1 + min(moves, MOVES_SHOWN) > height:
            lines = paint(short, width, self.color_system, keys, mark)
        top = self.table_screen.query_one("#top")
        top.styles.height = min(len(lines), max(height - BELOW_THE_TABLE, 3))
        self.table_screen.query_one(TableDrawing).show(lines)
        room = height - len(lines) - 1 - max(moves, MOVES_SHOWN)
        self.show_sheet(drawing, width, room)

    def show_sheet(self, drawing: RenderableType, width: int, room: int) -> None:
        """Where the window is tall enough, the first extra page is shown all the time."""
        sheet = self.table_screen.query_one("#sheet", Static)
        pages = getattr(drawing, "pages", ()) if room > SHORTEST_SHEET else ()
        lines = paint(pages[0][1], width, self.color_system) if pages else []
        sheet.display = bool(lines) and len(lines) + 1 <= room
        if sheet.display:
            sheet.update(PaintedLines(lines))
