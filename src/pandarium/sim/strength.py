"""How strong the bots are: each level against the one below it, at small, middle and large tables, as a page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

from pandarium.bots import levels
from pandarium.core.game import Game
from pandarium.core.record import write_atomically
from pandarium.core.registry import game as find_game
from pandarium.sim.batch import simulate
from pandarium.sim.report import Report, Row

GAMES = 2000


def table_sizes(game: Game) -> list[int]:
    """Small, middle and large: two, four and the most players, as far as the game takes them."""
    low, high = game.meta.seats
    return sorted({max(low, 2), min(max(low, 4), high), high})


def write(
    game: str,
    file: str | Path | None,
    games: int = GAMES,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> str:
    """Play every comparison and write the page (None: only return it). `progress` hears how many games are done."""
    found = find_game(game)
    reports: list[Report] = []
    ladder = levels(found)
    for weaker, stronger in pairwise(ladder):
        for seats in table_sizes(found):
            told = None if progress is None else partial(_forward, progress, len(reports) * games)
            report = simulate(game, [stronger, weaker], games, seats=seats, seed=1, workers=workers, progress=told)
            if report.interrupted:
                raise KeyboardInterrupt
            reports.append(report)
    page = render(found, reports, file)
    if file is not None:
        write_atomically(Path(file), page.encode())
    return page


def _forward(progress: Callable[[int], None], before: int, done: int) -> None:
    progress(before + done)


def comparisons(game: Game) -> int:
    """How many batches `write` plays."""
    return (len(levels(game)) - 1) * len(table_sizes(game))


def render(game: Game, reports: list[Report], file: str | Path | None = None) -> str:
    """The page."""
    engine = "compiled" if reports[0].compiled else "interpreted"
    lines = [
        f"# How strong the bots of {game.meta.title} are",
        "",
        "Every level against the one below it. They alternate around the table, which is turned by one seat after each",
        f"game; ties share a win. Pandarium {reports[0].version}, {engine} engine, rules version {reports[0].rules}.",
        "",
        "| players | stronger | weaker | games | games won by the stronger | 95 % | fair | mean scores |",
        "|---:|---|---|---:|---:|---|---:|---|",
    ]
    for report in reports:
        strong, weak = report.rows
        low, high = strong.win_interval
        lines.append(
            f"| {report.seats} | {strong.bot} | {weak.bot} | {report.games:,} | **{strong.win_rate:.1%}** "
            f"| {low:.1%} – {high:.1%} | {strong.fair:.0%} | {_score(strong)} : {_score(weak)} |"
        )
    lines += [
        "",
        "Intervals are Wilson score intervals. A level is stronger when its interval lies above the fair share.",
        "",
        "## Again",
        "",
        "```sh",
        f"pandarium strength {game.meta.name} --games {reports[0].asked}" + (f" --write {file}" if file else ""),
        "```",
        "",
        "or one line of the table alone:",
        "",
        "```sh",
        *(report.command for report in reports),
        "```",
        "",
    ]
    return "\n".join(lines)


def _score(row: Row) -> str:
    return f"{row.mean:.1f} ± {row.mean_interval[1] - row.mean:.1f}"
