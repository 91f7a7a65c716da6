"""Tournaments: creating them, finding them, taking part. Their tables are played like all others."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from pandarium.protocol import tournaments as shapes
from pandarium.server.http.caller import AnyRequest, own_url, site_of
from pandarium.server.http.tables import Invite, Limit
from pandarium.server.ops.limits import TABLES
from pandarium.server.people.identity import ID_PATTERN
from pandarium.server.store import tournaments as store_of
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tournaments import judge
from pandarium.server.tournaments.render import listed, shown

TAG: Final = ["Tournaments"]
LONGEST_WAIT: Final = 25
_LAST: Final = 2**31 - 1

TournamentId = Annotated[str, PathParameter(pattern=ID_PATTERN, description="The tournament's id.")]
Shown = Annotated[
    Literal["open", "running", "ended"] | None,
    QueryParameter(description="Where it is in its life; without it, open and running ones."),
]
Since = Annotated[
    int | None,
    QueryParameter(ge=0, le=_LAST, description="The `seq` that you have: the answer comes when there is a higher one."),
]
Wait = Annotated[
    int,
    QueryParameter(ge=0, le=LONGEST_WAIT, description="Seconds to wait for news, with `since`; then it comes anyway."),
]


@post("/api/tournaments", tags=TAG, summary="Create a tournament")
async def create_tournament(
    request: AnyRequest, data: JSONBody[shapes.NewTournament], asker: NamedDependency[Asker]
) -> shapes.TournamentCreated:
    """Create a tournament: which game, how long a level lasts, who may come late, how many bots."""
    site = site_of(request)
    site.rate_limits.take(TABLES, asker.person)
    row = await site.tournaments.create(asker, data)
    invite = "" if row.public else row.invite
    return shapes.TournamentCreated(
        id=row.id, invite=row.invite, url=own_url(request, f"/tournaments/{row.id}", invite)
    )


@get("/api/tournaments", tags=TAG, summary="Public tournaments")
async def public_tournaments(
    request: AnyRequest, status: Shown = None, limit: Limit = 20
) -> list[shapes.TournamentListed]:
    """Tournaments that anybody may join or watch, newest first."""
    statuses = ("open", "running") if status is None else (status,)
    return [listed(row) for row in await store_of.public(site_of(request).store, statuses, limit)]


@get("/api/tournaments/mine", tags=TAG, summary="Your tournaments")
async def my_tournaments(
    request: AnyRequest, asker: NamedDependency[Asker], status: Shown = None, limit: Limit = 20
) -> list[shapes.TournamentListed]:
    """Tournaments that you signed up for or that you host, newest first."""
    statuses = ("open", "running") if status is None else (status,)
    return [listed(row) for row in await store_of.of_person(site_of(request).store, asker.person, statuses, limit)]


@get("/api/tournaments/{tournament:str}", tags=TAG, summary="A tournament")
async def show_tournament(
    request: AnyRequest,
    tournament: TournamentId,
    anybody: NamedDependency[Asker],
    invite: Invite = "",
    since: Since = None,
    wait: Wait = 0,
) -> shapes.TournamentShown:
    """Timetable, tables, standings, and where you play now. With `since` and `wait` it comes when something changes."""
    registry = site_of(request).tournaments
    loaded = await registry.tournament(tournament)
    judge.access(loaded.row, loaded.state, anybody.person, invite)
    if since is not None and wait:
        await registry.wait(loaded, since, wait)
    return shown(loaded, anybody.person)


@post("/api/tournaments/{tournament:str}/messages", tags=TAG, summary="Sign up, start, buy in again …", status_code=200)
async def tournament_message(
    request: AnyRequest,
    tournament: TournamentId,
    data: JSONBody[shapes.AnyTournamentRequest],
    asker: NamedDependency[Asker],
    invite: Invite = "",
) -> shapes.TournamentShown:
    """Any message to a tournament, answered when it is done and on disk."""
    site = site_of(request)
    try:
        loaded = await site.tournaments.handle(tournament, asker, data, invite)
    except Refusal as refusal:
        site.metrics.refused(refusal.code)
        raise
    return shown(loaded, asker.person)


HANDLERS: Final = [create_tournament, public_tournaments, my_tournaments, show_tournament, tournament_message]
