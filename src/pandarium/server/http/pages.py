"""The web client where it was built, and the few pages that the server has by itself.

No page holds a script or style of its own: they come from files, as the content security policy wants it.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final

from litestar import Response, route
from litestar.params import FromPath, FromQuery

import pandarium
from pandarium.core.message import Message
from pandarium.server.http import previews, refusals, web_client
from pandarium.server.http.caller import AnyRequest, find_caller, own_url, site_of
from pandarium.server.http.games import all_metas
from pandarium.server.http.openapi import encoded
from pandarium.server.http.refusals import missing
from pandarium.server.tables.judge import Refusal, access, read_access

_FOLDER: Final = Path(__file__).parent / "assets"
_KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_DAY: Final = "public, max-age=86400"
_LOOK: Final[Any] = {"http_method": ["GET", "HEAD"], "include_in_schema": False}

_WHO_AM_I: Final = "</api/me>; rel=preload; as=fetch; crossorigin"
"""What every page asks first."""
CLIENT_PAGES: Final = ["/me", "/reset", "/admin", "/tables", "/design", "/daily"]
CLIENT_FOLDERS: Final = [
    *("/new", "/local", "/replay", "/learn", "/rules", "/tournaments"),
    *("/people", "/best", "/friends", "/challenge", "/companion", "/device"),
]
FIRST: Final = "preconnect"
"""The part of the client that runs before the others are there."""
PARTS: Final = {page: page[1:].title() for page in [*CLIENT_PAGES, *CLIENT_FOLDERS]}
"""Pages that only the web client has: these addresses, and everything in these folders."""


@route("/", **_LOOK)
async def front_page(request: AnyRequest) -> Response[bytes]:
    """What this is, and where to go."""
    page = _client_page(request, "Front")
    if page is not None:
        return page
    server = own_url(request, "")
    games = "".join(f"<li><b>{escape(meta.title)}</b> {escape(meta.tagline)}</li>" for meta in all_metas())
    return _page("front.html", games=games, server=escape(server), version=pandarium.__version__)


@route("/t/{table:str}", **_LOOK)
async def table_page(request: AnyRequest, table: FromPath[str], invite: FromQuery[str] = "") -> Response[bytes]:
    """The table, or how to join it. It tells of it only what its link opens: whoever guesses ids learns nothing."""
    game = await _game_at(request, table, invite)
    page = _client_page(request, "frame", *([f"table-{game}"] if game else []))
    if page is not None:
        return await _previewed(request, page, table, invite)
    if not (table.replace("_", "").isascii() and table.replace("_", "").isalnum() and len(table) <= 40):
        raise missing(Message("protocol.no_such_table"))
    link = own_url(request, f"/t/{table}", invite[:64])
    return _page("table.html", link=escape(_for_shell(link)), version=pandarium.__version__)


@route([*CLIENT_PAGES, *CLIENT_FOLDERS, *(f"{folder}/{{rest:path}}" for folder in CLIENT_FOLDERS)], **_LOOK)
async def client_page(request: AnyRequest, invite: FromQuery[str] = "", share: FromQuery[str] = "") -> Response[bytes]:
    """A page of the web client; it reads the address itself."""
    page = _client_page(request, part_of(request.url.path))
    if page is None:
        raise missing(Message("protocol.no_web_client_here"))
    folder, _, table = request.url.path.strip("/").partition("/")
    return await _previewed(request, page, table, invite, share, replay=True) if folder == "replay" else page


def part_of(path: str) -> str:
    """Which part of the web client draws a page: what is preloaded must be used.

    >>> part_of("/tournaments"), part_of("/tournaments/new"), part_of("/tournaments/c_bamboo"), part_of("/learn/royale")
    ('Tournaments', 'NewTournament', 'Tournament', 'Learn')
    """
    folder, *rest = path.strip("/").split("/")
    if folder == "tournaments" and rest:
        return "NewTournament" if rest == ["new"] else "Tournament"
    if folder == "companion" and rest:
        return "Evening"
    if folder == "device" and rest:
        return "DeviceReplay" if rest[1:] == ["replay"] else "DeviceTable"
    return PARTS[f"/{folder}"]


@route("/assets/{name:str}", **_LOOK)
async def client_asset(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A part of the web client that never changes under its name."""
    return _client_file(request, f"{web_client.ASSETS}{name}")


@route("/{name:str}", **_LOOK)
async def client_file(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """What is served along with the web client's page: icons and the manifest."""
    return _client_file(request, name)


@route("/docs", **_LOOK)
async def docs_page() -> Response[bytes]:
    """The description of the REST part, for people."""
    return _page("docs.html", version=pandarium.__version__)


@route("/openapi.json", **_LOOK)
async def description(request: AnyRequest) -> Response[bytes]:
    """The description of the REST part, for programs."""
    return Response(encoded(request.app), media_type="application/json")


@route("/static/{name:str}", **_LOOK)
async def static_file(name: FromPath[str]) -> Response[bytes]:
    """A style, a script or a picture."""
    return Response(_static(name), media_type=_KINDS[Path(name).suffix], headers={"cache-control": _DAY})


@route("/favicon.ico", **_LOOK)
async def favicon() -> Response[bytes]:
    """The panda in the tab."""
    return Response(_static("panda.svg"), media_type=_KINDS[".svg"], headers={"cache-control": _DAY})


def answer_exceptions(request: AnyRequest, error: Exception) -> Response[bytes]:
    """The handler for every exception in Litestar. A browser that lost its way gets a page, everybody else JSON."""
    refused = refusals.answer(request, error)
    found = site_of(request).client.find(web_client.INDEX)
    lost = refused.status_code == 404 and request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not lost or found is None or request.url.path.startswith("/api/"):
        return refused
    page = found.answer({})
    return Response(page.body, status_code=404, media_type=page.kind, headers={"cache-control": web_client.ASK_FIRST})


async def _game_at(request: AnyRequest, table: str, invite: str) -> str:
    """Which game is played there, for those who will see it at once: the others are asked for a name, or sent away."""
    site = site_of(request)
    try:
        caller = await find_caller(request)
        if caller is None:
            return ""
        loaded = await site.hub.load(table)
        access(loaded.table, caller.row.id, invite)
    except Refusal:
        return ""
    return loaded.table.agreement.game


async def _previewed(
    request: AnyRequest, page: Response[bytes], table: str, invite: str, share: str = "", *, replay: bool = False
) -> Response[bytes]:
    """The page, with what its link alone tells of the table: whoever sends it on, and is not known here, sees that."""
    site = site_of(request)
    found = site.client.find(web_client.INDEX)
    try:
        table_at = (await site.hub.load(table)).table
        read_access(table_at, "", invite, share) if replay else access(table_at, "", invite)
    except Refusal:
        return page
    if found is None or request.method == "HEAD":
        return page
    shown = previews.preview(table_at, previews.language_of(request.headers.get("accept-language", "")), replay=replay)
    url = own_url(request, request.url.path)
    body = previews.with_preview(found.variants[""], shown, url, own_url(request, previews.PICTURE))
    headers = {"link": page.headers.get("link", ""), "cache-control": "private, no-cache"}
    return Response(body, media_type="text/html", headers={name: value for name, value in headers.items() if value})


def _client_page(request: AnyRequest, *parts: str) -> Response[bytes] | None:
    client = site_of(request).client
    found = client.find(web_client.INDEX)
    if found is None:
        return None
    page = _sent(request, found)
    if link := client.preload(FIRST, *parts):
        page.headers["link"] = f"{_WHO_AM_I}, {link}"
    return page


def _client_file(request: AnyRequest, name: str) -> Response[bytes]:
    found = site_of(request).client.find(name)
    if found is None:
        raise missing(Message("protocol.no_such_file"))
    return _sent(request, found)


def _sent(request: AnyRequest, file: web_client.File) -> Response[bytes]:
    answer = file.answer(request.headers)
    if request.method == "HEAD" and answer.status == 200:
        headers = {**answer.headers, "content-length": str(len(answer.body))}
        return Response(b"", media_type=answer.kind, headers=headers)
    return Response(answer.body, status_code=answer.status, media_type=answer.kind, headers=answer.headers)


def _page(file: str, **words: str) -> Response[bytes]:
    text = Template(_text(file)).substitute(words)
    return Response(text.encode(), media_type="text/html")


@cache
def _text(file: str) -> str:
    return (_FOLDER / file).read_text(encoding="utf-8")


@cache
def _files() -> dict[str, bytes]:
    """Everything that may be asked for, by name: no path is ever built from a request."""
    return {file.name: file.read_bytes() for file in _FOLDER.iterdir() if file.suffix in _KINDS}


def _static(name: str) -> bytes:
    found = _files().get(name)
    if found is None:
        raise missing(Message("protocol.no_such_file"))
    return found


def _for_shell(link: str) -> str:
    """The link in quotes: a ? means something to shells. A quote of its own has no place in a link."""
    return "'" + link.replace("'", "%27") + "'"


HANDLERS: Final[list[Any]] = [
    front_page,
    table_page,
    client_page,
    client_asset,
    client_file,
    docs_page,
    description,
    static_file,
    favicon,
]
