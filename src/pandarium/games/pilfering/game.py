"""The front door of Pilfering Pandas: the contract, filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from pandarium.core.bot import Bot
from pandarium.core.errors import IllegalMove
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.games.pilfering.content import PilferingContentList, own_content, read_content
from pandarium.games.pilfering.engine.flow import PilferingDeal
from pandarium.games.pilfering.layouts import ACTIONS, FEATURES, OBSERVATION
from pandarium.games.pilfering.meta import META
from pandarium.games.pilfering.position import dump, load
from pandarium.games.pilfering.view import PilferingView, redact, view
from pandarium.games.pilfering.words import labels, notation, phrases, sentences
from pandarium.kit.companion import Companion
from pandarium.kit.content_list import ContentList
from pandarium.kit.standing import Standing, StandingRules
from pandarium.kit.strength import StrengthPlan
from pandarium.kit.talk import Phrase, Spoken, SpokenBy, TalkRules
from pandarium.kit.terminal import TerminalTable


class PilferingStrength(StrengthPlan):
    """Bots are measured at every level, and with the options that change a game most."""

    options = (
        {"level": "normal"},
        {"level": "intro"},
        {"level": "hard"},
        {"level": "normal", "foiled_plans": True},
        {"level": "intro", "foiled_plans": True},
        {"level": "hard", "foiled_plans": True},
        {"level": "normal", "unseen_cards": True},
        {"level": "normal", "low_limit": True},
        {"level": "normal", "quiet_trades": True},
        {"level": "normal", "light_pick_up": True},
    )

    about_pairs = (
        "No level is a network: each plays by one set of weights that was found once, so there are no seeds of "
        "training to be crossed."
    )

    def winnable(self, state: Any, rng: Rng) -> bool | None:
        """Whether the search with open cards wins this deal."""
        from pandarium.games.pilfering.bots import read_weights
        from pandarium.games.pilfering.bots.policy import Policy
        from pandarium.games.pilfering.bots.solvable import winning_line

        return winning_line(state, Policy(read_weights("team", int(state.seats))), rng)[0].won


class PilferingTalk(TalkRules):
    """Talking at the table (PP-X1)."""

    rule = META.talk

    def phrases(self, view: Any, seat: int, recent: Sequence[SpokenBy] = ()) -> Sequence[Phrase]:
        """The palette of a strict table."""
        return phrases.offered(view, recent)

    def sentence(self, view: Any, seat: int, spoken: Spoken, recent: Sequence[SpokenBy] = ()) -> Message:
        """A phrase as everybody hears it."""
        if reason := phrases.why_not(view, spoken.id, spoken.params, recent):
            raise IllegalMove(META.talk, reason)
        return phrases.sentence(view, spoken.id, spoken.params)

    def remembered(self, view: Any, spoken: Spoken) -> Spoken:
        """With the card that somebody points at: its place changes."""
        return phrases.with_card(view, spoken)

    def only_phrases(self, seats: int, options: Mapping[str, Any]) -> bool:
        """Strict tables of several players."""
        return seats > 1 and options["talk"] == "strict"


class PilferingStanding(StandingRules):
    """How far the pandas are on their way (PP-E1): all win or lose together."""

    def standing(self, view: Any) -> Standing:
        """How the game stands."""
        return Standing(done=min(view.panda, view.win), of=view.win)


def _companion() -> Companion:
    from pandarium.games.pilfering.companion import PilferingCompanion

    return PilferingCompanion()


def _terminal_table() -> TerminalTable:
    from pandarium.games.pilfering.terminal import PilferingTable

    return PilferingTable()


class PilferingPandas(Game):
    """Pilfering Pandas."""

    meta = META
    folder = Path(__file__).parent
    capabilities = MappingProxyType(
        {
            Companion: _companion,
            ContentList: PilferingContentList,
            StandingRules: PilferingStanding,
            StrengthPlan: PilferingStrength,
            TalkRules: PilferingTalk,
            TerminalTable: _terminal_table,
        }
    )
    observation = OBSERVATION
    actions = ACTIONS
    features = FEATURES

    def build(self, seats: int, options: dict[str, Any], content: Any) -> PilferingDeal:
        """Everything fixed before the first card."""
        parsed = own_content() if content is None else read_content(content)
        return PilferingDeal(self, seats, options, content, parsed.levels[options["level"]], parsed.twos, parsed.wants)

    def say(self, move: int) -> str:
        """`set 1 r4 r5 key`, `pick 3`, `stash b2`, …"""
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
        """Two who play by rule of thumb, and one who thinks ahead."""
        from pandarium.games.pilfering.bots import Beginner, Strong, Team

        return {"beginner": Beginner, "team": Team, "strong": Strong}

    def view(self, state: Any, viewer: int | None) -> PilferingView:
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


GAME = PilferingPandas()
