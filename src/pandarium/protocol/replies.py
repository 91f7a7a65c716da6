"""What a table sends to a client: answers to messages, and updates.

Whenever the table changes, each client gets one `update`, complete by itself: its view replaces all before it. A socket
that asked for `changes` (our web client does) gets these instead, from its second update on: only what is new since the
last one. In both, `news` says what happened since then, so a client that was away or slow misses nothing.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pandarium.core.message import Message
from pandarium.core.meta import OptionValue
from pandarium.core.outcome import Outcome
from pandarium.kit.talk import Phrase, Spoken
from pandarium.protocol.fields import By, Question, RefusalCode, Status, Talk
from pandarium.protocol.pace import Pace


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
    """In English."""
    message: Message | None = None
    """The same as a code and its parameters, for other languages: the part before the first dot says where the
    catalogues are: `protocol`, `core`, `kit` (`pandarium/<part>/words`), or a game (`pandarium/games/<game>/words`)."""
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


class AskedShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question that waits for answers."""

    what: Question
    seat: int
    waiting: list[int]
    about: int | None = None
    """Whom a removal is about."""


class LegalMove(msgspec.Struct, frozen=True):
    """A move that you may make now."""

    move: str
    """What to send."""
    label: str
    """What to show."""
    what: Any
    """The move's parts, as the game describes them."""


class ReviewShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody leads others through a finished game."""

    person: str
    name: str
    at: int
    """The number of the replay's frame that they look at."""
    seat: int | None = None
    """Through whose eyes; none: a spectator's."""


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
    """Why the game waits, in English; None when it does not."""
    paused_message: Message | None = None
    """The same for other languages."""
    asked: AskedShown | None = None
    outcome: Outcome | None = None
    closed: str | None = None
    """Why the table was given up, in English."""
    closed_message: Message | None = None
    """The same for other languages."""
    rematch: str | None = None
    secret: str | None = None
    """Once the game is over, and the tournament that it is a deal of: then the record is given out, too."""
    tournament: str | None = None
    """The tournament that this is a table of: `GET /api/tournaments/<id>` says where you play next."""
    challenge: str | None = None
    """The challenge whose deal is played here: `GET /api/challenges/<id>` says who else has played it."""
    listed: bool = False
    """Whether it counts for the list of its challenge."""
    what_if: str | None = None
    """The finished table whose game is gone on with here, against bots."""
    together: bool = False
    """All play together: they win or lose as one, and there is no ranking."""
    drop_in: bool = False
    """Players come and go while it runs: who leaves is gone for good, and the seat is free for anybody."""
    ways_in: list[LegalMove] = []
    """While it runs and has a free seat that may be taken: the moves with which to come in; send one with `sit`."""
    content: str = ""
    """What the host's content pack calls itself; empty: the game's own content."""
    autostart: bool = False
    """It begins by itself as soon as every seat is taken; nobody need be ready."""
    review: ReviewShown | None = None
    """After the game: who leads others through it, and where they are."""


class You(msgspec.Struct, frozen=True, omit_defaults=True):
    """The one who reads this."""

    person: str
    name: str
    seat: int | None = None
    host: bool = False
    invite: str | None = None
    """The token that lets friends in, for those who sit at the table."""


class May(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What you may do at this table now, besides the moves in `legal`: the server would not refuse it.

    Only how much may be asked for at once or in all is not looked at here.
    """

    sit: bool = False
    """Take a free seat, or change to one."""
    ready: bool = False
    """Say that you are ready, or that you are not."""
    start: bool = False
    """Start the game as it stands: all seats are taken, and everybody else is ready."""
    fill: bool = False
    """Start it with bots in the free seats."""
    fewer: bool = False
    """Start it without the free seats."""
    free: bool = False
    """Free the seats of others."""
    bot: bool = False
    """Put bots into free seats; during the game into the seat of somebody who is not `here`."""
    close: bool = False
    """Give the table up before the game."""
    undo: bool = False
    """Take your last move back by right."""
    ask_undo: bool = False
    """Ask everybody to take your last move back."""
    ask_pause: bool = False
    """Ask everybody for a pause."""
    ask_removal: bool = False
    """Ask everybody else to agree that somebody no longer plays here."""
    answer: bool = False
    """Answer what was asked."""
    resume: bool = False
    """End a pause."""
    leave: bool = False
    come_back: bool = False
    """Play yourself again, by `return`."""
    resign: bool = False
    talk: bool = False
    """Chat and react."""
    phrase: bool = False
    """Say one of `phrases`."""
    hint: bool = False
    rematch: bool = False


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
    about: int | None = None
    """The seat of whom a removal is asked for."""
    message: Message | None = None
    """A phrase of the game, or why, for other languages."""
    phrase: Spoken | None = None
    """What was said in its parts, if it was one of the game's phrases: what somebody points at can be shown to all."""
    events: list[GameEvent] = []
    removed: bool = False
    """What was said is gone. Of a line that you have, a `removed` entry tells: its `text` is the number of the line."""


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
    may: May = May()
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
    may: May | msgspec.UnsetType = msgspec.UNSET
    phrases: list[Phrase] | msgspec.UnsetType = msgspec.UNSET
    news: list[News] = []


class HintShown(msgspec.Struct, frozen=True):
    """One piece of advice."""

    move: str
    label: str
    why: str
    """In English."""
    message: Message | None = None
    """The same for other languages."""


class Hinted(Reply, frozen=True, tag="hint", kw_only=True):
    """What the strongest bot thinks, best first."""

    id: int = 0
    position: int
    advice: list[HintShown]


class Pong(Reply, frozen=True, tag="pong", kw_only=True):
    """The answer to a ping."""

    id: int = 0
    now: int


AnyReply = Done | Refused | Update | Changes | Hinted | Pong
