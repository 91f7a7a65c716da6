"""Workers say which games they can play, and under which version of the rules."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column; a worker of the old version that still runs need not know of it."""
    op.add_column("workers", sa.Column("rules", sa.LargeBinary(), nullable=False, server_default=""))
