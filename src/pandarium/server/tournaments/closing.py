"""Calling a tournament off, whatever worker drives it: an entry is appended, and the workers are told to read it."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from sqlalchemy import select

from pandarium.core.message import Message
from pandarium.server.cluster.judge_and_append import MOST_TRIES
from pandarium.server.cluster.notices import Notice, posting
from pandarium.server.ops.now import now_ms
from pandarium.server.store import Store, tournaments
from pandarium.server.store.schema import is_deal, tables
from pandarium.server.tables.closing import close_table
from pandarium.server.tables.parts import Agreement
from pandarium.tournament import log


async def cancel_tournament(store: Store, id: str, why: Message, statuses: Collection[str] = ("open",)) -> bool:
    """Call a tournament off that is at one of these points of its life, with that reason, and close its tables.

    False if there is none, or it has gone on meanwhile.
    """
    body = log.encode(log.Cancelled.because(why))
    for _ in range(MOST_TRIES):
        row = await tournaments.find(store, id)
        if row is None or row.status not in statuses:
            return False
        at, last = now_ms(), (await store.heads([id]))[id]
        todo = [tournaments.change(id, status="cancelled", changed=at, driver=None), posting(Notice(table=id))]
        if await store.append(id, last + 1, at, body, todo):
            for table in await _running_tables(store, id, row.host):
                await close_table(store, table, why)
            return True
    return False  # it is being changed, and faster than we can write


async def _running_tables(store: Store, id: str, host: str) -> list[str]:
    chosen = select(tables.c.id, tables.c.agreement).where(is_deal, tables.c.status == "running", tables.c.host == host)
    rows = await store.read(chosen)
    return [row.id for row in rows if msgspec.json.decode(row.agreement, type=Agreement).tournament == id]
