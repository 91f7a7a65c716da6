"""How many deals can be won at all: a search that knows every card, for measuring only.

It plays a deal again and again, everyone by rule of thumb with growing whims, and looks for a game that is won. In a
second step it keeps the first moves of the best games and tries the rest again. What it finds is a proof, a list of
moves that wins; what it does not find may be there all the same, so its count is a lower bound.
"""

from __future__ import annotations

from typing import NamedTuple

from pandarium.core.rng import Rng
from pandarium.games.pilfering.bots.policy import FINE_SPACES, Policy
from pandarium.games.pilfering.engine.flow import Pilfering
from pandarium.games.pilfering.engine.state import ESCAPED, OVER

TRIES = 2000
"""Games played of one deal before it is given up."""
WHIMS = (1, 2, 4, 8)
"""How far the players stray from the rule of thumb, in spaces, in turn."""
FREE_TRIES = 200
"""This many games begin at the start; the others begin somewhere in the best one so far."""


class Line(NamedTuple):
    """A game of this deal."""

    moves: list[tuple[int, int]]
    """Seat and move, from the position that was given."""
    won: bool
    reached: int
    """How far the pandas came, the lead counted in."""


def winning_line(state: Pilfering, policy: Policy, rng: Rng, tries: int = TRIES) -> tuple[Line, int]:
    """The best game found from this position, all cards known, and how many were tried: it stops at the first win."""
    best = Line([], False, -1)
    for number in range(tries):
        policy.whim = WHIMS[number % len(WHIMS)] * FINE_SPACES if number else 0
        policy.rng = rng.fork()
        kept = 0 if number < FREE_TRIES else rng.below(len(best.moves))
        line = _play(state, policy, best.moves[:kept])
        if line.won:
            return line, number + 1
        if line.reached >= best.reached:
            best = line
    return best, tries


def _play(state: Pilfering, policy: Policy, opening: list[tuple[int, int]]) -> Line:
    """One game of this deal that begins with these moves."""
    game = state.clone()
    moves = list(opening)
    for seat, move in opening:
        game.apply(seat, move, None)
    while game.step != OVER:
        seat = int(game.actor())
        move = int(policy.choose(game, seat))
        game.apply(seat, move, None)
        moves.append((seat, move))
    won = game.result == ESCAPED
    reached = min(int(game.panda), int(game.fixed.win)) + max(0, int(game.panda - game.keeper))
    return Line(moves, won, reached)
