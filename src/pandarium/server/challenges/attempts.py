"""What is written of a listed table: who begins to play a challenge, and what came of it."""

from __future__ import annotations

from pandarium.core.outcome import Outcome
from pandarium.server.store import AttemptRow, Job, challenges
from pandarium.server.tables import log
from pandarium.server.tables.judge.requests import Entries
from pandarium.server.tables.table import Table


def begun(table: Table, at: int) -> list[Job]:
    """Everybody at the table knows the deal from now on, whether they play it to the end or not."""
    if not table.agreement.listed:
        return []
    return [challenges.begin(attempt) for attempt in seated(table, table.agreement.challenge, at)]


def finished(table: Table, entries: Entries, at: int, outcome: Outcome | None) -> list[Job]:
    """What everybody at the table has reached; nothing, for whom a bot has played to the end."""
    if not table.agreement.listed:
        return []
    gave_up = {entry.seat for entry in entries if isinstance(entry, log.Resigned)}
    todo: list[Job] = []
    for number, seat in enumerate(table.seats):
        if seat.person is None:
            continue
        score, won = None if number in gave_up else score_of(table, number, outcome), False
        if score is not None and outcome is not None:
            won = number in outcome.winners
        todo.append(challenges.finish(table.id, seat.person, at, score, won))
    return todo


def seated(table: Table, challenge: str, at: int) -> list[AttemptRow]:
    """An attempt for everybody who sits there."""
    people = sum(seat.person is not None for seat in table.seats)
    return [
        AttemptRow(challenge, seat.person, table.id, number, len(table.seats), people, at)
        for number, seat in enumerate(table.seats)
        if seat.person is not None
    ]


def score_of(table: Table, number: int, outcome: Outcome | None) -> int | None:
    """What a seat has scored by itself; None: it was given up."""
    seat = table.seats[number]
    if outcome is None or seat.resigned or seat.level is not None or number >= len(outcome.scores):
        return None
    return outcome.scores[number]
