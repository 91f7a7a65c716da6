"""Taking back, pausing, removing somebody: by right, or because everybody agrees."""

from __future__ import annotations

from pandarium import protocol
from pandarium.bots import strongest
from pandarium.core.message import Message
from pandarium.core.record import UNDO
from pandarium.server.tables import log
from pandarium.server.tables.judge.guards import game_of, match_of, playing, require_status
from pandarium.server.tables.judge.requests import AlreadyDone, Asker, Entries, Refusal
from pandarium.server.tables.table import Table


def undo(table: Table, asker: Asker, wanted: protocol.Undo) -> Entries:
    """Take one's own last move back, by right."""
    number = playing(table, asker)
    match_of(table)
    at = table.position if wanted.position is None else wanted.position
    if at > table.position or table.overtaken(number, at):
        if table.done_since(number, at) == UNDO:
            raise AlreadyDone
        raise Refusal("stale", Message("protocol.stale"))
    if not table.may_undo(number):
        raise Refusal("no undo", table.undo_refusal(number))
    return [log.Undone(seat=number)]


def ask(table: Table, asker: Asker, wanted: protocol.Ask) -> Entries:
    """Ask the others; where there are no others, it is granted."""
    number = playing(table, asker)
    match_of(table)
    if table.asked is not None:
        if (table.asked.seat, table.asked.what, table.asked.about) == (number, wanted.what, wanted.seat):
            raise AlreadyDone
        raise Refusal("wrong time", Message("protocol.answer_first"))
    if table.agreement.tournament:
        raise Refusal("not allowed", Message("protocol.tournament_moves_stand"))
    if wanted.what == "removal":
        return [log.Asked(seat=number, what=wanted.what, about=_to_be_removed(table, number, wanted.seat))]
    if wanted.what == "undo":
        if table.agreement.rated:
            raise Refusal("not allowed", Message("protocol.rated_moves_stand"))
        if table.agreement.listed:
            raise Refusal("not allowed", Message("protocol.challenge.moves_stand"))
        _undo_back_to(table, number)
    if set(table.people) - {number}:
        return [log.Asked(seat=number, what=wanted.what)]
    if table.agreement.rated:
        raise Refusal("not allowed", Message("protocol.rated_pause_alone"))
    return _granted(table, number, wanted.what)


def answer(table: Table, asker: Asker, wanted: protocol.Answer) -> Entries:
    """Answer; with the last consent it happens."""
    number = playing(table, asker)
    if table.asked is None or number not in table.asked.waiting:
        raise Refusal("wrong time", Message("protocol.nothing_to_answer"))
    if wanted.what is not None and wanted.what != table.asked.what:
        raise Refusal("stale", Message("protocol.another_question", {"what": table.asked.what}))
    answered = log.Answered(seat=number, yes=wanted.yes)
    if not wanted.yes or table.asked.waiting - {number}:
        return [answered]
    if table.asked.about is not None:
        return [answered, *_removal(table, table.asked.about)]
    return [answered, *_granted(table, table.asked.seat, table.asked.what)]


def _to_be_removed(table: Table, number: int, about: int | None) -> int:
    """The seat of somebody whom the others may remove."""
    if table.agreement.rated or table.drop_in is not None:
        raise Refusal("not allowed", Message("protocol.no_removal_here"))
    if about is None or about >= len(table.seats) or about == number:
        raise Refusal("bad table", Message("protocol.remove_whom"))
    seat = table.seats[about]
    if seat.person is None or seat.resigned:
        raise Refusal("not allowed", Message("protocol.nobody_sits_there"))
    if seat.person in table.sent_away:
        raise AlreadyDone
    if not set(table.people) - {number, about}:
        raise Refusal("not allowed", Message("protocol.removal_takes_a_third"))
    return about


def _removal(table: Table, about: int) -> Entries:
    """A bot plays on for whom the others have removed; whoever has given up meanwhile is not there to be removed."""
    seat = table.seats[about]
    if seat.person is None or seat.resigned:
        return []
    return [log.StoodIn(seat=about, level=strongest(game_of(table)), why="removed")]


def _granted(table: Table, seat: int, what: protocol.Question) -> Entries:
    if what == "undo":
        return list(_undo_back_to(table, seat))
    return [log.Paused.because(Message("protocol.paused.asked", {"name": table.names[seat]}))]


def _undo_back_to(table: Table, seat: int) -> list[log.Undone]:
    """As many steps back as it takes to stand before this seat's last move."""
    back = match_of(table).moves_since(seat)
    if not back:
        raise Refusal("no undo", Message("protocol.no_move_to_take_back"))
    return [log.Undone(seat=seat, consent=True)] * back


def resume(table: Table, asker: Asker) -> Entries:
    """Go on after a pause: anybody who plays may say so."""
    require_status(table, "running")
    number = playing(table, asker)
    if table.paused is None:
        raise AlreadyDone
    return [log.Resumed(seat=number)]
