"""Finished games, replayed: they end as they always did. `make_fixtures.py` writes them."""

from __future__ import annotations

import json
from collections import Counter

import msgspec
import pytest

import pandarium
from pandarium import Record
from pandarium.core.record import RecordEntry, outcome_of

from .make_fixtures import FOLDER, STATES, all_games, fingerprint
from .table import BAG, game

pytestmark = pytest.mark.conformance

NAMES = sorted(file.stem for file in FOLDER.glob("*.json") if file != STATES)

PINK = {2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}


def load(name: str) -> Record:
    return Record.load(FOLDER / f"{name}.json")


def test_there_is_a_game_for_every_number_of_players_and_every_way_to_end() -> None:
    assert set(NAMES) == {
        *(f"{seats}-players" for seats in range(2, 11)),
        *("children", "first-roll", "both-options", "taken-back", "secret", "shared-victory"),
    }
    assert {load(f"{seats}-players").seats for seats in range(2, 11)} == set(range(2, 11))


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_ends_as_it_did(name: str) -> None:
    record = load(name)
    final = record.final()
    assert final.actors() == []
    assert record.outcome is not None
    assert outcome_of(final) == record.outcome


@pytest.mark.parametrize("name", NAMES)
def test_every_position_on_the_way_is_what_it_was(name: str) -> None:
    record = load(name)
    expected = json.loads(STATES.read_text(encoding="utf-8"))[name].split()
    log = [RecordEntry(-1, "the deal"), *record.moves]
    replayed = list(record.replay())
    assert len(replayed) == len(expected) == len(log)
    for number, (state, known) in enumerate(zip(replayed, expected, strict=True)):
        assert fingerprint(state) == known, f"{name}: another position after entry {number}, {log[number].move!r}"


@pytest.mark.parametrize("name", NAMES)
def test_dice_are_conserved_in_every_position(name: str) -> None:
    record = load(name)
    box = Counter(BAG.split()) + Counter({"y6": record.seats, "k12": PINK[record.seats]})
    if record.options.get("children"):
        del box["c6"]
    for state in record.replay():
        seen = state.view(None)
        codes = [*seen.pool, *Counter(seen.bag).elements(), *(code for player in seen.players for code in player.dice)]
        assert Counter(code.removesuffix("*") for code in codes) == box


@pytest.mark.parametrize("name", [name for name in NAMES if name not in {"children", "both-options"}])
def test_the_games_hold_trades(name: str) -> None:
    assert any(entry.move.startswith("trade ") for entry in load(name).moves)


def test_the_games_with_the_options_show_them() -> None:
    assert not any(entry.move[:5] in {"trade", "pass"} for entry in load("children").moves)
    for name in ("first-roll", "both-options"):
        ties = [state for state in load(name).replay() if state.view(None).rerolls]
        assert any(
            player.yellow != sum(die.value for die in player.rolled if die.die[0] == "y")
            for state in ties
            for player in state.view(None).players
        )


def test_the_shared_victory_is_shared() -> None:
    outcome = load("shared-victory").outcome
    assert outcome is not None
    assert len(outcome.winners) == 2
    assert len({outcome.scores[seat] for seat in outcome.winners}) == 1


def test_the_game_with_moves_taken_back_takes_some_back() -> None:
    assert [entry.move for entry in load("taken-back").moves].count("undo") > 1


@pytest.mark.parametrize("name", ["3-players", "secret"])
def test_a_record_that_was_touched_does_not_hold(name: str) -> None:
    record = load(name)
    assert record.outcome is not None
    scores = (record.outcome.scores[0] + 1, *record.outcome.scores[1:])
    better = msgspec.structs.replace(record, outcome=msgspec.structs.replace(record.outcome, scores=scores))
    with pytest.raises(pandarium.BadRecord, match="outcome"):
        better.final()
    for number, entry in enumerate(record.moves):
        others = [move for move in ("take y6", "pass") if move != entry.move]
        moves = [*record.moves[:number], RecordEntry(entry.seat, others[0]), *record.moves[number + 1 :]]
        with pytest.raises(pandarium.BadRecord, match=f"move {number + 1} "):
            msgspec.structs.replace(record, moves=moves).final()


def test_the_games_are_what_the_script_writes() -> None:
    for name, record in all_games().items():
        assert record == load(name)
        assert record.find_game() is game
