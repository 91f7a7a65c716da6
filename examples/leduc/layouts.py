"""What the bytes of an observation and of a move's features mean, and the action numbers."""

from __future__ import annotations

from typing import Final

from pandarium.core.layout import CATEGORY, COUNT, FLAG, ActionRange, Layout, Piece
from pandarium.games.leduc.engine.state import ROUND_BYTES

MOST_RANKS: Final = 13
"""Of a pack."""
MOST_CHIPS: Final = 13
"""The ante, and two raises in each round."""

OBSERVATION: Final = Layout(
    (
        Piece("card", 1, "rank of the own card, from 1", CATEGORY, MOST_RANKS),
        Piece("public", 1, "rank of the public card, from 1; 0 before it is turned", CATEGORY, MOST_RANKS),
        Piece("stage", 1, "1 first round, 2 second round, 3 folded, 4 showdown", CATEGORY, 4),
        Piece("paid", 1, "own chips in the pot", COUNT, MOST_CHIPS),
        Piece("their paid", 1, "the other's chips in the pot", COUNT, MOST_CHIPS),
        Piece("to act", 1, "1 if it is the observer's turn", FLAG, 1),
        Piece("first round", ROUND_BYTES, "moves in order: 1 fold, 2 call, 3 raise; then 0", CATEGORY, 3),
        Piece("second round", ROUND_BYTES, "the same", CATEGORY, 3),
    ),
    whole_history=True,
)

ACTIONS: Final = (
    ActionRange("fold", 1, "give up the pot"),
    ActionRange("call", 1, "match what the other has paid, or check"),
    ActionRange("raise", 1, "pay more than the other"),
)

FEATURES: Final = Layout(
    (
        Piece("fold", 1, "1 for a fold", FLAG, 1),
        Piece("call", 1, "1 for a call or a check", FLAG, 1),
        Piece("raise", 1, "1 for a raise", FLAG, 1),
    )
)
