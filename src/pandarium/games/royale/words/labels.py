"""Moves as a player would say them."""

from __future__ import annotations

from collections.abc import Sequence

from pandarium.games.royale.engine.dice import CODES, DIE_NAMES
from pandarium.games.royale.words.notation import Take, Trade, describe

NAMES = dict(zip(CODES, DIE_NAMES, strict=True))
"""Dice by their codes."""


def label(move: int, names: Sequence[str]) -> str:
    """A move as a player would say it."""
    described = describe(move)
    if isinstance(described, Take):
        return f"Take the {NAMES[described.die]}"
    if isinstance(described, Trade):
        return f"Give {names[described.seat]} a clear die for their {NAMES[described.die]}"
    return "Trade no more"
