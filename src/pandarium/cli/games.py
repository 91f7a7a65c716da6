"""The command `games`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pandarium.core.game import Game
    from pandarium.core.meta import Meta, Option


def games() -> None:
    """List the games: players, minutes, bots, options."""
    from rich.table import Table

    from pandarium.cli.console import console
    from pandarium.core.registry import names

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("game", style="bold", no_wrap=True)
    for heading in ("players", "minutes", "bots", "strength"):
        table.add_column(heading, no_wrap=True)
    table.add_column("about", ratio=1)
    for name in names():
        table.add_row()
        try:
            table.add_row(name, *_row(name))
        except PandariumError as error:
            table.add_row(name, "", "", "", "", f"{error}")
    console().print(table)


def _row(name: str) -> tuple[RenderableType, ...]:
    from pandarium import bots
    from pandarium.core.registry import game

    found = game(name)
    meta = found.meta
    levels = bots.levels(found)
    strengths = "\n".join(_strength(found, level) for level in levels)
    return _span(meta.seats), _span(meta.minutes), "\n".join(levels), strengths, _about(meta)


def _strength(game: Game, level: str) -> str:
    """What `pandarium ladder` found out about a level; nothing where nobody asked."""
    from pandarium.bots.ladder import level_result
    from pandarium.tui.messages import render

    measured = level_result(game, level)
    return "" if measured is None else render(measured.message)


def _span(numbers: tuple[int, int]) -> str:
    low, high = numbers
    return f"{low}" if low == high else f"{low}–{high}"


def _about(meta: Meta) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    from pandarium.core.options import show_option

    lines: list[RenderableType] = [Text(meta.title, style="bold"), Text(meta.tagline)]
    for option in meta.options:
        lines.append(Text(f"-o {option.name}={_choices(option)}", style="cyan"))
        lines.append(Padding(Text(option.help + _only_with(option.seats)), (0, 0, 0, 3)))
        if option.labels:
            called = "; ".join(f"{show_option(choice)}: {label}" for choice, label in option.labels.items())
            lines.append(Padding(Text(called, style="dim"), (0, 0, 0, 3)))
        for name, among in option.when.items():
            only = f"with {name}={'|'.join(map(show_option, among))} only"
            lines.append(Padding(Text(only, style="dim"), (0, 0, 0, 3)))
    return Group(*lines)


def _only_with(seats: tuple[int, int] | None) -> str:
    """With how many players an option does anything.

    >>> _only_with((2, 4)), _only_with((1, 1)), _only_with(None)
    (' Only with 2–4 players.', ' Only alone.', '')
    """
    if seats is None:
        return ""
    return " Only alone." if seats == (1, 1) else f" Only with {_span(seats)} players."


def _choices(option: Option) -> str:
    """The choices, the default first.

    >>> from pandarium.core.meta import Option
    >>> _choices(Option("children", "", False))
    'no|yes'
    """
    from pandarium.core.options import show_option

    ordered = [option.default, *(choice for choice in option.choices if choice != option.default)]
    return "|".join(map(show_option, ordered))
