"""Moves as a player would say them."""

from __future__ import annotations

from pandarium.games.leduc.engine.moves import CALL, FOLD, RAISE

_LABELS = {FOLD: "Fold", CALL: "Call, or check", RAISE: "Raise"}


def label(move: int) -> str:
    """A move as a player would say it."""
    return _LABELS[move]
