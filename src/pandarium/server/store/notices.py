"""Notices to all workers, by way of the database: they reach workers without Redis, too.

Their times are the database's own, whatever the clocks of the machines say.
"""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from pandarium.server.store import leases
from pandarium.server.store.rows import Job
from pandarium.server.store.schema import notices
from pandarium.server.store.store import Store

LOOK_BACK_MS = 30_000
"""How far back workers look: a transaction may take its time between writing and committing."""


def posting(id: str, body: bytes) -> Job:
    """The write that puts a notice up, in the transaction of what it is about."""

    def job(connection: Connection) -> None:
        at = leases.now(connection.dialect.name)
        connection.execute(insert(notices).values(id=id, at=at, body=body))

    return job


async def recent(store: Store) -> list[tuple[str, bytes]]:
    """The notices of the last half minute."""
    since = leases.now(store.dialect) - LOOK_BACK_MS
    rows = await store.read(select(notices.c.id, notices.c.body).where(notices.c.at > since).order_by(notices.c.at))
    return [(row.id, row.body) for row in rows]
