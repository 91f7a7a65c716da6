"""Where a tag may go is tried in playouts of the rest of the game, the weaker half dropped as it goes.

Every playout draws anew what the player cannot see, the same for all places under trial, and lets everybody play on
until the last tag is down. A playout is noisy: what it says counts against what tactics say only as far as there are
many of them. What to do with cards is left to tactics; playouts did worse when they were asked. Whole numbers
throughout, so that compiled and interpreted playouts lead to the same choice.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.rng import Rng, from_words
from pandarium.games.wildstyle.cards import ICONS
from pandarium.games.wildstyle.moves import TAG, kind_of
from pandarium.games.wildstyle.rules import Wildstyle
from pandarium.games.wildstyle.search import Playout
from pandarium.games.wildstyle.tactics import PLANNER, Tactics
from pandarium.kit.trials import Candidate, Trials

FIELD = 4
"""Places under trial, at most."""
CLOSE = 300
"""Places that tactics like less than the best by more than this, in hundredths of a point, are not tried."""
DOUBT = 16
"""How many playouts tactics' word is worth: noise of about ten points against an error of about two or three."""


class Place(Candidate):
    """A place under trial. What tactics say is its trust; its total, how much better than the others it came out.

    All in hundredths of a point.
    """

    def value(self) -> i64:
        """What is believed of it."""
        return self.trust + self.total // (self.tries + DOUBT)


class TagTrials(Trials[Place]):
    """The places for a tag."""

    def __init__(self, state: Wildstyle, seat: int, rng: Rng) -> None:
        super().__init__()
        self.state = state
        self.seat = seat
        self.words = (int(rng.bits()), int(rng.bits()))
        self.candidates = promising(Tactics(state, seat, PLANNER))
        worth = [worth_to(state, other) for other in range(int(state.seats))] if len(self.candidates) > 1 else []
        self.worth = vec[i64]([one for line in worth for one in line])
        """For every seat what a set of each icon would bring it, as things lie at the beginning."""

    def try_all(self, field: list[Place], number: i64) -> None:
        """One playout for each, all with the same chance; what counts is how they differ."""
        results = [self.try_move(int(candidate.move), int(number)) for candidate in field]
        mean = sum(results) // len(results)
        for candidate, result in zip(field, results, strict=True):
            candidate.tries += 1
            candidate.total += result - mean

    def try_move(self, move: int, number: int) -> int:
        """One playout after this move; the same number means the same chance."""
        rng = from_words(*self.words)
        rng.absorb(number)
        work = self.state.resample(self.seat, rng)
        playout = Playout(work, self.worth, rng)
        work.apply(self.seat, move, None)
        playout.finish()
        return int(playout.judge(self.seat))


def worth_to(state: Wildstyle, seat: int) -> list[int]:
    """What a set of each icon would bring to that seat."""
    tactics = Tactics(state, seat, PLANNER)
    return [int(tactics.worth_of(icon)) for icon in range(ICONS)]


def promising(tactics: Tactics) -> list[Place]:
    """Where there is a tag to place, the best places by tactics; else the one move that tactics like best."""
    moves = [move for move in tactics.state.legal(int(tactics.seat)) if kind_of(move) == TAG]
    if not moves:
        return [Place(int(tactics.choose()), 0)]
    found = [Place(move, int(tactics.weigh(move))) for move in moves]
    found.sort(key=lambda candidate: -candidate.trust)
    return [candidate for candidate in found[:FIELD] if found[0].trust - candidate.trust <= CLOSE]
