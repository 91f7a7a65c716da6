"""A companion for the physical box: people roll real dice and lay real cards, a device keeps the books by our rules.

What really happened is entered line by line. An evening is nothing but that list: state = fold(entries), so that a
slip is mended by changing a line and folding again. The rules are the engine's own: where it would draw a number by
its generator it is given one that was entered (`ToldChance`), and it cannot tell the difference.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.core.rng import Rng
from pandarium.core.state import State

SEAT_LETTERS = "ABCDEFGHIJ"
"""Entries name players by these, in the order of their seats."""


SEVERAL_TABLES = "tables"
"""An evening with this as its first entry is a tournament of several real tables (`pandarium.companion.tournament`)."""


class NotTold(Exception):
    """The rules ask for a number that nobody has entered."""


class ToldChance(Rng):
    """A generator that draws nothing: it gives the numbers that really came, each once, in their order."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        super().__init__()
        self._numbers = deque(numbers)

    def below(self, n: int) -> int:
        """The next number that was entered; raises NotTold when there is none left."""
        if not self._numbers:
            raise NotTold
        return self._numbers.popleft()


class Prompt(NamedTuple):
    """What is to be entered next, for somebody at a keyboard."""

    begins: str
    """How the entry begins: what they type goes behind it."""
    message: Message


class Evening(ABC):
    """One game at a real table, as far as it was entered."""

    words: tuple[str, ...] = ()
    """With which entries may begin that name no player."""

    @abstractmethod
    def enter(self, entry: str) -> list[Any]:
        """Take one more entry: the events that follow, as everybody may know them.

        Raises PandariumError when it cannot be what happened, and changes nothing then.
        """

    @abstractmethod
    def page(self, typing: str = "") -> msgspec.Struct:
        """What the device shows: how things stand, what is to be entered next; what is being typed is worth so far."""

    @abstractmethod
    def prompt(self) -> Prompt | None:
        """The next question; None when the game is over."""

    @abstractmethod
    def view(self) -> Any:
        """The table as the game's own drawings want it; None while there is nothing to draw."""

    @abstractmethod
    def points(self) -> list[list[int]]:
        """What everybody scored, by seat and round."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Who won; None while the game goes on."""

    def rule_of(self, event: Any) -> str:
        """By which rule it happened, where people at a table want to know; else empty."""
        return ""

    def complete(self, entry: str, now: int, chance: Rng) -> str:
        """An entry as it is kept: what the clock (in seconds) or chance decides is written into it, once."""
        return entry

    def answer(self, question: str) -> Message | None:
        """What somebody wants to know in between; None: it is no question. Raises PandariumError."""
        return None

    def choice(self) -> tuple[State, int] | None:
        """The position and the seat that has a choice in it, for bots to think about; None: nobody has one."""
        return None

    def entry_of(self, seat: int, move: str) -> str:
        """The entry that says that this seat plays this move."""
        return f"{SEAT_LETTERS[seat]} {move}"


class Companion(ABC):
    """A game whose box can be played with such a device next to it hands out one of these."""

    page: type[msgspec.Struct]
    """What `Evening.page` gives."""

    @abstractmethod
    def begin(self, setup: Any, names: Sequence[str]) -> Evening:
        """An evening before its first entry; `names` are the players by seat."""
