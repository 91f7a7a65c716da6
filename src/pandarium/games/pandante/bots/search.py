"""Search: candidate moves are tried in positions that go with what the others have claimed, and played to the end of
the gambit in styles that one may meet. The weaker half is dropped as it goes.

All candidates meet the same hands and the same chance, so that what differs is the move.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from pandarium.core.rng import Rng, from_words
from pandarium.games.pandante.bots.belief import imagine
from pandarium.games.pandante.bots.policy import decide, highest_truth, likely_statement, others_highest
from pandarium.games.pandante.bots.style import BLUFFER, CAUTIOUS, DOUBTER, SOUND, Style
from pandarium.games.pandante.engine import gambit, judging, legal, moves, phases, showdown
from pandarium.games.pandante.engine.cards import BIT, lowest, size
from pandarium.games.pandante.engine.claims import CLAIMS, PAIR
from pandarium.games.pandante.engine.flow import Pandante
from pandarium.games.pandante.engine.state import NOBODY
from pandarium.kit.successive_halving import Candidate, Trials

GRAIN: Final = 64
"""Worth is counted in 64ths of a gold piece."""
VICTORY: Final = 40
"""What winning the game is worth beyond the gold, and losing it less;"""
COIN_WORTH: Final = 3
DIAMOND_WORTH: Final = 2
NAP_WORTH: Final = 2
MISSED_WORTH: Final = 6
"""what the coin, a diamond and a third card are worth, and what it costs to sit out."""
STATEMENTS_TRIED: Final = 5
USUAL_BONUS: Final = GRAIN // 2
"""The move of the rule of thumb is believed to be better by this than the playouts say."""
OPPONENTS: Final[list[Style]] = [SOUND, SOUND, CAUTIOUS, BLUFFER, DOUBTER]
"""Whom one may meet."""
SHORT_WAY: Final = 4
"""Where only a few moves are left to play, this many times as many playouts."""


class Search(Trials[Candidate]):
    """The candidates of one decision; what a playout comes to is how well the seat stands after the gambit."""

    state: Pandante
    seat: i64
    rng: Rng

    def __init__(self, state: Pandante, seat: int, rng: Rng) -> None:
        super().__init__()
        self.state = state
        self.seat = seat
        self.rng = rng.fork()
        usual = decide(state, seat, SOUND, self.rng)
        for move in self.worth_trying(usual):
            self.candidates.append(Candidate(move, USUAL_BONUS if move == usual else 0))

    def worth_trying(self, usual: i64) -> list[i64]:
        """The moves to look into; the usual one among them."""
        state = self.state
        phase = state.phase
        found: list[i64] = []
        if legal.is_discarding(state) or phase in (phases.BETWEEN_GAMBITS, phases.CHOOSING_CHAMPION):
            return [usual]
        if phase in (phases.BETTING, phases.UPGRADING):
            real = judging.real_hand(state, self.seat)
            highest: i64 = min(CLAIMS - 1, max(real, others_highest(state, self.seat), PAIR) + 2)
            for move in state.legal(self.seat):
                plain: bool = move in (moves.FOLD, moves.PASS)
                if plain or move == usual or moves.claim_of(move) <= highest:
                    found.append(move)
            return found
        if phase == phases.SAYING:
            found.append(usual)
            true = highest_truth(state, self.seat)
            tries: i64 = 0
            while tries < STATEMENTS_TRIED:
                move = likely_statement(state, self.seat, self.rng)
                if move not in found:
                    found.append(move)
                tries += 1
            if true != NOBODY and true not in found:
                found.append(true)
            return found
        for move in state.legal(self.seat):
            found.append(move)
        return found

    def effort(self, playouts: i64) -> i64:
        """More playouts where they are short."""
        return (
            playouts * SHORT_WAY
            if self.state.phase in (phases.CHALLENGING, phases.SAYING, phases.UPGRADING)
            else playouts
        )

    def try_all(self, field: list[Candidate], number: i64) -> None:
        """Every candidate once, against the same hands, styles and chance."""
        twin = imagine(self.state, self.seat, self.rng)
        styles = self.draw_styles()
        a: i64 = self.rng.bits()
        b: i64 = self.rng.bits()
        for candidate in field:
            copy = twin.clone()
            copy.apply(self.seat, candidate.move, None)
            play_gambit(copy, self.state.gambit, styles, from_words(a, b))
            candidate.tries += 1
            candidate.total += worth(copy, self.seat)

    def draw_styles(self) -> list[Style]:
        """How each player is thought to go on in a playout."""
        found: list[Style] = []
        seat: i64 = 0
        while seat < self.state.seats:
            found.append(SOUND if seat == self.seat else OPPONENTS[self.rng.below(len(OPPONENTS))])
            seat += 1
        return found


def play_gambit(state: Pandante, gambit: i64, styles: list[Style], rng: Rng, log: list[Any] | None = None) -> None:
    """Play to the end of the gambit by rule of thumb; what happens goes into the log, if there is one."""
    while state.gambit == gambit and state.phase not in (phases.OVER, phases.BETWEEN_GAMBITS):
        if state.phase == phases.CHALLENGING:
            seat = lowest(showdown.choosers(state))
        else:
            seat = state.turn
        state.apply(seat, decide(state, seat, styles[seat], rng), log)


def worth(state: Pandante, seat: i64) -> i64:
    """How well a seat stands after the gambit: its riches less the mean of the others', and a victory."""
    total: i64 = 0
    mine: i64 = 0
    other: i64 = 0
    while other < state.seats:
        value = riches(state, other)
        total += value
        if other == seat:
            mine = value
        other += 1
    found: i64 = mine - (total - mine) // (state.seats - 1)
    if state.phase == phases.OVER:
        winners = gambit.winners(state)
        if winners & BIT[seat] != 0:
            found += VICTORY * GRAIN * 2 // size(winners) - VICTORY * GRAIN
        else:
            found -= VICTORY * GRAIN
    return found


def riches(state: Pandante, seat: i64) -> i64:
    """What a player has, in 64ths of a gold piece."""
    found: i64 = gambit.score(state, seat) * GRAIN
    found += state.diamonds[seat] * DIAMOND_WORTH * GRAIN
    if state.coin == seat:
        found += COIN_WORTH * GRAIN
    if state.extra & BIT[seat] != 0:
        found += NAP_WORTH * GRAIN
    if state.sitting & BIT[seat] != 0:
        found -= MISSED_WORTH * GRAIN
    return found
