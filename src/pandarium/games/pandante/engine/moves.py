"""Moves as numbers: the kind in the low four bits, the fields above."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

BET: Final = 1
"""PD-3: put gold on a claim: bits 4-7 the claim."""
FOLD: Final = 2
"""PD-4, PD-L1, PD-D6: out of this gambit."""
SNACK: Final = 3
"""PD-5, PD-DD2: a snack: bits 4-11 how many diamonds are spent on a bigger one."""
PASS: Final = 4
"""No snack, no upgrade, no card stolen."""
DISCARD: Final = 5
"""A card of one's own, face down: bits 4-9."""
ANNOUNCE: Final = 6
"""PD-7: an ability: bits 4-8 which, bits 9-11 the seat or row it aims at."""
GO: Final = 7
"""PD-7: everything is announced; let it happen."""
PAY: Final = 8
"""PD-L1, PD-D1: pay instead of what would happen otherwise."""
TOP: Final = 9
"""PD-D2, PD-DD3: put a card of one's own on top of the deck: bits 4-9."""
REVEAL: Final = 10
"""PD-L2: turn a card of one's own face up: bits 4-9."""
CHOOSE: Final = 11
"""Everything else: bits 4-7 the topic, bits 8-21 the value."""
UPGRADE: Final = 12
"""PD-8: a higher claim: bits 4-7."""
SAY: Final = 13
"""PD-9: a statement: bits 4-7 its number, 8-11 its colour from 1, 12-15 the number of the pair."""
CHALLENGE: Final = 14
"""PD-21: the player in the hotseat lies."""
TRUST: Final = 15
"""PD-21: no challenge."""

# Topics of CHOOSE

CHAMPION: Final = 0
"""A champion, by colour."""
HAND: Final = 1
"""PD-K6: which hand the snack goes to."""
DROP: Final = 2
"""PD-K6: which hand is discarded."""
NEXT: Final = 3
"""PD-P2: which of Cassy's two cards comes next: the lower (0) or the higher (1)."""
STEAL: Final = 4
"""PD-P3: the card that takes the place of the fifth community card; above it (64) in the second row."""
LOWER: Final = 5
"""PD-L3: whether the claim goes down (1) or stays (0)."""
REPLACE: Final = 6
"""PD-L4, PD-DD3: which new card becomes the sixth: the lower (0), the higher (1), none (2)."""
STAY: Final = 7
"""PD-D6: stay in after a Long Shot."""
ORDER: Final = 8
"""PD-K4: one of the six orders for the top of the deck."""
SHOW: Final = 9
"""PD-32: show the lie (1) or keep it (0)."""
REDRAW: Final = 10
"""PD-D1: a new hand instead of paying."""
SEAT: Final = 11
"""PD-G2: between gambits: leave or stay away (0), stay (1), or buy in with that much gold."""
STAKES: Final = 12
"""PD-G3: between gambits, told by the clock: the stakes stay (0) or rise (1)."""
TOPICS: Final = 13

REPLACE_NONE: Final = 2
SECOND_ROW: Final = 64

LEAVE: Final = 0
STAY_SEATED: Final = 1
MOST_BUY_IN: Final = 16_383

MOVE_BITS: Final = 22
"""No move is longer."""


def bet(claim: i64) -> i64:
    """The move that claims this hand."""
    return BET | (claim << 4)


def upgrade(claim: i64) -> i64:
    """The move that claims a higher hand, after the abilities."""
    return UPGRADE | (claim << 4)


def snack(diamonds: i64) -> i64:
    """The move that buys a snack, made bigger with these diamonds."""
    return SNACK | (diamonds << 4)


def discard(card: i64) -> i64:
    """The move that discards this card."""
    return DISCARD | (card << 4)


def top(card: i64) -> i64:
    """The move that puts this card on top of the deck."""
    return TOP | (card << 4)


def reveal(card: i64) -> i64:
    """The move that turns this card face up."""
    return REVEAL | (card << 4)


def announce(ability: i64, target: i64) -> i64:
    """The move that announces an ability; its target is a seat or a row, else 0."""
    return ANNOUNCE | (ability << 4) | (target << 9)


def say(said: i64) -> i64:
    """The move that makes this statement."""
    return SAY | (said << 4)


def choose(topic: i64, value: i64) -> i64:
    """The move that chooses this value."""
    return CHOOSE | (topic << 4) | (value << 8)


def kind_of(move: i64) -> i64:
    """The kind of a move."""
    return move & 15


def field_of(move: i64) -> i64:
    """Everything above the kind: a claim, a card, a statement, as the kind has it."""
    return move >> 4


def claim_of(move: i64) -> i64:
    """The claim of a BET or UPGRADE."""
    return move >> 4


def card_of(move: i64) -> i64:
    """The card of a DISCARD, TOP or REVEAL."""
    return move >> 4


def diamonds_of(move: i64) -> i64:
    """The diamonds of a SNACK."""
    return move >> 4


def ability_of(move: i64) -> i64:
    """The ability of an ANNOUNCE."""
    return (move >> 4) & 31


def target_of(move: i64) -> i64:
    """The seat or row that an ANNOUNCE aims at."""
    return move >> 9


def said_of(move: i64) -> i64:
    """The statement of a SAY."""
    return move >> 4


def topic_of(move: i64) -> i64:
    """The topic of a CHOOSE."""
    return (move >> 4) & 15


def value_of(move: i64) -> i64:
    """The value of a CHOOSE."""
    return move >> 8
