"""LoadedTable: a table in memory with the people who look at it, and what was rendered for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from pandarium.core.message import Message
from pandarium.protocol import GameEvent
from pandarium.server.ops.now import now_ms
from pandarium.server.tables import render
from pandarium.server.tables.judge import Asker, Entries, Refusal, permissions, permissions_key
from pandarium.server.tables.parts import Lead, LogStep
from pandarium.server.tables.table import Table
from pandarium.server.tables.table_lock import TableLock
from pandarium.server.tables.updates import NOTHING, Moment, Permissions, Snapshot, ViewerState

_STALE_MS = 200
"""Rendered clocks, and what time it is, are used again for so long."""
_MOMENT = 20.0
"""Seconds after which somebody without a connection is gone."""
_MOVES = 2000
"""Moves of one table that are kept encoded."""
READ_AGAIN = Message("protocol.table_read_again")
"""What somebody is told whose entry is in the log, but could not be carried out."""
_encoder = msgspec.json.Encoder()


class Watcher(Protocol):
    """Whoever is to be told that a table has changed. `wake` returns at once."""

    asker: Asker

    def wake(self) -> None:
        """There is something new."""

    def stop(self, code: int, reason: str) -> None:
        """The table has no more for you."""


class _Reader(msgspec.Struct):
    """Somebody who reads updates: what stays the same for them until something changes at the table around the game."""

    you: bytes
    """Who it is, encoded."""
    permissions: dict[tuple[bool, ...], Permissions]
    """What they may do, by all that a move can change about it."""


class _Line(msgspec.Struct, frozen=True):
    """A line of the log as some viewers may know it."""

    own: bool
    """Whether it is their own move, or undo."""
    seen: list[Any]
    """Its events."""
    shown: list[GameEvent]
    """The same in words."""
    encoded: bytes


class LoadedTable:
    """One table in this worker's memory."""

    __slots__ = (
        "__weakref__",
        "_announced",
        "_fresh",
        "_gone",
        "_here",
        "_legal",
        "_lines",
        "_loaded_at",
        "_moment",
        "_moves",
        "_names",
        "_news",
        "_permissions_version",
        "_readers",
        "_shown",
        "_shown_at",
        "_table_version",
        "_viewer_states",
        "broken",
        "elsewhere",
        "head",
        "lead",
        "lock",
        "table",
        "touched",
        "waiting",
        "watchers",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = TableLock()
        self.watchers: set[Watcher] = set()
        self.waiting: list[tuple[Callable[[Table], Entries], asyncio.Future[int]]] = []
        """Touches that are judged and committed together, as soon as the table is free."""
        self.broken = False
        """Its table was changed by half: nobody sees it any more, and whoever asks next reads it from its log."""
        self.elsewhere: dict[str, frozenset[int]] = {}
        """Seats whose people are connected to other workers."""
        self.head = table.seq
        """How far another worker says that the table has come."""
        self.lead: Lead | None = None
        """Who leads others through the game, now that it is over."""
        self.touched = time.monotonic()
        self._loaded_at = self.touched
        self._gone: dict[int, float] = {}
        self._announced: set[int] = set()
        """Seats whose people were connected anywhere when that was last announced."""
        self._here: tuple[set[int], int] | None = None
        self._table_version = table.table_version
        self._shown: bytes | None = None
        self._shown_at = 0
        self._permissions_version = table.permissions_version
        self._readers: dict[Asker, _Reader] = {}
        self._moment: Moment | None = None
        """What everybody is told alike, since the last change."""
        self._fresh = False
        """Everybody is being woken: no time passes meanwhile."""
        self._viewer_states: dict[int | None, ViewerState] = {}
        self._moves: dict[int, bytes] = {}
        self._names: list[str] = []
        self._legal: dict[int, tuple[list[int], bytes]] = {}
        """What each seat was last told that it may do."""
        self._news: dict[int | tuple[int | None, int] | None, bytes] = {}
        """The last line by viewer; more of them by viewer and the number that they are after."""
        self._lines: dict[int, list[_Line]] = {}
        """Lines of the log by their number, each as those see it whose move it is (or not) and who may know it."""

    @property
    def behind(self) -> bool:
        """Whether another worker knows more of it. Where nobody looks on, it is read when somebody does."""
        return self.head > max(self.table.seq, self.table.beyond)

    # who is here

    def seats_here(self) -> set[int]:
        """Seats whose people are connected to this worker."""
        return self._count()[0]

    def here(self) -> set[int]:
        """Seats whose people are connected anywhere."""
        return self.seats_here().union(*self.elsewhere.values())

    def recently_connected(self) -> set[int]:
        """Seats whose people are connected, or were a moment ago: a blip is no farewell."""
        now = time.monotonic()
        seats = range(len(self.table.seats))
        gone = {seat for seat in seats if now - self._gone.get(seat, self._loaded_at) < _MOMENT}
        return self.here() | self._announced | gone

    def watching(self) -> int:
        """How many of this worker's watchers have no seat."""
        return self._count()[1]

    def _count(self) -> tuple[set[int], int]:
        if self._here is None:
            seats = [self.table.seat_of(watcher.asker.person) for watcher in self.watchers]
            self._here = {seat for seat in seats if seat is not None}, seats.count(None)
        return self._here

    def presence_changed(self) -> None:
        """Somebody came or went since that was last announced."""
        self._shown = self._here = None
        here = self.here()
        self._gone.update(dict.fromkeys(self._announced - here, time.monotonic()))
        self._announced = here
        self.changed()

    def set_lead(self, lead: Lead | None) -> None:
        """Somebody leads others through the game, or nobody does any more."""
        self.lead = lead
        self._shown = None
        self.changed()

    # what they see

    def changed(self) -> None:
        """Forget what was rendered, and wake everybody."""
        self.forget_rendered()
        self._fresh = True
        try:
            for watcher in self.watchers:
                watcher.wake()
        finally:
            self._fresh = False
        self._forget_views()  # hardly anybody needs them any more, and with many tables they are most of what is new

    def forget_rendered(self) -> None:
        """What was rendered before must not go out under a new number."""
        if self.table.table_version != self._table_version:
            self._table_version = self.table.table_version
            self._shown = self._here = None
            self._readers.clear()
        self._moment = None
        self._forget_views()

    def _forget_views(self) -> None:
        self._viewer_states.clear()
        self._news.clear()
        self._lines.clear()

    def replace(self, table: Table) -> None:
        """The same table, read again because its rows were changed; nothing that was rendered holds any more."""
        table.table_version = self.table.table_version + 1
        table.permissions_version = self.table.permissions_version + 1
        self.table = table
        self._moves.clear()
        self._legal.clear()

    def update(self, asker: Asker, since: int, lines: list[bytes] | None = None) -> bytes:
        """The encoded Update for this person. `lines` are the news after `since` if they are not at hand any more."""
        snapshot = self.snapshot(asker)
        return snapshot.whole(since, self.news(snapshot, since, lines))

    def snapshot(self, asker: Asker) -> Snapshot:
        """What this person sees now; raises Refusal if that is not known at this moment."""
        if self.broken:
            raise Refusal("busy", READ_AGAIN, retry_ms=1000)
        table = self.table
        seat = table.seated.get(asker.person)
        moment = self._moment if self._fresh else None
        if moment is None:
            moment = self._current_moment()
        everybody = actors = moment.actors
        if not moment.same_actors:
            actors = table.actors_for(seat, everybody)
        reader = self._readers.get(asker)
        if reader is None or table.permissions_version != self._permissions_version:
            reader = self._read_by(asker)
        key = permissions_key(table, seat, everybody, moment.undoers)
        may = reader.permissions.get(key)
        if may is None:
            may = reader.permissions[key] = Permissions.of(permissions(table, asker))
        return Snapshot(moment, seat, reader.you, actors, self._viewer_state(seat), may)

    def news(self, snapshot: Snapshot, since: int, lines: list[bytes] | None = None) -> bytes | None:
        """What goes with it: all that happened after that number."""
        if lines is not None:
            return _joined(lines)
        table, viewer = self.table, snapshot.viewer
        if since >= table.seq:
            return None
        key = viewer if since == table.seq - 1 else (viewer, since)
        news = self._news.get(key)
        if news is None:
            if key is viewer and table.recent:
                news = self._news[key] = b"[" + self._line(viewer, table.recent[-1]) + b"]"
            elif steps := table.steps_after(since):
                news = self._news[key] = _joined([self._line(viewer, step) for step in steps])
        return news

    def _current_moment(self) -> Moment:
        """What everybody is told alike; the clocks in it are those of its time, which it says."""
        moment, now, table = self._moment, now_ms(), self.table
        if moment is None or moment.seq != table.seq or now - moment.now > _STALE_MS:
            timer, phase = table.timer, None if table.match is None else table.match.phase
            if self._shown is None or (table.timed and now - self._shown_at > _STALE_MS):
                shown = render.show_table(table, now, self.here(), self.watching(), self.lead)
                self._shown, self._shown_at = _encoder.encode(shown), now
            moment = self._moment = Moment(
                seq=table.seq,
                position=table.position,
                now=self._shown_at if table.timed else now,
                table=self._shown,
                actors=table.actors(),
                same_actors=phase is None or not phase.secret,
                undoers=table.undoers(),
                timer_since=timer.since if timer else None,
                timer_due=timer.due if timer else None,
            )
        return moment

    def _viewer_state(self, viewer: int | None) -> ViewerState:
        viewer_state = self._viewer_states.get(viewer)
        if viewer_state is None:
            moment, state = self._moment or self._current_moment(), self.table.state_for(viewer)
            view = state.view(viewer) if state is not None else None
            phrases = render.show_phrases(self.table, viewer, view)
            legal = NOTHING if viewer is None or viewer not in moment.actors else self._moves_of(viewer)
            viewer_state = self._viewer_states[viewer] = ViewerState(view, legal, phrases)
        return viewer_state

    def _moves_of(self, viewer: int) -> bytes:
        """The viewer's moves; each is encoded once, since most are legal again and again."""
        moves, known = render.legal_moves(self.table, viewer), self._moves
        if not moves:
            return NOTHING
        if self.table.drop_in is not None and self._names != self.table.names:
            self._names = self.table.names  # moves may name players, and these come and go
            known.clear()
            self._legal.clear()
        last = self._legal.get(viewer)
        if last is not None and last[0] == moves:
            return last[1]
        if not all(map(known.__contains__, moves)):
            names = self.table.names
            if len(known) > _MOVES:
                known.clear()
            for move in moves:
                if move not in known:
                    known[move] = _encoder.encode(render.show_move(self.table, move, names))
        encoded = b"[" + b",".join(map(known.__getitem__, moves)) + b"]"
        self._legal[viewer] = moves, encoded
        return encoded

    def _read_by(self, asker: Asker) -> _Reader:
        """What is known of a reader; nothing is that could have changed."""
        if self.table.permissions_version != self._permissions_version:
            self._permissions_version = self.table.permissions_version
            self._readers.clear()
        you = _encoder.encode(render.show_you(self.table, asker.person, asker.name))
        reader = self._readers[asker] = _Reader(you, {})
        return reader

    def _line(self, viewer: int | None, step: LogStep) -> bytes:
        """A line of the log as that viewer may know it; those who know the same share it."""
        viewer = render.eyes(self.table, viewer, step.seq)
        own, seen = render.see_step(self.table, viewer, step)
        shown: list[GameEvent] | None = None
        lines = self._lines.setdefault(step.seq, [])
        for line in lines:
            if line.seen == seen:
                if line.own == own:
                    return line.encoded
                shown = line.shown
        if shown is None:
            shown = render.show_events(self.table, seen)
        encoded = _encoder.encode(render.show_line(self.table, step, own, shown))
        lines.append(_Line(own, seen, shown, encoded))
        return encoded


def _joined(lines: list[bytes]) -> bytes:
    return b"[" + b",".join(lines) + b"]"
