"""What may happen at a table. Each verifier looks at the table and returns the entries to commit, or raises Refusal.

Nothing here changes anything: between the verdict and the entry lies the commit.
"""

from __future__ import annotations

from collections.abc import Collection
from hmac import compare_digest
from unicodedata import category

import msgspec

from pandarium.bots import levels, strongest
from pandarium.core.errors import BadMove, IllegalMove, PandariumError
from pandarium.core.game import Game
from pandarium.core.match import Match
from pandarium.core.outcome import Outcome
from pandarium.core.record import UNDO, UNDO_BY_CONSENT
from pandarium.server import log, protocol
from pandarium.server.protocol import RefusalCode, Status
from pandarium.server.table import Agreement, Table

STRIKES = 3
"""Moves in a row that the clock makes for somebody before a bot takes over."""
Entries = list[log.AnyEntry]


class Refusal(PandariumError):
    """Something that may not be done at a table; the client gets code, reason and rule."""

    def __init__(self, code: RefusalCode, reason: str, rule: str = "", retry_ms: int | None = None) -> None:
        super().__init__(code, reason, rule)
        self.code: RefusalCode = code
        self.reason = reason
        self.rule = rule
        self.retry_ms = retry_ms

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})" if self.rule else self.reason


class Asker(msgspec.Struct, frozen=True):
    """Who wants something."""

    person: str
    name: str
    avatar: str = ""
    account: bool = False


class Again(Exception):
    """The message was carried out before: acknowledge it, do nothing."""


# laying the table


def agree(wanted: protocol.NewTable, game: Game) -> Agreement:
    """The agreement that was asked for, checked; raises Refusal."""
    try:
        options = game.check_options(wanted.options)
        game.setup(wanted.seats, options)
    except PandariumError as error:
        raise Refusal("bad table", str(error)) from None
    for level in wanted.bots:
        _check_level(game, level)
    if len(wanted.bots) + wanted.sit > wanted.seats:
        raise Refusal("bad table", f"{len(wanted.bots)} bots and you do not fit into {wanted.seats} seats")
    if wanted.rated and game.meta.cooperative:
        raise Refusal("bad table", f"{game.meta.title} is played together: there is nothing to rate")
    if wanted.pace.kind == "live" and game.meta.pace == "real time":
        raise Refusal("bad table", f"{game.meta.title} is played in real time and has no clock for each seat")
    return Agreement(
        game=wanted.game,
        seats=wanted.seats,
        options=options,
        public=wanted.public,
        spectators=wanted.spectators,
        rated=wanted.rated,
        hints=wanted.hints and not wanted.rated,
        talk=wanted.talk,
        pace=wanted.pace,
    )


def first_entries(wanted: protocol.NewTable, host: Asker) -> Entries:
    """The table as it is laid: the host's seat and the bots'."""
    entries: Entries = []
    if wanted.sit:
        entries.append(log.Sat(seat=0, person=host.person, name=host.name, avatar=host.avatar))
    first = wanted.seats - len(wanted.bots)
    entries += [log.Seated(seat=first + number, level=level) for number, level in enumerate(wanted.bots)]
    return entries


def _check_level(game: Game, level: str) -> None:
    known = levels(game)
    if level not in known:
        raise Refusal("bad table", f"{game.meta.title} has no bot called {level!r}; choose from: {', '.join(known)}")


# who and when


def access(table: Table, person: str, invite: str) -> None:
    """Raise Refusal unless this person may look at the table."""
    if table.seat_of(person) is not None or person == table.host:
        return
    invited = bool(invite) and compare_digest(invite.encode(), table.invite.encode())
    if not table.agreement.public and not invited:
        raise Refusal("no access", "this table is private: ask its players for the link")
    if not table.agreement.spectators and (table.status != "open"):
        raise Refusal("no access", "this table does not want spectators")


def _my_seat(table: Table, asker: Asker) -> int:
    seat = table.seat_of(asker.person)
    if seat is None:
        raise Refusal("not seated", "you do not sit at this table")
    return seat


def ending(table: Table, entries: Entries) -> tuple[Status, Outcome | None] | None:
    """How the table ends with these entries, before they are applied; None when it goes on."""
    last = entries[-1]
    match last:
        case log.Closed():
            return "closed", None
        case log.Resigned():
            outcome = table.after_resignation(last.seat)
            return ("ended", outcome) if outcome is not None else None
        case log.Moved() if table.match is not None:
            outcome = table.foresee(last).after.outcome()
            return ("ended", outcome) if outcome is not None else None
    return None


def _only(table: Table, *statuses: str) -> None:
    if table.status not in statuses:
        now = {
            "open": "the game has not started",
            "running": "the game is under way",
            "ended": "the game is over",
            "closed": "the table was closed",
        }
        raise Refusal("wrong time", now[table.status])


def _game(table: Table) -> Game:
    if table.game is None or table.stuck is not None:
        raise Refusal("wrong time", table.stuck or "the game is not there any more")
    return table.game


def _match(table: Table) -> Match:
    _only(table, "running")
    if table.match is None:
        raise Refusal("wrong time", table.stuck or "the game has not started")
    if table.paused is not None:
        raise Refusal("wrong time", f"the game is paused: {table.paused}")
    return table.match


def _playing(table: Table, asker: Asker) -> int:
    """The seat of somebody who plays it themselves."""
    number = _my_seat(table, asker)
    if table.seats[number].resigned:
        raise Refusal("wrong time", "you have resigned")
    if table.seats[number].stand_in:
        raise Refusal("wrong time", "a bot stands in for you: take your seat back first")
    return number


def _host(table: Table, asker: Asker) -> None:
    if asker.person != table.host:
        raise Refusal("not allowed", "only the host of the table may do that")


# before the game


def sit(table: Table, asker: Asker, wanted: protocol.Sit) -> Entries:
    """Take a free seat, or change it."""
    _only(table, "open")
    if table.agreement.rated and not asker.account:
        raise Refusal("not allowed", "rated tables are for people with an account")
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if wanted.seat is not None and wanted.seat >= len(table.seats):
        raise Refusal("seat taken", f"there is no seat {wanted.seat}, only 0 to {len(table.seats) - 1}")
    old = table.seat_of(asker.person)
    if old is not None and wanted.seat in {None, old}:
        raise Again
    if not free or (wanted.seat is not None and wanted.seat not in free):
        raise Refusal("seat taken", "all seats are taken" if not free else "somebody sits there")
    seat = free[0] if wanted.seat is None else wanted.seat
    entries: Entries = [log.Freed(seat=old)] if old is not None else []
    return [*entries, log.Sat(seat=seat, person=asker.person, name=asker.name, avatar=asker.avatar)]


def put_bot(table: Table, asker: Asker, wanted: protocol.PutBot, here: Collection[int] = ()) -> Entries:
    """A bot for a free seat before the game, or for somebody who is gone during it; `here` are the seats connected."""
    _only(table, "open", "running")
    game = _game(table)
    level = wanted.level or strongest(game)
    _check_level(game, level)
    if wanted.seat >= len(table.seats):
        raise Refusal("seat taken", f"there is no seat {wanted.seat}, only 0 to {len(table.seats) - 1}")
    seat = table.seats[wanted.seat]
    if table.status == "open":
        _host(table, asker)
        if seat.person is not None:
            raise Refusal("seat taken", f"{seat.name} sits there")
        return [log.Seated(seat=wanted.seat, level=level)]
    _playing(table, asker)
    if seat.level is not None:
        raise Again
    if wanted.seat in here:
        raise Refusal("not allowed", f"{seat.name} is here, or was a moment ago")
    if table.agreement.rated or (table.timed and table.paused is None):
        raise Refusal("not allowed", "the clock decides whether somebody is gone")
    if level != strongest(game) and not table.cooperative:
        raise Refusal("not allowed", f"for somebody who is gone the strongest bot stands in: {strongest(game)}")
    entries: Entries = [log.StoodIn(seat=wanted.seat, level=level, why="asked")]
    return [*entries, log.Resumed(seat=_my_seat(table, asker))] if table.paused is not None else entries


def free(table: Table, asker: Asker, wanted: protocol.Free) -> Entries:
    """The host frees a seat."""
    _only(table, "open")
    _host(table, asker)
    if wanted.seat >= len(table.seats):
        raise Refusal("seat taken", f"there is no seat {wanted.seat}, only 0 to {len(table.seats) - 1}")
    if table.seats[wanted.seat].free:
        raise Again
    return [log.Freed(seat=wanted.seat)]


def be_ready(table: Table, asker: Asker, wanted: protocol.BeReady) -> Entries:
    """Say that one is ready."""
    _only(table, "open")
    number = _my_seat(table, asker)
    if table.seats[number].ready == wanted.ready:
        raise Again
    return [log.Readied(seat=number, ready=wanted.ready)]


def start(table: Table, asker: Asker, wanted: protocol.Start) -> Entries:
    """The host starts when every seat is taken and everybody else is ready."""
    _only(table, "open")
    _host(table, asker)
    game = _game(table)
    entries: Entries = []
    free_seats = [number for number, seat in enumerate(table.seats) if seat.free]
    if free_seats and wanted.fill is None:
        many = "a seat is" if len(free_seats) == 1 else f"{len(free_seats)} seats are"
        raise Refusal("wrong time", f"{many} still free: wait for people, or fill them with bots")
    if wanted.fill is not None:
        _check_level(game, wanted.fill)
        entries += [log.Seated(seat=number, level=wanted.fill) for number in free_seats]
    waiting = [seat.name for seat in table.seats if seat.person and not seat.ready and seat.person != asker.person]
    if waiting:
        raise Refusal("wrong time", f"not ready yet: {', '.join(waiting)}")
    return [*entries, log.Started()]


def close(table: Table, asker: Asker) -> Entries:
    """The host gives up a table that has not started."""
    _only(table, "open")
    _host(table, asker)
    return [log.Closed(why="the host closed the table")]


def forget(table: Table) -> Entries:
    """Nobody started it for a long time."""
    return [log.Closed(why="nobody started the game")] if table.status == "open" else []


# the game


def play(table: Table, asker: Asker, wanted: protocol.Play) -> Entries:
    """A person's move."""
    number = _my_seat(table, asker)
    if wanted.key and f"{number} {wanted.key}" in table.keys:
        raise Again
    _playing(table, asker)
    _match(table)
    _check_position(table, number, wanted)
    return [_move(table, number, wanted.move, wanted.key)]


def _move(table: Table, seat: int, text: str, key: str = "", by: log.By = "person") -> log.Moved:
    match = _match(table)
    try:
        move = match.game.read(text)
        moved = log.Moved(seat=seat, move=match.game.say(move), by=by, key=key)
        table.foresee(moved, move)
    except BadMove as error:
        raise Refusal("bad move", str(error)) from None
    except IllegalMove as error:
        turn: RefusalCode = "illegal move" if seat in match.state.actors() else "not your turn"
        raise Refusal(turn, error.reason, error.rule) from None
    return moved


def _check_position(table: Table, seat: int, wanted: protocol.Play) -> None:
    """A decision stands as long as nothing has changed that it could rest on.

    In turns that is anything; where all choose at once it is what the same seat did, or an undo; in real time the order
    of arrival decides.
    """
    pace = _game(table).meta.pace
    if wanted.position is None:
        if pace != "real time":
            raise Refusal("stale", "say on which position you decided: `position` of the last update")
        return
    since = table.moves[wanted.position :]
    if wanted.position > table.position:
        raise Refusal("stale", f"there is no position {wanted.position} yet: it is {table.position}")
    if not since or pace == "real time":
        return
    first = since[0] if pace == "turns" else next((entry for entry in since if entry.seat == seat), None)
    if first is not None and first.seat == seat and _same_move(table, first.move, wanted.move):
        raise Again
    if _stale(table, seat, wanted.position):
        raise Refusal("stale", "the table has moved on since you decided; look again")


def _stale(table: Table, seat: int, position: int) -> bool:
    """Whether something has happened since that position on which this seat's decision could rest."""
    pace, since = _game(table).meta.pace, table.moves[position:]
    if pace == "simultaneous":
        if any(entry.seat == seat or entry.move in {UNDO, UNDO_BY_CONSENT} for entry in since):
            return True
        return bool(since) and _match(table).sealed_at(position) != _match(table).state.sealed  # cards are on the table
    return bool(since) and pace == "turns"


def _same_move(table: Table, written: str, wanted: str) -> bool:
    game = _game(table)
    try:
        return game.say(game.read(wanted)) == written
    except PandariumError:
        return False


def bot_move(table: Table, seat: int, text: str, position: int) -> Entries:
    """The move of the bot in that seat, chosen at that position."""
    _match(table)
    if table.seats[seat].level is None:
        raise Refusal("wrong time", "no bot plays there any more")
    if _stale(table, seat, position):
        raise Refusal("stale", "the table has moved on")
    return [_move(table, seat, text, by="bot")]


def time_out(table: Table, now: int) -> Entries:
    """What happens to a seat whose clock has run out, if one has."""
    if table.clocks is None or not table.actors():
        return []
    number = table.clocks.overdue(now)
    if number is None:
        return []
    match, seat = _match(table), table.seats[number]
    if table.cooperative:
        return [log.Paused(why=f"{seat.name} is out of time", seat=number)]
    if table.agreement.pace.at_timeout == "bot" or seat.strikes >= STRIKES:
        return [log.StoodIn(seat=number, level=strongest(match.game), why="clock")]
    return time_out_move(table, number)


def time_out_move(table: Table, seat: int) -> Entries:
    """The game's own move for a seat that makes none."""
    match = _match(table)
    if seat not in match.state.actors():
        return []
    by: log.By = "clock" if table.seats[seat].level is None else "bot"
    return [log.Moved(seat=seat, move=match.game.say(match.state.timeout(seat)), by=by)]


# taking back, pausing


def undo(table: Table, asker: Asker, wanted: protocol.Undo) -> Entries:
    """Take one's own last move back, by right."""
    number = _playing(table, asker)
    _match(table)
    if wanted.position is not None and wanted.position != table.position:
        if [(entry.seat, entry.move) for entry in table.moves[wanted.position :][:1]] == [(number, UNDO)]:
            raise Again
        raise Refusal("stale", "the table has moved on since you decided; look again")
    refusal = table.undo_refusal(number)
    if refusal is not None:
        raise Refusal("no undo", refusal)
    return [log.Undone(seat=number)]


def ask(table: Table, asker: Asker, wanted: protocol.Ask) -> Entries:
    """Ask the others; where there are no others, it is granted."""
    number = _playing(table, asker)
    _match(table)
    if table.asked is not None:
        if (table.asked.seat, table.asked.what) == (number, wanted.what):
            raise Again
        raise Refusal("wrong time", "something else is being asked: answer that first")
    if wanted.what == "undo":
        if table.agreement.rated:
            raise Refusal("not allowed", "moves of a rated game stand")
        _undo_back_to(table, number)
    if set(table.people) - {number}:
        return [log.Asked(seat=number, what=wanted.what)]
    return _granted(table, number, wanted.what)


def answer(table: Table, asker: Asker, wanted: protocol.Answer) -> Entries:
    """Answer; with the last consent it happens."""
    number = _playing(table, asker)
    if table.asked is None or number not in table.asked.waiting:
        raise Refusal("wrong time", "nobody waits for your answer")
    if wanted.what is not None and wanted.what != table.asked.what:
        raise Refusal("stale", f"meanwhile something else is asked: {table.asked.what}")
    said = log.Answered(seat=number, yes=wanted.yes)
    if not wanted.yes or table.asked.waiting - {number}:
        return [said]
    return [said, *_granted(table, table.asked.seat, table.asked.what)]


def _granted(table: Table, seat: int, what: log.Question) -> Entries:
    if what == "undo":
        return list(_undo_back_to(table, seat))
    return [log.Paused(why=f"{table.names[seat]} asked for a pause")]


def _undo_back_to(table: Table, seat: int) -> list[log.Undone]:
    """As many steps back as it takes to stand before this seat's last move."""
    standing = _match(table).standing
    back = next((n for n, move in enumerate(reversed(standing), 1) if move.seat == seat), 0)
    if not back:
        raise Refusal("no undo", "you have made no move that could be taken back")
    return [log.Undone(seat=seat, consent=True)] * back


def resume(table: Table, asker: Asker) -> Entries:
    """Go on after a pause: anybody who plays may say so."""
    _only(table, "running")
    number = _playing(table, asker)
    if table.paused is None:
        raise Again
    return [log.Resumed(seat=number)]


# going and coming back


def leave(table: Table, asker: Asker) -> Entries:
    """Leave: before the game the seat is free; during it a bot stands in, or a co-operative table waits."""
    _only(table, "open", "running")
    number = _my_seat(table, asker)
    if table.status == "open":
        return [log.Freed(seat=number)]
    seat = table.seats[number]
    if seat.stand_in:
        raise Again
    if table.cooperative or table.people == [number]:
        if table.paused is not None:
            raise Again
        return [log.Paused(why=f"{seat.name} has left", seat=number)]
    return [log.StoodIn(seat=number, level=strongest(_game(table)), why="left")]


def come_back(table: Table, asker: Asker) -> Entries:
    """Take the seat back from the bot."""
    _only(table, "running")
    number = _my_seat(table, asker)
    if table.seats[number].resigned:
        raise Refusal("wrong time", "you have resigned")
    entries: Entries = [log.Returned(seat=number)] if table.seats[number].stand_in else []
    if table.paused is not None and not entries:
        entries.append(log.Resumed(seat=number))
    if not entries:
        raise Again
    return entries


def resign(table: Table, asker: Asker) -> Entries:
    """Give up; a bot plays on for the others."""
    _only(table, "running")
    number = _my_seat(table, asker)
    if table.seats[number].resigned:
        raise Again
    resigned = log.Resigned(seat=number, level=strongest(_game(table)))
    if table.cooperative and table.people == [number]:
        return [resigned, log.Closed(why="everybody has given up")]
    return [resigned]


def rematch(table: Table, asker: Asker) -> None:
    """Whether this person may lay the same table again; raises Again when it is laid."""
    _only(table, "ended", "closed")
    _my_seat(table, asker)
    _game(table)
    if table.rematch is not None:
        raise Again


def may_ask_for_hints(table: Table, asker: Asker) -> int:
    """The seat of somebody who may ask a bot for advice now."""
    number = _playing(table, asker)
    _match(table)
    if not table.agreement.hints:
        raise Refusal("not allowed", "this table agreed to play without hints")
    if number not in table.actors():
        raise Refusal("not your turn", "there are hints when it is your turn")
    return number


# talk


def say(table: Table, asker: Asker, wanted: protocol.Say) -> Entries:
    """Chat, by those whom the table lets talk."""
    seat = _talker(table, asker)
    text = clean(wanted.text)
    if not text:
        raise Refusal("malformed", "there is nothing to say in that")
    return [log.Said(person=asker.person, name=asker.name, seat=seat, text=text)]


def react(table: Table, asker: Asker, wanted: protocol.React) -> Entries:
    """A reaction."""
    seat = _talker(table, asker)
    return [log.Reacted(person=asker.person, name=asker.name, seat=seat, what=wanted.what)]


def _talker(table: Table, asker: Asker) -> int | None:
    seat = table.seat_of(asker.person)
    if table.agreement.talk == "none":
        raise Refusal("not allowed", "this table agreed not to talk")
    if table.agreement.talk == "players" and seat is None:
        raise Refusal("not allowed", "only the players talk at this table")
    return seat


def clean(text: str) -> str:
    """Text without control characters and without tricks of direction; line breaks become spaces."""
    seen = (" " if c in _BREAKS else c for c in text if c in _BREAKS or c == _JOINER or category(c) not in _UNSEEN)
    return "".join(seen).strip().strip(_JOINER)


_BREAKS = "\n\r\t\u2028\u2029"
_JOINER = "\u200d"
"""Holds emoji together."""
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}


# all of it


def verdict(table: Table, asker: Asker, message: protocol.AnyMessage, here: Collection[int]) -> Entries:
    """The entries that a message leads to; raises Refusal, or Again. Rematch, Hint and Ping are not judged here."""
    match message:
        case protocol.Play():
            return play(table, asker, message)
        case protocol.Sit():
            return sit(table, asker, message)
        case protocol.PutBot():
            return put_bot(table, asker, message, here)
        case protocol.Free():
            return free(table, asker, message)
        case protocol.BeReady():
            return be_ready(table, asker, message)
        case protocol.Start():
            return start(table, asker, message)
        case protocol.Close():
            return close(table, asker)
        case protocol.Undo():
            return undo(table, asker, message)
        case protocol.Ask():
            return ask(table, asker, message)
        case protocol.Answer():
            return answer(table, asker, message)
        case protocol.Resume():
            return resume(table, asker)
        case protocol.Leave():
            return leave(table, asker)
        case protocol.Return():
            return come_back(table, asker)
        case protocol.Resign():
            return resign(table, asker)
        case protocol.Say():
            return say(table, asker, message)
        case protocol.React():
            return react(table, asker, message)
        case _:
            raise TypeError(f"{type(message).__name__} is not for the judge")
