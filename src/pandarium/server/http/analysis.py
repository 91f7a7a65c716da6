"""After the game: what if, and what bots think of it."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from pandarium.protocol.analysis import Analysis, WhatIf
from pandarium.protocol.rest import TableCreated
from pandarium.server.http.caller import AnyRequest, address_of, own_url, site_of
from pandarium.server.http.tables import Invite, Share, TableId
from pandarium.server.ops.limits import network
from pandarium.server.tables.judge import Asker
from pandarium.server.tables.what_if import create_what_if

TAG: Final = ["After the game"]
Seat = Annotated[int, QueryParameter(name="as", ge=0, le=99, description="Seen from which seat.")]


@post("/api/tables/{table:str}/what-if", tags=TAG, summary="Go on from a position")
async def ask_what_if(
    request: AnyRequest,
    table: TableId,
    data: JSONBody[WhatIf],
    asker: NamedDependency[Asker],
    invite: Invite = "",
    share: Share = "",
) -> TableCreated:
    """A table of your own that goes on with a finished game, you in one of its seats and bots in the others."""
    site = site_of(request)
    old = await site.hub.reader.finished_game(table, asker, invite, share)
    new = await create_what_if(site.hub, old, asker, data, site.identity.origin(network(address_of(request))))
    return TableCreated(id=new.id, invite=new.invite, url=own_url(request, f"/t/{new.id}", new.invite))


@get("/api/tables/{table:str}/analysis", tags=TAG, summary="What bots think of a game")
async def show_analysis(
    request: AnyRequest,
    table: TableId,
    anybody: NamedDependency[Asker],
    through: Seat = 0,
    invite: Invite = "",
    share: Share = "",
) -> Analysis:
    """What they have found so far about a finished game; ask again until `done` is `of`."""
    site = site_of(request)
    return await site.analyst.look(await site.hub.reader.finished_game(table, anybody, invite, share), through)


@post("/api/tables/{table:str}/analysis", tags=TAG, summary="Ask bots about a game", status_code=200)
async def begin_analysis(
    request: AnyRequest,
    table: TableId,
    asker: NamedDependency[Asker],
    through: Seat = 0,
    invite: Invite = "",
    share: Share = "",
) -> Analysis:
    """Let bots think about a finished game, seen from one seat: every decision of it, and who was to win when.

    They do so when nobody waits for a move. What they find is kept: it is thought about once.
    """
    site = site_of(request)
    finished = await site.hub.reader.finished_game(table, asker, invite, share)
    return await site.analyst.begin(finished, through, asker)


HANDLERS: Final = [ask_what_if, show_analysis, begin_analysis]
