"""Whose turn it is and how a game stands, for lists of tables: from memory, or played out once and remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from pandarium.kit.standing import Standing
from pandarium.server.store import EntryRow, Store, TableRow
from pandarium.server.tables import storage
from pandarium.server.tables.loaded_table import LoadedTable
from pandarium.server.tables.table import Table

_REMEMBERED = 20_000
"""Tables outside memory of which it is known."""


class Waiting(NamedTuple):
    """Whom a table waits for, as spectators may know it, and the seats that really are to act: each is told its own."""

    shown: list[int]
    actors: list[int]
    standing: Standing | None = None
    """How the game stands, as spectators may know it."""

    @classmethod
    def at(cls, table: Table) -> Waiting:
        """That table, as it stands."""
        return cls(table.actors_for(None, table.actors()), table.actors(), table.standing())

    def to(self, viewer: int | None) -> list[int]:
        """The seats that it waits for, as this viewer may know it."""
        return [seat for seat in self.shown if seat != viewer or seat in self.actors]


NOBODY = Waiting([], [])


class Turns:
    """Remembers of tables that are not in memory who is to act, and at which place of the log that was so."""

    def __init__(self, store: Store, find: Callable[[str], LoadedTable | None]) -> None:
        self._store = store
        self._find = find
        self._known: OrderedDict[str, tuple[int, Waiting]] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    def note(self, table: Table) -> None:
        """A table leaves memory: keep whose turn it is."""
        if table.status == "running":
            self._remember(table.id, table.seq, Waiting.at(table))

    async def at(self, rows: Sequence[TableRow]) -> dict[str, Waiting]:
        """The seats that each running table among these waits for."""
        found: dict[str, Waiting] = {}
        elsewhere: dict[str, TableRow] = {}
        for row in rows:
            loaded = self._find(row.id)
            if loaded is not None:
                found[row.id] = self._now(loaded.table)
            elif row.status == "running":
                elsewhere[row.id] = row
        heads = await self._store.heads(list(elsewhere)) if elsewhere else {}
        for id, row in elsewhere.items():
            seq, waiting = self._known.get(id, (0, NOBODY))
            found[id] = waiting if seq == heads[id] else await self._play_out(row)
        return found

    def _now(self, table: Table) -> Waiting:
        """Of a table in memory; how it stands is worked out once for everybody who looks at the same list."""
        if table.status != "running":
            return NOBODY
        seq, waiting = self._known.get(table.id, (0, NOBODY))
        if seq != table.seq:
            waiting = Waiting.at(table)
            self._remember(table.id, table.seq, waiting)
        return waiting

    async def _play_out(self, row: TableRow) -> Waiting:
        async with self._one_at_a_time:
            rows = await self._store.entries(row.id)
            waiting = await asyncio.to_thread(_waiting, row, rows)
        self._remember(row.id, rows[-1].seq if rows else 0, waiting)
        return waiting

    def _remember(self, id: str, seq: int, waiting: Waiting) -> None:
        self._known[id] = (seq, waiting)
        self._known.move_to_end(id)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def _waiting(row: TableRow, rows: Sequence[EntryRow]) -> Waiting:
    try:
        return Waiting.at(storage.fold(row, rows))
    except msgspec.ValidationError:  # a newer version of the program has written there
        return NOBODY
