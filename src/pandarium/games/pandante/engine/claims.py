"""Hands that can be claimed, low to high, and what can be said about each in a tie-break (PD-H1, PD-9)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.games.pandante.engine.cards import COLOURS

PAIR: Final = 0
THREE: Final = 1
STRAIGHT: Final = 2
FLOOSH: Final = 3
FULL_HOUSE: Final = 4
RAINBOW: Final = 5
FOUR: Final = 6
FLUSH: Final = 7
FIVE: Final = 8
STRAIGHT_FLUSH: Final = 9
CLAIMS: Final = 10
NOTHING: Final = -1

CLAIM_NAMES: Final[list[str]] = [
    "pair",
    "three of a kind",
    "straight",
    "floosh",
    "full house",
    "rainbow straight",
    "four of a kind",
    "flush",
    "five of a kind",
    "straight flush",
]

LOWEST_HIGH: Final = 5
"""PD-H2: the lowest straight ends in 5."""
HIGHEST: Final = 10


# What somebody says: a number, for flushes a colour, for a full house the number of its pair


def statement(number: i64, colour: i64, pair: i64) -> i64:
    """PD-9: a statement as one number. No colour: -1, no pair: 0."""
    return number | ((colour + 1) << 4) | (pair << 8)


def number_said(said: i64) -> i64:
    """The number of a statement."""
    return said & 15


def colour_said(said: i64) -> i64:
    """The colour of a statement about a flush, else -1."""
    return ((said >> 4) & 15) - 1


def pair_said(said: i64) -> i64:
    """The number of the pair in a statement about a full house, else 0."""
    return said >> 8


def rank_said(said: i64) -> i64:
    """PD-9: what decides a tie-break: the number, then the pair; never the colour."""
    return (number_said(said) << 4) | pair_said(said)


def is_statement(claim: i64, said: i64) -> bool:
    """PD-9: whether this is what one says about such a hand."""
    number = number_said(said)
    colour = colour_said(said)
    pair = pair_said(said)
    if said < 0 or said != statement(number, colour, pair):
        return False
    if claim in (FLOOSH, FLUSH):
        return pair == 0 and colour >= 0 and colour < COLOURS and number <= HIGHEST
    if colour != -1 or number < 1 or number > HIGHEST:
        return False
    if claim == FULL_HOUSE:
        return pair >= 1 and pair <= HIGHEST and pair != number
    if claim in (STRAIGHT, RAINBOW, STRAIGHT_FLUSH):
        return pair == 0 and number >= LOWEST_HIGH
    return pair == 0


def statements(claim: i64) -> list[i64]:
    """Everything that one may say about such a hand."""
    found: list[i64] = []
    number: i64 = 0
    while number <= HIGHEST:
        colour: i64 = -1
        while colour < COLOURS:
            pair: i64 = 0
            while pair <= HIGHEST:
                said = statement(number, colour, pair)
                if is_statement(claim, said):
                    found.append(said)
                pair += 1
            colour += 1
        number += 1
    return found
