"""The command `study`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pandarium.cli import INTERRUPTED
from pandarium.cli.params import MOST_GAMES, GameName, RayCluster, Workers, check_writable, whole
from pandarium.cli.progress import progress_bar
from pandarium.core.errors import PandariumError

if TYPE_CHECKING:
    from pandarium.kit.study import Question
    from pandarium.sim.study_results import StudyResult


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
    change: Annotated[
        Path | None,
        typer.Option(metavar="PACK", help="Compare with the content of this folder, on the same deals."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="With --out: write over a report that is there.")] = False,
    show: Annotated[bool, typer.Option("--list", help="Only list the questions.")] = False,
    workers: Workers = None,
    ray: RayCluster = None,
) -> None:
    """Answer a designer's questions about a game, by playing it."""
    from pandarium.cli.console import console, note, note_engine
    from pandarium.core.content import read_pack
    from pandarium.sim import study_page, study_plots, study_runner
    from pandarium.sim.changed_content import with_change
    from pandarium.sim.study_results import tables

    asked = study_runner.questions(game, bot)
    only = None if questions is None else [name.strip() for name in questions.split(",")]
    chosen = asked if only is None else study_runner.choose(asked, only)
    if show:
        _list_questions(chosen)
        return
    if rows and out is None:
        raise PandariumError("--rows needs --out: where should they go?")
    if out is not None:
        _check_folder(out)
        if not force:
            _ask_before_overwriting(study_page.written(chosen, out))
    changed = None if change is None else study_runner.Change(str(change), read_pack(change))
    if changed is not None:
        chosen = with_change(chosen, changed.pack)
    if json not in {None, "-"}:
        check_writable("--json", Path(str(json)))
    each = study_runner.GAMES if games is None else games
    note_engine()
    if out is not None and not study_plots.can_draw():
        note(f"without pictures: {study_plots.MISSING}")
    with progress_bar(study_runner.count_games(chosen, each)) as advance:
        found, observed = study_runner.run_study(
            game, each, only=only, bot=bot, change=changed, seed=seed, workers=workers, ray=ray, progress=advance
        )
    if out is not None:
        found = study_page.write(found, chosen, observed, out, with_rows=rows)
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
    from pandarium.sim.study_page import places

    page, folder = places(out)
    for place in (folder, page.parent):
        if place.exists() and not place.is_dir():
            raise BadData("--out", f"{place} is a file, not a directory")
    if not page.parent.parent.is_dir():
        raise BadData("--out", f"there is no directory {page.parent.parent}")
    if page.parent.is_dir():
        check_writable("--out", page)


def _ask_before_overwriting(there: list[Path]) -> None:
    """A report may have taken hours: nothing is written over unless somebody says so."""
    if not there:
        return
    words = f"{there[0]} is there already" + (f", and {len(there) - 1} more" if there[1:] else "")
    if not at_a_terminal():
        raise PandariumError(f"--out: {words}; --force writes over it")
    if not typer.confirm(f"{words}. Write over it?", err=True):
        raise typer.Exit(1)


def at_a_terminal() -> bool:
    """Whether somebody is there who can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _last_line(found: StudyResult, out: Path | None) -> str:
    from pandarium.sim.study_page import places

    ends = " (interrupted)" if found.interrupted else ""
    summary = f"{found.games:,} games{ends}, {found.moves:,} moves in {found.seconds:.1f} s\n{found.command}"
    return summary if out is None else f"{summary}\nWritten: {places(out)[0]}"
