"""The command `strength`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pandarium.cli.params import MOST_GAMES, GameName, RayCluster, Workers, check_writable, whole
from pandarium.cli.progress import progress_bar


def strength(
    game: GameName,
    games: Annotated[
        int | None, typer.Option(metavar="N", parser=whole(1, MOST_GAMES), help="Games per comparison.")
    ] = None,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the page into this file.  [default: show it]")
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep each comparison here; a run that was stopped goes on where it was."),
    ] = None,
    workers: Workers = None,
    ray: RayCluster = None,
) -> None:
    """Measure how strong the bots are, and write a page about it."""
    from pandarium.cli.console import note_engine
    from pandarium.core.registry import game as find_game
    from pandarium.sim import strength as measure

    found = find_game(game)
    if write is not None:
        check_writable("--write", write)
    each = measure.GAMES if games is None else games
    note_engine()
    with progress_bar(measure.total(found, each)) as advance:
        page = measure.write(game, write, each, workers, advance, ray, keep)
    typer.echo(page if write is None else f"Written: {write}")
