from __future__ import annotations

import json
import os

import msgspec
import pytest

from pandarium import BadData, BadRecord, Match, PandariumError, Record, Rng
from pandarium.core import fair
from pandarium.core.record import MAX_RECORD_BYTES, UNDO, UNDO_BY_CONSENT, RecordEntry, outcome_of, write_atomically


def play_to_the_end(match, seed=1):
    rng = Rng(seed)
    while actors := match.state.actors():
        moves = match.state.legal(actors[0])
        match.play(actors[0], moves[rng.below(len(moves))])
    return match.record


@pytest.fixture(scope="module")
def finished():
    return play_to_the_end(Match.begin("royale", seats=3, seed=11, players=["Ann", "Bo", "Cy"]))


@pytest.fixture(scope="module")
def secret_record():
    secret = bytes(range(32))
    blank = Record(
        game="royale",
        rules=1,
        seats=2,
        options={"children": True},
        secret=secret.hex(),
        commitment=fair.commitment(secret),
    )
    return play_to_the_end(Match(blank))


def as_data(record):
    return json.loads(record.to_json())


def from_data(data):
    return Record.from_json(json.dumps(data))


# On paper and back


def test_a_record_goes_through_json_unchanged(finished, secret_record):
    for record in (finished, secret_record):
        assert Record.from_json(record.to_json()) == record
        assert Record.from_json(record.to_json().decode()) == record


def test_json_has_one_move_a_line_and_ends_with_a_line_break(finished):
    lines = finished.to_json().decode().splitlines()
    assert finished.to_json().endswith(b"}\n")
    assert sum('"take' in line or '"trade' in line or '"pass' in line for line in lines) == len(finished.moves)


def test_a_replay_gives_the_positions_of_the_match_and_its_outcome():
    match = Match.begin("royale", seats=2, seed=4)
    dumps = [match.state.dump()]
    rng = Rng(2)
    while actors := match.state.actors():
        moves = match.state.legal(actors[0])
        match.play(actors[0], moves[rng.below(len(moves))])
        dumps.append(match.state.dump())
    assert [state.dump() for state in match.record.replay()] == dumps
    assert outcome_of(match.record.final()) == match.record.outcome
    assert match.record.outcome is not None


def test_states_of_a_replay_are_the_callers_own(finished):
    replay = finished.replay()
    first = next(replay)
    seat = first.actors()[0]
    first.play(seat, first.legal(seat)[-1])
    assert len(list(replay)) == len(finished.moves)


def test_a_record_from_a_secret_uses_a_salt_for_every_entry(secret_record):
    plain = msgspec.structs.replace(secret_record, secret=None, commitment=None, seed=5, outcome=None)
    assert plain.salt(0) == 0
    assert secret_record.salt(0) == fair.salt_from(bytes(range(32)), 0)
    assert secret_record.salt(1) != secret_record.salt(0)
    assert outcome_of(secret_record.final()) == secret_record.outcome


def test_undo_is_part_of_the_record():
    match = Match.begin("royale", seats=2, seed=7)
    match.play(1, match.game.read("take b8"))
    match.undo(1)
    match.play(1, match.game.read("take r8"))
    match.undo(0, consent=True)
    match.play(1, match.game.read("take c6"))
    assert [entry.move for entry in match.record.moves] == ["take b8", UNDO, "take r8", UNDO_BY_CONSENT, "take c6"]
    record = Record.from_json(match.record.to_json())
    assert record.final().dump() == match.state.dump()


def test_times_are_kept():
    match = Match.begin("royale", seats=2, seed=7)
    match.play(1, match.game.read("take b8"), at=1500)
    assert as_data(match.record)["moves"] == [[1, "take b8", 1500]]
    assert Record.from_json(match.record.to_json()).moves == [RecordEntry(1, "take b8", 1500)]


def test_a_blank_record_is_the_match_before_its_first_move(finished):
    blank = finished.blank()
    assert (blank.moves, blank.outcome) == ([], None)
    assert blank.players == finished.players
    assert finished.moves


# What does not hold


@pytest.mark.parametrize("number", [0, 5])
def test_an_illegal_move_is_named_by_its_number(finished, number):
    moves = list(finished.moves)
    moves[number] = RecordEntry(moves[number].seat, "trade A k12")
    broken = msgspec.structs.replace(finished, moves=moves)
    with pytest.raises(BadRecord, match=rf"^move {number + 1} \('trade A k12' by seat \d\): .* \(PR-\d+\)$"):
        list(broken.replay())


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (RecordEntry(1, "dance"), "cannot read the move 'dance'"),
        (RecordEntry(0, "take b8"), "it is not your turn"),
        (RecordEntry(9, "take b8"), "there is no seat 9, only 0 to 1"),
        (RecordEntry(-1, "take b8"), "there is no seat -1"),
        (RecordEntry(2**70, "take b8"), "there is no seat"),
        (RecordEntry(1, "undo"), "there is no move to take back"),
        (RecordEntry(1, "undo by consent"), "there is no move to take back"),
    ],
)
def test_a_first_entry_that_cannot_be(entry, reason):
    record = Record(game="royale", rules=1, seats=2, seed=7, moves=[entry])
    with pytest.raises(BadRecord, match=f"move 1 .*{reason}"):
        list(record.replay())
    with pytest.raises(BadRecord, match="move 1"):
        Match(record)


def test_an_undo_that_was_not_allowed_is_refused():
    moves = [RecordEntry(1, "take b8"), RecordEntry(0, UNDO)]
    with pytest.raises(BadRecord, match=r"move 2 .*another player has moved"):
        Record(game="royale", rules=1, seats=2, seed=7, moves=moves).final()


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_agrees_to_an_undo_from_a_seat_that_is_not_there(seat):
    moves = [RecordEntry(1, "take b8"), RecordEntry(seat, UNDO_BY_CONSENT)]
    with pytest.raises(BadRecord, match=f"move 2 .*there is no seat {seat}"):
        Record(game="royale", rules=1, seats=2, seed=7, moves=moves).final()


def test_a_move_after_the_end_is_refused(finished):
    longer = msgspec.structs.replace(finished, moves=[*finished.moves, RecordEntry(0, "pass")])
    with pytest.raises(BadRecord, match=rf"move {len(finished.moves) + 1} .*the game is over"):
        longer.final()


def test_a_wrong_outcome_is_found(finished):
    scores = tuple(score + 1 for score in finished.outcome.scores)
    wrong = msgspec.structs.replace(finished, outcome=msgspec.structs.replace(finished.outcome, scores=scores))
    with pytest.raises(BadRecord, match="outcome: is not what the moves lead to"):
        wrong.final()
    with pytest.raises(BadRecord, match="outcome"):
        Match(wrong)


def test_an_outcome_without_the_moves_is_found(finished):
    early = msgspec.structs.replace(finished, moves=[])
    with pytest.raises(BadRecord, match="outcome"):
        early.final()
    with pytest.raises(BadRecord, match="outcome"):
        Match(early)


def test_a_wrong_commitment_is_found(secret_record):
    wrong = msgspec.structs.replace(secret_record, commitment="0" * 64)
    with pytest.raises(BadRecord, match="does not hash to the commitment"):
        wrong.final()


def test_another_secret_leads_to_other_dice(secret_record):
    other = msgspec.structs.replace(secret_record, secret="1" * 64, commitment=None)
    with pytest.raises(BadRecord):
        other.final()


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        ({"rules": 2}, BadRecord, "version 2 of the rules; Panda Royale is at version 1"),
        ({"game": "royal"}, PandariumError, "did you mean 'royale'"),
        ({"seats": 11}, PandariumError, "2 to 10 players"),
        ({"seats": -(2**70)}, PandariumError, "2 to 10 players"),
        ({"seats": 2**70}, PandariumError, "2 to 10 players"),
        ({"options": {"children": "yes"}}, PandariumError, "takes no, yes"),
        ({"options": {"childern": True}}, PandariumError, "did you mean 'children'"),
        ({"seed": None}, BadRecord, "neither a seed nor a secret"),
        ({"seed": -1}, BadData, "a seed is"),
        ({"seed": 2**63}, BadData, "a seed is"),
        ({"content": {"dice": {}}}, BadData, "dice"),
    ],
)
def test_what_was_agreed_is_checked_before_the_deal(change, error, reason):
    record = msgspec.structs.replace(Record(game="royale", rules=1, seats=2, seed=7), **change)
    with pytest.raises(error, match=reason):
        record.deal()


# Hostile JSON

GOOD = {"game": "royale", "rules": 1, "seats": 2, "seed": 7, "moves": [[1, "take b8"]]}


@pytest.mark.parametrize(
    "change",
    [
        *({"game": 5}, {"game": ""}, {"game": "x" * 81}, {"game": None}, {"rules": "1"}, {"rules": 1.5}),
        *({"seats": "2"}, {"seats": None}, {"seats": [2]}, {"seats": True}, {"players": "Ann"}, {"players": [""]}),
        *({"players": ["x" * 81]}, {"players": [1]}, {"options": []}, {"options": {"children": None}}),
        *({"options": {"children": [1]}}, {"content": []}, {"content": 1}, {"seed": "7"}, {"seed": 1.5}, {"seed": {}}),
        *({"secret": "xyz"}, {"secret": "A" * 64}, {"secret": "0" * 63}, {"secret": 0}, {"commitment": "0" * 65}),
        *({"moves": {}}, {"moves": "take b8"}, {"moves": [1]}, {"moves": [[1]]}, {"moves": [["1", "take b8"]]}),
        *({"moves": [[1, ""]]}, {"moves": [[1, "x" * 401]]}, {"moves": [[1, "pass", "soon"]]}),
        *({"moves": [[1, "pass", None, 4]]}, {"moves": [[1.5, "pass"]]}, {"moves": [[None, "pass"]]}),
        *({"outcome": []}, {"outcome": {"winners": "0", "scores": [], "reason": ""}}, {"outcome": {"winners": [0]}}),
        *({"format": "pandarium record 2"}, {"format": 1}, {"unknown": 1}, {"Game": "royale"}, {"": 1}),
    ],
    ids=lambda change: json.dumps(change)[:40],
)
def test_a_field_of_the_wrong_kind_is_named(change):
    with pytest.raises(BadData) as caught:
        from_data({**GOOD, **change})
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("record")


@pytest.mark.parametrize("missing", ["game", "rules", "seats"])
def test_a_missing_field_is_named(missing):
    with pytest.raises(BadData, match=missing):
        from_data({name: value for name, value in GOOD.items() if name != missing})


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "{", "[]", "null", "1", '"royale"', "{}", '{"game"}', "{'game': 'royale'}", '{"game": NaN}'),
        *(b"\xff\xfe{}", b'{"game": "\xff"}', b"\x00", b"PK\x03\x04", "\ud800", '{"game": "\ud800"}'),
        *("[" * 100_000, '{"content":' * 20_000, '{"a":[' * 5_000, "9" * 100_000, '{"seats": 1e999}'),
        json.dumps(GOOD)[:-1],
        json.dumps(GOOD) + "x",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_is_no_record_is_refused(text):
    with pytest.raises(BadData) as caught:
        Record.from_json(text, "game.json")
    assert str(caught.value).startswith("game.json")


@pytest.mark.parametrize("field", ["rules", "seats", "seed"])
@pytest.mark.parametrize("value", [-(10**30), -1, 2**63, 10**30, int("9" * 4000)])
def test_numbers_without_measure_end_in_a_typed_error(field, value):
    with pytest.raises(PandariumError):
        from_data({**GOOD, field: value}).final()


def test_numbers_without_measure_in_a_move_end_in_a_typed_error():
    for entry in ([10**30, "take b8"], [-(10**30), "pass"], [1, "9" * 400]):
        with pytest.raises(PandariumError):
            from_data({**GOOD, "moves": [entry]}).final()


def test_deeply_nested_content_is_refused():
    nested: dict[str, object] = {}
    for _ in range(200):
        nested = {"dice": nested}
    with pytest.raises(BadData):
        from_data({**GOOD, "content": nested}).final()


def test_a_text_that_is_too_long_is_not_even_looked_at():
    with pytest.raises(BadData, match="larger than 16,000,000 bytes"):
        Record.from_json(b" " * (MAX_RECORD_BYTES + 1))


# On disk


def test_a_record_is_saved_and_loaded(tmp_path, finished):
    file = tmp_path / "game.json"
    finished.save(file)
    assert Record.load(file) == finished
    assert Record.load(str(file)) == finished
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(BadData, match=r"nothing\.json: no such file"):
        Record.load(tmp_path / "nothing.json")
    with pytest.raises(BadData, match="is a directory"):
        Record.load(tmp_path)
    with pytest.raises(BadData, match="game"):
        Record.load("game\0.json")
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    with pytest.raises(BadData, match=r"broken\.json: not a Pandarium record"):
        Record.load(broken)


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    file = tmp_path / "large.json"
    with file.open("wb") as out:
        out.truncate(MAX_RECORD_BYTES + 1)
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda path: pytest.fail("was read"))
    with pytest.raises(BadData, match="larger than"):
        Record.load(file)


@pytest.mark.parametrize("file", ["no/such/folder/game.json", "x" * 300, ".", "/", "", "game\0.json"])
def test_a_file_that_cannot_be_written_is_named(tmp_path, monkeypatch, finished, file):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadData, match="cannot be written"):
        finished.save(file)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_not_written_over(tmp_path, finished):
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadData, match="cannot be written"):
        finished.save(tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def disk_full(*_):
    raise OSError(28, "No space left on device")


def power_cut(*_):
    raise KeyboardInterrupt


@pytest.mark.parametrize(("crash", "error"), [(disk_full, BadData), (power_cut, KeyboardInterrupt)])
@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_a_crash_in_the_middle_leaves_the_old_file_whole(tmp_path, monkeypatch, finished, crash, error, where):
    file = tmp_path / "game.json"
    finished.blank().save(file)
    before = file.read_bytes()
    monkeypatch.setattr(os, where, crash)
    with pytest.raises(error):
        finished.save(file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_the_new_file_is_on_disk_before_it_takes_the_old_ones_place(tmp_path, monkeypatch):
    steps = []
    fsync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (steps.append("fsync"), fsync(handle))[1])
    monkeypatch.setattr(os, "replace", lambda old, new: (steps.append("replace"), replace(old, new))[1])
    write_atomically(tmp_path / "a", b"new")
    assert steps[:2] == ["fsync", "replace"]
    assert (tmp_path / "a").read_bytes() == b"new"


def test_writing_never_touches_the_old_file_before_the_end(tmp_path, monkeypatch):
    file = tmp_path / "a"
    file.write_bytes(b"old")
    seen = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (seen.append(file.read_bytes()), fsync(handle))[1])
    write_atomically(file, b"new")
    assert seen[0] == b"old"
    assert file.read_bytes() == b"new"


def test_a_record_names_its_format(finished):
    assert as_data(finished)["format"] == "pandarium record 1"
