"""Search: every candidate move is tried in many games that this seat cannot tell from the real one.

In each of them all hidden cards are dealt anew (`resample`), the move is made, and everyone plays on by rule of thumb
to the end. All candidates meet the same deals, so that what differs is the move, and the weaker half is dropped as it
goes. Deals in which a partner would hold a trade that nobody leaves lying are dealt again: who has it, plays it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.core.rng import Rng, from_words
from pandarium.games.pilfering.cards import NO_CARD, size
from pandarium.games.pilfering.moves import PASS
from pandarium.games.pilfering.policy import FINE_SPACES, Policy
from pandarium.games.pilfering.rules import Pilfering
from pandarium.games.pilfering.state import CHOOSE_STEP, ESCAPED, START_STEP
from pandarium.games.pilfering.weights import Temper

CERTAIN: Final = 65536
"""A game that is won."""
CONSOLATION: Final = CERTAIN // 8
"""What is left for a lost game in which the pandas reached the win space; on the way there, a part of it."""
TRUST: Final = CERTAIN // 50
"""The move of the rule of thumb is believed to be so much better than the games say: they are only samples."""
MOST: Final = 10
"""How many moves are looked into, of those that the rule of thumb likes best."""
HOPELESS: Final = 12 * FINE_SPACES
"""Moves that it likes so much less than its best are not looked into."""
SURPRISE: Final = 2 * FINE_SPACES
"""A trade that gains so much is not left lying by those who have it."""
DEALS: Final = 4
"""How often a deal is tried before a surprising one is believed."""


class Candidate:
    """A move under trial."""

    move: i64
    worth: i64
    """What the rule of thumb thinks of it."""
    tries: i64
    chances: i64
    wins: i64
    trusted: bool

    def __init__(self, move: i64, worth: i64) -> None:
        self.move = move
        self.worth = worth
        self.trusted = False
        self.tries = 0
        self.chances = 0
        self.wins = 0

    def value(self) -> i64:
        """Its chance to win, with trust."""
        return self.chances // self.tries + (TRUST if self.trusted else 0)


class Search:
    """The candidates of one decision."""

    state: Pilfering
    seat: i64
    policy: Policy
    a: i64
    b: i64
    candidates: list[Candidate]
    doubts: bool
    """Whether surprising deals are dealt again."""

    def __init__(self, state: Pilfering, seat: int, rng: Rng, temper: Temper, doubts: bool = True) -> None:
        self.state = state
        self.seat = seat
        self.policy = Policy(temper)
        self.doubts = doubts and state.step not in (CHOOSE_STEP, START_STEP)
        self.a = rng.bits()
        self.b = rng.bits()
        ranked: list[Candidate] = []
        for move in state.legal(seat):
            ranked.append(Candidate(move, self.policy.value(state, seat, move)))
        ranked.sort(key=lambda candidate: -candidate.worth)
        ranked[0].trusted = True
        self.candidates = []
        for candidate in ranked:
            near: bool = candidate.worth >= ranked[0].worth - HOPELESS
            if candidate.move == PASS or (near and len(self.candidates) < MOST):
                self.candidates.append(candidate)

    def run(self, games: int) -> list[Candidate]:
        """About so many games, shared out by halving the field; the candidates, best first."""
        field = self.candidates
        rounds: i64 = 0
        left: i64 = len(field)
        while left > 1:
            left = (left + 1) // 2
            rounds += 1
        ranked: list[Candidate] = []
        number: i64 = 0
        while len(field) > 1:
            each: i64 = max(1, games // (rounds * len(field)))
            while each > 0:
                self.try_all(field, number)
                number += 1
                each -= 1
            field.sort(key=lambda candidate: -candidate.value())
            keep = (len(field) + 1) // 2
            ranked = field[keep:] + ranked
            field = field[:keep]
        return field + ranked

    def run_evenly(self, games: int) -> list[Candidate]:
        """So many games for every candidate alike, for numbers that can be compared; best first."""
        number: i64 = 0
        while number < games:
            self.try_all(self.candidates, number)
            number += 1
        self.candidates.sort(key=lambda candidate: -candidate.value())
        return self.candidates

    def try_all(self, field: list[Candidate], number: i64) -> None:
        """One deal for all candidates; the same number means the same deal."""
        rng = from_words(self.a, self.b)
        rng.absorb(number)
        deal = self.believable_deal(rng)
        for candidate in field:
            game = deal.clone()
            game.apply(self.seat, candidate.move, None)
            self.policy.playout(game)
            candidate.tries += 1
            if game.result == ESCAPED:
                candidate.wins += 1
                candidate.chances += CERTAIN
            else:
                reached: i64 = game.panda if game.panda < game.laid.win else game.laid.win
                candidate.chances += CONSOLATION * reached // game.laid.win

    def believable_deal(self, rng: Rng) -> Pilfering:
        """What partners may hold: no trade that they would have played."""
        deal = self.state.resample(self.seat, rng)
        if not self.doubts:
            return deal
        tries: i64 = 1
        while tries < DEALS and self.surprises(deal):
            deal = self.state.resample(self.seat, rng)
            tries += 1
        return deal

    def surprises(self, deal: Pilfering) -> bool:
        """Whether the player before this one, whose trades lie just so, would have left a good one undone."""
        other: i64 = (deal.turn + deal.seats - 1) % deal.seats
        if other == self.seat or size(deal.hands[other]) == 0 or deal.turns < 2:
            return False
        idle: i64 = self.policy.action_value(deal, other, PASS)
        return self.policy.best_action(deal, other, NO_CARD) > idle + SURPRISE
