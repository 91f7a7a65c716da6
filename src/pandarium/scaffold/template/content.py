"""The numbers of the race as data: the pack's TOML, checked (BD-C1, BD-4, BD-5)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec

from pandarium.core.content import decode, read_pack

from .engine.state import FACES, MOST_SEATS

Card = Annotated[int, msgspec.Meta(ge=1, le=FACES)]


class RaceFile(msgspec.Struct, forbid_unknown_fields=True):
    """race.toml."""

    title: str
    cards: Annotated[list[Card], msgspec.Meta(min_length=MOST_SEATS, max_length=100)]
    bonus: Annotated[int, msgspec.Meta(ge=0, le=10)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=100)]


class Pack(msgspec.Struct, forbid_unknown_fields=True):
    """A whole content pack."""

    race: RaceFile


@cache
def own_pack() -> RaceFile:
    """What comes with the game."""
    return read_race(read_pack(Path(__file__).with_name("content")))


def read_race(pack: Any) -> RaceFile:
    """The numbers of a pack; raises BadContent with the entry and the reason."""
    return decode(pack, Pack).race
