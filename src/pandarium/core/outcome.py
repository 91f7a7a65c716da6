"""How a game ended."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """Who won, the final scores by seat, and the reason in one short sentence.

    >>> Outcome(winners=(1,), scores=(212, 260), reason="highest total after 10 rounds (PR-13)").winners
    (1,)
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
