"""Moves as numbers: the kind in the low four bits, the fields above, each field always in the same place (WS-1).

Every move is one touch: one card, or one set with the tag that it buys. That is golden rule 1.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

DRAW: Final = 1
"""Draw the top card of a draw pile (WS-3): pile."""
ADD: Final = 2
"""Play a card from the hand onto a set space (WS-4): card, space."""
SHARE: Final = 3
"""Play a card from the hand onto a share pile (WS-5): card, pile."""
TAKE: Final = 4
"""Take the top card of a share pile onto a set space (WS-6): pile, card, space. The card is named, so that a touch
that comes too late does not take another one."""
TAG: Final = 5
"""Complete a full set: place a tag and clear the space (WS-7): space, hex."""
CLEAR: Final = 6
"""Complete a full set without placing a tag (WS-10): space."""
RUSH: Final = 7
"""Take a cop car, complete a set of one or two cards and place a tag (WS-8): space, hex."""
SCRAP: Final = 8
"""Take a cop car and clear a set of one or two cards without placing a tag (WS-8, WS-10): space."""
PASS: Final = 9
"""Do nothing: until somebody else has acted, or, once the end was triggered, for the rest of the round (WS-13)."""
READY: Final = 10
"""I have looked at hand and map (WS-2)."""
GO: Final = 11
"""The countdown is over (WS-2)."""
REMOVE: Final = 12
"""Choose a tag that goes for a cop car (WS-20): hex."""

SPACES: Final = 2
MOST_SHARES: Final = 4
CARD_CODES: Final = 31
HEX_CODES: Final = 95

MOVE_BITS: Final = 19
"""No move is longer."""


def move(kind: i64, space: i64, pile: i64, card: i64, hex: i64) -> i64:
    """The move of that kind; fields that it does not have are 0."""
    return kind | (space << 4) | (pile << 5) | (card << 7) | (hex << 12)


def kind_of(move: i64) -> i64:
    """DRAW to REMOVE; anything else is no move."""
    return move & 15


def space_of(move: i64) -> i64:
    """Which of the two set spaces, from 0."""
    return (move >> 4) & 1


def pile_of(move: i64) -> i64:
    """Which draw or share pile, from 0."""
    return (move >> 5) & 3


def card_of(move: i64) -> i64:
    """The card, from 1."""
    return (move >> 7) & 31


def hex_of(move: i64) -> i64:
    """The hex, from 0."""
    return (move >> 12) & 127


# All moves there are, ready made: lists of moves share these objects instead of making new ones.

DRAWS: Final[list[Any]] = [move(DRAW, 0, pile, 0, 0) for pile in range(4)]
ADDS: Final[list[Any]] = [move(ADD, space, 0, card, 0) for card in range(CARD_CODES) for space in range(SPACES)]
SHARES: Final[list[Any]] = [move(SHARE, 0, pile, card, 0) for card in range(CARD_CODES) for pile in range(MOST_SHARES)]
TAKES: Final[list[Any]] = [
    move(TAKE, space, pile, card, 0)
    for card in range(CARD_CODES)
    for pile in range(MOST_SHARES)
    for space in range(SPACES)
]
TAGS: Final[list[Any]] = [move(TAG, space, 0, 0, hex) for space in range(SPACES) for hex in range(HEX_CODES)]
CLEARS: Final[list[Any]] = [move(CLEAR, space, 0, 0, 0) for space in range(SPACES)]
RUSHES: Final[list[Any]] = [move(RUSH, space, 0, 0, hex) for space in range(SPACES) for hex in range(HEX_CODES)]
SCRAPS: Final[list[Any]] = [move(SCRAP, space, 0, 0, 0) for space in range(SPACES)]
REMOVES: Final[list[Any]] = [move(REMOVE, 0, 0, 0, hex) for hex in range(HEX_CODES)]
