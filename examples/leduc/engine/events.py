"""Events as they stand in the log: tuples, first the kind. They hold the truth; `view.redact` says who hears what."""

from __future__ import annotations

from typing import Final

DEALT: Final = 1
"""seat, card (LH-2)."""
BET: Final = 2
"""seat, move, what was owed (LH-4 to LH-6)."""
TURNED: Final = 3
"""card (LH-8)."""
SHOWN: Final = 4
"""seat, card (LH-10)."""
ENDED: Final = 5
"""winner (PLAYERS: they share), what the loser has paid (LH-9, LH-10)."""
