"""The front door of Wildstyle: the contract, filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from pandarium.core.bot import Advice, Bot
from pandarium.core.game import Game
from pandarium.core.meta import Pace
from pandarium.games.wildstyle.content import WildstyleContentList, lay_city, own_city, own_content, read_content
from pandarium.games.wildstyle.engine.flow import WildDeal
from pandarium.games.wildstyle.engine.moves import TAG, kind_of
from pandarium.games.wildstyle.engine.numbering import count_actions
from pandarium.games.wildstyle.layouts import ACTIONS, FEATURES, OBSERVATION
from pandarium.games.wildstyle.meta import META
from pandarium.games.wildstyle.position import dump, load
from pandarium.games.wildstyle.view import WildView, redact, view
from pandarium.games.wildstyle.words import labels, notation, sentences
from pandarium.kit.companion import Companion
from pandarium.kit.content_list import ContentList
from pandarium.kit.daily import DailyRules
from pandarium.kit.opinions import OpinionRules
from pandarium.kit.standing import Standing, StandingRules
from pandarium.kit.strength import StrengthPlan
from pandarium.kit.terminal import TerminalTable


class WildstyleStrength(StrengthPlan):
    """Bots are measured at both paces, and at every table: how much the others' tags matter changes with each."""

    sizes = (2, 3, 4, 5)
    options = ({"pace": "turns"}, {"pace": "real time"})
    thinking = MappingProxyType({"strong": 0.2})


class WildstyleDaily(DailyRules):
    """The deal of the day is played in turns, so that nobody's hands or network decide it."""

    options = MappingProxyType({"pace": "turns"})


class WildstyleOpinions(OpinionRules):
    """Places for tags are compared in points; what else one does, by rule of thumb, which is no measure."""

    unit = "points"
    slip = 1.0
    mistake = 3.0

    def cost(self, best: Advice, played: Advice) -> float | None:
        """In points, of one tag and another."""
        tags = kind_of(best.move) == TAG and kind_of(played.move) == TAG
        return super().cost(best, played) if tags else None


class WildstyleStanding(StandingRules):
    """Points as the tags lie now, and the round."""

    def standing(self, view: Any) -> Standing:
        """How the game stands."""
        return Standing([player.score.total for player in view.players], view.round, view.rounds)


def _companion() -> Companion:
    from pandarium.games.wildstyle.companion import WildstyleCompanion

    return WildstyleCompanion()


def _terminal_table() -> TerminalTable:
    from pandarium.games.wildstyle.terminal import WildstyleTable

    return WildstyleTable()


class WildstyleGame(Game):
    """Wildstyle."""

    meta = META
    folder = Path(__file__).parent
    capabilities = MappingProxyType(
        {
            Companion: _companion,
            ContentList: WildstyleContentList,
            DailyRules: WildstyleDaily,
            OpinionRules: WildstyleOpinions,
            StandingRules: WildstyleStanding,
            StrengthPlan: WildstyleStrength,
            TerminalTable: _terminal_table,
        }
    )
    observation = OBSERVATION
    actions = ACTIONS
    features = FEATURES

    def build(self, seats: int, options: dict[str, Any], content: Any) -> WildDeal:
        """The set-up of a table."""
        parsed = own_content() if content is None else read_content(content)
        grid, faces = own_city(seats) if content is None else lay_city(parsed, seats)
        setup = WildDeal(self, seats, options, content, parsed.deck, grid, faces)
        setup.actions = count_actions(seats)
        setup.points = vec[i64]([objective.points for objective in parsed.objectives])
        setup.face_names = parsed.face_names
        setup.parsed = parsed
        return setup

    def pace(self, options: Mapping[str, object]) -> Pace:
        """WS-41: at the relaxed pace one acts at a time, but all choose at once which tags go (WS-20)."""
        return "turns" if options.get("pace") == "turns" else "real time"

    def say(self, move: int) -> str:
        """`draw 2`, `add Rt 1`, `share Am 3`, `take 3 Am 2`, `tag 1 B12`, `rush 1 B12`, `pass`."""
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

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """One fills sets, one plans, one searches."""
        from pandarium.games.wildstyle.bots import Filler, Planner, Strong

        return {"filler": Filler, "planner": Planner, "strong": Strong}

    def view(self, state: Any, viewer: int | None) -> WildView:
        """The table as this viewer sees it."""
        return view(state, viewer)

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> msgspec.Struct | None:
        """An event as this viewer hears of it."""
        return redact(event, viewer)

    def dump(self, state: Any) -> dict[str, Any]:
        """The whole position."""
        return dump(state)

    def load(self, data: Any) -> Any:
        """The position that `dump` wrote."""
        return load(self, data)


GAME = WildstyleGame()
