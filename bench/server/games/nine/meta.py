"""The lid of the box."""

from __future__ import annotations

from pandarium.core.meta import Meta, Option

META = Meta(
    name="nine",
    title="Nine Cells",
    tagline="Nine cells, filled and wiped, over and over.",
    seats=(2, 4),
    minutes=(1, 60),
    prefix="NC",
    options=(Option("rounds", "how many times the board is filled", default=3, choices=(3, 1000)),),
)
