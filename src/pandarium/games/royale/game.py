"""The front door of Panda Royale: the contract, filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from pandarium.core.bot import Bot
from pandarium.core.errors import BadContent, BadSeats
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.games.royale.content import RoyaleContentList, own_content, read_content
from pandarium.games.royale.engine.dice import total
from pandarium.games.royale.engine.flow import RoyaleDeal
from pandarium.games.royale.engine.state import ROUNDS
from pandarium.games.royale.layouts import ACTIONS, FEATURES, OBSERVATION
from pandarium.games.royale.meta import META
from pandarium.games.royale.position import dump, load
from pandarium.games.royale.view import RoyaleView, redact, view
from pandarium.games.royale.words import labels, notation, sentences
from pandarium.kit.companion import Companion
from pandarium.kit.content_list import ContentList
from pandarium.kit.luck import LuckRules
from pandarium.kit.standing import Standing, StandingRules
from pandarium.kit.terminal import TerminalTable


class RoyaleStanding(StandingRules):
    """Totals (PR-15), and the round."""

    def standing(self, view: Any) -> Standing:
        """How the game stands."""
        return Standing([player.total for player in view.players], view.round, ROUNDS)


def _luck() -> LuckRules:
    from pandarium.games.royale.luck import RoyaleLuck

    return RoyaleLuck()


def _terminal_table() -> TerminalTable:
    from pandarium.games.royale.terminal import RoyaleTable

    return RoyaleTable()


def _companion() -> Companion:
    from pandarium.games.royale.companion import RoyaleCompanion

    return RoyaleCompanion()


class PandaRoyale(Game):
    """Panda Royale."""

    meta = META
    folder = Path(__file__).parent
    capabilities = MappingProxyType(
        {
            Companion: _companion,
            ContentList: RoyaleContentList,
            LuckRules: _luck,
            StandingRules: RoyaleStanding,
            TerminalTable: _terminal_table,
        }
    )
    observation = OBSERVATION
    actions = ACTIONS
    features = FEATURES

    def build(self, seats: int, options: dict[str, Any], content: Any) -> RoyaleDeal:
        """The set-up, if the bag has enough dice for that many players (PR-11, PR-14)."""
        parsed = own_content() if content is None else read_content(content)
        setup = RoyaleDeal(self, seats, options, content, parsed)
        most = (total(setup.bag) - 1) // (ROUNDS - 1)
        if most < META.seats[0]:
            raise BadContent("content.dice.die", f"{total(setup.bag)} dice in the bag, two players need 19 (PR-11)")
        if seats > most:
            why = "royale.seats.no_clear_dice" if options["children"] else "royale.seats.few_dice"
            raise BadSeats(META.title, seats, META.seats[0], most, Message(why))
        return setup

    def say(self, move: int) -> str:
        """`take b8`, `trade C r6`, `pass`."""
        return notation.say(move)

    def read(self, text: str) -> int:
        """The move in that notation."""
        return notation.read(text)

    def describe(self, move: int) -> msgspec.Struct:
        """The move as a struct."""
        return notation.describe(move)

    def label(self, move: int, names: Sequence[str]) -> str:
        """A move as a player would say it."""
        return labels.label(move, names)

    def sentence(self, event: Any, names: Sequence[str]) -> str:
        """An event as a sentence."""
        return sentences.sentence(event, names)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """Greedy and hard."""
        from pandarium.games.royale.bots import Greedy, Hard

        return {"greedy": Greedy, "hard": Hard}

    def view(self, state: Any, viewer: int | None) -> RoyaleView:
        """The table as this viewer sees it."""
        return view(state, viewer)

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> msgspec.Struct:
        """An event as this viewer hears of it."""
        return redact(event)

    def dump(self, state: Any) -> dict[str, Any]:
        """The whole position."""
        return dump(state)

    def load(self, data: Any) -> Any:
        """The position that `dump` wrote."""
        return load(self, data)


GAME = PandaRoyale()
