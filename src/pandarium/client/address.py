"""Links to tables and tournaments, as people paste them."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

from pandarium.client.errors import BadAddress

_TABLE = re.compile(r"(?P<prefix>(?:/[^/]+)*?)/t/(?P<id>[A-Za-z0-9_-]{1,64})/?")
_TOURNAMENT = re.compile(r"(?P<prefix>(?:/[^/]+)*?)/tournaments/(?P<id>[A-Za-z0-9_-]{1,64})/?")
_LOOKS_LIKE = "a link to a table looks like https://host/t/ID?invite=TOKEN"
_LONGEST = 2000


class Address(NamedTuple):
    """A table on a server."""

    server: str
    table: str
    invite: str = ""

    @property
    def link(self) -> str:
        """What to pass on to friends."""
        return f"{self.server}/t/{self.table}" + (f"?invite={quote(self.invite, safe='')}" if self.invite else "")


class TournamentAddress(NamedTuple):
    """A tournament on a server."""

    server: str
    tournament: str
    invite: str = ""

    @property
    def link(self) -> str:
        """What to pass on to friends."""
        query = f"?invite={quote(self.invite, safe='')}" if self.invite else ""
        return f"{self.server}/tournaments/{self.tournament}{query}"


def read_tournament_address(text: str) -> TournamentAddress | None:
    """The tournament that a link leads to, if it leads to one; raises BadAddress.

    >>> read_tournament_address("http://127.0.0.1:8000/tournaments/c_abc")
    TournamentAddress(server='http://127.0.0.1:8000', tournament='c_abc', invite='')
    """
    place, _, query = text.strip().partition("?")
    server, path = _split(place)
    found = _TOURNAMENT.fullmatch(path)
    return found and TournamentAddress(server + found["prefix"], found["id"], _invite(query))


def read_address(text: str) -> Address:
    """The table that a link leads to; raises BadAddress.

    >>> read_address("http://127.0.0.1:8000/t/abc?invite=xyz")
    Address(server='http://127.0.0.1:8000', table='abc', invite='xyz')
    """
    link = text.strip()
    place, _, query = link.partition("?")
    server, path = _split(place)
    found = _TABLE.fullmatch(path)
    if found is None:
        raise BadAddress(f"{_short(link)} is not the link of a table; {_LOOKS_LIKE}")
    return Address(server + found["prefix"], found["id"], _invite(query))


def read_table_or_server(text: str) -> Address:
    """The table that a link leads to, or only a server: then `table` is empty. Raises BadAddress.

    >>> read_table_or_server("http://127.0.0.1:8000/")
    Address(server='http://127.0.0.1:8000', table='', invite='')
    """
    server, path = _split(text.strip())
    return Address(server, "") if path in {"", "/"} else read_address(text)


def read_server(text: str) -> str:
    """The address of a server in its one spelling; raises BadAddress.

    >>> read_server("http://127.0.0.1:8000/")
    'http://127.0.0.1:8000'
    """
    server, path = _split(text.strip())
    return (server + path).rstrip("/")


def _invite(query: str) -> str:
    return parse_qs(query.partition("#")[0]).get("invite", [""])[0]


def _split(link: str) -> tuple[str, str]:
    """Scheme and host on the left, the path on the right."""
    try:
        parts = urlsplit(link)
        port = parts.port
    except ValueError:
        raise BadAddress(f"{_short(link)} is not an address; {_LOOKS_LIKE}") from None
    if parts.scheme.lower() not in {"http", "https"} or not parts.hostname or len(link) > _LONGEST:
        raise BadAddress(f"{_short(link)} is not an address that begins with http:// or https://; {_LOOKS_LIKE}")
    if "@" in parts.netloc or not link.isprintable() or " " in link:
        raise BadAddress(f"{_short(link)} has something in it that no link to a table has; {_LOOKS_LIKE}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme.lower()}://{host}" + (f":{port}" if port is not None else ""), parts.path


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else text[:77] + "...")
