"""Live: a table in memory with the people who look at it, and what was rendered for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

import msgspec

from pandarium.server import protocol, render
from pandarium.server.judge import Asker, Entries
from pandarium.server.table import Table

_CLOCKS_STALE_MS = 200
"""Rendered clocks are used again for so long."""
_MOMENT = 20.0
"""Seconds after which somebody without a connection is gone."""
_MOVES = 500
"""Moves of one table that are kept encoded."""
_encoder = msgspec.json.Encoder()


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Watcher(Protocol):
    """Whoever is to be told that a table has changed. `wake` returns at once."""

    asker: Asker

    def wake(self) -> None:
        """There is something new."""

    def stop(self, code: int, reason: str) -> None:
        """The table has no more for you."""


class Frame(msgspec.Struct, tag_field="type", tag="update", omit_defaults=True, frozen=True, kw_only=True):
    """An Update whose parts were encoded before: those that several viewers share are encoded once."""

    seq: int
    since: int
    position: int
    now: int
    you: protocol.You
    table: msgspec.Raw
    actors: list[int] = []
    timer_since: int | None = None
    timer_due: int | None = None
    view: msgspec.Raw | None = None
    legal: msgspec.Raw | None = None
    may_undo: bool = False
    phrases: msgspec.Raw | None = None
    news: msgspec.Raw | None = None


class Rendered(NamedTuple):
    """The game as one viewer may see it, encoded."""

    view: msgspec.Raw | None
    legal: msgspec.Raw | None
    phrases: msgspec.Raw | None


class Live:
    """One table in this worker's memory."""

    __slots__ = (
        "__weakref__",
        "_around",
        "_frames",
        "_gone",
        "_here",
        "_loaded",
        "_moves",
        "_news",
        "_shown",
        "_shown_at",
        "elsewhere",
        "lock",
        "table",
        "touched",
        "waiting",
        "watchers",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.waiting: list[tuple[Callable[[Table], Entries], asyncio.Future[int]]] = []
        """Touches that are judged and committed together, as soon as the table is free."""
        self.elsewhere: dict[str, frozenset[int]] = {}
        """Seats whose people are connected to other workers."""
        self.touched = time.monotonic()
        self._loaded = self.touched
        self._gone: dict[int, float] = {}
        self._here: tuple[set[int], int] | None = None
        self._around = table.around
        self._shown: msgspec.Raw | None = None
        self._shown_at = 0
        self._frames: dict[int | None, Rendered] = {}
        self._moves: dict[int, bytes] = {}
        self._news: dict[tuple[int | None, int], msgspec.Raw | None] = {}

    # who is here

    def seats_here(self) -> set[int]:
        """Seats whose people are connected to this worker."""
        return self._count()[0]

    def here(self) -> set[int]:
        """Seats whose people are connected anywhere."""
        return self.seats_here().union(*self.elsewhere.values())

    def lately(self) -> set[int]:
        """Seats whose people are connected, or were a moment ago: a blip is no farewell."""
        now = time.monotonic()
        seats = range(len(self.table.seats))
        return self.here() | {seat for seat in seats if now - self._gone.get(seat, self._loaded) < _MOMENT}

    def watching(self) -> int:
        """How many of this worker's watchers have no seat."""
        return self._count()[1]

    def _count(self) -> tuple[set[int], int]:
        if self._here is None:
            seats = [self.table.seat_of(watcher.asker.person) for watcher in self.watchers]
            self._here = {seat for seat in seats if seat is not None}, seats.count(None)
        return self._here

    def presence_changed(self) -> None:
        """Somebody came or went."""
        before = self.here()
        self._shown = self._here = None
        now = time.monotonic()
        self._gone.update(dict.fromkeys(before - self.here(), now))
        self.changed()

    # what they see

    def changed(self) -> None:
        """Forget what was rendered, and wake everybody."""
        if self.table.around != self._around:
            self._around = self.table.around
            self._shown = self._here = None
        self._frames.clear()
        self._news.clear()
        for watcher in self.watchers:
            watcher.wake()

    def update(self, asker: Asker, since: int, lines: list[bytes] | None = None) -> bytes:
        """The encoded Update for this person. `lines` are the news after `since` if they are not at hand any more."""
        table, timer = self.table, self.table.timer
        you = render.show_you(table, asker.person, asker.name)
        shown, at = self._table()
        view, legal, phrases = self._game(you.seat)
        return _encoder.encode(
            Frame(
                seq=table.seq,
                since=min(since, table.seq),
                position=table.position,
                now=at,
                you=you,
                table=shown,
                actors=table.actors(),
                timer_since=timer.since if timer else None,
                timer_due=timer.due if timer else None,
                view=view,
                legal=legal,
                may_undo=you.seat is not None and render.may_undo(table, you.seat),
                phrases=phrases,
                news=self._told(you.seat, since) if lines is None else _joined(lines),
            )
        )

    def _table(self) -> tuple[msgspec.Raw, int]:
        now = now_ms()
        if self._shown is None or (self.table.timed and now - self._shown_at > _CLOCKS_STALE_MS):
            shown = render.show_table(self.table, now, self.here(), self.watching())
            self._shown, self._shown_at = msgspec.Raw(_encoder.encode(shown)), now
        return self._shown, self._shown_at if self.table.timed else now

    def _game(self, viewer: int | None) -> Rendered:
        if viewer not in self._frames:
            match = self.table.match
            view = match.state.view(viewer) if match is not None else None
            phrases = render.show_phrases(self.table, viewer, view)
            legal = self._legal(viewer)
            self._frames[viewer] = Rendered(_raw(view) if view else None, legal, _raw(phrases) if phrases else None)
        return self._frames[viewer]

    def _legal(self, viewer: int | None) -> msgspec.Raw | None:
        """The viewer's moves; each is encoded once, since most are legal again and again."""
        moves, known = render.legal_moves(self.table, viewer), self._moves
        if not moves:
            return None
        if any(move not in known for move in moves):
            names = self.table.names
            if len(known) > _MOVES:
                known.clear()
            for move in moves:
                if move not in known:
                    known[move] = _encoder.encode(render.show_move(self.table, move, names))
        return _joined([known[move] for move in moves])

    def _told(self, viewer: int | None, since: int) -> msgspec.Raw | None:
        if since >= self.table.seq:
            return None
        key = (viewer, since)
        if key not in self._news:
            steps = self.table.steps_after(since) or []
            news = render.show_news(self.table, viewer, steps)
            self._news[key] = msgspec.Raw(_encoder.encode(news)) if news else None
        return self._news[key]


def _joined(lines: list[bytes]) -> msgspec.Raw:
    return msgspec.Raw(b"[" + b",".join(lines) + b"]")


def _raw(part: object) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode(part))
