"""The plot of a batch: how scores are spread, labelled next to the curves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pandarium.core.errors import PandariumError
from pandarium.sim.plot_style import ACCENTS, FAINT, INK, PAPER
from pandarium.sim.report import BotResult, SimulationReport

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BINS = 48


def plot(report: SimulationReport, file: str | Path) -> None:
    """How scores are spread, one curve a bot, with its mean and its share of wins; the format follows the name."""
    try:
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ImportError:
        raise PandariumError("plots need matplotlib: pip install 'pandarium[plots]'") from None
    if report.games == 0:
        raise PandariumError("there is nothing to draw: no game was played to its end")
    figure = Figure(figsize=(8, 4.6), dpi=160, facecolor=PAPER, layout=ConstrainedLayoutEngine(w_pad=0.2, h_pad=0.2))
    axes = figure.add_subplot(facecolor=PAPER)
    edges = _edges(report)
    rows = sorted(report.rows, key=lambda row: -row.mean)
    tops = [_draw(axes, row, edges, ACCENTS[index % len(ACCENTS)]) for index, row in enumerate(rows)]
    _label(axes, rows, max(tops))
    _dress(axes, report, rows)
    try:
        figure.savefig(file, facecolor=PAPER)
    except (OSError, ValueError) as error:
        raise PandariumError(f"{file}: cannot be drawn: {error}") from None


def _edges(report: SimulationReport) -> list[float]:
    scores = [int(score) for row in report.rows for score in row.scores]
    low, high = min(scores), max(scores)
    width = max(1, -(-(high - low + 1) // BINS))
    return [low - 0.5 + width * step for step in range((high - low) // width + 2)]


def _draw(axes: Axes, row: BotResult, edges: list[float], colour: str) -> float:
    """A filled outline of the share of games per score; its height."""
    width = edges[1] - edges[0]
    heights = [0.0] * (len(edges) - 1)
    for score, count in row.scores.items():
        heights[int((int(score) - edges[0]) // width)] += count / row.seats
    axes.stairs(heights, edges, fill=True, color=colour, alpha=0.22)
    axes.stairs(heights, edges, color=colour, linewidth=1.6)
    axes.axvline(row.mean, color=colour, linewidth=1, linestyle=(0, (2, 2)))
    return max(heights)


def _label(axes: Axes, rows: list[BotResult], top: float) -> None:
    """Say next to each curve who it is, how much it scores and how often it wins."""
    axes.set_ylim(0, top * (1.12 + 0.15 * len(rows)))
    for index, row in enumerate(rows):
        low, high = row.win_interval
        words = f"{row.bot}: {row.mean:.0f} points, wins {row.win_rate:.1%} ({low:.1%} – {high:.1%})"
        axes.annotate(
            words,
            xy=(row.mean, top * (1.08 + 0.15 * (len(rows) - index))),
            xytext=(5, 0),
            textcoords="offset points",
            color=ACCENTS[index % len(ACCENTS)],
            fontsize=9,
            fontweight="bold",
            va="top",
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1.5},
        )


def _dress(axes: Axes, report: SimulationReport, rows: list[BotResult]) -> None:
    message = f"{rows[0].bot} scores highest" if len(rows) > 1 else f"What {rows[0].bot} scores"
    axes.set_title(f"{report.title}: {message}", loc="left", color=INK, fontsize=14, fontweight="bold", pad=12)
    what = f"final score · {report.games:,} games with {report.seats} players · wins with 95 % intervals"
    axes.set_xlabel(f"{what}\n{report.command}", color=INK, fontsize=8, loc="left")
    axes.set_yticks([])
    axes.tick_params(colors=INK, labelsize=9)
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    bottom: Any = axes.spines["bottom"]
    bottom.set_color(FAINT)
