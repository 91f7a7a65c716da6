"""Evenings at a real table: shared by several phones, or kept in a history."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, String, Table

from pandarium.server.store.schema.base import metadata

# Evenings at a real table that several phones share: each a list of entries, until the sharer ends it or nobody enters
# anything for a while.
shared_evenings = Table(
    "shared_evenings",
    metadata,
    Column("id", String, primary_key=True),
    # What people type to come in.
    Column("code", String, nullable=False, unique=True),
    # The hash of what ends it: the phone that shared it has it.
    Column("secret", String, nullable=False),
    # Under which id the phones keep it.
    Column("evening", String, nullable=False),
    Column("game", String, nullable=False),
    Column("terms", LargeBinary, nullable=False),
    # Counts changes: whoever writes says which version they saw.
    Column("version", Integer, nullable=False),
    Column("entries", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False, index=True),
    # The one that the same people began after it.
    Column("next", String),
    sqlite_with_rowid=False,
)

# Evenings at a real table that somebody has put into their history: nobody else sees them, and nothing counts them.
evenings_played = Table(
    "evenings_played",
    metadata,
    Column("person", String, primary_key=True),
    Column("evening", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    # Names, scores and winners, by seat.
    Column("players", LargeBinary, nullable=False),
    Index(None, "person", "ended"),
    sqlite_with_rowid=False,
)
