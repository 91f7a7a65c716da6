"""`python -m pandarium.testing NAME …`: check games; exit code 0 all is well, 1 a check or a soak failed, 2 misuse."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Table

from pandarium.buildinfo import describe
from pandarium.core.errors import PandariumError, unknown_name
from pandarium.core.game import Game
from pandarium.core.meta import OptionValue
from pandarium.core.options import read_option
from pandarium.core.registry import game as find_game
from pandarium.core.registry import names
from pandarium.testing import CHECKS, Budget, ConformanceError, playthrough, write_playthroughs
from pandarium.testing.soak import Soaked, SoakPlan, Tally
from pandarium.testing.soak import soak as run_soak

PLAYTHROUGHS = Path("tests/playthroughs")

Row = tuple[str, str, str, float]
"""The check, how it went, its note, and the seconds it took."""

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})


@app.command()
def main(
    games: Annotated[list[str] | None, typer.Argument(help="Games to try; all of them when none is named.")] = None,
    check: Annotated[list[str] | None, typer.Option(help="Only this check; can be given several times.")] = None,
    times: Annotated[int, typer.Option(min=1, help="Multiplies the amount of everything.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Where the suite's own chance comes from.")] = 1,
    seats: Annotated[int | None, typer.Option(help="Print a playthrough with this number of seats instead.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE, for the playthrough.")] = None,
    write: Annotated[bool, typer.Option("--write-playthroughs", help="Write the playthroughs anew.")] = False,
    folder: Annotated[Path, typer.Option(help="Where the playthroughs lie.")] = PLAYTHROUGHS,
    soak: Annotated[bool, typer.Option("--soak", help="Play on and on, list against verifier, until Ctrl-C.")] = False,
    first: Annotated[int, typer.Option(min=0, help="With --soak: the number of the first game.")] = 0,
    count: Annotated[int | None, typer.Option(min=1, help="With --soak: so many games.")] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="With --soak: so many minutes.")] = None,
    processes: Annotated[int | None, typer.Option(min=0, help="With --soak: so many; all cores by default.")] = None,
) -> None:
    """Try games against the contract that every game keeps."""
    try:
        if soak:
            plan = _soak_plan(games or names(), seed, seats, option or [])
            raise typer.Exit(_soak(plan, first, count, minutes, processes))
        if write:
            _write(folder)
        elif seats is not None:
            _print_playthrough(games or [], seats, seed, option or [])
        else:
            budget = _budget(times, seed)
            raise typer.Exit(_try_all(games or names(), check or list(CHECKS), budget))
    except PandariumError as error:
        Console(stderr=True).print(f"[red]{escape(str(error))}[/]", soft_wrap=True)
        raise typer.Exit(2) from None


def _budget(times: int, seed: int) -> Budget:
    plain = Budget(seed=seed)
    return plain._replace(
        games=plain.games * times, deals=plain.deals * times, hostile=plain.hostile * times, twins=plain.twins * times
    )


def _try_all(wanted: list[str], checks: list[str], budget: Budget) -> int:
    for name in checks:
        if name not in CHECKS:
            raise PandariumError(unknown_name("check", name, CHECKS))
    console = Console()
    console.print(describe(), style="dim")
    failed = 0
    for game in [find_game(name) for name in wanted]:
        faults, rows = _try(game, checks, budget, console)
        console.print(_summary(game, rows))
        for fault in faults:
            console.print(f"[red]{escape(str(fault))}[/]\n", soft_wrap=True)
        failed += len(faults)
    return 1 if failed else 0


def _try(game: Game, checks: list[str], budget: Budget, console: Console) -> tuple[list[ConformanceError], list[Row]]:
    faults: list[ConformanceError] = []
    rows: list[Row] = []
    columns = (SpinnerColumn(), BarColumn(), TextColumn("{task.completed}/{task.total} {task.description}"))
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=len(checks))
        for name in checks:
            progress.update(task, description=name)
            began = time.perf_counter()
            try:
                note = CHECKS[name](game, budget)
                how = "skipped" if note.startswith("skipped: ") else "kept"
            except ConformanceError as fault:
                faults.append(fault)
                note, how = fault.what, "BROKEN"
            rows.append((name, how, note.removeprefix("skipped: "), time.perf_counter() - began))
            progress.advance(task)
    return faults, rows


def _summary(game: Game, rows: list[Row]) -> Table:
    styles = {"kept": "green", "skipped": "yellow", "BROKEN": "bold red"}
    table = Table(title=f"{game.meta.title} ({game.meta.name})", title_justify="left", box=None, pad_edge=False)
    for title in ("check", "", "note"):
        table.add_column(title, overflow="fold")
    table.add_column("s", justify="right")
    for name, how, note, seconds in rows:
        table.add_row(name.replace("_", " "), f"[{styles[how]}]{how}[/]", escape(note), f"{seconds:.1f}")
    kept = sum(how == "kept" for _, how, _, _ in rows)
    table.caption = f"{kept} of {len(rows)} kept, {sum(row[3] for row in rows):.1f} s"
    return table


def _print_playthrough(games: list[str], seats: int, seed: int, pairs: list[str]) -> None:
    if len(games) != 1:
        raise PandariumError("a playthrough is of one game: name it")
    game = find_game(games[0])
    sys.stdout.write(playthrough(game, seats, seed, _read_options(game, pairs)))


def _read_options(game: Game, pairs: list[str]) -> dict[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        options[name] = read_option(game.meta, name, value)
    return options


def _soak_plan(games: list[str], seed: int, seats: int | None, pairs: list[str]) -> SoakPlan:
    if pairs and len(games) != 1:
        raise PandariumError("options are of one game: name it")
    options = _read_options(find_game(games[0]), pairs) if pairs else {}
    return SoakPlan(tuple(find_game(name).meta.name for name in games), seed, seats, options)


def _soak(plan: SoakPlan, first: int, count: int | None, minutes: float | None, processes: int | None) -> int:
    """Until Ctrl-C, or as long as was said; what is found is printed at once."""
    console, tally = Console(), Tally()
    console.print(describe(), style="dim")
    end = None if minutes is None else time.monotonic() + minutes * 60
    columns = (SpinnerColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None)

        def report(soaked: Soaked) -> bool:
            tally.add(soaked)
            for find in soaked.finds:
                console.print(escape(str(find)), style="red", soft_wrap=True)
            progress.update(task, description=str(tally))
            return end is None or time.monotonic() < end

        with suppress(KeyboardInterrupt):
            run_soak(plan, first, count, processes, report)
    console.print(f"{tally}; seed {plan.seed}", highlight=False, soft_wrap=True)
    return 1 if tally.finds else 0


def _write(folder: Path) -> None:
    if not folder.is_dir():
        raise PandariumError(f"there is no folder {folder}; name it with --folder")
    changed = write_playthroughs(folder)
    for file in changed:
        sys.stdout.write(f"{file}\n")
    sys.stdout.write(f"{len(changed)} playthroughs changed\n")


if __name__ == "__main__":
    app(prog_name="python -m pandarium.testing")
