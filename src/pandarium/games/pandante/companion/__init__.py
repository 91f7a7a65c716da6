"""Pandánte with real cards: the phone is the gold bank and the referee.

evening.py     the game as it is entered, the engine moves the gold
stand_ins.py   the table, with stand-ins for its cards
doing.py       what people do; challenges.py the showdown; course.py what follows by itself
asking.py      what they are asked next; pages.py what the phone shows
checker.py     is that hand true?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pandarium.games.pandante.companion.evening import PandanteEvening
from pandarium.games.pandante.companion.pages import PandantePage
from pandarium.games.pandante.engine.setup import TOURNAMENT
from pandarium.games.pandante.tournament import CLOCK
from pandarium.kit.companion import Companion


class PandanteCompanion(Companion):
    """Pandánte with real cards and real gold."""

    page = PandantePage

    def begin(self, setup: Any, names: Sequence[str]) -> PandanteEvening:
        """Before the first dealer is known (PD-S3). A tournament at a real table runs on the clock (PD-G3)."""
        if setup.gambling == TOURNAMENT and not setup.clocked:
            setup = setup.game.setup(setup.seats, {**setup.options, CLOCK: True})
        return PandanteEvening(setup, names)
