"""The learning curve."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def plot(curve: Sequence[tuple[float, dict[str, float]]], title: str, file: Path) -> None:
    """What was measured after how many minutes."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    minutes = [spent for spent, _ in curve]
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    for name in curve[0][1]:
        axes.plot(minutes, [measured[name] for _, measured in curve], marker="o", markersize=4, label=name)
    axes.set_title(title, loc="left", fontsize=11)
    axes.set_xlabel("minutes of training")
    axes.set_ylim(bottom=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(file)
    plt.close(figure)
