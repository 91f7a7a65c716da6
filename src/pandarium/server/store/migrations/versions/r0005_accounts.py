"""Sessions by device, codes for new passwords, operators with bans and reports, and whom one does not want to read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns and the tables; nothing that is there changes, and old sessions stay valid."""
    op.add_column("people", sa.Column("mail", sa.String()))
    op.add_column("people", sa.Column("operator", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("detail", sa.String(), nullable=False, server_default=""),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_codes"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "restrictions",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.Column("reason", sa.String(), nullable=False, server_default=""),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", name="pk_restrictions"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("muted", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("person", "muted", name="pk_mutes"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("reporter", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("table_id", sa.String(), nullable=False, server_default=""),
        sa.Column("seq", sa.Integer()),
        sa.Column("said", sa.String(), nullable=False, server_default=""),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("handled", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
        sqlite_with_rowid=False,
    )
    for table, *columns in (
        ("sessions", "person"),
        ("sessions", "seen"),
        ("codes", "person"),
        ("codes", "expires"),
        ("mutes", "muted"),
        ("reports", "reporter"),
        ("reports", "person"),
        ("reports", "handled", "created"),
        ("notices", "at"),
    ):
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))
