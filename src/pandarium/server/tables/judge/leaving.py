"""Going and coming back, giving up, playing again."""

from __future__ import annotations

from pandarium.bots import strongest
from pandarium.core.message import Message
from pandarium.kit.tournament import tournament_message
from pandarium.server.tables import log
from pandarium.server.tables.judge.creating import NO_CLOCK
from pandarium.server.tables.judge.drop_in import give_seat_up
from pandarium.server.tables.judge.guards import game_of, match_of, my_seat, playing, require_status
from pandarium.server.tables.judge.requests import AlreadyDone, Asker, Entries, Refusal
from pandarium.server.tables.table import Table


def leave(table: Table, asker: Asker) -> Entries:
    """Leave: before the game the seat is free; during it a bot stands in, or a co-operative table waits."""
    require_status(table, "open", "running")
    number = my_seat(table, asker)
    if table.status == "open":
        return [log.Freed(seat=number)]
    if table.drop_in is not None:
        return give_seat_up(table, table.drop_in, number)
    seat = table.seats[number]
    if seat.stand_in:
        raise AlreadyDone
    alone = table.people == [number]
    waits = not table.agreement.rated and not table.agreement.tournament
    if table.cooperative or (alone and waits):
        if table.paused is not None:
            raise AlreadyDone
        return [log.Paused.because(Message("protocol.paused.left", {"name": seat.name}), number)]
    stood_in = log.StoodIn(seat=number, level=strongest(game_of(table)), why="left")
    if alone and table.paused is not None:  # nobody would be left to end the pause
        return [stood_in, log.Resumed(seat=number)]
    return [stood_in]


def come_back(table: Table, asker: Asker) -> Entries:
    """Take the seat back from the bot."""
    require_status(table, "running")
    number = my_seat(table, asker)
    if table.seats[number].resigned:
        raise Refusal("wrong time", Message("protocol.resigned"))
    if asker.person in table.sent_away:
        raise Refusal("not allowed", Message("protocol.removed"))
    gone = table.seats[number].stand_in or table.seats[number].leaving
    entries: Entries = [log.Returned(seat=number)] if gone else []
    if table.paused is not None and not entries:
        entries.append(log.Resumed(seat=number))
    if not entries:
        raise AlreadyDone
    return entries


def resign(table: Table, asker: Asker) -> Entries:
    """Give up; a bot plays on for the others."""
    require_status(table, "running")
    number = my_seat(table, asker)
    if table.agreement.tournament:
        raise Refusal("not allowed", tournament_message(table.agreement.game, "no_resigning"))
    if table.drop_in is not None:
        raise Refusal("not allowed", Message("protocol.leave_instead"), table.drop_in.rule)
    if table.seats[number].resigned:
        raise AlreadyDone
    resigned = log.Resigned(seat=number, level=strongest(game_of(table)))
    if table.cooperative and table.people == [number]:
        return [resigned, log.Closed.because(Message("protocol.closed.given_up"))]
    return [resigned]


def check_rematch(table: Table, asker: Asker) -> None:
    """Raise Refusal unless this person may play again with the same people; AlreadyDone when that table exists."""
    require_status(table, "ended", "closed")
    my_seat(table, asker)
    game_of(table)
    if table.agreement.tournament:
        raise Refusal("not allowed", Message("protocol.tournament_goes_on_by_itself"))
    if table.rematch is not None:
        raise AlreadyDone
    if table.agreement.rated and not table.keeps_time:  # it was created before they needed one
        raise Refusal("bad table", NO_CLOCK)


def check_hint(table: Table, asker: Asker) -> int:
    """The seat of somebody who may ask a bot for advice now."""
    number = playing(table, asker)
    match_of(table)
    if not table.agreement.hints:
        raise Refusal("not allowed", Message("protocol.no_hints"))
    if number not in table.actors():
        raise Refusal("not your turn", Message("protocol.hint_on_your_turn"))
    return number
