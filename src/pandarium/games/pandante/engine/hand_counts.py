"""How often each hand is held: counted over all sets of that size, or over many drawn by chance."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng
from pandarium.games.pandante.engine.cards import ALL_CARDS, BIT, DECK
from pandarium.games.pandante.engine.claims import CLAIMS, NOTHING
from pandarium.games.pandante.engine.deck import draw_set
from pandarium.games.pandante.engine.hands import LIE, best, truths, verdict


class Count:
    """How many hands were looked at, of how many each claim is true, and of how many it is the best."""

    hands: i64
    true: vec[i64]
    best: vec[i64]

    def __init__(self) -> None:
        self.hands = 0
        self.true = vec[i64]([0] * CLAIMS)
        self.best = vec[i64]([0] * (CLAIMS + 1))

    def add(self, cards: i64) -> None:
        """One more set of cards; the last entry of `best` counts those without even a pair."""
        self.hands += 1
        highest = best(cards, 0)
        self.best[CLAIMS if highest == NOTHING else highest] += 1
        found = truths(cards, 0)
        claim: i64 = 0
        while claim < CLAIMS:
            if found & BIT[claim] != 0:
                self.true[claim] += 1
            claim += 1


def count_all(cards: int) -> Count:
    """Every set of that many cards."""
    found = Count()
    _add_all(found, 0, 0, cards)
    return found


def _add_all(found: Count, held: i64, first: i64, left: i64) -> None:
    """Every set that has these cards, and `left` more from the first one on."""
    if left == 0:
        found.add(held)
        return
    while first <= DECK - left:
        _add_all(found, held | BIT[first], first + 1, left - 1)
        first += 1


def count_some(cards: int, hands: int, seed: int) -> Count:
    """Sets of that many cards, drawn by chance."""
    found = Count()
    rng = Rng(seed)
    left: i64 = hands
    wanted: i64 = cards
    while left > 0:
        found.add(draw_set(rng, ALL_CARDS, wanted))
        left -= 1
    return found


def count_true(claim: i64, said: i64, table: i64, unseen: i64) -> i64:
    """In how many of all pairs of unseen cards the claim and the statement (0: none) would be true."""
    found: i64 = 0
    left: i64 = unseen
    while left != 0:
        first: i64 = left & -left
        left ^= first
        rest: i64 = left
        while rest != 0:
            second: i64 = rest & -rest
            rest ^= second
            if verdict(claim, said, first | second, table) != LIE:
                found += 1
    return found


def count_best(table: i64, unseen: i64) -> list[int]:
    """How many of all pairs of unseen cards make each claim the best one; the last entry: not even a pair."""
    found = vec[i64]([0] * (CLAIMS + 1))
    left: i64 = unseen
    while left != 0:
        first: i64 = left & -left
        left ^= first
        rest: i64 = left
        while rest != 0:
            second: i64 = rest & -rest
            rest ^= second
            claim = best(first | second, table)
            found[CLAIMS if claim == NOTHING else claim] += 1
    return list(found)
