"""Whose turn it is, for lists of tables: from memory where the table is there, else played out once and remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence

import msgspec

from pandarium.server.store import EntryRow, Store, TableRow
from pandarium.server.tables import storage
from pandarium.server.tables.live import Live
from pandarium.server.tables.table import Table

_REMEMBERED = 20_000
"""Tables outside memory of which it is known."""


class Turns:
    """Remembers of tables that are not in memory who is to act, and at which place of the log that was so."""

    def __init__(self, store: Store, find: Callable[[str], Live | None]) -> None:
        self._store = store
        self._find = find
        self._known: OrderedDict[str, tuple[int, list[int]]] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    def note(self, table: Table) -> None:
        """A table leaves memory: keep whose turn it is."""
        if table.status == "running":
            self._remember(table.id, table.seq, table.actors())

    async def at(self, rows: Sequence[TableRow]) -> dict[str, list[int]]:
        """The seats that each running table among these waits for."""
        found: dict[str, list[int]] = {}
        elsewhere: dict[str, TableRow] = {}
        for row in rows:
            live = self._find(row.id)
            if live is not None:
                found[row.id] = live.table.actors()
            elif row.status == "running":
                elsewhere[row.id] = row
        heads = await self._store.heads(list(elsewhere)) if elsewhere else {}
        for id, row in elsewhere.items():
            seq, actors = self._known.get(id, (0, []))
            found[id] = actors if seq == heads[id] else await self._play_out(row)
        return found

    async def _play_out(self, row: TableRow) -> list[int]:
        async with self._one_at_a_time:
            rows = await self._store.entries(row.id)
            actors = await asyncio.to_thread(_actors, row, rows)
        self._remember(row.id, len(rows), actors)
        return actors

    def _remember(self, id: str, seq: int, actors: list[int]) -> None:
        self._known[id] = (seq, actors)
        self._known.move_to_end(id)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def _actors(row: TableRow, rows: Sequence[EntryRow]) -> list[int]:
    try:
        return storage.fold(row, rows).actors()
    except msgspec.ValidationError:  # a newer version of the program has written there
        return []
