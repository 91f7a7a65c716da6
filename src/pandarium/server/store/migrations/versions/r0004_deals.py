"""Tournaments speak of deals and chips, no longer in the words of one game; and who sits where stands in `seats`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_RENAMED: Final = {"gambit": "deal", "gold": "chips"}
"""Fields of the entries that tell how a deal ended."""
_AT_ONCE: Final = 1_000

_entries = sa.table(
    "entries", sa.column("table_id", sa.String), sa.column("seq", sa.Integer), sa.column("body", sa.LargeBinary)
)
_tournaments = sa.table("tournaments", sa.column("id", sa.String))


def upgrade() -> None:
    """Rename the table of seats, with its index and its constraints, and rewrite the logs of tournaments."""
    _rename_seats()
    connection = op.get_bind()
    renaming = (
        sa.update(_entries)
        .where(_entries.c.table_id == sa.bindparam("of"), _entries.c.seq == sa.bindparam("number"))
        .values(body=sa.bindparam("written"))
    )
    for page in _pages(connection):
        changed = [
            {"of": row.table_id, "number": row.seq, "written": body}
            for row in page
            if (body := rewritten(row.body)) != row.body
        ]
        if changed:
            connection.execute(renaming, changed)


def rewritten(body: bytes) -> bytes:
    """An entry of a tournament's log with the new names of its fields.

    >>> rewritten(b'{"type":"played","table":1,"gambit":2,"gold":[5,7],"pot":0}')
    b'{"type":"played","table":1,"deal":2,"chips":[5,7],"pot":0}'
    """
    entry = json.loads(body)
    if entry["type"] != "played":
        return body
    renamed = {_RENAMED.get(name, name): value for name, value in entry.items()}
    return json.dumps(renamed, separators=(",", ":"), ensure_ascii=False).encode()


def _pages(connection: sa.Connection) -> Iterator[list[Any]]:
    """The logs of all tournaments, a part at a time: a large one has thousands of entries."""
    for id in connection.scalars(sa.select(_tournaments.c.id)).all():
        last = 0
        while True:
            after = sa.select(_entries).where(_entries.c.table_id == id, _entries.c.seq > last)
            page = list(connection.execute(after.order_by(_entries.c.seq).limit(_AT_ONCE)))
            if not page:
                break
            yield page
            last = page[-1].seq


def _rename_seats() -> None:
    # A copy, since SQLite cannot rename a constraint.
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("person", sa.String()),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("bot", sa.String()),
        sa.Column("avatar", sa.String(), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    columns = "table_id, seat, person, name, bot, avatar"
    op.execute(f"INSERT INTO seats ({columns}) SELECT {columns} FROM sittings")
    op.drop_table("sittings")
    op.create_index("ix_seats_person", "seats", ["person"])
