"""Tables: creating them, finding them, and playing at them without a socket."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlencode

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from pandarium import protocol
from pandarium.core import registry
from pandarium.core.errors import PandariumError
from pandarium.core.outcome import Outcome
from pandarium.core.record import Record
from pandarium.kit.drop_in import DropInRules
from pandarium.protocol.moderation import InviteShown
from pandarium.protocol.rest import (
    ContentShown,
    ReplayFrame,
    SeatListed,
    TableCreated,
    TableListed,
    TableShared,
)
from pandarium.server.admin.tables import rotate_invite
from pandarium.server.http.caller import AnyRequest, address_of, own_url, site_of
from pandarium.server.http.games import is_together, title_of
from pandarium.server.http.site import Site
from pandarium.server.ops.limits import CHAT_MESSAGES, network
from pandarium.server.people.identity import ID_PATTERN, NO_NUL
from pandarium.server.store import SeatRow, TableRow, tournaments
from pandarium.server.tables.judge import Asker, Refusal, share_token
from pandarium.server.tables.judge.guards import only_the_host
from pandarium.server.tables.parts import Agreement
from pandarium.server.tables.table import Table
from pandarium.server.tables.turns import NOBODY, Waiting
from pandarium.server.tournaments.terms import Terms

TAG: Final = ["Tables"]
MOST_LISTED: Final = 100
_LAST: Final = 2**31 - 1

TableId = Annotated[str, PathParameter(pattern=ID_PATTERN, description="The table's id.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_LISTED, description="How many.")]
Before = Annotated[
    str | None,
    QueryParameter(
        pattern=r"^[0-9]{1,15}(,[A-Za-z0-9_-]{1,64})?$",
        description="Only those after the last one you have: its `changed`, a comma, its `id`.",
    ),
]
Invite = Annotated[
    str, QueryParameter(max_length=64, pattern=NO_NUL, description="The token from the link, for private tables.")
]
Share = Annotated[
    str,
    QueryParameter(
        max_length=64, pattern=NO_NUL, description="The token from a link to a replay: it lets one read, and no more."
    ),
]
Game = Annotated[str | None, QueryParameter(max_length=40, pattern=NO_NUL, description="Only tables of this game.")]
Shown = Annotated[Literal["open", "running", "ended"], QueryParameter(description="Where the table is in its life.")]
Mine = Annotated[
    Literal["open", "running", "ended", "closed"] | None,
    QueryParameter(description="Where the table is in its life; without it, open and running ones."),
]
Since = Annotated[
    int | None,
    QueryParameter(ge=0, le=_LAST, description="The `seq` of the last update you have: `news` tells what came after."),
]
As = Annotated[
    str | None,
    QueryParameter(
        name="as",
        pattern=r"^([0-9]{1,2}|spectator)$",
        description="Through whose eyes: a seat's number, or `spectator`. Without it: through your own.",
    ),
]


@post("/api/tables", tags=TAG, summary="Create a table")
async def create_table(
    request: AnyRequest, data: JSONBody[protocol.NewTable], asker: NamedDependency[Asker]
) -> TableCreated:
    """Create a table: which game, how many seats, which bots, whether it is open to all or only to those invited."""
    site = site_of(request)
    table = await site.hub.create(asker, data, site.identity.origin(network(address_of(request))))
    return TableCreated(id=table.id, invite=table.invite, url=own_url(request, f"/t/{table.id}", table.invite))


@get("/api/tables", tags=TAG, summary="Public tables")
async def public_tables(
    request: AnyRequest, game: Game = None, status: Shown = "open", limit: Limit = 20, before: Before = None
) -> list[TableListed]:
    """Tables that anybody may join or watch, newest first.

    Of those that are not over, a few of each person and address come first, then the rest, so that nobody's table is
    lost among somebody's many.
    """
    site = site_of(request)
    return await list_tables(site, await site.store.public_tables(game, status, limit, place_of(before)))


@get("/api/tables/mine", tags=TAG, summary="Your tables")
async def my_tables(
    request: AnyRequest, asker: NamedDependency[Asker], status: Mine = None, limit: Limit = 20, before: Before = None
) -> list[TableListed]:
    """Tables where you sit or that you host, newest first."""
    site = site_of(request)
    statuses = ("open", "running") if status is None else (status,)
    return await list_tables(
        site, await site.store.tables_of(asker.person, statuses, limit, place_of(before)), asker.person
    )


@get("/api/tables/{table:str}", tags=TAG, summary="A table")
async def show_table(
    request: AnyRequest, table: TableId, anybody: NamedDependency[Asker], invite: Invite = "", share: Share = ""
) -> Response[protocol.TableShown]:
    """The table around the game: who sits there, what was agreed, how it stands."""
    loaded = await site_of(request).hub.reader.table(table, anybody, invite, share)
    return raw(loaded.snapshot(anybody).moment.table)


@get("/api/tables/{table:str}/share", tags=TAG, summary="A link to read a table")
async def share_table(
    request: AnyRequest, table: TableId, anybody: NamedDependency[Asker], invite: Invite = "", share: Share = ""
) -> TableShared:
    """For the replay: what a link carries so that others may read it. It gives no seat, and ends with the invite."""
    found = (await site_of(request).hub.reader.table(table, anybody, invite, share)).table
    open_to_all = found.agreement.public and found.agreement.spectators
    token = "" if open_to_all else share_token(found)
    query = f"?{urlencode({'share': token})}" if token else ""
    return TableShared(token=token, url=own_url(request, f"/replay/{table}{query}"))


@post("/api/tables/{table:str}/invite", tags=TAG, summary="A new invite", status_code=200)
async def renew_invite(request: AnyRequest, table: TableId, asker: NamedDependency[Asker]) -> InviteShown:
    """The host takes the old link back, and all links to the replay with it. Those who sit there stay."""
    site = site_of(request)
    only_the_host((await site.hub.load(table)).table, asker)
    invite = await rotate_invite(site.store, table)
    await site.notices.read()
    return InviteShown(invite=invite)


@get("/api/tables/{table:str}/state", tags=TAG, summary="The game as you may see it")
async def show_state(
    request: AnyRequest,
    table: TableId,
    anybody: NamedDependency[Asker],
    since: Since = None,
    invite: Invite = "",
) -> Response[protocol.Update]:
    """Everything that you may know now: the view, your legal moves, and the news since `since`.

    For live play open a WebSocket at `/api/tables/{id}/live`: it sends the same whenever something changes.
    """
    return raw(await site_of(request).hub.reader.update(table, anybody, invite, since))


@post("/api/tables/{table:str}/messages", tags=TAG, summary="Sit, play, talk …", status_code=200)
async def send_message(
    request: AnyRequest,
    table: TableId,
    data: JSONBody[protocol.AnyMessage],
    asker: NamedDependency[Asker],
    invite: Invite = "",
) -> protocol.Done | protocol.Hinted | protocol.Pong:
    """Any message that the table's socket takes, answered when it is done and on disk."""
    site = site_of(request)
    if isinstance(data, protocol.TALK):
        site.rate_limits.take(CHAT_MESSAGES, asker.person)
    try:
        return await site.hub.handle(table, asker, data, invite)
    except Refusal as refusal:
        site.metrics.refused(refusal.code)
        raise


@get("/api/tables/{table:str}/record", tags=TAG, summary="The record of a game")
async def show_record(
    request: AnyRequest, table: TableId, anybody: NamedDependency[Asker], invite: Invite = "", share: Share = ""
) -> Response[Record]:
    """When the game is over: everything to replay and to check it (`pandarium verify`), its secret included."""
    hub = site_of(request).hub
    record = await hub.reader.record(table, anybody, invite, share)
    name = file_name((await hub.load(table)).table)
    return raw(record, **{"content-disposition": f'attachment; filename="{name}"'})


@get("/api/tables/{table:str}/content", tags=TAG, summary="What lies in the box at a table")
async def show_table_content(
    request: AnyRequest, table: TableId, anybody: NamedDependency[Asker], invite: Invite = "", share: Share = ""
) -> ContentShown:
    """Cards, dice and boards that are played with, and which of them are not the published game's."""
    return await site_of(request).hub.reader.content(table, anybody, invite, share)


@get("/api/tables/{table:str}/replay", tags=TAG, summary="A game step by step")
async def show_replay(
    request: AnyRequest,
    table: TableId,
    anybody: NamedDependency[Asker],
    through: As = None,
    invite: Invite = "",
    share: Share = "",
) -> Response[list[ReplayFrame]]:
    """Every position, with the news that led to it, as that viewer could see it then."""
    hub = site_of(request).hub
    viewer = int(through) if through not in (None, "spectator") else None
    if through is None:
        viewer = (await hub.load(table)).table.seat_of(anybody.person)
    return raw(await hub.reader.replay(table, anybody, invite, viewer, share))


def place_of(before: str | None) -> tuple[int, str] | None:
    """Where a list goes on.

    >>> place_of("1790000000000,t_bamboo")
    (1790000000000, 't_bamboo')
    """
    if before is None:
        return None
    changed, _, id = before.partition(",")
    return int(changed), id


def raw(body: bytes, **headers: str) -> Response[Any]:
    """JSON that is encoded already."""
    return Response(body, media_type="application/json", headers=headers)


def file_name(table: Table) -> str:
    """What to call the file of a table's record: the game, the day it was started, the table."""
    day = datetime.fromtimestamp(table.started / 1000, UTC).date()
    return f"{table.agreement.game}-{day}-{table.id}.json"


async def list_tables(site: Site, rows: list[TableRow], person: str = "") -> list[TableListed]:
    """Rows of the store, with their seats and whose turn it is, as a list for people; all know their own."""
    seated = await site.store.seats([row.id for row in rows])
    turns = await site.hub.turns.at(rows)
    terms = await tournaments.all_terms(site.store, [agreement.tournament for agreement in map(_agreement, rows)])
    titles = {id: msgspec.json.decode(body, type=Terms).plan.title for id, body in terms.items()}
    listed: list[TableListed] = []
    for row in rows:
        mine = next((seat.seat for seat in seated[row.id] if person and seat.person == person), None)
        listed.append(_listed(row, seated[row.id], turns.get(row.id, NOBODY), mine, titles))
    return listed


def _agreement(row: TableRow) -> Agreement:
    return msgspec.json.decode(row.agreement, type=Agreement)


def _listed(
    row: TableRow, seated: list[SeatRow], waiting: Waiting, mine: int | None, titles: dict[str, str]
) -> TableListed:
    agreement = _agreement(row)
    taken = {seat.seat: seat for seat in seated}
    joinable = row.status == "running" and len(taken) < agreement.seats and has_free_seats(agreement)
    # A game that is under way has no free seats, unless they can be taken: it may have begun without some.
    played = row.status in {"running", "ended"} and not joinable
    seats = sorted(taken) if played else range(agreement.seats)
    return TableListed(
        id=row.id,
        game=row.game,
        title=title_of(row.game),
        status=row.status,
        host=row.host,
        seats=[show_seat(taken.get(number)) for number in seats],
        options=agreement.options,
        public=row.public,
        spectators=agreement.spectators,
        rated=agreement.rated,
        hints=agreement.hints,
        talk=agreement.talk,
        pace=agreement.pace,
        created=row.created,
        changed=row.changed,
        actors=waiting.to(mine),
        standing=waiting.standing,
        outcome=msgspec.json.decode(row.outcome, type=Outcome) if row.outcome else None,
        together=is_together(row.game),
        joinable=joinable,
        tournament=agreement.tournament or None,
        tournament_title=titles.get(agreement.tournament, ""),
    )


def has_free_seats(agreement: Agreement) -> bool:
    """Whether free seats of a running table may be taken; a game that is not there any more says nothing."""
    try:
        rules = registry.game(agreement.game).capability(DropInRules)
    except PandariumError:
        return False
    return rules is not None and rules.open(agreement.options)


def show_seat(row: SeatRow | None) -> SeatListed:
    """A seat in a list, with whoever sits there."""
    if row is None:
        return SeatListed()
    return SeatListed(name=row.name, person=row.person, bot=row.bot, avatar=row.avatar)


HANDLERS: Final = [
    create_table,
    public_tables,
    my_tables,
    show_table,
    share_table,
    renew_invite,
    show_state,
    send_message,
    show_record,
    show_table_content,
    show_replay,
]
