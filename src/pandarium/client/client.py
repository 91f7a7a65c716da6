"""Client: one person at one server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import quote, urlencode

import msgspec

from pandarium.client.address import Address, read_address, read_server
from pandarium.client.errors import BadAddress, ClientError, RefusedError, ServerUnreachable, require
from pandarium.client.table import RemoteTable
from pandarium.core.message import ENGLISH
from pandarium.core.meta import OptionValue
from pandarium.core.record import Record
from pandarium.kit.rulebook import Rule, Rulebook
from pandarium.protocol import NewTable, RefusalCode, Refused, SeatShown, Status, Talk
from pandarium.protocol.pace import Pace
from pandarium.protocol.rest import OptionShown, RuleShown, TableCreated
from pandarium.protocol.tournaments import AnyTournamentRequest, NewTournament, TournamentCreated, TournamentShown

RECONNECT_SECONDS = 60.0
"""How long a lost connection is renewed before the client gives up."""
SOCKET_TIMEOUT = 10.0
LARGEST_UPDATE = 16 * 2**20
LONG_POLL_SECONDS = 5
"""How long the server may hold a request for a tournament until there is news."""

_RETRY_STATUS = {408, 425, 429}
_CODES: dict[int, RefusalCode] = {401: "unknown person", 403: "no access", 404: "unknown table", 429: "flood"}

T = TypeVar("T")


class Me(msgspec.Struct, frozen=True):
    """Who we are at the server."""

    id: str
    name: str
    avatar: str = ""
    handle: str | None = None


class _Session(msgspec.Struct):
    me: Me
    token: str


class GameOffered(msgspec.Struct, frozen=True):
    """A game that can be played at a server."""

    name: str
    title: str
    tagline: str
    seats: tuple[int, int]
    """Fewest and most players."""
    rules: int
    """Version of the rules."""
    bots: list[str] = []
    """Levels of its bots, weakest first; only when asked for by name."""
    options: list[OptionShown] = []
    """What the players may agree on; only when asked for by name."""


class TableOffered(msgspec.Struct, frozen=True):
    """A table that anybody may join or watch."""

    id: str
    game: str
    title: str
    status: Status
    seats: list[SeatShown]
    options: dict[str, OptionValue] = {}
    rated: bool = False
    pace: Pace = Pace()


class Client:
    """One person at one server: a guest by `name`, somebody who was here before by `token`, or an account.

    With a `token` and a `name`, a token that the server does not know any more is replaced by a new guest's.
    """

    def __init__(
        self,
        server: str,
        *,
        name: str = "",
        avatar: str = "",
        token: str = "",
        handle: str = "",
        password: str = "",
        reconnect_seconds: float = RECONNECT_SECONDS,
    ) -> None:
        self.server = read_server(server)
        self.token = token
        self.me: Me | None = None
        """None as long as only the token says who we are."""
        self._name = name
        self._avatar = avatar
        self._account = (handle, password)
        self._reconnect_seconds = reconnect_seconds
        self._http: Any = None
        self._tables: set[RemoteTable] = set()

    async def __aenter__(self) -> Client:
        httpx = require("httpx")
        require("websockets.asyncio.client")
        self._http = httpx.AsyncClient(base_url=self.server, timeout=SOCKET_TIMEOUT, follow_redirects=True)
        try:
            if not self.token:
                await self._sign_in()
        except BaseException:
            await self._http.aclose()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        for table in list(self._tables):
            await table.close()
        await self._http.aclose()

    @property
    def _can_sign_in_again(self) -> bool:
        """Whether a token that the server no longer knows can be replaced without asking."""
        return bool(self._name) or bool(self._account[0])

    async def _sign_in(self) -> None:
        self.token = ""
        handle, password = self._account
        if handle:
            wanted: tuple[str, dict[str, str]] = ("/api/sessions", {"handle": handle, "password": password})
        else:
            wanted = ("/api/guest", {"name": self._name or "Guest", "avatar": self._avatar})
        session = await self._rest("POST", *wanted, kind=_Session, again=False)
        self.me, self.token = session.me, session.token

    # tables

    async def create(
        self,
        game: str,
        seats: int,
        *,
        bots: Sequence[str] = (),
        options: Mapping[str, OptionValue] | None = None,
        sit: bool = True,
        public: bool = False,
        spectators: bool = True,
        rated: bool = False,
        hints: bool = True,
        autostart: bool = False,
        talk: Talk = "all",
        pace: Pace | None = None,
    ) -> RemoteTable:
        """Create a table, take a seat there, and connect; raises RefusedError."""
        wanted = NewTable(
            game=game,
            seats=seats,
            options=dict(options or {}),
            bots=list(bots),
            sit=sit,
            public=public,
            spectators=spectators,
            rated=rated,
            hints=hints,
            autostart=autostart,
            talk=talk,
            pace=pace or Pace(),
        )
        created = await self._rest("POST", "/api/tables", wanted, kind=TableCreated)
        return await self._connect(Address(self.server, created.id, created.invite))

    async def create_tournament(self, wanted: NewTournament) -> str:
        """Create a tournament; its link. Raises RefusedError."""
        return (await self._rest("POST", "/api/tournaments", wanted, kind=TournamentCreated)).url

    async def tournament(self, id: str, *, invite: str = "", since: int | None = None) -> TournamentShown:
        """A tournament as we may see it. With `since`: once it has changed after that number, or after a while."""
        return await self._rest("GET", _tournament_path(id, "", invite, since), kind=TournamentShown)

    async def send_to_tournament(self, id: str, request: AnyTournamentRequest, *, invite: str = "") -> TournamentShown:
        """Sign up for it, buy in again, come back …; raises RefusedError."""
        return await self._rest("POST", _tournament_path(id, "/messages", invite), request, kind=TournamentShown)

    async def next_deal(self, table: RemoteTable) -> TournamentShown:
        """The tournament of a table whose deal is over: once we play on elsewhere, or do not play any more."""
        id, since = table.update.table.tournament or "", None
        while True:
            shown = await self.tournament(id, invite=table.invite, since=since)
            if shown.status != "running" or shown.you.out or shown.you.live not in {None, table.id}:
                return shown
            since = shown.seq

    async def join(self, where: str, *, invite: str = "", sit: bool = True, seat: int | None = None) -> RemoteTable:
        """Connect to a table by its link or its name, and sit down unless we do already; `sit=False`: watch."""
        address = read_address(where) if "/" in where else Address(self.server, where, invite)
        if address.server != self.server:
            raise BadAddress(f"that table is at {address.server}, and this client at {self.server}")
        table = await self._connect(address)
        try:
            if sit and (table.seat is None or seat not in {None, table.seat}):
                await table.sit(seat)
        except BaseException:
            await table.close()
            raise
        return table

    async def _connect(self, address: Address) -> RemoteTable:
        table: RemoteTable

        async def open_socket() -> Any:
            return await self._open_socket(address, table.seq)

        table = RemoteTable(address, open_socket, self._reconnect_seconds, self._tables.discard)
        try:
            await table.connect()
        except RefusedError as refused:
            if refused.code != "unknown person" or not self._can_sign_in_again:
                raise
            await self._sign_in()
            table = RemoteTable(address, open_socket, self._reconnect_seconds, self._tables.discard)
            await table.connect()
        self._tables.add(table)
        return table

    async def tables(self, status: Status = "open") -> list[TableOffered]:
        """The public tables, newest first."""
        return await self._rest("GET", f"/api/tables?status={status}", kind=list[TableOffered])

    async def games(self) -> list[GameOffered]:
        """The games that can be played there."""
        return await self._rest("GET", "/api/games", kind=list[GameOffered])

    async def game(self, name: str) -> GameOffered:
        """One of them, with the levels of its bots."""
        return await self._rest("GET", f"/api/games/{quote(name, safe='')}", kind=GameOffered)

    async def rulebook(self, name: str, language: str = ENGLISH) -> Rulebook:
        """The rules of a game, as that server plays it; in that language where it has them so."""
        path = f"/api/games/{quote(name, safe='')}/rules?{urlencode({'language': language})}"
        rules = await self._rest("GET", path, kind=list[RuleShown])
        found = tuple(Rule(rule.id, rule.title, rule.text, rule.section, rule.language) for rule in rules)
        return Rulebook("", found, found[0].language if found else ENGLISH)

    async def record(self, table: RemoteTable | str) -> Record:
        """The record of a game that is over: replay it, verify it, study it."""
        name, query = (table, "") if isinstance(table, str) else (table.id, f"?{urlencode({'invite': table.invite})}")
        return Record.from_json(await self._raw("GET", f"/api/tables/{quote(name, safe='')}/record{query}"))

    # HTTP and WebSocket

    async def _rest(self, method: str, path: str, body: Any = None, kind: type[T] = Any, again: bool = True) -> T:  # type: ignore[assignment]
        data = await self._raw(method, path, body, again)
        try:
            return msgspec.json.decode(data, type=kind)
        except msgspec.DecodeError as error:
            raise ClientError(f"{self.server} answers, but not like a Pandarium server: {error}") from None

    async def _raw(self, method: str, path: str, body: Any = None, again: bool = True) -> bytes:
        httpx = require("httpx")
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            response = await self._http.request(
                method, path, headers=headers, content=None if body is None else msgspec.json.encode(body)
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ServerUnreachable(f"no server answers at {self.server}{_because(error)}") from None
        if response.status_code < 400:
            return bytes(response.content)
        refused = self._refusal(response.status_code, response.content)
        if refused.code == "unknown person" and again and self._can_sign_in_again:
            await self._sign_in()
            return await self._raw(method, path, body, again=False)
        raise refused

    def _refusal(self, status: int, body: bytes) -> RefusedError:
        try:
            return RefusedError.of(msgspec.json.decode(body, type=Refused))
        except (msgspec.DecodeError, UnicodeError):
            code: RefusalCode = _CODES.get(status, "busy" if status >= 500 else "malformed")
            return RefusedError(code, f"{self.server} answers with HTTP status {status}")

    async def _open_socket(self, address: Address, since: int) -> Any:
        """A WebSocket to a table; its first update has everything that happened after `since`."""
        connect = require("websockets.asyncio.client").connect
        exceptions = require("websockets.exceptions")
        query = urlencode({"since": since, "changes": 1, **({"invite": address.invite} if address.invite else {})})
        uri = f"ws{self.server.removeprefix('http')}/api/tables/{quote(address.table)}/live?{query}"
        try:
            return await connect(
                uri,
                additional_headers={"Authorization": f"Bearer {self.token}"},
                open_timeout=SOCKET_TIMEOUT,
                close_timeout=1,
                max_size=LARGEST_UPDATE,
                compression=None,
            )
        except exceptions.InvalidStatus as error:
            status = error.response.status_code
            if status >= 500 or status in _RETRY_STATUS:
                raise OSError(f"{self.server} answers with HTTP status {status}") from None
            raise self._refusal(status, error.response.body or b"") from None
        except exceptions.WebSocketException as error:
            raise OSError(f"{self.server} does not open a connection{_because(error)}") from None
        except (OSError, EOFError, TimeoutError) as error:
            raise OSError(f"no server answers at {self.server}{_because(error)}") from None


def _tournament_path(id: str, more: str, invite: str, since: int | None = None) -> str:
    """The path of a tournament's resource."""
    query: dict[str, str | int] = {"invite": invite} if invite else {}
    if since is not None:
        query |= {"since": since, "wait": LONG_POLL_SECONDS}
    return f"/api/tournaments/{quote(id, safe='')}{more}?{urlencode(query)}"


def _because(error: BaseException) -> str:
    words = str(getattr(error, "strerror", "") or error).strip()
    return f": {words}" if words else ""
