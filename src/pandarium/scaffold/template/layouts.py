"""What the bytes of an observation and of a move's features mean, and the action numbers."""

from __future__ import annotations

from typing import Final

from pandarium.core.layout import CATEGORY, COUNT, FLAG, NUMBER, ActionRange, Layout, Piece

from .engine.state import FACES, MOST_SEATS


def _player(offset: int) -> tuple[Piece, ...]:
    name = f"player {offset}"
    return (
        Piece(f"{name} present", 1, "1 if somebody sits there", FLAG, 1),
        Piece(f"{name} height", 2, "how high the panda is", NUMBER),
        Piece(f"{name} rolls", FACES, "how often each face came up, 1 first"),
    )


OBSERVATION: Final = Layout(
    (
        *(piece for offset in range(MOST_SEATS) for piece in _player(offset)),
        Piece("lucky", 1, "the observer's lucky card", CATEGORY, FACES),
        Piece("steps", 1, "climbed in this turn, not yet safe"),
        Piece("turn", 1, "whose turn it is, clockwise from the observer", CATEGORY, MOST_SEATS - 1),
        Piece("first", 1, "who began, clockwise from the observer", CATEGORY, MOST_SEATS - 1),
        Piece("round", 1, "from 1", COUNT, 100),
        Piece("top", 1, "how high the bamboo is"),
        Piece("over", 1, "1 when the race is over", FLAG, 1),
    )
)
"""Not the whole history: in which order the faces came up is not told."""

ACTIONS: Final = (
    ActionRange("climb", 1, "roll the die"),
    ActionRange("rest", 1, "keep the steps of this turn"),
)

FEATURES: Final = Layout(
    (
        Piece("climb", 1, "1 for a climb", FLAG, 1),
        Piece("rest", 1, "1 for a rest", FLAG, 1),
    )
)
