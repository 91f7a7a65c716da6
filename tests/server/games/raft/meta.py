"""The lid of the box."""

from __future__ import annotations

from pandarium.core.meta import Meta

META = Meta(
    name="raft",
    title="Raft",
    tagline="Row home before the water wins.",
    seats=(2, 3),
    minutes=(1, 1),
    prefix="RF",
    cooperative=True,
)
