"""From a game's drawing to lines on the screen: keys written into it, the chosen move marked, colours as there are.

What `TerminalTable.draw` returns is any Rich renderable. Three things a game may add, all optional:

- text whose style has `meta={"move": notation}` stands for that move: a click plays it, and it is marked while the
  move is chosen in the list; text that also has `"slot": True` is replaced by the key that plays the move;
- an attribute `pages`, a sequence of (title, renderable): extra pages, a score sheet or a discard pile;
- an attribute `short`: the same table in fewer lines, for windows in which the moves have no room below it.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from pandarium.core.game import Game
from pandarium.kit.content_list import ContentEntry, entries_of, whose
from pandarium.kit.terminal import terminal_table
from pandarium.tui.generic_board import draw_view

ColorSystem = Literal["auto", "standard", "256", "truecolor", "windows"]

PANDA = "ʕ•ᴥ•ʔ"
NARROWEST = 40
CHOSEN = Style(reverse=True, bold=True)

_ASCII = str.maketrans(
    {
        **dict.fromkeys("─━╸╺┴┻", "-"),
        **dict.fromkeys("│┃", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┼╭╮╰╯", "+"),
        **dict.fromkeys("█▉▊▋▌▍▎▏", "#"),
        **dict(zip("▸♛✦✓−–·•×ʕᴥʔ’", ">P**--..x(o)'", strict=True)),
        "…": "...",
        "→": "->",
        "←": "<-",
    }
)


def no_color() -> bool:
    """Whether the user asked for no colours at all (https://no-color.org)."""
    return bool(os.environ.get("NO_COLOR"))


def draw_table(game: Game, view: Any, names: Sequence[str], width: int) -> RenderableType:
    """The game's own drawing, or the generic one."""
    drawing: RenderableType | None = terminal_table(game).draw(view, names, max(width, NARROWEST))
    return draw_view(view, names, max(width, NARROWEST)) if drawing is None else drawing


def pages(
    game: Game, view: Any, names: Sequence[str], width: int, entries: Sequence[ContentEntry] | None = None
) -> list[tuple[str, RenderableType]]:
    """The game's extra pages; for games without any, all that the viewer may know; a pack's cards; and what is ours.

    `entries` is what lies in the box at this table; None: the game's own content.
    """
    found = list(getattr(terminal_table(game).draw(view, names, max(width, NARROWEST)), "pages", ()))
    own = entries_of(game)
    ours = list_ours(own if entries is None else entries)
    pack = list_pack(entries or [], own)
    return [
        *(found or [("Everything on the table", draw_view(view, names, max(width, NARROWEST)))]),
        *([("Cards of the pack", pack)] if pack else []),
        *([("What is ours", ours)] if ours else []),
    ]


def list_pack(entries: Sequence[ContentEntry], own: Sequence[ContentEntry]) -> Text:
    """What a content pack has put in place of the game's own, or added; empty if nothing."""
    words = {(one.code, one.rule, one.name, one.text) for one in own}
    return Text().join(
        Text.assemble((one.name, "bold"), f": {one.text}" if one.text else "", f" ({one.rule})\n")
        for one in entries
        if (one.code, one.rule, one.name, one.text) not in words
    )


def list_ours(entries: Sequence[ContentEntry]) -> Text:
    """All of the box that is ours, in whole or in part; empty if nothing is."""
    lines = [
        Text.assemble((one.name, "bold"), f": {one.text}" if one.text else "", f" ({one.rule}) {note}\n")
        for one in entries
        if (note := whose(one.source, one.ours)) is not None
    ]
    why = Text(
        "Only the print shows what these are, so they are our own. A content pack replaces them (--content).\n\n"
    )
    return why + Text().join(lines) if lines else Text()


def paint(
    renderable: RenderableType,
    width: int,
    colors: ColorSystem | None,
    keys: Mapping[str, str] | None = None,
    chosen: str | None = None,
) -> list[list[Segment]]:
    """Lines of segments; `keys` are the keys by the notation of the move they play, `chosen` is such a notation."""
    console = Console(
        file=io.StringIO(),
        width=width,
        color_system=colors,
        force_terminal=True,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
        no_color=False,
    )
    lines = console.render_lines(renderable, console.options.update(width=width), pad=False)
    return [[_mark(segment, keys or {}, chosen) for segment in line] for line in lines]


def _mark(segment: Segment, keys: Mapping[str, str], chosen: str | None) -> Segment:
    text, style, control = segment
    move = style.meta.get("move") if style is not None else None
    if move is None or style is None:
        return segment
    if style.meta.get("slot") and move in keys:
        key = f"[{keys[move]}]"
        left = (len(text) - len(key) + 1) // 2
        text = text[:left] + key + text[left + len(key) :] if len(key) <= len(text) else text
    return Segment(text, style + CHOSEN if move == chosen else style, control)


class PaintedLines:
    """Painted lines as a renderable."""

    def __init__(self, lines: list[list[Segment]]) -> None:
        self.lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for line in self.lines:
            yield from line
            yield Segment.line()


def heading(view: Any) -> str:
    """Round and step, if the view has them: "Round 4 · draft"."""
    parts = []
    number = getattr(view, "round", None)
    if isinstance(number, int):
        parts.append(f"Round {number}")
    for field in ("stage", "phase", "step"):
        value = getattr(view, field, None)
        if isinstance(value, str) and value:
            parts.append(value)
    return " · ".join(parts)


def in_ascii(text: str) -> str:
    """The same in characters that any terminal has."""
    return text.translate(_ASCII).encode("ascii", "replace").decode()
