"""The tables of the database, for SQLite and PostgreSQL alike.

Times are milliseconds in big integers; JSON is stored as the bytes it was written in. Nothing refers to `people` by a
foreign key: somebody may ask to be forgotten, and the games they played stay, under the name kept in `sittings`.
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
    literal_column,
)

REVISION: Final = "0003"
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
    Index(None, "handle", "created"),
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
    Index(None, "public", "status", "changed"),
)

# Few tables are running and driven at any time; every worker looks for them every second.
# A literal, not a parameter: with a parameter no planner could tell that the index below is enough.
needs_driver = and_(tables.c.status == literal_column("'running'"), tables.c.driven)
Index("ix_tables_driver", tables.c.driver, sqlite_where=needs_driver, postgresql_where=needs_driver)

GAMBIT: Final = "g"
"""Ids of a tournament's tables begin with it: they are found through their tournament, not in lists of tables."""
is_gambit = tables.c.id.startswith(f"{GAMBIT}_", autoescape=True)

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

sittings = Table(
    "sittings",
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

workers = Table(
    "workers",
    metadata,
    Column("id", String, primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

settings = Table(
    "settings",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
