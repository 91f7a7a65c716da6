"""The lid of the box."""

from __future__ import annotations

from pandarium.core.meta import Meta

META = Meta(
    name="mime",
    title="Mime",
    tagline="Top every open card together, and say as little as you must.",
    seats=(2, 3),
    minutes=(1, 1),
    prefix="MM",
    cooperative=True,
    talk="MM-4",
)
