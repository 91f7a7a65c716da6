"""Who plays, and at which tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pandarium.core.bot import Bot
from pandarium.core.meta import OptionValue
from pandarium.kit.study.players import Player

Value = int | float | str
Row = dict[str, Value]
"""What an observer writes down: columns and their values, the same columns in every row."""
Level = str | type[Bot] | Player
"""A bot by its level, one with something about it, or a class of one's own that can be built without arguments."""


class StudyTable(NamedTuple):
    """A table to play at. Every row watched there gets the columns `table`, `seats` and `bots`."""

    seats: int
    bots: Level | Sequence[Level]
    """Going around the table, which is turned by one seat from game to game."""
    options: Mapping[str, OptionValue] = {}
    content: Mapping[str, Any] | None = None
    """A content pack, for a game that might be."""
    name: str = ""
    """What it is called in tables and pictures; without it seats and bots."""
    part: float = 1.0
    """Of the games asked for, how many are played here: slow bots may play fewer."""
    columns: Mapping[str, Value] = {}
    """More columns for every row that is watched there."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """The bots by place at the table, before it is turned."""
        named = (self.bots,) if isinstance(self.bots, str | type | Player) else tuple(self.bots)
        return tuple(named[place % len(named)] for place in range(self.seats)) if named else ()

    @property
    def players(self) -> str:
        """The bots' names, each once: "greedy" or "hard, greedy"."""
        return ", ".join(dict.fromkeys(map(level_name, self.levels)))

    @property
    def title(self) -> str:
        """Its name.

        >>> StudyTable(4, "greedy").title
        '4 × greedy'
        """
        return self.name or f"{self.seats} × {self.players}"


def level_name(level: Level) -> str:
    """What a bot is called."""
    return level if isinstance(level, str) else level.name or level_of(level)


def level_of(level: Level) -> str:
    """The level a bot plays at, without what a study changes about it."""
    return level.level if isinstance(level, Player) else level_name(level)
