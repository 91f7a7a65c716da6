"""How games went for those who played them, friends, invitations, and profiles that can be switched off.

Games that were over before are entered, too, as far as the tables tell: not whether somebody had given up, and not how
ratings changed then.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_AT_ONCE: Final = 500

_tables = sa.table(
    "tables",
    sa.column("id", sa.String),
    sa.column("game", sa.String),
    sa.column("agreement", sa.LargeBinary),
    sa.column("status", sa.String),
    sa.column("public", sa.Boolean),
    sa.column("created", sa.BigInteger),
    sa.column("changed", sa.BigInteger),
    sa.column("outcome", sa.LargeBinary),
)
_seats = sa.table(
    "seats",
    sa.column("table_id", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("person", sa.String),
    sa.column("bot", sa.String),
)
_people = sa.table("people", sa.column("id", sa.String))


def upgrade() -> None:
    """Add columns and tables, and enter the games that are over."""
    op.add_column("people", sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("ratings", sa.Column("score", sa.Float(), nullable=False, server_default="0"))
    op.execute("UPDATE ratings SET score = mu - 3 * sigma")
    op.create_index("ix_ratings_game_score_who", "ratings", ["game", "score", "who"])
    results = op.create_table(
        "results",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("level", sa.String(), nullable=False, server_default=""),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("before", sa.Float()),
        sa.Column("after", sa.Float()),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_results_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    tallies = op.create_table(
        "tallies",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "seats", "level", "public", name="pk_tallies"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "friends",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("friend", sa.String(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("person", "friend", name="pk_friends"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_invitations"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_invitations_table_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    for table, *columns in (
        ("results", "person", "ended"),
        ("results", "person", "game", "ended"),
        ("friends", "friend"),
        ("invitations", "person"),
        ("invitations", "host"),
    ):
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))
    rated = sa.text("after IS NOT NULL")
    op.create_index(
        "ix_results_rated", "results", ["person", "game", "ended"], sqlite_where=rated, postgresql_where=rated
    )
    _enter_old_games(op.get_bind(), results, tallies)


def _enter_old_games(connection: sa.Connection, results: Any, tallies: Any) -> None:
    counted: Counter[tuple[Any, ...]] = Counter()
    won: Counter[tuple[Any, ...]] = Counter()
    for page in _pages(connection):
        rows = [row for table, seated in page for row in results_of(table, seated)]
        if rows:
            connection.execute(sa.insert(results), rows)
        for row in rows:
            kind = tuple(row[name] for name in ("person", "game", "seats", "level", "public"))
            counted[kind] += 1
            won[kind] += row["won"]
    names = "person", "game", "seats", "level", "public"
    lines = [dict(zip(names, kind, strict=True)) | {"games": counted[kind], "won": won[kind]} for kind in counted]
    for at in range(0, len(lines), _AT_ONCE):
        connection.execute(sa.insert(tallies), lines[at : at + _AT_ONCE])


def results_of(table: Any, seated: list[Any]) -> list[dict[str, Any]]:
    """How a game that is over went for each person who sat there."""
    outcome = json.loads(table.outcome)
    winners, scores = outcome.get("winners", []), outcome.get("scores", [])
    if [row.seat for row in seated] != list(range(len(scores))):
        return []  # seats were given up on the way: nobody can tell whose score is whose
    # Which of several is the strongest only the game knows.
    level = next((row.bot for row in seated if row.bot), "").partition("@")[0]
    worth = [(seat in winners, score) for seat, score in enumerate(scores)]
    return [
        {
            "table_id": table.id,
            "seat": row.seat,
            "person": row.person,
            "game": table.game,
            "started": table.created,
            "ended": table.changed,
            "seats": len(seated),
            "level": level,
            "place": 1 + sum(other > worth[row.seat] for other in worth),
            "score": scores[row.seat],
            "won": row.seat in winners,
            "public": table.public,
        }
        for row in seated
        if row.person and row.known
    ]


def _pages(connection: sa.Connection) -> Iterator[list[tuple[Any, list[Any]]]]:
    """Tables with a result, but for a tournament's, each with who sat there, a part at a time."""
    last = ""
    while True:
        over = sa.and_(_tables.c.status == "ended", _tables.c.outcome.is_not(None), _tables.c.id > last)
        mine = sa.and_(over, ~_tables.c.id.startswith("g_", autoescape=True))
        page = list(connection.execute(sa.select(_tables).where(mine).order_by(_tables.c.id).limit(_AT_ONCE)))
        if not page:
            return
        last = page[-1].id
        seated: dict[str, list[Any]] = {table.id: [] for table in page}
        joined = _seats.outerjoin(_people, _people.c.id == _seats.c.person)
        chosen = sa.select(_seats, _people.c.id.label("known")).select_from(joined)
        for row in connection.execute(
            chosen.where(_seats.c.table_id.in_(list(seated))).order_by(_seats.c.table_id, _seats.c.seat)
        ):
            seated[row.table_id].append(row)
        yield [(table, seated[table.id]) for table in page]
