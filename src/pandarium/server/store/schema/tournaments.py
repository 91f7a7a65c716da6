"""Tournaments and who entered them; their logs are in `entries`."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    literal_column,
)

from pandarium.server.store.schema.base import metadata

# Their logs are in `entries`, like those of tables.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("terms", LargeBinary, nullable=False),
    Column("secret", String, nullable=False),
    Column("invite", String, nullable=False),
    Column("host", String, nullable=False, index=True),
    Column("status", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("driver", String),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("players", Integer, nullable=False),
    Column("winner", String),
    Index(None, "public", "status", "changed"),
)

# Open ones may have a time at which they start by themselves.
needs_tournament_driver = tournaments.c.status.in_([literal_column("'open'"), literal_column("'running'")])
Index(
    "ix_tournaments_driver",
    tournaments.c.driver,
    sqlite_where=needs_tournament_driver,
    postgresql_where=needs_tournament_driver,
)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament_id", String, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String, primary_key=True, index=True),
    sqlite_with_rowid=False,
)
