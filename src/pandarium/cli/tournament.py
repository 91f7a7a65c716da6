"""The command `tournament`: a tournament of bots in this terminal, or a new one at a server."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pandarium.cli import INTERRUPTED
from pandarium.cli.params import GameName, Options, check_writable, read_options, whole
from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from pandarium.protocol.tournaments import NewTournament
    from pandarium.tournament.plan import Plan
    from pandarium.tournament.simulate import Report
    from pandarium.tournament.state import TournamentState

SHOWN = 10
"""Places in the list at the end."""


def tournament(
    game: GameName,
    bots: Annotated[int, typer.Option(metavar="N", parser=whole(0, 2000), help="How many bots play.")] = 24,
    level: Annotated[str | None, typer.Option(metavar="LEVEL", help="The bots' level.  [default: a quick one]")] = None,
    seed: Annotated[int, typer.Option(metavar="N", parser=whole(0, 2**63 - 1), help="The same one every time.")] = 0,
    minutes: Annotated[
        int | None,
        typer.Option(metavar="N", parser=whole(1, 360), help="How long the stakes stay.  [default: as printed]"),
    ] = None,
    late: Annotated[
        int, typer.Option(metavar="N", parser=whole(0, 100), help="Levels in which latecomers may enter.")
    ] = 0,
    rebuys: Annotated[
        int,
        typer.Option(metavar="N", parser=whole(0, 9), help="How often who is out may buy in again, in those levels."),
    ] = 0,
    option: Options = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the results as JSON; - for stdout.")] = None,
    server: Annotated[
        str | None, typer.Option(metavar="URL", help="Create it at this server instead, and print the link.")
    ] = None,
    title: Annotated[str, typer.Option(metavar="TITLE", help="What it is called at the server.")] = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="What you are called at the server.")] = "",
    starts: Annotated[
        int,
        typer.Option("--in", metavar="N", parser=whole(0, 10_000), help="At the server: minutes until it starts."),
    ] = 10,
    private: Annotated[bool, typer.Option("--private", help="At the server: only for those with the link.")] = False,
) -> None:
    """Play a tournament of bots, or create one at a server.

    Every deal counts as three minutes of the clock here; at a server the clock is the server's.
    """
    from pandarium.core.registry import game as find_game
    from pandarium.tournament.plan import make_plan

    found = find_game(game)
    plan = make_plan(
        game,
        title,
        options=read_options(found, option),
        level_seconds=None if minutes is None else minutes * 60,
        late_levels=late,
        rebuys=rebuys,
        bot=level,
    )
    if rebuys and not late:
        raise PandariumError("--rebuys needs --late: buying in again is possible while latecomers may enter")
    if server is not None:
        _create_at(server, plan, bots, name, starts, public=not private)
        return
    if bots < 2:
        raise PandariumError("a tournament takes at least 2 players: --bots 2")
    if json not in {None, "-"}:
        check_writable("--json", Path(str(json)))
    report = _simulate(plan, bots, seed)
    if json == "-":
        typer.echo(report.to_json())
    else:
        _print_report(report)
    if json is not None and json != "-":
        from pandarium.core.record import write_atomically

        write_atomically(Path(json), f"{report.to_json()}\n".encode())
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)


def _simulate(plan: Plan, bots: int, seed: int) -> Report:
    from pandarium.cli.console import note_engine
    from pandarium.tournament.simulate import simulate

    note_engine()
    with _progress(bots) as look:
        return simulate(plan, bots, seed, progress=look)


@contextmanager
def _progress(bots: int) -> Iterator[Callable[[TournamentState], None] | None]:
    """Who is out by now, on stderr; nothing when that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    from pandarium.cli.console import console
    from pandarium.kit.tournament import tournament_message
    from pandarium.tui.messages import render

    columns = (BarColumn(), TextColumn("{task.fields[stand]}"))
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=bots - 1, stand="")

        def look(state: TournamentState) -> None:
            left = len(state.alive)
            params = {
                "left": left,
                "tables": len(state.boards),
                "multiplier": state.multiplier,
                "deals": state.deals,
            }
            stand = render(tournament_message(state.plan.game, "progress", **params))
            bar.update(task, completed=bots - left, stand=stand)

        yield look


def _print_report(report: Report) -> None:
    """The results as people read them."""
    from rich.table import Table

    from pandarium.cli.console import console
    from pandarium.kit.tournament import tournament_message
    from pandarium.tui.messages import render

    def say(word: str, **params: int | str) -> str:
        return render(tournament_message(report.game, word, **params))

    table = Table(title=f"{report.players:,} bots, seed {report.seed}", title_justify="left")
    for heading in ("place", "name", say("chips")):
        table.add_column(heading, justify="left" if heading == "name" else "right")
    for place, called, chips in report.standings[:SHOWN]:
        table.add_row(str(place), called, f"{chips:,}")
    console().print(table)
    typer.echo(say("chips_sum", bought=report.bought, **report.chips))
    how = "won" if report.winner else "interrupted"
    took = f"{report.seconds:.1f}"
    typer.echo(say(how, name=report.winner or "", deals=report.deals, multiplier=report.level, seconds=took))


def _create_at(server: str, plan: Plan, bots: int, name: str, starts: int, public: bool) -> None:
    """Create the tournament at a server, where it starts by itself, and print its link."""
    import asyncio
    import time

    from pandarium.client import read_table_or_server
    from pandarium.protocol.tournaments import NewTournament

    address = read_table_or_server(server)
    wanted = NewTournament(
        game=plan.game,
        title=plan.title,
        options=plan.options,
        level_seconds=plan.level_seconds,
        late_levels=plan.late_levels,
        rebuys=plan.rebuys,
        bot=plan.bot,
        bots=bots,
        enter=False,
        starts=(int(time.time()) + starts * 60) * 1000,
        public=public,
    )
    link = asyncio.run(_send(address.server, name, wanted))
    typer.echo(f"It starts in {starts} {'minute' if starts == 1 else 'minutes'}. Sign up at {link}")


async def _send(server: str, name: str, wanted: NewTournament) -> str:
    from pandarium.cli.join import GUEST
    from pandarium.client import Client
    from pandarium.client.credentials import Credentials

    credentials = Credentials.of_user()
    name, token = credentials.find(server, name)
    async with Client(server, name=name or GUEST, token=token) as client:
        link = await client.create_tournament(wanted)
        credentials.save(server, name or GUEST, client.token)
    return link
