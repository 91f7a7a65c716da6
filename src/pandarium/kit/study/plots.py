"""How figures are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pandarium.kit.study.measures import Figures
from pandarium.kit.study.tables import Value

Say = Callable[[Figures], str]
"""What a picture shows, in one sentence: its title. A LookupError (too few games) leaves it to the general words."""


class Bars(NamedTuple):
    """A bar with its interval for every group."""

    measure: int = 0
    where: Mapping[str, Value] = {}
    """Only groups that agree."""
    base: float | None = 0.0
    """Where bars begin; None: only points with their intervals, for figures far from zero that differ little."""
    say: Say | None = None


class Lines(NamedTuple):
    """Points with intervals along a column, joined by a line for every other group."""

    x: str
    measure: int = 0
    where: Mapping[str, Value] = {}
    say: Say | None = None
    doubling: bool = False
    """Every doubling of x is one step to the right."""
    fair: float | None = None
    """Where a line is drawn across: what would come of luck alone."""


class HeatMap(NamedTuple):
    """One column across, one down, the figures inside."""

    x: str
    y: str
    measure: int = 0
    where: Mapping[str, Value] = {}
    say: Say | None = None


class Stack(NamedTuple):
    """For every group a bar from 0 to 100 %, divided by one column: parts of a whole."""

    parts: str
    measure: int = 0
    where: Mapping[str, Value] = {}
    say: Say | None = None


class Differences(NamedTuple):
    """For a measure that compares: how far each group lies from the one that it is set against, clearest first."""

    measure: int = 0
    most: int = 20
    say: Say | None = None


class Histogram(NamedTuple):
    """How a column of numbers is spread, an outline for every group of `by`."""

    column: str
    by: str = ""
    where: Mapping[str, Value] = {}
    say: Say | None = None


Plot = Bars | Lines | HeatMap | Stack | Differences | Histogram
