"""Alembic's environment: it is given a connection that already holds the lock and the transaction."""

from __future__ import annotations

from alembic import context

from pandarium.server.store.schema import VERSION_TABLE, metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=connection.dialect.name == "sqlite",
)
with context.begin_transaction():
    context.run_migrations()
