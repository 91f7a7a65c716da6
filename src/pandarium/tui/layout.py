"""TableLayout: where title, board, status line, moves, log and keys stand on the screen."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Footer, Static

from pandarium.tui.base_app import BaseApp
from pandarium.tui.drawing import PaintedLines, paint
from pandarium.tui.widgets import LogView, MainArea, MoveList, TableDrawing, TitleBar

LOG_LINES = 300
BELOW_THE_TABLE = 4
MOVES_SHOWN = 8
SHORTEST_SHEET = 4


class TableLayout(BaseApp):
    """Where people play, whoever keeps the match: this terminal, or a server."""

    def compose(self) -> ComposeResult:
        """Title, board, status line, moves and log, keys."""
        yield TitleBar()
        with Horizontal(id="body"):
            with MainArea(id="main"):
                yield TableDrawing()
                yield Static(id="status", markup=False)
                with Horizontal(id="below"):
                    yield MoveList()
                    yield LogView(id="log")
                yield Static(id="sheet")
            yield LogView(id="side")
        yield Footer(compact=True)

    def put_on_table(self, drawing: RenderableType, keys: Mapping[str, str], mark: str | None, moves: int) -> None:
        """Show a drawing, with the keys of the moves on it and the chosen one marked."""
        width = self.table_width
        self.fit_board(BELOW_THE_TABLE)
        lines = paint(drawing, width, self.color_system, keys, mark)
        self.table_screen.query_one(TableDrawing).show(lines)
        room = self.table_screen.query_one("#main").size.height - len(lines) - 1 - max(moves, MOVES_SHOWN)
        self.show_sheet(drawing, width, room)

    def show_sheet(self, drawing: RenderableType, width: int, room: int) -> None:
        """Where the window is tall enough, the first extra page is shown all the time."""
        sheet = self.table_screen.query_one("#sheet", Static)
        pages = getattr(drawing, "pages", ()) if room > SHORTEST_SHEET else ()
        lines = paint(pages[0][1], width, self.color_system) if pages else []
        sheet.display = bool(lines) and len(lines) + 1 <= room
        if sheet.display:
            sheet.update(PaintedLines(lines))
