"""What a page is shown of an offline table: structs as a server sends them, decided by `view` and `redact` alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from pandarium.core.message import Message
from pandarium.core.record import UNDO_BY_CONSENT
from pandarium.offline.table import OfflineTable, Step, now_ms
from pandarium.protocol import GameEvent, LegalMove, News, Pace, SeatShown, TableShown, Update, You
from pandarium.protocol.offline import OfflineGame
from pandarium.protocol.rest import ReplayFrame


def update(table: OfflineTable, seat: int, since: int) -> Update:
    """The table as the person in that seat sees it, with everything after that line of the log."""
    state, actors, may = table.match.state_for(seat), table.actors(), table.may(seat)
    return Update(
        seq=len(table.steps),
        since=min(since, len(table.steps)),
        position=table.position,
        now=now_ms(),
        you=You(person_of(seat), table.names[seat], seat, host=seat == 0),
        table=show_table(table),
        actors=table.match.actors_for(seat, actors),
        view=state.view(seat),
        legal=legal_moves(table, seat) if seat in actors and table.seats[seat].bot is None else [],
        may=may,
        news=[show_step(table, seat, since + n, step) for n, step in enumerate(table.steps[since:], 1)],
    )


def person_of(seat: int) -> str:
    """A name for the person in that seat, in place of an account's."""
    return f"seat {seat}"


def show_table(table: OfflineTable) -> TableShown:
    """The table around the game."""
    meta, record, outcome = table.game.meta, table.match.record, table.outcome_now()
    return TableShown(
        id=table.id,
        game=meta.name,
        title=meta.title,
        status="running" if outcome is None else "ended",
        options=record.options,
        seats=[show_seat(table, number) for number in range(len(table.seats))],
        host=person_of(0),
        public=False,
        spectators=False,
        rated=False,
        hints=True,
        talk="phrases" if meta.talk else "none",
        pace=Pace(),
        commitment=record.commitment or "",
        created=table.begun,
        outcome=outcome,
        secret=None if outcome is None else record.secret,
        together=meta.cooperative,
    )


def show_seat(table: OfflineTable, number: int) -> SeatShown:
    """A seat: whoever is a person sits at this device."""
    seat = table.seats[number]
    is_person = seat.bot is None or seat.resigned
    return SeatShown(
        name=seat.name,
        person=person_of(number) if is_person else None,
        avatar=seat.avatar,
        bot=seat.bot,
        ready=True,
        resigned=seat.resigned,
        here=is_person,
    )


def legal_moves(table: OfflineTable, seat: int) -> list[LegalMove]:
    """The moves of that seat."""
    game, names = table.game, table.names
    moves = table.match.state_for(seat).legal(seat)
    return [LegalMove(game.say(move), game.label(move, names), game.describe(move)) for move in moves]


def show_step(table: OfflineTable, viewer: int | None, seq: int, step: Step) -> News:
    """A line of the log; of simultaneous choices others learn neither what nor whose it is, as at a server."""
    own = step.seat is not None and step.seat == viewer
    if step.spoken is not None:
        spoken, sentence = step.spoken
        name = table.names[step.seat or 0]
        message = sentence if isinstance(sentence, Message) else None
        return News(seq, step.at, "said", step.seat, name, "", text=str(sentence), message=message, phrase=spoken)
    if step.kind == "undone":
        if step.secret and not own:
            return News(seq, step.at, "undone")
        return News(seq, step.at, "undone", step.seat, text="by consent" if step.move == UNDO_BY_CONSENT else None)
    if step.kind == "resigned":
        return News(seq, step.at, "resigned", step.seat)
    events = [] if step.secret == "chosen" and not own else show_events(table, viewer, step)
    if step.kind == "started" or (step.secret and not own):
        return News(seq, step.at, step.kind, events=events)
    return News(seq, step.at, "moved", step.seat, by=step.by, move=step.move if own else None, events=events)


def show_events(table: OfflineTable, viewer: int | None, step: Step) -> list[GameEvent]:
    """The events of a step, each as this viewer may know it, or not at all."""
    game, names = table.game, table.names
    seen: Iterator[Any] = (game.redact(event, viewer) for event in step.events)
    return [GameEvent(game.sentence(event, names), event) for event in seen if event is not None]


def replay(kept: OfflineGame, viewer: int | None) -> list[ReplayFrame]:
    """Every position of a game that is over as that viewer saw it, with what led to it."""
    blank = msgspec.structs.replace(kept, record=kept.record.blank(), outcome=None)
    table = OfflineTable(blank)
    frames = [_frame(table, viewer)]
    for entry in kept.record.moves:
        table.follow(entry)
        frames.append(_frame(table, viewer))
    return frames


def _frame(table: OfflineTable, viewer: int | None) -> ReplayFrame:
    news = show_step(table, viewer, len(table.steps), table.steps[-1])
    return ReplayFrame(table.position, news, table.match.state_for(viewer).view(viewer))
