"""Closing a table whatever its game: nothing is played out, so it works for tables that are suspended, too."""

from __future__ import annotations

from pandarium.core.message import Message
from pandarium.server.cluster.judge_and_append import MOST_TRIES
from pandarium.server.cluster.notices import Notice, posting
from pandarium.server.ops.now import now_ms
from pandarium.server.store import Store, jobs
from pandarium.server.tables import log


async def close_table(store: Store, id: str, why: Message) -> bool:
    """Close a table with that reason, and tell all workers; False if there is none, or it is over."""
    body = log.encode(log.Closed.because(why))
    for _ in range(MOST_TRIES):
        row = await store.table(id)
        if row is None or row.status not in {"open", "running"}:
            return False
        at, last = now_ms(), (await store.heads([id]))[id]
        todo = [jobs.finish(id, at, "closed", None), posting(Notice(table=id))]
        if await store.append(id, last + 1, at, body, todo):
            return True
    return False  # somebody plays there, and faster than we can write
