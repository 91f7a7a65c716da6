"""Databases of a PostgreSQL that is there, each for one test, copied from one that the migrations have filled."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import psycopg
import pytest

from pandarium.server.store.engines import understand, writing_engine
from pandarium.server.store.migrate import prepare

POSTGRES = os.environ.get("PANDARIUM_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")


@contextmanager
def postgres_database(*, empty: bool = False) -> Iterator[str]:
    """The URL of a database of its own; the test is skipped where there is no PostgreSQL. `empty`: without any tables.

    A schema of its own would not do: ratings are written, and schemas brought up to date, under locks of the whole
    database, so that the outage of one test could hold up the servers of all others.
    """
    try:
        connection = psycopg.connect(POSTGRES, autocommit=True, connect_timeout=60)
    except psycopg.OperationalError as error:
        pytest.skip(f"no PostgreSQL to test with (PANDARIUM_TEST_POSTGRES): {str(error).splitlines()[0]}")
    name = _new_name()
    with connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {'template1' if empty else _filled()}")
        try:
            yield _address(name)
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@cache
def _filled() -> str:
    """A database with the schema in it, for this process to copy."""
    name = _new_name()
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    engine = writing_engine(understand(_address(name)))
    prepare(engine, migrate=True)
    engine.dispose()
    return name


def drop_filled() -> None:
    """Nobody copies from it any more."""
    if _filled.cache_info().currsize:
        with psycopg.connect(POSTGRES, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {_filled()} WITH (FORCE)")


def _new_name() -> str:
    return f"pandarium_test_{secrets.token_hex(6)}"


def _address(name: str) -> str:
    return f"{POSTGRES.rpartition('/')[0]}/{name}?options=-csearch_path%3Dpublic"
