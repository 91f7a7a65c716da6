"""Who watches games, and what every game can be asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from pandarium.core.bot import Bot
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.core.state import State
from pandarium.kit.study.tables import Level, Row


class Observer:
    """Watches one game and writes rows about it. A new one is made for every game.

    Fill in what you need; what you leave out costs nothing. Never change the state. With `events = True` you get the
    raw events of the deal and of every move, otherwise empty lists.
    """

    events: ClassVar[bool] = False
    plays_on: ClassVar[Level | None] = None
    """Who plays positions to their end for this observer, if it wants to know what they are worth."""

    bot: Bot
    """That player."""
    chance: Rng
    """Luck of the observer's own: drawing from it changes nothing in the game."""
    places: tuple[int, ...] = ()
    """By seat: as which of the table's bots it was named. The table is turned after every game."""

    def __init__(self, bots: tuple[str, ...]) -> None:
        self.bots = bots
        """Who sits where: names by seat."""

    def deal(self, state: State, events: list[Any]) -> None:
        """The game begins."""

    def before(self, state: State, seat: int, move: int) -> None:
        """That seat is about to play that move."""

    def after(self, state: State, seat: int, move: int, events: list[Any]) -> None:
        """The move has been played."""

    def end(self, state: State, outcome: Outcome) -> Row | Iterable[Row]:
        """The game is over: the row about it, or several."""
        raise NotImplementedError


def win_share(outcome: Outcome, seat: int, cooperative: bool = False) -> float:
    """This seat's part of the victory: shared by k it is 1/k; where all play together it is everybody's.

    >>> win_share(Outcome((0, 2), (7, 3, 7), ""), 2)
    0.5
    """
    if seat not in outcome.winners:
        return 0.0
    return 1.0 if cooperative else 1 / len(outcome.winners)


class Length(Observer):
    """How long a game lasts, and how it ends. A turn is what one player does until another acts."""

    moves = 0
    turns = 0
    last = -1

    def before(self, state: State, seat: int, move: int) -> None:
        """Count."""
        self.moves += 1
        self.turns += seat != self.last
        self.last = seat

    def end(self, state: State, outcome: Outcome) -> Row:
        """One row a game."""
        return {"moves": self.moves, "turns": self.turns, "reason": outcome.reason}


class Results(Observer):
    """What every seat came to."""

    def end(self, state: State, outcome: Outcome) -> list[Row]:
        """One row a seat."""
        together = bool(state.setup.game.meta.cooperative)
        return [
            {"seat": seat + 1, "bot": bot, "score": outcome.scores[seat], "won": win_share(outcome, seat, together)}
            for seat, bot in enumerate(self.bots)
        ]


class Subject(Observer):
    """What the player that a table names first came to; where all play together, the whole table."""

    def end(self, state: State, outcome: Outcome) -> Row:
        """One row a game."""
        seat = self.places.index(0)
        together = bool(state.setup.game.meta.cooperative)
        return {"score": outcome.scores[seat], "won": win_share(outcome, seat, together)}
