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
SECOND_SPACE: Final = 16
"""What a move onto the second set space has more than the same onto the first."""

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


def _ready_made() -> list[Any]:
    made: list[Any] = [None] * (16 * 256)
    for kind in range(16):
        for fields in range(256):
            on_hex = kind in (TAG, RUSH, REMOVE)
            found = move(kind, fields & 1, 0, 0, fields >> 1) if on_hex else i64(kind | (fields << 4))
            made[_place(found)] = found
    return made


def _place(move: i64) -> i64:
    """A small number that no other move has: a move names a hex, or cards and piles."""
    return (kind_of(move) << 8) | ((move >> 4) & 255) | (hex_of(move) << 1)


_OBJECTS: Final = _ready_made()


def as_object(move: i64) -> Any:
    """The move as a Python number, ready made: lists of moves share these instead of making new ones."""
    return _OBJECTS[_place(move)]
