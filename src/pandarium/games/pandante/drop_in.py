"""PD-G2 for whoever runs a table: which seats are free, and how somebody comes and goes."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from pandarium.games.pandante.engine import moves, phases
from pandarium.games.pandante.engine.cards import BIT
from pandarium.games.pandante.engine.setup import DROP_IN, PandanteSetup
from pandarium.kit.drop_in import DropInRules


class PandanteDropIn(DropInRules):
    """PD-G2: drop in, drop out."""

    rule = "PD-G2"
    fewest = 2
    when = MappingProxyType({"gambling": ("drop-in",)})

    def entries(self, setup: Any) -> list[int]:
        """PD-G1: every buy-in that the table allows, the least first."""
        assert isinstance(setup, PandanteSetup)
        numbers = setup.numbers
        amounts = range(numbers.buy_in, max(setup.limit, numbers.buy_in) + 1, numbers.chip)
        return [int(moves.choose(moves.SEAT, amount)) for amount in amounts]

    def asks(self, state: Any, seat: int) -> bool:
        """Between gambits."""
        between = state.phase == phases.BETWEEN_GAMBITS and state.variant.gambling == DROP_IN
        return bool(between and state.turn == seat)

    def is_out(self, state: Any, seat: int) -> bool:
        """Who has not bought in, or is eliminated."""
        return bool(state.away & BIT[seat])

    def go(self, state: Any, seat: int) -> int:
        """Leave, or stay away."""
        return int(moves.choose(moves.SEAT, moves.LEAVE))
