"""What the store keeps, row by row, and how it says that something went wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Connection

from pandarium.core.errors import PandariumError
from pandarium.core.message import Message

Job: TypeAlias = Callable[[Connection], None]
"""A write that belongs to an append: runs in the same transaction, and only if the append won."""

Status: TypeAlias = Literal["open", "running", "ended", "closed"]
"""Where a table is in its life."""


class StoreError(PandariumError):
    """The database could not do it; the message is for people."""


class HandleTaken(StoreError):
    """Somebody else goes by this handle."""

    def __init__(self, handle: str) -> None:
        super().__init__(Message("protocol.handle_taken", {"handle": handle}))

    @property
    def message(self) -> Message:
        """What to tell whoever wanted it."""
        message: Message = self.args[0]
        return message


class TooManyOpen(StoreError):
    """Somebody, or somebody's address, has as many open tables as it may."""

    def __init__(self, by_address: bool, most: int) -> None:
        super().__init__("too many open tables")
        self.by_address = by_address
        self.most = most


class OpenQuota(NamedTuple):
    """How many tables that have not started one may have; 0: any number."""

    of_person: int = 0
    of_address: int = 0


class _Discreet(msgspec.Struct, frozen=True):
    """A row that keeps some of its columns out of logs and tracebacks."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__rich_repr__())})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [(name, getattr(self, name)) for name in self.__struct_fields__ if name not in _HIDDEN]


_HIDDEN = frozenset({"secret", "invite", "password", "mail", "origin", "code"})


class PersonRow(_Discreet, frozen=True):
    """Somebody who plays: a guest, or with a handle and a password an account."""

    id: str
    name: str
    avatar: str
    handle: str | None
    password: str | None  # an argon2 hash
    created: int  # like every time here: milliseconds since 1970
    sessions: int = 0  # sessions of an earlier number are over
    mail: str | None = None
    operator: bool = False
    hidden: bool = False  # others see name and picture alone


class TableRow(_Discreet, frozen=True):
    """A table: what was agreed, and where it stands. Its game is the fold of its entries."""

    id: str
    game: str
    rules: int
    agreement: bytes  # JSON
    secret: str  # 64 hex digits, shown to nobody before the game is over
    invite: str
    host: str  # a person's id
    status: Status
    public: bool
    driven: bool  # needs a driver: has bots or a clock
    driver: str | None  # a worker's id
    created: int
    changed: int  # creation, start, end: not every move
    outcome: bytes | None  # JSON
    rematch_of: str | None
    origin: str = ""  # a mark of the address that it was created from; empty when it is over, or that is not known


class EntryRow(NamedTuple):
    """One line of a table's log; the store never looks into the body."""

    seq: int  # starts at 1
    at: int
    body: bytes


class SeatRow(msgspec.Struct, frozen=True):
    """Who sat where: a person or a bot, with the name they had at that table."""

    table: str
    seat: int
    person: str | None
    name: str
    bot: str | None
    avatar: str = ""


class TournamentRow(_Discreet, frozen=True):
    """A tournament: what was agreed, and where it stands. The rest is the fold of its entries."""

    id: str
    game: str
    terms: bytes  # JSON
    secret: str  # 64 hex digits, shown to nobody before it is over
    invite: str
    host: str  # a person's id
    status: Literal["open", "running", "ended", "cancelled"]
    public: bool
    driver: str | None  # a worker's id
    created: int
    changed: int  # creation, start, end
    players: int
    winner: str | None  # a name


class ChallengeRow(_Discreet, frozen=True):
    """One deal for many: the deal of a day, or that of a finished table."""

    id: str
    game: str
    rules: int
    day: str  # 2026-11-18; empty: no day's
    terms: bytes  # JSON
    secret: str  # 64 hex digits; of a day's deal shown to nobody before the day is over
    origin: str  # the table that it was played at first; empty for a day's
    host: str  # whose challenge it is; empty for a day's
    created: int


class AttemptRow(msgspec.Struct, frozen=True):
    """Somebody who knows the deal of a challenge: they play it, have played it, or (without a table) have seen it."""

    challenge: str
    person: str
    table: str
    seat: int
    seats: int
    people: int
    started: int
    finished: int | None = None
    score: int | None = None  # None: not finished, or given up
    won: bool = False
    name: str = ""
    avatar: str = ""
    account: bool = False
    over: bool = False  # their table is over, or gone


class SharedEveningRow(_Discreet, frozen=True):
    """An evening at a real table that several phones share."""

    id: str
    code: str  # four letters, that people type
    secret: str  # the hash of what ends it
    evening: str  # under which id the phones keep it
    game: str
    terms: bytes  # JSON
    version: int  # counts changes
    entries: bytes  # JSON
    created: int
    changed: int
    next: str | None = None  # the id of the one that the same people began after it


class EveningPlayedRow(msgspec.Struct, frozen=True):
    """An evening at a real table in somebody's history."""

    person: str
    evening: str
    game: str
    started: int
    ended: int
    seat: int  # theirs
    players: bytes  # JSON


class RatingRow(msgspec.Struct, frozen=True):
    """How well somebody plays a game; `who` is a person's id or "bot:<level>"."""

    who: str
    game: str
    mu: float
    sigma: float
    games: int
    name: str = ""  # a person's name now; a bot's id

    @property
    def certain(self) -> float:
        """What is certain of their skill: the number that people see."""
        return self.mu - 3 * self.sigma


class ResultRow(msgspec.Struct, frozen=True):
    """How a game went for one person who played it to its end."""

    table: str
    seat: int
    person: str
    game: str
    started: int
    ended: int
    seats: int  # how many played
    level: str  # the strongest bot that played along; empty: people alone
    place: int  # 1 is the best; together: 1 for all when it is won
    score: int
    won: bool
    public: bool
    before: float | None = None  # what was certain of their skill; None: not rated
    after: float | None = None


class TallyRow(msgspec.Struct, frozen=True):
    """How many games of a kind somebody has played to the end, and won."""

    game: str
    seats: int
    level: str
    games: int
    won: int
