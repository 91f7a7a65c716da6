"""What happened at a table long ago, as each viewer may know it: played out in a thread, rendered once, kept a while.

Whoever asks for everything since the beginning costs a walk through the table's log, but only once: what was rendered
stays and grows with the table, as long as there is room for it in memory.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from pandarium.core.message import Message
from pandarium.kit.verify import check
from pandarium.protocol.people import Finding, Verified
from pandarium.server.store import EntryRow, Store, TableRow
from pandarium.server.tables import storage
from pandarium.server.tables.judge import Refusal
from pandarium.server.tables.table import Table

_MOST_BYTES = 64 * 2**20
"""How much is kept; the longest unasked goes first."""
_A_LINE = 80
"""Bytes that a line takes in addition to its own."""

_LANES: Final = {"lines": 2, "replay": 1, "verification": 1}
"""How many logs are played out at once for those who come to a table, who look at replays, and who check games."""

Key = tuple[Literal["lines", "replay", "verification"], str, int | None, int]
"""What of which table, seen by which seat, and since when whoever sits there does."""


class _Kept(NamedTuple):
    parts: list[bytes]
    """Encoded lines, the first one is number 1; or a whole replay."""
    seq: int
    """How far the log had come."""
    size: int


class Archive:
    """The past of tables, for whoever asks."""

    def __init__(self, store: Store, most_bytes: int = _MOST_BYTES) -> None:
        self._store = store
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()
        self._bytes = 0
        self._lanes = {kind: asyncio.Semaphore(width) for kind, width in _LANES.items()}
        self._walking: dict[Key, asyncio.Task[None]] = {}
        self.walks = 0
        """How often a log was played out."""

    async def lines(self, table: Table, viewer: int | None, since: int) -> list[bytes]:
        """The encoded lines after that number, up to the table's last one at the moment this returns."""
        key: Key = ("lines", table.id, viewer, _since(table, viewer))
        while True:
            kept = self._kept.get(key)
            if kept is not None and table.remembers(kept.seq):
                new = [storage.encode_line(table, viewer, step) for step in table.steps_after(kept.seq) or []]
                kept.parts.extend(new)
                self._keep(key, _Kept(kept.parts, table.seq, kept.size + _weight(new)))
                return kept.parts[since:]
            await self._walk(table, key, storage.lines)

    async def replay(self, table: Table, viewer: int | None) -> bytes:
        """Every position of the game as that viewer saw it, encoded."""
        key: Key = ("replay", table.id, viewer, _since(table, viewer))
        while True:
            kept = self._kept.get(key)
            if kept is not None and kept.seq >= table.seq:
                self._kept.move_to_end(key)
                return kept.parts[0]
            await self._walk(table, key, _frames)

    async def verification(self, table: Table) -> bytes:
        """What the verifier finds out about a game that is over, encoded."""
        key: Key = ("verification", table.id, None, 0)
        while True:
            kept = self._kept.get(key)
            if kept is not None:  # nothing that is said at the table afterwards changes it
                self._kept.move_to_end(key)
                return kept.parts[0]
            await self._walk(table, key, _verify)

    def forget(self, table: str) -> None:
        """What was rendered of this table is out of date."""
        for key in [key for key in self._kept if key[1] == table]:
            self._bytes -= self._kept.pop(key).size

    async def _walk(
        self, table: Table, key: Key, render: Callable[[TableRow, Sequence[EntryRow], int | None], list[bytes]]
    ) -> None:
        """Play the log out, or wait until whoever is at it already has done so."""
        walking = self._walking.get(key)
        if walking is None:
            walking = self._walking[key] = asyncio.create_task(self._play_out(table, key, render))
            walking.add_done_callback(lambda _: self._walking.pop(key, None))
        await asyncio.shield(walking)

    async def _play_out(
        self, table: Table, key: Key, render: Callable[[TableRow, Sequence[EntryRow], int | None], list[bytes]]
    ) -> None:
        async with self._lanes[key[0]]:
            row = await self._store.table(table.id)
            if row is None:
                raise Refusal("unknown table", Message("protocol.no_such_table"))
            rows = (await self._store.entries(table.id))[: table.seq]
            self.walks += 1
            parts = await asyncio.to_thread(render, row, rows, key[2])
            self._keep(key, _Kept(parts, len(rows), _weight(parts)))

    def _keep(self, key: Key, kept: _Kept) -> None:
        old = self._kept.pop(key, None)
        self._kept[key] = kept
        self._bytes += kept.size - (old.size if old is not None else 0)
        while self._bytes > self._most_bytes and len(self._kept) > 1:
            self._bytes -= self._kept.popitem(last=False)[1].size


def _since(table: Table, viewer: int | None) -> int:
    return 0 if viewer is None else table.seats[viewer].since


def _weight(parts: list[bytes]) -> int:
    return sum(map(len, parts)) + _A_LINE * len(parts)


def _frames(row: TableRow, rows: Sequence[EntryRow], viewer: int | None) -> list[bytes]:
    return [msgspec.json.encode(storage.frames(row, rows, viewer))]


def _verify(row: TableRow, rows: Sequence[EntryRow], viewer: int | None) -> list[bytes]:
    record = storage.fold(row, rows).record()
    findings = list(check(record))
    verified = Verified(
        sound=all(finding.holds is not False for finding in findings),
        commitment=record.commitment or "",
        secret=record.secret or "",
        findings=[Finding(holds=one.holds, text=one.text, message=one.message) for one in findings],
    )
    return [msgspec.json.encode(verified)]
