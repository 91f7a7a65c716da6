"""The command `join`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pandarium.cli.new_table import NewTableRequest
from pandarium.cli.params import Options, Plain, Seats
from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from pandarium.client import Address, Client, RemoteTable, TournamentAddress

LONGEST_NAME = 32
GUEST = "Guest"


def join(
    url: Annotated[
        str,
        typer.Argument(
            metavar="URL", help="The link to a table or a tournament, or a server's address.", show_default=False
        ),
    ],
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help=f"What the others call you.  [default: as last time, or {GUEST}]"),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch; take no seat.")] = False,
    new: Annotated[str | None, typer.Option("--new", metavar="GAME", help="Create a table at that server.")] = None,
    seats: Seats = None,
    bots: Annotated[
        str | None, typer.Option(metavar="LEVELS", help="Bots at the new table, with commas; one seat each.")
    ] = None,
    option: Options = None,
    pace: Annotated[
        str | None,
        typer.Option(
            metavar="PACE", help="Clocks: relaxed, live, 300+10 (seconds, increment) or 2d.", show_default=False
        ),
    ] = None,
    timeout: Annotated[
        str, typer.Option(metavar="WHAT", help="When time is up: the game's own move, or a bot.")
    ] = "move",
    talk: Annotated[
        str | None, typer.Option(metavar="WHO", help="Who may chat: all, players, phrases or none.", show_default=False)
    ] = None,
    public: Annotated[bool, typer.Option("--public", help="List the new table: anybody may come.")] = False,
    no_spectators: Annotated[bool, typer.Option("--no-spectators", help="Nobody may watch the game.")] = False,
    rated: Annotated[bool, typer.Option("--rated", help="It counts; takes an account and a clock.")] = False,
    no_hints: Annotated[bool, typer.Option("--no-hints", help="No advice from bots.")] = False,
    autostart: Annotated[bool, typer.Option("--autostart", help="It starts when every seat is taken.")] = False,
    plain: Plain = False,
) -> None:
    """Play at a table or in a tournament on a server, by its link.

    The same command brings you back to your seat: who you are at that server is kept in a file that only you can read.
    With a server's address alone you see its open tables; --new creates one and gives you the link for your friends.
    """
    import asyncio

    from pandarium.client import read_table_or_server, read_tournament_address

    tournament = read_tournament_address(url)
    address = read_table_or_server(url if tournament is None else tournament.server)
    if new is not None and address.table:
        raise PandariumError("--new takes the address of a server, not the link of a table")
    flags = {
        "--seats": seats is not None,
        "--bots": bots is not None,
        "--option": bool(option),
        "--pace": pace is not None,
        "--timeout": timeout != "move",
        "--talk": talk is not None,
        "--public": public,
        "--no-spectators": no_spectators,
        "--rated": rated,
        "--no-hints": no_hints,
        "--autostart": autostart,
    }
    if new is None and (given := next((flag for flag, is_set in flags.items() if is_set), None)):
        raise PandariumError(f"{given} is for a table that --new creates")
    if name is not None:
        _check_name(name)
    request: NewTableRequest | None = None
    if new is not None:
        request = NewTableRequest(
            game=new,
            seats=seats,
            bots=tuple(level.strip() for level in bots.split(",")) if bots else (),
            options=tuple(option or ()),
            pace=pace,
            timeout=timeout,
            talk=talk,
            public=public,
            spectators=not no_spectators,
            rated=rated,
            hints=not no_hints,
            autostart=autostart,
        )
        request.check()
    if tournament is not None and request is not None:
        raise PandariumError("--new takes the address of a server, not the link of a tournament")
    called = (name or "").strip()
    asyncio.run(
        _visit_table(address, called, request, watch, plain)
        if tournament is None
        else _visit_tournament(tournament, called, watch, plain)
    )


async def _visit_table(address: Address, name: str, request: NewTableRequest | None, watch: bool, plain: bool) -> None:
    from pandarium import tui
    from pandarium.client import Client
    from pandarium.client.credentials import Credentials

    credentials = Credentials.of_user()
    name, token = credentials.find(address.server, name)
    async with Client(address.server, name=name or GUEST, token=token) as client:
        if request is not None:
            table = await request.create(client, sit=not watch)
        elif address.table:
            table = await _play_match(client, address, watch)
        else:
            await _list_tables(client)
            return
        credentials.save(address.server, name or GUEST, client.token)
        try:
            table = await tui.join(client, table, plain=plain)
        finally:
            if not table.over:
                typer.echo(f'Come back with: pandarium join "{table.link}"' + (" --watch" if watch else ""))


async def _visit_tournament(tournament: TournamentAddress, name: str, watch: bool, plain: bool) -> None:
    from pandarium.cli.join_tournament import visit_tournament
    from pandarium.client import Client
    from pandarium.client.credentials import Credentials

    credentials = Credentials.of_user()
    name, token = credentials.find(tournament.server, name)
    async with Client(tournament.server, name=name or GUEST, token=token) as client:
        try:
            await visit_tournament(client, tournament, watch, plain)
        finally:
            credentials.save(tournament.server, name or GUEST, client.token)


async def _play_match(client: Client, address: Address, watch: bool) -> RemoteTable:
    """Connect, and take a seat where one is to be had; raises PandariumError when there is nothing left to see."""
    from pandarium.client import TournamentAddress
    from pandarium.kit.tournament import tournament_message
    from pandarium.tui.remote_text import player_names
    from pandarium.tui.result import is_cooperative, verdict

    table = await client.join(address.link, sit=False)
    shown = table.update.table
    if table.over and shown.tournament:
        link = TournamentAddress(address.server, shown.tournament, address.invite).link
        raise PandariumError(tournament_message(shown.game, "table_over", link=link))
    if table.over:
        then = f"; it goes on at {address._replace(table=shown.rematch, invite='').link}" if shown.rematch else ""
        names = player_names(shown)
        how = f": {verdict(shown.outcome, names, is_cooperative(shown.game))}" if shown.outcome else ""
        raise PandariumError(f"the game at this table is over{how}{then}")
    free = any(not seat.name for seat in shown.seats)
    if not watch and table.seat is None and shown.status == "open" and free:
        await table.sit()
    return table


async def _list_tables(client: Client) -> None:
    """List the tables that anybody may join, and say how to create one."""
    from pandarium.client import Address
    from pandarium.tui.remote_text import printable

    tables = await client.tables()
    typer.echo(f"Open tables at {client.server}:\n" if tables else f"No table is open to everybody at {client.server}.")
    for table in tables:
        people = ", ".join(printable(seat.name) for seat in table.seats if seat.name) or "nobody yet"
        typer.echo(f"  {table.title}, {len(table.seats)} seats: {people}")
        typer.echo(f"    pandarium join {Address(client.server, table.id).link}")
    games = ", ".join(game.name for game in await client.games())
    typer.echo(f"\nCreate one with: pandarium join {client.server} --new GAME, for example {games}")


def _check_name(name: str) -> None:
    clean = name.strip()
    if not clean or len(clean) > LONGEST_NAME or not clean.isprintable():
        raise PandariumError(f"--name takes 1 to {LONGEST_NAME} printable characters, not {name[:60]!r}")
