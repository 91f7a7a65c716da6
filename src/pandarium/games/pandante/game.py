"""The front door of Pandánte: the contract, filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from pandarium.core.bot import Bot
from pandarium.core.errors import BadOption
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.core.observation import Observation, Piece
from pandarium.games.pandante.content import own_box, read_box
from pandarium.games.pandante.engine.cards import DECK
from pandarium.games.pandante.engine.flow import PandanteDeal
from pandarium.games.pandante.engine.knowledge import PLAYER_BYTES, QUEUE_BYTES, TABLE_BYTES
from pandarium.games.pandante.engine.state import MOST_SEATS, ROWS, SLOTS
from pandarium.games.pandante.meta import META
from pandarium.games.pandante.position import dump, load
from pandarium.games.pandante.tournament import STAKES, PandanteTournament, read_stakes
from pandarium.games.pandante.view import PandanteView, view
from pandarium.games.pandante.view.events import redact
from pandarium.games.pandante.words import labels, notation
from pandarium.games.pandante.words.sentences import sentence
from pandarium.kit.strength import StrengthPlan
from pandarium.kit.terminal import TerminalTable
from pandarium.kit.tournament import TournamentRules

_PLAYER = (
    "present, gold (2), staked (2), diamonds, claim from 1, number said, colour said from 1, pair said, colour from 1, "
    "runes, cards, cards of the second hand, folded, sits out, below 0, away, slept, extra card, in the showdown, "
    "survived, by a Joker, ready, challenges (only the observer's own), has the coin"
)
_CARD = (
    "where the observer knows each card to be: 0 nowhere, 1 own hand, 2 own second hand, 3 board, 4 discards, "
    "5 top of the deck, 6 coming, 7 aside, 10 and more: hand of the player so many seats to the left"
)
_TABLE = (
    "phase, turn, performer, dealer (seats to the left from 1, 0 nobody), street, casino, casinos left (2), "
    "gambit (2), multiplier, pot (2), diamonds in the pot, antes (2), deck, discards, adders (2), cards to keep, "
    "which hand, ability under way"
)
MODES = ("no", "drop-in", "tournament")
"""The values of the option `gambling`, in the order of their numbers."""


class PandanteStrength(StrengthPlan):
    """Bots are measured with both sides of the ability cards, and by sparring partners."""

    options = ({}, {"abilities": "dark"})

    def sparring(self) -> Mapping[str, Callable[[], Bot]]:
        """Simple players, each with one thing that it overdoes."""
        from pandarium.games.pandante.bots import SPARRING

        return SPARRING


def _terminal_table() -> TerminalTable:
    from pandarium.games.pandante.terminal import PandanteTable

    return PandanteTable()


class PandanteGame(Game):
    """Pandánte."""

    meta = META
    folder = Path(__file__).parent
    capabilities = MappingProxyType(
        {StrengthPlan: PandanteStrength, TerminalTable: _terminal_table, TournamentRules: PandanteTournament}
    )
    observation = Observation(
        (
            *(Piece(f"player {offset}", PLAYER_BYTES, _PLAYER) for offset in range(MOST_SEATS)),
            Piece("cards", DECK, _CARD),
            Piece("board", ROWS * SLOTS, "community cards from 1, six places a row; 0 none"),
            Piece("abilities", QUEUE_BYTES, "the first eight announced: five bits the ability, then its target"),
            Piece("table", TABLE_BYTES, _TABLE),
        )
    )

    def build(self, seats: int, options: dict[str, Any], content: Any) -> PandanteDeal:
        """The setup, if the options go together (PD-S4, PD-G1)."""
        if options["gambling"] != "no":
            if options["abilities"] != "light":
                raise BadOption(Message("pandante.options.light"))
            if options["diamonds"]:
                raise BadOption(Message("pandante.options.no_diamonds"))
        box = own_box() if content is None else read_box(content)
        deal = PandanteDeal(
            self, seats, options, content, box.amounts(seats), box.casino_bits(), MODES.index(options["gambling"]), box
        )
        if STAKES in options:
            if options["gambling"] != "tournament" or options["champions"]:
                raise BadOption("option stakes of Pandánte is for tournaments without champions (PD-G3)")
            deal.stakes = read_stakes(options[STAKES], seats)
            deal.one_gambit = True
        return deal

    def check_options(self, options: Mapping[str, object]) -> dict[str, Any]:
        """All options; a gambit of a tournament (PD-G3) has one more than the lid offers."""
        chosen = super().check_options({name: value for name, value in options.items() if name != STAKES})
        return {**chosen, STAKES: options[STAKES]} if STAKES in options else chosen

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
        """One that lies, one that does not, and one that thinks about who does."""
        from pandarium.games.pandante.bots import LEVELS

        return LEVELS

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
