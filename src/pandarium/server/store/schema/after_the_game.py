"""One deal for many people, and what bots think of finished games."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, LargeBinary, String, Table, false

from pandarium.server.store.schema.base import metadata

# One deal for many: the deal of a day, or that of a finished table, handed on by a link.
challenges = Table(
    "challenges",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    # 2026-11-18; empty: no day's.
    Column("day", String, nullable=False, index=True),
    Column("terms", LargeBinary, nullable=False),
    Column("secret", String, nullable=False),
    # The table that it was played at first, and whose challenge it is; both empty for a day's.
    Column("origin", String, nullable=False, index=True),
    Column("host", String, nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Who knows the deal of a challenge, because they played it or looked at it: at most one row a person.
attempts = Table(
    "attempts",
    metadata,
    Column("challenge_id", String, ForeignKey("challenges.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String, primary_key=True, index=True),
    # Where they played it; empty: they have seen it elsewhere.
    Column("table_id", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    # How many of those who played were people.
    Column("people", Integer, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("finished", BigInteger),
    # Null: they have given up.
    Column("score", BigInteger),
    Column("won", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)

# What bots think of a finished game, seen from one of its seats; as far as they have come.
analyses = Table(
    "analyses",
    metadata,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
