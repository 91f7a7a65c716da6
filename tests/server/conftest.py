from __future__ import annotations

from collections.abc import Iterator

import pytest

from .support import games_mounted


@pytest.fixture(scope="package", autouse=True)
def _tiny_games() -> Iterator[None]:
    """The games of these tests are mounted for these tests alone."""
    with games_mounted():
        yield
