"""Moves as numbers: the kind in the low four bits; these two need no fields above (BD-1)."""

from __future__ import annotations

from typing import Final

CLIMB: Final = 1
"""Roll the die (BD-2)."""
REST: Final = 2
"""Keep the steps of this turn (BD-3)."""

MOVES: Final = 2
"""How many there are; seen from any seat their action numbers are 0 and 1."""
