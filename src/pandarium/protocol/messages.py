"""What a client sends to a table: one JSON object a message, told apart by `type`.

`id` is the client's own number and comes back in the answer. Every message is answered once: by `done`, `refused`,
`hint` or `pong`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from pandarium.core.record import MoveText
from pandarium.kit.talk import Spoken
from pandarium.protocol.fields import MAX_CHAT, Id, Key, Level, Question, Reaction, SeatNumber


class ClientMessage(
    msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A message to a table."""

    id: Id = 0
    """Your own number for it; the answer bears the same."""


class Sit(ClientMessage, frozen=True, tag="sit"):
    """Take a free seat; without a number, the first. At a running table only where players come and go."""

    seat: SeatNumber | None = None
    move: MoveText | None = None
    """At a running table: one of its `ways_in`, played for you as soon as the game asks; without it, you are asked."""


class PutBot(ClientMessage, frozen=True, tag="bot"):
    """Before the game the host puts a bot into a free seat; during it one stands in for somebody who is gone."""

    seat: SeatNumber
    level: Level | None = None


class Free(ClientMessage, frozen=True, tag="free"):
    """Before the game the host frees a seat: a bot's, or somebody's, who then does not sit down at this table again."""

    seat: SeatNumber


class BeReady(ClientMessage, frozen=True, tag="ready"):
    """Say that you are ready, or not."""

    ready: bool = True


class Start(ClientMessage, frozen=True, tag="start"):
    """The host starts the game; `fill` puts bots of that level into the free seats, `fewer` leaves these out."""

    fill: Level | None = None
    fewer: bool = False
    """Where seats are free, play without them, if the game can be played by so few."""


class Play(ClientMessage, frozen=True, tag="play"):
    """Make a move, in the game's notation as `legal` lists it.

    `position` is the one of the update you decided on: if the table has moved on, the move is refused as stale; while
    several choose at once, only your own choices count. In real-time games it may be left out. `key` is any mark of
    your own: a move that comes twice with the same key is acknowledged twice and played once.
    """

    move: MoveText
    position: Annotated[int, msgspec.Meta(ge=0)] | None = None
    key: Key = ""


class Undo(ClientMessage, frozen=True, tag="undo"):
    """Take your last move back, as long as it revealed nothing and nobody else has moved.

    While several choose at once it is your own last choice, whoever has chosen after you. What the clock played for you
    stays.
    """

    position: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Ask(ClientMessage, frozen=True, tag="ask"):
    """Ask everybody to agree: to take back your last move with all that followed, to pause, or to remove somebody.

    Of a removal the one whom it is about is not asked: all others must agree, at least one besides you.
    """

    what: Question
    seat: SeatNumber | None = None
    """Whom a removal is about."""


class Answer(ClientMessage, frozen=True, tag="answer"):
    """Agree to what was asked, or do not."""

    yes: bool
    what: Question | None = None
    """What you answer; if something else is asked meanwhile, your answer is stale."""


class Resume(ClientMessage, frozen=True, tag="resume"):
    """Go on after a pause."""


class Leave(ClientMessage, frozen=True, tag="leave"):
    """Leave the seat: for good before the game; during it a bot stands in (a co-operative table waits).

    Where players come and go, the seat is free as soon as the game lets you go; until then it makes the time-out moves.
    """


class Return(ClientMessage, frozen=True, tag="return"):
    """Take your seat back from the bot that stands in."""


class Resign(ClientMessage, frozen=True, tag="resign"):
    """Give the game up."""


class Close(ClientMessage, frozen=True, tag="close"):
    """The host gives up a table that has not started."""


class Rematch(ClientMessage, frozen=True, tag="rematch"):
    """After the game: the same people at a new table."""


class Say(ClientMessage, frozen=True, tag="say"):
    """Chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT)]


class SayPhrase(ClientMessage, frozen=True, tag="phrase"):
    """Say one of the `phrases` of your last update, its gaps filled."""

    phrase: Spoken


class React(ClientMessage, frozen=True, tag="react"):
    """A reaction."""

    what: Reaction


class Review(ClientMessage, frozen=True, tag="review"):
    """After the game: lead everybody who looks through it; with your next place, or none, to give it up.

    Only over a socket, and one at a time: `table.review` shows who leads, and where they are.
    """

    at: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)] | None = None
    """The number of the replay's frame that you look at."""
    seat: SeatNumber | None = None
    """Through whose eyes; none: a spectator's."""


class Hint(ClientMessage, frozen=True, tag="hint"):
    """Ask the strongest bot what it would do in your place."""


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Ask whether the server is there."""


TALK = (Say, SayPhrase, React)
"""What counts as talk."""

AnyMessage = (
    Sit
    | PutBot
    | Free
    | BeReady
    | Start
    | Play
    | Undo
    | Ask
    | Answer
    | Resume
    | Leave
    | Return
    | Resign
    | Close
    | Rematch
    | Say
    | SayPhrase
    | React
    | Review
    | Hint
    | Ping
)
