"""Tables at which the environments are tried: every game with every number of players, and with every option."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import pandarium
from pandarium.testing.harness import Budget, Harness

GAMES = ("leduc", "pandante", "pilfering", "royale", "wildstyle")


def _tables() -> Iterator[tuple[str, int, dict[str, Any]]]:
    for name in GAMES:
        game = pandarium.game(name)
        low, high = game.meta.seats
        yield from ((name, seats, {}) for seats in range(low, high + 1))
        for table in Harness(game, Budget()).tables:
            if table.options:
                yield name, table.seats, table.options


def every_table() -> list[Any]:
    """Game, seats and options, as parameters of a test."""
    return [
        pytest.param(name, seats, options, id=f"{name}-{seats}-{'-'.join(f'{k}={v}' for k, v in options.items())}")
        for name, seats, options in _tables()
    ]
