"""Where differences between results come from: who plays, the deal, or neither.

All players play the same deals, once each: a two-way layout without repetition. The mean squares of a textbook's
analysis of variance give the three parts; what is not there comes out as nothing, not as less than nothing. Intervals
are the percentiles of a bootstrap that draws deals.
"""

from __future__ import annotations

from collections.abc import Sequence

from pandarium.core.rng import Rng
from pandarium.kit.study.measures import DEAL, MOMENT, SKILL

SOURCES = (SKILL, DEAL, MOMENT)
DRAWS = 400
"""Of the bootstrap."""
SEED = 95


def parts(table: Sequence[Sequence[float]]) -> tuple[float, float, float] | None:
    """Shares of players, deals and the rest; a line a deal, a column a player. None: nothing differs, or too few did.

    >>> parts([[1, 0], [1, 0], [1, 0]])
    (1.0, 0.0, 0.0)
    >>> parts([[1, 1], [0, 0], [1, 1]])
    (0.0, 1.0, 0.0)
    """
    deals, players = len(table), len(table[0]) if table else 0
    if deals < 2 or players < 2:
        return None
    by_deal = [sum(line) / players for line in table]
    by_player = [sum(line[place] for line in table) / deals for place in range(players)]
    middle = sum(by_deal) / deals
    rest = sum(
        (line[place] - by_deal[deal] - by_player[place] + middle) ** 2
        for deal, line in enumerate(table)
        for place in range(players)
    ) / ((deals - 1) * (players - 1))
    deal_square = players * sum((value - middle) ** 2 for value in by_deal) / (deals - 1)
    spread = sum((value - middle) ** 2 for value in by_player) / players  # these players, each as often as the others
    skill = max(0.0, spread - rest * (players - 1) / (players * deals))
    deal = max(0.0, (deal_square - rest) / players)
    total = skill + deal + rest
    return (skill / total, deal / total, rest / total) if total > 1e-12 else None


def bootstrap(table: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    """For each of the three shares the middle 95 % of what other draws of deals would have given."""
    chance = Rng(SEED)
    drawn = []
    for _ in range(DRAWS):
        again = parts([table[chance.below(len(table))] for _ in table])
        if again is not None:
            drawn.append(again)
    if not drawn:
        return []
    cut = len(drawn) // 40
    ranked = [sorted(values) for values in zip(*drawn, strict=True)]
    return [(values[cut], values[-1 - cut]) for values in ranked]
