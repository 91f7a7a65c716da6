"""Finished games, replayed: they end as they always did. `make_fixtures.py` writes them."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import pandarium
from pandarium import Record
from pandarium.core.record import outcome_of
from pandarium.games.wildstyle.engine.state import PLAYING

from .make_fixtures import FOLDER, STATES, fingerprint, from_seed
from .test_properties import check_table

pytestmark = pytest.mark.conformance

NAMES = sorted(file.stem for file in FOLDER.glob("*.json") if file != STATES)


def load(name: str) -> Record:
    return Record.load(FOLDER / f"{name}.json")


def test_there_is_a_game_for_every_number_of_players_every_option_and_every_way_to_end() -> None:
    assert set(NAMES) == {
        *(f"{seats}-players" for seats in range(2, 6)),
        *("many-cop-cars", "family", "turns", "turns-family", "taken-back", "grace-10", "grace-40", "secret"),
        *("all-passed", "fewest-cop-cars", "shared-victory"),
    }
    reasons = {load(name).outcome.reason for name in NAMES}  # type: ignore[union-attr]
    assert len(reasons) == 3


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_goes_and_ends_as_it_did(name: str) -> None:
    record = load(name)
    expected = json.loads(STATES.read_text(encoding="utf-8"))[name].split()
    states = list(record.replay())
    assert len(states) == len(expected)
    for number, (state, known) in enumerate(zip(states, expected, strict=True)):
        assert fingerprint(state) == known, f"{name}: another position after entry {number}"
        if number % 25 == 0:
            check_table(state)
    assert outcome_of(states[-1]) == record.outcome is not None


def test_rounds_end_in_every_way_there_is() -> None:
    """Draw piles empty, tags run out, or all waiting: each at the end of some round."""
    ways = set()
    for name in NAMES:
        states: list[Any] = list(load(name).replay())
        for before, after in pairwise(states):
            if before.phase == PLAYING and (after.round, after.phase) != (before.round, PLAYING):
                ways.add("waiting" if not before.triggered else "tags" if before.piles else "piles")
    assert ways == {"waiting", "piles", "tags"}


def test_the_game_with_moves_taken_back_takes_some_back() -> None:
    assert [entry.move for entry in load("taken-back").moves].count("undo") > 1


def test_a_record_that_was_touched_does_not_hold() -> None:
    record = load("3-players")
    assert record.outcome is not None
    scores = (record.outcome.scores[0] + 1, *record.outcome.scores[1:])
    better = msgspec.structs.replace(record, outcome=msgspec.structs.replace(record.outcome, scores=scores))
    with pytest.raises(pandarium.BadRecord, match="outcome"):
        better.final()


@pytest.mark.parametrize(("name", "seats", "seed"), [("2-players", 2, 132), ("3-players", 3, 133)])
def test_the_games_are_what_the_script_writes(name: str, seats: int, seed: int) -> None:
    assert from_seed(seats, seed) == load(name)
