"""A tournament of several real tables: who sits where, and the clock of the stakes.

    tables                     the first entry: not one table's game, but seats for many
    1763472000 join Gus, Hal   more players, before the start (and late, where that is agreed on)
    1763472000 start 8127      everybody draws a seat; the number decides how
    1763472000 clock start     and pause, next
    1763472000 out Ben, Cem    eliminated in one deal at one table
    1763472000 played 2        a deal is over at table 2, and nobody is out: the next player deals

Every entry has its time in front. Seats are drawn, balanced and merged by the same code that seats people on the server
(`pandarium.tournament`); what the players hold is on the real tables, so chips are counted here only as bought.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from pandarium.core.errors import BadMove, IllegalMove
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.kit.companion import SEVERAL_TABLES, Evening, Prompt
from pandarium.kit.level_clock import ClockShown, LevelClock, read_time
from pandarium.kit.tournament import Settled
from pandarium.tournament import director, log
from pandarium.tournament.plan import make_plan
from pandarium.tournament.state import Board, Player, TournamentState

MOST_SEED = 1_000_000


class RealTable(msgspec.Struct, frozen=True):
    """A table, and who sits there, in the order of seats."""

    number: int
    players: list[str]
    dealer: str | None
    """Who deals next."""


class Moved(msgspec.Struct, frozen=True):
    """Somebody goes to another table."""

    name: str
    source: int | None
    target: int


class Placed(msgspec.Struct, frozen=True):
    """A player, and their place."""

    place: int
    name: str
    out: bool


class RealTournamentPage(msgspec.Struct, frozen=True, tag_field="kind", tag="tournament"):
    """What the device shows."""

    status: Literal["open", "running", "ended"]
    players: list[str]
    """Before the start, in the order in which they came."""
    tables: list[RealTable]
    moved: list[Moved]
    """By the last entry that moved anybody;"""
    closed: list[int]
    """and the tables that were broken up."""
    standings: list[Placed]
    clock: ClockShown
    buy_in: int
    most: int
    """At a table."""
    rule: str


class RealTournament(Evening):
    """Several real tables."""

    words = (SEVERAL_TABLES, "join", "start", "clock", "out", "played")

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        plan = make_plan(game.meta.name)
        self._state = TournamentState(plan)
        self._rule = self._state.rules.rule
        self._clock = LevelClock(plan.level_seconds, self._rule)
        self._moved: list[Moved] = []
        self._closed: list[int] = []
        self._begun = False
        for name in names:
            self._join(name)

    def enter(self, entry: str) -> list[Any]:
        """One more entry. There are no events: the page says who goes where."""
        if not self._begun:
            if entry.strip().lower() != SEVERAL_TABLES:
                raise BadMove(entry, Message("kit.companion.tables.allowed"))
            self._begun = True
            return []
        state, clock = self._state, self._clock.copy()
        told = (self._moved, self._closed)
        self._state = state.fork()
        try:
            self._take(entry)
        except Exception:
            self._state, self._clock = state, clock
            self._moved, self._closed = told
            raise
        return []

    def _take(self, entry: str) -> None:
        now, text = read_time(entry)
        word, _, rest = text.partition(" ")
        if now is None or not rest.strip():
            raise BadMove(entry, Message("kit.companion.tables.allowed"))
        match word.lower():
            case "join":
                self._add(_names(rest))
            case "start":
                self._start(rest.strip())
            case "clock":
                self._clock.tell(rest.strip().lower(), now)
            case "out":
                self._play([self._find(name) for name in _names(rest)], None)
            case "played":
                self._play([], rest.strip())
            case _:
                raise BadMove(entry, Message("kit.companion.tables.allowed"))
        self._direct(now)

    def _join(self, name: str) -> None:
        self._state.apply(log.Entered(person=name, name=name), self._state.at)

    def _add(self, names: list[str]) -> None:
        """More players, while they are welcome."""
        if not self._state.open_for_entry:
            raise IllegalMove(self._rule, Message("kit.companion.tables.closed"))
        for name in names:
            if any(_same(player.name, name) for player in self._state.players):
                raise IllegalMove(self._rule, Message("kit.companion.tables.twice", {"name": name}))
            self._join(name)

    def _start(self, seed: str) -> None:
        """Everybody draws a seat."""
        if self._state.status != "open":
            raise IllegalMove(self._rule, Message("kit.companion.tables.running"))
        if len(self._state.players) < director.FEWEST:
            raise IllegalMove(self._rule, Message("kit.companion.tables.few"))
        if not seed.isascii() or not seed.isdecimal():
            raise BadMove(seed, Message("kit.companion.tables.seed"))
        self._state.apply(director.start(self._state, seed.encode()[:64]), 0)

    def _find(self, name: str) -> Player:
        """A player who is in; raises IllegalMove."""
        for player in self._state.alive:
            if _same(player.name, name):
                return player
        raise IllegalMove(self._rule, Message("kit.companion.tables.nobody", {"name": name}))

    def _play(self, out: list[Player], table: str | None) -> None:
        """A deal is over at a table, and these players are out."""
        state = self._state
        if state.status != "running":
            raise IllegalMove(self._rule, Message("kit.companion.tables.not_running"))
        board = self._board(out, table)
        self._moved, self._closed = [], []
        state.apply(log.Dealt(table=board.number), state.at)
        board = state.boards[board.number]
        seated = [state.players[number] for number in board.players]
        settled = Settled(
            chips=tuple(player.chips for player in seated),
            pot=board.pot,
            out=tuple(board.players.index(player.number) for player in out),
            marks=(0,) * len(seated),
            holder=None,
        )
        state.apply(director.played(state, board, settled), state.at)

    def _board(self, out: list[Player], table: str | None) -> Board:
        tables = {player.table for player in out} if table is None else {int(table) if table.isdecimal() else -1}
        if len(tables) != 1:
            raise IllegalMove(self._rule, Message("kit.companion.tables.one_table"))
        number = tables.pop()
        if number not in self._state.boards:
            raise IllegalMove(self._rule, Message("kit.companion.tables.no_table", {"table": str(table)}))
        return self._state.boards[number]

    def _direct(self, now: int) -> None:
        """What the director says is due, but for the deals: those are made at the real tables."""
        state = self._state
        clock = self._clock.seconds(now) * 1000
        while due := [one for one in director.due(state, clock, lambda board: "") if not isinstance(one, log.Dealt)]:
            for entry in due:
                if isinstance(entry, log.Reseated):
                    self._note(entry)
                state.apply(entry, clock)

    def _note(self, entry: log.Reseated) -> None:
        players = self._state.players
        self._moved = [Moved(players[number].name, players[number].table, table) for number, table in entry.moves]
        self._closed = [table for table, _ in entry.closed]

    # what is shown

    def page(self, typing: str = "") -> RealTournamentPage:
        """How things stand."""
        state = self._state
        players = state.players
        tables = [
            RealTable(
                board.number,
                [players[number].name for number in board.players],
                None if board.dealer is None else players[board.dealer].name,
            )
            for board in state.boards.values()
        ]
        standings = [Placed(place, player.name, player.out_at is not None) for place, player in state.standings()]
        return RealTournamentPage(
            status="open" if state.status == "cancelled" else state.status,
            players=[player.name for player in players],
            tables=tables,
            moved=self._moved,
            closed=self._closed,
            standings=standings if state.status != "open" else [],
            clock=self._clock.show(state.rules.multiplier),
            buy_in=state.rules.buy_in,
            most=state.rules.seats,
            rule=self._rule,
        )

    def prompt(self) -> Prompt | None:
        """What can be entered; there is always something: the list of tables is for looking at."""
        state = self._state
        if not self._begun:
            return Prompt("", Message("kit.companion.tables.allowed"))
        if state.status == "open":
            return Prompt("", Message("kit.companion.tables.prompt.open", {"n": len(state.players)}))
        if state.status == "ended":
            return Prompt("", Message("kit.companion.tables.prompt.ended", {"name": self.page().standings[0].name}))
        seats = " / ".join(f"{table.number}: {', '.join(table.players)}" for table in self.page().tables)
        return Prompt("", Message("kit.companion.tables.prompt.running", {"tables": seats}))

    def complete(self, entry: str, now: int, chance: Rng) -> str:
        """With the time in front; `start` draws the seats."""
        text = entry.strip()
        if text.lower() == SEVERAL_TABLES or read_time(text)[0] is not None:
            return text
        return f"{now} {f'start {chance.below(MOST_SEED)}' if text.lower() == 'start' else text}"

    def view(self) -> None:
        """No game has a drawing for it."""
        return

    def points(self) -> list[list[int]]:
        """There are none."""
        return []

    def outcome(self) -> Outcome | None:
        """Places are on the page: most who play have no seat in this evening."""
        return None


def _names(text: str) -> list[str]:
    return [name for part in text.split(",") if (name := part.strip())]


def _same(first: str, second: str) -> bool:
    return first.casefold() == second.casefold()
