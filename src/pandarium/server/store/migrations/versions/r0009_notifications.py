"""Where people are told something while no page is open, what they want to be told, and what is to be sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the tables; a worker of the old version that still runs need not know of them."""
    op.create_table(
        "subscriptions",
        *(sa.Column(name, sa.String(), nullable=False) for name in ("id", "person", "session", "endpoint", "key")),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("auth", "language", "origin")),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_subscriptions"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "told",
        sa.Column("person", sa.String(), nullable=False),
        *(sa.Column(name, sa.Boolean(), nullable=False) for name in ("turn", "seated", "tournament", "digest")),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("digested", sa.BigInteger(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("person", name="pk_told"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "webhooks",
        *(sa.Column(name, sa.String(), nullable=False) for name in ("id", "table_id", "person", "kind", "url")),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("secret", "language", "origin")),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_webhooks"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_webhooks_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outbox",
        *(sa.Column(name, sa.String(), nullable=False) for name in ("id", "occasion", "subject", "person", "target")),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        sa.Column("params", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger()),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_with_rowid=False,
    )
    for table, column in (
        ("subscriptions", "person"),
        ("webhooks", "table_id"),
        ("webhooks", "person"),
        ("outbox", "person"),
        ("outbox", "target"),
        ("outbox", "at"),
        ("outbox", "due"),
    ):
        op.create_index(f"ix_{table}_{column}", table, [column])
