"""Bring a database to the schema of this program, once, however many workers start together.

A new revision is a module in `migrations/versions` with the next number, and that number in `schema.REVISION`.
Alembic is imported only when there is something to do: a worker that finds its schema does not pay for it.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, column, func, inspect, select, table
from sqlalchemy.exc import DBAPIError

from pandarium.server.store.rows import StoreError
from pandarium.server.store.schema import REVISION, VERSION_TABLE, metadata

_LOCK_KEY: Final = 0x70616E6461  # "panda": PostgreSQL's advisory locks are numbers
_LOCKED: Final = "database is locked"  # as SQLite says it, after having waited for a while
_MIGRATION_SECONDS: Final = 600.0
"""How long a start waits for another process that brings the same SQLite file up to date; PostgreSQL just waits."""
_one_at_a_time = threading.Lock()  # Alembic keeps its context in globals


def prepare(engine: Engine, *, migrate: bool) -> None:
    """Check the schema, or bring it up to date; StoreError says why a database is not fit."""
    plain = engine.url.set(drivername=engine.url.get_backend_name(), query={})
    place = plain.render_as_string(hide_password=True)
    deadline = time.monotonic() + _MIGRATION_SECONDS
    while True:
        try:
            with _one_at_a_time, engine.connect() as connection, connection.begin():
                if connection.dialect.name == "postgresql":
                    connection.execute(select(func.pg_advisory_xact_lock(_LOCK_KEY)))
                return _check(connection, place, migrate=migrate)
        except DBAPIError as error:
            reason = str(error.orig).partition("\n")[0]
            if reason != _LOCKED or time.monotonic() > deadline:
                raise StoreError(f"cannot open the database {place}: {reason}") from None


def _check(connection: Connection, place: str, *, migrate: bool) -> None:
    found = _revision(connection)
    if found == REVISION:
        return
    if found is None:
        present = set(inspect(connection).get_table_names())
        # A PostgreSQL schema may be shared; a file with anything in it belongs to another program.
        strange = present if connection.dialect.name == "sqlite" else present & set(metadata.tables)
        if strange:
            raise StoreError(f"the database {place} is not Pandarium's: it holds {', '.join(sorted(strange)[:5])}")
    if not migrate:
        has = f"has schema {found}" if found else "is empty"
        raise StoreError(f"the database {place} {has}, but schema {REVISION} is needed; migrate it first")
    _upgrade(connection, place, found)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    revision: str | None = connection.scalar(select(column("version_num")).select_from(table(VERSION_TABLE)))
    return revision


def _upgrade(connection: Connection, place: str, found: str | None) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreError(
            f"the database {place} has schema {found}, which is newer than this program's {REVISION}; update Pandarium"
        )
    command.upgrade(config, REVISION)
