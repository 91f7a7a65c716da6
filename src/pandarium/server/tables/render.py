"""The only door from a table to a client. What a viewer may know is decided by `view`, `redact` and nothing else.

A viewer is a seat, or None: a spectator. Whatever is sent is built here from public facts of the table, the viewer's
own view, and events that went through the game's `redact`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from pandarium.core.game import Game
from pandarium.kit.talk import Phrase, TalkRules
from pandarium.protocol import AskedShown, GameEvent, LegalMove, News, ReviewShown, SeatShown, TableShown, You
from pandarium.server.tables import log
from pandarium.server.tables.parts import Lead, LogStep
from pandarium.server.tables.table import Table

_OWN = (log.Moved, log.Undone)
"""What is somebody's own doing, in their own words."""


def show_table(
    table: Table, now: int, here: Collection[int] = (), watching: int = 0, lead: Lead | None = None
) -> TableShown:
    """The table around the game, as anybody may see it."""
    agreement, asked = table.agreement, table.asked
    suspended = table.suspended
    return TableShown(
        id=table.id,
        game=agreement.game,
        title=table.game.meta.title if table.game else agreement.game,
        status=table.status,
        options=agreement.options,
        seats=[show_seat(table, number, now, number in here) for number in range(len(table.seats))],
        host=table.host,
        public=agreement.public,
        spectators=agreement.spectators,
        rated=agreement.rated,
        hints=agreement.hints,
        talk=agreement.talk,
        pace=agreement.pace,
        commitment=table.commitment,
        created=table.created,
        real_time=table.real_time,
        watching=watching,
        paused=str(suspended) if suspended is not None else table.paused,
        paused_message=suspended if suspended is not None else table.paused_message,
        asked=AskedShown(asked.what, asked.seat, sorted(asked.waiting), asked.about) if asked else None,
        outcome=table.outcome,
        closed=table.closed,
        closed_message=table.closed_message,
        rematch=table.rematch,
        secret=table.secret if table.disclosed else None,
        tournament=agreement.tournament or None,
        challenge=agreement.challenge or None,
        listed=agreement.listed,
        what_if=agreement.what_if or None,
        together=table.game is not None and table.game.meta.cooperative,
        drop_in=table.drop_in is not None,
        ways_in=show_ways_in(table),
        content=table.pack_title,
        autostart=agreement.autostart,
        review=ReviewShown(lead.person, lead.name, lead.at, lead.seat) if lead is not None else None,
    )


def show_ways_in(table: Table) -> list[LegalMove]:
    """The moves with which somebody may come into a running game that has a free seat."""
    if table.drop_in is None or table.match is None or table.over or not any(seat.free for seat in table.seats):
        return []
    return [show_move(table, move, table.names) for move in table.drop_in.entries(table.match.state.setup)]


def show_seat(table: Table, number: int, now: int, here: bool) -> SeatShown:
    """A seat, as anybody may see it."""
    seat, clocks = table.seats[number], table.clocks
    return SeatShown(
        name=seat.name,
        person=seat.person,
        avatar=seat.avatar,
        bot=seat.level,
        ready=seat.ready,
        resigned=seat.resigned,
        here=here,
        clock=clocks.shown(number, now) if clocks is not None and not seat.level else None,
        ticking=clocks is not None and clocks.ticking(number),
    )


def show_you(table: Table, person: str, name: str) -> You:
    """Who reads it. Those who sit or host may pass the invite on."""
    seat, host = table.seat_of(person), person == table.host
    return You(person, name, seat, host, table.invite if seat is not None or host else None)


def legal_moves(table: Table, viewer: int | None) -> list[int]:
    """The moves that this viewer may make now, as the game numbers them."""
    if viewer is None or viewer not in table.actors() or table.seats[viewer].level is not None:
        return []
    state = table.state_for(viewer)
    return [] if state is None else state.legal(viewer)


def show_move(table: Table, move: int, names: Sequence[str]) -> LegalMove:
    """One of them, for people. It looks the same in every position."""
    if table.game is None:
        raise ValueError("a game that is not there has no moves")
    game = table.game
    return LegalMove(game.say(move), game.label(move, names), game.describe(move))


def show_phrases(table: Table, viewer: int | None, view: object) -> list[Phrase]:
    """What this viewer, whose view that is, may say by the game's own phrases."""
    game = table.game
    if viewer is None or game is None or not game.meta.talk or table.status != "running":
        return []
    rules = game.capability(TalkRules)
    if rules is None or table.agreement.talk == "none" or table.match is None:
        return []
    return list(rules.phrases(view, viewer, table.recent_phrases))


def show_step(table: Table, viewer: int | None, step: LogStep) -> News:
    """One line of the log, as that viewer may know it."""
    own, seen = see_step(table, viewer, step)
    return show_line(table, step, own, show_events(table, seen))


def show_line(table: Table, step: LogStep, own: bool, shown: list[GameEvent]) -> News:
    """The same for whom it is their own or not, as `see_step` says, with the events that they may know.

    A move's text goes to its own seat alone: to the others it is what its events say.
    Of simultaneous choices the others are not told whose it is, so that nobody learns who was first or last; nor of any
    choice while the table is suspended: then nobody can tell which were simultaneous.
    """
    seq, at, entry = step.seq, step.at, step.entry
    secret = step.secret or table.suspended is not None
    match entry:
        case log.Moved() if secret and not own:
            return News(seq, at, "moved", events=shown)
        case log.Undone() if secret and not own:
            return News(seq, at, "undone")
        case log.Moved():
            return News(seq, at, "moved", entry.seat, by=entry.by, move=entry.move if own else None, events=shown)
        case log.Sat():
            return News(seq, at, "sat", entry.seat, name=entry.name, person=entry.person)
        case log.Said():
            return News(
                seq,
                at,
                "said",
                entry.seat,
                name=entry.name,
                person=entry.person,
                text=entry.text,
                message=entry.message,
                phrase=entry.phrase,
                removed=entry.removed,
            )
        case log.Reacted():
            return News(seq, at, "reacted", entry.seat, name=entry.name, person=entry.person, text=entry.what)
        case log.Seated():
            return News(seq, at, "seated", entry.seat, text=entry.level)
        case log.SeatsRemoved():
            return News(seq, at, "seats removed", text=" ".join(map(str, entry.seats)))
        case log.Started():
            return News(seq, at, "started", events=shown)
        case log.Undone():
            return News(seq, at, "undone", entry.seat, text="by consent" if entry.consent else None)
        case log.Readied():
            return News(seq, at, "readied", entry.seat, text="yes" if entry.ready else "no")
        case log.Asked():
            return News(seq, at, "asked", entry.seat, text=entry.what, about=entry.about)
        case log.Answered():
            return News(seq, at, "answered", entry.seat, text="yes" if entry.yes else "no")
        case log.Paused():
            return News(seq, at, "paused", entry.seat, text=entry.why, message=entry.message)
        case log.StoodIn():
            return News(seq, at, "stood in", entry.seat, text=entry.why)
        case log.TimeGivenBack():
            return News(seq, at, "adjourned", text=str(entry.ms))
        case log.Rematched():
            return News(seq, at, "rematched", text=entry.table)
        case log.Removed():
            return News(seq, at, "removed", text=str(entry.line))
        case log.Closed():
            return News(seq, at, "closed", text=entry.why, message=entry.message)
        case log.Freed() | log.Resumed() | log.Returned() | log.Resigned() | log.Left():
            return News(seq, at, str(entry.__struct_config__.tag), entry.seat)


def eyes(table: Table, viewer: int | None, seq: int) -> int | None:
    """Through whose eyes somebody at that seat sees an entry of the log: before they sat down, a spectator's."""
    return None if viewer is not None and seq < table.seats[viewer].since else viewer


def see_step(table: Table, viewer: int | None, step: LogStep) -> tuple[bool, list[Any]]:
    """Whether a step is this viewer's own move, or undo; and its events as they may know them.

    While others choose at the same time, those of their choices are nobody's to know.
    """
    entry = step.entry
    own = isinstance(entry, _OWN) and entry.seat == viewer
    return own, [] if step.secret == "chosen" and not own else see_events(table, viewer, step.events)


def see_events(table: Table, viewer: int | None, events: Iterable[tuple[object, ...]]) -> list[Any]:
    """Raw events, each as this viewer may know it, or not at all."""
    game: Game | None = table.game
    if game is None:
        return []
    known: list[Any] = []
    for event in events:  # not as a comprehension, which is a call: this is asked for every viewer at every move
        seen = game.redact(event, viewer)
        if seen is not None:
            known.append(seen)
    return known


def show_events(table: Table, seen: Sequence[Any]) -> list[GameEvent]:
    """Events that somebody may know, in words and in parts."""
    game: Game | None = table.game
    if game is None or not seen:
        return []
    names = table.names
    return [GameEvent(game.sentence(event, names), event) for event in seen]
