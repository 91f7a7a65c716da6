"""Commands for studies: simulate, study, strength."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pandarium.cli import INTERRUPTED
from pandarium.cli.params import (
    MOST_GAMES,
    Content,
    GameName,
    Options,
    Seats,
    check_writable,
    read_levels,
    read_options,
    whole,
)
from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from pandarium.core.game import Game
    from pandarium.kit.study import Question
    from pandarium.sim import Report
    from pandarium.sim.answers import Study

Workers = Annotated[
    int | None, typer.Option(metavar="N", parser=whole(1, 1024), help="Processes.  [default: one per core]")
]


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(metavar="N", parser=whole(1, MOST_GAMES), help="How many games.")] = 1000,
    bots: Annotated[
        str | None, typer.Option(metavar="LEVELS", help="Who plays, with commas.  [default: every level]")
    ] = None,
    seats: Seats = None,
    seed: Annotated[int, typer.Option(metavar="N", parser=whole(0, 2**63 - 1), help="The same games every time.")] = 0,
    option: Options = None,
    content: Content = None,
    workers: Workers = None,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the results as JSON; - for stdout.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the scores (.png, .svg or .pdf).")] = None,
) -> None:
    """Let bots play many games and count."""
    from pandarium import sim
    from pandarium.cli.screen import console, note_engine
    from pandarium.core.content import read_pack
    from pandarium.core.registry import game as find_game

    found = find_game(game)
    options = read_options(found, option)
    levels = _every_level(found, seats) if bots is None else read_levels(found, bots)
    at_table = max(len(levels), found.meta.seats[0]) if seats is None else seats
    pack = read_pack(content) if content is not None else None
    found.setup(at_table, options, pack)
    if len(levels) > at_table:
        raise PandariumError(f"--bots names {len(levels)} bots for {at_table} seats")
    if json not in {None, "-"}:
        check_writable("--json", Path(str(json)))
    if plot is not None:
        _check_plot(plot)
    note_engine()
    with _progress(games) as advance:
        report = sim.simulate(
            game,
            levels,
            games,
            seats=at_table,
            options=options,
            seed=seed,
            workers=workers,
            content=pack,
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


def _keep(report: Report, json: str | None, plot: Path | None) -> None:
    from pandarium.core.record import write_atomically

    if json is not None and json != "-":
        write_atomically(Path(json), f"{report.to_json()}\n".encode())
    if plot is not None:
        from pandarium.sim.plots import plot as draw

        draw(report, plot)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """A bar with speed and remaining time on stderr; nothing when that is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from pandarium.cli.screen import console

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games, speed="")
        begin = time.perf_counter()

        def advance(done: int) -> None:
            speed = done / (time.perf_counter() - begin)
            bar.update(task, completed=done, speed=f"{speed:,.{0 if speed >= 10 else 1}f} games/s")

        yield advance


def study(
    game: GameName,
    games: Annotated[
        int | None, typer.Option(metavar="N", parser=whole(1, MOST_GAMES), help="Games at a table.  [default: 400]")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", parser=whole(0, 2**63 - 1), help="The same games every time.")] = 0,
    questions: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Which questions, with commas.  [default: all]")
    ] = None,
    bot: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Who plays, where the study leaves that open.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write report.md, pictures and data there (or FILE.md).")
    ] = None,
    rows: Annotated[
        bool, typer.Option("--rows", help="With --out: also everything that was observed, as CSV.")
    ] = False,
    json: Annotated[str | None, typer.Option(metavar="FILE", help="Write the answers as JSON; - for stdout.")] = None,
    show: Annotated[bool, typer.Option("--list", help="Only list the questions.")] = False,
    workers: Workers = None,
) -> None:
    """Answer a designer's questions about a game, by playing it."""
    from pandarium.cli.screen import console, note, note_engine
    from pandarium.sim import page, pictures
    from pandarium.sim import study as bench
    from pandarium.sim.answers import tables

    asked = bench.questions(game, bot)
    only = None if questions is None else [name.strip() for name in questions.split(",")]
    chosen = asked if only is None else bench.choose(asked, only)
    if show:
        _list_questions(chosen)
        return
    if rows and out is None:
        raise PandariumError("--rows needs --out: where should they go?")
    if out is not None:
        _check_folder(out)
    if json not in {None, "-"}:
        check_writable("--json", Path(str(json)))
    each = bench.GAMES if games is None else games
    note_engine()
    if out is not None and not pictures.can_draw():
        note(f"without pictures: {pictures.MISSING}")
    with _progress(bench.count_games(chosen, each)) as advance:
        found, observed = bench.study(game, each, only=only, bot=bot, seed=seed, workers=workers, progress=advance)
    if out is not None:
        found = page.write(found, chosen, observed, out, with_rows=rows)
    if json == "-":
        typer.echo(found.to_json())
    else:
        for table in tables(found):
            console().print(table)
        typer.echo(_last_line(found, out))
    if json is not None and json != "-":
        from pandarium.core.record import write_atomically

        write_atomically(Path(json), f"{found.to_json()}\n".encode())
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)


def _list_questions(asked: list[Question]) -> None:
    width = max(len(question.name) for question in asked)
    for question in asked:
        typer.echo(f"{question.name:{width}}  {question.ask}")


def _check_folder(out: Path) -> None:
    """Say before the games, not after them, that the report cannot be written."""
    from pandarium.core.errors import BadData
    from pandarium.sim.page import places

    page, folder = places(out)
    for place in (folder, page.parent):
        if place.exists() and not place.is_dir():
            raise BadData("--out", f"{place} is a file, not a directory")
    if not page.parent.parent.is_dir():
        raise BadData("--out", f"there is no directory {page.parent.parent}")
    if page.parent.is_dir():
        check_writable("--out", page)


def _last_line(found: Study, out: Path | None) -> str:
    from pandarium.sim.page import places

    ends = " (interrupted)" if found.interrupted else ""
    said = f"{found.games:,} games{ends}, {found.moves:,} moves in {found.seconds:.1f} s\n{found.command}"
    return said if out is None else f"{said}\nWritten: {places(out)[0]}"


def strength(
    game: GameName,
    games: Annotated[
        int | None, typer.Option(metavar="N", parser=whole(1, MOST_GAMES), help="Games per comparison.")
    ] = None,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the page into this file.  [default: show it]")
    ] = None,
    workers: Workers = None,
) -> None:
    """Measure how strong the bots are, and write a page about it."""
    from pandarium.cli.screen import note_engine
    from pandarium.core.registry import game as find_game
    from pandarium.sim import strength as study

    found = find_game(game)
    if write is not None:
        check_writable("--write", write)
    each = study.GAMES if games is None else games
    note_engine()
    with _progress(study.total(found, each)) as advance:
        page = study.write(game, write, each, workers, advance)
    typer.echo(page if write is None else f"Written: {write}")
