"""The first schema: people, tables and their logs, ratings, workers, settings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("avatar", sa.String(), nullable=False),
        sa.Column("handle", sa.String()),
        sa.Column("password", sa.String()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("folded", sa.String()),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("folded", name="uq_people_folded"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("agreement", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("invite", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("driven", sa.Boolean(), nullable=False),
        sa.Column("driver", sa.String()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.LargeBinary()),
        sa.Column("rematch_of", sa.String()),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_public_status_changed", "tables", ["public", "status", "changed"])
    op.create_index(
        "ix_tables_driver",
        "tables",
        ["driver"],
        sqlite_where=sa.text("status = 'running' AND driven = 1"),
        postgresql_where=sa.text("status = 'running' AND driven"),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_entries"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sittings",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("person", sa.String()),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("bot", sa.String()),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_sittings"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_sittings_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_sittings_person", "sittings", ["person"])
    op.create_table(
        "ratings",
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("who", "game", name="pk_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_game", "ratings", ["game"])
    op.create_table(
        "workers",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_workers"),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_settings"),
    )
