"""Who sits where (PD-G3): as few tables as will do, as even as can be, and nobody is taken out of a deal."""

from __future__ import annotations

from collections.abc import Sequence

from pandarium.tournament import log
from pandarium.tournament.state import Board, TournamentState


def spread(players: Sequence[int], most: int) -> list[list[int]]:
    """Players at as few tables as will do, as even as can be.

    >>> [len(table) for table in spread(range(13), most=6)]
    [5, 4, 4]
    """
    tables = max(1, -(-len(players) // most))
    return [list(players[table::tables]) for table in range(tables)]


class Chairs:
    """Chairs are moved in thought before anybody gets up."""

    def __init__(self, state: TournamentState) -> None:
        self.most = state.rules.seats
        self.seated = {number: list(board.players) for number, board in state.boards.items()}
        self.idle = {number for number, board in state.boards.items() if board.deal is None}
        self.moves: list[tuple[int, int]] = []
        self.closed: list[tuple[int, int]] = []
        self.next_table = state.last_table + 1

    def smallest(self, but: int | None = None) -> int | None:
        """The table with the most room, if there is any; the first of several."""
        open_ones = [number for number, seated in self.seated.items() if number != but and len(seated) < self.most]
        return min(open_ones, key=lambda number: (len(self.seated[number]), number), default=None)

    def move(self, player: int, to: int, source: int | None = None) -> None:
        """Somebody gets up and sits down elsewhere."""
        if source is not None:
            self.seated[source].remove(player)
        self.seated[to].append(player)
        self.moves.append((player, to))

    def add_table(self) -> int:
        """One more table."""
        number, self.next_table = self.next_table, self.next_table + 1
        self.seated[number] = []
        self.idle.add(number)
        return number


def reseat(state: TournamentState) -> log.Reseated | None:
    """What is to change between deals, or nothing. Only players whose table is between two deals get up."""
    chairs = Chairs(state)
    _show_in(state, chairs)
    _merge(state, chairs)
    _balance(state, chairs)
    if not chairs.moves and not chairs.closed:
        return None
    return log.Reseated(moves=chairs.moves, closed=chairs.closed)


def _show_in(state: TournamentState, chairs: Chairs) -> None:
    """Who comes late, or again, gets the emptiest place."""
    for player in state.alive:
        if player.table is None:
            table = chairs.smallest()
            chairs.move(player.number, chairs.add_table() if table is None else table)


def _merge(state: TournamentState, chairs: Chairs) -> None:
    """Break up a table whenever all would fit at one fewer: the smallest of those that are not in a deal."""
    while len(chairs.seated) > 1:
        needed = -(-len(state.alive) // chairs.most)
        empty = [number for number in chairs.idle if number in state.boards and not chairs.seated[number]]
        if len(chairs.seated) <= needed and not empty:
            return
        candidates = empty or [number for number in chairs.idle if number in state.boards]
        if not candidates:
            return
        table = min(candidates, key=lambda number: (len(chairs.seated[number]), -number))
        for player in list(chairs.seated[table]):
            to = chairs.smallest(but=table)
            if to is None:
                return
            chairs.move(player, to, source=table)
        del chairs.seated[table]
        chairs.idle.discard(table)
        chairs.closed.append((table, min(chairs.seated)))


def _balance(state: TournamentState, chairs: Chairs) -> None:
    """No table has two players more than another, as soon as it may give one up: who would deal next goes."""
    fewest = min(map(len, chairs.seated.values()), default=0)
    for table in sorted(chairs.idle, key=lambda number: -len(chairs.seated[number])):
        if len(chairs.seated[table]) < fewest + 2:
            return  # nor has any that follows
        while True:
            to = chairs.smallest(but=table)
            if to is None or len(chairs.seated[table]) < len(chairs.seated[to]) + 2:
                break
            chairs.move(_next_dealer(state.boards.get(table), chairs.seated[table]), to, source=table)


def _next_dealer(board: Board | None, seated: list[int]) -> int:
    return board.dealer if board is not None and board.dealer in seated else seated[0]
