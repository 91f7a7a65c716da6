"""The ladder of a game's levels: what `pandarium ladder` found out about each, as its folder keeps it.

Levels that meet each other have a rating, made as people's are; those that play together have the share of games that
they win. A level about which nothing is known has neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from pandarium.bots.speed import split_speed
from pandarium.core.content import place_and_reason
from pandarium.core.errors import BadData
from pandarium.core.game import Game
from pandarium.core.message import Message, decimal


class LevelResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a level came to. Either a rating, or a share of games won."""

    rating: float | None = None
    """What is certain of its skill, mu - 3 sigma: the number that people see of themselves, too."""
    mu: float | None = None
    sigma: float | None = None
    won: float | None = None
    """The share of games won, 0 to 1, where all play together."""
    interval: tuple[float, float]
    """95 %, of the rating or of the share."""
    games: int

    @property
    def strength(self) -> float:
        """What levels of one game are compared by."""
        return self.won if self.won is not None else self.rating or 0.0

    @property
    def message(self) -> Message:
        """What stands next to the level's name."""
        if self.won is not None:
            return Message("core.level.won", {"percent": round(100 * self.won)})
        return Message("core.level.rating", {"rating": decimal(self.strength)})


class Source(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How the numbers came about."""

    command: str
    tables: list[str]
    """Who sat where, in words: "2 seats: greedy, hard; 400 games"."""
    seed: int
    pandarium: str
    rules: int
    """The version of the game's rules."""
    engine: str
    openskill: str = ""
    """Where there are ratings."""
    anchor: str = ""
    """The level that has what a new person begins with; where there are ratings."""


class Ladder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All levels of a game, weakest first, and where the numbers come from."""

    source: Source
    levels: dict[str, LevelResult]


def ladder_file(game: Game) -> Path:
    """Where a game keeps its ladder."""
    return game.folder / "bots" / "ladder.toml"


def read_ladder(game: Game) -> Ladder | None:
    """The game's ladder, or None where nobody made one; raises BadData."""
    return _read(ladder_file(game))


def level_result(game: Game, level: str) -> LevelResult | None:
    """What is known about a level; how fast it is said to be changes nothing here."""
    ladder = read_ladder(game)
    return None if ladder is None else ladder.levels.get(split_speed(level)[0])


def anchor_of(levels: Sequence[str]) -> str:
    """The level that a new person is taken to be as good as: the middle one, which a new table offers first.

    >>> anchor_of(["random", "greedy", "hard"])
    'greedy'
    """
    return levels[len(levels) // 2]


@lru_cache(maxsize=64)
def _read(file: Path) -> Ladder | None:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Ladder)
    except FileNotFoundError:
        return None
    except msgspec.ValidationError as error:
        raise BadData(*place_and_reason(error, file.name)) from None
    except msgspec.DecodeError as error:
        raise BadData(file.name, str(error)) from None
