"""Who asks: from the cookie or the Bearer token to a person, with proof of origin where a cookie was sent."""

from __future__ import annotations

from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

import msgspec
from litestar import Request
from litestar.datastructures import State
from msgspec import ValidationError

from pandarium.core.message import Message
from pandarium.server.http.middleware import PERSON, SAFE_METHODS
from pandarium.server.http.site import SITE, Site
from pandarium.server.ops.limits import READS_BY_PERSON, WRITES_BY_PERSON, client_address, client_scheme, network
from pandarium.server.people.identity import Carried, carried_token
from pandarium.server.people.sessions import SignedIn, signed_in
from pandarium.server.settings import plain_origin
from pandarium.server.store import PersonRow
from pandarium.server.tables.judge import Asker, Refusal


class StrictRequest(Request[Any, Any, State]):
    """A request whose body is decoded into what the handler takes, without coercing values."""

    async def json(self) -> Any:
        """The body; raises Refusal."""
        wanted = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=wanted.annotation if wanted else Any)
        except ValidationError as error:
            raise Refusal("malformed", Message.text(str(error).replace("`", ""))) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Refusal("malformed", Message("protocol.body_not_json")) from None


AnyRequest = Request[Any, Any, State]


class Caller(NamedTuple):
    """Somebody with a session."""

    row: PersonRow
    carried: Carried
    session: str
    """The id of their session."""

    @property
    def asker(self) -> Asker:
        """As tables know them."""
        return SignedIn(self.row, self.session).asker


_OWN = ("/api/me", "/api/sessions")
"""What is open to those who are banned, too: their own data, and the way out."""

NOBODY = Asker("", "somebody")
"""Who looks without a session."""


def site_of(request: AnyRequest) -> Site:
    """The server's parts."""
    return cast(Site, request.app.state[SITE])


def address_of(request: AnyRequest) -> str:
    """Where the request comes from."""
    return client_address(request.scope, site_of(request).settings.proxies)


def is_secure(request: AnyRequest) -> bool:
    """Whether cookies are marked Secure on this request."""
    settings = site_of(request).settings
    return settings.secure(client_scheme(request.scope, settings.proxies))


def own_url(request: AnyRequest, path: str, invite: str = "") -> str:
    """A link to this server, as whoever asks reached it."""
    scheme = client_scheme(request.scope, site_of(request).settings.proxies)
    host = request.headers.get("host", "")
    server = f"{scheme}://{host}" if plain_origin(f"{scheme}://{host}") else ""
    return f"{server}{path}" + (f"?{urlencode({'invite': invite})}" if invite else "")


async def find_caller(request: AnyRequest) -> Caller | None:
    """Who asks, or None; raises Refusal when a cookie alone wants to change something."""
    site = site_of(request)
    carried = carried_token(request.headers.get("cookie"), request.headers.get("authorization"), is_secure(request))
    found = await signed_in(carried.token, site.identity, site.store) if carried else None
    if carried is None or found is None:
        return None
    row = found.row
    unsafe = request.method not in SAFE_METHODS
    if (
        unsafe
        and carried.by_cookie
        and not site.identity.check_csrf(carried.token, request.headers.get("x-csrf-token"))
    ):
        raise Refusal("not allowed", Message("protocol.csrf"))
    request.scope["state"][PERSON] = row.id
    if not request.url.path.startswith(_OWN):
        site.hub.moderation.check_person(row.id)
    site.rate_limits.take(WRITES_BY_PERSON if unsafe else READS_BY_PERSON, row.id)
    return Caller(row, carried, found.session)


async def require_caller(request: AnyRequest) -> Caller:
    """Who asks; raises Refusal when that is nobody."""
    caller = await find_caller(request)
    if caller is None:
        raise Refusal("unknown person", Message("protocol.log_in_first"))
    return caller


async def find_asker(request: AnyRequest) -> Asker:
    """Who asks, as tables know them; without a session somebody who may look at public tables."""
    caller = await find_caller(request)
    return caller.asker if caller else NOBODY


async def require_asker(request: AnyRequest) -> Asker:
    """Who asks, as tables know them; raises Refusal when that is nobody."""
    asker = (await require_caller(request)).asker
    return msgspec.structs.replace(asker, address=network(address_of(request)))
