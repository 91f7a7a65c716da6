"""Ratings, and how games went for those who played them to their end."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, String, Table

from pandarium.server.store.schema.base import metadata

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
