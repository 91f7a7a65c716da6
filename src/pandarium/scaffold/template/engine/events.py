"""Events as they stand in the log: tuples, first the kind. They hold the truth; `view.redact` says who learns what."""

from __future__ import annotations

from typing import Final

DEALT: Final = 1
"""seat, card (BD-S1)."""
ROLLED: Final = 2
"""seat, face, steps of this turn before it (BD-2)."""
RESTED: Final = 3
"""seat, height (BD-3)."""
REVEALED: Final = 4
"""seat, card, what it is worth (BD-5)."""
ENDED: Final = 5
"""The race is over (BD-4)."""
BEGAN: Final = 6
"""seat: who begins (BD-S1)."""
