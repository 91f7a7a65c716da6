"""TournamentState: a tournament as the fold of its log. The same entries give the same state everywhere.

Chips are never made or lost: all that were bought are with somebody, in a pot, or were taken away by who is out. That
is checked with every deal; an entry that breaks it is not applied.
"""

from __future__ import annotations

from copy import copy
from itertools import islice
from typing import Literal, NamedTuple

from pandarium.bots.names import free_names
from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.core.registry import game as find_game
from pandarium.kit.tournament import Stakes
from pandarium.tournament import log
from pandarium.tournament.plan import Plan, rules_of

Status = Literal["open", "running", "ended", "cancelled"]


class Unsound(PandariumError):
    """An entry that does not follow from those before it, or that makes or loses chips."""


class Player:
    """Somebody in the tournament."""

    __slots__ = (
        "avatar",
        "away",
        "chips",
        "mark",
        "name",
        "number",
        "offer",
        "out_at",
        "past",
        "person",
        "rebuys",
        "table",
        "taken",
    )

    def __init__(self, number: int, name: str, person: str = "", avatar: str = "") -> None:
        self.number = number
        self.name = name
        self.person = person
        """Empty for a bot."""
        self.avatar = avatar
        self.chips = 0
        self.table: int | None = None
        self.mark = 0
        self.rebuys = 0
        self.taken = 0
        """What they took away when they went out."""
        self.out_at: int | None = None
        """Which entry of the log eliminated them; None: they are in."""
        self.offer: int | None = None
        """Until when they may buy in again."""
        self.away = False
        self.past: tuple[Past, ...] = ()
        """A person's deals, oldest first."""

    @property
    def is_bot(self) -> bool:
        """No person."""
        return not self.person

    @property
    def plays(self) -> bool:
        """A person who plays themselves."""
        return bool(self.person) and not self.away


class Deal(NamedTuple):
    """A deal under way."""

    players: tuple[int, ...]
    stakes: Stakes
    live: str
    at: int


class Past(NamedTuple):
    """A deal that somebody played where it can be seen again."""

    live: str
    table: int
    deal: int
    gain: int
    """Chips that they won or lost."""


class Board:
    """A table of the tournament."""

    __slots__ = (
        "deal",
        "dealer",
        "holder",
        "last_live",
        "number",
        "played",
        "players",
        "pot",
        "ready_at",
        "table_mark",
    )

    def __init__(self, number: int, players: list[int]) -> None:
        self.number = number
        self.players = players
        self.dealer: int | None = players[0] if players else None
        """The player who deals next."""
        self.holder: int | None = None
        self.table_mark = 0
        """What the last deal left for the next one here, in the game's own meaning."""
        self.pot = 0
        self.played = 0
        """Deals that are over."""
        self.deal: Deal | None = None
        """The one under way."""
        self.last_live = ""
        """Where people played the one before."""
        self.ready_at = 0
        """When the next may begin."""

    def left_of(self, player: int, among: tuple[int, ...] | list[int]) -> int | None:
        """Who is still here of those after that player, in the order of seats."""
        at = among.index(player)
        return next((one for one in (*among[at + 1 :], *among[:at]) if one in self.players and one != player), None)

    def remove(self, player: int) -> None:
        """Somebody goes; the button goes on to the left, and what stays at the table stays."""
        if self.dealer == player:
            self.dealer = self.left_of(player, self.players)
        if self.holder == player:
            self.holder = None
        self.players.remove(player)

    def add(self, player: int) -> None:
        """Somebody comes, and sits down at the end."""
        self.players.append(player)
        if self.dealer is None:
            self.dealer = player


class TournamentState:
    """One tournament."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rules = rules_of(find_game(plan.game), plan.content)
        self.seq = 0
        self.at = 0
        self.status: Status = "open"
        self.players: list[Player] = []
        self.boards: dict[int, Board] = {}
        self.level = 1
        self.started = 0
        self.forgiven = 0
        self.bought = 0
        """Chips that came into the tournament."""
        self.deals = 0
        """Deals that are over, at all tables."""
        self.last_table = 0
        self.winner: int | None = None
        self.ended = 0
        self.why = ""
        """Why it was cancelled."""
        self.why_message: Message | None = None
        self._own_players: set[int] | None = None
        self._own_boards: set[int] | None = None
        """Players and tables that no fork shares with this state; None: all. Others are copied before they change."""

    # what it is

    @property
    def multiplier(self) -> int:
        """By what amounts are multiplied in deals that begin now."""
        return self.rules.multiplier(self.level)

    @property
    def alive(self) -> list[Player]:
        """Everybody who is in."""
        return [player for player in self.players if player.out_at is None]

    @property
    def open_for_entry(self) -> bool:
        """Whether anybody may still sign up, or buy in again."""
        if self.status == "open":
            return True
        return self.status == "running" and self.level <= self.plan.late_levels

    def next_level_at(self) -> int:
        """When the stakes rise next."""
        return self.started + self.forgiven + self.level * self.plan.level_seconds * 1000

    def player_of(self, person: str) -> Player | None:
        """The player that a person is."""
        return next((player for player in self.players if person and player.person == person), None)

    def standings(self) -> list[tuple[int, Player]]:
        """Everybody with their place: who is in by chips, then who went out last; who goes together shares it."""

        def key(player: Player) -> tuple[bool, int, int]:
            if player.out_at is None:
                return True, 0, player.chips
            return False, player.out_at, player.taken

        ranked = sorted(self.players, key=lambda player: (*key(player), -player.number), reverse=True)
        places: list[tuple[int, Player]] = []
        for number, player in enumerate(ranked, 1):
            same = number > 1 and key(player) == key(ranked[number - 2])
            places.append((places[-1][0] if same else number, player))
        return places

    def chips(self) -> dict[str, int]:
        """Where all chips are."""
        return {
            "players": sum(player.chips for player in self.players),
            "pots": sum(board.pot for board in self.boards.values()),
            "taken": sum(player.taken for player in self.players),
        }

    def check(self) -> None:
        """Raise Unsound unless all that was bought is somewhere."""
        if sum(self.chips().values()) != self.bought:
            raise Unsound(f"{self.bought} chips were bought, and there are {self.chips()} (PD-G3)")

    def fork(self) -> TournamentState:
        """The same state again, to see what entries lead to before they are committed.

        With thousands of players copying them all would take longer than the entries: both share what neither changes.
        """
        twin = copy(self)
        twin.players, twin.boards = list(self.players), dict(self.boards)
        self._own_players, self._own_boards = set(), set()
        twin._own_players, twin._own_boards = set(), set()
        return twin

    def _player(self, number: int) -> Player:
        """A player who is about to change."""
        if self._own_players is not None and number not in self._own_players:
            self.players[number] = copy(self.players[number])
            self._own_players.add(number)
        return self.players[number]

    def _all_players(self) -> list[Player]:
        """Everybody, about to change."""
        return [self._player(number) for number in range(len(self.players))]

    def _board(self, number: int) -> Board:
        """A table that is about to change."""
        if self._own_boards is not None and number not in self._own_boards:
            board = self.boards[number] = copy(self.boards[number])
            board.players = list(board.players)
            self._own_boards.add(number)
        return self.boards[number]

    # what happens

    def apply(self, entry: log.AnyEntry, at: int) -> None:
        """Carry out one committed entry; raises Unsound."""
        self.at = at = max(at, self.at)
        match entry:
            case log.Entered():
                self._enter(Player(len(self.players), entry.name, entry.person, entry.avatar))
            case log.Filled():
                names = islice(free_names(player.name for player in self.players), entry.count)
                for name in list(names):
                    self._enter(Player(len(self.players), name))
            case log.SignedOff():
                self._sign_off(entry.player)
            case log.Started():
                self._start(entry, at)
            case log.Raised():
                self.level = entry.level
                self.check()
            case log.Dealt():
                self._deal(entry, at)
            case log.Played():
                self._play(entry, at)
            case log.Reseated():
                self._reseat(entry)
            case log.Rebought():
                self._rebuy(self._player(entry.player))
            case log.Declined():
                self._player(entry.player).offer = None
            case log.WentAway():
                self._player(entry.player).away = True
            case log.CameBack():
                self._player(entry.player).away = False
            case log.TimeGivenBack():
                self.forgiven += entry.ms
                for player in self._all_players():
                    player.offer = player.offer and player.offer + entry.ms
            case log.Finished():
                self._finish(entry, at)
            case log.Cancelled():
                self.status, self.ended = "cancelled", at
                self.why, self.why_message = entry.why, entry.message
        self.seq += 1

    def _enter(self, player: Player) -> None:
        self.players.append(player)
        if self._own_players is not None:
            self._own_players.add(player.number)
        if self.status == "running":
            self._buy(player)

    def _sign_off(self, number: int) -> None:
        if self.status != "open":
            raise Unsound("nobody signs off once it has started")
        self.players = self._all_players()
        del self.players[number]
        for place, player in enumerate(self.players):
            player.number = place

    def _buy(self, player: Player) -> None:
        player.chips += self.rules.buy_in
        self.bought += self.rules.buy_in

    def _start(self, entry: log.Started, at: int) -> None:
        if sorted(number for table in entry.tables for number in table) != list(range(len(self.players))):
            raise Unsound("at the start everybody sits at one table")
        self.status, self.started = "running", at
        for player in self._all_players():
            self._buy(player)
        for number, seated in enumerate(entry.tables, 1):
            self._open(number, list(seated))
            for one in seated:
                self.players[one].table = number
        self.last_table = len(entry.tables)

    def _open(self, number: int, players: list[int]) -> None:
        self.boards[number] = Board(number, players)
        if self._own_boards is not None:
            self._own_boards.add(number)

    def _deal(self, entry: log.Dealt, at: int) -> None:
        board = self._board(entry.table)
        if board.deal is not None or len(board.players) < 2 or board.dealer is None:
            raise Unsound(f"table {board.number} is not ready for a deal")
        board.deal = Deal(tuple(board.players), self.stakes_at(board), entry.live, at)

    def stakes_at(self, board: Board) -> Stakes:
        """What the next deal at a table starts from."""
        seated = [self.players[number] for number in board.players]
        return Stakes(
            chips=tuple(player.chips for player in seated),
            dealer=board.players.index(board.dealer) if board.dealer is not None else 0,
            pot=board.pot,
            multiplier=self.multiplier,
            deal=board.played + 1,
            marks=tuple(player.mark for player in seated),
            holder=board.players.index(board.holder) if board.holder in board.players else None,
            table_mark=board.table_mark,
        )

    def _play(self, entry: log.Played, at: int) -> None:
        board = self._board(entry.table)
        deal = board.deal
        if deal is None or entry.deal != deal.stakes.deal:
            raise Unsound(f"table {board.number} does not play deal {entry.deal}")
        if sum(deal.stakes.chips) + deal.stakes.pot != sum(entry.chips) + entry.pot or len(entry.chips) != len(
            deal.players
        ):
            raise Unsound(f"deal {entry.deal} of table {board.number} does not leave the chips that it started with")
        board.deal = None
        board.played += 1
        self.deals += 1
        board.pot += entry.pot - deal.stakes.pot  # a pot may have come from a table that was broken up meanwhile
        board.ready_at = at + self.plan.break_seconds * 1000 if deal.live else at
        board.last_live = deal.live or board.last_live
        for seat, number in enumerate(deal.players):
            player = self._player(number)
            if deal.live and player.person:
                gain = entry.chips[seat] - deal.stakes.chips[seat]
                player.past += (Past(deal.live, board.number, entry.deal, gain),)
            player.chips = entry.chips[seat]
            player.mark = entry.marks[seat] if entry.marks else 0
            player.away = bool(player.person) and number in entry.away if deal.live else player.away
        board.holder = entry.holder
        board.table_mark = entry.table_mark
        dealt_by = deal.players[deal.stakes.dealer]
        for number in entry.out:
            self._eliminate(board, self._player(number), at)
        left = board.left_of(dealt_by, deal.players)
        board.dealer = left if left is not None else next(iter(board.players), None)

    def _eliminate(self, board: Board, player: Player, at: int) -> None:
        board.remove(player.number)
        player.table = None
        player.taken += player.chips
        player.chips = player.mark = 0
        player.out_at = self.seq
        if self.open_for_entry and player.rebuys < self.plan.rebuys:
            player.offer = at + self.plan.rebuy_seconds * 1000

    def _reseat(self, entry: log.Reseated) -> None:
        for number, table in entry.moves:
            player = self._player(number)
            if player.out_at is not None:
                raise Unsound(f"{player.name} is out and takes no seat")
            if player.table is not None:
                old = self._board(player.table)
                if old.deal is not None and number in old.deal.players:
                    raise Unsound(f"{player.name} is in the middle of a deal")
                old.remove(number)
            if table not in self.boards:
                self._open(table, [])
                self.last_table = max(self.last_table, table)
            self._board(table).add(number)
            player.table = table
        for table, heir in entry.closed:
            closing = self.boards.pop(table)
            if closing.players or closing.deal is not None:
                raise Unsound(f"somebody still sits at table {table}")
            self._board(heir).pot += closing.pot

    def _rebuy(self, player: Player) -> None:
        if player.out_at is None:
            raise Unsound(f"{player.name} is in")
        player.out_at = player.offer = None
        player.rebuys += 1
        self._buy(player)

    def _finish(self, entry: log.Finished, at: int) -> None:
        winner = self._player(entry.winner)
        if [player.number for player in self.alive] != [winner.number]:
            raise Unsound("a tournament ends when one is left (PD-G3)")
        for board in self.boards.values():
            winner.chips += board.pot
        self.boards.clear()
        winner.table = None
        self.status, self.winner, self.ended = "ended", winner.number, at
        self.check()
