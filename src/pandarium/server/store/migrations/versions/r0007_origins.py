"""Tables know by a mark from whose address they were created, until they are over: for quotas, and for fair lists."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column; a worker of the old version that still runs need not know of it."""
    op.add_column("tables", sa.Column("origin", sa.String(), nullable=False, server_default=""))
    known = sa.text("origin != ''")
    op.create_index("ix_tables_origin", "tables", ["origin"], sqlite_where=known, postgresql_where=known)
