"""Tournaments, and who signed up for them; their logs are entries like those of tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("terms", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("invite", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("driver", sa.String()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("winner", sa.String()),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_host", "tournaments", ["host"])
    op.create_index("ix_tournaments_public_status_changed", "tournaments", ["public", "status", "changed"])
    op.create_index(
        "ix_tournaments_driver",
        "tournaments",
        ["driver"],
        sqlite_where=sa.text("status IN ('open', 'running')"),
        postgresql_where=sa.text("status IN ('open', 'running')"),
    )
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("tournament_id", "person", name="pk_entrants"),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name="fk_entrants_tournament_id", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_entrants_person", "entrants", ["person"])
