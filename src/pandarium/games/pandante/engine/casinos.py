"""The casinos, by the number of their rule (PD-K1 to PD-K12). Each changes something in one of the chapters."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from pandarium.games.pandante.engine.state import PandanteState

NO_CASINO: Final = 0
JOKERS_WILD: Final = 1
BAMBOO_TAVERN: Final = 2
TRIPLE_PLAY: Final = 3
DREAMERY: Final = 4
BUNNY_HOP: Final = 5
DOUBLEPAW: Final = 6
HARD_TIMES: Final = 7
LIARS_LAIR: Final = 8
PALACE: Final = 9
BIG_STAKES: Final = 10
WHISPER_GROVE: Final = 11
PICNIC_PIER: Final = 12
CASINOS: Final = 12


def rows(state: PandanteState) -> i64:
    """PD-K9: two rows of community cards in one casino, else one."""
    return 2 if state.casino == PALACE else 1
