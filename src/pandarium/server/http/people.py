"""People: guests, accounts, sessions, and what everybody may know of somebody."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import msgspec
from litestar import Response, delete, get, patch, post
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from pandarium.core.message import Message
from pandarium.protocol.rest import (
    Changed,
    Login,
    Me,
    NewAccount,
    NewGuest,
    PersonShown,
    RatingShown,
    Session,
    TableListed,
    Whoami,
)
from pandarium.server.cluster.notices import Notice
from pandarium.server.http.caller import AnyRequest, Caller, address_of, is_secure, site_of
from pandarium.server.http.games import GameName, known_game
from pandarium.server.http.refusals import WebRefusal
from pandarium.server.http.site import Site
from pandarium.server.http.tables import Before, Limit, list_tables, place_of
from pandarium.server.ops.limits import (
    ACCOUNTS,
    GUESTS,
    LOGINS_BY_ADDRESS,
    LOGINS_BY_DEVICE,
    LOGINS_BY_HANDLE,
    network,
)
from pandarium.server.ops.now import now_ms
from pandarium.server.people import devices
from pandarium.server.people import identity as rules
from pandarium.server.people.devices import device_name
from pandarium.server.store import PersonRow, RatingRow, personal, sessions
from pandarium.server.store.store import folded
from pandarium.server.tables.hub import RESTART
from pandarium.server.tables.judge import Refusal, clean

PEOPLE: Final = ["People"]
Everywhere = Annotated[bool, QueryParameter(description="All sessions, on every device.")]
PersonId = Annotated[str, PathParameter(pattern=rules.ID_PATTERN, description="The person's id.")]
MOST_RATINGS: Final = 100
_DEFAULT_NAME: Final = "Panda"


class Names(NamedTuple):
    """A checked name and avatar."""

    name: str
    avatar: str


@post("/api/guest", tags=PEOPLE, summary="Become a guest")
async def become_guest(request: AnyRequest, data: JSONBody[NewGuest]) -> Response[Session]:
    """Begin to play under a name, without an account. The session is in the cookie, and in `token` for programs."""
    site = site_of(request)
    name, avatar = check_names(data.name, data.avatar)
    site.rate_limits.take(GUESTS, address_of(request))
    row = PersonRow(rules.new_id("p"), name, avatar, None, None, now_ms())
    await site.store.create_person(row)
    return await begin_session(request, row, 201)


@post("/api/accounts", tags=PEOPLE, summary="Make an account")
async def make_account(
    request: AnyRequest, data: JSONBody[NewAccount], visitor: NamedDependency[Caller | None]
) -> Response[Session]:
    """Make an account. Whoever is a guest stays who they are: id, tables and ratings are kept.

    The session is a new one, and those that the guest had are over.
    """
    site = site_of(request)
    if visitor is not None and visitor.row.handle is not None:
        raise WebRefusal(409, "not allowed", Message("protocol.has_account", {"handle": visitor.row.handle}))
    handle = rules.handle(data.handle)
    secret = rules.password(data.password, owner=handle)
    old = visitor.row if visitor is not None else None
    default = Names(old.name, old.avatar) if old is not None else Names(_DEFAULT_NAME, "")
    name, avatar = check_names(data.name or default.name, default.avatar if data.avatar is None else data.avatar)
    site.rate_limits.take(ACCOUNTS, address_of(request))
    kept = await site.passwords.hash_password(secret)
    if old is None:
        row = PersonRow(rules.new_id("p"), name, avatar, handle, kept, now_ms())
        await site.store.create_person(row)
    else:
        await site.store.update_person(old.id, name=name, avatar=avatar, handle=handle, password=kept)
        number = await sessions.end_all(site.store, old.id)
        row = msgspec.structs.replace(old, name=name, avatar=avatar, handle=handle, password=kept, sessions=number)
    return await begin_session(request, row, 201, renewed=old is not None)


@post("/api/sessions", tags=PEOPLE, summary="Log in")
async def log_in(request: AnyRequest, data: JSONBody[Login]) -> Response[Session]:
    """Log in with handle and password."""
    site = site_of(request)
    row = await site.store.person_by_handle(data.handle.strip())
    count_attempt(request, data.handle, row)
    kept = row.password if row is not None else None
    if not await site.passwords.check_password(kept, data.password) or row is None:
        # The same words for both: nobody learns which handles there are.
        raise Refusal("unknown person", Message("protocol.wrong_password"))
    if kept is not None and site.passwords.needs_rehash(kept):
        await site.store.update_person(row.id, password=await site.passwords.hash_password(data.password))
    return await begin_session(request, row, 201)


@delete("/api/sessions", tags=PEOPLE, summary="Log out", status_code=204)
async def log_out(
    request: AnyRequest, visitor: NamedDependency[Caller | None], everywhere: Everywhere = False
) -> Response[None]:
    """End this session, or with `everywhere` all that you have, and close its sockets: its token is worth nothing."""
    site = site_of(request)
    if visitor is None:
        if everywhere:
            raise Refusal("unknown person", Message("protocol.nobody_logged"))
    elif everywhere:
        await sessions.end_all(site.store, visitor.row.id)
        await site.notices.post(Notice(person=visitor.row.id))
    else:
        await sessions.end(site.store, visitor.row.id, visitor.session, now_ms())
        await site.notices.post(Notice(person=visitor.row.id, session=visitor.session))
    return Response(None, status_code=204, headers={"set-cookie": rules.expired_cookie(is_secure(request))})


@get("/api/me", tags=PEOPLE, summary="Who am I?")
async def who_am_i(request: AnyRequest, visitor: NamedDependency[Caller | None]) -> Response[Whoami]:
    """Yourself, and what to send as X-CSRF-Token when a cookie says who you are; nobody, if you are new here."""
    if visitor is None:
        return Response(Whoami(me=None))
    site, (token, by_cookie) = site_of(request), visitor.carried
    identity = site.identity
    headers: dict[str, str] = {}
    fresh = None
    if identity.stale(token):
        fresh = token = identity.issue(visitor.row.id, visitor.row.sessions, visitor.session)
        await sessions.seen(site.store, visitor.session, now_ms())
        if by_cookie:
            headers["set-cookie"] = rules.session_cookie(token, is_secure(request))
    whoami = Whoami(
        me=show_me(visitor.row),
        csrf=identity.csrf(token) if by_cookie else None,
        token=None if by_cookie else fresh,
    )
    return Response(whoami, headers=headers)


@patch("/api/me", tags=PEOPLE, summary="Change name or picture")
async def change_me(request: AnyRequest, data: JSONBody[Changed], caller: NamedDependency[Caller]) -> Me:
    """Change what the others see of you. At tables where you sit already you keep the name you came with."""
    old = caller.row
    name, avatar = check_names(data.name or old.name, old.avatar if data.avatar is None else data.avatar)
    hidden = old.hidden if data.hidden is None else data.hidden
    await site_of(request).store.update_person(old.id, name=name, avatar=avatar, hidden=data.hidden)
    return show_me(msgspec.structs.replace(old, name=name, avatar=avatar, hidden=hidden))


@get("/api/people/{person:str}", tags=PEOPLE, summary="Somebody")
async def show_person(request: AnyRequest, person: PersonId, visitor: NamedDependency[Caller | None]) -> PersonShown:
    """Somebody's name and ratings; of those who have switched their profile off, the name."""
    site = site_of(request)
    row = await find_person(site, person)
    found = await personal.ratings_of(site.store, row.id) if may_look(row, visitor) else []
    return PersonShown(
        id=row.id,
        name=row.name,
        avatar=row.avatar,
        account=row.handle is not None,
        ratings=[show_rating(rating) for rating in found],
    )


@get("/api/people/{person:str}/history", tags=PEOPLE, summary="Somebody's games")
async def show_history(
    request: AnyRequest,
    person: PersonId,
    visitor: NamedDependency[Caller | None],
    limit: Limit = 20,
    before: Before = None,
) -> list[TableListed]:
    """The public games that somebody has played to the end, newest first; none of a profile that is switched off."""
    site = site_of(request)
    row = await find_person(site, person)
    if not may_look(row, visitor):
        return []
    # The store leaves private ones out: gaps in a page would tell when somebody played among friends.
    return await list_tables(
        site, await site.store.tables_of(row.id, ("ended",), limit, place_of(before), public_only=True)
    )


@get("/api/ratings/{game:str}", tags=PEOPLE, summary="The best players of a game")
async def show_ratings(
    request: AnyRequest,
    game: GameName,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_RATINGS, description="How many.")] = 50,
    offset: Annotated[int, QueryParameter(ge=0, le=100_000, description="How many to leave out.")] = 0,
) -> list[RatingShown]:
    """People and bots by what is certain of their skill, best first."""
    known_game(game)
    return [show_rating(row) for row in await site_of(request).store.ratings(game, limit, offset)]


async def begin_session(
    request: AnyRequest, row: PersonRow, status: int, *, renewed: bool = False
) -> Response[Session]:
    """A new session for this person, in the answer and in the cookie; `renewed`: those they had are over.

    Whoever has an account is known again on this device.
    """
    site, at = site_of(request), now_ms()
    session = sessions.SessionRow(rules.new_id("s"), row.id, device_name(request.headers.get("user-agent", "")), at, at)
    await sessions.begin(site.store, session)
    token = site.identity.issue(row.id, row.sessions, session.id)
    begun = Session(me=show_me(row), token=token, csrf=site.identity.csrf(token))
    headers = {"set-cookie": rules.session_cookie(token, is_secure(request))}
    cookies = [] if row.handle is None else [_device_cookie(request, row.id)]
    # Afterwards: the browser must have its new cookie before its open tables come back with it.
    closing = Notice(person=row.id, code=RESTART)
    background = BackgroundTask(site.notices.post, closing) if renewed else None
    return Response(begun, status_code=status, headers=headers, cookies=cookies, background=background)


def _device_cookie(request: AnyRequest, person: str) -> Cookie:
    secure = is_secure(request)
    return Cookie(
        key=devices.SECURE_COOKIE if secure else devices.COOKIE,
        value=site_of(request).devices.issue(person),
        max_age=devices.SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )


def count_attempt(request: AnyRequest, handle: str, row: PersonRow | None) -> None:
    """Count an attempt to show that one is this person; raises Refusal when there were too many.

    By address and handle, so that guessing is slow and yet nobody can keep the owner out; on a device where the owner
    has logged in before by that device alone, whatever others at the same address do.
    """
    site = site_of(request)
    mark = devices.mark_in(request.headers.get("cookie"), is_secure(request))
    known = site.devices.read(mark, row.id) if row is not None else None
    if known is not None:
        site.rate_limits.take(LOGINS_BY_DEVICE, known)
        return
    address = network(address_of(request))
    site.rate_limits.take(LOGINS_BY_ADDRESS, address)
    site.rate_limits.take(LOGINS_BY_HANDLE, f"{address} {folded(handle.strip())}")


def check_names(name: str, avatar: str) -> Names:
    """The name and the avatar as they will be shown; raises BadName."""
    return Names(rules.display_name(name), clean(avatar))


async def find_person(site: Site, person: str) -> PersonRow:
    """Somebody by id; raises Refusal."""
    row = await site.store.person(person)
    if row is None:
        raise WebRefusal(404, "unknown person", Message("protocol.no_such_person"))
    return row


def may_look(row: PersonRow, visitor: Caller | None) -> bool:
    """Whether this visitor may see more of somebody than name and picture."""
    return not row.hidden or (visitor is not None and visitor.row.id == row.id)


def show_me(row: PersonRow) -> Me:
    """Somebody, to themselves."""
    return Me(
        id=row.id,
        name=row.name,
        avatar=row.avatar,
        handle=row.handle,
        account=row.handle is not None,
        created=row.created,
        mail=row.mail,
        operator=row.operator,
        hidden=row.hidden,
    )


def show_rating(row: RatingRow) -> RatingShown:
    """A rating, as everybody may see it."""
    return RatingShown(
        who=row.who,
        name=row.name or row.who,
        game=row.game,
        rating=round(row.mu - 3 * row.sigma, 3),
        mu=round(row.mu, 3),
        sigma=round(row.sigma, 3),
        games=row.games,
    )


HANDLERS: Final = [
    become_guest,
    make_account,
    log_in,
    log_out,
    who_am_i,
    change_me,
    show_person,
    show_history,
    show_ratings,
]
