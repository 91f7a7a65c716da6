"""How our plots look: ink on paper by day, chalk on slate by night, colours that a colour-blind eye tells apart.

No two neighbours of ACCENTS come close to each other in simulations of red, green and blue blindness, and no plot
leaves it to colours alone: names stand next to what they name, and every line has a mark of its own.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pandarium.core.record import write_atomically

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PAPER = "#fbf6ea"
INK = "#2b241b"
FAINT = "#b9ad97"
ACCENTS = ("#0b5cad", "#c4420b", "#147a64", "#553f00", "#a84f98", "#3a3a3a")
"""Blue, vermilion, green, brown, purple, grey."""
MARKS = ("o", "s", "D", "^", "v", "P")
NIGHT = {
    PAPER: "#1d1a16",
    INK: "#ece4d4",
    FAINT: "#6f675a",
    **dict(zip(ACCENTS, ("#6fb2f5", "#ff8242", "#35c29e", "#f5e3a1", "#dd8ccf", "#8e8e8e"), strict=True)),
}
"""What each colour is where the reader's screen is dark."""

WIDTH = 8.0
LEFT = 0.025
FONTS = ["DejaVu Sans", "Verdana"]


@contextmanager
def sheet(height: float, file: Path) -> Iterator[Axes]:
    """Axes on paper, written to an SVG file afterwards: the same bytes for the same figures."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Sheet
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    settings: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": "pandarium", "font.sans-serif": FONTS}
    with rc_context(settings):
        paper = Sheet(figsize=(WIDTH, height), facecolor=PAPER, layout=ConstrainedLayoutEngine(w_pad=0.2, h_pad=0.2))
        axes = paper.add_subplot(facecolor=PAPER)
        yield axes
        axes.tick_params(colors=INK, labelsize=9, length=0)
        for side in ("left", "right", "top", "bottom"):
            axes.spines[side].set_visible(False)
        drawn = io.StringIO()
        paper.savefig(drawn, format="svg", facecolor=PAPER, metadata={"Date": None, "Creator": "pandarium study"})
    write_atomically(file, with_night(minify_svg(drawn.getvalue())).encode())


def caption(axes: Axes, title: str, words: str) -> None:
    """The message above, what and how below, both at the left edge of the paper."""
    paper: Any = axes.figure
    paper.suptitle(title, x=LEFT, ha="left", color=INK, fontsize=12.5, fontweight="bold")
    paper.supxlabel(words, x=LEFT, ha="left", color=INK, fontsize=8)


def minify_svg(svg: str) -> str:
    """Half the size, the same picture: no comments, no turns by nothing, two decimals."""
    svg = re.sub(r"\s*<!--.*?-->", "", svg)
    svg = re.sub(r" transform=\"rotate\(-?0 [^)]*\)\"", "", svg)
    svg = re.sub(r"(\d\.\d\d)\d+", r"\1", svg)
    return re.sub(r"\s*\n\s*(?=[LzCQ]|\" )", " ", svg)


def with_night(svg: str) -> str:
    """The same picture with a style for dark screens; where styles are not understood it stays day.

    >>> print(with_night('<svg><style>*{}</style><path style="fill: #fbf6ea"/></svg>'))
    <svg><style>*{}
    @media (prefers-color-scheme: dark) {
    [style*="fill: #fbf6ea"] { fill: #1d1a16 !important }
    }</style><path style="fill: #fbf6ea"/></svg>
    """
    rules = [
        f'[style*="{what}: {day}"] {{ {what}: {night} !important }}'
        for day, night in NIGHT.items()
        for what in ("fill", "stroke")
        if f"{what}: {day}" in svg
    ]
    dark = "\n".join(["", "@media (prefers-color-scheme: dark) {", *rules, "}"])
    return svg.replace("</style>", f"{dark}</style>", 1)
