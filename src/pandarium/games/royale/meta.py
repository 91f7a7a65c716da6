"""The lid of the box."""

from __future__ import annotations

from pandarium.core.meta import Meta, Option

META = Meta(
    name="royale",
    title="Panda Royale",
    tagline="Draft dice from seven clans, roll them all, ten rounds.",
    seats=(2, 10),
    minutes=(15, 45),
    prefix="PR",
    options=(
        Option("children", "No clear dice, hence no trading; up to 9 players (PR-14).", False),
        Option(
            "first_roll",
            "After a tie for the token the first roll of the yellow dice scores, re-rolls only break the tie (PR-3).",
            False,
        ),
    ),
)
