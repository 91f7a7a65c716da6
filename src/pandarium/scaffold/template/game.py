"""The front door of Bamboo Dash: the contract, filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from pandarium.core.bot import Bot
from pandarium.core.game import Game
from pandarium.core.layout import Layout, Piece
from pandarium.kit.terminal import TerminalTable

from . import position
from . import view as seen
from .bots import Careful, Steady
from .content import own_pack, read_race
from .engine.flow import Deal, Race
from .engine.knowledge import SEAT_BYTES
from .engine.state import MOST_SEATS
from .meta import META
from .terminal import RaceTable
from .words import labels, notation, sentences


class RaceGame(Game):
    """Bamboo Dash."""

    meta = META
    folder = Path(__file__).parent
    capabilities = MappingProxyType({TerminalTable: RaceTable})
    observation = Layout(
        (
            *(
                Piece(f"player {offset}", SEAT_BYTES, "present, height (2), rolls by face (6)")
                for offset in range(MOST_SEATS)
            ),
            Piece("lucky", 1, "the observer's lucky card"),
            Piece("steps", 1, "climbed in this turn, not yet safe"),
            Piece("turn", 1, "whose turn it is, clockwise from the observer"),
            Piece("first", 1, "who began, clockwise from the observer"),
            Piece("round", 1, "from 1"),
            Piece("top", 1, "how high the bamboo is"),
            Piece("over", 1, "1 when the race is over"),
        )
    )

    def build(self, seats: int, options: dict[str, Any], content: Any) -> Deal:
        """Set the bamboo up (BD-S1)."""
        race = own_pack() if content is None else read_race(content)
        return Deal(self, seats, options, content, race.rounds, race.bonus, race.cards)

    def say(self, move: int) -> str:
        """`climb`, `rest`."""
        return notation.say(move)

    def read(self, text: str) -> int:
        """The move in that notation."""
        return notation.read(text)

    def describe(self, move: int) -> msgspec.Struct:
        """The move as a struct."""
        return notation.describe(move)

    def label(self, move: int, names: Sequence[str]) -> str:
        """A move as a player would say it."""
        return labels.label(move)

    def sentence(self, event: Any, names: Sequence[str]) -> str:
        """An event as a sentence."""
        return sentences.sentence(event, names)

    def view(self, state: Race, viewer: int | None) -> seen.RaceView:
        """The race as this viewer sees it."""
        return seen.view(state, viewer)

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> msgspec.Struct:
        """An event as this viewer may know it."""
        return seen.redact(event, viewer)

    def dump(self, state: Race) -> dict[str, Any]:
        """The whole position."""
        return position.dump(state)

    def load(self, data: Any) -> Race:
        """The position that `dump` wrote."""
        return position.load(self, data)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """Weakest first."""
        return {"careful": Careful, "steady": Steady}


GAME = RaceGame()
