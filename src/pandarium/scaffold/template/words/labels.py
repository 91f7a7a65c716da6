"""Moves as a player would say them."""

from __future__ import annotations

from ..engine.moves import CLIMB


def label(move: int) -> str:
    """A move as a player would say it."""
    return "Climb on: roll the die" if move == CLIMB else "Rest: keep the steps of this turn"
