"""The lid of the box."""

from __future__ import annotations

from pandarium.core.meta import Meta

META = Meta(
    name="leduc",
    title="Leduc Hold'em",
    tagline="Six cards, two players, one of them bluffing.",
    seats=(2, 2),
    minutes=(1, 2),
    prefix="LH",
)
