"""Pace: how much time people have at a table."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

DAY = 86_400_000
"""Milliseconds."""
_MAX_BANK = 6 * 3600


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table agreed about time.

    `live`: a bank of seconds for the whole game and an increment for every move. `days`: some days for each move.
    `relaxed`: no clock. When the time is up the game's own time-out move is made, or a bot takes the seat over.
    """

    kind: Literal["live", "relaxed", "days"] = "relaxed"
    bank: Annotated[int, msgspec.Meta(ge=5, le=_MAX_BANK)] = 300
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 10
    days: Annotated[int, msgspec.Meta(ge=1, le=14)] = 2
    at_timeout: Literal["move", "bot"] = "move"
