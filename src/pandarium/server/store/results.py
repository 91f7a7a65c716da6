"""How games went for those who played them: written when a game ends, read for histories, profiles and lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, func, insert, or_, select, true
from sqlalchemy.dialects import postgresql, sqlite

from pandarium.core.outcome import Outcome
from pandarium.server.store.public_list import Place
from pandarium.server.store.rows import RatingRow, ResultRow, TallyRow
from pandarium.server.store.schema import is_rated, people, ratings, results, tables, tallies
from pandarium.server.store.store import Store

FAR_BEHIND: Final = 10_000
"""Places are counted up to here."""
LATELY: Final = 1_000
"""Games of somebody that are looked through for those they played with somebody else."""

_AT_ONCE: Final = 500
_COLUMNS: Final = ["table_id", *ResultRow.__struct_fields__[1:]]
_RESULT: Final = [results.c[name] for name in _COLUMNS]


def write(connection: Connection, rows: Sequence[ResultRow]) -> None:
    """Note how a game went, and count it."""
    if not rows:
        return
    connection.execute(
        insert(results), [{name: getattr(row, name) for name in _COLUMNS[1:]} | {"table_id": row.table} for row in rows]
    )
    # The two databases agree on the clause, SQLAlchemy keeps it in two places.
    counting: Any = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(tallies)
    more = {"games": tallies.c.games + 1, "won": tallies.c.won + counting.excluded.won}
    key = ["person", "game", "seats", "level", "public"]
    counted = [{name: getattr(row, name) for name in key} | {"games": 1, "won": int(row.won)} for row in rows]
    # In order, so that two workers who count games of the same people wait for each other.
    counted.sort(key=lambda row: str(row["person"]))
    connection.execute(counting.on_conflict_do_update(index_elements=key, set_=more), counted)


async def of_table(store: Store, table: str) -> list[ResultRow]:
    """How it went for everybody there, by seat."""
    chosen = select(*_RESULT).where(results.c.table_id == table).order_by(results.c.seat)
    return [ResultRow(*row) for row in await store.read(chosen)]


async def of_person(
    store: Store, person: str, game: str | None, limit: int, before: Place | None, *, public_only: bool
) -> list[ResultRow]:
    """Somebody's games, newest first; `before` is the place of the last one seen."""
    chosen = select(*_RESULT).where(results.c.person == person)
    if game is not None:
        chosen = chosen.where(results.c.game == game)
    if public_only:
        chosen = chosen.where(results.c.public)
    if before is not None:
        ended, table = before
        earlier = and_(results.c.ended == ended, results.c.table_id < table)
        chosen = chosen.where(results.c.ended <= ended, or_(results.c.ended < ended, earlier))
    rows = await store.read(chosen.order_by(results.c.ended.desc(), results.c.table_id.desc()).limit(limit))
    return [ResultRow(*row) for row in rows]


async def rated(store: Store, person: str, game: str, limit: int, *, public_only: bool) -> list[ResultRow]:
    """Somebody's last rated games of one kind, oldest first."""
    chosen = select(*_RESULT).where(results.c.person == person, results.c.game == game, is_rated)
    if public_only:
        chosen = chosen.where(results.c.public)
    rows = await store.read(chosen.order_by(results.c.ended.desc()).limit(limit))
    return [ResultRow(*row) for row in reversed(rows)]


class Ending(NamedTuple):
    """How and when a game ended."""

    at: int
    outcome: Outcome


async def endings(store: Store, ids: Sequence[str]) -> dict[str, Ending]:
    """How those of these games ended that did."""
    found: dict[str, Ending] = {}
    for at in range(0, len(ids), _AT_ONCE):
        some = tables.c.id.in_(ids[at : at + _AT_ONCE])
        for row in await store.read(select(tables.c.id, tables.c.changed, tables.c.outcome).where(some)):
            if row.outcome:
                found[row.id] = Ending(row.changed, msgspec.json.decode(row.outcome, type=Outcome))
    return found


async def tallies_of(store: Store, person: str, *, public_only: bool) -> list[TallyRow]:
    """Somebody's games, counted by kind."""
    kind = tallies.c.game, tallies.c.seats, tallies.c.level
    chosen = select(*kind, func.sum(tallies.c.games), func.sum(tallies.c.won)).where(tallies.c.person == person)
    if public_only:
        chosen = chosen.where(tallies.c.public)
    rows = await store.read(chosen.group_by(*kind).order_by(*kind))
    return [TallyRow(game, seats, level, int(games), int(won)) for game, seats, level, games, won in rows]


async def games_together(store: Store, one: str, other: str) -> int:
    """How many of somebody's last games another played, too."""
    newest = select(results.c.table_id).where(results.c.person == one).order_by(results.c.ended.desc()).limit(LATELY)
    mine, theirs = newest.subquery(), results.alias()
    both = and_(theirs.c.table_id == mine.c.table_id, theirs.c.person == other)
    return int((await store.read(select(func.count()).select_from(mine.join(theirs, both))))[0][0])


async def place_of(store: Store, rating: RatingRow) -> int | None:
    """The place of a rating in the list of the best of its game; None: beyond the last that is counted."""
    better = or_(ratings.c.score > rating.certain, and_(ratings.c.score == rating.certain, ratings.c.who > rating.who))
    shown = ratings.outerjoin(people, people.c.id == ratings.c.who)
    ahead = (
        select(ratings.c.who)
        .select_from(shown)
        .where(ratings.c.game == rating.game, better, ratings.c.games > 0, people.c.hidden.is_not(true()))
        .limit(FAR_BEHIND)
    )
    count = int((await store.read(select(func.count()).select_from(ahead.subquery())))[0][0])
    return None if count == FAR_BEHIND else count + 1
