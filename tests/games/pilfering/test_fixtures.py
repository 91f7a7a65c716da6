"""Finished games, replayed: they end as they always did. `make_fixtures.py` writes them."""

from __future__ import annotations

import json

import pytest

from pandarium import Record
from pandarium.core.record import outcome_of

from .make_fixtures import FOLDER, STATES, ended, fingerprint, names

pytestmark = pytest.mark.conformance

NAMES = [f"{way}-{seats}" for way, seats in names()]


def load(name: str) -> Record:
    return Record.load(FOLDER / f"{name}.json")


def test_there_is_a_game_for_every_way_to_end_and_every_number_of_players() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.json") if file != STATES) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_ends_as_it_did(name: str) -> None:
    record = load(name)
    way, _, seats = name.rpartition("-")
    assert record.seats == int(seats)
    assert ended(record) == way
    assert outcome_of(record.final()) == record.outcome
    assert record.outcome is not None
    assert bool(record.outcome.winners) is (way == "escaped")


@pytest.mark.parametrize("name", NAMES)
def test_every_position_on_the_way_is_what_it_was(name: str) -> None:
    expected = json.loads(STATES.read_text(encoding="utf-8"))[name].split()
    assert [fingerprint(state) for state in load(name).replay()] == expected
