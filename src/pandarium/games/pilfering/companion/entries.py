"""What people enter, one line each, with the player's letter in front where somebody does something:

    A choose greedy               PP-S3; `other`: a panda that only this box has
    B start
    A draw                        the refresh (PP-T2),
    A pick 3                      or from the Hideout, also `pick 2 greedy`, `pick 3 sneaky`
    A set 1 4 cards 5 points      trades: the area, cards from the hand, Panda Points of all cards of the set,
    A reuse 2 2 cards 1 key       its Keys; a re-used end card counts in points and Keys, not in cards
    A extend 1 2 points
    A left 1 3 cards              PP-F3; more words: `bonus` (PP-A5), `ability` (PP-C6),
    A set 2 3 cards picked        `picked`: with the card that they picked up from (PP-T5)
    A swap 1, A discard           PP-A10, PP-A11; `picked` likewise
    A share B                     Sharing's ability; alone `A share`
    A ability                     one that only this box has
    A stash, A keep               the turn ends, with a stash or without (PP-E1, PP-T3)
    A escape, A stay              PP-E3
    loot, plan torch              what was drawn, where a Foiled Plan may come (PP-F1); `plan other`: only in this box
    A place 1, A pass             PP-F2, PP-F3
    keeper +2, panda -1           what a card of this box says that is not among ours
    A holds 5 points 1 key        the final check (PP-E5); `secret 3 points` for the Secret Stash (PP-3)

What is not said is as usual: as few cards as can be, no Key, a point for every Loot card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pandarium.core.errors import BadMove
from pandarium.core.message import Message
from pandarium.games.pilfering.engine.moves import EXTEND, LEFT, MOST_IN_A_SET, REUSE, SET
from pandarium.games.pilfering.engine.setup import LEAST_IN_A_SET

KINDS = {"set": SET, "reuse": REUSE, "extend": EXTEND, "left": LEFT}
LEAST = {SET: LEAST_IN_A_SET, REUSE: LEAST_IN_A_SET - 1, EXTEND: 1, LEFT: LEAST_IN_A_SET}
"""Cards from the hand."""
AREAS = ("1", "2")
OTHER = "other"
"""A panda or a plan that is not among ours."""
_AMOUNTS = {"card": "cards", "cards": "cards", "point": "points", "points": "points", "key": "keys", "keys": "keys"}
MOST_SAID = 99


class Trade(NamedTuple):
    """A set or an extension, as people say it."""

    kind: int
    area: int
    cards: int
    """From the hand."""
    points: int
    keys: int
    bonus: bool
    ability: bool
    picked: bool

    @property
    def whole(self) -> int:
        """How many cards the set has, with a re-used end card (PP-A3)."""
        return self.cards + 1 if self.kind == REUSE else self.cards


class Left(NamedTuple):
    """What somebody still holds at the end (PP-E5)."""

    points: int
    keys: int


def not_understood(entry: str) -> BadMove:
    """What to raise for an entry that says nothing."""
    return BadMove(entry, Message("pilfering.companion.allowed"))


def read_trade(entry: str, words: Sequence[str]) -> Trade:
    """`set 1 4 cards 5 points 1 key bonus`."""
    if len(words) < 2 or words[1] not in AREAS:
        raise not_understood(entry)
    kind = KINDS[words[0]]
    amounts, flags = _read_amounts(entry, words[2:], {"bonus", "ability", "picked"})
    cards = amounts.get("cards", LEAST[kind])
    keys = amounts.get("keys", 0)
    if cards > MOST_IN_A_SET:
        raise BadMove(entry, Message("pilfering.notation.long_set", {"most": MOST_IN_A_SET}))
    told = Trade(kind, AREAS.index(words[1]), cards, 0, keys, "bonus" in flags, "ability" in flags, "picked" in flags)
    return told._replace(points=amounts.get("points", max(told.whole - keys, 0)))


def read_left(entry: str, words: Sequence[str], cards: int) -> Left:
    """`5 points 1 key`."""
    amounts, _ = _read_amounts(entry, words, set())
    keys = amounts.get("keys", 0)
    if "cards" in amounts:
        raise not_understood(entry)
    return Left(amounts.get("points", max(cards - keys, 0)), keys)


def _read_amounts(entry: str, words: Sequence[str], allowed: set[str]) -> tuple[dict[str, int], set[str]]:
    amounts: dict[str, int] = {}
    flags = set[str]()
    left = list(words)
    while left:
        word = left.pop(0)
        what = _AMOUNTS.get(left[0]) if left else None
        if word in allowed:
            flags.add(word)
        elif word.isdecimal() and int(word) <= MOST_SAID and what is not None and what not in amounts:
            amounts[what] = int(word)
            left.pop(0)
        else:
            raise not_understood(entry)
    return amounts, flags
