"""Telling two things apart, and saying where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pandarium.core.rng import Rng
from pandarium.core.state import State


def encode(thing: Any) -> bytes:
    """What would go over the wire."""
    return msgspec.json.encode(thing)


def but_for_the_generator(state: State) -> bytes:
    """The whole position, with the generator's words replaced by the same ones for everybody."""
    clone = state.clone()
    clone.rng = Rng(0)
    return encode(clone.dump())


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of some JSON data with the path to it; lists of plain values count as one.

    >>> dict(leaves({"round": 2, "hands": [["r6"], []], "pool": [1, 2]}))
    {'round': 2, 'hands[0]': ['r6'], 'hands[1]': [], 'pool': [1, 2]}
    """
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from leaves(value, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list | tuple) and any(isinstance(item, dict | list | tuple) for item in data):
        for index, item in enumerate(data):
            yield from leaves(item, f"{path}[{index}]")
    else:
        yield path or "all of it", data


def difference(one: Any, other: Any) -> str:
    """Where two pieces of data part, in a few words.

    >>> difference({"turn": 0, "pool": [1]}, {"turn": 0, "pool": [2]})
    'pool is [1] here and [2] there'
    """
    left, right = dict(leaves(_plain(one))), dict(leaves(_plain(other)))
    for path in [*left, *right]:
        if path not in right:
            return f"{path} is {_short(left[path])} here and missing there"
        if path not in left:
            return f"{path} is missing here and {_short(right[path])} there"
        if left[path] != right[path]:
            return f"{path} is {_short(left[path])} here and {_short(right[path])} there"
    return "only the order or the type of something"


def _plain(thing: Any) -> Any:
    try:
        return msgspec.json.decode(thing if isinstance(thing, bytes) else encode(thing))
    except (msgspec.DecodeError, TypeError, ValueError):
        return repr(thing)


def _short(value: Any, most: int = 120) -> str:
    text = repr(value)
    return text if len(text) <= most else text[: most - 1] + "…"
