"""How to play Leduc hold'em decently: know the odds, and do not pay for bad ones."""

from __future__ import annotations

from pandarium.core.bot import Advice, Bot
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.games.leduc.engine.betting import BIG_RAISE, SMALL_RAISE
from pandarium.games.leduc.engine.flow import Leduc
from pandarium.games.leduc.engine.moves import CALL, FOLD, RAISE
from pandarium.games.leduc.engine.state import FIRST_ROUND, NO_CARD


class Greedy(Bot):
    """Weighs every move as if the betting stopped right after it. It never bluffs."""

    name = "greedy"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The move with the best expected chips."""
        return self.advise(state, seat, rng)[0].move

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """Every legal move with the chips it can expect, best first."""
        assert isinstance(state, Leduc)
        margin = showdown_margin(state, seat)
        stake = int(state.stake)
        more = SMALL_RAISE if state.stage == FIRST_ROUND else BIG_RAISE
        odds = Message("leduc.hint.odds", {"percent": round((margin + 1) * 50)})
        paid = state.paid_by(seat)
        worth = {
            FOLD: Advice(FOLD, -float(paid), Message("leduc.hint.fold", {"paid": paid})),
            CALL: Advice(CALL, margin * stake, odds),
            RAISE: Advice(RAISE, margin * (stake + more), odds),
        }
        return sorted((worth[move] for move in state.legal(seat)), key=lambda advice: -advice.value)


def showdown_margin(state: Leduc, seat: int) -> float:
    """Showdowns won minus showdowns lost, as a share of all that this seat can still imagine: from -1 to 1."""
    unseen = set(range(len(state.fixed.ranks))) - {state.card_of(seat)}
    turned = unseen if state.public == NO_CARD else {state.public}
    results = [
        _compare(state, state.card_of(seat), theirs, public) for public in turned for theirs in unseen - {public}
    ]
    return sum(results) / len(results)


def _compare(state: Leduc, mine: int, theirs: int, public: int) -> int:
    """LH-10 for cards that may come: 1 won, 0 shared, -1 lost."""
    ranks = state.fixed.ranks
    my_hand = (ranks[mine] == ranks[public], ranks[mine])
    their_hand = (ranks[theirs] == ranks[public], ranks[theirs])
    return (my_hand > their_hand) - (my_hand < their_hand)
