"""Chance written out: every deal, and every card that may be turned. Cards of one rank are one outcome."""

from __future__ import annotations

from collections import Counter

from pandarium.core.rng import Rng
from pandarium.games.leduc.engine.betting import BIG_RAISE, MOST_RAISES, SMALL_RAISE
from pandarium.games.leduc.engine.flow import Leduc
from pandarium.games.leduc.engine.state import ANTE, ROUND_BYTES, LeducSetup, pack_hands
from pandarium.games.leduc.layouts import MOST_RANKS
from pandarium.kit.chance import ChanceOutcome, ChanceTree

MOST_CHIPS = ANTE + MOST_RAISES * (SMALL_RAISE + BIG_RAISE)


class LeducChance(ChanceTree):
    """The tree of Leduc hold'em."""

    scores = (-MOST_CHIPS, MOST_CHIPS)
    longest = 2 * ROUND_BYTES
    most_outcomes = MOST_RANKS * MOST_RANKS

    def deals(self, setup: LeducSetup) -> list[ChanceOutcome]:
        """LH-2: a card for each player."""
        cards = len(setup.ranks)
        found: list[ChanceOutcome] = []
        for first, ways in _by_rank(setup, []).items():
            for second, more_ways in _by_rank(setup, [first]).items():
                label = f"deal {setup.code(first)} {setup.code(second)}"
                chance = ways * more_ways / (cards * (cards - 1))
                found.append(ChanceOutcome(chance, label, Leduc(setup, Rng(0), pack_hands(first, second))))
        return found

    def results(self, state: Leduc, seat: int, move: int) -> list[ChanceOutcome]:
        """LH-8: one card of those that are left is turned when the first round is over."""
        after = state.clone()
        after.play(seat, move)
        if after.public == state.public:
            return [ChanceOutcome(1.0, "", after)]
        ways = _by_rank(state.fixed, [state.card_of(0), state.card_of(1)])
        return [
            ChanceOutcome(count / sum(ways.values()), f"turn {state.fixed.code(card)}", _with_public(after, card))
            for card, count in ways.items()
        ]


def _by_rank(setup: LeducSetup, gone: list[int]) -> dict[int, int]:
    """A card of every rank that is left, and how many of its rank there are."""
    left = [card for card in range(len(setup.ranks)) if card not in gone]
    ranks = Counter(setup.ranks[card] for card in left)
    return {next(card for card in left if setup.ranks[card] == rank): count for rank, count in ranks.items()}


def _with_public(state: Leduc, card: int) -> Leduc:
    found = state.clone()
    found.public = card
    return found
