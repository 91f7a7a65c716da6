"""Snapshot: what one viewer is shown at one moment, and how it travels: whole, or only what is new to that viewer."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from pandarium import protocol
from pandarium.kit.talk import Phrase
from pandarium.server.tables.changes import Parts, difference, take_apart
from pandarium.server.tables.encoded import EncodedChanges, EncodedUpdate

_encoder = msgspec.json.Encoder()


class ViewerState:
    """The game as one viewer may see it; shared by all who may see the same."""

    __slots__ = ("_difference", "_encoded", "_parts", "legal", "phrases", "view")

    def __init__(self, view: object, legal: bytes, phrases: list[Phrase]) -> None:
        self.view = view
        self.legal = legal
        """Encoded."""
        self.phrases = phrases
        self._encoded: msgspec.Raw | None = None
        self._parts: Parts | UnsetType | None = UNSET
        self._difference: tuple[ViewerState, _News | None] | None = None

    def encoded(self) -> msgspec.Raw | None:
        """The whole view."""
        if self._encoded is None and self.view is not None:
            self._encoded = msgspec.Raw(_encoder.encode(self.view))
        return self._encoded

    def parts(self) -> Parts | None:
        """The view taken apart; not before somebody wants to know what has changed."""
        if self._parts is UNSET:
            self._parts = take_apart(self.view)
        return self._parts

    def new_since(self, before: ViewerState) -> _News | None:
        """What is new for those who saw that before; None when they need the whole view."""
        if before is self:
            return _News(UNSET, UNSET)
        if self._difference is None or self._difference[0] is not before:
            before._difference = None  # nobody goes there any more, and it would keep all that were before it
            self._difference = before, self._compare(before)
        return self._difference[1]

    def _compare(self, before: ViewerState) -> _News | None:
        if self.view is None and before.view is None:
            return _News(UNSET, UNSET)
        new = difference(before.parts(), self.parts())
        if new is None:
            return None
        return _News(
            msgspec.Raw(_encoder.encode(new.parts)) if new.parts else UNSET,
            msgspec.Raw(_encoder.encode(new.items)) if new.items else UNSET,
        )


class _News(NamedTuple):
    """A difference, encoded."""

    parts: msgspec.Raw | UnsetType
    items: msgspec.Raw | UnsetType


class Permissions(NamedTuple):
    """What somebody may do, encoded."""

    may: msgspec.Raw
    undo: bool

    @classmethod
    def of(cls, may: protocol.May) -> Permissions:
        """These, encoded once for all updates that say the same."""
        return cls(msgspec.Raw(_encoder.encode(may)), may.undo)


class Moment(NamedTuple):
    """What an update says to everybody alike: made once for each change of a table."""

    seq: int
    position: int
    now: int
    table: bytes
    """Encoded."""
    actors: list[int]
    """All of them, whoever may know it."""
    timer_since: int | None
    timer_due: int | None


class Snapshot(NamedTuple):
    """Everything that an update says but for the news."""

    moment: Moment
    viewer: int | None
    """The seat of the one who reads it."""
    you: bytes
    """Encoded."""
    actors: list[int]
    """Those that the viewer may know of."""
    viewer_state: ViewerState
    may: Permissions

    def whole(self, since: int, news: msgspec.Raw | None) -> bytes:
        """The encoded Update."""
        seq, position, now, table, _, timer_since, timer_due = self.moment
        viewer_state = self.viewer_state
        return _encoder.encode(
            EncodedUpdate(
                seq=seq,
                since=min(since, seq),
                position=position,
                now=now,
                you=msgspec.Raw(self.you),
                table=msgspec.Raw(table),
                actors=self.actors,
                timer_since=timer_since,
                timer_due=timer_due,
                view=viewer_state.encoded(),
                legal=None if viewer_state.legal == NOTHING else msgspec.Raw(viewer_state.legal),
                may=self.may.may,
                may_undo=self.may.undo,
                phrases=viewer_state.phrases,
                news=news,
            )
        )

    def changed(self, before: Snapshot, since: int, news: msgspec.Raw | None) -> bytes:
        """The encoded Changes for those whose screen shows that before, or the Update if it takes one."""
        viewer_state, old = self.viewer_state, before.viewer_state
        moment, shown = self.moment, before.moment
        new = viewer_state.new_since(old)
        if new is None:
            return self.whole(since, news)
        return _encoder.encode(
            EncodedChanges(
                seq=moment.seq,
                since=min(since, moment.seq),
                position=moment.position,
                now=moment.now,
                you=UNSET if self.you == before.you else msgspec.Raw(self.you),
                table=UNSET if moment.table == shown.table else msgspec.Raw(moment.table),
                actors=UNSET if self.actors == before.actors else self.actors,
                timer_since=UNSET if moment.timer_since == shown.timer_since else moment.timer_since,
                timer_due=UNSET if moment.timer_due == shown.timer_due else moment.timer_due,
                view=new.parts,
                items=new.items,
                legal=UNSET if viewer_state.legal == old.legal else msgspec.Raw(viewer_state.legal),
                may=UNSET if self.may is before.may or self.may.may == before.may.may else self.may.may,
                may_undo=UNSET if self.may.undo == before.may.undo else self.may.undo,
                phrases=UNSET if viewer_state.phrases == old.phrases else viewer_state.phrases,
                news=news,
            )
        )


NOTHING = b"[]"
"""No moves."""
