"""From rows to figures. Rows of one game are not independent: games are what is counted.

The mean over all rows is a ratio, the sum of all values by the number of all rows, and its error is found from what
every game adds to both (the linearised, or cluster-robust, variance). With one row a game this is the textbook's t
interval. Game number i is dealt from the same seed at every table, so that games of the same number count as one
observation when groups are compared: pairs are compared as pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum, sqrt

from pandarium.core.errors import PandariumError
from pandarium.kit.study import Difference, Figure, Measure, Value
from pandarium.sim.intervals import t_interval, wilson
from pandarium.sim.variance import SOURCES, bootstrap, parts


class Rows:
    """What was observed for one question, column by column; `number` says in which game."""

    def __init__(self) -> None:
        self.columns: dict[str, list[Value]] = {}
        self.number: list[int] = []

    def __len__(self) -> int:
        return len(self.number)

    def add(self, number: int, row: dict[str, Value]) -> None:
        """One more row; raises PandariumError when its columns are not those of the others."""
        if not self.number:
            self.columns = {name: [] for name in row}
        if row.keys() != self.columns.keys():
            names = ", ".join(self.columns)
            raise PandariumError(f"every row has the same columns: {names}; here is one with {', '.join(row)}")
        self.number.append(number)
        for name, value in row.items():
            self.columns[name].append(value)

    def column(self, name: str) -> list[Value]:
        """A column by name; raises PandariumError."""
        if name not in self.columns and self.number:
            raise PandariumError(f"there is no column {name!r}; the rows have: {', '.join(self.columns)}")
        return self.columns.get(name, [])


class Sample:
    """The values of one group: what every game added."""

    def __init__(self) -> None:
        self.sums: dict[int, float] = {}
        self.counts: dict[int, int] = {}
        self.values: list[float] = []

    def add(self, number: int, value: float) -> None:
        """One more row."""
        self.sums[number] = self.sums.get(number, 0) + value
        self.counts[number] = self.counts.get(number, 0) + 1
        self.values.append(value)

    @property
    def mean(self) -> float:
        """Over all rows."""
        return fsum(self.values) / len(self.values)

    @property
    def sd(self) -> float:
        """Of the rows."""
        mean = self.mean
        return sqrt(fsum((value - mean) ** 2 for value in self.values) / (len(self.values) - 1)) if self.many else 0.0

    @property
    def many(self) -> bool:
        """More than one row."""
        return len(self.values) > 1

    def influence(self) -> dict[int, float]:
        """How far each game pulls the mean away from where the others have it, corrected for small samples."""
        mean = self.mean
        games = len(self.sums)
        scale = sqrt(games / (games - 1)) / len(self.values)
        return {number: (self.sums[number] - mean * self.counts[number]) * scale for number in self.sums}


def standard_error(pulls: Iterable[float]) -> float:
    """The error of an estimate from every game's influence on it."""
    return sqrt(fsum(pull * pull for pull in pulls))


def mean_with_interval(sample: Sample, level: float = 0.95) -> tuple[float, float | None, float | None]:
    """The mean and its t interval; one game alone says nothing about the others."""
    games = len(sample.sums)
    error = standard_error(sample.influence().values()) if games > 1 else 0.0
    return sample.mean, *(t_interval(sample.mean, error, games, level) or (None, None))


def rate_with_interval(sample: Sample) -> tuple[float, float, float]:
    """The share and its Wilson interval. Rows that say the same because they are of one game count for less."""
    share = min(1.0, max(0.0, sample.mean))
    rows, games = len(sample.values), len(sample.sums)
    effective = float(rows)
    if rows > games > 1:
        error = standard_error(sample.influence().values())
        if error > 0:
            effective = min(effective, share * (1 - share) / error**2)
    elif rows > games:
        effective = 1.0
    low, high = wilson(share * effective, effective)
    return share, low, high


def difference(one: Sample, other: Sample, level: float = 0.95) -> tuple[float, float | None, float | None]:
    """How much higher the first mean lies, with its interval; games of the same number are pairs."""
    value = one.mean - other.mean
    games = min(len(one.sums), len(other.sums))
    if games < 2:
        return value, None, None
    first, second = one.influence(), other.influence()
    numbers = first.keys() | second.keys()
    pulls = [first.get(number, 0.0) - second.get(number, 0.0) for number in sorted(numbers)]
    return value, *(t_interval(value, standard_error(pulls), games, level) or (None, None))


Key = tuple[Value, ...]
Order = Mapping[str, Sequence[Value]]


class Measured:
    """A measure, taken: a sample and a figure for every group, in order."""

    def __init__(self, measure: Measure, rows: Rows, order: Order) -> None:
        self.measure = measure
        self.order = order
        self.names = {"share": (*measure.by, measure.column), "variance": (*measure.by, "source")}.get(
            measure.kind, measure.by
        )
        if measure.kind == "variance":
            self.samples: dict[Key, Sample] = {}
            figures = _variance_figures(measure, rows)
        else:
            self.samples = _share_samples(measure, rows) if measure.kind == "share" else _samples(measure, rows)
            figures = {key: _figure(measure, self.group(key), sample) for key, sample in self.samples.items()}
        self.figures = {key: figures[key] for key in sorted(figures, key=self._place)}

    def _place(self, key: Key) -> list[tuple[float, float, str]]:
        return [rank(*named, self.order) for named in zip(self.names, key, strict=True)]

    def group(self, key: Key) -> dict[str, Value]:
        """The columns of a group with their values."""
        return dict(zip(self.names, key, strict=True))

    def differences(self) -> list[Difference]:
        """Each group against the first that agrees with it in all but the column to compare."""
        if not self.measure.compare or self.measure.kind == "variance":
            return []
        place = self.measure.by.index(self.measure.compare)
        firsts: dict[Key, Key] = {}
        found: list[Difference] = []
        for key, figure in self.figures.items():
            first = firsts.setdefault(key[:place] + key[place + 1 :], key)
            if first != key:
                numbers = difference(self.samples[key], self.samples[first])
                found.append(Difference(figure, self.figures[first], *numbers))
        return found


def rank(column: str, value: Value, order: Order) -> tuple[float, float, str]:
    """Where a value comes among the others of its column: as the question says, else numbers by size, then words."""
    if value in order.get(column, ()):
        return (0, order[column].index(value), "")
    return (2, 0, value) if isinstance(value, str) else (1, value, "")


def _groups(measure: Measure, rows: Rows) -> list[Key]:
    columns = [rows.column(name) for name in measure.by]
    return list(zip(*columns, strict=True)) if columns else [()] * len(rows)


def _samples(measure: Measure, rows: Rows) -> dict[Key, Sample]:
    samples: dict[Key, Sample] = {}
    for number, value, key in zip(rows.number, rows.column(measure.column), _groups(measure, rows), strict=True):
        if isinstance(value, str):
            raise PandariumError(f"column {measure.column!r} holds words ({value!r}): ask for share() instead")
        if measure.kind == "rate" and not 0 <= value <= 1:
            raise PandariumError(f"column {measure.column!r} goes beyond 0 to 1 ({value!r}): ask for mean() instead")
        samples.setdefault(key, Sample()).add(number, value)
    return samples


def _share_samples(measure: Measure, rows: Rows) -> dict[Key, Sample]:
    """For every value of the column a sample of ones, where a row has it, and noughts."""
    column, groups = rows.column(measure.column), _groups(measure, rows)
    values = set(column)
    samples = {(*key, value): Sample() for key in set(groups) for value in values}
    for number, found, key in zip(rows.number, column, groups, strict=True):
        for value in values:
            samples[*key, value].add(number, float(found == value))
    return samples


def _figure(measure: Measure, group: dict[str, Value], sample: Sample) -> Figure:
    value, low, high = mean_with_interval(sample) if measure.kind == "mean" else rate_with_interval(sample)
    return Figure(
        measure=measure.words,
        kind=measure.kind,
        digits=measure.digits,
        group=group,
        rows=len(sample.values),
        games=len(sample.sums),
        value=value,
        low=low,
        high=high,
        sd=sample.sd,
    )


def _variance_figures(measure: Measure, rows: Rows) -> dict[Key, Figure]:
    """For every group and source a share of the variance, of deals that everybody has played."""
    played: dict[Key, dict[int, dict[Value, float]]] = {}
    columns = (rows.number, rows.column(measure.column), rows.column(measure.across), _groups(measure, rows))
    for number, value, player, key in zip(*columns, strict=True):
        if isinstance(value, str):
            raise PandariumError(f"column {measure.column!r} holds words ({value!r})")
        played.setdefault(key, {}).setdefault(number, {})[player] = float(value)
    figures: dict[Key, Figure] = {}
    for key, deals in played.items():
        players = list(dict.fromkeys(player for by_player in deals.values() for player in by_player))
        table = [[deal[player] for player in players] for deal in deals.values() if len(deal) == len(players)]
        shares = parts(table)
        if shares is None:
            continue
        intervals = bootstrap(table)
        for place, (source, value) in enumerate(zip(SOURCES, shares, strict=True)):
            low, high = intervals[place] if intervals else (None, None)
            group = {**dict(zip(measure.by, key, strict=True)), "source": source}
            figures[*key, source] = Figure(
                measure=measure.words,
                kind="variance",
                digits=measure.digits,
                group=group,
                rows=len(table) * len(players),
                games=len(table),
                value=value,
                low=low,
                high=high,
                sd=0.0,
            )
    return figures
