"""The table of any game, drawn from its view alone: what is one thing in lines, what is many in tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

ELSEWHERE = {"outcome", "options"}
"""Parts of a view that the frame shows in its own places."""
SEATS = {"you", "turn", "seat", "winner"}
"""Names under which a view keeps a seat number."""


def draw_view(view: Any, names: Sequence[str], width: int) -> RenderableType:
    """Everything in the view, with the names of its fields."""
    data = msgspec.to_builtins(view)
    if not isinstance(data, Mapping):
        return Text(as_text(data))
    single = Text(overflow="fold")
    rest: list[RenderableType] = []
    for field, value in data.items():
        if field in ELSEWHERE or value is None:
            continue
        if isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
            rest.append(_table(field, value, names, width))
        elif isinstance(value, list | Mapping):
            rest.append(Text.assemble((f"{_title(field)}  ", "bold"), as_text(value) or "none"))
        else:
            if single:
                single.append("   ")
            single.append(f"{_title(field)} ", style="dim").append(_scalar(field, value, names), style="bold")
    return Group(single, *rest)


def _table(field: str, rows: list[Mapping[str, Any]], names: Sequence[str], width: int) -> Table:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    seats = len(rows) == len(names)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, width=width)
    table.add_column(_title(field))
    for column in columns:
        table.add_column(_title(column), overflow="fold")
    for index, row in enumerate(rows):
        head = names[index] if seats else str(index + 1)
        table.add_row(Text(head, style="bold"), *(Text(_scalar(column, row.get(column), names)) for column in columns))
    return table


def _scalar(field: str, value: Any, names: Sequence[str]) -> str:
    if field in SEATS and isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    return as_text(value)


def _title(field: str) -> str:
    return field.replace("_", " ")


def as_text(value: Any) -> str:
    """Any JSON value on one line."""
    if value is None:
        return "·"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{_title(str(key))} {as_text(item)}" for key, item in value.items())
    if isinstance(value, list):
        nested = any(isinstance(item, list | Mapping) for item in value)
        return ("; " if nested else " ").join(as_text(item) for item in value)
    return str(value)
