"""What phrases tell about hands (PP-X1): somebody asks for a number, or points at a card.

Whoever says "I need a 4" holds cards with which a 4 would make a set. How likely somebody with a hand would have said
so is estimated in 64ths. No hand is impossible: people may mean something else by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from pandarium.games.pilfering.engine.cards import (
    BITS,
    CODES,
    EVERY_LOOT,
    NUMBERS,
    ROW_MASK,
    SUITS,
    bit,
    column,
    suits_with,
)
from pandarium.games.pilfering.engine.state import PilferingState
from pandarium.kit.talk import SpokenBy

CERTAIN: Final = 64
"""Whoever has such a hand says so: two cards of the number, or two that make a set with the card (PP-A1)."""
MAYBE: Final = 20
"""Some of them do: two cards that make a run with one of the cards that would do,"""
AT_AREA: Final = 12
"""or one card that does so together with the end card of an area (PP-A3), or more than is needed."""
SELDOM: Final = 1
"""With any other hand."""


class Wish:
    """A number that somebody needs, or a card that they pointed at."""

    seat: i64
    number: i64
    """Counted from 0."""
    cards: i64
    """The cards that would do: all of the number, or that one; a mask."""

    def __init__(self, seat: int, number: int, cards: int) -> None:
        self.seat = seat
        self.number = number
        self.cards = cards

    def likelihood(self, state: PilferingState) -> i64:
        """How likely its speaker would say so with the hand that they have in this state."""
        hand: i64 = state.hands[self.seat] & EVERY_LOOT
        same: i64 = BITS[suits_with(hand, self.number)]
        if self.cards & (self.cards - 1) == 0:
            if same >= 2 or self.makes_run(hand):
                return CERTAIN
        elif same == 2:
            return CERTAIN
        elif same < 2 and self.makes_run(hand):
            return MAYBE
        if same > 2:
            return AT_AREA
        ends: i64 = (state.first.end | state.second.end) & EVERY_LOOT
        if same == 1 and ends & column(self.number) & ~hand != 0:
            return AT_AREA
        return AT_AREA if ends != 0 and self.makes_run(hand | ends) else SELDOM

    def makes_run(self, cards: i64) -> bool:
        """Whether two of these cards, next to it or around it, make a run with one that would do."""
        suit: i64 = 0
        while suit < SUITS:
            if (self.cards >> (suit * NUMBERS + self.number)) & 1 != 0:
                # two below, the number itself, and two above, from bit 0 on
                row: i64 = (((cards >> (suit * NUMBERS)) & ROW_MASK) << 2) >> self.number
                if row & 3 == 3 or row & 10 == 10 or row & 24 == 24:
                    return True
            suit += 1
        return False


def read_wishes(heard: Sequence[SpokenBy]) -> list[Wish]:
    """The wishes among phrases, as `TalkRules.remembered` keeps them; of each speaker the last."""
    wishes: dict[int, Wish] = {}
    for seat, spoken in heard:
        if spoken.id == "need-number":
            number = int(spoken.params["number"]) - 1
            wishes[seat] = Wish(seat, number, column(number))
        elif spoken.id in {"need-hideout", "point-at"}:
            card = CODES.index(str(spoken.params["card"]))
            if card < SUITS * NUMBERS:
                wishes[seat] = Wish(seat, card % NUMBERS, bit(card))
    return list(wishes.values())
