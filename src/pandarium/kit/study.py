"""Questions to a game, as data. A game's `study.py` holds STUDY, a list of them; `pandarium study` answers them.

A question names the tables to be played at, an observer who watches every game and writes rows, what is measured in
those rows, and how it is drawn. docs/study.md asks one from beginning to end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec

from pandarium.core.bot import Bot
from pandarium.core.errors import PandariumError
from pandarium.core.meta import OptionValue
from pandarium.core.outcome import Outcome
from pandarium.core.state import State

Value = int | float | str
Row = dict[str, Value]
"""What an observer writes down: columns and their values, the same columns in every row."""
Level = str | type[Bot]
"""A bot by its level, or a class of one's own that can be built without arguments."""


class StudyTable(NamedTuple):
    """A table to play at. Every row watched there gets the columns `table`, `seats` and `bots`."""

    seats: int
    bots: Level | Sequence[Level]
    """Going around the table, which is turned by one seat from game to game."""
    options: Mapping[str, OptionValue] = {}
    content: Mapping[str, Any] | None = None
    """A content pack, for a game that might be."""
    name: str = ""
    """What it is called in tables and pictures; without it seats and bots."""
    part: float = 1.0
    """Of the games asked for, how many are played here: slow bots may play fewer."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """The bots by place at the table, before it is turned."""
        named = (self.bots,) if isinstance(self.bots, str | type) else tuple(self.bots)
        return tuple(named[place % len(named)] for place in range(self.seats)) if named else ()

    @property
    def players(self) -> str:
        """The bots' names, each once: "greedy" or "hard, greedy"."""
        return ", ".join(dict.fromkeys(map(level_name, self.levels)))

    @property
    def title(self) -> str:
        """Its name.

        >>> StudyTable(4, "greedy").title
        '4 × greedy'
        """
        return self.name or f"{self.seats} × {self.players}"


def level_name(level: Level) -> str:
    """What a bot is called."""
    return level if isinstance(level, str) else level.name


class Observer:
    """Watches one game and writes rows about it. A new one is made for every game.

    Fill in what you need; what you leave out costs nothing. Never change the state. With `events = True` you get the
    raw events of the deal and of every move, otherwise empty lists.
    """

    events: ClassVar[bool] = False

    def __init__(self, bots: tuple[str, ...]) -> None:
        self.bots = bots
        """Who sits where: names by seat."""

    def deal(self, state: State, events: list[Any]) -> None:
        """The game begins."""

    def before(self, state: State, seat: int, move: int) -> None:
        """That seat is about to play that move."""

    def after(self, state: State, seat: int, move: int, events: list[Any]) -> None:
        """The move has been played."""

    def end(self, state: State, outcome: Outcome) -> Row | Iterable[Row]:
        """The game is over: the row about it, or several."""
        raise NotImplementedError


def win_share(outcome: Outcome, seat: int, cooperative: bool = False) -> float:
    """This seat's part of the victory: shared by k it is 1/k; where all play together it is everybody's.

    >>> win_share(Outcome((0, 2), (7, 3, 7), ""), 2)
    0.5
    """
    if seat not in outcome.winners:
        return 0.0
    return 1.0 if cooperative else 1 / len(outcome.winners)


class Length(Observer):
    """How long a game lasts, and how it ends. A turn is what one player does until another acts."""

    moves = 0
    turns = 0
    last = -1

    def before(self, state: State, seat: int, move: int) -> None:
        """Count."""
        self.moves += 1
        self.turns += seat != self.last
        self.last = seat

    def end(self, state: State, outcome: Outcome) -> Row:
        """One row a game."""
        return {"moves": self.moves, "turns": self.turns, "reason": outcome.reason}


class Results(Observer):
    """What every seat came to."""

    def end(self, state: State, outcome: Outcome) -> list[Row]:
        """One row a seat."""
        together = bool(state.setup.game.meta.cooperative)
        return [
            {"seat": seat + 1, "bot": bot, "score": outcome.scores[seat], "won": win_share(outcome, seat, together)}
            for seat, bot in enumerate(self.bots)
        ]


class Measure(NamedTuple):
    """A figure to be made of a column, for every group of rows that agree in `by`. Use `mean`, `rate` and `share`."""

    kind: Literal["mean", "rate", "share"]
    column: str
    by: tuple[str, ...]
    words: str
    """What it is, for tables and pictures: "final score"."""
    digits: int
    compare: str
    """A column of `by`: each group is set against the first that agrees in the others."""


def mean(column: str, by: str = "", words: str = "", *, digits: int = 1, compare: str = "") -> Measure:
    """The mean of a column of numbers by other columns: `mean("score", by="seats bot")`. Intervals are Student's t."""
    return _measure(Measure("mean", column, tuple(by.split()), words or column, digits, compare))


def rate(column: str, by: str = "", words: str = "", *, digits: int = 1, compare: str = "") -> Measure:
    """The mean of a column that goes from 0 to 1, as per cent: `rate("won", by="seat")`. Intervals are Wilson's."""
    return _measure(Measure("rate", column, tuple(by.split()), words or column, digits, compare))


def share(column: str, by: str = "", words: str = "", *, digits: int = 1) -> Measure:
    """How often each value of a column occurs: `share("reason", by="seats")`. Intervals are Wilson's."""
    return _measure(Measure("share", column, tuple(by.split()), words or column, digits, ""))


def _measure(made: Measure) -> Measure:
    if made.compare and made.compare not in made.by:
        raise PandariumError(f"{made.kind} of {made.column!r}: compare={made.compare!r} is no column of by={made.by}")
    return made


class Figure(msgspec.Struct, frozen=True):
    """One number with its 95 % interval."""

    measure: str
    """In words."""
    kind: Literal["mean", "rate", "share"]
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


class HeatMap(NamedTuple):
    """One column across, one down, the figures inside."""

    x: str
    y: str
    measure: int = 0
    where: Mapping[str, Value] = {}
    say: Say | None = None


class Histogram(NamedTuple):
    """How a column of numbers is spread, an outline for every group of `by`."""

    column: str
    by: str = ""
    where: Mapping[str, Value] = {}
    say: Say | None = None


Plot = Bars | Lines | HeatMap | Histogram


class Question(NamedTuple):
    """One thing a designer wants to know."""

    name: str
    """A short word for the command line and for files: "first-pick"."""
    ask: str
    """The question in words, with its question mark."""
    tables: Sequence[StudyTable]
    watch: type[Observer]
    measures: Sequence[Measure]
    plots: Sequence[Plot] = ()
    note: str = ""
    """How it is measured, and what to bear in mind."""
    order: Mapping[str, Sequence[Value]] = {}
    """Columns whose values come in an order of their own; tables and bots come as they stand in `tables`."""
