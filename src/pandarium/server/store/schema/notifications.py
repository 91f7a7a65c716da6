"""What is told to people while no page is open, where, and what was sent."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, LargeBinary, String, Table

from pandarium.server.store.schema.base import metadata

# Where somebody's browser wants to be told something while no page is open. The endpoint is a secret: whoever knows it,
# and the keys, may send there.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", String, nullable=False, index=True),
    # Signing out on the device ends it.
    Column("session", String, nullable=False),
    Column("endpoint", String, nullable=False),
    Column("key", String, nullable=False),
    Column("auth", String, nullable=False),
    Column("language", String, nullable=False),
    Column("origin", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# What somebody wants to be told; without a row, what is usual.
notification_choices = Table(
    "told",  # its first name, which databases keep
    metadata,
    Column("person", String, primary_key=True),
    Column("turn", Boolean, nullable=False),
    Column("seated", Boolean, nullable=False),
    Column("tournament", Boolean, nullable=False),
    Column("digest", Boolean, nullable=False),
    Column("language", String, nullable=False),
    Column("origin", String, nullable=False),
    # When the last e-mail went.
    Column("digested", BigInteger, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

# Addresses that a host wants to be told what happens at a table.
webhooks = Table(
    "webhooks",
    metadata,
    Column("id", String, primary_key=True),
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", String, nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("url", String, nullable=False),
    Column("secret", String, nullable=False),
    Column("language", String, nullable=False),
    Column("origin", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# What is to be sent, or was: a row for each occasion and recipient, so that nobody is told the same thing twice.
outbox = Table(
    "outbox",
    metadata,
    Column("id", String, primary_key=True),
    Column("occasion", String, nullable=False),
    Column("subject", String, nullable=False),
    Column("person", String, nullable=False, index=True),
    Column("target", String, nullable=False, index=True),
    # Which occurrence of the occasion it is: another number is to be told again.
    Column("mark", BigInteger, nullable=False),
    Column("params", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    # When it is sent; null: it was, or is needed no more.
    Column("due", BigInteger, index=True),
    Column("tries", Integer, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
