"""Parts of the screen: title bar, board, list of moves, log, replay bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.console import RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from pandarium.core.bot import Advice
from pandarium.tui.drawing import PANDA, Lines

KEYS = "123456789abcefgijkmoptwxyz"
"""Keys of the moves, in order: digits, then letters that mean nothing else."""


KEY_WIDTH = 3


class TitleBar(Static):
    """The game on the left, whose turn it is on the right, unmistakably."""

    def show(self, title: str, state: str, turn: str, yours: bool) -> None:
        """Say it."""
        bar = Table.grid(expand=True)
        bar.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
        bar.add_column(no_wrap=True, justify="right")
        left = Text.assemble(f"{PANDA} ", (title, "bold"), f"  {state}" if state else "")
        mark = "▸ " if yours else ""
        bar.add_row(left, Text(f" {mark}{turn}", style="bold"))
        self.set_class(yours, "-yours")
        self.update(bar)


class Stage(Vertical):
    """The part of the screen around the table; it tells when there is more or less room."""

    class Resized(Message):
        """The room has changed."""

    def on_resize(self) -> None:
        """Say so."""
        self.post_message(self.Resized())


class Board(VerticalScroll, can_focus=False):
    """The table. A click on what stands for a move picks it."""

    class Picked(Message):
        """Someone clicked on a move, given in notation."""

        def __init__(self, notation: str) -> None:
            super().__init__()
            self.notation = notation

    def compose(self) -> ComposeResult:
        """One picture."""
        yield Static(id="picture")

    def show(self, lines: list[list[Segment]]) -> None:
        """Put painted lines on the screen."""
        self.query_one("#picture", Static).update(Lines(lines))

    def on_click(self, event: events.Click) -> None:
        """Pick the move under the mouse, if there is one."""
        notation = event.style.meta.get("move")
        if notation is not None:
            self.post_message(self.Picked(notation))


class LogView(VerticalScroll, can_focus=False):
    """The last lines of the log, newest at the bottom."""

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(classes="lines")

    def show(self, lines: Sequence[str]) -> None:
        """Put them on the screen and scroll to the newest."""
        self.query_one(Static).update(log_text(lines))
        self.anchor()


def log_text(lines: Sequence[str]) -> Text:
    """Lines of the log; the newest stands out, long ones go on indented."""
    text = Text()
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        text.append(f"{line}" if last else f"{line}\n", style="bold" if last else "")
    return text


class MoveList(OptionList):
    """The legal moves: arrows and Enter, their keys, or the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "app.scroll_board(-1)", "Table up", show=False),
        Binding("pagedown", "app.scroll_board(1)", "Table down", show=False),
    ]

    class Chosen(Message):
        """Someone decided on a move."""

        def __init__(self, move: int) -> None:
            super().__init__()
            self.move = move

    def __init__(self) -> None:
        super().__init__(id="moves", compact=True, markup=False)
        self.moves: list[int] = []

    def offer(self, moves: Sequence[int], labels: Sequence[str], advice: Mapping[int, Advice]) -> None:
        """List these moves, with what was thought of them."""
        chosen = self.highlighted if self.moves == list(moves) else None
        self.moves = list(moves)
        widest = max((Text(label).cell_len for label in labels), default=0)
        self.styles.width = "1fr" if advice else widest + KEY_WIDTH + 4
        best = next(iter(advice), None)
        self.set_options(
            [
                Option(_move_line(key_of(number), label, advice.get(move), move == best, widest))
                for number, (move, label) in enumerate(zip(moves, labels, strict=True))
            ]
        )
        if best in self.moves:
            self.highlighted = self.moves.index(best)
            self.call_after_refresh(self.scroll_to_highlight)
        elif self.moves:
            self.highlighted = chosen or 0

    @property
    def chosen(self) -> int | None:
        """The move under the cursor."""
        return self.moves[self.highlighted] if self.highlighted is not None and self.moves else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        self.post_message(self.Chosen(self.moves[event.option_index]))

    def on_key(self, event: events.Key) -> None:
        """A move's own key."""
        number = KEYS.find(event.character) if event.character else -1
        if 0 <= number < len(self.moves):
            event.stop()
            event.prevent_default()
            self.post_message(self.Chosen(self.moves[number]))


def key_of(number: int) -> str:
    """The key of the move of that number; "" when there are more moves than keys."""
    return KEYS[number] if number < len(KEYS) else ""


def _move_line(key: str, label: str, advice: Advice | None, best: bool, widest: int) -> Text:
    line = Text.assemble((f"{key:>{KEY_WIDTH - 1}} ", "bold"), label, no_wrap=True, overflow="ellipsis")
    if advice is not None:
        line.append(" " * (widest - Text(label).cell_len + 2))
        line.append("✓ " if best else "  ", style="bold")
        line.append(advice.why)
    return line


class ReplayBar(Static):
    """Where in a match we are; a click goes there."""

    class Sought(Message):
        """Someone clicked on a place of the bar."""

        def __init__(self, frame: int) -> None:
            super().__init__()
            self.frame = frame

    def __init__(self) -> None:
        super().__init__(id="bar")
        self.frame = 0
        self.last = 0
        self.marks: list[int] = []

    def show(self, frame: int, last: int, marks: Sequence[int]) -> None:
        """Show this frame of so many; `marks` are frames where a round begins."""
        self.frame, self.last, self.marks = frame, last, list(marks)
        self.refresh()

    def column(self, frame: int) -> int:
        """Where on the bar a frame stands."""
        return frame * (self.size.width - 1) // self.last if self.last else 0

    def render(self) -> RenderableType:
        """A line with a mark for every round, thick up to here."""
        width, here = self.size.width, self.column(self.frame)
        marks = {self.column(frame) for frame in self.marks}
        past = "".join("┻" if at in marks else "━" for at in range(here))
        ahead = "".join("┴" if at in marks else "─" for at in range(here + 1, width))
        return Text.assemble((past, "bold"), ("█", "bold"), (ahead, "dim"))

    def on_click(self, event: events.Click) -> None:
        """Go to the frame that stands there."""
        width = max(self.size.width - 1, 1)
        self.post_message(self.Sought(round(event.x * self.last / width)))
