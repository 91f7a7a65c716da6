"""What the database holds about one person: to show it to them, and to forget it.

The games that somebody played stay, for the sake of those they played with, under a name that is nobody's.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, delete, func, literal, or_, select, update

from pandarium.server.store import notifications
from pandarium.server.store.jobs import rating_rows
from pandarium.server.store.rows import RatingRow, ResultRow
from pandarium.server.store.schema import (
    analyses,
    attempts,
    challenges,
    codes,
    entrants,
    entries,
    evenings_played,
    friends,
    invitations,
    mutes,
    people,
    ratings,
    reports,
    restrictions,
    results,
    seats,
    sessions,
    tables,
    tallies,
    tournaments,
)
from pandarium.server.store.store import Store

NEUTRAL_NAME: Final = "Panda"
"""What somebody is called at their old tables once they are forgotten."""
_AT_ONCE: Final = 200

KEPT_OF_PERSON: Final = (
    *(ratings.c.who, results.c.person, tallies.c.person),
    *(friends.c.person, friends.c.friend, invitations.c.person, invitations.c.host, evenings_played.c.person),
)
"""Columns that name somebody: rows that go with them."""


class NamedEntry(NamedTuple):
    """A line of a log with somebody in it."""

    table: str
    seq: int
    at: int
    body: bytes


class SatAt(NamedTuple):
    """A table where somebody sat or that they hosted."""

    id: str
    game: str
    status: str
    host: str
    created: int
    seat: int | None
    name: str | None


async def entries_of(store: Store, person: str) -> list[NamedEntry]:
    """All lines of all logs that name this person. It looks through everything: seldom, and aside from the writer."""
    rows = await store.read(
        select(entries.c.table_id, entries.c.seq, entries.c.at, entries.c.body)
        .where(holds(store.dialect, person.encode()))
        .order_by(entries.c.table_id, entries.c.seq)
    )
    found = [NamedEntry(*row) for row in rows]
    return [entry for entry in found if json.loads(entry.body).get("person") == person]


def holds(dialect: str, part: bytes) -> Any:
    """Whether a line of a log holds these bytes."""
    if dialect == "postgresql":
        return func.position(literal(part).op("in")(entries.c.body)) > 0
    return func.instr(entries.c.body, part) > 0


async def tables_of(store: Store, person: str) -> list[SatAt]:
    """Every table where they sat or that they hosted, newest first."""
    theirs = and_(seats.c.table_id == tables.c.id, seats.c.person == person)
    columns = (tables.c.id, tables.c.game, tables.c.status, tables.c.host, tables.c.created)
    chosen = select(*columns, seats.c.seat, seats.c.name).select_from(tables.outerjoin(seats, theirs))
    rows = await store.read(
        chosen.where(or_(tables.c.host == person, seats.c.person == person)).order_by(tables.c.created.desc())
    )
    return [SatAt(*row) for row in rows]


async def tournaments_of(store: Store, person: str) -> list[str]:
    """Ids of the tournaments that they entered or hosted."""
    entered = select(entrants.c.tournament_id).where(entrants.c.person == person)
    chosen = select(tournaments.c.id).where(or_(tournaments.c.host == person, tournaments.c.id.in_(entered)))
    return [row.id for row in await store.read(chosen.order_by(tournaments.c.created.desc()))]


async def attempts_of(store: Store, person: str) -> Sequence[Any]:
    """The challenges whose deals they know."""
    return await store.read(select(attempts).where(attempts.c.person == person).order_by(attempts.c.started))


async def ratings_of(store: Store, person: str) -> list[RatingRow]:
    """How well they play each game."""
    return [RatingRow(*row) for row in await store.read(rating_rows().where(ratings.c.who == person))]


async def results_of(store: Store, person: str) -> list[ResultRow]:
    """How their games went, newest first."""
    columns = [results.c.table_id, *(results.c[name] for name in ResultRow.__struct_fields__[1:])]
    chosen = select(*columns).where(results.c.person == person).order_by(results.c.ended.desc())
    return [ResultRow(*row) for row in await store.read(chosen)]


async def invitations_of(store: Store, person: str) -> list[str]:
    """Ids of the tables where they are asked to come."""
    chosen = select(invitations.c.table_id).where(invitations.c.person == person)
    return [row.table_id for row in await store.read(chosen.order_by(invitations.c.created))]


async def reports_by(store: Store, person: str) -> Sequence[Any]:
    """What they reported: when, whom, why."""
    chosen = select(reports.c.created, reports.c.person, reports.c.reason).where(reports.c.reporter == person)
    return await store.read(chosen.order_by(reports.c.created))


async def forget(store: Store, person: str) -> set[str]:
    """Remove somebody; the ids of the tables and tournaments whose rows have changed."""
    named = await entries_of(store, person)
    for at in range(0, len(named), _AT_ONCE):
        await store.run(lambda connection, part=named[at : at + _AT_ONCE]: _rewrite(connection, part))  # type: ignore[misc]
    await store.run(lambda connection: _remove(connection, person))
    return {entry.table for entry in named}


def without_person(body: bytes) -> bytes:
    """A line of a log without the name of whoever did that, and without their words.

    >>> without_person(b'{"type":"sat","seat":0,"person":"p_1","name":"Ann","avatar":"crown"}')
    b'{"type":"sat","seat":0,"person":"p_1","name":"Panda"}'
    >>> without_person(b'{"type":"said","person":"p_1","name":"Ann","text":"I live in Graz","seat":0}')
    b'{"type":"said","person":"p_1","name":"Panda","text":"","seat":0,"removed":true}'
    """
    entry = json.loads(body)
    if "name" in entry:
        entry["name"] = NEUTRAL_NAME
    entry.pop("avatar", None)
    if entry["type"] == "said" and "phrase" not in entry:  # a phrase is the game's, not theirs
        _remove_words(entry)
    return _encode(entry)


def without_words(body: bytes) -> bytes:
    """A line of chat without what was said.

    >>> without_words(b'{"type":"said","person":"p_1","name":"Ann","text":"I live in Graz","seat":0}')
    b'{"type":"said","person":"p_1","name":"Ann","text":"","seat":0,"removed":true}'
    """
    entry = json.loads(body)
    _remove_words(entry)
    return _encode(entry)


def _remove_words(entry: dict[str, Any]) -> None:
    entry |= {"text": "", "removed": True}
    entry.pop("message", None)


def _encode(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode()


def _rewrite(connection: Connection, named: Sequence[NamedEntry]) -> None:
    for entry in named:
        place = and_(entries.c.table_id == entry.table, entries.c.seq == entry.seq)
        connection.execute(update(entries).where(place).values(body=without_person(entry.body)))


def _remove(connection: Connection, person: str) -> None:
    connection.execute(update(seats).where(seats.c.person == person).values(name=NEUTRAL_NAME, avatar=""))
    winner = select(people.c.name).where(people.c.id == person).scalar_subquery()
    won = and_(tournaments.c.winner == winner, tournaments.c.id.in_(_entered(person)))
    connection.execute(update(tournaments).where(won).values(winner=NEUTRAL_NAME))
    for column in KEPT_OF_PERSON:
        connection.execute(delete(column.table).where(column == person))
    connection.execute(delete(sessions).where(sessions.c.person == person))
    sat = select(seats.c.table_id).where(seats.c.person == person)
    connection.execute(delete(analyses).where(analyses.c.table_id.in_(sat)))  # their name may stand in it
    connection.execute(delete(attempts).where(attempts.c.person == person))
    connection.execute(update(challenges).where(challenges.c.host == person).values(host=""))
    connection.execute(delete(codes).where(codes.c.person == person))
    connection.execute(delete(mutes).where(or_(mutes.c.person == person, mutes.c.muted == person)))
    connection.execute(delete(reports).where(reports.c.reporter == person))
    connection.execute(update(reports).where(reports.c.person == person).values(said=""))
    connection.execute(delete(restrictions).where(restrictions.c.subject == person))
    notifications.forget(connection, person)
    connection.execute(delete(people).where(people.c.id == person))


def _entered(person: str) -> Any:
    return select(entrants.c.tournament_id).where(entrants.c.person == person)
