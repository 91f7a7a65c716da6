"""Reasons of refusal: numbers for the verifier; for each, the rule that speaks against the move, and a name.

The sentence for a name stands in `words/en.json`.
"""

from __future__ import annotations

from typing import Final

FINE: Final = 0
GAME_OVER: Final = 1
NOT_YOUR_TURN: Final = 2
CLIMB_FIRST: Final = 3
NO_SUCH_MOVE: Final = 4

FAULTS: Final[list[tuple[str, str]]] = [
    ("", ""),
    ("BD-4", "game_over"),
    ("BD-1", "not_your_turn"),
    ("BD-3", "climb_first"),
    ("BD-1", "no_such_move"),
]
"""By number."""
