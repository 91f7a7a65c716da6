"""Tables, their logs and seats, and who is asked to come."""

from __future__ import annotations

from typing import Final

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
    and_,
    literal_column,
)

from pandarium.server.store.schema.base import metadata

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("agreement", LargeBinary, nullable=False),
    Column("secret", String, nullable=False),
    Column("invite", String, nullable=False),
    Column("host", String, nullable=False, index=True),
    Column("status", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("driven", Boolean, nullable=False),
    Column("driver", String),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("outcome", LargeBinary),
    Column("rematch_of", String),
    # A mark of the address that it was created from, until it is over: a hash that only this server can make.
    Column("origin", String, nullable=False, server_default=""),
    Index(None, "public", "status", "changed"),
)

has_origin = tables.c.origin != literal_column("''")
Index("ix_tables_origin", tables.c.origin, sqlite_where=has_origin, postgresql_where=has_origin)

# Few tables are running and driven at any time; every worker looks for them every second.
# A literal, not a parameter: with a parameter no planner could tell that the index below is enough.
needs_driver = and_(tables.c.status == literal_column("'running'"), tables.c.driven)
Index("ix_tables_driver", tables.c.driver, sqlite_where=needs_driver, postgresql_where=needs_driver)

DEAL: Final = "g"
"""Ids of a tournament's tables begin with it, and people keep links with them, so it stays this letter.

Such tables are found through their tournament, not in lists of tables.
"""
is_deal = tables.c.id.startswith(f"{DEAL}_", autoescape=True)

# No foreign key to tables: it would cost a lookup (and a row lock in PostgreSQL) for every move anybody makes.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String, index=True),
    Column("name", String, nullable=False),
    Column("bot", String),
    Column("avatar", String, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)

# Who is asked to come to a table that has not begun.
invitations = Table(
    "invitations",
    metadata,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String, primary_key=True, index=True),
    Column("host", String, nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
