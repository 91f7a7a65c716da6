"""People: accounts and guests, their sessions and codes, friends, what is forbidden to them, reports."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, false

from pandarium.server.store.schema.base import metadata

people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("avatar", String, nullable=False),
    Column("handle", String),
    Column("password", String),
    Column("created", BigInteger, nullable=False),
    # The handle as it is compared. Folded here, not by lower(): databases disagree about letters beyond ASCII.
    Column("folded", String, unique=True),
    # Sessions of an earlier number are over: "sign out everywhere" counts on.
    Column("sessions", Integer, nullable=False, server_default="0"),
    # Where a code for a new password may be sent; confirmed by one that came there.
    Column("mail", String),
    # May see and do what is for the operators of this server.
    Column("operator", Boolean, nullable=False, server_default=false()),
    # Nobody else is shown more of them than name and picture.
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Index(None, "handle", "created"),
)

# One row a device on which somebody is signed in. One that is over stays until its tokens are too old anyway.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", String, nullable=False, index=True),
    Column("device", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),
    Column("ended", BigInteger),
    sqlite_with_rowid=False,
)

# Codes that are used once: for a new password, to confirm an address. Only their hashes are kept.
codes = Table(
    "codes",
    metadata,
    Column("hash", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("person", String, nullable=False, index=True),
    Column("detail", String, nullable=False, server_default=""),
    Column("expires", BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)

# What an operator has forbidden: an account or an address to come here, an account to talk.
restrictions = Table(
    "restrictions",
    metadata,
    Column("kind", String, primary_key=True),
    Column("subject", String, primary_key=True),
    Column("until", BigInteger),
    Column("reason", String, nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Whom somebody does not want to read.
mutes = Table(
    "mutes",
    metadata,
    Column("person", String, primary_key=True),
    Column("muted", String, primary_key=True, index=True),
    sqlite_with_rowid=False,
)

reports = Table(
    "reports",
    metadata,
    Column("id", String, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("reporter", String, nullable=False, index=True),
    Column("person", String, nullable=False, index=True),
    Column("table_id", String, nullable=False, server_default=""),
    # The line of chat that it is about, as it was.
    Column("seq", Integer),
    Column("said", String, nullable=False, server_default=""),
    Column("reason", String, nullable=False),
    Column("handled", BigInteger),
    Index(None, "handled", "created"),
)

# Friends: two rows for each two of them.
friends = Table(
    "friends",
    metadata,
    Column("person", String, primary_key=True),
    Column("friend", String, primary_key=True, index=True),
    Column("since", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
