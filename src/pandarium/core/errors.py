"""What can go wrong, as types. Every message says what is wrong, where, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable


class PandariumError(Exception):
    """The base of every error a user can cause. `str(error)` is one line meant for people."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Errors travel between processes as they are, whatever they were built from."""
        return (_rebuild, (type(self), self.args, self.__dict__))


class IllegalMove(PandariumError):
    """A move that the rules do not allow now. Nothing has changed.

    >>> error = IllegalMove("PR-11", "there is no green d20 in the pool")
    >>> print(error)
    there is no green d20 in the pool (PR-11)
    >>> error.rule
    'PR-11'
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


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

    def __init__(self, title: str, seats: object, low: int, high: int, why: str = "") -> None:
        allowed = f"{low}" if low == high else f"{low} to {high}"
        super().__init__(f"{title} takes {allowed} players{why}, not {seats!r}")


class BadOption(PandariumError):
    """An option that does not exist, or a value it does not take."""


class BadMove(PandariumError):
    """A text that is not a move in the game's notation."""

    def __init__(self, text: str, allowed: str) -> None:
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(f"cannot read the move {shown!r}; {allowed}")
        self.text = text


class BadData(PandariumError):
    """A save, record or position that cannot be what it claims to be: where, and why."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place = place
        self.reason = reason


class BadContent(BadData):
    """A content pack with a mistake in it: which file, which entry, and why."""


class BadRecord(BadData):
    """A record whose moves do not fit its rules, its seed or its outcome."""


class NoUndo(PandariumError):
    """There is nothing this seat may take back now."""


def _rebuild(kind: type[PandariumError], args: tuple[object, ...], fields: dict[str, object]) -> PandariumError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(fields)
    return error


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
