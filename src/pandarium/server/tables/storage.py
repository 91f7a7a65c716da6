"""Between a table and the store: rows become tables, entries become writes, the log becomes a replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import structlog

from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.protocol.rest import ReplayFrame
from pandarium.server.challenges import attempts
from pandarium.server.people.results import result_job
from pandarium.server.store import EntryRow, Job, SeatRow, TableRow
from pandarium.server.store import jobs as writes
from pandarium.server.tables import judge, log, render
from pandarium.server.tables.judge import Entries, Refusal
from pandarium.server.tables.parts import Agreement, LogStep
from pandarium.server.tables.table import Table

_encoder = msgspec.json.Encoder()
_logger = structlog.get_logger("pandarium.hub")


def blank(row: TableRow, recent: bool = True) -> Callable[[], Table]:
    """What makes the table of that row as it was before its first entry; with all its steps if not only recent ones."""
    agreement = msgspec.json.decode(row.agreement, type=Agreement)
    kept = {} if recent else {"recent": None}

    def make() -> Table:
        return Table(
            row.id,
            agreement,
            rules=row.rules,
            secret=row.secret,
            host=row.host,
            invite=row.invite,
            created=row.created,
            **kept,
        )

    return make


def fold(row: TableRow, rows: Sequence[EntryRow], recent: bool = True) -> Table:
    """The table that its log leads to; if an entry is missing, as far as it goes, and stuck."""
    whole = [entry for number, entry in enumerate(rows, 1) if entry.seq == number]
    gap = Message("protocol.stuck.gap", {"seq": len(whole) + 1}) if len(whole) < len(rows) else None
    table = Table.fold(blank(row, recent), [(entry.at, log.decode(entry.body)) for entry in whole], gap)
    table.beyond = 0 if gap is None else rows[-1].seq
    if table.stuck is not None and row.status in {"ended", "closed"}:
        resigned = table.status == "ended"  # what the log can tell without the engine
        table.status = row.status  # its own engine is not there to say so
        table.outcome = msgspec.json.decode(row.outcome, type=Outcome) if row.outcome else None
        table.reached = None if resigned else table.outcome
    return table


def lines(row: TableRow, rows: Sequence[EntryRow], viewer: int | None) -> list[bytes]:
    """Every line of the log as that viewer may know it, encoded, played out again."""
    table = fold(row, rows, recent=False)
    return [encode_line(table, render.eyes(table, viewer, step.seq), step) for step in table.recent]


def encode_line(table: Table, viewer: int | None, step: LogStep) -> bytes:
    """One line of the log as that viewer may know it, encoded. Later events do not change it."""
    return _encoder.encode(render.show_step(table, viewer, step))


def frames(row: TableRow, rows: Sequence[EntryRow], viewer: int | None) -> list[ReplayFrame]:
    """Every position of the game as that viewer saw it, with what led to it; none when it cannot be played out."""
    table = blank(row)()
    shown: list[ReplayFrame] = []
    now = fold(row, rows)
    if now.stuck is not None:
        return shown
    for entry in rows:
        what = log.decode(entry.body)
        table.apply(what, entry.at)
        eyes = viewer if now.over else render.eyes(now, viewer, table.seq)
        state = table.state_for(eyes)
        if state is not None and isinstance(what, log.Started | log.Moved | log.Undone):
            news = render.show_step(table, eyes, table.recent[-1])
            view = msgspec.to_builtins(state.view(eyes))
            shown.append(ReplayFrame(table.position, news, view))
    return shown


def seats(table: Table) -> list[SeatRow]:
    """Who sits where."""
    taken = ((number, seat) for number, seat in enumerate(table.seats) if not seat.free)
    return [SeatRow(table.id, number, seat.person, seat.name, seat.bot, seat.avatar) for number, seat in taken]


def same_people(table: Table) -> Entries:
    """The same people and bots at a new table."""
    entries: Entries = []
    for number, seat in enumerate(table.seats):
        if seat.person is not None:
            entries.append(log.Sat(seat=number, person=seat.person, name=seat.name, avatar=seat.avatar))
        elif seat.bot is not None:
            entries.append(log.Seated(seat=number, level=seat.bot))
    return entries


def _moved_up(table: Table, removed: Sequence[int]) -> list[Job]:
    """Who sits where when these seats are gone."""
    todo = [writes.free(table.id, number) for number in range(len(table.seats))]
    left = [seat for number, seat in enumerate(table.seats) if number not in removed]
    for number, seat in enumerate(left):
        todo.append(writes.seat(table.id, number, seat.person, seat.name, seat.bot, seat.avatar))
    return todo


def _playing_bots(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.level]


def _plays_with_bots(table: Table, entries: Entries) -> bool:
    """Whether bots are seated when the game begins with these entries."""
    bots = {number for number, seat in enumerate(table.seats) if seat.bot}
    for entry in entries:
        if isinstance(entry, log.Seated):
            bots.add(entry.seat)
        elif isinstance(entry, log.Freed):
            bots.discard(entry.seat)
    return bool(bots)


def jobs(table: Table, entries: Entries, at: int, worker: str) -> list[Job]:
    """What else is written in the same transaction as these entries."""
    todo: list[Job] = []
    for entry in entries:
        match entry:
            case log.Moved() | log.Said() | log.Reacted():
                pass
            case log.Sat():
                todo.append(writes.seat(table.id, entry.seat, entry.person, entry.name, None, entry.avatar))
            case log.Seated():
                todo.append(writes.seat(table.id, entry.seat, None, entry.level, entry.level))
            case log.Freed():
                todo.append(writes.free(table.id, entry.seat))
            case log.SeatsRemoved():
                todo += _moved_up(table, entry.seats)
            case log.Started():
                driven = table.keeps_time or table.drop_in is not None or _plays_with_bots(table, entries)
                todo.append(writes.begin(table.id, at, driven, worker if driven else None))
                todo.append(writes.uninvite(table.id))
                todo += attempts.begun(table, at)
            case log.StoodIn() | log.Resigned() if not table.driven:
                todo.append(writes.drive(table.id, True, worker))
            case log.Returned() if _playing_bots(table) == [entry.seat] and not (table.keeps_time or table.drop_in):
                todo.append(writes.drive(table.id, False, None))  # else it would have two drivers the next time
    ended = judge.ending(table, entries)
    if ended is not None:
        status, outcome = ended
        todo.append(writes.finish(table.id, at, status, msgspec.json.encode(outcome) if outcome else None))
        todo += attempts.finished(table, entries, at, outcome)
        if status == "closed":
            todo.append(writes.uninvite(table.id))
        if outcome is not None:
            todo.append(result_job(table, entries, outcome, at))
    return todo


def unreadable_log(table: str, error: Exception) -> Refusal:
    """What to say about a log that holds what this program does not know."""
    _logger.error("log cannot be read", table=table, error=str(error))
    return Refusal("wrong time", Message("protocol.table_log_unreadable"))
