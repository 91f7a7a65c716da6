"""Every registered game against every check: a new game is found without a word added here."""

from __future__ import annotations

import os

import pytest

import pandarium
from pandarium.testing import CHECKS, Budget

BUDGET = (
    Budget(games=4, spots=3, wild=40, deals=60, hostile=60, seconds=0.5)
    if os.environ.get("PANDARIUM_BUDGET") == "small"
    else Budget()
)
"""A small one is enough for plain Python where the compiled engine is tested as well, in step with it."""


@pytest.mark.conformance
@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game", pandarium.names())
def test_contract(game, check):
    note = CHECKS[check](game, BUDGET)
    if note.startswith("skipped: "):
        pytest.skip(note.removeprefix("skipped: "))
    assert note
