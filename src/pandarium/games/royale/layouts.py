"""What the bytes of an observation and of a move's features mean, and the action numbers."""

from __future__ import annotations

from typing import Final

from pandarium.core.layout import CATEGORY, COUNT, FLAG, NUMBER, ActionRange, Layout, Piece
from pandarium.games.royale.engine.dice import CODES, COLOURS, DRAFTABLE, KINDS, MOST_FACES, MOST_OF_A_KIND, TAKEABLE
from pandarium.games.royale.engine.knowledge import SCORE_BIAS
from pandarium.games.royale.engine.state import MOST_SEATS, OVER, ROUNDS

_IN_THE_BAG: Final = ", ".join(CODES[:DRAFTABLE])
_HIGHEST: Final = 0xFFFF


def _player(offset: int) -> tuple[Piece, ...]:
    """What is seen of the player that many seats to the left; all zeros where nobody sits."""
    name = f"player {offset}"
    return (
        Piece(f"{name} present", 1, "1 if somebody sits there", FLAG, 1),
        Piece(f"{name} dice", KINDS, f"dice in the hand, by kind: {', '.join(CODES)}", COUNT, MOST_OF_A_KIND),
        Piece(f"{name} total", 2, "the score of all rounds so far", NUMBER, _HIGHEST, SCORE_BIAS),
        Piece(f"{name} round score", 2, "the score of the last roll, pink too", NUMBER, _HIGHEST, SCORE_BIAS),
    )


OBSERVATION: Final = Layout(
    (
        *(piece for offset in range(MOST_SEATS) for piece in _player(offset)),
        Piece("pool", DRAFTABLE, f"dice in the pool, by kind: {_IN_THE_BAG}", COUNT, MOST_OF_A_KIND),
        Piece("bag", DRAFTABLE, "dice in the bag, by the same kinds", COUNT, MOST_OF_A_KIND),
        Piece("round", 1, "from 1", COUNT, ROUNDS),
        Piece("step", 1, "3 trade, 4 draft, 5 over", CATEGORY, OVER),
        Piece("panda", 1, "who has the Panda token, clockwise from the observer", CATEGORY, MOST_SEATS - 1),
        Piece("turn", 1, "whose turn it is, clockwise from the observer", CATEGORY, MOST_SEATS - 1),
    )
)
"""Players in clockwise order from the observer, who is player 0. Earlier trades and single rolls are not told."""

ACTIONS: Final = (
    ActionRange("take", DRAFTABLE, f"take a die from the pool: {_IN_THE_BAG}"),
    ActionRange("pass", 1, "trade no (more) dice"),
    *(
        ActionRange(
            f"trade with player {offset}",
            TAKEABLE,
            f"give the player {offset} to the left a clear die for one of theirs: {', '.join(CODES[:TAKEABLE])}",
        )
        for offset in range(1, MOST_SEATS)
    ),
)

FEATURES: Final = Layout(
    (
        Piece("take", 1, "1 for a die from the pool", FLAG, 1),
        Piece("trade", 1, "1 for a trade", FLAG, 1),
        Piece("pass", 1, "1 for no (more) trade", FLAG, 1),
        Piece("die", 1, f"the kind of die gained, from 1: {', '.join(CODES[:TAKEABLE])}; 0 none", CATEGORY, TAKEABLE),
        Piece(
            "colour", 1, "its colour, from 1: yellow, purple, blue, red, green, clear; 0 none", CATEGORY, COLOURS - 1
        ),
        Piece("sides", 1, "how many faces it has", COUNT, MOST_FACES),
        Piece("with", 1, "who trades it, clockwise from the seat that moves; 0 nobody", CATEGORY, MOST_SEATS - 1),
    )
)
