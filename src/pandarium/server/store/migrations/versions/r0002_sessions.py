"""Sessions can be revoked, guests who are gone can be found, and seats show a picture."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns, and the index by which forgotten guests are found."""
    op.add_column("people", sa.Column("sessions", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_people_handle_created", "people", ["handle", "created"])
    op.add_column("sittings", sa.Column("avatar", sa.String(), nullable=False, server_default=""))
