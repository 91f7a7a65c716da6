"""What bots are called, in the terminal and at a server's tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

BOT_NAMES = (
    "Bamboo",
    "Mochi",
    "Lantern",
    "Pebble",
    "Sesame",
    "Ginkgo",
    "Noodle",
    "Willow",
    "Plum",
    "Dumpling",
    "Clover",
    "Teacup",
)


def free_names(taken: Iterable[str], start: int = 0) -> Iterator[str]:
    """Names that nobody else has, beginning somewhere in the list, without end.

    >>> names = free_names(["mochi"])
    >>> next(names), next(names)
    ('Bamboo', 'Lantern')
    """
    used = {name.casefold() for name in taken}
    first = start % len(BOT_NAMES)
    for turn in count(1):
        for name in BOT_NAMES[first:] + BOT_NAMES[:first]:
            numbered = name if turn == 1 else f"{name} {turn}"
            if numbered.casefold() not in used:
                yield numbered
