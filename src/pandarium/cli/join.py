"""The command for a table on a server: join."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pandarium.cli.params import Plain, Seats
from pandarium.cli.players import USUAL_SEATS
from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from pandarium.client import Address, Client, Table, TournamentAddress

LONGEST_NAME = 32
NOBODY = "Guest"


class Wish(NamedTuple):
    """A table that is to be laid."""

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
        typer.Option("--name", metavar="NAME", help=f"What the others call you.  [default: as last time, or {NOBODY}]"),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Look on; take no seat.")] = False,
    new: Annotated[str | None, typer.Option("--new", metavar="GAME", help="Lay a new table at that server.")] = None,
    seats: Seats = None,
    bots: Annotated[
        str | None, typer.Option(metavar="LEVELS", help="Bots at the new table, with commas; one seat each.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Play at a table or in a tournament on a server, by its link.

    The same command brings you back to your seat: who you are at that server is kept in a file that only you can read.
    With a server's address alone you see its open tables, and with --new you lay one and get the link for your friends.
    """
    import asyncio

    from pandarium.cli import FAILED
    from pandarium.cli.errors import one_line
    from pandarium.client import ServerUnreachable, read_table_or_server, read_tournament_address

    contest = read_tournament_address(url)
    address = read_table_or_server(url if contest is None else contest.server)
    if new is not None and address.table:
        raise PandariumError("--new takes the address of a server, not the link of a table")
    if new is None and (seats is not None or bots is not None):
        raise PandariumError("--seats and --bots are for a table that --new lays")
    if name is not None:
        _check_name(name)
    wish = Wish(new, seats, [level.strip() for level in bots.split(",")] if bots else []) if new is not None else None
    if contest is not None and wish is not None:
        raise PandariumError("--new takes the address of a server, not the link of a tournament")
    called = (name or "").strip()
    try:
        asyncio.run(
            _visit(address, called, wish, watch, plain) if contest is None else _attend(contest, called, watch, plain)
        )
    except ServerUnreachable as error:
        typer.echo(one_line(f"pandarium: {error}"), err=True)
        raise typer.Exit(FAILED) from None


async def _visit(address: Address, name: str, wish: Wish | None, watch: bool, plain: bool) -> None:
    from pandarium import tui
    from pandarium.client import Client
    from pandarium.client.credentials import Credentials

    credentials = Credentials.of_user()
    name, token = credentials.find(address.server, name)
    async with Client(address.server, name=name or NOBODY, token=token) as client:
        if wish is not None:
            table = await _lay(client, wish, watch)
        elif address.table:
            table = await _sit_down(client, address, watch)
        else:
            await _list_tables(client)
            return
        credentials.save(address.server, name or NOBODY, client.token)
        try:
            table = await tui.join(client, table, plain=plain)
        finally:
            if not table.over:
                typer.echo(f'Come back with: pandarium join "{table.link}"' + (" --watch" if watch else ""))


async def _attend(contest: TournamentAddress, name: str, watch: bool, plain: bool) -> None:
    from pandarium.cli.join_tournament import attend
    from pandarium.client import Client
    from pandarium.client.credentials import Credentials

    credentials = Credentials.of_user()
    name, token = credentials.find(contest.server, name)
    async with Client(contest.server, name=name or NOBODY, token=token) as client:
        try:
            await attend(client, contest, watch, plain)
        finally:
            credentials.save(contest.server, name or NOBODY, client.token)


async def _lay(client: Client, wish: Wish, watch: bool) -> Table:
    """A new table; its size is the usual one unless said otherwise."""
    low, high = (await client.game(wish.game)).seats
    usual = max(low, min(high, max(USUAL_SEATS, len(wish.bots) + 1)))
    return await client.create(wish.game, wish.seats or usual, bots=wish.bots, sit=not watch)


async def _sit_down(client: Client, address: Address, watch: bool) -> Table:
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
    """The tables that anybody may sit down at, and how to lay one."""
    from pandarium.client import Address
    from pandarium.tui.remote_text import printable

    tables = await client.tables()
    typer.echo(f"Open tables at {client.server}:\n" if tables else f"No table is open to everybody at {client.server}.")
    for table in tables:
        people = ", ".join(printable(seat.name) for seat in table.seats if seat.name) or "nobody yet"
        typer.echo(f"  {table.title}, {len(table.seats)} seats: {people}")
        typer.echo(f"    pandarium join {Address(client.server, table.id).link}")
    games = ", ".join(game.name for game in await client.games())
    typer.echo(f"\nLay one with: pandarium join {client.server} --new GAME, for example {games}")


def _check_name(name: str) -> None:
    clean = name.strip()
    if not clean or len(clean) > LONGEST_NAME or not clean.isprintable():
        raise PandariumError(f"--name takes 1 to {LONGEST_NAME} printable characters, not {name[:60]!r}")
