from __future__ import annotations

import asyncio
import itertools
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, event, text

import pandarium.server.store
from pandarium.server.store import PersonRow, SeatRow, Store, StoreError
from pandarium.server.store.engines import understand, writing_engine
from pandarium.server.store.migrate import prepare
from pandarium.server.store.schema import REVISION, VERSION_TABLE, metadata
from server.postgres import postgres_database
from server.quick_schema import copy_schema, run_migrations

from .conftest import Opener, child


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A database with nothing in it."""
    with postgres_database(empty=True) as url:
        yield url


@pytest.fixture(autouse=True)
def _real_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests get a copy of what they lead to."""
    monkeypatch.setattr("pandarium.server.store.migrate._upgrade", run_migrations)


def as_it_is(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
    return list(compare_metadata(context, metadata))


async def test_the_migrated_schema_is_the_one_the_program_knows(store: Store) -> None:
    assert await store.run(as_it_is) == []


async def test_a_copy_of_the_schema_is_the_schema(sqlite_url: str, tmp_path: Path, opened: Opener) -> None:
    """What nearly all other tests run on."""

    def described(connection: Connection) -> list[Any]:
        kept = connection.exec_driver_sql("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").all()
        return [*kept, connection.exec_driver_sql(f"SELECT * FROM {VERSION_TABLE}").all()]

    migrated = await opened(sqlite_url)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pandarium.server.store.migrate._upgrade", copy_schema)
        copied = await opened(f"sqlite:///{tmp_path}/copied.db")
    assert await copied.run(described) == await migrated.run(described)


async def test_the_comparison_would_notice_a_difference(store: Store) -> None:
    await store.run(lambda connection: connection.execute(text("ALTER TABLE people ADD COLUMN shoe_size INTEGER")))
    await store.run(lambda connection: connection.execute(text("DROP INDEX ix_seats_person")))
    assert len(await store.run(as_it_is)) == 2


def test_the_last_revision_is_the_programs() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(pandarium.server.store.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION


async def test_opening_again_keeps_what_is_there(url: str, opened: Opener) -> None:
    await (await opened(url)).append("t", 1, 0, b"x")
    assert await (await opened(url)).heads(["t"]) == {"t": 1}


async def test_many_may_open_a_new_database_at_once(url: str) -> None:
    stores = await asyncio.gather(*[Store.open(url) for _ in range(4)])
    assert [await store.heads(["t"]) for store in stores] == [{"t": 0}] * 4
    for store in stores:
        await store.close()


def test_who_finds_another_migrating_waits_longer_than_for_a_move(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandarium.server.store.engines.BUSY_SECONDS", 0.0)
    engine = writing_engine(understand(sqlite_url))
    tries = itertools.count(1)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)) as migrating:
        migrating.execute("PRAGMA journal_mode=WAL")
        migrating.execute("BEGIN IMMEDIATE")
        event.listen(engine, "connect", lambda *_: next(tries) == 4 and migrating.execute("COMMIT"))
        prepare(engine, migrate=True)
    assert next(tries) == 5
    with engine.connect() as connection:
        assert connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")) == REVISION


def test_nobody_waits_for_ever_for_who_does_not_let_go(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandarium.server.store.engines.BUSY_SECONDS", 0.0)
    monkeypatch.setattr("pandarium.server.store.migrate._MIGRATION_SECONDS", 0.0)
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)) as another:
        another.execute("PRAGMA journal_mode=WAL")
        another.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"^cannot open the database sqlite:///.*: database is locked$"):
            prepare(writing_engine(understand(sqlite_url)), migrate=True)


async def test_a_newer_schema_is_refused_and_left_alone(url: str) -> None:
    store = await Store.open(url)
    await store.run(lambda connection: connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")))
    await store.close()
    for migrate in (True, False):
        with pytest.raises(StoreError, match=r"schema 9999") as refused:
            await Store.open(url, migrate=migrate)
        assert REVISION in str(refused.value)
    with pytest.raises(StoreError, match="newer than this program"):
        await Store.open(url)


async def test_a_database_of_the_first_schema_keeps_its_people_and_seats(url: str, opened: Opener) -> None:
    engine = writing_engine(understand(url))
    with engine.connect() as connection, connection.begin():
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(Path(pandarium.server.store.__file__).parent / "migrations"))
        command.upgrade(config, "0001")
        connection.execute(text("INSERT INTO people (id, name, avatar, created) VALUES ('ann', 'Ann', 'red', 7)"))
        connection.execute(
            text(
                "INSERT INTO tables (id, game, rules, agreement, secret, invite, host, status, public, driven, created,"
                " changed) VALUES ('t', 'royale', 1, :agreed, 's', 'i', 'ann', 'open', :no, :no, 1, 1)"
            ),
            {"agreed": b"{}", "no": False},
        )
        connection.execute(text("INSERT INTO sittings (table_id, seat, person, name) VALUES ('t', 0, 'ann', 'Ann')"))
    engine.dispose()
    store = await opened(url)
    assert await store.person("ann") == PersonRow("ann", "Ann", "red", None, None, 7, sessions=0)
    assert (await store.seats(["t"]))["t"] == [SeatRow("t", 0, "ann", "Ann", None, avatar="")]
    assert await store.run(as_it_is) == []


async def test_without_migrating_an_empty_database_is_refused(url: str, opened: Opener) -> None:
    with pytest.raises(StoreError, match=f"is empty, but schema {REVISION} is needed"):
        await Store.open(url, migrate=False)
    await opened(url)
    await (await Store.open(url, migrate=False)).close()


async def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    with pytest.raises(StoreError, match="not Pandarium's: it holds bookmarks"):
        await Store.open(f"sqlite:///{path}")
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]
    connection.close()


async def test_another_programs_tables_in_postgresql_are_not_overwritten(postgres_url: str) -> None:
    engine: Engine = writing_engine(understand(postgres_url))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE people (shoe_size INTEGER)"))
        connection.execute(text("CREATE TABLE shoes (size INTEGER)"))
    with pytest.raises(StoreError, match=r"not Pandarium's: it holds people$"):
        await Store.open(postgres_url)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE people"))
    prepare(engine, migrate=True)
    prepare(engine, migrate=False)
    engine.dispose()


async def test_a_worker_that_finds_its_schema_does_not_load_alembic(sqlite_url: str) -> None:
    await (await Store.open(sqlite_url)).close()
    code = """
import asyncio, sys
from pandarium.server.store import Store

async def main():
    await (await Store.open(sys.argv[1])).close()

asyncio.run(main())
print([name for name in ("alembic", "mako", "psycopg") if name in sys.modules])
"""
    with child(code, sqlite_url) as process:
        assert process.stdout is not None
        assert process.stdout.read() == "[]\n"


async def test_a_new_file_is_for_its_owner_alone(sqlite_url: str, tmp_path: Path, opened: Opener) -> None:
    await (await opened(sqlite_url)).append("t", 1, 0, b"x")
    files = list(tmp_path.glob("pandas.db*"))
    assert len(files) == 3
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
