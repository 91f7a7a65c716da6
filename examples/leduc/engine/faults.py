"""Reasons of refusal: numbers for the verifier; for each, the rule that speaks against the move, and a name.

The sentence for a name stands in `words/en.json`, under `leduc.refusal`.
"""

from __future__ import annotations

from typing import Final

FINE: Final = 0
GAME_OVER: Final = 1
NOT_YOUR_TURN: Final = 2
NO_SUCH_MOVE: Final = 3
NOTHING_TO_FOLD_TO: Final = 4
NO_MORE_RAISES: Final = 5

FAULTS: Final[list[tuple[str, str]]] = [
    ("", ""),
    ("LH-11", "game_over"),
    ("LH-3", "not_your_turn"),
    ("LH-3", "no_such_move"),
    ("LH-4", "nothing_to_fold_to"),
    ("LH-6", "no_more_raises"),
]
"""By number."""
