"""The lid of the box."""

from __future__ import annotations

from pandarium.core.meta import Meta, Option

META = Meta(
    name="bamboodash",
    title="Bamboo Dash",
    tagline="Climb the bamboo, one more roll at a time, and do not slip.",
    seats=(2, 6),
    minutes=(5, 15),
    prefix="BD",
    colour="#4f7a2c",
    options=(
        Option(
            "top",
            "How many steps the bamboo is high (BD-4).",
            60,
            (40, 60, 100),
            {40: "40, for the impatient", 60: "60, as usual", 100: "100, a long way up"},
        ),
    ),
)
