"""Moves: of people, of bots, and of clocks that ran out."""

from __future__ import annotations

from pandarium import protocol
from pandarium.bots import strongest
from pandarium.core.errors import BadMove, IllegalMove, PandariumError
from pandarium.core.match import Match
from pandarium.core.message import Message
from pandarium.core.outcome import Outcome
from pandarium.protocol import RefusalCode, Status
from pandarium.server.tables import log
from pandarium.server.tables.judge.guards import decides, game_of, match_of, my_seat
from pandarium.server.tables.judge.requests import AlreadyDone, Asker, Entries, Refusal
from pandarium.server.tables.table import Table

STRIKES = 3
"""Moves in a row that the clock makes for somebody before a bot takes over."""


def play(table: Table, asker: Asker, wanted: protocol.Play) -> Entries:
    """A person's move."""
    number = my_seat(table, asker)
    if wanted.key and f"{number} {wanted.key}" in table.keys:
        raise AlreadyDone
    decides(table, number)
    match = match_of(table)
    _check_position(table, number, wanted)
    return [_move(table, match, number, wanted.move, wanted.key)]


def _move(table: Table, match: Match, seat: int, text: str, key: str = "", by: protocol.By = "person") -> log.Moved:
    try:
        move = match.game.read(text)
        moved = log.Moved(seat=seat, move=match.game.say(move), by=by, key=key)
        table.foresee(moved, move)
    except BadMove as error:
        raise Refusal("bad move", error.message) from None
    except IllegalMove as error:
        turn: RefusalCode = "illegal move" if seat in match.state.actors() else "not your turn"
        raise Refusal(turn, error.message, error.rule) from None
    if match.state.counting() or table.asks_time() is not None:
        raise Refusal("wrong time", Message("protocol.countdown"))
    return moved


def _check_position(table: Table, seat: int, wanted: protocol.Play) -> None:
    """A decision stands as long as nothing has changed that it could rest on.

    Where one seat acts that is anything; where several choose at once (`actors` says so), what the same seat did; in
    real time the order of arrival decides.
    """
    if wanted.position is None:
        if not table.real_time:
            raise Refusal("stale", Message("protocol.position_missing"))
        return
    if wanted.position > table.position:
        raise Refusal(
            "stale",
            Message("protocol.no_such_position", {"position": wanted.position, "now": table.position}),
        )
    if table.real_time:
        return
    done = table.done_since(seat, wanted.position)
    if done is not None and _same_move(table, done, wanted.move):
        raise AlreadyDone
    if table.overtaken(seat, wanted.position):
        raise Refusal("stale", Message("protocol.stale"))


def _same_move(table: Table, written: str, wanted: str) -> bool:
    game = game_of(table)
    try:
        return game.say(game.read(wanted)) == written
    except PandariumError:
        return False


def bot_move(table: Table, seat: int, text: str, position: int) -> Entries:
    """The move of the bot in that seat, chosen at that position.

    In real time it counts as long as it can be played; but who decided to do nothing looks again when others did.
    """
    match = match_of(table)
    if table.seats[seat].level is None:
        raise Refusal("wrong time", Message("protocol.no_bot_there"))
    if not table.real_time and table.overtaken(seat, position):
        raise Refusal("stale", Message("protocol.bot_too_late"))
    moved = _move(table, match, seat, text, by="bot")
    if table.real_time and table.position != position and moved.move == match.game.say(match.state.timeout(seat)):
        raise Refusal("stale", Message("protocol.others_have_moved"))
    return [moved]


def time_out(table: Table, now: int) -> Entries:
    """What happens when a clock has run out, if one has: the table's own, or a seat's."""
    timer, asked = table.timer, table.asks_time()
    if asked is not None:
        return [_tell_time(table, asked, now)]
    if timer is not None and timer.rings(now):
        first = min(timer.seats)
        return [_made_for(table, first, "clock")] if timer.own else _out_of_time(table, first)
    if table.clocks is None or not table.actors():
        return []
    number = table.clocks.overdue(now)
    if number is None:
        return []
    return _out_of_time(table, number)


def _tell_time(table: Table, seat: int, now: int) -> log.Moved:
    """The game asks how long it has been under way."""
    match = match_of(table)
    if table.wall_clock is None:
        raise ValueError("this game asks nobody what time it is")
    move = table.wall_clock.tell(match.state, table.seconds_played(now))
    return log.Moved(seat=seat, move=match.game.say(move), by="clock")


def _out_of_time(table: Table, number: int) -> Entries:
    """A seat has let its time run out."""
    match, seat = match_of(table), table.seats[number]
    if table.cooperative:
        return [log.Paused.because(Message("protocol.paused.out_of_time", {"name": seat.name}), number)]
    if table.drop_in is not None and seat.strikes >= STRIKES:
        return [log.Left(seat=number)]
    if table.drop_in is None and (table.agreement.pace.at_timeout == "bot" or seat.strikes >= STRIKES):
        return [log.StoodIn(seat=number, level=strongest(match.game), why="clock")]
    return time_out_move(table, number)


def time_out_move(table: Table, seat: int) -> Entries:
    """The game's own move for a seat that makes none."""
    match = match_of(table)
    if seat not in match.state.actors():
        return []
    return [_made_for(table, seat, "clock" if table.seats[seat].level is None else "bot")]


def _made_for(table: Table, seat: int, by: protocol.By) -> log.Moved:
    match = match_of(table)
    return log.Moved(seat=seat, move=match.game.say(match.state.timeout(seat)), by=by)


def ending(table: Table, entries: Entries) -> tuple[Status, Outcome | None] | None:
    """How the table ends with these entries, before they are applied; None when it goes on."""
    last = entries[-1]
    match last:
        case log.Moved() if table.match is not None:
            outcome = table.foresee(last).after.outcome()
            return ("ended", outcome) if outcome is not None else None
        case log.Closed():
            return "closed", None
        case log.Resigned():
            outcome = table.after_resignation(last.seat)
            return ("ended", outcome) if outcome is not None else None
    return None
