"""After the game: going on from any position of it, and what bots think of it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from pandarium.core.message import Message
from pandarium.kit.opinions import Unit, Verdict
from pandarium.protocol.fields import Level, SeatNumber
from pandarium.protocol.rest import RequestBody


class WhatIf(RequestBody, frozen=True):
    """From where to go on, in whose place, and whether with the cards as they were."""

    position: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1, description="As a replay's frames number them.")]
    seat: SeatNumber
    open: Annotated[
        bool, msgspec.Meta(description="The hidden cards as they were; else drawn anew from what the seat knew.")
    ] = False
    level: Annotated[Level | None, msgspec.Meta(description="Of the bots; null: the strongest.")] = None


class Opinion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What bots think of one decision."""

    position: Annotated[int, msgspec.Meta(description="Where it was made.")]
    move: str
    label: Annotated[str, msgspec.Meta(description="The move in English.")]
    what: Annotated[Any, msgspec.Meta(description="The same for other languages, as the game describes moves.")] = None
    verdict: Verdict
    cost: Annotated[
        float | None, msgspec.Meta(description="How much worse than the best, in the unit of the analysis.")
    ] = None
    best: str = ""
    best_label: str = ""
    best_what: Any = None
    why: Annotated[str, msgspec.Meta(description="What speaks for the best one, in English.")] = ""
    why_message: Message | None = None
    about: Annotated[str, msgspec.Meta(description="What they think of the move itself, in English.")] = ""
    about_message: Message | None = None


class ChancesAt(msgspec.Struct, frozen=True, kw_only=True):
    """Chances to win at one position, as one seat could know them."""

    position: int
    chances: Annotated[list[float], msgspec.Meta(description="By seat, 0 to 1; one number where all play together.")]


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What bots think of a finished game, seen from one seat, as far as they have come."""

    seat: int
    done: int
    of: Annotated[int, msgspec.Meta(description="Parts of the work; it is finished when all are done.")]
    unit: Annotated[Unit, msgspec.Meta(description="What a cost is counted in: points of percent …")]
    level: Annotated[str, msgspec.Meta(description="The bots whose opinion it is.")]
    playouts: Annotated[int, msgspec.Meta(description="Games that were played out at each position of the curve.")]
    opinions: list[Opinion]
    curve: list[ChancesAt]
    turning_points: Annotated[list[int], msgspec.Meta(description="Positions at which the chances changed most.")]
