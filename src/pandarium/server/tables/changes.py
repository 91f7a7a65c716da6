"""What is new in a viewer's own view since the one that the same socket got before.

Most of a view stays as it was from one update to the next, often for a whole game: maps, rules, what others hold.
Views are compared as they are, not as text, so a game must not change a view that it has given out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec


class ViewChanges(NamedTuple):
    """Parts of a view that are new."""

    parts: dict[str, Any]
    """By name, each as a whole,"""
    items: dict[str, dict[int, Any]]
    """and of lists that are as long as before, only the items that are new, by their place."""


class Parts(NamedTuple):
    """A view taken apart."""

    kind: type
    names: tuple[str, ...]
    values: tuple[Any, ...]


def take_apart(view: object) -> Parts | None:
    """The parts of a view; None when it has none."""
    if isinstance(view, msgspec.Struct):
        shape = _shape(type(view))
        return None if shape is None else Parts(type(view), shape.names, shape.values(view))
    if isinstance(view, dict):
        return Parts(dict, tuple(view), tuple(view.values()))
    return None


def difference(before: Parts | None, after: Parts | None) -> ViewChanges | None:
    """What is new, or None when the whole view has to be sent."""
    if before is None or after is None or before.kind is not after.kind or before.names != after.names:
        return None
    new = ViewChanges({}, {})
    for name, old, value in zip(after.names, before.values, after.values, strict=True):
        if old is value or (old == value and type(old) is type(value)):
            continue
        items = _new_items(old, value)
        if items is None:
            new.parts[name] = value
        else:
            new.items[name] = items
    return new


class _Shape(NamedTuple):
    """How views of one kind are taken apart."""

    names: tuple[str, ...]
    values: Callable[[Any], tuple[Any, ...]]


@cache
def _shape(kind: type[msgspec.Struct]) -> _Shape | None:
    """That of a struct; None for one that travels without names."""
    if kind.__struct_config__.array_like or len(kind.__struct_fields__) < 2:
        return None
    return _Shape(kind.__struct_encode_fields__, attrgetter(*kind.__struct_fields__))


def _new_items(before: Any, after: Any) -> dict[int, Any] | None:
    """The items of a list that are new; None when that would not be shorter than the list."""
    if type(before) is not list or type(after) is not list or len(before) != len(after):
        return None
    pairs = enumerate(zip(before, after, strict=True))
    new = {at: item for at, (old, item) in pairs if old is not item and old != item}
    return new if 2 * len(new) <= len(after) else None
