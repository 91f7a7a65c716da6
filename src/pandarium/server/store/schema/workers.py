"""What workers know of each other, and what they keep together."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, LargeBinary, String, Table

from pandarium.server.store.schema.base import metadata

# What every worker is to look at: a table whose rows were changed, somebody who was signed out, new restrictions.
notices = Table(
    "notices",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

workers = Table(
    "workers",
    metadata,
    Column("id", String, primary_key=True),
    Column("seen", BigInteger, nullable=False),
    # The games that it can play, and the version of the rules of each: {"royale": 1}. Empty: not told.
    Column("rules", LargeBinary, nullable=False, server_default=""),
)

settings = Table(
    "settings",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
