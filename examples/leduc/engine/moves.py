"""Moves as numbers. There are three, and none needs more than its kind (LH-4 to LH-6)."""

from __future__ import annotations

from typing import Final

FOLD: Final = 1
CALL: Final = 2
"""Match what the other has paid; a check when there is nothing to match."""
RAISE: Final = 3

MOST_MOVES: Final = 3
