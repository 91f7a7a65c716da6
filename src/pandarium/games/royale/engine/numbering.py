"""Moves for programs that learn: a stable number for each, and its features, as the seat that moves sees them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from pandarium.games.royale.engine.dice import COLOUR_OF, DRAFTABLE, TAKEABLE, DiceSet
from pandarium.games.royale.engine.moves import PASS, TAKE, die_of, kind_of, other_of

_PASS: Final[i64] = DRAFTABLE
"""After the dice of the pool,"""
_TRADES: Final[i64] = _PASS + 1
"""and before the trades, which begin with the player to the left."""


def count_actions(seats: i64) -> i64:
    """How many numbers there are with that many players."""
    return _TRADES + (seats - 1) * TAKEABLE


def action(seats: i64, seat: i64, move: i64) -> i64:
    """The number of a move: takes by die, the pass, trades by player and die."""
    kind = kind_of(move)
    if kind == TAKE:
        return die_of(move)
    if kind == PASS:
        return _PASS
    return _TRADES + (places_to_the_left(seats, seat, other_of(move)) - 1) * TAKEABLE + die_of(move)


def features_into(dice: DiceSet, seats: i64, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
    """Take, trade or pass; the die, its colour and faces; who trades it."""
    kind = kind_of(move)
    if kind == PASS:
        out[at + 2] = 1
        return
    die = die_of(move)
    if kind == TAKE:
        out[at] = 1
    else:
        out[at + 1] = 1
        out[at + 6] = u8(places_to_the_left(seats, seat, other_of(move)))
    out[at + 3] = u8(die + 1)
    out[at + 4] = u8(COLOUR_OF[die] + 1)
    out[at + 5] = u8(dice.sides[die])


def places_to_the_left(seats: i64, seat: i64, other: i64) -> i64:
    """How far clockwise the other player sits."""
    return other - seat if other >= seat else other - seat + seats
