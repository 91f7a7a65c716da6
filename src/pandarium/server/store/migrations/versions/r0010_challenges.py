"""One deal for many people: challenges, who knows them, and what bots think of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the tables; a worker of the old version that still runs need not know of them."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("terms", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sqlite_with_rowid=False,
    )
    for column in ("day", "origin", "host"):
        op.create_index(f"ix_challenges_{column}", "challenges", [column])
    op.create_table(
        "attempts",
        sa.Column("challenge_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("finished", sa.BigInteger()),
        sa.Column("score", sa.BigInteger()),
        sa.Column("won", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("challenge_id", "person", name="pk_attempts"),
        sa.ForeignKeyConstraint(
            ["challenge_id"], ["challenges.id"], name="fk_attempts_challenge_id", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_attempts_person", "attempts", ["person"])
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_analyses"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_analyses_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
