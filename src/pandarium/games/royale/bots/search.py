"""Search: every candidate move is tried in many outlines of the rest of the game, the weaker half dropped as it goes.

All candidates meet the same chance (the same bags and yellow rolls), so that what differs is the move. An outline is
judged by the chance to have the highest total, the normal distribution standing in for the dice that were not rolled.
Whole numbers throughout: compiled and interpreted code choose alike.
"""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.rng import Rng, from_words
from pandarium.games.royale.bots.expected_score import VARIANCE_SCALE, Odds
from pandarium.games.royale.bots.outline import Outline, rule_of_thumb
from pandarium.games.royale.engine.flow import Royale
from pandarium.games.royale.engine.moves import PASS, die_of, other_of
from pandarium.games.royale.engine.state import TRADE_STEP
from pandarium.kit.successive_halving import Candidate, Trials

CERTAIN: Final = 65536
"""A chance of 1."""
TRUST: Final = CERTAIN * 4 // 100
"""The move of the rule of thumb is believed to be better by this than the outlines say: they are only outlines."""
BEST_TRADES: Final = 6
"""How many trades are looked into, of those that gain most."""

FINE_POINTS: Final = 16
"""Totals are compared in 16ths of a point."""
SIGMA: Final = 64
"""Standard deviations are cut into 64ths;"""
FARTHEST: Final = 256
"""beyond four of them nothing happens any more."""
_NORMAL: Final = vec[i64](
    [round(CERTAIN // 2 * (1 + math.erf((z - FARTHEST) / SIGMA / math.sqrt(2)))) for z in range(2 * FARTHEST)]
)
_EIGHTHS: Final = vec[i64]([-98, -57, -31, -10, 10, 31, 57, 98])
"""The middles of eight equal parts of the normal distribution."""


class Search(Trials[Candidate]):
    """The candidates of one decision; a trial is an outline, what it comes to the chance to win."""

    outline: Outline
    work: Outline
    seat: i64
    a: i64
    b: i64

    def __init__(self, state: Royale, seat: int, rng: Rng) -> None:
        super().__init__()
        odds = Odds(state.fixed.dice)
        self.outline = Outline(state, odds)
        self.work = Outline(state, odds)
        self.seat = seat
        self.a = rng.bits()
        self.b = rng.bits()
        usual = rule_of_thumb(self.outline)
        moves = state.legal(seat)
        if state.step == TRADE_STEP:
            moves = self.promising_trades(moves, usual)
        self.candidates = [Candidate(move, TRUST if move == usual else 0) for move in moves]

    def promising_trades(self, moves: list[int], usual: int) -> list[int]:
        """To pass, and the trades that gain most, counting what the other loses; the usual one in any case."""
        mine = self.outline.hands[self.seat]
        ranked: list[tuple[int, int]] = []
        for move in moves:
            if move != PASS:
                theirs = self.outline.hands[other_of(move)]
                die = die_of(move)
                ranked.append((-(mine.gain(die) + theirs.loss(die) // (self.outline.seats - 1)), move))
        ranked.sort()
        chosen = [PASS]
        for _, move in ranked[:BEST_TRADES]:
            chosen.append(move)
        if usual not in chosen:
            chosen[len(chosen) - 1] = usual
        return chosen

    def try_all(self, field: list[Candidate], number: i64) -> None:
        """One outline for each; the same number means the same chance."""
        for candidate in field:
            self.try_move(candidate, number)

    def try_move(self, candidate: Candidate, number: i64) -> None:
        """One outline of the game after this move."""
        rng = from_words(self.a, self.b)
        rng.absorb(number)
        self.outline.copy_to(self.work)
        self.work.apply(candidate.move)
        self.work.finish(rng)
        candidate.tries += 1
        candidate.total += chance_to_win(self.work, self.seat)


def chance_to_win(outline: Outline, seat: i64) -> i64:
    """How likely this seat has the highest total, in 65536ths: eight samples of its own, everyone else below each."""
    scale: i64 = outline.odds.scale
    mine: i64 = outline.totals[seat] * FINE_POINTS // scale
    spread = deviation(outline.variances[seat])
    others = vec[i64]()
    spreads = vec[i64]()
    other: i64 = 0
    while other < outline.seats:
        if other != seat:
            others = append(others, outline.totals[other] * FINE_POINTS // scale)
            spreads = append(spreads, deviation(outline.variances[other]))
        other += 1
    added: i64 = 0
    part: i64 = 0
    while part < len(_EIGHTHS):
        added += chance_above(mine + _EIGHTHS[part] * spread // SIGMA, others, spreads)
        part += 1
    return added // len(_EIGHTHS)


def chance_above(total: i64, others: vec[i64], spreads: vec[i64]) -> i64:
    """How likely all others end below that total."""
    chance: i64 = CERTAIN
    index: i64 = 0
    while index < len(others):
        z: i64 = (total - others[index]) * SIGMA // spreads[index] + FARTHEST
        if z < 0:
            return 0
        if z < 2 * FARTHEST:
            chance = chance * _NORMAL[z] // CERTAIN
        index += 1
    return chance


def deviation(variance: i64) -> i64:
    """The standard deviation in 16ths of a point, never 0."""
    return math.isqrt(variance * (FINE_POINTS * FINE_POINTS // VARIANCE_SCALE)) + 1
