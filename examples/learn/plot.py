"""The learning curve, on the paper that Pandarium's other plots are drawn on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib import rc_context
from matplotlib.figure import Figure

from pandarium.sim.simulation_plot import ACCENTS, FAINT, INK, PAPER


def plot(curve: Sequence[tuple[float, dict[str, float]]], title: str, caption: str, file: Path) -> None:
    """What was measured after how many minutes; the name of each line stands at its end."""
    minutes = [spent for spent, _ in curve]
    with rc_context(
        {"svg.fonttype": "none", "svg.hashsalt": "pandarium", "font.sans-serif": ["DejaVu Sans", "Verdana"]}
    ):
        sheet = Figure(figsize=(8, 4.4), facecolor=PAPER, layout="constrained")
        axes = sheet.add_subplot(facecolor=PAPER)
        for number, name in enumerate(curve[0][1]):
            values = [measured[name] for _, measured in curve]
            colour = ACCENTS[number % len(ACCENTS)]
            axes.plot(minutes, values, color=colour, linewidth=2, marker="o", markersize=4)
            axes.annotate(
                f"{name} {values[-1]:.2f}",
                (minutes[-1], values[-1]),
                (8, 0),
                textcoords="offset points",
                va="center",
                color=colour,
            )
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", color=FAINT)
        axes.tick_params(colors=INK, labelsize=9, length=0)
        axes.spines[:].set_visible(False)
        sheet.suptitle(title, x=0.02, ha="left", color=INK, fontsize=12.5, fontweight="bold")
        sheet.supxlabel(f"{caption}, by minutes of training", x=0.02, ha="left", color=INK, fontsize=8)
        sheet.savefig(file, format="svg", facecolor=PAPER, metadata={"Date": None})
