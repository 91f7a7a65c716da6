"""Friends, by link and without a directory; and asking people to come to a table."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from pandarium import protocol
from pandarium.core.message import Message
from pandarium.protocol.people import (
    FriendLink,
    FriendOffer,
    FriendShown,
    FriendWanted,
    InvitationShown,
    PeopleInvited,
)
from pandarium.protocol.rest import TableCreated, TableListed
from pandarium.server.http.caller import AnyRequest, Caller, address_of, own_url, site_of
from pandarium.server.http.people import PersonId, find_person
from pandarium.server.http.refusals import WebRefusal
from pandarium.server.http.site import Site
from pandarium.server.http.tables import TableId, list_tables
from pandarium.server.ops.limits import FRIEND_CODES, FRIEND_LINKS, INVITATIONS, network
from pandarium.server.ops.now import now_ms
from pandarium.server.people.identity import ID_PATTERN, new_invite
from pandarium.server.store import PersonRow, friends
from pandarium.server.tables.judge import Asker, Refusal
from pandarium.server.tables.judge.guards import my_seat, require_status
from pandarium.server.tables.table import Table

TAG: Final = ["Friends"]
FriendCode = Annotated[str, PathParameter(pattern=ID_PATTERN, description="The last part of the link.")]
LINK_MS: Final = 7 * 86_400_000
"""How long a link to become friends can be used."""
MOST_FRIENDS: Final = 300
MOST_INVITATIONS: Final = 20
"""Invitations that somebody is shown at once."""
_OPEN_TABLES: Final = 100
"""Public tables that are looked at for friends."""


@post("/api/me/friends/link", tags=TAG, summary="A link for friends", status_code=201)
async def make_link(request: AnyRequest, caller: NamedDependency[Caller]) -> FriendLink:
    """Whoever opens it may become your friend, for a week. The link that you made before opens nothing any more."""
    site = site_of(request)
    site.rate_limits.take(FRIEND_LINKS, caller.row.id)
    code, expires = new_invite(), now_ms() + LINK_MS
    await friends.issue_link(site.store, caller.row.id, code, expires)
    return FriendLink(url=own_url(request, f"/friends/{code}"), expires=expires)


@get("/api/friends/{code:str}", tags=TAG, summary="Whose link that is")
async def show_offer(request: AnyRequest, code: FriendCode, visitor: NamedDependency[Caller | None]) -> FriendOffer:
    """Who made a link for friends."""
    site = site_of(request)
    row = await _offered(request, code)
    me = visitor.row.id if visitor is not None else ""
    known = bool(me) and await friends.are_friends(site.store, me, row.id)
    return FriendOffer(person=row.id, name=row.name, avatar=row.avatar, you=me == row.id, friend=known)


@post("/api/me/friends", tags=TAG, summary="Become friends", status_code=201)
async def become_friends(
    request: AnyRequest, data: JSONBody[FriendWanted], caller: NamedDependency[Caller]
) -> FriendOffer:
    """Become friends with whoever made the link."""
    site = site_of(request)
    row = await _offered(request, data.code)
    if row.id == caller.row.id:
        raise Refusal("not allowed", Message("protocol.not_yourself"))
    if not await friends.befriend(site.store, caller.row.id, row.id, now_ms(), MOST_FRIENDS):
        raise Refusal("limit", Message("protocol.too_many_friends", {"most": MOST_FRIENDS}))
    return FriendOffer(person=row.id, name=row.name, avatar=row.avatar, you=False, friend=True)


@get("/api/me/friends", tags=TAG, summary="Your friends")
async def show_friends(request: AnyRequest, caller: NamedDependency[Caller]) -> list[FriendShown]:
    """Your friends by name, and at which public tables that wait for players they sit."""
    site = site_of(request)
    rows = await friends.friends_of(site.store, caller.row.id)
    tables = await _public_tables_of(site, {row.person for row in rows}) if rows else {}
    return [
        FriendShown(
            person=row.person,
            name=row.name,
            avatar=row.avatar,
            since=row.since,
            tables=tables.get(row.person, []),
        )
        for row in rows
    ]


@delete("/api/me/friends/{person:str}", tags=TAG, summary="End a friendship", status_code=204)
async def end_friendship(request: AnyRequest, person: PersonId, caller: NamedDependency[Caller]) -> None:
    """Neither of you has the other as a friend any more. They are not told."""
    await friends.unfriend(site_of(request).store, caller.row.id, person)


@get("/api/me/invitations", tags=TAG, summary="Where you are asked to come")
async def show_invitations(request: AnyRequest, caller: NamedDependency[Caller]) -> list[InvitationShown]:
    """Tables that wait for players, to which somebody has asked you, newest first."""
    site, me = site_of(request), caller.row.id
    found = await friends.invited_to(site.store, me, MOST_INVITATIONS)
    listed = await list_tables(site, [one.table for one in found], me)
    return [
        InvitationShown(table=table, person=one.host, name=one.name, created=one.created, invite=one.table.invite)
        for one, table in zip(found, listed, strict=True)
        if all(seat.person != me for seat in table.seats)
    ]


@delete("/api/me/invitations/{table:str}", tags=TAG, summary="Do not come", status_code=204)
async def decline(request: AnyRequest, table: TableId, caller: NamedDependency[Caller]) -> None:
    """Forget that you were asked. Nobody is told."""
    await friends.decline(site_of(request).store, table, caller.row.id)


@post("/api/tables/{table:str}/invitations", tags=TAG, summary="Ask friends to come", status_code=204)
async def invite_friends(
    request: AnyRequest, table: TableId, data: JSONBody[PeopleInvited], caller: NamedDependency[Caller]
) -> None:
    """Ask friends of yours to a table where you sit and that has not begun: they see it on their front page."""
    site, me = site_of(request), caller.row.id
    found = (await site.hub.load(table)).table
    if me != found.host:
        my_seat(found, caller.asker)
    require_status(found, "open")
    mine = {row.person for row in await friends.friends_of(site.store, me)}
    if not mine.issuperset(data.people):
        raise Refusal("not allowed", Message("protocol.friends_only"))
    site.rate_limits.take(INVITATIONS, me)
    await friends.invite(site.store, table, me, data.people, now_ms())


@post("/api/tables/{table:str}/again", tags=TAG, summary="Play again with the same people")
async def play_again(
    request: AnyRequest, table: TableId, caller: NamedDependency[Caller], asker: NamedDependency[Asker]
) -> TableCreated:
    """A new table like one where you played, with you and the bots at it; the others are asked to come."""
    site, me = site_of(request), caller.row.id
    old = (await site.hub.load(table)).table
    my_seat(old, asker)
    require_status(old, "ended")
    if old.agreement.tournament:
        raise Refusal("not allowed", Message("protocol.tournament_goes_on_by_itself"))
    site.rate_limits.take(INVITATIONS, me)
    new = await site.hub.create(asker, like(old), site.identity.origin(network(address_of(request))))
    others = [seat.person for seat in old.seats if seat.person is not None and seat.person != me]
    if others:
        await friends.invite(site.store, new.id, me, others, now_ms())
    return TableCreated(id=new.id, invite=new.invite, url=own_url(request, f"/t/{new.id}", new.invite))


def like(old: Table) -> protocol.NewTable:
    """What a table is to be that is like this one; nobody but those who are asked need find it."""
    agreement = old.agreement
    return protocol.NewTable(
        game=agreement.game,
        seats=len(old.seats),
        options=agreement.options,
        bots=[seat.bot for seat in old.seats if seat.bot is not None],
        spectators=agreement.spectators,
        rated=agreement.rated,
        hints=agreement.hints,
        talk=agreement.talk,
        pace=agreement.pace,
    )


async def _offered(request: AnyRequest, code: str) -> PersonRow:
    """Who made a link; raises Refusal."""
    site = site_of(request)
    site.rate_limits.take(FRIEND_CODES, address_of(request))
    person = await friends.offered_by(site.store, code, now_ms())
    if person is None:
        raise WebRefusal(404, "malformed", Message("protocol.no_such_friend_link"))
    return await find_person(site, person)


async def _public_tables_of(site: Site, people: set[str]) -> dict[str, list[TableListed]]:
    """Public tables with a free seat where one of them sits, by person."""
    rows = await site.store.public_tables(None, "open", _OPEN_TABLES, None)
    seated = await site.store.seats([row.id for row in rows])
    theirs = [row for row in rows if any(seat.person in people for seat in seated[row.id])]
    found: dict[str, list[TableListed]] = {}
    for table in await list_tables(site, theirs):
        if any(not seat.name for seat in table.seats):
            for seat in table.seats:
                if seat.person in people and seat.person is not None:
                    found.setdefault(seat.person, []).append(table)
    return found


HANDLERS: Final[list[Any]] = [
    make_link,
    show_offer,
    become_friends,
    show_friends,
    end_friendship,
    show_invitations,
    decline,
    invite_friends,
    play_again,
]
