"""What somebody may do now. The verifiers themselves say so: nobody works it out a second time."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from pandarium import protocol
from pandarium.bots import strongest
from pandarium.protocol import May
from pandarium.server.tables.judge.consent import answer, ask, resume, undo
from pandarium.server.tables.judge.creating import be_ready, check_stand_ins, close, sit, start
from pandarium.server.tables.judge.guards import only_the_host, require_status
from pandarium.server.tables.judge.leaving import check_hint, check_rematch, come_back, leave, resign
from pandarium.server.tables.judge.requests import AlreadyDone, Asker, Refusal
from pandarium.server.tables.judge.talk import check_phrases, check_talk
from pandarium.server.tables.table import Table


def permissions(table: Table, asker: Asker) -> May:
    """What this person may do at this table."""

    def may(verify: Callable[..., Any], *wanted: Any) -> bool:
        try:
            verify(table, asker, *wanted)
        except (Refusal, AlreadyDone):
            return False
        return True

    if table.suspended is not None:
        return May()
    talk = may(check_talk)
    if table.status == "open":
        return _before_the_game(table, asker, may, talk)
    if table.over:
        return May(talk=talk, rematch=may(check_rematch))
    number = table.seat_of(asker.person)
    if number is None:
        return May(talk=talk, sit=may(sit, protocol.Sit()))
    somebody = next((seat for seat in table.people if seat != number), None)
    return May(
        bot=may(check_stand_ins),
        undo=may(undo, protocol.Undo()),
        ask_undo=may(ask, protocol.Ask(what="undo")),
        ask_pause=may(ask, protocol.Ask(what="pause")),
        ask_removal=may(ask, protocol.Ask(what="removal", seat=somebody)),
        answer=may(answer, protocol.Answer(yes=True)),
        resume=may(resume),
        leave=may(leave),
        come_back=may(come_back),
        resign=may(resign),
        talk=talk,
        phrase=may(check_phrases),
        hint=may(check_hint),
    )


def _before_the_game(table: Table, asker: Asker, may: Callable[..., bool], talk: bool) -> May:
    number = table.seat_of(asker.person)
    free = next((seat for seat, who in enumerate(table.seats) if who.free), None)
    host = may(_check_host)
    fill = strongest(table.game) if table.game is not None else ""
    return May(
        sit=free is not None and may(sit, protocol.Sit(seat=free)),
        ready=number is not None and may(be_ready, protocol.BeReady(ready=not table.seats[number].ready)),
        start=may(start, protocol.Start()),
        fill=free is not None and may(start, protocol.Start(fill=fill)),
        fewer=free is not None and table.drop_in is None and may(start, protocol.Start(fewer=True)),
        free=host,
        bot=host,
        close=may(close),
        leave=may(leave),
        talk=talk,
    )


def _check_host(table: Table, asker: Asker) -> None:
    require_status(table, "open")
    only_the_host(table, asker)


def permissions_key(
    table: Table, seat: int | None, actors: Collection[int], undoers: Collection[int]
) -> tuple[bool, ...]:
    """All that a move can change about what this seat may do; everything else changes `table.permissions_version`."""
    if seat is None or table.match is None or table.status != "running":
        return ()
    return seat in table.match.moved_seats, seat in undoers, seat in actors
