"""What a game says about itself before its engine is loaded. Cheap to import."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

OptionValue = bool | int | str
Pace = Literal["turns", "real time"]


class Option(NamedTuple):
    """One thing the players may agree on before they start."""

    name: str
    help: str
    default: OptionValue
    choices: tuple[OptionValue, ...] = (False, True)
    labels: Mapping[OptionValue, str] = MappingProxyType({})
    """What people call a choice, where its own word does not say enough: {2: "two rounds, as printed"}."""
    seats: tuple[int, int] | None = None
    """Fewest and most players with whom it changes anything; None: with any number. With others it is not offered."""
    when: Mapping[str, tuple[OptionValue, ...]] = MappingProxyType({})
    """Offered only with these values of other options; else it keeps its default: {"gambling": ("no",)}."""

    def applies(self, seats: int) -> bool:
        """Whether it changes anything with that many players.

        >>> alone = Option("solo_goal", "How far.", 7, (7, 9), seats=(1, 1))
        >>> alone.applies(1), alone.applies(2)
        (True, False)
        """
        return self.seats is None or self.seats[0] <= seats <= self.seats[1]

    def label(self, choice: OptionValue) -> str:
        """A choice for people.

        >>> Option("pack", "Which cards.", "base", ("base", "night_market"), {"base": "The first box"}).label("base")
        'The first box'
        """
        plain = ("no", "yes")[choice] if isinstance(choice, bool) else str(choice).replace("_", " ")
        return self.labels.get(choice, plain)


class Meta(NamedTuple):
    """A game as menus and lists need it: its name, seats, options, pace."""

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
    talk: str = ""
    """The ID of the rule about talk, if the game has phrases for tables that talk by nothing else (`TalkRules`)."""
    options: tuple[Option, ...] = ()
    colour: str = ""
    """The colour of its card and its table, "#4f7a2c"; without one, a colour that goes by its name."""
    sign: str = ""
    """What stands on its card where it brings no picture: an emoji or a few letters; without one, its prefix."""
