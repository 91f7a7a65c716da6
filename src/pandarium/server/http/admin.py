"""For operators: people, tables, restrictions and reports. What they do is what `pandarium admin` does."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import structlog
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from pandarium.core.message import Message
from pandarium.protocol.moderation import (
    ClosingWords,
    CodeShown,
    InviteShown,
    NewRestriction,
    PersonListed,
    ReportShown,
    RestrictionShown,
    TableOverseen,
)
from pandarium.server.admin import people as admin_people
from pandarium.server.admin import tables as admin_tables
from pandarium.server.http.caller import AnyRequest, Caller, site_of
from pandarium.server.http.games import title_of
from pandarium.server.http.people import PersonId
from pandarium.server.http.refusals import missing
from pandarium.server.http.site import Site
from pandarium.server.http.tables import Limit, Mine, TableId
from pandarium.server.ops.now import now_ms
from pandarium.server.people.identity import ID_PATTERN, NO_NUL
from pandarium.server.store import PersonRow, moderation
from pandarium.server.store.moderation import Restriction
from pandarium.server.store.schema import DEAL
from pandarium.server.tables.judge import Refusal

TAG: Final = ["Operators"]
Find = Annotated[
    str, QueryParameter(max_length=100, pattern=NO_NUL, description="A part of a name or login name, or an id.")
]
Line = Annotated[int, PathParameter(ge=1, le=2**31 - 1, description="The line's number in the log.")]
ReportId = Annotated[str, PathParameter(pattern=ID_PATTERN, description="The report's id.")]
Kind = Annotated[Literal["ban", "mute"], QueryParameter(description="Which of the two.")]
Subject = Annotated[str, QueryParameter(max_length=100, pattern=NO_NUL, description="A person's id, or a network.")]

_log = structlog.get_logger("pandarium.admin")


async def operator_site(request: AnyRequest, caller: Caller) -> Site:
    """The server's parts, for an operator; raises Refusal for everybody else. What they ask for is logged."""
    if not caller.row.operator:
        raise Refusal("not allowed", Message("protocol.operators_only"))
    if request.method != "GET":
        _log.info("operator", person=caller.row.id, what=f"{request.method} {request.scope.get('path_template')}")
    return site_of(request)


@get("/api/admin/people", tags=TAG, summary="People")
async def list_people(
    request: AnyRequest, caller: NamedDependency[Caller], find: Find = "", limit: Limit = 50
) -> list[PersonListed]:
    """People, the newest first, or those that are looked for."""
    site = await operator_site(request, caller)
    found = await moderation.find_people(site.store, find.strip(), limit)
    restricted = {(row.kind, row.subject) for row in await moderation.all_restrictions(site.store, now_ms())}
    return [
        PersonListed(
            id=row.id,
            name=row.name,
            avatar=row.avatar,
            handle=row.handle,
            created=row.created,
            operator=row.operator,
            banned=("ban", row.id) in restricted,
            muted=("mute", row.id) in restricted,
        )
        for row in found
    ]


@post("/api/admin/people/{person:str}/reset-code", tags=TAG, summary="A code for a new password", status_code=200)
async def issue_code(request: AnyRequest, person: PersonId, caller: NamedDependency[Caller]) -> CodeShown:
    """A code to be told to the owner of an account. Not for other operators: theirs take the command line."""
    site = await operator_site(request, caller)
    row = await admin_people.find_account(site.store, person)
    _check_no_operator(row)
    issued = await admin_people.reset_code(site.store, row)
    return CodeShown(code=issued.code, expires=issued.expires)


@get("/api/admin/tables", tags=TAG, summary="Tables, private ones included")
async def list_all_tables(
    request: AnyRequest, caller: NamedDependency[Caller], status: Mine = None, limit: Limit = 50
) -> list[TableOverseen]:
    """Tables and who sits there, newest first; nothing of the games themselves."""
    site = await operator_site(request, caller)
    rows = await admin_tables.listed(site.store, status, limit)
    seated = await site.store.seats([row.id for row in rows])
    return [
        TableOverseen(
            id=row.id,
            game=row.game,
            title=title_of(row.game),
            status=row.status,
            public=row.public,
            changed=row.changed,
            names=[seat.name for seat in seated[row.id]],
            tournament=row.id.startswith(f"{DEAL}_"),
        )
        for row in rows
    ]


@post("/api/admin/tables/{table:str}/close", tags=TAG, summary="Close a table", status_code=204)
async def close_table(
    request: AnyRequest, table: TableId, data: JSONBody[ClosingWords], caller: NamedDependency[Caller]
) -> None:
    """Close a table; those who sit there read the words."""
    site = await operator_site(request, caller)
    await admin_tables.close(site.store, table, data.words.strip())
    await site.notices.read()


@post("/api/admin/tables/{table:str}/invite", tags=TAG, summary="A new invite", status_code=200)
async def rotate_invite(request: AnyRequest, table: TableId, caller: NamedDependency[Caller]) -> InviteShown:
    """The old link opens nothing any more. Those who sit there stay."""
    site = await operator_site(request, caller)
    invite = await admin_tables.rotate_invite(site.store, table)
    await site.notices.read()
    return InviteShown(invite=invite)


@delete("/api/admin/tables/{table:str}/lines/{line:int}", tags=TAG, summary="Remove a line of chat", status_code=204)
async def remove_line(request: AnyRequest, table: TableId, line: Line, caller: NamedDependency[Caller]) -> None:
    """Take away what somebody said: from the log, and from the screens of those who have read it."""
    site = await operator_site(request, caller)
    await admin_tables.remove_line(site.store, table, line)
    await site.notices.read()


@get("/api/admin/restrictions", tags=TAG, summary="Bans and mutes")
async def list_restrictions(request: AnyRequest, caller: NamedDependency[Caller]) -> list[RestrictionShown]:
    """What is in force, newest first."""
    site = await operator_site(request, caller)
    return [await _shown(site, row) for row in await moderation.all_restrictions(site.store, now_ms())]


@post("/api/admin/restrictions", tags=TAG, summary="Ban or mute", status_code=201)
async def restrict(
    request: AnyRequest, data: JSONBody[NewRestriction], caller: NamedDependency[Caller]
) -> RestrictionShown:
    """Ban somebody or an address, or let somebody not talk; for some hours or for good."""
    site = await operator_site(request, caller)
    subject = await admin_people.subject_of(site.store, data.who)
    row = await site.store.person(subject)
    if row is not None:
        _check_no_operator(row)
    elif data.kind == "mute":
        raise missing(Message("protocol.no_such_person"))
    made = await admin_people.restrict(site.store, data.kind, subject, data.hours, data.reason.strip())
    await site.notices.read()
    return await _shown(site, made)


@delete("/api/admin/restrictions", tags=TAG, summary="Lift a ban or a mute", status_code=204)
async def lift(request: AnyRequest, caller: NamedDependency[Caller], kind: Kind, subject: Subject) -> None:
    """Forbid it no longer."""
    site = await operator_site(request, caller)
    await admin_people.lift(site.store, kind, subject)
    await site.notices.read()


@get("/api/admin/reports", tags=TAG, summary="Reports")
async def list_reports(request: AnyRequest, caller: NamedDependency[Caller], limit: Limit = 50) -> list[ReportShown]:
    """What players have reported and nobody has dealt with, oldest first."""
    site = await operator_site(request, caller)
    return [
        ReportShown(
            id=row.id,
            created=row.created,
            reporter=await _name(site, row.reporter),
            person=row.person,
            name=await _name(site, row.person),
            table=row.table_id,
            line=row.seq,
            said=row.said,
            reason=row.reason,
        )
        for row in await moderation.open_reports(site.store, limit)
    ]


@delete("/api/admin/reports/{report:str}", tags=TAG, summary="A report is dealt with", status_code=204)
async def handle_report(request: AnyRequest, report: ReportId, caller: NamedDependency[Caller]) -> None:
    """Take a report off the list."""
    site = await operator_site(request, caller)
    await moderation.handle(site.store, report, now_ms())


def _check_no_operator(row: PersonRow) -> None:
    """Operators do not rule over each other: that takes the command line."""
    if row.operator:
        raise Refusal("not allowed", Message("protocol.is_operator", {"name": row.name}))


async def _name(site: Site, person: str) -> str:
    row = await site.store.person(person)
    return row.name if row is not None else ""


async def _shown(site: Site, row: Restriction) -> RestrictionShown:
    name = "" if admin_people.is_address(row.subject) else await _name(site, row.subject)
    return RestrictionShown(kind=row.kind, subject=row.subject, name=name, until=row.until, reason=row.reason)


HANDLERS: Final[list[Any]] = [
    list_people,
    issue_code,
    list_all_tables,
    close_table,
    rotate_invite,
    remove_line,
    list_restrictions,
    restrict,
    lift,
    list_reports,
    handle_report,
]
