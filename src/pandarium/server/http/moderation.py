"""Players among themselves: whom one does not want to read, and what the operators should know."""

from __future__ import annotations

from typing import Any, Final

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from pandarium.core.message import Message
from pandarium.protocol.moderation import MutedShown, NewReport
from pandarium.server.http.caller import AnyRequest, Caller, site_of
from pandarium.server.http.people import PersonId, find_person
from pandarium.server.http.site import Site
from pandarium.server.ops.limits import REPORTS
from pandarium.server.ops.now import now_ms
from pandarium.server.people.identity import new_id
from pandarium.server.store import moderation
from pandarium.server.store.moderation import Report
from pandarium.server.tables import judge, log
from pandarium.server.tables.judge import Refusal, clean

TAG: Final = ["People"]
MOST_MUTED: Final = 500


@get("/api/me/mutes", tags=TAG, summary="Whom you do not want to read")
async def show_mutes(request: AnyRequest, caller: NamedDependency[Caller]) -> list[MutedShown]:
    """People whose talk your client leaves out. They are not told."""
    store = site_of(request).store
    rows = [await store.person(person) for person in await moderation.muted_by(store, caller.row.id)]
    return [MutedShown(person=row.id, name=row.name) for row in rows if row is not None]


@post("/api/me/mutes/{person:str}", tags=TAG, summary="Do not read somebody", status_code=204)
async def mute(request: AnyRequest, person: PersonId, caller: NamedDependency[Caller]) -> None:
    """Leave out what this person says, on all your devices, until you say otherwise."""
    site = site_of(request)
    await find_person(site, person)
    if person == caller.row.id:
        raise Refusal("not allowed", Message("protocol.not_yourself"))
    if len(await moderation.muted_by(site.store, caller.row.id)) >= MOST_MUTED:
        raise Refusal("limit", Message("protocol.too_many_muted", {"most": MOST_MUTED}))
    await moderation.mute(site.store, caller.row.id, person)


@delete("/api/me/mutes/{person:str}", tags=TAG, summary="Read somebody again", status_code=204)
async def unmute(request: AnyRequest, person: PersonId, caller: NamedDependency[Caller]) -> None:
    """Read this person again."""
    await moderation.unmute(site_of(request).store, caller.row.id, person)


@post("/api/reports", tags=TAG, summary="Report somebody", status_code=204)
async def report(request: AnyRequest, data: JSONBody[NewReport], caller: NamedDependency[Caller]) -> None:
    """Tell the operators of this server about somebody at a table that you may look at."""
    site, me = site_of(request), caller.row.id
    await find_person(site, data.person)
    if data.person == me:
        raise Refusal("not allowed", Message("protocol.not_yourself"))
    loaded = await site.hub.load(data.table)
    judge.access(loaded.table, me, data.invite)
    said = "" if data.line is None else await _said(site, data.table, data.line, data.person)
    site.rate_limits.take(REPORTS, me)
    row = Report(new_id("r"), now_ms(), me, data.person, data.table, data.line, said, clean(data.reason))
    await moderation.report(site.store, row)


async def _said(site: Site, table: str, line: int, person: str) -> str:
    """What that person said there; raises Refusal when they did not."""
    rows = await site.store.entries(table, after=line - 1)
    entry = log.decode(rows[0].body) if rows and rows[0].seq == line else None
    if not isinstance(entry, log.Said) or entry.person != person:
        raise Refusal("malformed", Message("protocol.admin.no_such_line", {"seq": line}))
    return entry.text


HANDLERS: Final[list[Any]] = [show_mutes, mute, unmute, report]
