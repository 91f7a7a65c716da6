"""The command `ladder`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pandarium.cli.params import MOST_GAMES, GameName, RayCluster, Workers, check_writable, whole
from pandarium.cli.progress import progress_bar

if TYPE_CHECKING:
    from rich.table import Table

    from pandarium.bots.ladder import Ladder


def ladder(
    game: GameName,
    games: Annotated[
        int | None, typer.Option(metavar="N", parser=whole(1, MOST_GAMES), help="Games of each pair of levels.")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Keep the ratings in the game's folder, to be shown.")] = False,
    workers: Workers = None,
    ray: RayCluster = None,
) -> None:
    """Rate the bots as people are rated, in games of every pair."""
    from pandarium.bots.ladder import ladder_file
    from pandarium.cli.console import console, note_engine
    from pandarium.core.record import write_atomically
    from pandarium.core.registry import game as find_game
    from pandarium.sim import ladder as ladders

    found = find_game(game)
    file = ladder_file(found)
    if write:
        check_writable("--write", file)
    each = ladders.GAMES if games is None else games
    note_engine()
    with progress_bar(sum(table.games for table in ladders.plan(found, each).tables)) as advance:
        made = ladders.make_ladder(game, each, workers, advance, ray)
    console().print(show(found.meta.title, made))
    if write:
        write_atomically(file, ladders.to_toml(made).encode())
        typer.echo(f"Written: {file}")


def show(title: str, ladder: Ladder) -> Table:
    """The levels for a terminal, strongest first."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    source = ladder.source
    together = not source.anchor
    about = "the share of games that a level wins with its like" if together else "rating: mu - 3 sigma, as people's"
    anchor = f"; {source.anchor} has the mu of a new person" if source.anchor else ""
    table = Table(
        title=f"{title}: the ladder",
        title_justify="left",
        caption=f"{about}{anchor}\nintervals are 95 %; {source.command}",
        caption_justify="left",
        box=SIMPLE_HEAD,
        min_width=80,
    )
    table.add_column("bot", no_wrap=True)
    for head in ("won" if together else "rating", "interval", *(() if together else ("mu", "sigma")), "games"):
        table.add_column(head, justify="right", no_wrap=True)
    for level, result in sorted(ladder.levels.items(), key=lambda known: -known[1].strength):
        low, high = result.interval
        if result.won is not None:
            shown = [f"{result.won:.1%}", f"{low:.1%} – {high:.1%}"]
        else:
            shown = [f"{result.rating:.1f}", f"{low:.1f} – {high:.1f}", f"{result.mu:.1f}", f"{result.sigma:.2f}"]
        table.add_row(level, *shown, f"{result.games:,}")
    return table
