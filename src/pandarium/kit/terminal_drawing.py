"""What the games' terminal tables are drawn with: inks, pages, lines across the table, columns of figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import Console, ConsoleOptions, RenderableType
from rich.style import Style
from rich.text import Text

Inks = Mapping[str, Style]
"""How things are inked, by name."""

Row = list[str | Text]


class Palette:
    """Every ink twice, from `name: (bright, plain)`."""

    def __init__(self, inks: Mapping[str, tuple[str, str]]) -> None:
        self.bright: Inks = {name: Style.parse(bright) for name, (bright, _) in inks.items()}
        """Colours of the 256-colour cube, so that such a terminal shows exactly these."""
        self.plain: Inks = {name: Style.parse(plain) for name, (_, plain) in inks.items()}
        """For terminals with sixteen colours, where the nearest match may be far off: red would turn into brown."""


class Page:
    """Lines of text that are inked when it is known how many colours there are."""

    def __init__(self, palette: Palette, lines: Callable[[Inks], Sequence[Text]]) -> None:
        self.palette = palette
        self.lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        few = console.color_system in {"standard", "windows"}
        yield from self.lines(self.palette.plain if few else self.palette.bright)


def head_line(labels: Sequence[tuple[int, str | Text]], width: int, right: str | Text = "", apart: int = 0) -> Text:
    """A line across the table with words in it, each at its column, and some at the right end.

    Those are cut where there is no room for all, so that at least `apart` dashes are left before them. Words are bold,
    a text is as it is.

    >>> head_line([(2, "pool")], 30, "9 in the bag").plain
    '─ pool ─────── 9 in the bag ──'
    """
    line = Text()
    for column, words in labels:
        line.append("─" * (column - 1 - line.cell_len), style="dim")
        line.append_text(_label(words, width - line.cell_len - 2))
    last = _label(right, width - line.cell_len - 4 - apart)
    line.append("─" * (width - line.cell_len - last.cell_len - 2), style="dim")
    line.append_text(last)
    line.append("─" * (width - line.cell_len), style="dim")
    return line


def _label(words: str | Text, room: int) -> Text:
    label = words.copy() if isinstance(words, Text) else Text(words, style="bold")
    label.truncate(max(room, 0), overflow="ellipsis")
    return Text.assemble(" ", label, " ") if words and room > 0 else Text()


def grid(head: Row, rows: Sequence[Row]) -> list[Text]:
    """Columns under their heads, the first to the left, all others to the right."""
    table = [[Text.assemble(cell) for cell in row] for row in [head, *rows]]
    widths = [max(row[column].cell_len for row in table) for column in range(len(head))]
    lines = []
    for row in table:
        line = Text()
        for column, cell in enumerate(row):
            blank = " " * (widths[column] - cell.cell_len)
            line = Text.assemble(line, cell, blank) if column == 0 else Text.assemble(line, "  ", blank, cell)
        lines.append(line)
    lines[0].stylize("bold")
    return [lines[0], Text("─" * lines[0].cell_len, style="dim"), *lines[1:]]
