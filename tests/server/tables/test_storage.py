from __future__ import annotations

import msgspec

from pandarium import protocol
from pandarium.core.record import Record
from pandarium.server.store import EntryRow, TableRow
from pandarium.server.tables import log, render, storage
from server.support import ANN, BEN, Desk


def row_of(desk: Desk, rules: int | None = None) -> TableRow:
    table = desk.table
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


def entries_of(desk: Desk) -> list[EntryRow]:
    return [EntryRow(number, at, log.encode(entry)) for number, (at, entry) in enumerate(desk.log, 1)]


def test_a_table_is_what_its_rows_lead_to() -> None:
    desk = Desk.lay("leduc")
    desk.play(desk.table.actors()[0])
    table = storage.fold(row_of(desk), entries_of(desk))
    assert table.seq == desk.table.seq
    assert desk.update(ANN, table=table) == desk.update(ANN)


def test_a_game_that_was_over_stays_over_under_newer_rules() -> None:
    desk = Desk.lay("leduc")
    desk.play_out()
    table = storage.fold(row_of(desk, rules=0), entries_of(desk))
    assert table.stuck is not None
    assert (table.status, table.outcome) == ("ended", desk.table.outcome)
    record = table.record()
    assert (record.rules, record.moves, record.secret) == (0, desk.table.moves, desk.table.secret)


def test_a_replay_has_a_frame_for_the_deal_and_for_every_move_and_undo() -> None:
    desk = Desk.lay("royale")
    seat = desk.table.actors()[0]
    desk.play(seat)
    desk.send([ANN, BEN][seat], protocol.Undo())
    desk.play(seat)
    desk.send(ANN, protocol.Say(text="hello"))
    frames = storage.frames(row_of(desk), entries_of(desk), 0)
    assert [(frame.news.type, frame.position) for frame in frames] == [
        ("started", 0),
        ("moved", 1),
        ("undone", 2),
        ("moved", 3),
    ]
    assert desk.table.match is not None
    assert frames[-1].view == msgspec.to_builtins(desk.table.match.state.view(0))
    assert frames[0].view == frames[2].view


def test_older_lines_are_those_that_were_told_when_they_happened() -> None:
    desk = Desk.lay("leduc")
    desk.play_out()
    for viewer in (None, 0, 1):
        told = [msgspec.json.decode(line) for line in storage.lines(row_of(desk), entries_of(desk), viewer)]
        news = render.show_news(desk.table, viewer, desk.table.recent)
        assert told == msgspec.to_builtins(news)
        assert [line["seq"] for line in told] == list(range(1, desk.table.seq + 1))


def test_the_same_people_and_bots_sit_down_again() -> None:
    desk = Desk.lay("royale", 2, ["greedy"])
    entries = storage.same_people(desk.table)
    assert [type(entry) for entry in entries] == [log.Sat, log.Sat, log.Seated]
    assert [entry.seat for entry in entries if isinstance(entry, log.Sat | log.Seated)] == [0, 1, 2]


def test_the_record_of_a_finished_table_replays_from_its_secret() -> None:
    desk = Desk.lay("royale", 2, ["random"])
    desk.play_out()
    record = Record.from_json(desk.table.record().to_json())
    assert record.final().outcome() == desk.table.outcome
