"""The results for people and for programs: a table on the screen, Markdown, JSON. No paths of this machine in any."""

from __future__ import annotations

import json
import os
import platform
import re
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from measure import Result, interval, ratio, ratios
from startup import TITLES

import pandarium
from pandarium.buildinfo import describe

LIBRARIES = (
    "open_spiel",
    "pokerkit",
    "eval7",
    "rlcard",
    "pettingzoo",
    "pgx",
    "jax",
    "numpy",
    "msgspec",
    "librt",
    "rich",
    "textual",
    "typer",
)
BASE = "openspiel stepped"
"""OpenSpiel's Leduc hold'em, driven from Python; and two games of its own that are nearer to ours."""
OBSERVED = "openspiel observed"
HANABI = "openspiel hanabi"
POKER = "openspiel poker"


class Group(NamedTuple):
    """What is shown together, and the job that its ratios are taken to."""

    title: str
    base: str
    beside: str
    """That job in a few words."""


LEDUC = "OpenSpiel's Leduc from Python"
GROUPS = {
    "leduc": Group("Leduc hold'em: the same game everywhere, random play", BASE, "OpenSpiel from Python"),
    "batch": Group(
        "1,024 games side by side, random play with observations and legal moves",
        OBSERVED,
        "OpenSpiel's Leduc from Python, with observation",
    ),
    "royale": Group("Panda Royale, random play", BASE, LEDUC),
    "pilfering": Group(
        "Pilfering Pandas, random play, beside the nearest game that others have",
        HANABI,
        "OpenSpiel's Hanabi from Python",
    ),
    "pandante": Group("Pandánte, random play, beside poker", POKER, "OpenSpiel's Texas hold'em from Python"),
    "checker": Group("Pandánte's hand checker beside poker's", "eval7", "eval7, a call for each hand"),
    "wildstyle": Group("Wildstyle, random play", BASE, LEDUC),
    "bots": Group("Panda Royale's bots", BASE, LEDUC),
}


class Bar(NamedTuple):
    """A promise, and whether this run kept it."""

    promise: str
    wanted: str
    got: str
    kept: bool | None
    """None: it could not be tried here."""


class Missing(NamedTuple):
    """A library that could not be measured, and why."""

    name: str
    reason: str


class Run(NamedTuple):
    """Everything one run has found out."""

    results: dict[str, Result]
    milliseconds: dict[str, float]
    missing: list[Missing]
    compared: int | None
    pinned: str


def bars(run: Run) -> list[Bar]:
    """What we promise. Moves a second mean little without the machine, so the promises are ratios of one run."""
    wanted = [
        ("Leduc hold'em from Python, beside OpenSpiel from Python", "leduc stepped", BASE, 4.0),
        ("Leduc hold'em from Python, beside RLCard", "leduc stepped", "rlcard", 20.0),
    ]
    for seats in (2, 4, 10):
        table = f"Panda Royale, {seats} players"
        wanted.append((f"{table}, from Python, beside OpenSpiel's Leduc", f"royale {seats} stepped", BASE, 1.85))
        wanted.append((f"{table}, inside, beside OpenSpiel's Leduc", f"royale {seats} inside", BASE, 3.7))
    wanted += [
        ("Pilfering Pandas, 2 players, from Python, beside OpenSpiel's Hanabi", "pilfering 2 stepped", HANABI, 1.0),
        ("Pandánte, 4 players, from Python, beside OpenSpiel's Texas hold'em", "pandante 4 stepped", POKER, 1.6),
        ("Pandánte, 4 players, from Python, beside PokerKit", "pandante 4 stepped", "pokerkit", 63.0),
        ("Pandánte's hand checker, a call for each hand, beside eval7", "checker best", "eval7", 1.0),
        ("Pandánte's hand checker, inside, beside eval7, a call for each hand", "checker inside", "eval7", 4.4),
        ("Wildstyle, 4 players, from Python, beside OpenSpiel's Leduc", "wildstyle 4 stepped", BASE, 1.85),
    ]
    wanted += [
        ("Batches of Leduc hold'em, beside pgx with 4,096 games", "batch leduc 2", "pgx many", 4.0),
        ("Batches of Leduc hold'em, beside OpenSpiel with observation", "batch leduc 2", OBSERVED, 14.0),
        ("Batches of Panda Royale, 2 players, beside the same", "batch royale 2", OBSERVED, 3.06),
        ("Batches of Pandánte, 2 players, beside the same", "batch pandante 2", OBSERVED, 3.06),
        ("Batches of Wildstyle, 2 players, beside the same", "batch wildstyle 2", OBSERVED, 1.84),
        ("Batches of Pilfering Pandas, 2 players, beside the same", "batch pilfering 2", OBSERVED, 1.22),
    ]
    found = [ratio_bar(run, *row) for row in wanted]
    found.append(scoring_bar(run))
    help_time = run.milliseconds.get("help")
    shown = "not measured" if help_time is None else f"{help_time:.0f} ms"
    found.append(Bar("pandarium --help, CPU", "< 150 ms", shown, None if help_time is None else help_time < 150))
    return found


def ratio_bar(run: Run, promise: str, key: str, other: str, least: float) -> Bar:
    """A promise to be so many times as fast."""
    times = ratio(run.results, key, other)
    if times is None:
        return Bar(promise, f"≥ {least:g} ×", "not measured", None)
    return Bar(promise, f"≥ {least:g} ×", f"{times:.2f} ×{between(run, key, other)}", times >= least)


def scoring_bar(run: Run) -> Bar:
    """The promise about Wildstyle's final scoring."""
    promise, wanted = "Wildstyle, 4 players, final scoring, CPU", "≤ 1 ms"
    if "wildstyle scoring" not in run.results:
        return Bar(promise, wanted, "not measured", None)
    rate = run.results["wildstyle scoring"].median
    return Bar(promise, wanted, f"{1000 / rate:.3f} ms", rate >= 1000)


def between(run: Run, key: str, other: str) -> str:
    """The 95 % interval of a ratio, to be put behind it."""
    found = interval(ratios(run.results, key, other))
    return "" if found is None else f" ({found[0]:.2f}–{found[1]:.2f})"


def machine() -> dict[str, str]:
    """What it ran on."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return {
        "processor": processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load at the end": f"{load:.1f}",
    }


def processor() -> str:
    """The processor's name."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or "unknown"


def versions() -> dict[str, str]:
    """Everything that was measured or that we stand on."""
    found = {"pandarium": pandarium.__version__}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def as_json(run: Run) -> str:
    """The run as data."""
    data: dict[str, Any] = {
        "date": date.today().isoformat(),
        "machine": machine(),
        "versions": versions(),
        "engine": describe().removeprefix("engine: "),
        "measured": f"CPU time, {run.pinned}",
        "moves replayed against OpenSpiel": run.compared,
        "rates": [
            {
                "key": key,
                "group": result.job.group,
                "title": result.job.title,
                "unit": result.job.unit,
                "median": round(result.median),
                "best": round(result.best),
                "all": [round(rate) for rate in result.rates],
                "beside": GROUPS[result.job.group].base,
                "times": times_as_fast(run, result),
                "95 %": interval(ratios(run.results, key, GROUPS[result.job.group].base)),
            }
            for key, result in run.results.items()
        ],
        "CPU ms beyond a bare interpreter": {name: round(value, 1) for name, value in run.milliseconds.items()},
        "bars": [bar._asdict() for bar in bars(run)],
        "missing": [one._asdict() for one in run.missing],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def times_as_fast(run: Run, result: Result) -> float | None:
    """How many times as fast as what the group is compared with."""
    times = ratio(run.results, result.job.key, GROUPS[result.job.group].base)
    return None if times is None else round(times, 3)


def as_markdown(run: Run) -> str:
    """The run as a page."""
    facts = machine()
    lines = [
        "# Benchmark",
        "",
        f"{date.today().isoformat()} · {facts['processor']}, {facts['cores']} cores · {facts['system']} · "
        f"{facts['python']} · {describe()} · CPU time, {run.pinned} · load {facts['load at the end']}",
        "",
        "Medians of repetitions taken in turns; at best: the quickest slice. Machines drift: only ratios, taken within",
        "each repetition, carry over; in brackets their 95 % intervals.",
        "",
    ]
    for name, group in GROUPS.items():
        rows = [result for result in run.results.values() if result.job.group == name]
        if rows:
            lines += [f"## {group.title}", "", *markdown_rates(run, group, rows), ""]
    lines += ["## Start-up", "", "| | CPU ms beyond a bare interpreter |", "|---|---:|"]
    lines += [f"| {TITLES[name]} | {value:.0f} |" for name, value in run.milliseconds.items()]
    lines += ["", "## Promises", "", "| | wanted | got | |", "|---|---:|---:|---|"]
    lines += [f"| {bar.promise} | {bar.wanted} | {bar.got} | {verdict(bar)} |" for bar in bars(run)]
    if run.compared is not None:
        lines += [
            "",
            f"Before timing, {run.compared:,} moves of Leduc hold'em were replayed against OpenSpiel: no difference.",
        ]
    if run.missing:
        lines += ["", "Not measured: " + "; ".join(f"{one.name} ({one.reason})" for one in run.missing) + "."]
    lines += ["", "Versions: " + ", ".join(f"{name} {number}" for name, number in versions().items()) + "."]
    return "\n".join(lines) + "\n"


def markdown_rates(run: Run, group: Group, rows: list[Result]) -> list[str]:
    """One group of rates as a table."""
    head = [f"| | a second | at best | beside {group.beside} |", "|---|---:|---:|---:|"]
    return head + [f"| {' | '.join(row(run, result))} |" for result in rows]


def row(run: Run, result: Result) -> tuple[str, str, str, str]:
    """What was measured, how much a second, in the quickest slice, and how the medians compare."""
    rate, best = f"{result.median:,.0f} {result.job.unit.removesuffix('/s')}", f"{result.best:,.0f}"
    base = GROUPS[result.job.group].base
    times = (
        times_as_fast(run, result) if base in run.results and result.job.unit == run.results[base].job.unit else None
    )
    if times is None:
        return result.job.title, rate, best, ""
    shown = f"{times:.2f} ×" if times >= 0.1 else f"{times:.3f} ×"
    return result.job.title, rate, best, shown if result.job.key == base else shown + between(run, result.job.key, base)


def verdict(bar: Bar) -> str:
    """One word."""
    return {True: "pass", False: "MISS", None: "not tried"}[bar.kept]


def show(run: Run) -> None:
    """The run on the screen."""
    from rich.console import Console
    from rich.table import Table

    screen = Console()
    for name, group in GROUPS.items():
        rows = [result for result in run.results.values() if result.job.group == name]
        if not rows:
            continue
        table = Table("", "a second", "at best", f"beside {group.beside}", title=group.title, title_justify="left")
        for column in table.columns[1:]:
            column.justify = "right"
        for result in rows:
            table.add_row(*row(run, result))
        screen.print(table)
    for command, value in run.milliseconds.items():
        screen.print(f"{TITLES[command]}: {value:.0f} ms CPU beyond a bare interpreter")
    table = Table("promise", "wanted", "got", "", title="Promises", title_justify="left")
    for bar in bars(run):
        style = {True: "green", False: "bold red", None: "yellow"}[bar.kept]
        table.add_row(bar.promise, bar.wanted, bar.got, f"[{style}]{verdict(bar)}[/]")
    screen.print(table)
    for one in run.missing:
        screen.print(f"not measured: {one.name} ({one.reason})", markup=False, soft_wrap=True)
