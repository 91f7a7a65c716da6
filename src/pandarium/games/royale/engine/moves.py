"""Moves as numbers: the kind in the low four bits, the fields above (PR-10, PR-11)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

TAKE: Final = 1
"""Take a die from the pool: bits 4-7 its kind."""
TRADE: Final = 2
"""Give a clear die to a player and take one of theirs: bits 4-7 the kind taken, bits 8-11 the player's seat."""
PASS: Final = 3
"""Trade no (more) dice."""


MOVE_BITS: Final = 12
"""No move is longer."""


def take(die: i64) -> i64:
    """The move that drafts this kind of die."""
    return TAKE | (die << 4)


def trade(other: i64, die: i64) -> i64:
    """The move that gives a clear die to `other` and takes this kind of die."""
    return TRADE | (die << 4) | (other << 8)


def kind_of(move: i64) -> i64:
    """TAKE, TRADE or PASS; anything else is no move."""
    return move & 15


def die_of(move: i64) -> i64:
    """The kind of die that a TAKE or TRADE asks for."""
    return (move >> 4) & 15


def other_of(move: i64) -> i64:
    """The seat that a TRADE goes to."""
    return (move >> 8) & 15
