"""Bots as a study wants them: forbidden something, or with another amount of thought."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pandarium.core.bot import Bot
from pandarium.core.rng import Rng
from pandarium.core.state import State

Never = Callable[[Any, int, int], bool]
"""Whether a move is one that the player never makes: of the state, its own seat, and the move."""


class Player(msgspec.Struct, frozen=True):
    """A bot of a level, with something about it.

    >>> Player("greedy", "never trades", never=lambda state, seat, move: False).name
    'never trades'
    """

    level: str
    name: str = ""
    """What it is called; without it, its level."""
    never: Never | None = None
    """Moves that it leaves alone wherever another one is listed. Other processes find it by its name: a function at
    the top level of a module, or a `functools.partial` of one."""
    effort: int | None = None
    """How much a bot that searches thinks: the number that its class takes (playouts, games)."""


DRAWS = 4
"""How often a bot that does not search is asked again: those that mix their moves then give another."""


class RestrictedBot(Bot):
    """Plays like another bot, but never makes certain moves as long as there are others.

    In place of a forbidden move it plays what the bot likes best among the others: what it says when it is asked again,
    else the first in its advice, else what a clock would play, else the first that is listed.
    """

    def __init__(self, bot: Bot, never: Never, name: str = "") -> None:
        self.bot = bot
        self.never = never
        self.name = name or bot.name
        self.thinks = bot.thinks

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """The bot's move, if it may; else its next best."""
        move = self.bot.choose(state.clone(), seat, rng)
        if not self.never(state, seat, move):
            return move
        allowed = [other for other in state.legal(seat) if not self.never(state, seat, other)]
        if not allowed:
            return move
        return allowed[0] if len(allowed) == 1 else self._next_best(state, seat, rng, allowed)

    def _next_best(self, state: State, seat: int, rng: Rng, allowed: list[int]) -> int:
        for _ in range(0 if self.thinks else DRAWS):
            again = self.bot.choose(state.clone(), seat, rng)
            if again in allowed:
                return again
        for advice in self.bot.advise(state.clone(), seat, rng):
            if advice.move in allowed:
                return advice.move
        usual = state.timeout(seat)
        return usual if usual in allowed else allowed[0]
