"""Applies a `changes` message to the last update."""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.protocol import Changes, Update

_MERGED = {"view", "items"}


def apply_changes(last: Update, changes: Changes) -> Update:
    """The last update of the same socket with the changes in it; raises LookupError when they do not fit."""
    fields = msgspec.structs.asdict(changes)
    new = {name: value for name, value in fields.items() if value is not msgspec.UNSET and name not in _MERGED}
    return msgspec.structs.replace(last, view=_view(last.view, changes), **new)


def _view(last: Any, changes: Changes) -> Any:
    parts, items = changes.view or {}, changes.items or {}
    if not parts and not items:
        return last
    view = {**last, **parts}
    for name, places in items.items():
        view[name] = list(last[name])
        for place, item in places.items():
            view[name][int(place)] = item
    return view
