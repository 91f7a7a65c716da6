"""The plots of a study: the title says what is found, labels stand where they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from math import log2
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from pandarium.core.errors import PandariumError
from pandarium.kit.study import (
    Bars,
    Difference,
    Differences,
    Figure,
    HeatMap,
    Histogram,
    Lines,
    Plot,
    Question,
    Stack,
    Value,
    agrees,
)
from pandarium.sim.estimate import Rows, rank
from pandarium.sim.plot_style import ACCENTS, FAINT, INK, MARKS, PAPER, caption, sheet
from pandarium.sim.simulation_plot import BINS
from pandarium.sim.study_results import QuestionResult, label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE_CHARACTERS = 70
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
    with sheet(_height(plot, found), file) as axes:
        if isinstance(plot, Bars):
            _bars(axes, plot, _chosen(plot, found))
        elif isinstance(plot, Lines):
            _lines(axes, plot, _chosen(plot, found))
        elif isinstance(plot, HeatMap):
            _heat_map(axes, plot, _chosen(plot, found), order)
        elif isinstance(plot, Stack):
            _stack(axes, plot, _chosen(plot, found))
        elif isinstance(plot, Differences):
            _differences(axes, _compared(plot, found))
        else:
            _histogram(axes, plot, rows, order)
        games = sorted({played.games for played in found.played})
        many = " to ".join(f"{count:,}" for count in dict.fromkeys((games[0], games[-1])))
        inside = isinstance(plot, HeatMap | Histogram | Stack)
        intervals = "intervals in the table" if inside else "95 % intervals"
        words = f"{_what(plot, question)} · {many} games a table · {intervals}\n{found.command}"
        caption(axes, fill(found.pictures[number].title, TITLE_CHARACTERS), words)


def _what(plot: Plot, question: Question) -> str:
    if isinstance(plot, Histogram):
        words = [measure.words for measure in question.measures if measure.column == plot.column]
        return f"{words[0] if words else plot.column}, without the outermost 1 %"
    if isinstance(plot, Differences):
        return f"{question.measures[plot.measure].words}: how much more or less"
    down = f", {plot.y} down, {plot.x} across" if isinstance(plot, HeatMap) else ""
    return question.measures[plot.measure].words + (f", by {plot.x}" if isinstance(plot, Lines) else down)


def has_something(question: Question, found: QuestionResult, number: int, rows: Rows) -> bool:
    """Whether there is anything to draw: an interrupted study may have no game of the groups that a picture shows."""
    plot = question.plots[number]
    if isinstance(plot, Differences):
        return bool(_compared(plot, found))
    return bool(_values(plot, rows) if isinstance(plot, Histogram) else _chosen(plot, found))


def _chosen(plot: Bars | Lines | HeatMap | Stack, found: QuestionResult) -> list[Figure]:
    return [figure for figure in found.measures[plot.measure] if agrees(figure.group, plot.where)]


def _compared(plot: Differences, found: QuestionResult) -> list[Difference]:
    figures = found.measures[plot.measure]
    compared = [different for different in found.differences if different.figure in figures]
    return sorted(compared, key=lambda one: -abs(one.value) / (_half(one) or 1e-9))[: plot.most]


def _half(different: Difference) -> float:
    return 0.0 if different.low is None or different.high is None else (different.high - different.low) / 2


def _height(plot: Plot, found: QuestionResult) -> float:
    if isinstance(plot, Bars):
        return 1.6 + 0.3 * len(_chosen(plot, found))
    if isinstance(plot, HeatMap):
        return 1.8 + 0.32 * len({figure.group[plot.y] for figure in _chosen(plot, found)})
    if isinstance(plot, Stack):
        return 2.0 + 0.55 * len({label(figure, [plot.parts]) for figure in _chosen(plot, found)})
    if isinstance(plot, Differences):
        return 1.7 + 0.3 * len(_compared(plot, found))
    return 4.4


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
    """A line with a band for its intervals, a mark of its own, and its name at the end of it."""
    hidden = [plot.x, *plot.where]
    names = list(dict.fromkeys(label(figure, hidden) for figure in figures))
    ends: list[tuple[float, float, str, str]] = []
    for index, name in enumerate(names):
        here = [figure for figure in figures if label(figure, hidden) == name]
        across = [_across(plot, figure) for figure in here]
        colour, mark = ACCENTS[index % len(ACCENTS)], MARKS[index % len(MARKS)]
        low, high = zip(*map(_spread, here), strict=True)
        axes.fill_between(across, low, high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(across, [figure.value for figure in here], f"{mark}-", color=colour, linewidth=1.8, markersize=4.5)
        words = f"{name}: {here[-1].text}" if len(names) > 1 else here[-1].text
        ends.append((here[-1].value, across[-1], words, colour))
    places = sorted({_across(plot, figure) for figure in figures})
    bottom, top = axes.get_ylim()
    heights = _apart([value for value, *_ in sorted(ends)], (top - bottom) * 0.06)
    for height, (_, end, words, colour) in zip(heights, sorted(ends), strict=True):
        axes.annotate(
            words, (end, height), (8, 0), textcoords="offset points", va="center", fontsize=9,
            fontweight="bold", color=colour,
        )  # fmt: skip
    if plot.fair is not None:
        axes.axhline(plot.fair, color=INK, linewidth=1, linestyle=(0, (2, 2)))
        axes.text(
            1, plot.fair, f"fair: {figures[0].show(plot.fair)}", transform=axes.get_yaxis_transform(), ha="right",
            va="bottom", fontsize=8, color=INK,
        )  # fmt: skip
    axes.set_xlim(places[0] - 0.2, places[-1] + 0.34 * max(1, places[-1] - places[0]))
    axes.set_xticks(*_ticks(plot, places))
    axes.yaxis.set_major_formatter(lambda value, _: figures[0].show(value))
    axes.grid(axis="y", color=FAINT, alpha=0.4, linewidth=0.6)


def _across(plot: Lines, figure: Figure) -> float:
    """Where a figure lies on the line."""
    value = _number(figure.group[plot.x])
    return log2(value) if plot.doubling else value


MOST_TICKS = 16


def _ticks(plot: Lines, places: list[float]) -> tuple[list[float], list[str]]:
    """Places and numbers below the line: all, or every second, third, … of many."""
    kept = places[:: -(-len(places) // MOST_TICKS)]
    return kept, [f"{2**place if plot.doubling else place:,.4g}" for place in kept]


def _apart(values: Sequence[float], gap: float) -> list[float]:
    """Heights for labels that would otherwise lie on each other."""
    heights: list[float] = []
    for value in values:
        heights.append(max(value, heights[-1] + gap) if heights else value)
    return heights


def _number(value: Value) -> float:
    if isinstance(value, str):
        raise PandariumError(f"this picture needs numbers, not {value!r}")
    return float(value)


DEEP = 0.72
"""From this depth on a field is dark enough, by day, for figures in the colour of the paper."""


def _heat_map(axes: Axes, plot: HeatMap, figures: Sequence[Figure], order: Any) -> None:
    """More colour is more; the figure stands in its field."""
    across = sorted({figure.group[plot.x] for figure in figures}, key=lambda value: rank(plot.x, value, order))
    down = sorted({figure.group[plot.y] for figure in figures}, key=lambda value: rank(plot.y, value, order))
    known = {(figure.group[plot.y], figure.group[plot.x]): figure for figure in figures}
    values = [figure.value for figure in figures]
    low, high = min(values), max(values)
    for line, y in enumerate(down):
        for place, x in enumerate(across):
            figure = known.get((y, x))
            if figure is None:
                continue
            depth = (figure.value - low) / ((high - low) or 1.0)
            axes.add_patch(_field(place, line, 0.9 * depth))
            ink = PAPER if depth > DEEP else INK
            axes.text(place, line, figure.text, ha="center", va="center", fontsize=8.5, color=ink)
    axes.set_xticks(range(len(across)), [str(value) for value in across])
    axes.set_yticks(range(len(down)), [str(value) for value in down])
    axes.xaxis.tick_top()
    axes.set_xlim(-0.5, len(across) - 0.5)
    axes.set_ylim(len(down) - 0.5, -0.5)


def _field(place: int, line: int, depth: float) -> Any:
    """One colour, more or less of it: by night it lies on another paper."""
    from matplotlib.patches import Rectangle

    return Rectangle((place - 0.48, line - 0.46), 0.96, 0.92, color=ACCENTS[0], alpha=depth, linewidth=0)


NARROW = 0.06
"""A part of a stack that is smaller has no room for its figure."""


def _stack(axes: Axes, plot: Stack, figures: Sequence[Figure]) -> None:
    """Bars from 0 to 100 %, with the figure of each part inside it, and the names of the parts above."""
    hidden = [plot.parts, *plot.where]
    names = list(dict.fromkeys(label(figure, hidden) for figure in figures))
    kinds = list(dict.fromkeys(str(figure.group[plot.parts]) for figure in figures))
    for place, name in enumerate(names):
        begin = 0.0
        for figure in figures:
            if label(figure, hidden) != name:
                continue
            colour = ACCENTS[kinds.index(str(figure.group[plot.parts])) % len(ACCENTS)]
            axes.barh(place, figure.value, left=begin, height=0.62, color=colour, edgecolor=PAPER, linewidth=2)
            if figure.value >= NARROW:
                axes.text(
                    begin + figure.value / 2, place, figure.text, ha="center", va="center", fontsize=9,
                    fontweight="bold", color=PAPER,
                )  # fmt: skip
            begin += figure.value
    handles = [_field_in(ACCENTS[index % len(ACCENTS)]) for index in range(len(kinds))]
    axes.legend(
        handles, kinds, loc="lower left", bbox_to_anchor=(0, 1), ncols=len(kinds), frameon=False, fontsize=9,
        labelcolor=INK, borderaxespad=0.2, handlelength=1.0, columnspacing=1.4,
    )  # fmt: skip
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xticks([])


def _field_in(colour: str) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((0, 0), 1, 1, color=colour, linewidth=0)


def _differences(axes: Axes, compared: Sequence[Difference]) -> None:
    """A point with its interval to the left or right of nothing; what is clear is filled."""
    for place, one in enumerate(compared):
        low, high = (one.value if end is None else end for end in (one.low, one.high))
        colour = ACCENTS[1 if one.value < 0 else 0] if one.clear else ACCENTS[5]
        axes.plot([low, high], [place, place], color=colour, linewidth=2)
        face = colour if one.clear else PAPER
        axes.plot([one.value], [place], "o", color=colour, markerfacecolor=face, markersize=6)
        axes.annotate(
            one.text, (max(high, 0.0), place), (6, 0), textcoords="offset points", va="center", fontsize=8.5, color=INK
        )
    axes.axvline(0, color=INK, linewidth=1)
    ends = [0.0, *(end for one in compared for end in (one.low, one.high) if end is not None)]
    width = (max(ends) - min(ends)) or 1.0
    axes.set_xlim(min(ends) - 0.03 * width, max(ends) + 0.5 * width)
    axes.set_yticks(range(len(compared)), [label(one.figure, CONTENT_COLUMN) for one in compared])
    axes.set_ylim(len(compared) - 0.4, -0.6)
    axes.set_xticks([])


CONTENT_COLUMN = ("content",)
"""Two games are compared: which of them a figure is about goes without saying."""


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
