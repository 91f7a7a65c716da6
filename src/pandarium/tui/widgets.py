"""Parts of the screen: title bar, board, list of moves, log, replay bar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import ClassVar, NamedTuple

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
from pandarium.tui.drawing import PANDA, PaintedLines
from pandarium.tui.messages import render
from pandarium.tui.panels import Choose

KEYS = "123456789abcefgijkmoptwxyz"
"""Keys of the moves, in order: digits, then letters that mean nothing else."""


KEY_WIDTH = 3
MARGIN = 4
"""Beside the list: padding and its scroll bar."""
FOLD = 5
"""With more moves than this, those of one group share a line."""


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


class MainArea(Vertical):
    """The part of the screen around the table; it posts a message when its size changes."""

    class Resized(Message):
        """Its size has changed."""

    def on_resize(self) -> None:
        """Say so."""
        self.post_message(self.Resized())


class TableDrawing(VerticalScroll, can_focus=False):
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
        self.query_one("#picture", Static).update(PaintedLines(lines))

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
    """The legal moves: arrows and Enter, their keys, or the mouse.

    Where there are many, those of one group share a line; choosing it asks which.
    """

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
        self.listed: list[MoveLine] = []
        self.labels: dict[int, str] = {}

    def offer(
        self,
        moves: Sequence[int],
        labels: Sequence[str],
        advice: Mapping[int, Advice],
        groups: Sequence[str] | None = None,
    ) -> None:
        """List these moves, with what was thought of them; `groups` are what they have in common, "" if nothing."""
        lines = fold(moves, labels, groups if groups is not None and not advice else [""] * len(moves))
        same = [line.moves for line in self.listed] == [line.moves for line in lines]
        chosen = self.highlighted if same else None
        self.listed = lines
        self.labels = dict(zip(moves, labels, strict=True))
        widest = max((Text(line.label).cell_len for line in lines), default=0)
        alone = self.screen.has_class("-advised") or self.screen.has_class("-wide")  # else the log stands next to it
        self.styles.width = "1fr" if alone else widest + KEY_WIDTH + 4
        best = next(iter(advice), None)
        alike = shared_reason(advice)
        reasons = {} if alike else {move: render(given.message) for move, given in advice.items()}
        room = self.app.size.width - MARGIN
        if not alone:
            room = room * 7 // 10
        self.set_options(
            [
                Option(
                    _move_line(key_of(number), line.label, reasons.get(line.first), line.first == best, widest, room)
                )
                for number, line in enumerate(lines)
            ]
        )
        first_moves = [line.first for line in lines]
        if best in first_moves:
            self.highlighted = first_moves.index(best)
            self.call_after_refresh(self.scroll_to_highlight)
        elif lines:
            self.highlighted = chosen or 0

    @property
    def chosen(self) -> int | None:
        """The move under the cursor; of a group the first."""
        return self.listed[self.highlighted].first if self.highlighted is not None and self.listed else None

    def keys(self) -> dict[int, str]:
        """The key of every move that has one of its own."""
        lines = enumerate(self.listed)
        return {line.first: key_of(number) for number, line in lines if len(line.moves) == 1 and key_of(number)}

    def choose_line(self, number: int) -> None:
        """Someone wants this line: its move, or one of its moves."""
        line = self.listed[number]
        if len(line.moves) == 1:
            self.post_message(self.Chosen(line.first))
            return

        def chosen(answer: str | None) -> None:
            if answer:
                self.post_message(self.Chosen(int(answer)))

        answers = [(str(move), self.labels[move]) for move in line.moves]
        self.app.push_screen(Choose(line.label, answers), chosen)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click; it may come when the list is another one already."""
        event.stop()
        if event.option_index < len(self.listed):
            self.choose_line(event.option_index)

    def on_key(self, event: events.Key) -> None:
        """A line's own key."""
        number = KEYS.find(event.character) if event.character else -1
        if 0 <= number < len(self.listed):
            event.stop()
            event.prevent_default()
            self.choose_line(number)


class MoveLine(NamedTuple):
    """A line of the list: a move, or several that have much in common."""

    label: str
    moves: tuple[int, ...]

    @property
    def first(self) -> int:
        """The move that stands for the line."""
        return self.moves[0]


def fold(moves: Sequence[int], labels: Sequence[str], groups: Sequence[str]) -> list[MoveLine]:
    """A line for every move; where those are many, one for every group.

    >>> fold([1, 2], ["left", "right"], ["", ""])
    [MoveLine(label='left', moves=(1,)), MoveLine(label='right', moves=(2,))]
    """
    plain = [MoveLine(label, (move,)) for move, label in zip(moves, labels, strict=True)]
    if len(plain) <= FOLD:
        return plain
    folded: dict[str, list[MoveLine]] = {}
    for number, (line, group) in enumerate(zip(plain, groups, strict=True)):
        folded.setdefault(group or f"\n{number}", []).append(line)
    return [
        same[0] if len(same) == 1 else MoveLine(f"{group} ({len(same)} ways)", tuple(line.first for line in same))
        for group, same in folded.items()
    ]


def key_of(number: int) -> str:
    """The key of the move of that number; "" when there are more moves than keys."""
    return KEYS[number] if number < len(KEYS) else ""


def shared_reason(advice: Mapping[int, Advice]) -> str:
    """The reason that all moves have in common, which is said once; "" where they have their own.

    >>> from pandarium.core.message import Message
    >>> thumb = Message.text("by rule of thumb")
    >>> shared_reason({1: Advice(1, 0.5, thumb), 2: Advice(2, 0.4, thumb)})
    'by rule of thumb'
    """
    reasons = {render(given.message) for given in advice.values()}
    return reasons.pop() if len(advice) > 1 and len(reasons) == 1 else ""


def hint_line(best: str, advice: Mapping[int, Advice]) -> str:
    """A hint in the status line: the best move, with the reason if all moves have the same."""
    return ", ".join(filter(None, [f"Hint: {best}", shared_reason(advice)])) if advice else "No hint"


def _move_line(key: str, label: str, reason: str | None, best: bool, widest: int, room: int) -> Text:
    """A move and what was thought of it: below it where there is no room next to it; long lines are indented."""
    indent = " " * KEY_WIDTH
    label = f"\n{indent}".join(wrap(label, max(2 * MARGIN, room - KEY_WIDTH)) or [""])
    line = Text.assemble((f"{key:>{KEY_WIDTH - 1}} ", "bold"), label, no_wrap=True, overflow="ellipsis")
    if not reason:
        line.append("  ✓" if best else "", style="bold")
        return line
    if KEY_WIDTH + widest + 4 + Text(reason).cell_len > room:
        line.append("  ✓" if best else "", style="bold")
        deeper = f"{indent}  "
        for part in wrap(reason, max(2 * MARGIN, room), initial_indent=deeper, subsequent_indent=deeper):
            line.append(f"\n{part}")
        return line
    line.append(" " * (widest - Text(label).cell_len + 2))
    line.append("✓ " if best else "  ", style="bold")
    line.append(reason)
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
        """Show this frame of all; `marks` are frames where a round begins."""
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
