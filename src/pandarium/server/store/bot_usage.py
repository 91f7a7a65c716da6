"""How many bots play for somebody: at tables and in tournaments that are not over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import func, select

from pandarium.server.store.schema import entrants, is_deal, seats, tables, tournaments
from pandarium.server.store.store import Store

_NOT_OVER = ("open", "running")


class BotsAtTable(NamedTuple):
    """A table at which bots sit."""

    id: str
    game: str
    running: bool
    levels: tuple[str, ...]
    alone: bool
    """Whether nobody else does."""


class BotsInTournament(NamedTuple):
    """A tournament in which bots take part."""

    id: str
    bots: int


async def tables_of_host(store: Store, host: str) -> list[BotsAtTable]:
    """Those that somebody created."""
    return await _tables(store, tables.c.host == host)


async def tables_among(store: Store, ids: Sequence[str]) -> list[BotsAtTable]:
    """Those of these."""
    return await _tables(store, tables.c.id.in_(ids)) if ids else []


async def tournaments_of_host(store: Store, host: str) -> list[BotsInTournament]:
    """Those that somebody called."""
    return await _tournaments(store, tournaments.c.host == host)


async def tournaments_among(store: Store, ids: Sequence[str]) -> list[BotsInTournament]:
    """Those of these."""
    return await _tournaments(store, tournaments.c.id.in_(ids)) if ids else []


async def _tables(store: Store, which: Any) -> list[BotsAtTable]:
    chosen = (
        select(tables.c.id, tables.c.game, tables.c.status, seats.c.person, seats.c.bot)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(which, tables.c.status.in_(_NOT_OVER), ~is_deal)
    )
    seated: dict[str, list[Any]] = {}
    for row in await store.read(chosen):
        seated.setdefault(row.id, []).append(row)
    found = [
        BotsAtTable(
            id,
            rows[0].game,
            rows[0].status == "running",
            tuple(row.bot for row in rows if row.bot is not None and row.person is None),
            all(row.person is None for row in rows),
        )
        for id, rows in seated.items()
    ]
    return [table for table in found if table.levels]


async def _tournaments(store: Store, which: Any) -> list[BotsInTournament]:
    people = select(func.count()).where(entrants.c.tournament_id == tournaments.c.id).scalar_subquery()
    chosen = select(tournaments.c.id, (tournaments.c.players - people).label("bots"))
    rows = await store.read(chosen.where(which, tournaments.c.status.in_(_NOT_OVER)))
    return [BotsInTournament(row.id, row.bots) for row in rows if row.bots > 0]
