"""What a game says about opinions on its moves: which bot judges, in what unit, and which moves are lies."""

from __future__ import annotations

from typing import Any, Literal

from pandarium.core.bot import Advice

Unit = Literal["percent", "points", "chips"]
"""What a worse move costs: chances to win, points, or what is staked, which a game may have a word of its own for."""
Verdict = Literal["best", "good", "slip", "mistake", "bluff", "unknown"]
"""The best move, about as good, worse, much worse, a lie that was worth it; or nobody can say."""


class OpinionRules:
    """A game whose bots count in another unit than chances to win, or can lie, hands out one of these."""

    level: str = ""
    """Whose advice it is; empty: the strongest level's."""
    player: str = ""
    """Who plays games to their end, to see who wins; empty: the best level that need not think."""
    unit: Unit = "percent"
    slip: float = 0.03
    """A move that is so much worse than the best is a slip, in the unit of the bot's advice …"""
    mistake: float = 0.1
    """… and one that is so much worse, a mistake."""

    def cost(self, best: Advice, played: Advice) -> float | None:
        """How much worse a move is than the best; None where the two cannot be compared."""
        return max(0.0, best.value - played.value)

    def lies(self, state: Any, seat: int, move: int) -> bool:
        """Whether a move claims what is not so, in a game where that is part of it."""
        return False
