"""Snapshot: what one viewer is shown at one moment, and how it travels: whole, or only what is new to that viewer."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from pandarium import protocol
from pandarium.kit.talk import Phrase
from pandarium.server.tables.changes import Parts, difference, take_apart
from pandarium.server.tables.encoded import EncodedChanges

NOTHING = b"[]"
"""No moves."""
_encoder = msgspec.json.Encoder()


class ViewerState(msgspec.Struct, eq=False):
    """The game as one viewer may see it; shared by all who may see the same."""

    view: object
    legal: bytes
    """Encoded."""
    phrases: list[Phrase]
    _whole: bytes | None = None
    _parts: Parts | UnsetType | None = UNSET
    _difference: tuple[ViewerState, _News | None] | None = None

    def whole(self) -> bytes:
        """The whole view and the moves, as an Update has them."""
        whole = self._whole
        if whole is None:
            whole = b"" if self.view is None else b',"view":' + _encoder.encode(self.view)
            if self.legal is not NOTHING:
                whole += b',"legal":' + self.legal
            self._whole = whole
        return whole

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
    whole: bytes
    """The same as a part of an Update."""

    @classmethod
    def of(cls, may: protocol.May) -> Permissions:
        """These, encoded once for all updates that say the same."""
        encoded = _encoder.encode(may)
        return cls(msgspec.Raw(encoded), b',"may":' + encoded)


class Moment(msgspec.Struct, kw_only=True, eq=False):
    """What an update says to everybody alike: made once for each change of a table."""

    seq: int
    position: int
    now: int
    table: bytes
    """Encoded."""
    actors: list[int]
    """All of them, whoever may know it."""
    same_actors: bool
    """Whether everybody may."""
    undoers: list[int]
    """Seats that may take their last move back by right."""
    timer_since: int | None
    timer_due: int | None
    around: bytes = b""
    """The part of an Update between who reads it and the view, for all who may know of all actors."""
    head: bytes = b""
    """What `begin` said last,"""
    head_since: int = -1
    """and for which number."""

    def __post_init__(self) -> None:
        self.around = self.around_for(self.actors)

    def begin(self, since: int) -> bytes:
        """An Update as far as it says who reads it, for all whose last number was that."""
        numbers = self.seq, min(since, self.seq), self.position, self.now
        self.head_since = since
        self.head = b'{"type":"update","seq":%d,"since":%d,"position":%d,"now":%d,"you":' % numbers
        return self.head

    def around_for(self, actors: list[int]) -> bytes:
        """The next of it, up to the view, for those who may know of these actors."""
        shown = b',"table":' + self.table
        if actors:
            shown += b',"actors":' + _encoder.encode(actors)
        if self.timer_since is not None:
            shown += b',"timer_since":%d' % self.timer_since
        if self.timer_due is not None:
            shown += b',"timer_due":%d' % self.timer_due
        return shown


class Snapshot(msgspec.Struct, gc=False):
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

    def whole(self, since: int, news: bytes | None) -> bytes:
        """The encoded Update: what was encoded before, once for all whom it concerns, one after the other."""
        moment = self.moment
        begin = moment.head if since == moment.head_since else moment.begin(since)
        around = moment.around if self.actors is moment.actors else moment.around_for(self.actors)
        whole, may = self.viewer_state.whole(), self.may.whole
        if self.viewer_state.phrases:
            may += b',"phrases":' + _encoder.encode(self.viewer_state.phrases)
        if news is None:
            return b"".join((begin, self.you, around, whole, may, b"}"))
        return b"".join((begin, self.you, around, whole, may, b',"news":', news, b"}"))

    def changed(self, before: Snapshot, since: int, news: bytes | None) -> bytes:
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
                phrases=UNSET if viewer_state.phrases == old.phrases else viewer_state.phrases,
                news=None if news is None else msgspec.Raw(news),
            )
        )
