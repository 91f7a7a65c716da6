"""The front door of Leduc hold'em: the contract, filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from pandarium.core.bot import Bot
from pandarium.core.game import Game
from pandarium.games.leduc.bots import Greedy
from pandarium.games.leduc.chance import LeducChance
from pandarium.games.leduc.content import own_deck, read_deck
from pandarium.games.leduc.engine.flow import LeducDeal
from pandarium.games.leduc.layouts import ACTIONS, FEATURES, OBSERVATION
from pandarium.games.leduc.meta import META
from pandarium.games.leduc.position import dump, load
from pandarium.games.leduc.view import LeducView, redact, view
from pandarium.games.leduc.words import labels, notation, sentences
from pandarium.kit.chance import ChanceTree


class LeducHoldem(Game):
    """Leduc hold'em."""

    meta = META
    folder = Path(__file__).parent
    observation = OBSERVATION
    actions = ACTIONS
    features = FEATURES
    capabilities = MappingProxyType({ChanceTree: LeducChance})

    def build(self, seats: int, options: dict[str, Any], content: Any) -> LeducDeal:
        """The set-up, with its deck."""
        deck = own_deck() if content is None else read_deck(content)
        return LeducDeal(self, options, content, [card.code for card in deck], [card.copies for card in deck])

    def say(self, move: int) -> str:
        """`fold`, `call`, `raise`."""
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

    def view(self, state: Any, viewer: int | None) -> LeducView:
        """The table as this viewer sees it."""
        return view(state, viewer)

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> msgspec.Struct:
        """An event as this viewer hears of it."""
        return redact(event, viewer)

    def dump(self, state: Any) -> dict[str, Any]:
        """The whole position."""
        return dump(state)

    def load(self, data: Any) -> Any:
        """The position that `dump` wrote."""
        return load(self, data)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """The game's own bots."""
        return {"greedy": Greedy}


GAME = LeducHoldem()
