"""Writes that go along with an entry of the log, in its transaction and only if the entry won its place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Table, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from pandarium.server.store.rows import Job, RatingRow, Status
from pandarium.server.store.schema import invitations, people, ratings, seats, tables


def seat(table: str, seat: int, person: str | None, name: str, bot: str | None, avatar: str = "") -> Job:
    """Somebody (a person or a bot) sits down; whoever was noted for that seat no longer is."""
    row = {"table_id": table, "seat": seat, "person": person, "name": name, "bot": bot, "avatar": avatar}
    return lambda connection: upsert(connection, seats, [row], key=("table_id", "seat"))


def free(table: str, seat: int) -> Job:
    """Nobody sits there any more."""
    leaving = delete(seats).where(seats.c.table_id == table, seats.c.seat == seat)
    return lambda connection: _do(connection, leaving)


def begin(table: str, at: int, driven: bool, driver: str | None) -> Job:
    """The game starts, driven by a worker or waiting for one."""
    return _change(table, status="running", changed=at, driven=driven, driver=driver)


def finish(table: str, at: int, status: Status, outcome: bytes | None) -> Job:
    """The game is over, or the table is closed; nobody drives it any more."""
    return _change(table, status=status, changed=at, outcome=outcome, driver=None, origin="")


def uninvite(table: str) -> Job:
    """Nobody is asked to come any more: it has begun, or is closed."""
    removing = delete(invitations).where(invitations.c.table_id == table)
    return lambda connection: _do(connection, removing)


def drive(table: str, driven: bool, driver: str | None) -> Job:
    """Whether a table needs a driver (a bot sat down, the last one left), and who it is."""
    return _change(table, driven=driven, driver=driver)


def rate(updates: Iterable[RatingRow]) -> Job:
    """Write ratings as they are now; the names in them are not stored."""
    # In order, so that two workers who rate the same players wait for each other instead of blocking each other.
    rows = [
        {
            "who": row.who,
            "game": row.game,
            "mu": row.mu,
            "sigma": row.sigma,
            "games": row.games,
            "score": row.certain,
        }
        for row in sorted(updates, key=lambda row: (row.game, row.who))
    ]
    return lambda connection: upsert(connection, ratings, rows, key=("who", "game"))


def read_ratings(connection: Connection, game: str, whos: Sequence[str]) -> dict[str, RatingRow]:
    """Ratings to compute new ones from: nobody else changes this game's until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(f"pandarium ratings {game}", 0))))
    chosen = rating_rows().where(ratings.c.game == game, ratings.c.who.in_(whos))
    return {row.who: RatingRow(*row) for row in connection.execute(chosen)}


def rating_rows() -> Any:
    """Ratings in the shape of RatingRow, people with the name they have now."""
    name = func.coalesce(people.c.name, ratings.c.who)
    columns = [ratings.c[column] for column in ("who", "game", "mu", "sigma", "games")]
    return select(*columns, name).select_from(ratings.outerjoin(people, people.c.id == ratings.c.who))


def upsert(connection: Connection, table: Table, rows: Sequence[dict[str, Any]], key: Sequence[str]) -> None:
    """Insert rows, or overwrite those with the same key."""
    if not rows:
        return
    # The two databases agree on the clause, SQLAlchemy keeps it in two places.
    insert: Any = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)
    others = {name: insert.excluded[name] for name in rows[0] if name not in key}
    connection.execute(insert.on_conflict_do_update(index_elements=list(key), set_=others), list(rows))


def insert_missing(connection: Connection, table: Table, row: dict[str, Any], key: Sequence[str]) -> bool:
    """Insert a row unless there is one with that key; say whether it was inserted."""
    insert: Any = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)
    inserting = insert.values(row).on_conflict_do_nothing(index_elements=list(key))
    return connection.execute(inserting).rowcount == 1


def _change(table: str, **values: Any) -> Job:
    changing = update(tables).where(tables.c.id == table).values(**values)
    return lambda connection: _do(connection, changing)


def _do(connection: Connection, statement: Any) -> None:
    connection.execute(statement)
