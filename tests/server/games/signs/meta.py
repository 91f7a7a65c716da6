"""The lid of the box."""

from __future__ import annotations

from pandarium.core.meta import Meta

META = Meta(
    name="signs",
    title="Signs",
    tagline="Stone, paper, leaf; all at once.",
    seats=(2, 4),
    minutes=(1, 1),
    prefix="SG",
)
