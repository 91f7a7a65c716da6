"""The command `simulate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pandarium.cli import INTERRUPTED
from pandarium.cli.params import (
    MOST_GAMES,
    Content,
    GameName,
    Options,
    RayCluster,
    Seats,
    Workers,
    check_writable,
    read_levels,
    read_options,
    whole,
)
from pandarium.cli.progress import progress_bar
from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from pandarium.core.game import Game
    from pandarium.sim import SimulationReport


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(metavar="N", parser=whole(1, MOST_GAMES), help="How many games.")] = 1000,
    bots: Annotated[
        str | None, typer.Option(metavar="LEVELS", help="Who plays, with commas.  [default: every level]")
    ] = None,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(metavar="N", parser=whole(0, 2**63 - 1), help="The same games every time.")] = 0,
    mirrored: Annotated[
        bool, typer.Option("--mirrored", help="Play every deal from every place: nobody is lucky with it.")
    ] = False,
    adjusted: Annotated[
        bool, typer.Option("--adjusted", help="Take luck off the share of wins, where the game can tell it.")
    ] = False,
    silent: Annotated[
        bool, typer.Option("--silent", help="Bots say nothing to each other, where a game has phrases.")
    ] = False,
    option: Options = None,
    content: Content = None,
    workers: Workers = None,
    ray: RayCluster = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the results as JSON; - for stdout.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the scores (.png, .svg or .pdf).")] = None,
) -> None:
    """Let bots play many games and count."""
    from pandarium import sim
    from pandarium.cli.console import console, note_engine
    from pandarium.core.content import read_pack
    from pandarium.core.options import refuse_idle_options
    from pandarium.core.registry import game as find_game

    found = find_game(game)
    options = read_options(found, option)
    levels = _every_level(found, seats) if bots is None else read_levels(found, bots)
    at_table = max(len(levels), found.meta.seats[0]) if seats is None else seats
    pack = read_pack(content) if content is not None else None
    refuse_idle_options(found.meta, options, at_table)
    found.setup(at_table, options, pack)
    if len(levels) > at_table:
        raise PandariumError(f"--bots names {len(levels)} bots for {at_table} seats")
    if json not in {None, "-"}:
        check_writable("--json", Path(str(json)))
    if plot is not None:
        _check_plot(plot)
    note_engine()
    with progress_bar(games) as advance:
        report = sim.simulate(
            game,
            levels,
            games,
            seats=at_table,
            options=options,
            seed=seed,
            workers=workers,
            ray=ray,
            content=pack,
            mirrored=mirrored,
            adjusted=adjusted,
            silent=silent,
            progress=advance,
        )
    if json == "-":
        typer.echo(report.to_json())
    else:
        console().print(report.table())
    if report.games:
        _keep(report, json, plot)
    if report.interrupted:
        raise typer.Exit(INTERRUPTED)


def _every_level(game: Game, seats: int | None) -> list[str]:
    """All levels of a game; at a table too small for all the strongest."""
    from pandarium import bots

    return bots.levels(game)[-(seats or game.meta.seats[1]) :]


PICTURES = (".png", ".svg", ".pdf")


def _check_plot(file: Path) -> None:
    """Say before the games, not after them, that there will be no picture."""
    from importlib.util import find_spec

    if file.suffix.lower() not in PICTURES:
        raise PandariumError(f"--plot takes a file that ends in {', '.join(PICTURES)}, not {file.name!r}")
    check_writable("--plot", file)
    if find_spec("matplotlib") is None:
        raise PandariumError("--plot needs matplotlib: pip install 'pandarium[plots]'")


def _keep(report: SimulationReport, json: str | None, plot: Path | None) -> None:
    from pandarium.core.record import write_atomically

    if json is not None and json != "-":
        write_atomically(Path(json), f"{report.to_json()}\n".encode())
    if plot is not None:
        from pandarium.sim.simulation_plot import plot as draw

        draw(report, plot)
