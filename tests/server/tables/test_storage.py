from __future__ import annotations

import msgspec

from pandarium import protocol
from pandarium.core.record import Record
from pandarium.server.store import EntryRow, TableRow
from pandarium.server.tables import log, storage
from server.support import ANN, BEN, TableHarness, show_news


def row_of(harness: TableHarness, rules: int | None = None) -> TableRow:
    table = harness.table
    return TableRow(
        id=table.id,
        game=table.agreement.game,
        rules=table.rules if rules is None else rules,
        agreement=msgspec.json.encode(table.agreement),
        secret=table.secret,
        invite=table.invite,
        host=table.host,
        status=table.status,
        public=False,
        driven=table.driven,
        driver=None,
        created=table.created,
        changed=table.at,
        outcome=msgspec.json.encode(table.outcome) if table.outcome else None,
        rematch_of=None,
    )


def entries_of(harness: TableHarness) -> list[EntryRow]:
    return [EntryRow(number, at, log.encode(entry)) for number, (at, entry) in enumerate(harness.log, 1)]


def test_a_table_is_what_its_rows_lead_to() -> None:
    harness = TableHarness.create("leduc")
    harness.play(harness.table.actors()[0])
    table = storage.fold(row_of(harness), entries_of(harness))
    assert table.seq == harness.table.seq
    assert harness.update(ANN, table=table) == harness.update(ANN)


def test_a_game_that_was_over_stays_over_under_newer_rules() -> None:
    harness = TableHarness.create("leduc")
    harness.play_out()
    table = storage.fold(row_of(harness, rules=0), entries_of(harness))
    assert table.stuck is not None
    assert (table.status, table.outcome) == ("ended", harness.table.outcome)
    record = table.record()
    assert (record.rules, record.moves, record.secret) == (0, harness.table.moves, harness.table.secret)


def test_a_log_with_a_gap_is_not_carried_out_beyond_it() -> None:
    harness = TableHarness.create("leduc")
    harness.play_out()
    rows = [entry for entry in entries_of(harness) if entry.seq != 7]
    row = msgspec.structs.replace(row_of(harness), status="running", outcome=None)
    table = storage.fold(row, rows)
    assert table.suspended is not None
    assert str(table.suspended) == "entry 7 of its log is missing"
    assert table.suspended.render("de") == "in seinem Protokoll fehlt Eintrag 7"
    assert (table.seq, table.beyond, table.actors()) == (6, rows[-1].seq, [])
    assert table.moves == harness.table.moves[: table.position]
    assert storage.frames(row, rows, 0) == []


def test_a_replay_has_a_frame_for_the_deal_and_for_every_move_and_undo() -> None:
    harness = TableHarness.create("royale")
    seat = harness.table.actors()[0]
    harness.play(seat)
    harness.send([ANN, BEN][seat], protocol.Undo())
    harness.play(seat)
    harness.send(ANN, protocol.Say(text="hello"))
    frames = storage.frames(row_of(harness), entries_of(harness), 0)
    assert [(frame.news.type, frame.position) for frame in frames] == [
        ("started", 0),
        ("moved", 1),
        ("undone", 2),
        ("moved", 3),
    ]
    assert harness.table.match is not None
    assert frames[-1].view == msgspec.to_builtins(harness.table.match.state.view(0))
    assert frames[0].view == frames[2].view


def test_older_lines_are_those_that_were_told_when_they_happened() -> None:
    harness = TableHarness.create("leduc")
    harness.play_out()
    for viewer in (None, 0, 1):
        shown = [msgspec.json.decode(line) for line in storage.lines(row_of(harness), entries_of(harness), viewer)]
        news = show_news(harness.table, viewer, harness.table.recent)
        assert shown == msgspec.to_builtins(news)
        assert [line["seq"] for line in shown] == list(range(1, harness.table.seq + 1))


def test_the_same_people_and_bots_sit_down_again() -> None:
    harness = TableHarness.create("royale", 2, ["greedy"])
    entries = storage.same_people(harness.table)
    assert [type(entry) for entry in entries] == [log.Sat, log.Sat, log.Seated]
    assert [entry.seat for entry in entries if isinstance(entry, log.Sat | log.Seated)] == [0, 1, 2]


def test_the_record_of_a_finished_table_replays_from_its_secret() -> None:
    harness = TableHarness.create("royale", 2, ["random"])
    harness.play_out()
    record = Record.from_json(harness.table.record().to_json())
    assert record.final().outcome() == harness.table.outcome
