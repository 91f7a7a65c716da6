"""Tidying up: what the settings say need not be kept is closed or removed, in small portions.

A move never waits for it: each portion is one short write, and others write before the next. All of it may be broken
off at any place and done again, by two at once if it must be.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from pandarium.core.message import Message
from pandarium.protocol.pace import DAY, Pace
from pandarium.server.people.identity import SESSION_SECONDS
from pandarium.server.settings import Settings
from pandarium.server.store import Store, retention
from pandarium.server.store.retention import IdleTable, Removed
from pandarium.server.tables.closing import close_table
from pandarium.server.tournaments.closing import cancel_tournament

PAUSE: Final = 0.05
"""Seconds between two portions."""

What = Literal[
    "open tables",
    "idle tables",
    "idle tournaments",
    "tables never played",
    "guests' games",
    "games",
    "chat lines",
    "shared evenings",
    "sessions",
    "codes",
    "guests",
    "reports",
    "restrictions",
    "notices",
]
"""What is tidied, in this order."""
KINDS: Final[tuple[What, ...]] = get_args(What)

Watched = Callable[[str], bool]
"""Whether somebody is at that table at this moment."""


class Task(NamedTuple):
    """One kind of what is tidied."""

    what: What
    days: int | None
    """After how many days; None: these go by a time of their own."""
    preview: Callable[[], Awaitable[int]]
    """How many would go."""
    carry_out: Callable[[], Removed]

    @property
    def wanted(self) -> bool:
        """0 days: all are kept for ever."""
        return self.days != 0


class _Agreed(msgspec.Struct):
    """The part of an agreement that counts here."""

    pace: Pace = Pace()


class _Terms(msgspec.Struct):
    """The part of a tournament's terms that counts here."""

    starts: int | None = None


def nobody_watches(table: str) -> bool:
    """What a command line can say about that."""
    return False


def plan(store: Store, settings: Settings, now: int, watched: Watched = nobody_watches) -> list[Task]:
    """What is to be tidied, in order."""

    def kept(
        what: What,
        days: int,
        count: Callable[[Store, int], Awaitable[int]],
        remove: Callable[[Store, int], Removed],
        exact: int | None = None,
    ) -> Task:
        before = now - days * DAY if exact is None else exact
        return Task(what, days if exact is None else None, lambda: count(store, before), lambda: remove(store, before))

    def idle(what: What, days: int, found: _Idle) -> Task:
        return Task(what, days, lambda: _count(found), lambda: _each(found))

    s, r = settings, retention
    return [
        idle("open tables", s.open_table_days, _open_tables(store, s.open_table_days, now, watched)),
        idle("idle tables", s.idle_table_days, _idle_tables(store, s.idle_table_days, now, watched)),
        idle("idle tournaments", s.idle_tournament_days, _idle_tournaments(store, s.idle_tournament_days, now)),
        kept("tables never played", s.never_played_days, r.count_never_played, r.never_played),
        kept("guests' games", s.guest_game_days, r.count_guest_games, r.guest_games),
        kept("games", s.game_days, r.count_games, r.games),
        kept("chat lines", s.chat_days, r.count_chat, r.chat),
        kept("shared evenings", s.shared_evening_days, r.SHARED_EVENINGS.count_old, r.SHARED_EVENINGS.remove_old),
        kept("sessions", 0, r.SESSIONS.count_old, r.SESSIONS.remove_old, now - 1000 * SESSION_SECONDS),
        kept("codes", 0, r.CODES.count_old, r.CODES.remove_old, now),
        kept("guests", s.guest_days, r.count_guests, r.guests),
        kept("reports", s.report_days, r.REPORTS.count_old, r.REPORTS.remove_old),
        kept("restrictions", s.report_days, r.RESTRICTIONS.count_old, r.RESTRICTIONS.remove_old),
        kept("notices", 0, r.NOTICES.count_old, r.NOTICES.remove_old, now),
    ]


async def preview(store: Store, settings: Settings, now: int) -> dict[What, int]:
    """What would go: how many of each kind. Some may go together, as the chat of a game that goes itself."""
    return {task.what: await task.preview() if task.wanted else 0 for task in plan(store, settings, now)}


async def tidy(
    store: Store,
    settings: Settings,
    now: int,
    *,
    watched: Watched = nobody_watches,
    removed: Callable[[What, int], None] = lambda what, count: None,
    pause: float = PAUSE,
) -> dict[What, int]:
    """Close and remove what is not to be kept; how many of each kind. `removed` is told of every portion."""
    gone: dict[What, int] = dict.fromkeys(KINDS, 0)
    for task in plan(store, settings, now, watched):
        if not task.wanted:
            continue
        async for count in task.carry_out():
            gone[task.what] += count
            removed(task.what, count)
            await sleep(pause)
    return gone


class _Idle(NamedTuple):
    """Tables, or tournaments, that nobody comes back to, and how one of them is closed."""

    find: Callable[[], AsyncIterator[IdleTable]]
    close: Callable[[str], Awaitable[bool]]


async def _count(found: _Idle) -> int:
    return sum([1 async for _ in found.find()])


async def _each(found: _Idle) -> Removed:
    async for table in found.find():
        yield int(await found.close(table.id))


def _open_tables(store: Store, days: int, now: int, watched: Watched) -> _Idle:
    async def find() -> AsyncIterator[IdleTable]:
        async for table in _pages(lambda after: retention.idle_tables(store, "open", now - days * DAY, after)):
            if not watched(table.id):
                yield table

    return _Idle(find, lambda id: close_table(store, id, Message("protocol.closed.never_started")))


def _idle_tables(store: Store, days: int, now: int, watched: Watched) -> _Idle:
    async def find() -> AsyncIterator[IdleTable]:
        async for table in _pages(lambda after: retention.idle_tables(store, "running", now - days * DAY, after)):
            pace = msgspec.json.decode(table.agreement, type=_Agreed).pace
            patience = days + pace.days if pace.kind == "days" else days  # whoever is to move may still have time
            if table.at < now - patience * DAY and not watched(table.id):
                yield table

    return _Idle(find, lambda id: close_table(store, id, Message("protocol.closed.abandoned", {"days": days})))


def _idle_tournaments(store: Store, days: int, now: int) -> _Idle:
    async def find() -> AsyncIterator[IdleTable]:
        async for found in _pages(lambda after: retention.idle_tournaments(store, now - days * DAY, after)):
            if (msgspec.json.decode(found.agreement, type=_Terms).starts or 0) < now:  # else it starts by itself
                yield found

    return _Idle(find, lambda id: cancel_tournament(store, id, Message("protocol.cancelled.never_started")))


async def _pages(page: Callable[[str], Awaitable[list[IdleTable]]]) -> AsyncIterator[IdleTable]:
    """All of them, page by page: one that cannot be closed now does not come again before the next time."""
    after = ""
    while found := await page(after):
        for table in found:
            yield table
        after = found[-1].id
