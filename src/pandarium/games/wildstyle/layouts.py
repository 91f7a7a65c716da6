"""What the bytes of an observation and of a move's features mean, and the action numbers.

Other players are counted clockwise from the observer, who is player 0. A seat that is not taken is all zeros.
"""

from __future__ import annotations

from typing import Final

from pandarium.core.layout import BITS, CATEGORY, COUNT, FLAG, ActionRange, Layout, Piece
from pandarium.games.wildstyle.engine.cards import COLOURS, HAND_SIZE, ICONS, KINDS, MOST_OF_A_KIND, SET_SIZE
from pandarium.games.wildstyle.engine.city import BOARD_HEXES, DIRECTIONS
from pandarium.games.wildstyle.engine.knowledge import MAP_HEXES, MOST_OBJECTIVES
from pandarium.games.wildstyle.engine.moves import REMOVE, SPACES
from pandarium.games.wildstyle.engine.objectives import MOST_TAGS, OBJECTIVES
from pandarium.games.wildstyle.engine.state import (
    COP_CARS,
    MOST_DRAW_PILES,
    MOST_SEATS,
    MOST_SHARE_PILES,
    OVER,
    ROUNDS,
)

_ICONS: Final = "1 Station, 2 Railway, 3 Apartment, 4 Factory, 5 Mall, 6 Police"


def _player(offset: int) -> tuple[Piece, ...]:
    name = f"player {offset}"
    return (
        Piece(f"{name} present", 1, "1 if somebody sits there", FLAG, 1),
        Piece(f"{name} mat", 1, "tags on the mat", COUNT, MOST_TAGS),
        Piece(f"{name} cars", 1, "cop cars taken", COUNT, COP_CARS),
        Piece(f"{name} hand", 1, "cards in hand", COUNT, HAND_SIZE),
        Piece(f"{name} set 1 icon", 1, f"icon of the first set: {_ICONS}; 0: empty space", CATEGORY, ICONS),
        Piece(f"{name} set 1 cards", 1, "cards in the first set", COUNT, SET_SIZE),
        Piece(f"{name} set 2 icon", 1, "icon of the second set", CATEGORY, ICONS),
        Piece(f"{name} set 2 cards", 1, "cards in the second set", COUNT, SET_SIZE),
        Piece(f"{name} ready", 1, "1 if ready for the countdown", FLAG, 1),
        Piece(f"{name} passed", 1, "1 after a pass, until it is void", FLAG, 1),
        Piece(f"{name} removals", 1, "tags chosen so far to go for cop cars", COUNT, MOST_TAGS),
    )


OBSERVATION: Final = Layout(
    (
        *(piece for offset in range(MOST_SEATS) for piece in _player(offset)),
        Piece("hand", KINDS, "own cards, by kind: five colours of each icon in turn", COUNT, HAND_SIZE),
        Piece("unseen", KINDS, "cards that the observer has not seen this round, by kind", COUNT, MOST_OF_A_KIND),
        Piece("share piles", MOST_SHARE_PILES, "top card of each, its kind from 1; 0: empty", CATEGORY, KINDS),
        Piece("draw piles", MOST_DRAW_PILES, "cards in each"),
        Piece("round", 1, "1 to 3", COUNT, ROUNDS),
        Piece("phase", 1, "1 getting ready, 2 countdown, 3 playing, 4 removing tags, 5 over", CATEGORY, OVER),
        Piece("triggered", 1, "1 once the end of the round was triggered", FLAG, 1),
        Piece("cop cars", 1, "cop cars left", COUNT, COP_CARS),
        Piece("turn", 1, "whose turn it is, from 1 clockwise from the observer; 0 in real time", CATEGORY, MOST_SEATS),
        Piece("objectives", MOST_OBJECTIVES, "which objectives count, from 1; 0: none", CATEGORY, OBJECTIVES),
        Piece("icons", MAP_HEXES, f"icon of every hex: {_ICONS}; 0: no such hex", CATEGORY, ICONS),
        Piece(
            "tags", MAP_HEXES, "tags on every hex, a bit each clockwise from the observer; 32: own, to be removed", BITS
        ),
    )
)
"""Not the whole history: who touched which card when is not told."""


def _board(letter: str) -> tuple[ActionRange, ...]:
    name = f"board {letter}"
    return (
        ActionRange(f"{name}, tag 1", BOARD_HEXES, "complete the first set with a tag on that hex of the board"),
        ActionRange(f"{name}, tag 2", BOARD_HEXES, "the same with the second set"),
        ActionRange(f"{name}, rush 1", BOARD_HEXES, "rush the first set with a tag on that hex"),
        ActionRange(f"{name}, rush 2", BOARD_HEXES, "the same with the second set"),
        ActionRange(f"{name}, remove", BOARD_HEXES, "choose the own tag on that hex to go for a cop car"),
    )


ACTIONS: Final = (
    ActionRange("pass", 1, "do nothing until others have acted"),
    ActionRange("ready", 1, "hand and map were looked at"),
    ActionRange("go", 1, "the countdown is over"),
    ActionRange("clear", SPACES, "complete a full set without a tag, for each set space"),
    ActionRange("scrap", SPACES, "take a cop car and clear an unfinished set, for each set space"),
    ActionRange("draw", MOST_DRAW_PILES, "draw a card, for each draw pile"),
    ActionRange("add", KINDS * SPACES, "a card from the hand onto a set: for each kind of card both set spaces"),
    ActionRange("share", KINDS * MOST_SHARE_PILES, "a card from the hand onto a share pile: for each kind four piles"),
    ActionRange(
        "take",
        KINDS * MOST_SHARE_PILES * SPACES,
        "the top card of a share pile onto a set: for each kind four piles, for each pile both set spaces",
    ),
    *(piece for letter in "ABCDE"[:MOST_SEATS] for piece in _board(letter)),
)
"""With fewer than five players there are fewer boards, and the numbers end with the last of them."""

FEATURES: Final = Layout(
    (
        Piece(
            "kind",
            1,
            "1 draw, 2 add, 3 share, 4 take, 5 tag, 6 clear, 7 rush, 8 scrap, 9 pass, 10 ready, 11 go, 12 remove",
            CATEGORY,
            REMOVE,
        ),
        Piece("space", 1, "set space of an add, take, tag, clear, rush or scrap, from 1", CATEGORY, SPACES),
        Piece("pile", 1, "draw pile of a draw, share pile of a share or take, from 1", CATEGORY, MOST_SHARE_PILES),
        Piece("card", 1, "kind of the card that is added, shared or taken, from 1", CATEGORY, KINDS),
        Piece("icon", 1, f"icon of that card, or of the hex or the set: {_ICONS}", CATEGORY, ICONS),
        Piece("colour", 1, "colour of that card, from 1", CATEGORY, COLOURS),
        Piece("cards", 1, "cards that lie in the set so far", COUNT, SET_SIZE),
        Piece("hex", 1, "hex of a tag, rush or remove, from 1", CATEGORY, MAP_HEXES),
        Piece("beside", 1, "own tags that the hex touches", COUNT, DIRECTIONS),
    )
)
