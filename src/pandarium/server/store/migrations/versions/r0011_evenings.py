"""Evenings at a real table: those that several phones share, and those in somebody's history."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the tables; a worker of the old version that still runs need not know of them."""
    op.create_table(
        "shared_evenings",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("evening", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("terms", sa.LargeBinary(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("next", sa.String()),
        sa.PrimaryKeyConstraint("id", name="pk_shared_evenings"),
        sa.UniqueConstraint("code", name="uq_shared_evenings_code"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_shared_evenings_changed", "shared_evenings", ["changed"])
    op.create_table(
        "evenings_played",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("evening", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("players", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("person", "evening", name="pk_evenings_played"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_evenings_played_person_ended", "evenings_played", ["person", "ended"])
