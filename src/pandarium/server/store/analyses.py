"""Analyses of finished games in the store: they go with their table."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, select

from pandarium.protocol.analysis import Analysis
from pandarium.server.store.jobs import upsert
from pandarium.server.store.schema import analyses, tables
from pandarium.server.store.store import Store


class Stored(NamedTuple):
    """An analysis, and when it was stored."""

    at: int
    analysis: Analysis


async def find(store: Store, table: str, seat: int) -> Stored | None:
    """What bots think of that table, seen from that seat; None: nothing that this program can read."""
    mine = select(analyses.c.at, analyses.c.body).where(analyses.c.table_id == table, analyses.c.seat == seat)
    rows = await store.read(mine)
    if not rows:
        return None
    try:
        return Stored(rows[0].at, msgspec.json.decode(rows[0].body, type=Analysis))
    except msgspec.ValidationError:
        return None


async def save(store: Store, table: str, seat: int, at: int, analysis: Analysis) -> None:
    """Keep it, if its table is still there."""
    row = {"table_id": table, "seat": seat, "at": at, "body": msgspec.json.encode(analysis)}

    def write(connection: Connection) -> None:
        if connection.scalar(select(tables.c.id).where(tables.c.id == table)) is not None:
            upsert(connection, analyses, [row], key=("table_id", "seat"))

    await store.run(write)
