"""Reasons of refusal: numbers for the verifier; for each, the rule that speaks against the move, and the words."""

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
    ("PR-13", "the game is over"),
    ("PR-1", "it is not your turn"),
    ("PR-1", "there is no such move in this game"),
    ("PR-C1", "there is no such die"),
    ("PR-10", "dice are traded after the pity dice and before the draft, not now"),
    ("PR-10", "you have no clear die to offer"),
    ("PR-10", "there is nobody in that seat"),
    ("PR-10", "you trade with another player, not with yourself"),
    ("PR-10", "pink dice cannot be taken in a trade"),
    ("PR-10", "that player has no DIE"),
    ("PR-11", "new dice are chosen after the trades, not now"),
    ("PR-11", "there is no DIE in the pool"),
    ("PR-11", "everyone takes a die from the pool: nobody passes"),
]
"""By number."""
