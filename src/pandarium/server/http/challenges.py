"""Challenges: the deal of the day, deals handed on by a link, and tables to play them at."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from pandarium import protocol
from pandarium.core import registry
from pandarium.core.message import Message
from pandarium.protocol.challenges import (
    ChallengeLink,
    ChallengeResult,
    ChallengeShown,
    Knows,
    NewChallengeTable,
)
from pandarium.protocol.rest import TableCreated
from pandarium.server.challenges.challenges import commitment_of, read_terms, times
from pandarium.server.challenges.tables import create_table
from pandarium.server.http.caller import AnyRequest, address_of, own_url, site_of
from pandarium.server.http.games import is_together, title_of
from pandarium.server.http.site import Site
from pandarium.server.http.tables import TableId
from pandarium.server.ops.limits import network
from pandarium.server.people.identity import ID_PATTERN
from pandarium.server.store import AttemptRow, ChallengeRow
from pandarium.server.tables.judge import Asker, Refusal

TAG: Final = ["Challenges"]
ChallengeId = Annotated[str, PathParameter(pattern=ID_PATTERN, description="The challenge's id.")]


@get("/api/daily", tags=TAG, summary="The deals of the day")
async def show_daily(request: AnyRequest, anybody: NamedDependency[Asker]) -> list[ChallengeShown]:
    """Today's deal of each game, without results, and the hash of tomorrow's."""
    site = site_of(request)
    rows = await site.hub.challenges.today()
    return [await _shown(site, row, anybody, tomorrow, results=False) for row, tomorrow in rows]


@get("/api/challenges/{challenge:str}", tags=TAG, summary="A challenge")
async def show_challenge(
    request: AnyRequest, challenge: ChallengeId, anybody: NamedDependency[Asker]
) -> ChallengeShown:
    """One deal: what is played, and, when you have played it, who else has."""
    site = site_of(request)
    row = await site.hub.challenges.find(challenge)
    return await _shown(site, row, anybody, results=True)


@post("/api/challenges/{challenge:str}/tables", tags=TAG, summary="Take a challenge")
async def take_challenge(
    request: AnyRequest, challenge: ChallengeId, data: JSONBody[NewChallengeTable], asker: NamedDependency[Asker]
) -> TableCreated:
    """A table to play it at: once for the list, and for practice as often as you like when you know it."""
    site = site_of(request)
    origin = site.identity.origin(network(address_of(request)))
    table = await create_table(site.hub, await site.hub.challenges.find(challenge), asker, data, origin)
    if not data.friends:
        start = protocol.Start(fill=table.agreement.level if any(seat.free for seat in table.seats) else None)
        await site.hub.handle(table.id, asker, start, "")
    return TableCreated(id=table.id, invite=table.invite, url=own_url(request, f"/t/{table.id}", table.invite))


@post("/api/tables/{table:str}/challenge", tags=TAG, summary="Make a challenge of a deal")
async def make_challenge(request: AnyRequest, table: TableId, asker: NamedDependency[Asker]) -> ChallengeLink:
    """Hand on the deal of a finished table where you sat: others play it in your place, and see who did better."""
    hub = site_of(request).hub
    row = await hub.challenges.make(await hub.reader.finished_game(table, asker, ""), asker)
    return ChallengeLink(id=row.id, url=own_url(request, f"/challenge/{row.id}"))


async def _shown(site: Site, row: ChallengeRow, asker: Asker, tomorrow: str = "", *, results: bool) -> ChallengeShown:
    if row.game not in registry.names():
        raise Refusal("unknown table", Message("protocol.challenge.none"))
    service, terms, when = site.hub.challenges, read_terms(row), times(row)
    mine = await service.attempt_of(row.id, asker.person)
    revealed = service.is_revealed(row)
    may_read = revealed or (mine is not None and mine.over)
    listed = await service.results(row, asker.person) if results and may_read else None
    counts = await service.played([row.id])
    return ChallengeShown(
        id=row.id,
        game=row.game,
        title=title_of(row.game),
        day=row.day or None,
        by=terms.name,
        seats=terms.seats,
        options=terms.options,
        level=terms.level,
        together=is_together(row.game),
        steady=terms.steady,
        commitment=commitment_of(row),
        created=row.created,
        closes=when.closes if when else None,
        reveals=when.reveals if when else None,
        secret=row.secret if revealed else None,
        next_commitment=tomorrow,
        knows=_knows(mine),
        table=mine.table or None if mine is not None else None,
        open=mine is None and (when is None or service.now() < when.closes),
        practice=may_read,
        played=counts.get(row.id, 0),
        results=None if listed is None else [_result(one) for one in listed],
    )


def _knows(mine: AttemptRow | None) -> Knows:
    if mine is None:
        return "nothing"
    if not mine.table:
        return "seen"
    return "played" if mine.over else "playing"


def _result(one: AttemptRow) -> ChallengeResult:
    return ChallengeResult(
        name=one.name,
        avatar=one.avatar,
        person=one.person,
        table=one.table,
        seat=one.seat,
        seats=one.seats,
        people=one.people,
        score=one.score,
        won=one.won,
        finished=one.finished or one.started,
    )


HANDLERS: Final = [show_daily, show_challenge, take_challenge, make_challenge]
