"""What can go wrong, as types. Every message says what is wrong, where, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # errors are there before anything is to be said: menus and completion load no structs
    from pandarium.core.message import Message


class PandariumError(Exception):
    """The base of every error a user can cause. `str(error)` is one line meant for people, in English."""

    @property
    def message(self) -> Message:
        """The same line as a code and parameters, to be shown in any language."""
        from pandarium.core.message import Message

        first = self.args[0] if len(self.args) == 1 else None
        return first if isinstance(first, Message) else Message.text(str(self))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Errors travel between processes as they are, whatever they were built from."""
        return (_rebuild, (type(self), self.args, self.__dict__))


class IllegalMove(PandariumError):
    """A move that the rules do not allow now. Nothing has changed.

    >>> from pandarium.core.message import Message
    >>> error = IllegalMove("PR-11", Message("core.no_such_move", {"move": 81}))
    >>> print(error)
    81 is not a move (PR-11)
    >>> error.rule, error.message.code
    ('PR-11', 'core.no_such_move')
    """

    def __init__(self, rule: str, reason: Message | str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self._reason = reason

    @property
    def message(self) -> Message:
        """Why not, without the rule."""
        return _as_message(self._reason)

    @property
    def reason(self) -> str:
        """Why not, in English, without the rule."""
        return str(self._reason)

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class NotSaved(PandariumError):
    """A match is not in the file where people wanted it. The words say where it is instead."""


class OutputGone(PandariumError):
    """What a match prints is taken by nobody any more. The words say why, and where the match is kept."""


class UnknownGame(PandariumError):
    """No game goes by that name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        super().__init__(
            f"there is no game called {name!r}{_did_you_mean(name, names)}; choose from: {', '.join(names)}"
        )
        self.name = name


class BadSeats(PandariumError):
    """A number of seats that the game, or the game with these options, does not take."""

    def __init__(self, title: str, seats: object, low: int, high: int, why: Message | str = "") -> None:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        super().__init__(f"{title} takes {allowed} players{why}, not {seats!r}")
        self._allowed = (title, low, high, repr(seats), why)

    @property
    def message(self) -> Message:
        """Which numbers of players are allowed."""
        from pandarium.core.message import Message

        title, low, high, seats, why = self._allowed
        code = "core.seats_exactly" if low == high else "core.seats"
        return Message(code, {"game": title, "low": low, "high": high, "seats": seats, "why": why})


class BadOption(PandariumError):
    """An option that does not exist, or a value it does not take."""


class BadMove(PandariumError):
    """A text that is not a move in the game's notation."""

    def __init__(self, text: str, allowed: Message | str) -> None:
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(f"cannot read the move {shown!r}; {allowed}")
        self.text = text
        self._told = (repr(shown), allowed)

    @property
    def message(self) -> Message:
        """What cannot be read, and what could be."""
        from pandarium.core.message import Message

        move, allowed = self._told
        if isinstance(allowed, str):
            return Message.text(str(self))
        return Message("core.bad_move", {"move": move, "allowed": allowed})


class BadData(PandariumError):
    """A save, record or position that cannot be what it claims to be: where, and why."""

    def __init__(self, place: str, reason: Message | str) -> None:
        super().__init__(f"{place}: {reason}" if place else str(reason))
        self.place = place
        self._reason = reason

    @property
    def reason(self) -> str:
        """Why, in English, without the place."""
        return str(self._reason)

    @property
    def message(self) -> Message:
        """Where, and why."""
        from pandarium.core.message import Message

        if isinstance(self._reason, str):
            return Message.text(str(self))
        return Message("core.bad_data", {"place": self.place, "reason": self._reason}) if self.place else self._reason


class BadContent(BadData):
    """A content pack with a mistake in it: which file, which entry, and why."""


class BadRecord(BadData):
    """A record whose moves do not fit its rules, its seed or its outcome."""


class NoUndo(PandariumError):
    """There is nothing this seat may take back now."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)


def _rebuild(kind: type[PandariumError], args: tuple[object, ...], fields: dict[str, object]) -> PandariumError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error


def _as_message(reason: Message | str) -> Message:
    from pandarium.core.message import Message

    return Message.text(reason) if isinstance(reason, str) else reason


def _did_you_mean(name: str, names: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name.lower(), names, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def unknown_name(what: str, name: str, known: Iterable[str]) -> str:
    """One line about a name that is not among the known ones.

    >>> unknown_name("option", "childern", ["children", "first_roll"])
    "there is no option called 'childern' (did you mean 'children'?); choose from: children, first_roll"
    """
    names = sorted(known)
    choose = f"choose from: {', '.join(names)}" if names else f"there is no {what} at all"
    return f"there is no {what} called {name!r}{_did_you_mean(name, names)}; {choose}"
