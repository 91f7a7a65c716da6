from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from pandarium.server.store import Store, TableRow
from server.postgres import postgres_database


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A database of its own in a PostgreSQL that is there."""
    with postgres_database() as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/pandas.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url"))


Opener = Callable[[str], Awaitable[Store]]


@pytest.fixture
async def opened() -> AsyncIterator[Opener]:
    """Opens stores, and closes them afterwards."""
    stores: list[Store] = []

    async def opener(url: str) -> Store:
        stores.append(await Store.open(url))
        return stores[-1]

    yield opener
    for store in stores:
        await store.close()


@pytest.fixture
async def store(url: str, opened: Opener) -> Store:
    return await opened(url)


@pytest.fixture
async def other(url: str, store: Store, opened: Opener) -> Store:
    """A second worker's store, on the same database."""
    return await opened(url)


def a_table(
    id: str = "t1",
    *,
    game: str = "royale",
    host: str = "ann",
    status: str = "open",
    public: bool = True,
    driven: bool = False,
    driver: str | None = None,
    changed: int = 1000,
    origin: str = "",
) -> TableRow:
    return TableRow(
        id=id,
        game=game,
        rules=1,
        agreement=b'{"seats":2}',
        secret="5ec7e7" * 10 + "abcd",
        invite="let-me-in",
        host=host,
        status=status,  # type: ignore[arg-type]
        public=public,
        driven=driven,
        driver=driver,
        created=1000,
        changed=changed,
        outcome=None,
        rematch_of=None,
        origin=origin,
    )


def child(code: str, url: str) -> subprocess.Popen[str]:
    """Another process on the same database; its only argument is the address."""
    return subprocess.Popen([sys.executable, "-c", code, url], stdout=subprocess.PIPE, text=True)
