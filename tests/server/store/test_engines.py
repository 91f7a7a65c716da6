from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Connection

from pandarium.server.store import Store, StoreError
from pandarium.server.store.engines import understand
from server.postgres import POSTGRES

from .conftest import Opener


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("sqlite:///a.db", "sqlite+pysqlite"),
        ("sqlite+aiosqlite:///a.db", "sqlite+pysqlite"),
        ("postgresql://me@host/db", "postgresql+psycopg"),
        ("postgres://me@host/db", "postgresql+psycopg"),
        ("postgresql+asyncpg://me@host/db", "postgresql+psycopg"),
    ],
)
def test_an_address_may_name_any_driver_or_none(given: str, driver: str) -> None:
    assert understand(given).drivername == driver


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("pandas.db", "not the address of a database"),
        ("mysql://me:hunter2@host/db", "no store for 'mysql'"),
        ("sqlite://", "needs a file"),
        ("sqlite:///:memory:", "needs a file"),
    ],
)
async def test_other_addresses_are_refused_without_repeating_a_password(given: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as refused:
        await Store.open(given)
    assert "hunter2" not in str(refused.value)


async def test_a_file_in_no_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot open the database .*No such file or directory"):
        await Store.open(f"sqlite:///{tmp_path}/nowhere/pandas.db")
    with pytest.raises(StoreError, match=r"cannot open the database .*directory"):
        await Store.open(f"sqlite:///{tmp_path}")


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear pandas, " * 100)
    with pytest.raises(StoreError, match=r"letter\.txt: file is not a database"):
        await Store.open(f"sqlite:///{path}")
    assert path.read_text() == "Dear pandas, " * 100


async def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(StoreError, match="cannot open the database postgresql://me:") as refused:
        await Store.open("postgresql://me:hunter2@127.0.0.1:1/db")
    assert "hunter2" not in str(refused.value)


async def test_a_database_that_is_not_there_is_named(postgres_url: str) -> None:
    with pytest.raises(StoreError, match='"no_such_pandas" does not exist'):
        await Store.open(POSTGRES.rpartition("/")[0] + "/no_such_pandas")


async def test_sqlite_flushes_every_commit(sqlite_url: str, opened: Opener) -> None:
    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names]

    def definition(connection: Connection) -> str:
        return str(connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = 'entries'").scalar_one())

    store = await opened(sqlite_url)
    full = 2
    assert await store.run(pragmas) == ["wal", full, 1, 10_000]
    assert "WITHOUT ROWID" in await store.run(definition)


async def test_postgresql_flushes_every_commit_even_where_the_server_would_not(
    postgres_url: str, opened: Opener
) -> None:
    store = await opened(postgres_url + "%20-csynchronous_commit%3Doff")
    setting = await store.run(lambda connection: connection.exec_driver_sql("SHOW synchronous_commit").scalar_one())
    assert setting == "on"


async def test_readers_cannot_write(sqlite_url: str, opened: Opener) -> None:
    store = await opened(sqlite_url)
    async with store._reader.connect() as connection:
        assert (await connection.exec_driver_sql("PRAGMA query_only")).scalar_one() == 1


async def test_postgresql_plans_every_write_anew_since_logs_grow(postgres_url: str, opened: Opener) -> None:
    store = await opened(postgres_url)
    mode = await store.run(lambda connection: connection.exec_driver_sql("SHOW plan_cache_mode").scalar())
    assert mode == "force_custom_plan"
