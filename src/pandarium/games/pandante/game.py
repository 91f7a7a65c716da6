"""The front door of Pandánte: the contract, filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from pandarium.core.bot import Bot
from pandarium.core.errors import BadOption
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.games.pandante.companion import PandanteCompanion
from pandarium.games.pandante.content import PandanteContentList, own_content, read_content
from pandarium.games.pandante.drop_in import PandanteDropIn
from pandarium.games.pandante.engine.flow import PandanteDeal
from pandarium.games.pandante.engine.numbering import count_actions
from pandarium.games.pandante.layouts import ACTIONS, FEATURES, OBSERVATION
from pandarium.games.pandante.meta import META
from pandarium.games.pandante.position import dump, load
from pandarium.games.pandante.tournament import CLOCK, STAKES, PandanteClock, PandanteTournament, read_stakes
from pandarium.games.pandante.training import PandanteTraining
from pandarium.games.pandante.view import PandanteView, view
from pandarium.games.pandante.view.events import redact
from pandarium.games.pandante.words import labels, notation
from pandarium.games.pandante.words.sentences import sentence
from pandarium.kit.clock import ClockRules
from pandarium.kit.companion import Companion
from pandarium.kit.content_list import ContentList
from pandarium.kit.drop_in import DropInRules
from pandarium.kit.opinions import OpinionRules
from pandarium.kit.small_game import SmallGame
from pandarium.kit.standing import Standing, StandingRules
from pandarium.kit.strength import StrengthPlan
from pandarium.kit.terminal import TerminalTable
from pandarium.kit.tournament import TournamentRules
from pandarium.kit.training import TrainingPlan

MODES = ("no", "drop-in", "tournament")
"""The values of the option `gambling`, in the order of their numbers."""


class PandanteStrength(StrengthPlan):
    """Bots are measured with both sides of the ability cards, and by sparring partners."""

    options = ({}, {"abilities": "dark"})

    def sparring(self) -> Mapping[str, Callable[[], Bot]]:
        """Simple players, each with one thing that it overdoes, and one that searches."""
        from pandarium.games.pandante.bots import SPARRING, Searcher

        return {**SPARRING, "searcher": Searcher}


class PandanteOpinions(OpinionRules):
    """The bot that plays each move to the end of the gambit says what it brings, in gold; a lie may be worth it."""

    level = "searcher"
    player = "cautious"
    unit = "chips"
    slip = 1.0
    mistake = 4.0

    def lies(self, state: Any, seat: int, move: int) -> bool:
        """PD-3: a claim, or what is said with it, that the cards do not hold."""
        from pandarium.games.pandante.bots.hints import is_lie

        return bool(is_lie(state, seat, move))


class PandanteStanding(StandingRules):
    """Gold, as it will be counted (PD-24, PD-G2, PD-G3), and the gambit."""

    def standing(self, view: Any) -> Standing:
        """How the game stands."""
        comes_and_goes = view.options["gambling"] == "drop-in"
        return Standing([player.won if comes_and_goes else player.gold for player in view.players], view.gambit)


def _small_game() -> SmallGame:
    from pandarium.games.pandante.small_game import PandanteSmallGame

    return PandanteSmallGame(GAME)


def _terminal_table() -> TerminalTable:
    from pandarium.games.pandante.terminal import PandanteTable

    return PandanteTable()


class PandanteGame(Game):
    """Pandánte."""

    meta = META
    folder = Path(__file__).parent
    capabilities = MappingProxyType(
        {
            ClockRules: PandanteClock,
            Companion: PandanteCompanion,
            DropInRules: PandanteDropIn,
            ContentList: PandanteContentList,
            SmallGame: _small_game,
            OpinionRules: PandanteOpinions,
            StandingRules: PandanteStanding,
            StrengthPlan: PandanteStrength,
            TerminalTable: _terminal_table,
            TournamentRules: PandanteTournament,
            TrainingPlan: PandanteTraining,
        }
    )
    observation = OBSERVATION
    actions = ACTIONS
    features = FEATURES

    def build(self, seats: int, options: dict[str, Any], content: Any) -> PandanteDeal:
        """The setup, if the options go together (PD-S4, PD-G1)."""
        if options["gambling"] != "no":
            if options["abilities"] != "light":
                raise BadOption(Message("pandante.options.light"))
            if options["diamonds"]:
                raise BadOption(Message("pandante.options.no_diamonds"))
        parsed = own_content() if content is None else read_content(content)
        deal = PandanteDeal(
            self,
            seats,
            options,
            content,
            parsed.amounts(seats),
            parsed.casino_bits(),
            parsed.casino_effects(named=content is not None),
            parsed.champion_effects(options["champions"], named=content is not None),
            MODES.index(options["gambling"]),
            parsed,
        )
        deal.actions = count_actions(deal)
        if options.get(CLOCK):
            if options["gambling"] != "tournament" or STAKES in options:
                raise BadOption("option clock of Pandánte is for a tournament at one table (PD-G3)")
            deal.clocked = True
        if STAKES in options:
            if options["gambling"] != "tournament":
                raise BadOption("option stakes of Pandánte is for tournaments (PD-G3)")
            deal.stakes = read_stakes(options[STAKES], seats)
            deal.one_gambit = True
        return deal

    def check_options(self, options: Mapping[str, object]) -> dict[str, Any]:
        """All options; what is played as a tournament (PD-G3) may have more than the lid offers."""
        hidden = {name: value for name, value in options.items() if name in (STAKES, CLOCK)}
        if hidden.get(CLOCK, True) is not True:
            raise BadOption(f"option {CLOCK} of Pandánte takes yes, or is left out")
        chosen = super().check_options({name: value for name, value in options.items() if name not in hidden})
        return {**chosen, **hidden}

    def say(self, move: int) -> str:
        """`bet three`, `snack`, `announce peek B`, `go`, `say 7`, `challenge`, ..."""
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
        return sentence(event, names)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        """One that lies, one that does not; one that has learned it, and three who err more than that."""
        from pandarium.games.pandante.bots import Cautious, Liar
        from pandarium.games.pandante.bots.master import Learned, Master

        return {
            "liar": Liar,
            "newcomer": partial(Learned, "newcomer"),
            "cautious": Cautious,
            "regular": partial(Learned, "regular"),
            "strong": partial(Learned, "strong"),
            "master": Master,
        }

    def view(self, state: Any, viewer: int | None) -> PandanteView:
        """The table as this viewer sees it."""
        return view(state, viewer)

    def redact(self, event: tuple[Any, ...], viewer: int | None) -> msgspec.Struct | None:
        """An event as this viewer may know it."""
        return redact(event, viewer)

    def dump(self, state: Any) -> dict[str, Any]:
        """The whole position."""
        return dump(state)

    def load(self, data: Any) -> Any:
        """The position that `dump` wrote."""
        return load(self, data)


GAME = PandanteGame()
