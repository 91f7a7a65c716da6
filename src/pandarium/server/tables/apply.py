"""What every entry of a table's log does to the table: seats, questions, moves, clocks, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec

from pandarium.bots.names import free_names
from pandarium.core import record as records
from pandarium.core.match import Match, Phase, Secrecy
from pandarium.kit.talk import Spoken, SpokenBy, TalkRules
from pandarium.server.tables import log
from pandarium.server.tables.clocks import PATIENCE, Clocks, Timer
from pandarium.server.tables.parts import LogStep, Seat, TableRequest

if TYPE_CHECKING:
    from pandarium.server.tables.table import Table

_GAME = (log.Moved, log.Undone)
"""What happens in the game itself."""
_KEYS = 32
"""Marks of the last moves, so many for each seat, by which repeated messages are recognised: all seats share them."""


def apply_entry(table: Table, entry: log.AnyEntry, at: int) -> None:
    """Carry out one committed entry."""
    table.seq += 1
    table.at = at = max(at, table.at)
    events: list[Any] = []
    phase = table.match.phase if table.match is not None else None
    match entry:
        case log.Moved():
            table.recent_phrases = ()
            table.conversation = table.conversation.moved(entry.seat)
            before = table.asked, table.status
            events = _moved(table, entry, at)
            changed = before != (table.asked, table.status)
            table.permissions_version += changed
            table.table_version += table.timed or changed
        case log.Undone():
            table.recent_phrases = ()
            _undone(table, entry, at)
        case log.Sat():
            seat = table.seats[entry.seat]
            seat.person, seat.name, seat.avatar, seat.ready = entry.person, entry.name, entry.avatar, False
            seat.since, seat.entry, seat.strikes = table.seq, entry.move, 0
            if table.clocks is not None:
                table.clocks.renew(entry.seat, at)
            table.seated[entry.person] = entry.seat
        case log.Seated():
            seat = table.seats[entry.seat] = Seat()
            seat.bot, seat.name, seat.ready = entry.level, entry.name or _bot_name(table, entry.seat), True
        case log.Freed():
            table.sent_away |= {entry.sent_away} if entry.sent_away else frozenset()
            table.seated.pop(table.seats[entry.seat].person or "", None)
            last = table.names[entry.seat] if table.status == "running" else ""
            table.seats[entry.seat] = Seat(last)
            _withdrawn(table, entry.seat, at)
        case log.Readied():
            table.seats[entry.seat].ready = entry.ready
        case log.SeatsRemoved():
            _remove_seats(table, entry)
        case log.Started():
            events = _start(table, at)
        case log.Asked():
            waiting = frozenset(table.people) - {entry.seat, entry.about}
            table.asked = TableRequest(entry.what, entry.seat, waiting, entry.about)
        case log.Answered():
            _answered(table, entry)
        case log.Paused():
            table.paused_at = at if table.paused_at is None else table.paused_at
            table.paused, table.paused_message = entry.why, entry.message
            table.asked = None
            _tick(table, at)
        case log.Resumed():
            table.idle += at - table.paused_at if table.paused_at is not None else 0
            table.paused = table.paused_message = table.paused_at = None
            _grant_grace(table, table.people, at)
            _tick(table, at)
            _restart_timer(table, at)
        case log.StoodIn():
            table.seats[entry.seat].stand_in = entry.level
            if entry.why == "removed":
                table.sent_away |= {table.seats[entry.seat].person or ""}
                table.asked = None
            _withdrawn(table, entry.seat, at)
        case log.Left():
            table.seats[entry.seat].leaving = True
            _withdrawn(table, entry.seat, at)
        case log.Returned():
            table.seats[entry.seat].stand_in = None
            table.seats[entry.seat].leaving = False
            table.seats[entry.seat].strikes = 0
            _grant_grace(table, [entry.seat], at)
            _tick(table, at)
            if table.timer is None:
                _restart_timer(table, at)
        case log.Resigned():
            table.outcome = table.after_resignation(entry.seat)
            table.seats[entry.seat].resigned = True
            table.seats[entry.seat].stand_in = entry.level
            table.status = "ended" if table.outcome is not None else table.status
            _withdrawn(table, entry.seat, at)
        case log.TimeGivenBack():
            table.idle += entry.ms if table.paused_at is None else 0
            if table.clocks is not None:
                table.clocks.forgive(entry.ms, at)
            _restart_timer(table, at)
        case log.Rematched():
            table.rematch = entry.table
        case log.Closed():
            table.closed, table.closed_message = entry.why, entry.message
            table.status = "closed"
            _tick(table, at)
        case log.Said() | log.Reacted():
            table.talk_lines += 1
            if isinstance(entry, log.Said) and entry.phrase is not None and entry.seat is not None:
                table.recent_phrases = (*table.recent_phrases, SpokenBy(entry.seat, entry.phrase))
                heard = remembered(table, entry.seat, entry.phrase)
                table.conversation = table.conversation if heard is None else table.conversation.said(heard)
    if not isinstance(entry, log.Moved):
        table.table_version += 1
        table.permissions_version += 1
    table.recent.append(LogStep(table.seq, at, entry, events, _secrecy(table, entry, phase)))


def remembered(table: Table, seat: int, phrase: Spoken) -> SpokenBy | None:
    """A phrase as the table's conversation keeps it; None for one that the game does not know any more."""
    rules = table.game.capability(TalkRules) if table.game is not None else None
    if rules is None or table.match is None:
        return None
    try:
        return SpokenBy(seat, rules.remembered(table.match.state_for(None).view(None), phrase))
    except (LookupError, TypeError, ValueError):
        return None


def _secrecy(table: Table, entry: log.AnyEntry, phase: Phase | None) -> Secrecy:
    """Whether that entry was a choice among several, made in that phase."""
    if table.match is None or phase is None or not isinstance(entry, _GAME):
        return ""
    return table.match.secrecy_of(table.moves[-1], phase)


def _bot_name(table: Table, number: int) -> str:
    taken = (seat.name for n, seat in enumerate(table.seats) if n != number)
    return next(free_names(taken, start=crc32(table.id.encode())))


def _remove_seats(table: Table, entry: log.SeatsRemoved) -> None:
    table.seats = [seat for number, seat in enumerate(table.seats) if number not in entry.seats]
    table.seated = {seat.person: number for number, seat in enumerate(table.seats) if seat.person}
    table.agree(
        msgspec.structs.replace(table.agreement, seats=len(table.seats), options=entry.options, talk=entry.talk)
    )


def _start(table: Table, at: int) -> list[Any]:
    table.status = "running"
    table.started = at
    table.clocks = Clocks(table.agreement.pace, len(table.seats)) if table.timed else None
    if table.stuck is not None:
        return []
    table.match = Match(msgspec.structs.replace(table.record(), moves=[], outcome=None))
    table.match.record.moves = table.moves
    _tick(table, at)
    _restart_timer(table, at)
    return table.match.opening


def _moved(table: Table, entry: log.Moved, at: int) -> list[Any]:
    if entry.key:
        table.keys = (*table.keys[1 - _KEYS * len(table.seats) :], f"{entry.seat} {entry.key}")
    since_start = at - table.started
    seat = table.seats[entry.seat]
    seat.entry = ""
    tells_time = table.asks_time() is not None  # a move that is nobody's: it tells the game what time it is
    if entry.by != "clock":
        seat.strikes = 0
    elif tells_time:
        pass
    elif table.timer is None or not table.timer.own:  # else it was the game's own clock, and nobody's fault
        seat.strikes += 1
    if table.asked is not None and table.asked.what == "undo":
        table.asked = None
    if table.match is None:
        table.moves.append(records.RecordEntry(entry.seat, entry.move, since_start))
        return []
    rang = table.timer if entry.by == "clock" else None
    phase = table.match.phase
    table.opened.append(table.position if phase is None else phase.number)
    events = table.match.accept(table.foresee(entry), since_start)
    table.foreseen = None
    table.movers.append(entry.by)
    if table.clocks is not None and not tells_time:
        if phase is not None and phase.secret and table.match.phase is phase:
            table.clocks.chosen(entry.seat, at)
        if entry.by == "clock" and seat.decides:
            table.clocks.ran_out(entry.seat, at)
        elif entry.by == "person":
            table.clocks.moved(entry.seat, at)
        else:
            table.clocks.stood_in(entry.seat, at)
    _tick(table, at)
    _restart_timer(table, at, rang)
    return events


def _undone(table: Table, entry: log.Undone, at: int) -> None:
    table.asked = None
    text = records.UNDO_BY_CONSENT if entry.consent else records.UNDO
    line = records.RecordEntry(entry.seat, text, at - table.started)
    if table.match is None:
        table.moves.append(line)
        return
    phase, place = table.match.phase, table.match.undo_place(entry.seat, entry.consent)
    taken = table.match.move_stack[place] if table.match.move_stack else None
    table.opened.append(table.position if phase is None else phase.number)
    table.match.enter(line)
    by = table.movers.pop(place)
    if taken is not None and table.clocks is not None:
        table.clocks.undone(taken.seat, at, entry.consent, by, place)
    _tick(table, at)
    _restart_timer(table, at)


def _answered(table: Table, entry: log.Answered) -> None:
    if table.asked is not None:
        waiting = table.asked.waiting - {entry.seat}
        table.asked = table.asked._replace(waiting=waiting) if entry.yes and waiting else None


def _withdrawn(table: Table, number: int, at: int) -> None:
    """A person does not play any more: nobody waits for their answer."""
    if table.asked is not None:
        left = table.asked._replace(waiting=table.asked.waiting - {number})
        table.asked = left if left.waiting and left.seat != number else None
    _tick(table, at)


def _grant_grace(table: Table, seats: Sequence[int], at: int) -> None:
    """Who comes back with an empty clock gets time for a move; else it would run out before they made it."""
    if table.clocks is not None:
        for seat in seats:
            table.clocks.grant_grace(seat, at)


def _tick(table: Table, at: int) -> None:
    """Let the clocks run that should, and see whether the game is over."""
    if table.match is not None and table.status == "running":
        table.outcome = None if table.match.record.outcome is None else table.match.state.outcome()
        if table.outcome is not None:
            table.status = "ended"
    if table.over:
        table.asked = None
        table.paused = table.paused_message = table.paused_at = None
    if table.clocks is not None:
        if table.match is None or table.match.phase is None or table.match.phase.first == len(table.match.move_stack):
            table.clocks.reveal()
        table.clocks.turn([seat for seat in table.actors() if table.seats[seat].decides], at)
    if table.timer is not None:
        table.timer = _timer(table, table.timer.since)


def _restart_timer(table: Table, at: int, rang: Timer | None = None) -> None:
    """Begin the table's own clock anew, if it has one now; `rang` is the one that made the move."""
    timer = _timer(table, at)
    table.timer = timer.after(rang) if timer is not None and rang is not None else timer


def _timer(table: Table, since: int) -> Timer | None:
    """The table's own clock, begun at that time: the game's, or the patience with people for whom others wait."""
    if not table.real_time or table.status != "running" or table.paused is not None or table.match is None:
        return None
    state = table.match.state
    actors, seconds = state.actors(), state.timer()
    if seconds:
        return Timer(since, seconds, frozenset(actors))
    late = frozenset(seat for seat in actors if not table.seats[seat].level)
    return Timer(since, PATIENCE, late, own=False) if late and len(actors) < len(table.seats) else None
