"""Backups: one file, whatever database the server has, made while it runs, and read into any other.

The file is a SQLite database with the same tables. Of SQLite it is a copy by its own means, page by page in one
transaction; of PostgreSQL it holds what one transaction saw. Either can be restored into either.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, func, insert, select

from pandarium.server.store import StoreError, leases
from pandarium.server.store.engines import create_privately, understand, writing_engine
from pandarium.server.store.migrate import prepare
from pandarium.server.store.schema import metadata, notices, people, tables, tournaments, workers

_AT_ONCE: Final = 2_000
_LEFT_OUT: Final = {workers.name, notices.name}
"""What says something about processes that run, not about games."""
_ALIVE_MS: Final = 5_000


def backup(url: str, file: Path) -> None:
    """Write everything into a new file that its owner alone may read; StoreError says why not."""
    address = understand(url)
    if address.get_backend_name() == "sqlite" and not Path(str(address.database)).is_file():
        raise StoreError(f"there is no database {address.database}")
    with _new_file(file) as part:
        if address.get_backend_name() == "sqlite":
            _copy_pages(Path(str(address.database)), part)
        else:
            with _engine(url) as source, _engine(_sqlite(part)) as target:
                prepare(source, migrate=False)
                prepare(target, migrate=True)
                _copy_rows(source, target)


def restore(file: Path, url: str) -> None:
    """Read a backup into a database that is empty and that no server uses; StoreError says why not."""
    if not file.is_file():
        raise StoreError(f"there is no file {file}")
    create_privately(understand(url))
    with tempfile.TemporaryDirectory() as folder, _engine(url) as target:
        copy = Path(folder) / "backup.db"  # brought up to date there: the backup itself stays as it is
        _copy_pages(file, copy)
        prepare(target, migrate=True)
        with target.connect() as connection:
            _check_empty(connection)
        with _engine(_sqlite(copy)) as source:
            prepare(source, migrate=True)
            _copy_rows(source, target)


def _check_empty(connection: Connection) -> None:
    seen = connection.scalar(select(func.max(workers.c.seen))) or 0
    if seen > int(connection.scalar(select(leases.now(connection.dialect.name))) or 0) - _ALIVE_MS:
        raise StoreError("a server runs on this database; stop it first")
    for table in (people, tables, tournaments):
        if connection.scalar(select(func.count()).select_from(table)):
            raise StoreError("this database is not empty; name a new one, and nothing is lost")


def _copy_pages(source: Path, target: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as reading,
            closing(sqlite3.connect(target)) as writing,
        ):
            reading.backup(writing)
            # One file, without a -wal next to it.
            writing.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise StoreError(f"cannot copy {source}: {error}") from None


def _copy_rows(source: Engine, target: Engine) -> None:
    """All rows, as one transaction sees them, in the order in which they refer to each other."""
    options = {"isolation_level": "REPEATABLE READ"} if source.dialect.name == "postgresql" else {}
    with (
        source.connect().execution_options(**options) as reading,
        target.connect() as writing,
        reading.begin(),
        writing.begin(),
    ):
        for table in metadata.sorted_tables:
            if table.name in _LEFT_OUT:
                continue
            writing.execute(table.delete())  # settings that the new one has made up for itself
            rows = reading.execute(select(table).execution_options(stream_results=True))
            while part := rows.fetchmany(_AT_ONCE):
                writing.execute(insert(table), [dict(row._mapping) for row in part])


@contextmanager
def _new_file(file: Path) -> Iterator[Path]:
    """A file that is there when it is whole, readable for its owner alone from the first byte on."""
    if file.exists():
        raise StoreError(f"{file} is there already; name another file")
    try:
        folder = Path(tempfile.mkdtemp(prefix=".pandarium-backup-", dir=file.parent))  # for its owner alone
    except OSError as error:
        raise StoreError(f"cannot write {file}: {error.strerror}") from None
    try:
        part = folder / file.name
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        yield part
        for left in folder.glob(f"{file.name}-*"):
            raise StoreError(f"the backup is in more than one file: {left.name}")
        part.rename(file)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _engine(url: str) -> Iterator[Engine]:
    engine = writing_engine(understand(url))
    try:
        yield engine
    finally:
        engine.dispose()


def _sqlite(file: Path) -> str:
    return f"sqlite:///{file.absolute()}"
