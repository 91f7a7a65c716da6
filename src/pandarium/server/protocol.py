"""What travels between a client and a table, as structs. `docs/protocol.md` and the schema are made from this file.

A client sends one JSON object a message, told apart by `type`; `id` is the client's own number and comes back in the
answer. Every message is answered once: by `done`, `refused`, `hint` or `pong`. Whenever the table changes, each client
gets one `update` that is complete by itself: the newest view replaces all before it, and `news` tells what happened
since the last one, so a client that was away or slow misses nothing.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from pandarium.core.meta import OptionValue
from pandarium.core.outcome import Outcome
from pandarium.core.record import MoveText
from pandarium.core.talk import Phrase, Spoken
from pandarium.server.log import By, Question, Reaction, SeatNumber
from pandarium.server.pace import Pace

VERSION = 1
MAX_MESSAGE_BYTES = 4096
MAX_CHAT = 500

Id = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Key = Annotated[str, msgspec.Meta(max_length=40)]
Level = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Invite = Annotated[str, msgspec.Meta(max_length=64)]
Talk = Literal["all", "players", "phrases", "none"]
Status = Literal["open", "running", "ended", "closed"]

RefusalCode = Literal[
    "malformed",  # not JSON, not a known message, a field of the wrong kind
    "too large",  # more bytes than a message may have
    "flood",  # too many messages: slow down; sent again and again the socket is closed
    "unknown table",  # there is none of that name
    "no access",  # a private table without its invite, or no watching here
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


# from the client


class Message(
    msgspec.Struct, tag_field="type", frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A message to a table."""

    id: Id = 0
    """Your own number for it; the answer bears the same."""


class Sit(Message, frozen=True, tag="sit"):
    """Take a free seat; without a number, the first."""

    seat: SeatNumber | None = None


class PutBot(Message, frozen=True, tag="bot"):
    """Before the game the host puts a bot into a free seat; during it one stands in for somebody who is gone."""

    seat: SeatNumber
    level: Level | None = None


class Free(Message, frozen=True, tag="free"):
    """Before the game the host frees a seat: a bot's, or somebody's who does not answer."""

    seat: SeatNumber


class BeReady(Message, frozen=True, tag="ready"):
    """Say that you are ready, or not."""

    ready: bool = True


class Start(Message, frozen=True, tag="start"):
    """The host starts the game; `fill` puts bots of that level into the free seats."""

    fill: Level | None = None


class Play(Message, frozen=True, tag="play"):
    """Make a move, in the game's notation as `legal` lists it.

    `position` is the one of the update you decided on: if the table has moved on, the move is refused as stale. In
    real-time games it may be left out. `key` is any mark of your own: a move that comes twice with the same key is
    acknowledged twice and played once.
    """

    move: MoveText
    position: Annotated[int, msgspec.Meta(ge=0)] | None = None
    key: Key = ""


class Undo(Message, frozen=True, tag="undo"):
    """Take your last move back, as long as it revealed nothing and nobody else has moved."""

    position: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Ask(Message, frozen=True, tag="ask"):
    """Ask everybody to agree: to take back your last move with all that followed, or to pause."""

    what: Question


class Answer(Message, frozen=True, tag="answer"):
    """Agree to what was asked, or do not."""

    yes: bool
    what: Question | None = None
    """What you answer; if something else is asked meanwhile, your answer is stale."""


class Resume(Message, frozen=True, tag="resume"):
    """Go on after a pause."""


class Leave(Message, frozen=True, tag="leave"):
    """Leave the seat: for good before the game; during it a bot stands in (a co-operative table waits)."""


class Return(Message, frozen=True, tag="return"):
    """Take your seat back from the bot that stands in."""


class Resign(Message, frozen=True, tag="resign"):
    """Give the game up."""


class Close(Message, frozen=True, tag="close"):
    """The host gives up a table that has not started."""


class Rematch(Message, frozen=True, tag="rematch"):
    """After the game: the same people at a new table."""


class Say(Message, frozen=True, tag="say"):
    """Chat."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHAT)]


class SayPhrase(Message, frozen=True, tag="phrase"):
    """Say one of the `phrases` of your last update, its gaps filled."""

    phrase: Spoken


class React(Message, frozen=True, tag="react"):
    """A reaction."""

    what: Reaction


class Hint(Message, frozen=True, tag="hint"):
    """Ask the strongest bot what it would do in your place."""


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""


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
    | Hint
    | Ping
)


# from the server


class Reply(msgspec.Struct, tag_field="type", frozen=True, omit_defaults=True, kw_only=True):
    """A message from a table."""


class Done(Reply, frozen=True, tag="done", kw_only=True):
    """It is done, and on disk."""

    id: int = 0
    seq: int
    """The log's number after it. The update with this number or a higher one shows it."""
    again: bool = False
    """It had been done before: this was a repeated message."""
    table: str | None = None
    """After `rematch`: the new table."""


class Refused(Reply, frozen=True, tag="refused", kw_only=True):
    """It was not done, nothing has changed, and why."""

    id: int = 0
    code: RefusalCode
    reason: str
    rule: str = ""
    """The ID of the rule in the game's rulebook, if it was one."""
    retry_ms: int | None = None
    """When to try again, if that helps."""


class SeatShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it."""

    name: str = ""
    """Empty when the seat is free."""
    person: str | None = None
    avatar: str = ""
    bot: str | None = None
    """The level of the bot that plays here: its own seat, or standing in for the person."""
    ready: bool = False
    resigned: bool = False
    here: bool = False
    """Whether the person is connected."""
    clock: int | None = None
    """Milliseconds left."""
    ticking: bool = False


class AskedShown(msgspec.Struct, frozen=True):
    """A question that waits for answers."""

    what: Question
    seat: int
    waiting: list[int]


class TableShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table around the game, the same for everybody."""

    id: str
    game: str
    title: str
    status: Status
    options: dict[str, OptionValue]
    seats: list[SeatShown]
    host: str
    public: bool
    spectators: bool
    rated: bool
    hints: bool
    talk: Talk
    pace: Pace
    commitment: str
    """Hash of the secret that every card and die follows from; the secret is shown when the game is over."""
    created: int
    real_time: bool = False
    """All act at once, in order of arrival: the times of the log tell the game's rhythm."""
    watching: int = 0
    paused: str | None = None
    """Why the game waits; None when it does not."""
    asked: AskedShown | None = None
    outcome: Outcome | None = None
    closed: str | None = None
    """Why the table was given up."""
    rematch: str | None = None
    secret: str | None = None
    """Once the game is over."""
    tournament: str | None = None
    """The tournament that this is a table of: `GET /api/tournaments/<id>` says where you play next."""
    together: bool = False
    """All play together: they win or lose as one, and there is no ranking."""


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """The one who reads this."""

    person: str
    name: str
    seat: int | None = None
    host: bool = False
    invite: str | None = None
    """The token that lets friends in, for those who sit at the table."""


class LegalMove(msgspec.Struct, frozen=True):
    """A move that you may make now."""

    move: str
    """What to send."""
    label: str
    """What to show."""
    what: Any
    """The move's parts, as the game describes them."""


class GameEvent(msgspec.Struct, frozen=True):
    """Something that happened in the game, as you may know it."""

    text: str
    what: Any


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the table's log, as you may know it."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    type: str
    """The kind of log entry: sat, moved, undone, said, …"""
    seat: int | None = None
    name: str | None = None
    person: str | None = None
    by: By | None = None
    move: str | None = None
    """Only to the seat that made it."""
    text: str | None = None
    """What was said, or why."""
    phrase: Spoken | None = None
    """What was said in its parts, if it was one of the game's phrases: what somebody points at can be shown to all."""
    events: list[GameEvent] = []


class Update(Reply, frozen=True, tag="update", kw_only=True):
    """The table now. Complete by itself: forget the last one."""

    seq: int
    """Number of the last log entry it contains. Reconnect with it: `?since=seq`."""
    since: int
    """`news` holds everything after this number."""
    position: int
    """Changes with every move and undo; send it back with `play`."""
    now: int
    """The server's time in milliseconds, for drawing clocks."""
    you: You
    table: TableShown
    actors: list[int] = []
    """Seats that the game waits for; none before it, in a countdown, while it is paused, and when it is over."""
    timer_since: int | None = None
    """In real time: when the table's own clock began, in the server's milliseconds like `now` …"""
    timer_due: int | None = None
    """… and when it moves for all who may act, unless somebody moves before. A countdown ends at this time."""
    view: Any = None
    """The game as you may see it; its shape is the game's own. None before the game."""
    legal: list[LegalMove] = []
    may_undo: bool = False
    phrases: list[Phrase] = []
    """What you may say by `phrase`, where the game has phrases: at a table whose `talk` is `phrases`, nothing else."""
    news: list[News] = []


class Changes(Reply, frozen=True, tag="changes", kw_only=True):
    """In place of an update, on a socket that asked for `changes`: what has changed since the last one.

    Whatever is left out here is as it was. `news` alone is what it is in an update.
    """

    seq: int
    """Number of the last log entry, as in an update."""
    since: int
    """`news` holds everything after this number."""
    position: int
    """As in an update, and always here; so is `now`."""
    now: int
    you: You | msgspec.UnsetType = msgspec.UNSET
    table: TableShown | msgspec.UnsetType = msgspec.UNSET
    actors: list[int] | msgspec.UnsetType = msgspec.UNSET
    timer_since: int | msgspec.UnsetType | None = msgspec.UNSET
    timer_due: int | msgspec.UnsetType | None = msgspec.UNSET
    view: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    """Parts of the view that are new, by name."""
    items: dict[str, dict[str, Any]] | msgspec.UnsetType = msgspec.UNSET
    """Of lists in the view, the items that are new: by the name of the list, then by their place, from 0."""
    legal: list[LegalMove] | msgspec.UnsetType = msgspec.UNSET
    may_undo: bool | msgspec.UnsetType = msgspec.UNSET
    phrases: list[Phrase] | msgspec.UnsetType = msgspec.UNSET
    news: list[News] = []


class HintShown(msgspec.Struct, frozen=True):
    """One piece of advice."""

    move: str
    label: str
    why: str


class Hinted(Reply, frozen=True, tag="hint", kw_only=True):
    """What the strongest bot thinks, best first."""

    id: int = 0
    position: int
    advice: list[HintShown]


class Pong(Reply, frozen=True, tag="pong", kw_only=True):
    """I am."""

    id: int = 0
    now: int


AnyReply = Done | Refused | Update | Changes | Hinted | Pong


# the REST part's table


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What a table is to be."""

    game: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=100)]
    options: Annotated[dict[Annotated[str, msgspec.Meta(max_length=40)], OptionValue], msgspec.Meta(max_length=50)] = {}
    bots: Annotated[list[Level], msgspec.Meta(max_length=100)] = []
    """Levels of bots that take the last seats."""
    sit: bool = True
    """Whether the host takes the first seat."""
    public: bool = False
    spectators: bool = True
    rated: bool = False
    hints: bool = True
    talk: Talk = "all"
    pace: Pace = Pace()
