"""The description of the REST part. Litestar finds the routes; the shapes are described by msgspec, which decodes them.

So the schema says exactly what is taken and given: no field more, every limit, and one shape for every refusal.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme, Tag

import pandarium
from pandarium import protocol
from pandarium.companion import evening
from pandarium.core.record import Record
from pandarium.protocol import (
    accounts,
    analysis,
    challenges,
    evenings,
    moderation,
    notifications,
    people,
    rest,
    tournaments,
)
from pandarium.protocol.rest import ReplayFrame

_STRUCTS: Final[list[Any]] = [
    protocol.AnyMessage,
    protocol.AnyReply,
    protocol.NewTable,
    Record,
    ReplayFrame,
    *(
        kind
        for module in (
            *(rest, accounts, moderation, people, tournaments, notifications, challenges, analysis, evening, evenings),
        )
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    ),
    tournaments.AnyTournamentRequest,
]
_REFUSED: Final = {"$ref": "#/components/schemas/Refused"}

_DESCRIPTION: Final = """\
Play panda games with people and bots. Begin with `POST /api/guest`, create a table with `POST /api/tables`, and play
over the WebSocket at `/api/tables/{id}/live`, or with `POST /api/tables/{id}/messages`.

Whoever asks is known by a cookie or by `Authorization: Bearer <token>`. With a cookie every change needs the header
`X-CSRF-Token`, which `GET /api/me` tells. Bodies are JSON without unknown fields. Every refusal has the
same shape.
"""

_WORDS: Final = {
    "400": "The request is not what it should be; `reason` says where.",
    "401": "Nobody is logged in, or the password is wrong.",
    "403": "Not allowed: another site, no CSRF token, a private table without its invite, not your seat.",
    "404": "There is no such thing.",
    "405": "This address does not take that method.",
    "409": "Not now: the game is elsewhere, the rules say no, somebody was faster.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "429": "Too much at once; `Retry-After` says when to try again.",
    "500": "A mistake of the server's own; `reason` has its number in the log.",
    "503": "The server cannot do it now; nothing has changed.",
}
_DONE: Final = {"200": "Here it is.", "201": "It is there now.", "204": "Done; there is nothing to say."}
_ALWAYS: Final = ("400", "429", "500", "503")
_CHANGES: Final = ("403", "413", "415")
_EXAMPLES: Final[dict[str, Any]] = {
    "POST /api/guest": {"name": "Bamboo", "avatar": "🐼"},
    "POST /api/accounts": {"handle": "red-panda", "password": "a long sentence, easy to remember"},
    "POST /api/sessions": {"handle": "red-panda", "password": "a long sentence, easy to remember"},
    "PATCH /api/me": {"name": "Bamboo the Second"},
    "POST /api/me/password": {"old": "a long sentence, easy to remember", "new": "another one, longer still"},
    "POST /api/me/mail": {"mail": "bamboo@example.org", "password": "a long sentence, easy to remember"},
    "POST /api/me/mail/confirm": {"code": "k7wm-9xtq-b3fh"},
    "POST /api/me/deletion": {"password": "a long sentence, easy to remember"},
    "PATCH /api/me/notifications": {"turn": True, "digest": False},
    "POST /api/me/subscriptions": {
        "endpoint": "https://push.example/v2/bamboo",
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
    "POST /api/tables/{table}/webhooks": {"kind": "discord", "url": "https://chat.example/hooks/bamboo"},
    "POST /api/resets": {"handle": "red-panda"},
    "POST /api/passwords": {"handle": "red-panda", "code": "k7wm-9xtq-b3fh", "password": "another one, longer still"},
    "POST /api/games/{game}/companion": {"names": ["Ann", "Ben"], "entries": ["A roll 3", "B roll 5"]},
    "POST /api/evenings": {
        "evening": "mi4x2k9f",
        "game": "royale",
        "names": ["Ann", "Ben"],
        "options": {},
        "entries": ["A roll 3"],
        "begun": 1_790_000_000_000,
    },
    "PATCH /api/evenings/{evening}": {"version": 0, "entries": ["A roll 3", "B roll 5"]},
    "POST /api/evenings/{evening}/end": {"secret": "k7wm9xtqb3fhk7wm9xtqb3fhk7"},
    "POST /api/me/evenings": {
        "evening": "mi4x2k9f",
        "game": "royale",
        "names": ["Ann", "Ben"],
        "options": {},
        "entries": ["A roll 3", "B roll 5"],
        "begun": 1_790_000_000_000,
        "ended": 1_790_000_900_000,
        "seat": 0,
    },
    "POST /api/reports": {"person": "p_bamboo", "table": "t_bamboo", "line": 42, "reason": "insults"},
    "POST /api/me/friends": {"code": "k7wm9xtqb3fhk7wm9xtqb3fhk7"},
    "POST /api/tables/{table}/invitations": {"people": ["p_bamboo"]},
    "POST /api/admin/tables/{table}/close": {"words": "The server moves tonight."},
    "POST /api/admin/restrictions": {"kind": "ban", "who": "red-panda", "hours": 72, "reason": "insults"},
    "POST /api/tables": {"game": "royale", "seats": 3, "bots": ["hard", "greedy"], "public": True},
    "POST /api/tables/{table}/messages": {"type": "play", "move": "take b8", "position": 0},
    "POST /api/challenges/{challenge}/tables": {"seats": 3},
    "POST /api/tables/{table}/what-if": {"position": 12, "seat": 0},
    "POST /api/tournaments": {"game": "pandante", "title": "Friday night", "bots": 11, "level_seconds": 600},
    "POST /api/tournaments/{tournament}/messages": {"type": "sign up"},
}
_LOGGED_IN: Final = {
    *("PATCH /api/me", "POST /api/tables", "GET /api/tables/mine", "POST /api/tables/{table}/messages"),
    *("POST /api/tables/{table}/invitations", "POST /api/tables/{table}/again", "GET /api/ratings/{game}/mine"),
    *("GET /api/tables/{table}/webhooks", "POST /api/tables/{table}/webhooks"),
    "DELETE /api/tables/{table}/webhooks/{webhook}",
    *("POST /api/tables/{table}/invite", "POST /api/tables/{table}/challenge"),
    *("POST /api/challenges/{challenge}/tables", "POST /api/tables/{table}/what-if"),
    "POST /api/tables/{table}/analysis",
    *("POST /api/sessions", "DELETE /api/sessions"),
    *("POST /api/tournaments", "GET /api/tournaments/mine", "POST /api/tournaments/{tournament}/messages"),
}
_LOGGED_IN_BELOW: Final = (" /api/me/", " /api/admin/", " /api/reports")
_CONFLICTS: Final = (
    *("POST /api/accounts", "POST /api/me/mail", "PATCH /api/me/notifications", "POST /api/me/subscriptions"),
    *("PATCH /api/evenings/{evening}", "POST /api/me/evenings"),
)
_REFERS: Final = {"POST /api/reports", "POST /api/me/friends", "POST /api/evenings", "POST /api/me/evenings"}
"""Requests whose bodies name something that may not be there."""
_OPEN: Final = {"POST /api/guest", "POST /api/sessions", "GET /health", "GET /health/live", "GET /api/protocol.json"}


def config() -> OpenAPIConfig:
    """How Litestar makes the description."""
    return OpenAPIConfig(
        title="Pandarium",
        version=pandarium.__version__,
        description=_DESCRIPTION,
        use_handler_docstrings=True,
        operation_id_creator=lambda handler, method, path: str(handler.name or handler.fn.__name__),
        tags=[
            Tag("Tournaments", "Many tables, one clock, one winner."),
            Tag("People", "Guests, accounts, sessions, ratings."),
            Tag("Accounts", "Passwords, devices, your own data."),
            Tag("Friends", "Friends, and asking people to come to a table."),
            Tag("Results", "Games that are over."),
            Tag("Notifications", "Being told something while no page is open."),
            Tag("Operators", "For those who look after this server."),
            Tag("Games", "What there is to play."),
            Tag("Tables", "Where it is played."),
            Tag("Evenings", "Games with the box, at a real table: shared by several phones, and in one's history."),
            Tag("After the game", "Going on from any position, and what bots think of it."),
            Tag("Challenges", "One deal for many: the deal of the day, and deals handed on by a link."),
            Tag("Server", "How the server is."),
        ],
        components=Components(
            security_schemes={
                "bearer": SecurityScheme(type="http", scheme="bearer", description="`token` of the session."),
                "cookie": SecurityScheme(
                    type="apiKey", name="pandarium", security_scheme_in="cookie", description="Set by the server."
                ),
            }
        ),
        render_plugins=(),
    )


_made: list[bytes] = []


def encoded(app: Litestar) -> bytes:
    """The whole description as JSON. It takes a third of a second, so it is made once."""
    if not _made:
        _made.append(msgspec.json.encode(describe(app.openapi_schema.to_schema())))
    return _made[0]


def describe(found: dict[str, Any]) -> dict[str, Any]:
    """Litestar's description, with msgspec's shapes and our refusals in it."""
    _, parts = msgspec.json.schema_components(
        _STRUCTS, schema_hook=_anything, ref_template="#/components/schemas/{name}"
    )
    used = found["components"].get("schemas", {})
    unknown = used.keys() - parts.keys()
    if unknown:
        raise LookupError(f"shapes that the description does not know: {', '.join(sorted(unknown))}")
    found["components"]["schemas"] = parts
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            _complete(f"{method.upper()} {path}", operation, changes=method != "get", placed="{" in path)
    return found


def _anything(kind: type) -> dict[str, Any]:
    """A view may be anything: its shape is its game's own."""
    if kind is not object:
        raise NotImplementedError
    return {"description": "As its game describes it."}


def _complete(name: str, operation: dict[str, Any], *, changes: bool, placed: bool) -> None:
    """Add every refusal that may come, the example, and how to say who one is."""
    responses = operation["responses"]
    for status in [status for status in responses if status >= "400" and name != "GET /health"]:
        del responses[status]
    for status, found in responses.items():
        found["description"] = _DONE.get(status, found["description"])
        found.pop("headers", None)
        if status == "204":
            found.pop("content", None)
    statuses = {*_ALWAYS, *(_CHANGES if changes else ())}
    logged_in = name in _LOGGED_IN or any(place in name for place in _LOGGED_IN_BELOW)
    if logged_in:
        statuses.add("401")
    if " /api/admin/" in name:
        statuses |= {"403", "404"}
    if placed or name in _REFERS:
        statuses.add("404")
    if "/tables/{table}" in name or "/tournaments/{tournament}" in name:
        statuses |= {"403", "409"}
    if name in _CONFLICTS:
        statuses.add("409")
    for status in sorted(statuses):
        shape = {"$ref": "#/components/schemas/Health"} if (name, status) == ("GET /health", "503") else _REFUSED
        responses[status] = {"description": _WORDS[status], "content": {"application/json": {"schema": shape}}}
    if name in _EXAMPLES:
        operation["requestBody"]["content"]["application/json"]["example"] = _EXAMPLES[name]
    if name not in _OPEN:
        operation["security"] = [{"bearer": []}, {"cookie": []}] + ([] if logged_in else [{}])
