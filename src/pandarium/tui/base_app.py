"""BaseApp: what every full screen shares (colours, the keys for reading, layout by width)."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from rich.table import Table
from rich.text import Text
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from pandarium.core.game import Game
from pandarium.kit.content_list import entries_of
from pandarium.kit.language import language
from pandarium.kit.rulebook import Rulebook
from pandarium.tui.drawing import ColorSystem, no_color, pages
from pandarium.tui.match_log import MatchLog
from pandarium.tui.palette import GOLD_BY_DAY, GOLD_BY_NIGHT, THEMES, theme_name
from pandarium.tui.panels import Page, ResultPanel, RulePanel, TextPanel
from pandarium.tui.widgets import TableDrawing, log_text

WIDE = 116
"""From this width on the log stands to the right of the table, which still has the 77 columns that ten players need."""


class BaseApp(App[None]):
    """A table on the full screen, by night or by day."""

    CSS_PATH = "base_app.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012

    READING: ClassVar[list[BindingType]] = [
        Binding("r", "rules", "Rules"),
        Binding("l", "log", "Log"),
        Binding("tab", "sheet", "Scores", key_display="Tab", priority=True),
        Binding("d", "day", "Day"),
    ]

    game: Game
    match_log: MatchLog
    viewer: int | None

    def __init__(self) -> None:
        super().__init__(ansi_color=True if no_color() else None)
        self.day = False
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = theme_name(self.day, self.few_colors)
        self.set_class(self.few_colors, "-few")

    @property
    def color_system(self) -> ColorSystem | None:
        """What this terminal can show."""
        return cast("ColorSystem | None", self.console.color_system)

    @property
    def few_colors(self) -> bool:
        """Sixteen, or none."""
        return self.no_color or self.color_system in {None, "standard", "windows"}

    @property
    def gold(self) -> str:
        """What shines, as a Rich style."""
        if self.few_colors:
            return "blue" if self.day else "yellow"
        return GOLD_BY_DAY if self.day else GOLD_BY_NIGHT

    @property
    def table_screen(self) -> Screen[Any]:
        """The screen with the table, whatever lies open on it."""
        return self.screen_stack[0]

    @property
    def table_width(self) -> int:
        """Columns for the drawing of the table: without the margins and the scrollbar."""
        return self.table_screen.query_one("#main").size.width - 3

    def current_view(self) -> Any:
        """What the viewer sees now."""
        raise NotImplementedError

    def log_lines(self, most: int | None = None) -> list[str]:
        """The log as the viewer may read it."""
        return self.match_log.lines(self.viewer, most=most)

    def help_page(self) -> Table:
        """The keys of this screen."""
        raise NotImplementedError

    def show(self) -> None:
        """Draw everything anew."""
        raise NotImplementedError

    def on_main_area_resized(self) -> None:
        """Everything has its place at any size."""
        self.show()

    def fit_board(self, below: int) -> None:
        """Leave at least that many lines below the table; what does not fit can be scrolled to."""
        height = self.table_screen.query_one("#main").size.height
        self.table_screen.query_one(TableDrawing).styles.max_height = max(height - below, 3)

    # keys for reading

    def action_day(self) -> None:
        """Day or night."""
        self.day = not self.day
        self.theme = theme_name(self.day, self.few_colors)

    def action_rules(self) -> None:
        """The rulebook."""
        self.push_screen(RulePanel(self.game.meta.title, Rulebook.of(self.game, language())))

    def action_log(self) -> None:
        """All that happened."""
        self.push_screen(TextPanel([("Log", log_text(self.log_lines()))], at_end=True))

    def action_sheet(self) -> None:
        """Open the extra pages: score sheet, bag and the like. Pressed again, they are closed."""
        if isinstance(self.screen, TextPanel):
            self.screen.dismiss()
            return
        if self.screen.is_modal and not isinstance(self.screen, ResultPanel):
            return
        self.push_screen(TextPanel(self.sheet_pages(min(self.size.width, 96) - 6)))

    def sheet_pages(self, width: int) -> list[Page]:
        """The extra pages."""
        entries = entries_of(self.game, self.match_log.content)
        return pages(self.game, self.current_view(), self.match_log.names, width, entries)

    def action_help(self) -> None:
        """What the keys do."""
        self.push_screen(TextPanel([("Keys", self.help_page())]))

    def action_scroll_board(self, by: int) -> None:
        """Scroll the table, where it is taller than the screen."""
        self.table_screen.query_one(TableDrawing).scroll_relative(y=5 * by, animate=False)


def key_table(rows: list[tuple[str, str]], last: str) -> Table:
    """Keys and what they do."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column()
    for keys, words in rows:
        table.add_row(keys, Text(words))
    table.add_row("", Text(f"\n{last}", style="dim"))
    return table
