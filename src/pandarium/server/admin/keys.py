"""The key with which sessions are signed."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete

from pandarium.server.store import Store
from pandarium.server.store.jobs import upsert
from pandarium.server.store.schema import sessions, settings


async def rotate(store: Store) -> None:
    """Another key: every session is over, and every device unknown, as soon as the servers have started again."""
    row = {"name": "key", "value": secrets.token_urlsafe()}

    def job(connection: Connection) -> None:
        upsert(connection, settings, [row], key=("name",))
        connection.execute(delete(sessions))

    await store.run(job)
