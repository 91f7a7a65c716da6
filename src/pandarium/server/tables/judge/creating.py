"""Before the game: creating the table, sitting down, starting."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from pandarium import protocol
from pandarium.bots import strongest
from pandarium.core.errors import BadOption, PandariumError, unknown_name
from pandarium.core.game import Game
from pandarium.core.message import Message
from pandarium.core.meta import OptionValue
from pandarium.core.options import refuse_idle_options, without_idle_options
from pandarium.kit.clock import ClockRules
from pandarium.kit.drop_in import DropInRules
from pandarium.kit.talk import TalkRules
from pandarium.protocol.pace import Pace
from pandarium.server.packs import NO_PACK, content_of
from pandarium.server.tables import log
from pandarium.server.tables.judge.drop_in import take_seat
from pandarium.server.tables.judge.guards import (
    check_level,
    game_of,
    my_seat,
    only_the_host,
    playing,
    require_status,
    same_bots,
)
from pandarium.server.tables.judge.requests import AlreadyDone, Asker, Entries, Refusal
from pandarium.server.tables.parts import Agreement
from pandarium.server.tables.table import Table

NO_CLOCK = Message("protocol.rated_needs_clock")
"""Without one a game that goes badly need never end."""


def agree(wanted: protocol.NewTable, game: Game, pack: msgspec.Raw = NO_PACK) -> Agreement:
    """The agreement that was asked for, with the host's content pack, checked; raises Refusal."""
    offered = {option.name for option in game.meta.options}
    try:
        for name in wanted.options:
            if name not in offered:  # even where the game knows it: what a tournament's tables are dealt from, say
                raise BadOption(unknown_name(f"{game.meta.title} option", name, offered))
        refuse_idle_options(game.meta, wanted.options, wanted.seats)
        options = with_clock_option(game, game.check_options(wanted.options), wanted.pace)
        game.setup(wanted.seats, options, content_of(pack))
    except PandariumError as error:
        raise Refusal("bad table", error.message) from None
    for level in wanted.bots:
        check_level(game, level)
    if len(wanted.bots) + wanted.sit > wanted.seats:
        raise Refusal(
            "bad table", Message("protocol.bots_do_not_fit", {"bots": len(wanted.bots), "seats": wanted.seats})
        )
    if wanted.rated and game.meta.cooperative:
        raise Refusal("bad table", Message("protocol.cooperative_not_rated", {"title": game.meta.title}))
    if wanted.rated and _comes_and_goes(game, options):
        raise Refusal("bad table", Message("protocol.drop_in_not_rated", {"title": game.meta.title}))
    if wanted.talk == "phrases" and not game.meta.talk:
        raise Refusal("bad table", Message("protocol.no_phrases_to_agree_on", {"title": game.meta.title}))
    real_time = game.pace(options) == "real time"
    if wanted.pace.kind != "relaxed" and real_time:
        raise Refusal("bad table", Message("protocol.real_time_no_clock", {"title": game.meta.title}))
    if wanted.rated and wanted.pace.kind == "relaxed" and not real_time:
        raise Refusal("bad table", NO_CLOCK)
    return Agreement(
        game=wanted.game,
        seats=wanted.seats,
        options=without_idle_options(game.meta, options, wanted.seats),
        public=wanted.public,
        spectators=wanted.spectators,
        rated=wanted.rated,
        hints=wanted.hints and not wanted.rated,
        talk=agreed_talk(game, wanted.talk, wanted.seats, options),
        pace=wanted.pace,
        autostart=wanted.autostart,
        content=pack,
    )


def agreed_talk(game: Game, talk: protocol.Talk, seats: int, options: Mapping[str, OptionValue]) -> protocol.Talk:
    """Who may say what: phrases alone where the game's rules want it so."""
    rules = game.capability(TalkRules)
    return "phrases" if talk != "none" and rules is not None and rules.only_phrases(seats, options) else talk


def with_clock_option(game: Game, options: dict[str, OptionValue], pace: Pace) -> dict[str, OptionValue]:
    """These options, and where clocks run live the one by which the game is told the time, if it has one."""
    clock = game.capability(ClockRules)
    if clock is None or pace.kind != "live":  # with days for a move, minutes mean nothing
        return options
    return clock.agree(options)


def _comes_and_goes(game: Game, options: Mapping[str, OptionValue]) -> bool:
    rules = game.capability(DropInRules)
    return rules is not None and rules.open(options)


def first_entries(wanted: protocol.NewTable, host: Asker) -> Entries:
    """The table as it is created: the host's seat and the bots'."""
    entries: Entries = []
    if wanted.sit:
        entries.append(log.Sat(seat=0, person=host.person, name=host.name, avatar=host.avatar))
    first = wanted.seats - len(wanted.bots)
    entries += [log.Seated(seat=first + number, level=level) for number, level in enumerate(wanted.bots)]
    return entries


def sit(table: Table, asker: Asker, wanted: protocol.Sit) -> Entries:
    """Take a free seat, or change it; of a running table, where players come and go."""
    if table.status == "running" and table.drop_in is not None:
        return take_seat(table, table.drop_in, asker, wanted)
    require_status(table, "open")
    if asker.person in table.sent_away:
        raise Refusal("not allowed", Message("protocol.sent_away"))
    if table.agreement.rated and not asker.account:
        raise Refusal("not allowed", Message("protocol.rated_needs_account"))
    free = [number for number, seat in enumerate(table.seats) if seat.free]
    if wanted.seat is not None and wanted.seat >= len(table.seats):
        raise Refusal(
            "seat taken", Message("protocol.no_such_seat", {"seat": wanted.seat, "last": len(table.seats) - 1})
        )
    old = table.seat_of(asker.person)
    if old is not None and wanted.seat in {None, old}:
        raise AlreadyDone
    if not free or (wanted.seat is not None and wanted.seat not in free):
        raise Refusal("seat taken", Message("protocol.all_seats_taken" if not free else "protocol.somebody_sits_there"))
    seat = free[0] if wanted.seat is None else wanted.seat
    entries: Entries = [log.Freed(seat=old)] if old is not None else []
    entries.append(log.Sat(seat=seat, person=asker.person, name=asker.name, avatar=asker.avatar))
    return entries + ([log.Started()] if table.agreement.autostart and old is None and free == [seat] else [])


def put_bot(table: Table, asker: Asker, wanted: protocol.PutBot, here: Collection[int] = ()) -> Entries:
    """A bot for a free seat before the game, or for somebody who is gone during it; `here` are the seats connected."""
    require_status(table, "open", "running")
    game = game_of(table)
    level = wanted.level or strongest(game)
    check_level(game, level)
    if wanted.seat >= len(table.seats):
        raise Refusal(
            "seat taken", Message("protocol.no_such_seat", {"seat": wanted.seat, "last": len(table.seats) - 1})
        )
    seat = table.seats[wanted.seat]
    if table.status == "open":
        only_the_host(table, asker)
        same_bots(table, level)
        if seat.person is not None:
            raise Refusal("seat taken", Message("protocol.sits_there", {"name": seat.name}))
        last = all(not other.free for number, other in enumerate(table.seats) if number != wanted.seat)
        begins: Entries = [log.Started()] if table.agreement.autostart and last and table.people else []
        return [log.Seated(seat=wanted.seat, level=level), *begins]
    playing(table, asker)
    if seat.level is not None:
        raise AlreadyDone
    if seat.free:
        raise Refusal("not allowed", Message("protocol.nobody_sits_there"))
    if wanted.seat in here:
        raise Refusal("not allowed", Message("protocol.still_here", {"name": seat.name}))
    check_stand_ins(table, asker)
    if level != strongest(game) and not table.cooperative:
        raise Refusal("not allowed", Message("protocol.strongest_stands_in", {"strongest": strongest(game)}))
    entries: Entries = [log.StoodIn(seat=wanted.seat, level=level, why="asked")]
    return [*entries, log.Resumed(seat=my_seat(table, asker))] if table.paused is not None else entries


def check_stand_ins(table: Table, asker: Asker) -> None:
    """Raise Refusal unless this person may put a bot into the seat of somebody who is gone."""
    require_status(table, "running")
    playing(table, asker)
    if table.agreement.rated or (table.timed and table.paused is None):
        raise Refusal("not allowed", Message("protocol.clock_decides"))


def free(table: Table, asker: Asker, wanted: protocol.Free) -> Entries:
    """The host frees a seat; whoever sat there is sent away, and does not sit down at this table again."""
    require_status(table, "open")
    only_the_host(table, asker)
    if wanted.seat >= len(table.seats):
        raise Refusal(
            "seat taken", Message("protocol.no_such_seat", {"seat": wanted.seat, "last": len(table.seats) - 1})
        )
    if table.seats[wanted.seat].free:
        raise AlreadyDone
    person = table.seats[wanted.seat].person
    return [log.Freed(seat=wanted.seat, sent_away=person if person and person != asker.person else "")]


def be_ready(table: Table, asker: Asker, wanted: protocol.BeReady) -> Entries:
    """Say that one is ready."""
    require_status(table, "open")
    number = my_seat(table, asker)
    if table.agreement.autostart:
        raise Refusal("wrong time", Message("protocol.starts_by_itself"))
    if table.seats[number].ready == wanted.ready:
        raise AlreadyDone
    return [log.Readied(seat=number, ready=wanted.ready)]


def start(table: Table, asker: Asker, wanted: protocol.Start) -> Entries:
    """The host starts when everybody else is ready and every seat is taken, or filled, or not needed."""
    require_status(table, "open")
    only_the_host(table, asker)
    game = game_of(table)
    entries: Entries = []
    same_bots(table, wanted.fill, wanted.fewer)
    free_seats = [number for number, seat in enumerate(table.seats) if seat.free]
    fewest = table.drop_in.fewest if table.drop_in is not None else len(table.seats)
    if wanted.fill is not None:
        check_level(game, wanted.fill)
        entries += [log.Seated(seat=number, level=wanted.fill) for number in free_seats]
    elif wanted.fewer and free_seats and table.drop_in is None:
        entries.append(_without_seats(table, game, free_seats))
    elif len(table.seats) - len(free_seats) < fewest:
        raise Refusal("wrong time", Message("protocol.seats_free", {"n": len(free_seats)}))
    waiting = [seat.name for seat in table.seats if seat.person and not seat.ready and seat.person != asker.person]
    if waiting and not table.agreement.autostart:
        raise Refusal("wrong time", Message("protocol.not_ready_yet", {"names": ", ".join(waiting)}))
    return [*entries, log.Started()]


def _without_seats(table: Table, game: Game, free_seats: list[int]) -> log.SeatsRemoved:
    """The agreement of those who sit here, if so few can play it; raises Refusal."""
    agreement, seats = table.agreement, len(table.seats) - len(free_seats)
    if seats < game.meta.seats[0]:
        raise Refusal("wrong time", Message("protocol.too_few_here", {"n": game.meta.seats[0]}))
    options = without_idle_options(game.meta, agreement.options, seats)
    try:
        game.setup(seats, options, content_of(agreement.content))
    except PandariumError as error:
        raise Refusal("wrong time", error.message) from None
    talk = agreed_talk(game, agreement.talk, seats, options)
    return log.SeatsRemoved(seats=free_seats, options=options, talk=talk)


def close(table: Table, asker: Asker) -> Entries:
    """The host gives up a table that has not started."""
    require_status(table, "open")
    only_the_host(table, asker)
    return [log.Closed.because(Message("protocol.closed.by_host"))]
