"""Finished games, replayed: they end as they always did. `make_fixtures.py` writes them."""

from __future__ import annotations

import json

import pytest

from pandarium import Record
from pandarium.core.record import RecordEntry, outcome_of
from pandarium.games.pandante.engine.flow import Pandante

from .make_fixtures import EACH_END, FOLDER, MODES, STATES, fingerprint
from .test_properties import check_conserved

pytestmark = pytest.mark.conformance

NAMES = sorted(file.stem for file in FOLDER.glob("*.json") if file != STATES)


def load(name: str) -> Record:
    return Record.load(FOLDER / f"{name}.json")


def test_there_is_a_game_for_every_mode_and_every_way_to_end() -> None:
    numbered = [f"{kind}-{n + 1}" for kind in ("drop-in", "tournament", "shared") for n in range(EACH_END)]
    assert set(NAMES) == {*MODES, *numbered, "six-players", "taken-back", "secret"}
    reasons = [load(name).outcome.reason for name in NAMES]  # type: ignore[union-attr]
    for rule in ("PD-24", "PD-G2", "PD-G3"):
        assert sum(rule in reason for reason in reasons) >= EACH_END
    assert sum(len(load(name).outcome.winners) > 1 for name in NAMES) >= EACH_END  # type: ignore[union-attr]


@pytest.mark.parametrize("name", NAMES)
def test_every_position_on_the_way_is_what_it_was(name: str) -> None:
    record = load(name)
    expected = json.loads(STATES.read_text(encoding="utf-8"))[name].split()
    log = [RecordEntry(-1, "the deal"), *record.moves]
    replayed = list(record.replay())
    assert len(replayed) == len(expected) == len(log)
    for number, (state, known) in enumerate(zip(replayed, expected, strict=True)):
        assert isinstance(state, Pandante)
        check_conserved(state)
        assert fingerprint(state) == known, f"{name}: another position after entry {number}, {log[number].move!r}"
    assert outcome_of(replayed[-1]) == record.outcome
    assert replayed[-1].actors() == []


def test_the_games_hold_what_makes_the_game() -> None:
    """Challenges and lies, abilities of both sides, statements, snacks and folds."""
    moves = [entry.move for name in NAMES for entry in load(name).moves]
    for word in ("challenge", "trust", "show", "hide", "fold", "pay", "redraw", "undo", "champion", "steal", "snack 1"):
        assert any(move.startswith(word) for move in moves), word
    for ability in (
        "raise",
        "draw",
        "new-hand",
        "add",
        "peek",
        "sleep",
        "dilemma",
        "ex-draw",
        "delete",
        "trade",
        "lower",
    ):
        assert any(move.startswith(f"announce {ability}") for move in moves), ability
