"""Which tags an objective counts, so that the scoring can be shown on the map (WS-20).

What an objective is worth is decided in `objectives` alone: a tag is left out here when nothing is lost without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pandarium.games.wildstyle.engine.city import BOARD_HEXES
from pandarium.games.wildstyle.engine.objectives import (
    DISTRICT_DIVISION,
    RAIL_SUPREME,
    THREE_OF_A_KIND,
    ZONE_CONTROL,
    Tagged,
)


def counted(works: Tagged, objective: int, kept: int) -> int:
    """Of a choice of tags, solo tags removed, those that the objective counts; of several ways the first."""
    if objective == ZONE_CONTROL:
        return sum(part for part in clusters(works, kept) if works.times(objective, part))
    if objective == DISTRICT_DIVISION:
        return sum(part for part in districts(works, kept) if works.times(objective, part))
    if objective == THREE_OF_A_KIND:
        return sum(least(works.kinds, part) for part in clusters(works, kept))
    if objective == RAIL_SUPREME:
        return sum(least(works.rails, part) for part in clusters(works, kept))
    return least(lambda choice: works.times(objective, choice), kept)


def least(worth: Callable[[int], int], kept: int) -> int:
    """A choice from which no tag can be left out without a loss; none if it is worth nothing."""
    whole = worth(kept)
    if whole == 0:
        return 0
    for tag in range(kept.bit_length()):
        if kept >> tag & 1 and worth(kept & ~(1 << tag)) == whole:
            kept &= ~(1 << tag)
    return kept


def clusters(works: Tagged, kept: int) -> Iterator[int]:
    """What hangs together."""
    while kept:
        part = works.cluster(kept, kept & -kept)
        yield part
        kept &= ~part


def districts(works: Tagged, kept: int) -> Iterator[int]:
    """What lies on one board."""
    boards: dict[int, int] = {}
    for tag, hex in enumerate(works.hexes):
        boards[hex // BOARD_HEXES] = boards.get(hex // BOARD_HEXES, 0) | (kept & 1 << tag)
    yield from boards.values()
