"""A progress bar for commands that play many games."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(games: int, what: str = "games") -> Iterator[Callable[[int], None] | None]:
    """A bar with speed and remaining time on stderr; nothing when that is no terminal."""
    if not sys.stderr.isatty():
        yield None
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
