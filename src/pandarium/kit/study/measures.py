"""What is measured in the rows, and the figures that come of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from pandarium.core.errors import PandariumError
from pandarium.kit.study.tables import Value

Kind = Literal["mean", "rate", "share", "variance"]

SKILL, DEAL, MOMENT = "who plays", "the deal", "the moment"
"""Where differences between results come from, as `variance` tells them apart."""


class Measure(NamedTuple):
    """A figure to be made of a column, for every group of rows that agree in `by`.

    Use `mean`, `rate`, `share` and `variance`.
    """

    kind: Kind
    column: str
    by: tuple[str, ...]
    words: str
    """What it is, for tables and pictures: "final score"."""
    digits: int
    compare: str
    """A column of `by`: each group is set against the first that agrees in the others."""
    across: str = ""
    """Of a variance: the column that says who played."""


def mean(column: str, by: str = "", words: str = "", *, digits: int = 1, compare: str = "") -> Measure:
    """The mean of a column of numbers by other columns: `mean("score", by="seats bot")`. Intervals are Student's t."""
    return _measure(Measure("mean", column, tuple(by.split()), words or column, digits, compare))


def rate(column: str, by: str = "", words: str = "", *, digits: int = 1, compare: str = "") -> Measure:
    """The mean of a column that goes from 0 to 1, as per cent: `rate("won", by="seat")`. Intervals are Wilson's."""
    return _measure(Measure("rate", column, tuple(by.split()), words or column, digits, compare))


def share(column: str, by: str = "", words: str = "", *, digits: int = 1) -> Measure:
    """How often each value of a column occurs: `share("reason", by="seats")`. Intervals are Wilson's."""
    return _measure(Measure("share", column, tuple(by.split()), words or column, digits, ""))


def variance(column: str, across: str, by: str = "", words: str = "", *, digits: int = 1) -> Measure:
    """Where the differences in a column come from: `variance("won", across="level")`.

    Only deals count that all values of `across` have played (games of the same number, a row each). The figures are
    shares of the variance, by `source`: who plays, the deal, and what is neither. Intervals: a bootstrap of deals.
    """
    return _measure(Measure("variance", column, tuple(by.split()), words or column, digits, "", across))


def _measure(made: Measure) -> Measure:
    if made.compare and made.compare not in made.by:
        raise PandariumError(f"{made.kind} of {made.column!r}: compare={made.compare!r} is no column of by={made.by}")
    return made


class Figure(msgspec.Struct, frozen=True):
    """One number with its 95 % interval."""

    measure: str
    """In words."""
    kind: Kind
    digits: int
    group: dict[str, Value]
    """The columns of `by` and their values here (for a share also the column itself)."""
    rows: int
    games: int
    value: float
    low: float | None
    """None: too few games to say."""
    high: float | None
    sd: float

    @property
    def half(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def show(self, value: float | None) -> str:
        """A number in this figure's unit."""
        if value is None:
            return "?"
        return f"{value:,.{self.digits}f}" if self.kind == "mean" else f"{value:.{self.digits}%}"

    @property
    def text(self) -> str:
        """The value as people read it: "41.5" or "52.3%"."""
        return self.show(self.value)

    @property
    def interval(self) -> str:
        """The interval as people read it."""
        return f"{self.show(self.low)} – {self.show(self.high)}"


class Difference(msgspec.Struct, frozen=True):
    """How far a group lies from the one it is set against, with the 95 % interval of that difference."""

    figure: Figure
    against: Figure
    value: float
    low: float | None
    high: float | None

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    def show(self, value: float | None) -> str:
        """A difference as people read it; those of shares are in percentage points."""
        if value is None:
            return "?"
        digits = self.figure.digits
        return f"{value:+,.{digits}f}" if self.figure.kind == "mean" else f"{100 * value:+.{digits}f} pp"

    @property
    def interval(self) -> str:
        """The interval as people read it."""
        return f"{self.show(self.low)} – {self.show(self.high)}"

    @property
    def text(self) -> str:
        """Value and interval."""
        return f"{self.show(self.value)} ({self.interval})"


class Figures(NamedTuple):
    """All figures of a question, as a plot's `say` gets them."""

    measures: Sequence[Sequence[Figure]]
    """For every measure its groups."""
    differences: Sequence[Difference]

    def get(self, measure: int = 0, **group: Value) -> Figure:
        """The one figure of that measure whose group agrees; raises LookupError."""
        found = [figure for figure in self.measures[measure] if agrees(figure.group, group)]
        if len(found) != 1:
            raise LookupError(f"{len(found)} figures for {group}")
        return found[0]

    def all(self, measure: int = 0, **group: Value) -> list[Figure]:
        """Every figure of that measure whose group agrees, largest first; raises LookupError when there is none."""
        found = [figure for figure in self.measures[measure] if agrees(figure.group, group)]
        if not found:
            raise LookupError(f"no figures for {group}")
        return sorted(found, key=lambda figure: -figure.value)

    def difference(self, **group: Value) -> Difference:
        """The first difference whose group agrees; raises LookupError."""
        for difference in self.differences:
            if agrees(difference.figure.group, group):
                return difference
        raise LookupError(f"no difference for {group}")


def agrees(group: Mapping[str, Value], wanted: Mapping[str, Value]) -> bool:
    """Whether a group has all these values."""
    return all(group.get(name) == value for name, value in wanted.items())
