"""The command `join`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pandarium.cli.params import Plain, Seats
from pandarium.cli.players import USUAL_SEATS
from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from pandarium.client import Address, Client, Table, TournamentAddress

LONGEST_NAME = 32
GUEST = "Guest"


class NewTableRequest(NamedTuple):
    """A table to create."""

    game: str
    seats: int | None
    bots: list[str]


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
    plain: Plain = False,
) -> None:
    """Play at a table or in a tournament on a server, by its link.

    The same command brings you back to your seat: who you are at that server is kept in a file that only you can read.
    With a server's address alone you see its open tables; --new creates one and gives you the link for your friends.
    """
    import asyncio

    from pandarium.cli import FAILED
    from pandarium.cli.errors import one_line
    from pandarium.client import ServerUnreachable, read_table_or_server, read_tournament_address

    tournament = read_tournament_address(url)
    address = read_table_or_server(url if tournament is None else tournament.server)
    if new is not None and address.table:
        raise PandariumError("--new takes the address of a server, not the link of a table")
    if new is None and (seats is not None or bots is not None):
        raise PandariumError("--seats and --bots are for a table that --new creates")
    if name is not None:
        _check_name(name)
    request = (
        NewTableRequest(new, seats, [level.strip() for level in bots.split(",")] if bots else [])
        if new is not None
        else None
    )
    if tournament is not None and request is not None:
        raise PandariumError("--new takes the address of a server, not the link of a tournament")
    called = (name or "").strip()
    try:
        asyncio.run(
            _visit_table(address, called, request, watch, plain)
            if tournament is None
            else _visit_tournament(tournament, called, watch, plain)
        )
    except ServerUnreachable as error:
        typer.echo(one_line(f"pandarium: {error}"), err=True)
        raise typer.Exit(FAILED) from None


async def _visit_table(address: Address, name: str, request: NewTableRequest | None, watch: bool, plain: bool) -> None:
    from pandarium import tui
    from pandarium.client import Client
    from pandarium.client.credentials import Credentials

    credentials = Credentials.of_user()
    name, token = credentials.find(address.server, name)
    async with Client(address.server, name=name or GUEST, token=token) as client:
        if request is not None:
            table = await _create_table(client, request, watch)
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


async def _create_table(client: Client, request: NewTableRequest, watch: bool) -> Table:
    """Create a table, of the usual size unless another is wanted."""
    low, high = (await client.game(request.game)).seats
    usual = max(low, min(high, max(USUAL_SEATS, len(request.bots) + 1)))
    return await client.create(request.game, request.seats or usual, bots=request.bots, sit=not watch)


async def _play_match(client: Client, address: Address, watch: bool) -> Table:
    """Connect, and take a seat where one is to be had; raises PandariumError when there is nothing left to see."""
    from pandarium.client import TournamentAddress
    from pandarium.tui.remote_text import player_names
    from pandarium.tui.result import is_cooperative, verdict

    table = await client.join(address.link, sit=False)
    shown = table.update.table
    if table.over and shown.tournament:
        link = TournamentAddress(address.server, shown.tournament, address.invite).link
        raise PandariumError(f"the gambit at this table is over; its tournament: {link}")
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
