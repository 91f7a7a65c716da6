"""How a game went for those who played it to its end: what is written in the transaction that ends it."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from pandarium.bots import levels
from pandarium.core.outcome import Outcome
from pandarium.server.people.ratings import change_ratings, gone_from, places, rated_as
from pandarium.server.store import Job, ResultRow, results
from pandarium.server.tables import log
from pandarium.server.tables.judge import Entries
from pandarium.server.tables.table import Table


def result_job(table: Table, entries: Entries, outcome: Outcome, at: int) -> Job:
    """Change the ratings, if the game is rated, and note how it went for everybody: once, or not at all."""
    game, whos = table.agreement.game, rated_as(table)
    resigned = {entry.seat for entry in entries if isinstance(entry, log.Resigned)}
    ranks = places(table, outcome, resigned)
    rated = table.agreement.rated
    # A deal is a part of its tournament, and what began within another game is not one of its own either.
    part = table.agreement.tournament or bytes(table.agreement.position)
    rows = [] if part else results_of(table, outcome, resigned, at)

    def job(connection: Connection) -> None:
        changes = change_ratings(connection, game, whos, ranks) if rated else {}
        changed = (
            msgspec.structs.replace(row, before=change.before, after=change.after)
            if (change := changes.get(row.person)) is not None
            else row
            for row in rows
        )
        results.write(connection, list(changed))

    return job


def results_of(table: Table, outcome: Outcome, resigned: set[int], at: int) -> list[ResultRow]:
    """How it went for each person, before ratings are known."""
    level, ranks = strongest_bot(table), places(table, outcome, resigned)
    gone = gone_from(table) | resigned | {number for number, seat in enumerate(table.seats) if seat.resigned}
    return [
        ResultRow(
            table=table.id,
            seat=number,
            person=seat.person,
            game=table.agreement.game,
            started=table.started,
            ended=at,
            seats=len(table.seats),
            level=level,
            place=ranks[number],
            score=outcome.scores[number],
            won=number in outcome.winners and number not in gone,
            public=table.agreement.public,
        )
        for number, seat in enumerate(table.seats)
        if seat.person is not None
    ]


def strongest_bot(table: Table) -> str:
    """The level of the strongest bot that has a seat of its own; empty: people played among themselves."""
    names = [seat.bot.partition("@")[0] for seat in table.seats if seat.bot is not None]
    order = levels(table.game) if table.game is not None else []
    return max(names, key=lambda name: order.index(name) if name in order else -1, default="")
