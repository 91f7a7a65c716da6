"""How to play Panda Royale well. Everything a bot needs lies open; only what the dice will show is guessed."""

from __future__ import annotations

from pandarium.core.bot import Advice, Bot
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.royale.bots.expected_score import Hand, Odds
from pandarium.games.royale.bots.hints import gain, why, with_chance
from pandarium.games.royale.bots.search import CERTAIN, Search
from pandarium.games.royale.engine.flow import Royale
from pandarium.games.royale.engine.moves import TRADE, kind_of, other_of

OUTLINES = 100
"""How many outlines of the rest of the game `hard` looks at: a few milliseconds compiled, half a second not."""


class Greedy(Bot):
    """Takes what adds most to the expected score of its next roll, exactly; red and glitter lift what is there."""

    name = "greedy"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move with the highest gain; of equal trades the one that costs the leader."""
        assert isinstance(state, Royale)
        return _by_gain(state, seat, Hand(Odds(state.fixed.dice), state.hands[seat]))[0][0]

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Every legal move with what it adds to a round."""
        assert isinstance(state, Royale)
        hand = Hand(Odds(state.fixed.dice), state.hands[seat])
        ranked = _by_gain(state, seat, hand)
        return [Advice(move, value / hand.odds.scale, why(state, seat, hand, move)) for move, value in ranked]


class Hard(Bot):
    """Tries its moves in outlines of the rest of the game, and takes the one most likely to win it."""

    name = "hard"
    thinks = True

    def __init__(self, outlines: int = OUTLINES) -> None:
        self.outlines = outlines

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move that survives the halving."""
        assert isinstance(state, Royale)
        return Search(state, seat, rng).run(self.outlines)[0].move

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """The moves it looks into, with their chance to win and what they add to a round."""
        assert isinstance(state, Royale)
        hand = Hand(Odds(state.fixed.dice), state.hands[seat])
        search = Search(state, seat, rng)
        search.run_evenly(self.outlines // 2)
        advice = []
        for candidate in search.candidates:
            move = int(candidate.move)
            chance = int(candidate.total) / int(candidate.tries) / CERTAIN
            told = Advice(move, chance, with_chance(chance, why(state, seat, hand, move)))
            advice.append((int(gain(hand, move)), told))
        # Chances that look the same are the same: then the next round decides.
        advice.sort(key=lambda known: (-round(known[1].value, 2), -known[0], -known[1].value))
        return [told for _, told in advice]


def whom(state: Royale, seat: int, move: int) -> tuple[int, int]:
    """Of equal trades first the leader's, then the next player's clockwise: no seat is robbed by habit."""
    if kind_of(move) != TRADE:
        return (0, 0)
    other = other_of(move)
    return (-int(state.totals[other]), (other - seat) % int(state.seats))


def _by_gain(state: Royale, seat: int, hand: Hand) -> list[tuple[int, int]]:
    """The legal moves and what each adds to a round, best first."""
    gains = [(move, int(gain(hand, move))) for move in state.legal(seat)]
    return sorted(gains, key=lambda known: (-known[1], *whom(state, seat, known[0])))
