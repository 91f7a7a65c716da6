"""Challenges: one deal that many play, each for themselves: a day's deal of each game, or one handed on by a link."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pandarium.core.meta import OptionValue
from pandarium.protocol.rest import Milliseconds, RequestBody

Knows = Literal["nothing", "playing", "played", "seen"]


class ChallengeResult(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has reached with that deal."""

    name: str
    avatar: str
    person: str
    table: Annotated[str, msgspec.Meta(description="Where they played it: its replay is open to you.")]
    seat: int
    seats: int
    people: Annotated[int, msgspec.Meta(description="How many of those at the table were people.")]
    score: Annotated[int | None, msgspec.Meta(description="Null: given up.")]
    won: bool
    finished: Milliseconds


class ChallengeShown(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge, as you may see it."""

    id: str
    game: str
    title: str
    day: Annotated[str | None, msgspec.Meta(description="Of a day's deal: which one, in UTC.", examples=["2026-11-18"])]
    by: Annotated[str, msgspec.Meta(description="Who made it; empty for a day's.")]
    seats: Annotated[list[int], msgspec.Meta(description="With how many it can be played, the usual number first.")]
    options: dict[str, OptionValue]
    level: Annotated[str, msgspec.Meta(description="The bots that take the seats which nobody takes.")]
    together: bool
    steady: Annotated[
        bool,
        msgspec.Meta(description="Chance does not depend on what was played before: the same dice fall for everybody."),
    ]
    commitment: Annotated[str, msgspec.Meta(description="The hash of the secret that everything is dealt from.")]
    created: Annotated[int, msgspec.Meta(description="Since when the hash stands fast.")]
    closes: Annotated[
        int | None, msgspec.Meta(description="Until when it can be begun for the list; null: there is no end.")
    ]
    reveals: Annotated[
        int | None, msgspec.Meta(description="When the secret is shown, and what is not over does not count.")
    ]
    secret: Annotated[str | None, msgspec.Meta(description="Of a day's deal, when it is revealed.")]
    next_commitment: Annotated[str, msgspec.Meta(description="Of today's deal: the hash of tomorrow's secret.")] = ""
    knows: Annotated[
        Knows, msgspec.Meta(description="What you know of the deal. Who knows it plays for practice alone.")
    ]
    table: Annotated[str | None, msgspec.Meta(description="Where you play it, or have played it.")]
    open: Annotated[bool, msgspec.Meta(description="Whether you may play it for the list now.")]
    practice: Annotated[bool, msgspec.Meta(description="Whether you may play it for practice now.")]
    played: Annotated[int, msgspec.Meta(description="How many have played it.")]
    results: Annotated[
        list[ChallengeResult] | None,
        msgspec.Meta(description="The best first; null until you have played it, or it is revealed."),
    ] = None


class NewChallengeTable(RequestBody, frozen=True):
    """How you want to play it."""

    seats: Annotated[int, msgspec.Meta(ge=1, le=100, description="Null: the usual number.")] | None = None
    friends: Annotated[bool, msgspec.Meta(description="Wait for others; else bots take the other seats at once.")] = (
        False
    )
    practice: Annotated[bool, msgspec.Meta(description="Play what you know already; it is not listed.")] = False


class ChallengeLink(msgspec.Struct, frozen=True, kw_only=True):
    """A deal to hand on."""

    id: str
    url: str
