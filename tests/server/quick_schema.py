"""The schema of a new SQLite file at once: the migrations run once in a process, and their result is copied.

What they do, and that a copy is the same, is tested in `store/test_migrate.py`.
"""

from __future__ import annotations

from functools import cache
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from pandarium.server.store import migrate
from pandarium.server.store.engines import understand, writing_engine
from pandarium.server.store.schema import REVISION, VERSION_TABLE

run_migrations = migrate._upgrade


def copy_schema(connection: Connection, place: str, found: str | None) -> None:
    """Instead of `migrate._upgrade`: a file with nothing in it gets its tables without a migration."""
    if found is not None or connection.dialect.name != "sqlite":
        run_migrations(connection, place, found)
        return
    for statement in schema():
        connection.exec_driver_sql(statement)


@cache
def schema() -> list[str]:
    """The statements that make what the migrations lead to, as SQLite keeps them."""
    with TemporaryDirectory() as folder:
        engine = writing_engine(understand(f"sqlite:///{folder}/new.db"))
        with engine.connect() as connection, connection.begin():
            run_migrations(connection, "", None)
            kept = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").scalars().all()
        engine.dispose()
    return [*kept, f"INSERT INTO {VERSION_TABLE} VALUES ('{REVISION}')"]
