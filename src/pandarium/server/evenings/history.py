"""A finished evening as a line of somebody's history: what the rules say came of it, not what a device says."""

from __future__ import annotations

import msgspec

from pandarium.bots.ratings import places
from pandarium.companion import EveningEntries, fold
from pandarium.core.errors import PandariumError
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.protocol.evenings import EveningFinished
from pandarium.server.store import EveningPlayedRow
from pandarium.server.tables.judge import Refusal


class Players(msgspec.Struct, frozen=True):
    """Who played, and how it ended: what is kept of an evening besides times and the game."""

    names: list[str]
    scores: list[int]
    winners: list[int]

    @property
    def outcome(self) -> Outcome:
        """As games tell it."""
        return Outcome(winners=tuple(self.winners), scores=tuple(self.scores), reason="")

    def place(self, seat: int) -> int:
        """Of a seat, 1 the best."""
        return places(self.outcome)[seat]


def players_of(row: EveningPlayedRow) -> Players:
    """Who played an evening."""
    return msgspec.json.decode(row.players, type=Players)


def finished(game: Game, told: EveningFinished, person: str, now: int) -> EveningPlayedRow:
    """An evening for somebody's history; raises Refusal when it is not over, or they did not play."""
    if told.seat >= len(told.names):
        raise Refusal("malformed", Message("protocol.evening.no_such_seat", {"n": len(told.names)}))
    entries = EveningEntries(names=told.names, options=told.options, entries=told.entries)
    try:
        shown = fold(game, entries)
    except PandariumError as error:
        raise Refusal("malformed", error.message) from None
    if shown.fault is not None or shown.outcome is None:
        raise Refusal("wrong time", Message("protocol.evening.not_over"))
    ended = min(told.ended, now)  # clocks of phones may be wrong
    players = Players(told.names, list(shown.outcome.scores), list(shown.outcome.winners))
    return EveningPlayedRow(
        person, told.evening, game.meta.name, min(told.begun, ended), ended, told.seat, msgspec.json.encode(players)
    )
