"""Bot: anything that can choose a move. It never holds the real state, only one that its seat cannot tell from it."""

from __future__ import annotations

from typing import NamedTuple

from pandarium.core.message import Message
from pandarium.core.rng import Rng
from pandarium.core.state import State


class Advice(NamedTuple):
    """A move with what a bot thinks of it."""

    move: int
    value: float
    """Higher is better; the unit is the bot's own."""
    why: Message | str
    """One short line for people."""

    @property
    def message(self) -> Message:
        """Why, to be shown in any language."""
        return self.why if isinstance(self.why, Message) else Message.text(self.why)


class Bot:
    """A player that is a program. Subclasses fill in `choose`; levels without arguments can be built by name."""

    name: str = "bot"
    thinks: bool = False
    """Whether it searches, and so takes longer than a moment."""
    in_browser: bool = True
    """Whether it is fast enough where the rules run as plain Python in a browser: about two seconds for a move."""

    def choose(self, state: State, seat: int, rng: Rng) -> int:
        """A legal move for that seat. `state` is a resampled twin: do with it what you like, it gives nothing away."""
        raise NotImplementedError

    def advise(self, state: State, seat: int, rng: Rng) -> list[Advice]:
        """The legal moves worth talking about, best first; at least the one that `choose` would make."""
        return [Advice(self.choose(state, seat, rng), 0.0, f"what {self.name} would do")]


def ask(bot: Bot, state: State, seat: int, rng: Rng) -> int:
    """The bot's move in this position, from what its seat may know: it is handed a resampled twin.

    Where bots think in processes of their own, the twin is made before it goes there (`server/bots/pool.py`).
    """
    return bot.choose(state.resample(seat, rng), seat, rng)


def ask_advice(bot: Bot, state: State, seat: int, rng: Rng) -> list[Advice]:
    """The bot's advice in this position, from what the seat may know."""
    return bot.advise(state.resample(seat, rng), seat, rng)
