"""The lid of the box."""

from __future__ import annotations

from pandarium.core.meta import Meta

META = Meta(
    name="grab",
    title="Grab",
    tagline="Twelve cards; whoever is first has them.",
    seats=(2, 4),
    minutes=(1, 1),
    prefix="GB",
    pace="real time",
)
