"""Operators and tables: closing one, taking a line of chat away, another invite.

Nothing here needs the worker that has the table in memory: an entry is appended to the log, or a row is changed, and
the workers are told to read it again.
"""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import Connection, and_, select, update

from pandarium.core.message import Message
from pandarium.server.admin.people import NotThere
from pandarium.server.cluster.notices import Notice, posting
from pandarium.server.ops.now import now_ms
from pandarium.server.people.identity import new_invite
from pandarium.server.store import Job, Store, StoreError, TableRow
from pandarium.server.store import tournaments as store_of
from pandarium.server.store.schema import entries, tables, tournaments
from pandarium.server.tables import log
from pandarium.server.tables.closing import close_table
from pandarium.server.tournaments.closing import cancel_tournament

_ATTEMPTS: Final = 20
_GOING: Final = ("open", "running")
_TABLE: Final = [tables.c[name] for name in TableRow.__struct_fields__]


async def find(store: Store, id: str) -> TableRow:
    """A table by its id; raises NotThere."""
    row = await store.table(id)
    if row is None:
        raise NotThere(Message("protocol.no_such_table"))
    return row


async def listed(store: Store, status: str | None, limit: int) -> list[TableRow]:
    """Tables, public or not, newest first; without a status those that are not over."""
    wanted = ("open", "running") if status is None else (status,)
    chosen = select(*_TABLE).where(tables.c.status.in_(wanted)).order_by(tables.c.changed.desc(), tables.c.id)
    return [TableRow(*row) for row in await store.read(chosen.limit(limit))]


async def close(store: Store, id: str, words: str) -> None:
    """Close a table, suspended or not, or a tournament; those who sit there read why. Raises NotThere.

    A deal of a tournament that is closed the server plays to its end, from the same cards, and the tournament goes on.
    """
    if await store_of.find(store, id) is not None:
        await _close_tournament(store, id, words)
        return
    row = await find(store, id)
    if row.status not in _GOING:
        raise NotThere(Message(f"protocol.table_{row.status}"))
    message = (
        Message("protocol.closed.by_operator_because", {"words": words})
        if words
        else Message("protocol.closed.by_operator")
    )
    if not await close_table(store, id, message):
        raise NotThere(Message("protocol.table_busy"))


async def _close_tournament(store: Store, id: str, words: str) -> None:
    message = (
        Message("protocol.cancelled.by_operator_because", {"words": words})
        if words
        else Message("protocol.cancelled.by_operator")
    )
    if not await cancel_tournament(store, id, message, _GOING):
        row = await store_of.find(store, id)
        status = "busy" if row is None or row.status in _GOING else row.status
        raise NotThere(Message(f"protocol.tournament_{status}"))


async def remove_line(store: Store, id: str, seq: int) -> None:
    """Take away what somebody said at a table: from the log, and from the screens of those who have read it."""
    await find(store, id)
    rows = await store.read(select(entries.c.body).where(entries.c.table_id == id, entries.c.seq == seq))
    said = log.decode(rows[0].body) if rows else None
    if not isinstance(said, log.Said):
        raise NotThere(Message("protocol.admin.no_such_line", {"seq": seq}))
    gone = msgspec.structs.replace(said, text="", message=None, phrase=None, removed=True)
    place = and_(entries.c.table_id == id, entries.c.seq == seq)
    rewriting = update(entries).where(place).values(body=log.encode(gone))

    def rewrite(connection: Connection) -> None:
        connection.execute(rewriting)

    await _append(store, id, log.Removed(line=seq), now_ms(), rewrite)


async def rotate_invite(store: Store, id: str) -> str:
    """A new invite for a table or a tournament: the old link opens nothing any more. Raises NotThere."""
    invite = new_invite()

    def job(connection: Connection) -> bool:
        for table in (tables, tournaments):
            changing = update(table).where(table.c.id == id).values(invite=invite)
            if connection.execute(changing).rowcount:
                posting(Notice(table=id))(connection)
                return True
        return False

    if not await store.run(job):
        raise NotThere(Message("protocol.no_such_table"))
    return invite


async def _append(store: Store, id: str, entry: log.AnyEntry, at: int, job: Job) -> None:
    """Put an entry at the end of the log, wherever that is by now, with what belongs to it and the notice."""
    for _ in range(_ATTEMPTS):
        head = (await store.heads([id]))[id]
        if await store.append(id, head + 1, at, log.encode(entry), [job, posting(Notice(table=id))]):
            return
    raise StoreError("too much is happening at this table; try again")
