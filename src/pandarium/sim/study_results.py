"""What a study found: answers with their figures, for a terminal, for a program, for a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pandarium.core.errors import BadData
from pandarium.kit.study import Difference, Figure, Figures, Histogram, Plot, Question
from pandarium.sim.estimate import Measured, Rows, difference

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

MOST_LINES = 18
"""Of more figures of a measure than this the terminal shows the ends; the page and the data have them all."""
MOST_DIFFERENCES = 8


class Played(msgspec.Struct, frozen=True):
    """A table of a question, and how many games were played there."""

    table: str
    seats: int
    bots: str
    options: dict[str, Any]
    games: int
    asked: int


class Picture(msgspec.Struct, frozen=True):
    """A picture's title, which is what it shows, and its file once it is drawn."""

    title: str
    file: str | None = None


class QuestionResult(msgspec.Struct, frozen=True, kw_only=True):
    """One question and what the games say about it."""

    name: str
    ask: str
    note: str
    finding: str
    """In one sentence."""
    played: list[Played]
    rows: int
    measures: list[list[Figure]]
    differences: list[Difference]
    pictures: list[Picture]
    command: str

    @property
    def figures(self) -> list[Figure]:
        """All of them."""
        return [figure for measure in self.measures for figure in measure]


class StudyResult(msgspec.Struct, frozen=True, kw_only=True):
    """All answers, what was played for them, and the command that gives them again."""

    game: str
    title: str
    rules: int
    version: str
    compiled: bool
    seed: int
    asked: int
    """Games at a table."""
    games: int
    """Games in all."""
    moves: int
    interrupted: bool
    seconds: float
    command: str
    change: str | None = None
    """The content pack with which the game as printed is compared."""
    answers: list[QuestionResult]

    def to_json(self) -> str:
        """Indented JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> StudyResult:
        """What `to_json` wrote; raises BadData."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise BadData("study", f"not a Pandarium study: {error}") from None


def answer(question: Question, rows: Rows, played: list[Played], command: str) -> QuestionResult:
    """Measure the rows, and say what comes of it."""
    order = {
        "table": [table.title for table in question.tables],
        "bots": [table.players for table in question.tables],
        **question.order,
    }
    taken = [Measured(measure, rows, order) for measure in question.measures]
    figures = Figures(
        [list(measured.figures.values()) for measured in taken],
        [different for measured in taken for different in measured.differences()],
    )
    titles = [_title(plot, figures, taken) for plot in question.plots]
    return QuestionResult(
        name=question.name,
        ask=question.ask,
        note=question.note,
        finding=titles[0] if titles else general_finding(taken[0]) if taken else f"{len(rows):,} rows",
        played=played,
        rows=len(rows),
        measures=[list(figures_of) for figures_of in figures.measures],
        differences=list(figures.differences),
        pictures=[Picture(title) for title in titles],
        command=command,
    )


NOTHING_PLAYED = "no game was played to its end"


def _title(plot: Plot, figures: Figures, taken: Sequence[Measured]) -> str:
    if not any(figures.measures):
        return NOTHING_PLAYED
    if plot.say is not None:
        try:
            return plot.say(figures)
        except LookupError:  # too few games for the groups that it speaks of
            pass
    return general_finding(taken[0 if isinstance(plot, Histogram) else plot.measure])


def general_finding(measured: Measured) -> str:
    """The highest and the lowest group, if their difference is more than chance; corrected for having picked them."""
    if not measured.figures:
        return NOTHING_PLAYED
    words = measured.measure.words
    keys = sorted(measured.figures, key=lambda key: -measured.figures[key].value)
    high, low = measured.figures[keys[0]], measured.figures[keys[-1]]
    if len(keys) == 1:
        return f"{words}: {high.text} ({high.interval})"
    if measured.measure.kind in {"share", "variance"}:
        return f"{words}: {label(high)} most often, {high.text}"
    pairs = len(keys) * (len(keys) - 1) // 2
    _, least, _ = difference(measured.samples[keys[0]], measured.samples[keys[-1]], 1 - 0.05 / pairs)
    if least is None or least <= 0:
        return f"{words}: no difference that is more than chance"
    return f"{words}: {label(high)} highest with {high.text}, {label(low)} lowest with {low.text}"


def label(figure: Figure, leave_out: Sequence[str] = ()) -> str:
    """A group in words: numbers with the name of their column.

    >>> label(Figure("won", "rate", 1, {"seats": 4, "bot": "hard"}, 9, 9, 0.5, 0.2, 0.8, 0.5))
    'seats 4, hard'
    """
    named = {name: value for name, value in figure.group.items() if name not in leave_out}
    return ", ".join(value if isinstance(value, str) else f"{name} {value}" for name, value in named.items()) or "all"


def tables(study: StudyResult) -> Iterator[Table]:
    """For every answer a table of its figures, for a terminal."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    for found in study.answers:
        title = Text.assemble((found.ask, "dim"), "\n", (found.finding, "bold"))
        table = Table(title=title, title_justify="left", title_style="", box=SIMPLE_HEAD, min_width=80)
        table.add_column("", ratio=1)
        for head in ("", "95 %", "games"):
            table.add_column(head, justify="right", no_wrap=True)
        for figures in found.measures:
            for line in _measure_lines(figures):
                table.add_row(*line)
        if found.differences:
            table.add_section()
            clear = [different for different in found.differences if different.clear]
            table.add_row(Text(f"differences: {len(clear)} of {len(found.differences)} leave out zero", "italic"))
            for different in clear[:MOST_DIFFERENCES]:
                words = f"  {label(different.figure)} − {label(different.against)}"
                table.add_row(words, different.show(different.value), different.interval, "")
            if len(clear) > MOST_DIFFERENCES:
                table.add_row(f"  … {len(clear) - MOST_DIFFERENCES} more")
        yield table


def _measure_lines(figures: Sequence[Figure]) -> Iterator[tuple[Text | str, ...]]:
    """What it is, then group by group; of many only the highest and the lowest."""
    from rich.text import Text

    if len(figures) == 1 and not figures[0].group:
        yield (figures[0].measure, figures[0].text, figures[0].interval, f"{figures[0].games:,}")
        return
    if not figures:
        return
    yield (Text(figures[0].measure, "italic"),)
    lines = [(f"  {label(figure)}", figure.text, figure.interval, f"{figure.games:,}") for figure in figures]
    if len(lines) > MOST_LINES:
        ranked = sorted(range(len(lines)), key=lambda place: -figures[place].value)
        ends = MOST_LINES // 4
        yield from (lines[place] for place in ranked[:ends])
        yield (f"  … {len(lines) - 2 * ends} between them",)
        yield from (lines[place] for place in ranked[-ends:])
    else:
        yield from lines
