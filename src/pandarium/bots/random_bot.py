"""RandomBot: any legal move."""

from __future__ import annotations

from pandarium.core.bot import Bot
from pandarium.core.rng import Rng
from pandarium.core.state import State


class RandomBot(Bot):
    """Any legal move, each as likely as the others."""

    name = "random"

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """One of the legal moves."""
        moves = state.legal(seat)
        return moves[rng.below(len(moves))]
