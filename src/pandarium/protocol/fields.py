"""Kinds of values that messages, replies, REST bodies and stored logs have in common."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

VERSION = 1
"""Of the protocol."""
MAX_MESSAGE_BYTES = 4096
MAX_CHAT = 500

Id = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Key = Annotated[str, msgspec.Meta(max_length=40)]
Level = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Invite = Annotated[str, msgspec.Meta(max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=100)]
Language = Annotated[
    str, msgspec.Meta(pattern="^[a-z]{2}$", description="A language, by its two letters.", examples=["de"])
]
"""English where there are no words in it."""
Talk = Literal["all", "players", "phrases", "none"]
Status = Literal["open", "running", "ended", "closed"]
By = Literal["person", "bot", "clock"]
"""Who chose a move: the person in the seat, a bot, or the clock that ran out."""
Question = Literal["undo", "pause", "removal"]
"""What a player may ask all others to agree to."""
Reaction = Literal["👏", "😂", "😮", "😢", "🎉", "🤔", "👍", "🐼"]

RefusalCode = Literal[
    "malformed",  # not JSON, not a known message, a field of the wrong kind
    "too large",  # more bytes than a message may have
    "flood",  # too many messages: slow down; sent again and again the socket is closed
    "unknown table",  # there is none of that name
    "no access",  # a private table without its invite, no watching here, or somebody who is banned
    "not seated",  # only those who sit at the table may do that
    "not your turn",  # somebody else is to act
    "stale",  # the position has changed since the client decided
    "illegal move",  # the rules do not allow it: `rule` says which
    "bad move",  # not a move in the game's notation
    "no undo",  # the move revealed something, or others have moved since: ask everybody instead
    "seat taken",  # somebody sits there, or there is no such seat
    "wrong time",  # nothing to do with the rules: the table is not started, paused, over …
    "not allowed",  # only the host may, or the table agreed not to
    "limit",  # too many tables, sockets …
    "bad table",  # an agreement that cannot be: seats, options, levels
    "busy",  # the server could not do it now; nothing changed
    "unknown person",  # log-in missing or expired
]
