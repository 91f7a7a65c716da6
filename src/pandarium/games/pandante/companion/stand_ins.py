"""A table whose cards the phone does not know: stand-ins are dealt for them.

How many there are counts, which they are does not, since wherever that decides something people are asked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from copy import copy
from typing import NoReturn

from pandarium.core.errors import IllegalMove
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.games.pandante.engine import (
    phases,
)
from pandarium.games.pandante.engine.cards import list_cards
from pandarium.games.pandante.engine.flow import Pandante, PandanteDeal
from pandarium.games.pandante.engine.setup import TOURNAMENT
from pandarium.games.pandante.engine.state import NOBODY
from pandarium.games.pandante.tournament import LEVEL_MINUTES
from pandarium.kit.level_clock import LevelClock


class StandIns(Rng):
    """What was told comes first; after that cards are drawn, and which ones does not matter."""

    def __init__(self, told: Iterable[int] = ()) -> None:
        super().__init__()
        self._told = deque(told)

    def below(self, n: int) -> int:
        """The next number that was told, then any."""
        return self._told.popleft() if self._told else int(super().below(n))


class StandInTable:
    """How things stand, as far as they were told."""

    def __init__(self, setup: PandanteDeal, names: Sequence[str]) -> None:
        self.names = names
        self.state = Pandante(setup, StandIns())
        self.wait = "kind" if setup.gambling == TOURNAMENT else "dealer"
        """What is to be told that is no move: kind, dealer, casino, hand, deal; else empty."""
        self.challenger = NOBODY
        self.truth: dict[int, int] = {}
        """What the hands were that were shown in this gambit."""
        self.scores: dict[int, list[int]] = {}
        """By gambit."""
        self.clock = LevelClock(LEVEL_MINUTES * 60, "PD-G3") if setup.gambling == TOURNAMENT else None

    def clone(self) -> StandInTable:
        """The same once more, to try something."""
        other = copy(self)
        other.state = self.state.clone()
        other.truth, other.scores = dict(self.truth), dict(self.scores)
        other.clock = self.clock and self.clock.copy()
        return other


def expect(table: StandInTable, wait: str, rule: str = "PD-2") -> None:
    """Raise IllegalMove unless this is what comes now."""
    if table.state.phase == phases.OVER:
        raise IllegalMove("PD-24", Message("pandante.refusal.game_over"))
    if table.wait != wait:
        refuse(table, rule)


def refuse(table: StandInTable, rule: str) -> NoReturn:
    """Say what comes now instead."""
    word = table.wait or ("challenge" if table.state.phase == phases.CHALLENGING else "choice")
    raise IllegalMove(rule, Message(f"pandante.companion.now.{word}", {"name": table.names[table.state.turn]}))


def casinos_left(table: StandInTable) -> list[int]:
    """PD-S4: in the order in which the engine counts them."""
    return [int(one) for one in list_cards(table.state.casinos_left or table.state.variant.casinos)]
