"""The plots of a study: the title says what is found, labels stand where they are needed."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from pandarium.core.errors import PandariumError
from pandarium.core.record import write_atomically
from pandarium.kit.study import Bars, Figure, HeatMap, Histogram, Lines, Plot, Question, Value, agrees
from pandarium.sim.estimate import Rows, rank
from pandarium.sim.simulation_plot import ACCENTS, BINS, FAINT, INK, PAPER
from pandarium.sim.study_results import QuestionResult, label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 8.0
TITLE_CHARACTERS = 70
LEFT = 0.025
FONTS = ["DejaVu Sans", "Verdana"]
MISSING = "plots need matplotlib: pip install 'pandarium[plots]'"


def can_draw() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def draw(question: Question, found: QuestionResult, number: int, rows: Rows, file: Path) -> None:
    """Draw the picture of that number of an answer; raises PandariumError."""
    if not can_draw():
        raise PandariumError(MISSING)
    plot = question.plots[number]
    order = {"table": [played.table for played in found.played], **question.order}
    with _figure(_height(plot, found), file) as axes:
        if isinstance(plot, Bars):
            _bars(axes, plot, _chosen(plot, found))
        elif isinstance(plot, Lines):
            _lines(axes, plot, _chosen(plot, found))
        elif isinstance(plot, HeatMap):
            _heat_map(axes, plot, _chosen(plot, found), order)
        else:
            _histogram(axes, plot, rows, order)
        games = sorted({played.games for played in found.played})
        many = " to ".join(f"{count:,}" for count in dict.fromkeys((games[0], games[-1])))
        intervals = "intervals in the table" if isinstance(plot, HeatMap | Histogram) else "95 % intervals"
        caption = f"{_what(plot, question)} · {many} games a table · {intervals}\n{found.command}"
        _frame(axes, fill(found.pictures[number].title, TITLE_CHARACTERS), caption)


def _frame(axes: Axes, title: str, caption: str) -> None:
    """The message above, what and how below, both at the left edge of the paper."""
    sheet: Any = axes.figure
    sheet.suptitle(title, x=LEFT, ha="left", color=INK, fontsize=12.5, fontweight="bold")
    sheet.supxlabel(caption, x=LEFT, ha="left", color=INK, fontsize=8)


def _what(plot: Plot, question: Question) -> str:
    if isinstance(plot, Histogram):
        words = [measure.words for measure in question.measures if measure.column == plot.column]
        return f"{words[0] if words else plot.column}, without the outermost 1 %"
    down = f", {plot.y} down, {plot.x} across" if isinstance(plot, HeatMap) else ""
    return question.measures[plot.measure].words + (f" by {plot.x}" if isinstance(plot, Lines) else down)


def has_something(question: Question, found: QuestionResult, number: int, rows: Rows) -> bool:
    """Whether there is anything to draw: an interrupted study may have no game of the groups that a picture shows."""
    plot = question.plots[number]
    return bool(_values(plot, rows) if isinstance(plot, Histogram) else _chosen(plot, found))


def _chosen(plot: Bars | Lines | HeatMap, found: QuestionResult) -> list[Figure]:
    return [figure for figure in found.measures[plot.measure] if agrees(figure.group, plot.where)]


def _height(plot: Plot, found: QuestionResult) -> float:
    if isinstance(plot, Bars):
        return 1.6 + 0.3 * len(_chosen(plot, found))
    if isinstance(plot, HeatMap):
        return 1.8 + 0.32 * len({figure.group[plot.y] for figure in _chosen(plot, found)})
    return 4.4


@contextmanager
def _figure(height: float, file: Path) -> Iterator[Axes]:
    """Axes on paper, written to the file afterwards: the same bytes for the same figures."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Sheet
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    settings: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "pandarium", "font.sans-serif": FONTS}
    with rc_context(settings):
        sheet = Sheet(figsize=(WIDTH, height), facecolor=PAPER, layout=ConstrainedLayoutEngine(w_pad=0.2, h_pad=0.2))
        axes = sheet.add_subplot(facecolor=PAPER)
        yield axes
        axes.tick_params(colors=INK, labelsize=9, length=0)
        for side in ("left", "right", "top", "bottom"):
            axes.spines[side].set_visible(False)
        drawn = io.StringIO()
        sheet.savefig(drawn, format="svg", facecolor=PAPER, metadata={"Date": None, "Creator": "pandarium study"})
    write_atomically(file, _lean(drawn.getvalue()).encode())


def _lean(svg: str) -> str:
    """Half the size, the same picture: no comments, no turns by nothing, two decimals."""
    svg = re.sub(r"\s*<!--.*?-->", "", svg)
    svg = re.sub(r" transform=\"rotate\(-?0 [^)]*\)\"", "", svg)
    svg = re.sub(r"(\d\.\d\d)\d+", r"\1", svg)
    return re.sub(r"\s*\n\s*(?=[LzCQ]|\" )", " ", svg)


def _spread(figure: Figure) -> tuple[float, float]:
    """The interval, or only the value where too few games give none."""
    return (
        figure.value if figure.low is None else figure.low,
        figure.value if figure.high is None else figure.high,
    )


def _bars(axes: Axes, plot: Bars, figures: Sequence[Figure]) -> None:
    """From top to bottom, a colour for every first column where there are several."""
    hidden = [name for name in plot.where if len({figure.group.get(name) for figure in figures}) == 1]
    families = list(dict.fromkeys(_family(figure, hidden) for figure in figures))
    ends = [end for figure in figures for end in _spread(figure)] + ([] if plot.base is None else [plot.base])
    for place, figure in enumerate(figures):
        colour = ACCENTS[families.index(_family(figure, hidden)) % len(ACCENTS)]
        low, high = _spread(figure)
        if plot.base is not None:
            axes.barh(place, figure.value - plot.base, left=plot.base, height=0.62, color=colour, alpha=0.3)
        axes.plot([low, high], [place, place], color=colour, linewidth=2)
        axes.plot([figure.value], [place], "o", color=colour, markersize=4)
        right = high if plot.base is None else max(high, plot.base)
        axes.annotate(
            f"{figure.text} ({figure.interval})", (right, place), (6, 0), textcoords="offset points",
            va="center", fontsize=8.5, color=INK,
        )  # fmt: skip
    if plot.base is not None:
        axes.axvline(plot.base, color=FAINT, linewidth=1)
    axes.set_yticks(range(len(figures)), [label(figure, hidden) for figure in figures])
    axes.set_ylim(len(figures) - 0.4, -0.6)
    room = max(ends) - min(ends) or 1.0
    axes.set_xlim(min(ends) - 0.04 * room, max(ends) + 0.45 * room)
    axes.set_xticks([])


def _family(figure: Figure, hidden: Sequence[str]) -> Value:
    """What bars of one colour have in common: the first column, where another follows it."""
    shown = [value for name, value in figure.group.items() if name not in hidden]
    return shown[0] if len(shown) > 1 else ""


def _lines(axes: Axes, plot: Lines, figures: Sequence[Figure]) -> None:
    """A line with a band for its intervals, and its name at the end of it."""
    hidden = [plot.x, *plot.where]
    names = list(dict.fromkeys(label(figure, hidden) for figure in figures))
    ends: list[tuple[float, str, str]] = []
    for index, name in enumerate(names):
        here = [figure for figure in figures if label(figure, hidden) == name]
        across = [_number(figure.group[plot.x]) for figure in here]
        colour = ACCENTS[index % len(ACCENTS)]
        low, high = zip(*map(_spread, here), strict=True)
        axes.fill_between(across, low, high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(across, [figure.value for figure in here], "o-", color=colour, linewidth=1.8, markersize=4)
        words = f"{name}: {here[-1].text}" if len(names) > 1 else here[-1].text
        ends.append((here[-1].value, words, colour))
    last = max(_number(figure.group[plot.x]) for figure in figures)
    first = min(_number(figure.group[plot.x]) for figure in figures)
    bottom, top = axes.get_ylim()
    for height, (_, words, colour) in zip(_apart(sorted(ends), (top - bottom) * 0.06), sorted(ends), strict=True):
        axes.annotate(
            words, (last, height), (8, 0), textcoords="offset points", va="center", fontsize=9, fontweight="bold",
            color=colour,
        )  # fmt: skip
    axes.set_xlim(first - 0.2, last + 0.34 * max(1, last - first))
    axes.set_xticks(sorted({_number(figure.group[plot.x]) for figure in figures}))
    axes.yaxis.set_major_formatter(lambda value, _: figures[0].show(value))
    axes.grid(axis="y", color=FAINT, alpha=0.4, linewidth=0.6)


def _apart(ends: Sequence[tuple[float, str, str]], gap: float) -> list[float]:
    """Heights for labels that would otherwise lie on each other."""
    heights: list[float] = []
    for value, _, _ in ends:
        heights.append(max(value, heights[-1] + gap) if heights else value)
    return heights


def _number(value: Value) -> float:
    if isinstance(value, str):
        raise PandariumError(f"this picture needs numbers, not {value!r}")
    return float(value)


def _heat_map(axes: Axes, plot: HeatMap, figures: Sequence[Figure], order: Any) -> None:
    """Darker is more; the figure stands in its field."""
    from matplotlib.colors import LinearSegmentedColormap

    across = sorted({figure.group[plot.x] for figure in figures}, key=lambda value: rank(plot.x, value, order))
    down = sorted({figure.group[plot.y] for figure in figures}, key=lambda value: rank(plot.y, value, order))
    known = {(figure.group[plot.y], figure.group[plot.x]): figure for figure in figures}
    values = [figure.value for figure in figures]
    low, high = min(values), max(values)
    shades = LinearSegmentedColormap.from_list("paper", [PAPER, ACCENTS[1]])
    for line, y in enumerate(down):
        for place, x in enumerate(across):
            figure = known.get((y, x))
            if figure is None:
                continue
            depth = (figure.value - low) / ((high - low) or 1.0)
            axes.add_patch(_field(place, line, shades(0.9 * depth)))
            ink = PAPER if depth > 0.6 else INK
            axes.text(place, line, figure.text, ha="center", va="center", fontsize=8.5, color=ink)
    axes.set_xticks(range(len(across)), [str(value) for value in across])
    axes.set_yticks(range(len(down)), [str(value) for value in down])
    axes.xaxis.tick_top()
    axes.set_xlim(-0.5, len(across) - 0.5)
    axes.set_ylim(len(down) - 0.5, -0.5)


def _field(place: int, line: int, colour: Any) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((place - 0.48, line - 0.46), 0.96, 0.92, color=colour, linewidth=0)


def _values(plot: Histogram, rows: Rows) -> dict[Value, list[float]]:
    """The column's numbers by group."""
    groups: dict[Value, list[float]] = {}
    names = rows.column(plot.by) if plot.by else [""] * len(rows)
    for place, (name, value) in enumerate(zip(names, rows.column(plot.column), strict=True)):
        if all(rows.column(key)[place] == wanted for key, wanted in plot.where.items()):
            groups.setdefault(name, []).append(_number(value))
    return groups


def _histogram(axes: Axes, plot: Histogram, rows: Rows, order: Any) -> None:
    """Filled outlines of the share of rows, with each mean and its name above."""
    groups = _values(plot, rows)
    inside = _central([value for values in groups.values() for value in values])
    edges = _edges(*inside)
    ordered = sorted(groups, key=lambda value: rank(plot.by, value, order))
    tops: list[float] = []
    for index, name in enumerate(ordered):
        colour = ACCENTS[index % len(ACCENTS)]
        heights = _heights(groups[name], edges)
        tops.append(max(heights))
        axes.stairs(heights, edges, fill=True, color=colour, alpha=0.16)
        axes.stairs(heights, edges, color=colour, linewidth=1.6)
    top = max(tops)
    axes.set_ylim(0, top * (1.1 + 0.11 * len(ordered)))
    for index, name in enumerate(ordered):
        colour = ACCENTS[index % len(ACCENTS)]
        average = sum(groups[name]) / len(groups[name])
        height = top * (1.06 + 0.11 * (len(ordered) - index))
        axes.plot([average, average], [0, height], color=colour, linewidth=1, linestyle=(0, (2, 2)))
        named = name if isinstance(name, str) else f"{plot.by} {name}"
        axes.annotate(
            f"{named}: mean {average:,.1f}".removeprefix(": "), (average, height), (5, 0), textcoords="offset points",
            va="top", fontsize=9, fontweight="bold", color=colour,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1.0},
        )  # fmt: skip
    axes.set_yticks([])


def _central(values: list[float]) -> tuple[float, float]:
    """From the lowest to the highest, but for one in two hundred at each end."""
    ranked = sorted(values)
    cut = len(ranked) // 200
    return ranked[cut], ranked[-1 - cut]


def _edges(low: float, high: float) -> list[float]:
    width = max(1, -(-int(high - low + 1) // BINS))
    return [low - 0.5 + width * step for step in range(int((high - low) // width) + 2)]


def _heights(values: list[float], edges: list[float]) -> list[float]:
    width = edges[1] - edges[0]
    heights = [0.0] * (len(edges) - 1)
    for value in values:
        if edges[0] <= value < edges[-1]:
            heights[int((value - edges[0]) // width)] += 1 / len(values)
    return heights
