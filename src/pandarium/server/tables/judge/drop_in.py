"""Tables where players come and go while the game runs, as far as the game lets them (`kit.drop_in`)."""

from __future__ import annotations

from pandarium import protocol
from pandarium.core.errors import PandariumError
from pandarium.core.message import Message
from pandarium.kit.drop_in import DropInRules
from pandarium.server.tables import log
from pandarium.server.tables.judge.guards import match_of
from pandarium.server.tables.judge.requests import AlreadyDone, Asker, Entries, Refusal
from pandarium.server.tables.table import Table


def take_seat(table: Table, rules: DropInRules, asker: Asker, wanted: protocol.Sit) -> Entries:
    """Somebody takes a free seat of a running table, and says how they will come in."""
    match = match_of(table)
    if table.seat_of(asker.person) is not None:
        raise AlreadyDone
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if not free or (wanted.seat is not None and wanted.seat not in free):
        raise Refusal("seat taken", Message("protocol.all_seats_taken" if not free else "protocol.somebody_sits_there"))
    seat = free[0] if wanted.seat is None else wanted.seat
    ways = [match.game.say(move) for move in rules.entries(match.state.setup)]
    try:
        move = match.game.say(match.game.read(wanted.move)) if wanted.move else ""
    except PandariumError as error:
        raise Refusal("bad move", error.message) from None
    if move and move not in ways:
        raise Refusal("illegal move", Message("protocol.no_way_in", {"ways": ", ".join(ways)}), rules.rule)
    return [log.Sat(seat=seat, person=asker.person, name=asker.name, avatar=asker.avatar, move=move)]


def give_seat_up(table: Table, rules: DropInRules, number: int) -> Entries:
    """Somebody goes: at once where they are not in the game, else as soon as it lets them."""
    seat = table.seats[number]
    if seat.leaving:
        raise AlreadyDone
    if table.match is None or rules.is_out(table.match.state, number):
        return [log.Freed(seat=number)]
    return [log.Left(seat=number)]


def automatic_moves(table: Table) -> Entries:
    """What happens without anybody doing it: free seats stay free, who goes goes, who waits comes in."""
    rules, match = table.drop_in, table.match
    if rules is None or match is None:
        return []
    for number in table.actors():
        seat, asked = table.seats[number], rules.asks(match.state, number)
        if seat.free or seat.leaving:
            move = rules.go(match.state, number) if asked else match.state.timeout(number)
            moved = log.Moved(seat=number, move=match.game.say(move), by="clock")
            over = table.foresee(moved, move).after.outcome() is not None
            return [log.Freed(seat=number), moved] if seat.leaving and asked and not over else [moved]
        if seat.entry and asked and match.game.read(seat.entry) in match.state.legal(number):
            return [log.Moved(seat=number, move=seat.entry)]
    return []
