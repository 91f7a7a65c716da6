"""The tables of the database, for SQLite and PostgreSQL alike.

Times are milliseconds in big integers; JSON is stored as the bytes it was written in. Nothing refers to `people` by a
foreign key: somebody may ask to be forgotten, and the games they played stay, under the name kept in `seats`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    and_,
    false,
    literal_column,
)

REVISION: Final = "0011"
"""The revision of the schema that this program writes and reads."""

VERSION_TABLE: Final = "pandarium_version"
"""Where the revision stands: a name of our own, so that another program's Alembic is never mistaken for ours."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

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

# What every worker is to look at: a table whose rows were changed, somebody who was signed out, new restrictions.
notices = Table(
    "notices",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

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

ratings = Table(
    "ratings",
    metadata,
    Column("who", String, primary_key=True),
    Column("game", String, primary_key=True, index=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    # What is certain of it, mu - 3 sigma: lists of the best go by it.
    Column("score", Float, nullable=False, server_default="0"),
    Index(None, "game", "score", "who"),
    sqlite_with_rowid=False,
)

# How a game went for each person who played it to its end; written in the transaction that ends it.
results = Table(
    "results",
    metadata,
    Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String, nullable=False),
    Column("game", String, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("level", String, nullable=False, server_default=""),
    Column("place", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    # What was certain of their skill, before and after; none where the game was not rated.
    Column("before", Float),
    Column("after", Float),
    Index(None, "person", "ended"),
    Index(None, "person", "game", "ended"),
    sqlite_with_rowid=False,
)

is_rated = results.c.after.is_not(None)
Index(
    "ix_results_rated",
    results.c.person,
    results.c.game,
    results.c.ended,
    sqlite_where=is_rated,
    postgresql_where=is_rated,
)

# The same, counted: by game, number of seats, the strongest bot that played along, and whether the table was public.
tallies = Table(
    "tallies",
    metadata,
    Column("person", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("level", String, primary_key=True),
    Column("public", Boolean, primary_key=True),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    sqlite_with_rowid=False,
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
told = Table(
    "told",
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
