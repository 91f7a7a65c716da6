"""The lid of the box."""

from __future__ import annotations

from pandarium.core.meta import Meta, Option

META = Meta(
    name="wildstyle",
    title="Wildstyle",
    tagline="Everyone at once: collect sets of cards and tag the city, three rounds.",
    seats=(2, 5),
    minutes=(15, 30),
    prefix="WS",
    pace="real time",
    options=(
        Option(
            "pace",
            "All at once, in order of arrival; or one action each in turn, against no clock (WS-41).",
            "real time",
            ("real time", "turns"),
        ),
        Option("family", "One objective instead of three, and not Rail Supreme (WS-S5).", False),
        Option(
            "grace",
            "Seconds of silence that close a round in which nobody must act any more (WS-13).",
            20,
            (10, 20, 40),
        ),
    ),
)
