from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from pandarium.core import fair

from .luck import LUCK, secret_of
from .quick_schema import copy_schema
from .support import games_mounted


@pytest.fixture(scope="package", autouse=True)
def _tiny_games() -> Iterator[None]:
    """The games of these tests are mounted for these tests alone."""
    with games_mounted():
        yield


@pytest.fixture(scope="package", autouse=True)
def _same_luck() -> Iterator[None]:
    """Tables of servers in this process have the same cards every time, too."""
    with pytest.MonkeyPatch.context() as patch:
        if LUCK:
            patch.setattr(fair, "new_secret", lambda: secret_of(LUCK))
        yield


@pytest.fixture(scope="package", autouse=True)
def _quick_schema() -> Iterator[None]:
    """New databases are made without running every migration again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pandarium.server.store.migrate._upgrade", copy_schema)
        yield


@pytest.fixture
def default_logging() -> None:
    """Lines of every level can be caught: a server that ran in this process before may have wanted less."""
    structlog.reset_defaults()
