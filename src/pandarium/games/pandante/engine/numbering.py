"""Moves for programs that learn: a stable number for each, and its features, as the seat that moves sees them.

Numbers go by kind of move, in the order of `moves.py`. After those of every table come the abilities that aim at a
player, by player to the left, and then what only a table has where people come and go: the buy-ins.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from pandarium.games.pandante.engine import moves
from pandarium.games.pandante.engine.abilities import ABILITIES, PEEK, aims_at_player, aims_at_row
from pandarium.games.pandante.engine.cards import COLOURS, DECK, JOKER, NUMBERS
from pandarium.games.pandante.engine.claims import CLAIMS, HIGHEST, colour_said, number_said, pair_said
from pandarium.games.pandante.engine.setup import DROP_IN, PandanteSetup
from pandarium.games.pandante.engine.state import MOST_SEATS, ROWS

MOST_DIAMONDS: Final = 30
"""For one snack: there must be two cards for each, and one more (PD-DD2)."""
MOST_BUY_INS: Final = 504
"""PD-G1: the highest limit of a table, where a pack counts chips one by one."""

NUMBER_STATEMENTS: Final = 10
"""PD-9: a number alone, for most hands;"""
COLOUR_STATEMENTS: Final = 66
"""each of six colours, with a number from 0 to 10, for flushes;"""
PAIR_STATEMENTS: Final = 90
"""two different numbers for a full house."""

ABILITY_SIZES: Final[list[int]] = [
    0 if ability == 0 or aims_at_player(ability) else ROWS if aims_at_row(ability) else 1
    for ability in range(ABILITIES)
]
"""How many numbers each ability has here: one for each row that it can aim at."""
TOPIC_SIZES: Final[list[int]] = [COLOURS, 2, 2, 2, ROWS * DECK, 2, 3, 1, 6, 2, 1, 2, 2]
"""How many each topic of CHOOSE has; to take or leave a seat only those two, buy-ins come last."""
KIND_SIZES: Final[list[int]] = [
    0,
    CLAIMS,
    1,
    1 + MOST_DIAMONDS,
    1,
    DECK,
    sum(ABILITY_SIZES),
    1,
    1,
    DECK,
    DECK,
    sum(TOPIC_SIZES),
    CLAIMS - 1,
    NUMBER_STATEMENTS + COLOUR_STATEMENTS + PAIR_STATEMENTS,
    1,
    1,
]
"""How many each kind of move has."""
AIMED_SIZE: Final = 2
"""Abilities that aim at a player."""


def starts(sizes: list[int]) -> vec[i64]:
    """Where each of several ranges begins that follow one another, and where the last one ends."""
    found = vec[i64]([0])
    for size in sizes:
        found = append(found, found[len(found) - 1] + size)
    return found


_KINDS: Final = starts(KIND_SIZES)
_ABILITIES: Final = starts(ABILITY_SIZES)
_TOPICS: Final = starts(TOPIC_SIZES)
_AIMED: Final[i64] = sum(KIND_SIZES)
_BUY_INS: Final[i64] = _AIMED + AIMED_SIZE * (MOST_SEATS - 1)


def count_actions(setup: PandanteSetup) -> i64:
    """How many numbers there are at such a table."""
    if setup.gambling != DROP_IN:
        return _AIMED + AIMED_SIZE * (setup.seats - 1)
    more: i64 = max(0, setup.limit - setup.numbers.buy_in)
    return _BUY_INS + 1 + more // setup.numbers.chip


def action(setup: PandanteSetup, seat: i64, move: i64) -> i64:
    """The number of a move."""
    kind = moves.kind_of(move)
    field = moves.field_of(move)
    first: i64 = _KINDS[kind]
    if kind == moves.ANNOUNCE:
        ability = moves.ability_of(move)
        target = moves.target_of(move)
        if aims_at_player(ability):
            return aimed_number(ability, places_to_the_left(setup.seats, seat, target))
        return first + _ABILITIES[ability] + target
    if kind == moves.CHOOSE:
        return choice_number(setup, first, moves.topic_of(move), moves.value_of(move))
    if kind == moves.SAY:
        return first + statement_number(field)
    if kind == moves.UPGRADE:
        return first + field - 1
    return first + field


def aimed_number(ability: i64, offset: i64) -> i64:
    """PD-L5, PD-D4: to peek at the player that far to the left, or to trade hands with them."""
    first: i64 = _AIMED + AIMED_SIZE * (offset - 1)
    if ability == PEEK:
        return first
    return first + 1


def choice_number(setup: PandanteSetup, first: i64, topic: i64, value: i64) -> i64:
    """By topic and value; cards that are stolen by row; buy-ins chip by chip."""
    if topic == moves.SEAT and value > moves.STAY_SEATED:
        return _BUY_INS + (value - setup.numbers.buy_in) // setup.numbers.chip
    first += _TOPICS[topic]
    if topic == moves.STEAL and value >= moves.SECOND_ROW:
        return first + DECK + value - moves.SECOND_ROW
    return first + value


def statement_number(said: i64) -> i64:
    """PD-9: numbers alone, then colours with their numbers, then pairs of different numbers."""
    number = number_said(said)
    colour = colour_said(said)
    pair = pair_said(said)
    if colour >= 0:
        return NUMBER_STATEMENTS + colour * (HIGHEST + 1) + number
    if pair == 0:
        return number - 1
    first: i64 = NUMBER_STATEMENTS + COLOUR_STATEMENTS + (number - 1) * (HIGHEST - 1)
    if pair < number:
        return first + pair - 1
    return first + pair - 2


def places_to_the_left(seats: i64, seat: i64, other: i64) -> i64:
    """How far clockwise the other player sits."""
    return other - seat if other >= seat else other - seat + seats


# Features, in the order of `layouts.FEATURES`

_TOPIC: Final = 1
_CLAIM: Final = 2
_CARD_NUMBER: Final = 3
_CARD_COLOUR: Final = 4
_ABILITY: Final = 5
_PLAYER: Final = 6
_ROW: Final = 7
_NUMBER_SAID: Final = 8
_COLOUR_SAID: Final = 9
_PAIR_SAID: Final = 10
_DIAMONDS: Final = 11
_VALUE: Final = 12
_GOLD: Final = 13


def features_into(setup: PandanteSetup, seat: i64, move: i64, out: vec[u8], at: i64) -> None:
    """The kind of a move, and whatever it names."""
    kind = moves.kind_of(move)
    field = moves.field_of(move)
    out[at] = u8(kind)
    if kind in (moves.BET, moves.UPGRADE):
        out[at + _CLAIM] = u8(field + 1)
    elif kind == moves.SNACK:
        out[at + _DIAMONDS] = u8(field)
    elif kind in (moves.DISCARD, moves.TOP, moves.REVEAL):
        write_card(field, out, at)
    elif kind == moves.ANNOUNCE:
        ability = moves.ability_of(move)
        out[at + _ABILITY] = u8(ability)
        if aims_at_player(ability):
            out[at + _PLAYER] = u8(places_to_the_left(setup.seats, seat, moves.target_of(move)))
        elif aims_at_row(ability):
            out[at + _ROW] = u8(moves.target_of(move) + 1)
    elif kind == moves.SAY:
        out[at + _NUMBER_SAID] = u8(number_said(field))
        out[at + _COLOUR_SAID] = u8(colour_said(field) + 1)
        out[at + _PAIR_SAID] = u8(pair_said(field))
    elif kind == moves.CHOOSE:
        write_choice(moves.topic_of(move), moves.value_of(move), out, at)


def write_choice(topic: i64, value: i64, out: vec[u8], at: i64) -> None:
    """A card and its row, gold, or which of a few."""
    out[at + _TOPIC] = u8(topic + 1)
    if topic == moves.STEAL:
        out[at + _ROW] = u8(value // moves.SECOND_ROW + 1)
        write_card(value % moves.SECOND_ROW, out, at)
    elif topic == moves.SEAT and value > moves.STAY_SEATED:
        out[at + _GOLD] = u8((value >> 8) & 255)
        out[at + _GOLD + 1] = u8(value & 255)
    else:
        out[at + _VALUE] = u8(value + 1)


def write_card(card: i64, out: vec[u8], at: i64) -> None:
    """Its number and its colour; the Joker has a colour of its own and no number."""
    out[at + _CARD_COLOUR] = u8(card // NUMBERS + 1)
    if card != JOKER:
        out[at + _CARD_NUMBER] = u8(card % NUMBERS + 1)
