"""How far a command is that plays many games: a bar in a terminal, elsewhere a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer

LINE_SECONDS = 30
"""Where there is no terminal: from one line to the next, and to the first; a short run says nothing."""


@contextmanager
def progress_bar(games: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """A bar with speed and remaining time on stderr; lines with the same where that is no terminal, as in a log."""
    if not sys.stderr.isatty():
        yield _lines(games, what)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from pandarium.cli.console import console

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
            bar.update(task, completed=done, speed=f"{speed:,.{0 if speed >= 10 else 1}f} {what}/s")

        yield advance


def _lines(games: int, what: str) -> Callable[[int], None]:
    """What writes a line when there has been none for a while."""
    begin = said = time.monotonic()

    def advance(done: int) -> None:
        nonlocal said
        now = time.monotonic()
        if now - said < LINE_SECONDS:
            return
        said = now
        left = (now - begin) * (games - done) / max(done, 1)
        speed = done / (now - begin)
        line = f"{done:,} of {games:,} {what}, {speed:,.{0 if speed >= 10 else 1}f} a second"
        typer.echo(f"{line}, {_time(left)} left" if 0 < done < games else line, err=True)

    return advance


def _time(seconds: float) -> str:
    """About how long, as people say it."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
