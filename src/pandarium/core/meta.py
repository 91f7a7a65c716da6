"""What a game says about itself before its engine is loaded. Cheap to import."""

from __future__ import annotations

from typing import Literal, NamedTuple

OptionValue = bool | int | str
Pace = Literal["turns", "simultaneous", "real time"]


class Option(NamedTuple):
    """One thing the players may agree on before they start."""

    name: str
    help: str
    default: OptionValue
    choices: tuple[OptionValue, ...] = (False, True)


class Meta(NamedTuple):
    """The lid of the box."""

    name: str
    """The folder's name: lower case, a word."""
    title: str
    tagline: str
    seats: tuple[int, int]
    """Fewest and most players."""
    minutes: tuple[int, int]
    """How long a game takes, with few and with many players."""
    prefix: str
    """What the IDs of its rules start with: "PR" in PR-7."""
    rules: int = 1
    """Version of the rules as implemented; a record says under which it was played."""
    pace: Pace = "turns"
    cooperative: bool = False
    options: tuple[Option, ...] = ()
