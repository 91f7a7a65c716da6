"""The few pages that the server has by itself: the front page, how to join a table, what requests there are.

No page holds a script or style of its own: they come from `/static`, as the content security policy wants it.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final

from litestar import Response, get
from litestar.params import FromPath, FromQuery

import pandarium
from pandarium.server.web.caller import AnyRequest, own_url
from pandarium.server.web.games import all_metas
from pandarium.server.web.openapi import encoded
from pandarium.server.web.refusals import missing

_FOLDER: Final = Path(__file__).parent / "static"
_KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_DAY: Final = "public, max-age=86400"


@get("/", include_in_schema=False)
async def front_page(request: AnyRequest) -> Response[bytes]:
    """What this is, and where to go."""
    server = own_url(request, "")
    games = "".join(f"<li><b>{escape(meta.title)}</b> {escape(meta.tagline)}</li>" for meta in all_metas())
    return _page("front.html", games=games, server=escape(server), version=pandarium.__version__)


@get("/t/{table:str}", include_in_schema=False)
async def table_page(request: AnyRequest, table: FromPath[str], invite: FromQuery[str] = "") -> Response[bytes]:
    """How to join this table. It tells nothing about the table: whoever guesses ids learns nothing."""
    if not (table.replace("_", "").isascii() and table.replace("_", "").isalnum() and len(table) <= 40):
        raise missing("there is no such table")
    link = own_url(request, f"/t/{table}", invite[:64])
    return _page("table.html", link=escape(_for_shell(link)), version=pandarium.__version__)


@get("/docs", include_in_schema=False)
async def docs_page() -> Response[bytes]:
    """The description of the REST part, for people."""
    return _page("docs.html", version=pandarium.__version__)


@get("/openapi.json", include_in_schema=False)
async def description(request: AnyRequest) -> Response[bytes]:
    """The description of the REST part, for programs."""
    return Response(encoded(request.app), media_type="application/json")


@get("/static/{name:str}", include_in_schema=False)
async def static_file(name: FromPath[str]) -> Response[bytes]:
    """A style, a script or a picture."""
    return Response(_static(name), media_type=_KINDS[Path(name).suffix], headers={"cache-control": _DAY})


@get("/favicon.ico", include_in_schema=False)
async def favicon() -> Response[bytes]:
    """The panda in the tab."""
    return Response(_static("panda.svg"), media_type=_KINDS[".svg"], headers={"cache-control": _DAY})


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
        raise missing("there is no such file")
    return found


def _for_shell(link: str) -> str:
    """The link in quotes: a ? means something to shells. A quote of its own has no place in a link."""
    return "'" + link.replace("'", "%27") + "'"


HANDLERS: Final[list[Any]] = [front_page, table_page, docs_page, description, static_file, favicon]
