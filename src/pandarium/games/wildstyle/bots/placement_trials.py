"""Where a tag may go is tried in playouts of the rest of the game, the weaker half dropped as it goes.

Every playout has other luck, the same for all places under trial, and goes on until the last tag is down. It is noisy:
what it says counts against what `move_value` says only as far as there are many of them. What to do with cards is left
to `move_value`; playouts did worse when they were asked. Whole numbers throughout, so that compiled and interpreted
playouts lead to the same choice.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from pandarium.core.rng import Rng, from_words
from pandarium.games.wildstyle.bots.move_value import STRONG, MoveValue
from pandarium.games.wildstyle.bots.playouts import Playout
from pandarium.games.wildstyle.engine.flow import Wildstyle
from pandarium.games.wildstyle.engine.moves import TAG, kind_of
from pandarium.kit.successive_halving import Candidate, Trials

FIELD = 4
"""Places under trial, at most."""
CLOSE = 300
"""Places that `move_value` likes less than the best by more than this, in hundredths of a point, are not tried."""
DOUBT = 16
"""How many playouts the word of `move_value` is worth: noise of ten points against an error of two or three."""


class Place(Candidate):
    """A place under trial. What `move_value` says is its trust; its total, how much better than the others it came out.

    All in hundredths of a point.
    """

    def value(self) -> i64:
        """What is believed of it."""
        return self.trust + self.total // (self.tries + DOUBT)


class TagTrials(Trials[Place]):
    """The places for a tag."""

    state: Wildstyle
    seat: i64
    words: tuple[i64, i64]
    """Where the chance of the trials comes from."""

    def __init__(self, state: Wildstyle, seat: int, rng: Rng) -> None:
        super().__init__()
        self.state = state
        self.seat = seat
        self.words = (rng.bits(), rng.bits())
        self.candidates = promising(MoveValue(state, seat, STRONG))

    def try_all(self, field: list[Place], number: i64) -> None:
        """One playout for each, all with the same chance; what counts is how they differ."""
        results = vec[i64]()
        total: i64 = 0
        for candidate in field:
            result = self.try_move(candidate.move, number)
            results = append(results, result)
            total += result
        mean: i64 = total // len(results)
        for number_tried, candidate in enumerate(field):
            candidate.tries += 1
            candidate.total += results[number_tried] - mean

    def try_move(self, move: i64, number: i64) -> i64:
        """One playout after this move; the same number means the same chance."""
        rng = from_words(self.words[0], self.words[1])
        rng.absorb(number)
        work = self.state.clone()
        work.apply(self.seat, move, None)
        playout = Playout(work, rng)
        playout.finish()
        return playout.judge(self.seat)


def promising(values: MoveValue) -> list[Place]:
    """Where there is a tag to place, the best places by `move_value`; else the one move that it likes best."""
    moves = [move for move in values.state.legal(values.seat) if kind_of(move) == TAG]
    if not moves:
        return [Place(values.choose(), 0)]
    found = [Place(move, values.weigh(move)) for move in moves]
    found.sort(key=lambda candidate: -candidate.trust)
    return [candidate for candidate in found[:FIELD] if found[0].trust - candidate.trust <= CLOSE]
