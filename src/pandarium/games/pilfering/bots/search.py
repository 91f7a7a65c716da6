"""Search: every candidate move is tried in many games that this seat cannot tell from the real one.

In each of them all hidden cards are dealt anew (`resample`), the move is made, and everyone plays on by rule of thumb
to the end. All candidates meet the same deals, so that what differs is the move. Who is clearly behind is dropped as it
goes, and the field narrows to the best, so that most games are played where it is close. Deals in which a partner would
hold a trade that nobody leaves lying are dealt again: who has it, plays it. So are deals that make no sense of what
partners have said (PP-X1).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.rng import Rng, from_words
from pandarium.games.pilfering.bots.policy import FINE_SPACES, Policy
from pandarium.games.pilfering.bots.weights import Weights
from pandarium.games.pilfering.bots.wishes import CERTAIN as ALWAYS
from pandarium.games.pilfering.bots.wishes import Wish
from pandarium.games.pilfering.engine.cards import NO_CARD, bit, size
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.moves import PASS, PICK, STASH, card_of, kind_of, picked
from pandarium.games.pilfering.engine.state import CHOOSE_STEP, ESCAPED, START_STEP
from pandarium.kit.successive_halving import Candidate, Trials

CERTAIN: Final = 65536
"""A game that is won."""
COARSE: Final = CERTAIN // 64
"""Results are compared in these units."""
CONSOLATION: Final = CERTAIN // 8
"""What is left for a lost game in which the pandas reached the win space; on the way there, a part of it."""
TRUST: Final = CERTAIN // 50
"""The move of the rule of thumb is believed to be better by this than the games say: they are only samples."""
MOST: Final = 10
"""How many moves are looked into, of those that the rule of thumb likes best."""
HOPELESS: Final = 12 * FINE_SPACES
"""Moves that it likes less by this than its best are not looked into."""
SURPRISE: Final = 2 * FINE_SPACES
"""A trade that gains this much is not left lying by those who have it."""
ROUND: Final = 24
"""After so many deals the candidates are compared;"""
ENOUGH: Final = 2 * ROUND
"""after so many, moves that came to the same in all of them are believed to be alike."""
CLEAR: Final = 5
"""A move is clearly behind when its deficit, squared, is more than this times the squares of its differences, deal by
deal: more than two standard errors."""
DEALS: Final = 4
"""How often a deal is tried before a surprising one is believed;"""
WISHED_DEALS: Final = 32
"""how often, before one that makes little sense of what was said."""
COURTESY: Final = FINE_SPACES
"""The rule of thumb likes it so much less to take what a partner needs, and so much more to stash it for them."""


class Hope(Candidate):
    """A move under trial; what its games come to is the chance to win."""

    worth: i64
    """What the rule of thumb thinks of it."""
    wins: i64
    results: vec[i64]
    """What each deal came to."""

    def __init__(self, move: i64, worth: i64) -> None:
        super().__init__(move, 0)
        self.worth = worth
        self.wins = 0
        self.results = vec[i64]()

    def take(self, result: i64) -> None:
        """One game more."""
        self.tries += 1
        self.total += result
        self.results = append(self.results, result)

    def is_clearly_behind(self, leader: Hope) -> bool:
        """Whether the leader, who met the same deals, is better beyond doubt; or no different, after enough of them."""
        deficit: i64 = 0
        squares: i64 = 0
        deal: i64 = 0
        while deal < self.tries:
            difference: i64 = (leader.results[deal] - self.results[deal]) // COARSE
            deficit += difference
            squares += difference * difference
            deal += 1
        if squares == 0:
            return self.tries >= ENOUGH
        return deficit > 0 and deficit * deficit > CLEAR * squares


class Search(Trials[Hope]):
    """The candidates of one decision."""

    state: Pilfering
    seat: i64
    policy: Policy
    a: i64
    b: i64
    doubts: bool
    """Whether surprising deals are dealt again."""
    wishes: list[Wish]
    """What partners have said."""

    def __init__(
        self,
        state: Pilfering,
        seat: int,
        rng: Rng,
        weights: Weights,
        doubts: bool = True,
        wishes: list[Wish] | None = None,
    ) -> None:
        super().__init__()
        self.state = state
        self.seat = seat
        self.wishes = [] if wishes is None else wishes
        self.policy = Policy(weights)
        self.doubts = doubts and state.step not in (CHOOSE_STEP, START_STEP)
        self.a = rng.bits()
        self.b = rng.bits()
        ranked: list[Hope] = []
        for move in state.legal(seat):
            ranked.append(Hope(move, self.policy.value(state, seat, move) + self.courtesy(move)))
        ranked.sort(key=lambda candidate: -candidate.worth)
        ranked[0].trust = TRUST
        for candidate in ranked:
            near: bool = candidate.worth >= ranked[0].worth - HOPELESS
            if candidate.move == PASS or (near and len(self.candidates) < MOST):
                self.candidates.append(candidate)

    def run(self, trials: int) -> list[Hope]:
        """Up to that number of games, fewer where it is clear; the candidates, best first."""
        field = self.candidates
        first: i64 = len(field)
        most: i64 = first
        left: i64 = trials
        number: i64 = 0
        ranked: list[Hope] = []
        while len(field) > 1 and left > 0:
            stop: i64 = number + min(ROUND, max(1, left // len(field)))
            while number < stop:
                self.try_all(field, number)
                left -= len(field)
                number += 1
            field.sort(key=lambda candidate: -candidate.value())
            most = max(2, first * left // trials)
            kept = [one for one in field[:most] if one is field[0] or not one.is_clearly_behind(field[0])]
            ranked = [one for one in field if one not in kept] + ranked
            field = kept
        return field + ranked

    def try_all(self, field: list[Hope], number: i64) -> None:
        """One deal for all candidates; the same number means the same deal."""
        rng = from_words(self.a, self.b)
        rng.absorb(number)
        deal = self.believable_deal(rng)
        for candidate in field:
            game = deal.clone()
            game.apply(self.seat, candidate.move, None)
            self.policy.playout(game)
            if game.result == ESCAPED:
                candidate.wins += 1
                candidate.take(CERTAIN)
            else:
                reached: i64 = game.panda if game.panda < game.fixed.win else game.fixed.win
                candidate.take(CONSOLATION * reached // game.fixed.win)

    def believable_deal(self, rng: Rng) -> Pilfering:
        """What partners may hold: no trade that they would have played."""
        deal = self.wished_deal(rng)
        if not self.doubts:
            return deal
        tries: i64 = 1
        while tries < DEALS and self.surprises(deal):
            deal = self.wished_deal(rng)
            tries += 1
        return deal

    def wished_deal(self, rng: Rng) -> Pilfering:
        """What partners may hold who said what they said: a deal in which that is likely is taken more often."""
        best = self.state.resample(self.seat, rng)
        if len(self.wishes) == 0:
            return best
        most: i64 = -1
        deal = best
        tries: i64 = 1
        while True:
            fit: i64 = 0
            taken: bool = True
            for wish in self.wishes:
                likelihood: i64 = wish.likelihood(deal)
                fit += likelihood
                taken = taken and likelihood > rng.below(ALWAYS)
            if taken:
                return deal
            if fit > most:
                most = fit
                best = deal
            if tries == WISHED_DEALS:
                return best
            deal = self.state.resample(self.seat, rng)
            tries += 1

    def courtesy(self, move: i64) -> i64:
        """What is owed to partners who asked for something: not to take it, and to leave it for whoever is next."""
        if len(self.wishes) == 0:
            return 0
        kind: i64 = kind_of(move)
        worth: i64 = 0
        if kind == PICK:
            place: i64 = len(self.state.hideout) - picked(move)
            while place < len(self.state.hideout):
                for wish in self.wishes:
                    if wish.cards & bit(self.state.hideout[place]) != 0:
                        worth = -COURTESY
                place += 1
        elif kind == STASH:
            following: i64 = (self.seat + 1) % self.state.seats
            for wish in self.wishes:
                if wish.seat == following and wish.cards & bit(card_of(move)) != 0:
                    worth = COURTESY
        return worth

    def surprises(self, deal: Pilfering) -> bool:
        """Whether the player before this one, whose trades lie just so, would have left a good one undone."""
        other: i64 = (deal.turn + deal.seats - 1) % deal.seats
        if other == self.seat or size(deal.hands[other]) == 0 or deal.turns < 2:
            return False
        idle: i64 = self.policy.action_value(deal, other, PASS)
        return self.policy.best_action(deal, other, NO_CARD) > idle + SURPRISE
