"""Moves as numbers: the kind in the low four bits, the fields above.

Sets are written card by card, as they lie: bit 4 the area, bit 5 whether the panda's ability goes with it, and from bit
6 on six bits a card (its number plus one; nothing after the last). So a set in any order is a move of its own, though
`legal` lists number sets that differ only inside just once (PP-A8).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.games.pilfering.engine.cards import KEY, bit

CHOOSE: Final = 1
"""Choose a panda: bits 4-7 which (PP-S3)."""
ANSWER: Final = 2
"""Yes (bit 4) or no, to a question in bit 5: do you start (PP-S3), or do you all run for it now (PP-E3)."""
DRAW: Final = 3
"""Refresh with the top of the deck (PP-T2)."""
PICK: Final = 4
"""Refresh with the right-most cards of the Hideout: bits 4-9 how many, bits 10-11 how: plain, GREEDY, SNEAKY."""
SET: Final = 5
"""A completely new set (PP-A2), with Crafty's or Charming's ability in bit 5."""
REUSE: Final = 6
"""Cards that make a set together with the area's end card (PP-A3)."""
EXTEND: Final = 7
"""One card onto the right-most set (PP-A4)."""
SWAP: Final = 8
"""A Loot card for a Key: bit 4 the area, bits 5-10 the place of the Key from the left, bits 11-16 the card (PP-A10)."""
DISCARD: Final = 9
"""A Key to the box (PP-A11)."""
SHARE: Final = 10
"""Sharing's ability: bits 4-9 the card given, bits 10-15 the other seat, or SECRET plus a card of the Secret Stash."""
GIVE: Final = 11
"""What the other player gives in return, bits 4-9."""
PASS: Final = 12
"""No more actions (PP-A13); to a Back Door Trade: no."""
STASH: Final = 13
"""A card to the end of the Hideout: bits 4-9; from the Secret Stash likewise (PP-E1, PP-1)."""
LEFT: Final = 14
"""A Back Door Trade: a set on the left of an area, with Charming's ability in bit 5 (PP-F3)."""
PLACE: Final = 15
"""Where a rummaged card goes: bit 4 the area (PP-F2)."""

PLAIN: Final = 0
GREEDY_WAY: Final = 1
SNEAKY_WAY: Final = 2

WITH_ABILITY: Final = 32
"""In a SET, REUSE, EXTEND or LEFT: the panda's ability goes with it."""

ABOUT_ESCAPE: Final = 32
"""In an ANSWER: the question is whether all run for it."""

SECRET: Final = 8
"""Added to a card of the Secret Stash in a SHARE."""

FIRST_SLOT: Final = 6
SLOT_BITS: Final = 6
SLOT_MASK: Final = 63
"""As many bits as a card takes, and what is counted like one."""
MOST_IN_A_SET: Final = 9
MOVE_BITS: Final = 60
"""No move is longer."""

SLOT: Final = vec[i64]([2 ** (FIRST_SLOT + SLOT_BITS * index) for index in range(MOST_IN_A_SET)])


def kind_of(move: i64) -> i64:
    """What kind of move."""
    return move & 15


def area_of(move: i64) -> i64:
    """The area of a SET, REUSE, EXTEND, SWAP, LEFT or PLACE."""
    return (move >> 4) & 1


def with_ability(move: i64) -> bool:
    """Whether the ability goes with a SET, REUSE, EXTEND or LEFT."""
    return move & WITH_ABILITY != 0


def length_of(move: i64) -> i64:
    """How many cards a SET, REUSE, EXTEND or LEFT has."""
    rest: i64 = move >> FIRST_SLOT
    length: i64 = 0
    while rest != 0:
        length += 1
        rest >>= SLOT_BITS
    return length


def card_at(move: i64, index: i64) -> i64:
    """The index-th card of a set."""
    return ((move >> (FIRST_SLOT + SLOT_BITS * index)) & SLOT_MASK) - 1


def laid(kind: i64, area: i64, ability: i64, cards: list[int]) -> i64:
    """The move that lays these cards."""
    move: i64 = kind | (area << 4) | (ability << 5)
    for index, card in enumerate(cards):
        move += (card + 1) * SLOT[index]
    return move


def choose(panda: i64) -> i64:
    """Choose this panda."""
    return CHOOSE | (panda << 4)


def panda_of(move: i64) -> i64:
    """The panda of a CHOOSE."""
    return (move >> 4) & 15


def start(yes: i64) -> i64:
    """I start, or not me."""
    return ANSWER | (yes << 4)


def escape(yes: i64) -> i64:
    """Run, or play on."""
    return ANSWER | (yes << 4) | ABOUT_ESCAPE


def pick(cards: i64, way: i64) -> i64:
    """Take that many cards from the Hideout."""
    return PICK | (cards << 4) | (way << 10)


def picked(move: i64) -> i64:
    """How many cards a PICK takes."""
    return (move >> 4) & SLOT_MASK


def way_of(move: i64) -> i64:
    """How a PICK takes them."""
    return (move >> 10) & 3


def swap(area: i64, place: i64, card: i64) -> i64:
    """This card for the Key in that place."""
    return SWAP | (area << 4) | (place << 5) | (card << 11)


def swap_place(move: i64) -> i64:
    """Where the Key of a SWAP lies."""
    return (move >> 5) & SLOT_MASK


def swap_card(move: i64) -> i64:
    """What a SWAP puts there."""
    return (move >> 11) & SLOT_MASK


def share(card: i64, other: i64) -> i64:
    """Offer this card to that seat, or alone for SECRET plus a card of the Secret Stash."""
    return SHARE | (card << 4) | (other << 10)


def card_of(move: i64) -> i64:
    """The card of a SHARE, GIVE or STASH."""
    return (move >> 4) & SLOT_MASK


def other_of(move: i64) -> i64:
    """The seat on the other side of a SHARE, or SECRET plus a card."""
    return (move >> 10) & SLOT_MASK


def give(card: i64) -> i64:
    """Give this card in return."""
    return GIVE | (card << 4)


def stash(card: i64) -> i64:
    """Put this card into the Hideout."""
    return STASH | (card << 4)


def place(area: i64) -> i64:
    """The rummaged card to this area."""
    return PLACE | (area << 4)


def cards_used(move: i64) -> i64:
    """What a SET, REUSE, EXTEND or LEFT takes from the hand; a hand."""
    used: i64 = 0
    rest: i64 = move >> FIRST_SLOT
    while rest != 0:
        used += bit((rest & SLOT_MASK) - 1)
        rest >>= SLOT_BITS
    return used


def plays_card(move: i64, card: i64) -> bool:
    """Whether an action brings this card to an area, or discards it (PP-T5)."""
    kind: i64 = kind_of(move)
    if kind == SWAP:
        return swap_card(move) == card
    if kind == DISCARD:
        return card == KEY
    if kind not in (SET, REUSE, EXTEND, LEFT):
        return False
    rest: i64 = move >> FIRST_SLOT
    while rest != 0:
        if (rest & SLOT_MASK) - 1 == card:
            return True
        rest >>= SLOT_BITS
    return False
