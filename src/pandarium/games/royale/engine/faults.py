"""Reasons of refusal: numbers for the verifier; for each, the rule against it, and the code of its words."""

from __future__ import annotations

from typing import Final

FINE: Final = 0
GAME_OVER: Final = 1
NOT_YOUR_TURN: Final = 2
NO_SUCH_MOVE: Final = 3
NO_SUCH_DIE: Final = 4
NOT_TRADING: Final = 5
NOTHING_TO_OFFER: Final = 6
NO_SUCH_SEAT: Final = 7
WITH_YOURSELF: Final = 8
PINK_STAYS: Final = 9
THEY_HAVE_NONE: Final = 10
NOT_DRAFTING: Final = 11
NOT_IN_POOL: Final = 12
NO_PASSING: Final = 13

FAULTS: Final[list[tuple[str, str]]] = [
    ("", ""),
    ("PR-13", "royale.refusal.game_over"),
    ("PR-1", "royale.refusal.not_your_turn"),
    ("PR-1", "royale.refusal.no_such_move"),
    ("PR-C1", "royale.refusal.no_such_die"),
    ("PR-10", "royale.refusal.not_trading"),
    ("PR-10", "royale.refusal.nothing_to_offer"),
    ("PR-10", "royale.refusal.no_such_seat"),
    ("PR-10", "royale.refusal.with_yourself"),
    ("PR-10", "royale.refusal.pink_stays"),
    ("PR-10", "royale.refusal.they_have_none"),
    ("PR-11", "royale.refusal.not_drafting"),
    ("PR-11", "royale.refusal.not_in_pool"),
    ("PR-11", "royale.refusal.no_passing"),
]
"""By number; the words for a code are in `words/en.json`."""
