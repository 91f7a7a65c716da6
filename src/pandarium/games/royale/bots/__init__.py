"""How to play Panda Royale well. Everything a bot needs lies open; only what the dice will show is guessed."""

from __future__ import annotations

from pandarium.core.bot import Advice, Bot
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.royale.bots.expected_score import Hand, Odds
from pandarium.games.royale.bots.search import CERTAIN, Search
from pandarium.games.royale.engine.dice import BLUE, COLOUR_OF, GLITTER_D6, RED
from pandarium.games.royale.engine.flow import Royale
from pandarium.games.royale.engine.moves import PASS, TAKE, TRADE, die_of, kind_of, other_of

OUTLINES = 100
"""How many outlines of the rest of the game `hard` looks at: a few milliseconds compiled, half a second not."""


LEAST_CHANCE = 0.005
"""Less is no figure."""


class Greedy(Bot):
    """Takes what adds most to the expected score of its next roll, exactly; red and glitter lift what is there."""

    name = "greedy"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move with the highest gain; of equal trades the one that costs the leader."""
        return self.advise(state, seat, rng)[0].move

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Every legal move with what it adds to a round."""
        assert isinstance(state, Royale)
        odds = Odds(state.fixed.dice)
        hand = Hand(odds, state.hands[seat])
        gains = [(move, gain(hand, move)) for move in state.legal(seat)]
        ranked = sorted(gains, key=lambda known: (-known[1], *whom(state, seat, known[0])))
        return [Advice(move, value / odds.scale, why(hand, move, value)) for move, value in ranked]


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
            chance = int(candidate.total) / int(candidate.tries) / CERTAIN
            value = gain(hand, candidate.move)
            advice.append(
                (value, Advice(candidate.move, chance, with_chance(chance, why(hand, candidate.move, value))))
            )
        # Chances that look the same are the same: then the next round decides.
        advice.sort(key=lambda known: (-round(known[1].value, 2), -known[0], -known[1].value))
        return [told for _, told in advice]


def whom(state: Royale, seat: int, move: int) -> tuple[int, int]:
    """Of equal trades first the leader's, then the next player's clockwise: no seat is robbed by habit."""
    if kind_of(move) != TRADE:
        return (0, 0)
    other = other_of(move)
    return (-int(state.totals[other]), (other - seat) % int(state.seats))


def gain(hand: Hand, move: int) -> int:
    """What a move adds to the expected score of a round."""
    if move == PASS:
        return 0
    return hand.gain(die_of(move)) if kind_of(move) == TAKE else hand.trade_gain(die_of(move))


def with_chance(chance: float, why: Message) -> Message:
    """How likely a move wins, and what it gains."""
    if chance < LEAST_CHANCE:
        return Message("royale.hint.hardly_wins", {"why": why})
    return Message("royale.hint.wins", {"percent": f"{chance:.0%}", "why": why})


def why(hand: Hand, move: int, value: int) -> Message:
    """What a gain comes from."""
    if move == PASS:
        return Message("royale.hint.keeps")
    points = f"{value / hand.odds.scale:+.1f}"
    die = die_of(move)
    if die == GLITTER_D6 and hand.glitter == 0 and hand.blue:
        return Message("royale.hint.doubles_blue", {"points": points})
    if COLOUR_OF[die] == BLUE and hand.glitter:
        return Message("royale.hint.doubled", {"points": points})
    if COLOUR_OF[die] == RED and hand.reds:
        return Message("royale.hint.multiplies", {"points": points, "number": hand.reds + 1})
    return Message("royale.hint.gain", {"points": points})
